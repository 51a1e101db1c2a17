// What `log` says: the ids, and to the first fact of a vault what happens next.
import type { Quarantined } from '../hold-suspects.ts';
import type { LogResult } from '../../log/log.ts';
import { listDays } from '../../vault/daily.ts';
import type { Vault } from '../../vault/vault.ts';

export function renderLogged(vault: Vault, { facts, created }: LogResult): { ids: string; remarks: string[] } {
  const ids = facts.map((fact) => `${fact.id}\n`).join('');
  const isFirst = created.length > 0 && listDays(vault).length === created.length;
  return { ids, remarks: isFirst ? FIRST : [] };
}

const FIRST = [
  'The first fact of this vault. Search finds it at once: memvault search "*"',
  'When the day is over, memvault dream puts it on a page; memvault today shows what it would do.',
];

/** Why one text was not logged; `masked` shows no more of it than may be shown. */
export function renderRefusal(masked: string, rules: readonly string[]): string {
  return `nothing was logged, because this looks like a secret: ${masked} (${rules.join(', ')})`;
}

/** What was put aside, where it is, and how it is logged all the same. `file`: quoted for a shell. */
export function renderSuspects({ count, path, rules }: Quarantined, total: number, file: string): string[] {
  return [
    `memvault: not logged: ${count} of ${total} ` +
      (count === 1 ? 'looks like a secret' : 'look like secrets') +
      ` (${rules.join(', ')})`,
    `  kept in ${path}, which git ignores; to log what is no secret after all (then remove the file):`,
    `  memvault log --jsonl --allow-secret < ${file}`,
  ];
}
