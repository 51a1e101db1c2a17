// What "the same state" of two clones means, and what a vault must show after a dream. Pages, index.md, MEMORY.md and
// every other file that does not merge by union: byte for byte. Daily logs, log.md and the ledger: the same lines,
// whatever their order; the same facts with day, time and session; the same disposition of each.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerLine } from '../../src/model/disposition.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView, type View } from '../../src/vault/view.ts';
import { filesBelow } from '../support/files-below.ts';

const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
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
export function stateOf(root: string, except: RegExp = /(?!)/): State {
  const view = readView(vaultAt(root));
  return {
    files: Object.fromEntries(
      filesBelow(root, UNTRACKED)
        .filter((path) => !except.test(path))
        .map((path) => {
          const text = readFileSync(join(root, path), 'latin1');
          return [path, BY_UNION.test(path) ? [...new Set(text.split('\n'))].sort().join('\n') : text];
        }),
    ),
    facts: factsOf(view),
    ledger: Object.fromEntries([...view.ledger].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The same bytes, of which all else follows. */
export function areSameBytes(one: string, other: string, except: RegExp = /(?!)/): boolean {
  const [mine, theirs] = [one, other].map((root) =>
    filesBelow(root, UNTRACKED).filter((path) => !except.test(path)),
  ) as [string[], string[]];
  return (
    mine.length === theirs.length &&
    mine.every(
      (path, index) => path === theirs[index] && readFileSync(join(one, path)).equals(readFileSync(join(other, path))),
    )
  );
}

export function factsOf(view: Pick<View, 'facts'>): Record<string, string> {
  return Object.fromEntries(
    view.facts
      .map(({ id, day, time, session, category, text, tags }): [string, string] => [
        id,
        [day, time, session, category, text, tags.join(' ')].join(' | '),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const MOST_SHOWN = 6;

/** What two states differ in, for the message of a failed check; empty where they are the same. */
export function differences(a: State, b: State): string[] {
  const found = (['files', 'facts', 'ledger'] as const).flatMap((part) => {
    const [mine, yours] = [a[part] as Readonly<Record<string, unknown>>, b[part] as Readonly<Record<string, unknown>>];
    return [...new Set([...Object.keys(mine), ...Object.keys(yours)])].flatMap((key) => {
      const [one, other] = [textOf(mine[key]), textOf(yours[key])];
      return one === other
        ? []
        : [`${part} ${key}:\n--- one\n${linesNotIn(one, other)}\n--- other\n${linesNotIn(other, one)}`];
    });
  });
  return found.length > MOST_SHOWN ? [...found.slice(0, MOST_SHOWN), `and ${found.length - MOST_SHOWN} more`] : found;
}

/** Of a text that holds all the lines of the other its whole, so that an order shows. */
function linesNotIn(text: string, other: string): string {
  const known = new Set(other.split('\n'));
  return (
    text
      .split('\n')
      .filter((line) => !known.has(line))
      .join('\n') || text
  );
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '(none)' : JSON.stringify(value);
