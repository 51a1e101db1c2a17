// What `log` says: the ids, and to the first fact of a vault what happens next.
import type { LogResult } from '../../log/log.ts';
import { listDays } from '../../vault/daily.ts';
import type { Vault } from '../../vault/vault.ts';

const FIRST = [
  'The first fact of this vault. Search finds it at once: memvault search "*"',
  'When the day is over, memvault dream puts it on a page; memvault dream --dry-run shows what it would do.',
];

export function renderLogged(vault: Vault, { facts, created }: LogResult): { ids: string; remarks: string[] } {
  const ids = facts.map((fact) => `${fact.id}\n`).join('');
  const isFirst = created.length > 0 && listDays(vault).length === created.length;
  return { ids, remarks: isFirst ? FIRST : [] };
}
