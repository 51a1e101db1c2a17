// One night of a clone: the dream, what it may write, and what is left of it for whoever holds it against the
// invariants.
import type { Clone, Knowledge } from '../two-clones/clone.ts';
import { type Changes, watchFolder } from './changes.ts';
import { checkOwn, type Life } from './life.ts';

/** A night as plain data that may go to another process. */
export interface NightLeft {
  readonly name: string;
  readonly day: string;
  /** The clone's clock at night. */
  readonly time: number;
  readonly knows: Knowledge;
  /** What was logged, by id. */
  readonly known: ReadonlyMap<string, string>;
  /** Facts whose claim a person took off a page. */
  readonly removed: ReadonlySet<string>;
  readonly said: Said;
  /** What changed until the dream began, since the night before; null where nobody asks. */
  readonly before: Changes | null;
  readonly after: Changes;
  /** Of what git tracks, by path. */
  readonly digests: Readonly<Record<string, string>>;
  readonly asks: NightAsks;
}

export interface NightAsks {
  /** The same dream once more on a copy, as a process of its own that is timed. */
  readonly process: boolean;
  /** Also what takes another run: a second dream, an index from nothing. */
  readonly twice: boolean;
  /** It is also tried killed and taken back, on copies. */
  readonly tries: boolean;
}

export interface Said {
  readonly ran: boolean;
  readonly runs: readonly { readonly run: string; readonly facts: Readonly<Record<string, number>> }[];
  readonly left: readonly unknown[];
  readonly closed?: readonly unknown[];
  readonly inbox: { readonly runs: readonly unknown[] } | null;
  readonly lint: { readonly run: string } | null;
  readonly forgot?: string | null;
}

/** What a dream may write; journals and caches aside. */
const WRITES =
  /^(?:daily\/|log\.md$|MEMORY\.md$|index\.md$|\.memvault\/(?:ledger|recalls)\/|\.memvault\/(?:reviews|tombstones|marks|recall)\.jsonl$|(?:0_Inbox|1_Projects|2_Wiki|3_Personal|5_Archives)\/)/;
export const UNTRACKED = /^\.git(\/|$)|^\.memvault\/(cache|lock|runs|state\.json)(\/|$)/;
const OWN_OF_A_COPY = /^\.memvault\/(cache|lock)(\/|$)/;
export const DREAM = ['dream', '--batch', '--commit', '--json'];

/** Nights of the clones of a life. */
export class Nights {
  private readonly life: Life;
  private readonly changes = new Map<Clone, () => Changes>();

  constructor(life: Life) {
    this.life = life;
  }

  /** The night after `day`, at an hour at which it is the next day already. Throws with what it wrote and may not. */
  async dream(clone: Clone, day: string, asks: NightAsks): Promise<NightLeft> {
    clone.time = nightOf(day);
    const { name, root, time } = clone;
    const { life } = this;
    const changes = this.changes.get(clone) ?? watchFolder(root, OWN_OF_A_COPY);
    this.changes.set(clone, changes);
    const before = asks.process || asks.tries ? changes() : null;
    const evening = life.digests(root, UNTRACKED);
    const { status, stdout, stderr } = await clone.run(DREAM);
    if (status !== 0) throw new Error(`the night ended with ${status}: ${stdout}${stderr}`);
    const said = JSON.parse(stdout) as Said;
    const digests = life.digests(root, UNTRACKED);
    const written = differing(evening, digests);
    const did =
      said.runs.length > 0 ||
      (said.inbox?.runs.length ?? 0) > 0 ||
      said.lint !== null ||
      (said.forgot ?? null) !== null;
    // 3. and 12.: logs are untouched, and nothing outside of what a dream may write.
    const wrong = written.filter((path) => path.startsWith('daily/')).map((path) => `the dream changed ${path}`);
    wrong.push(...written.filter((path) => !WRITES.test(path)).map((path) => `the dream wrote ${path}`));
    // 7.: no file changes only because a day passed.
    if (!did && written.length > 0) wrong.push(`nothing was to do, and the night wrote ${written.join(', ')}`);
    if (said.left.length > 0 || (said.closed ?? []).length > 0) wrong.push(`the dream left ${stdout}${stderr}`);
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
    checkOwn(clone);
    return {
      name,
      day,
      time,
      knows: clone.knowledge,
      known: life.known,
      removed: life.removedOf(clone),
      said,
      before,
      after: changes(),
      digests,
      asks,
    };
  }
}

/** Early in the morning after a day, by the clock of Berlin. */
export const nightOf = (day: string): number => Date.parse(`${day}T23:50:00Z`) + 2 * 3_600_000;

export function differing(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((path) => a[path] !== b[path]);
}
