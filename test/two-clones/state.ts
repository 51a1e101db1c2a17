// What "the same state" of two clones means, and what a vault must show after a dream. Pages, index.md, MEMORY.md and
// every other file that does not merge by union: byte for byte. Daily logs, log.md and the ledger: the same lines,
// whatever their order; the same facts with day, time and session; the same disposition of each.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerLine } from '../../src/model/disposition.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView, type View } from '../../src/vault/view.ts';

const zones = { inbox: '0_Inbox', projects: '1_Projects', wiki: '2_Wiki', personal: '3_Personal', assets: '4_Assets', archives: '5_Archives' };
const UNTRACKED = /^(?:\.git|\.memvault\/(?:runs|cache|lock|state\.json|clone|recall\.jsonl))(?:\/|$)/;
const BY_UNION = /^(?:daily\/.*\.md|log\.md|\.memvault\/.*\.jsonl)$/;

export const vaultAt = (root: string): Vault => ({ root, dailyDir: 'daily', zones });

export interface State {
  /** Bytes of each file; of one that merges by union its lines, sorted, each once. */
  readonly files: Readonly<Record<string, string>>;
  /** Day, time, session and words of each fact. */
  readonly facts: Readonly<Record<string, string>>;
  readonly ledger: Readonly<Record<string, Omit<LedgerLine, 'day'>>>;
}

/** `except`: paths that are not compared. */
export function stateOf(root: string, except: ReadonlySet<string> = new Set()): State {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  const view = readView(vaultAt(root));
  return {
    files: Object.fromEntries(paths.filter((path) => !UNTRACKED.test(path) && !except.has(path)).sort().map((path) => {
      const text = readFileSync(join(root, path), 'latin1');
      return [path, BY_UNION.test(path) ? [...new Set(text.split('\n'))].sort().join('\n') : text];
    })),
    facts: factsOf(view),
    ledger: Object.fromEntries([...view.ledger].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

export function factsOf(view: Pick<View, 'facts'>): Record<string, string> {
  return Object.fromEntries(view.facts.map(({ id, day, time, session, category, text, tags }): [string, string] => [id, [day, time, session, category, text, tags.join(' ')].join(' | ')]).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What two states differ in, for the message of a failed check; empty where they are the same. */
export function differences(a: State, b: State): string[] {
  return (['files', 'facts', 'ledger'] as const).flatMap((part) => {
    const [mine, yours] = [a[part] as Readonly<Record<string, unknown>>, b[part] as Readonly<Record<string, unknown>>];
    return [...new Set([...Object.keys(mine), ...Object.keys(yours)])].flatMap((key) => {
      const [one, other] = [textOf(mine[key]), textOf(yours[key])];
      return one === other ? [] : [`${part} ${key}:\n--- one\n${one}\n--- other\n${other}`];
    });
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '(none)' : JSON.stringify(value));
