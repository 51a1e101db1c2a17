// All that happened to a fact since it was logged, in order: each run that touched it with engine and reason, what a
// person was asked and said, marks. From the ledger, reviews, marks, tombstones and log.md. Pure.
import type { LedgerLine } from '../model/disposition.ts';
import { compareText } from '../model/fact.ts';
import type { RunKind } from '../model/journal.ts';
import type { MarkLine } from '../model/page.ts';
import type { ReviewLine } from '../model/review.ts';
import type { TombstoneLine } from '../model/tombstone.ts';
import type { RunEntry } from '../page/run-log.ts';
import { localDay } from './course.ts';

/** One thing that happened to a fact. */
export interface Touch {
  /** Local day. */
  readonly date: string;
  /** ISO in UTC; the day alone where only log.md tells of it. */
  readonly at: string;
  /** Null for a mark, which is no run. */
  readonly run: string | null;
  /** The kind of the run's entry in log.md; null where it has none. */
  readonly kind: RunKind | null;
  readonly engine: string | null;
  /** The disposition, where it was a decision of the ledger. */
  readonly as?: string;
  /** One clause, such as `placed on 3_Personal/Work.md`. Holds no word of a fact. */
  readonly did: string;
  /** One sentence; null where only the run's journal knew it, and this clone has no journal of that run. */
  readonly reason: string | null;
  /** A person took the run back. */
  readonly undone: boolean;
}

export interface TouchInput {
  /** Those of the fact, oldest first. */
  readonly lines: readonly LedgerLine[];
  readonly marks: readonly MarkLine[];
  readonly reviews: readonly ReviewLine[];
  readonly tombstones: readonly TombstoneLine[];
  readonly entries: readonly RunEntry[];
  readonly isUndone: (run: string) => boolean;
  /** Why the run decided so, from its journal; null where that is not here. */
  readonly reasonOf: (run: string, fact: string) => string | null;
}

/** All that happened to the fact of this id, the oldest first. */
export function touchesOf(
  fact: string,
  { lines, marks, reviews, tombstones, entries, isUndone, reasonOf }: TouchInput,
): Touch[] {
  const entryOf = new Map(
    entries.flatMap((entry): [string, RunEntry][] => (entry.run === null ? [] : [[entry.run, entry]])),
  );
  const signed = (run: string): Pick<Touch, 'run' | 'kind' | 'undone'> => ({
    run: run === '' ? null : run,
    kind: entryOf.get(run)?.kind ?? null,
    undone: isUndone(run),
  });
  const touches: Touch[] = [
    ...lines.map((line): Touch => ({
      ...signed(line.run),
      date: localDay(line.at),
      at: line.at,
      engine: line.engine,
      as: line.as,
      did: whatLineDid(line),
      reason: reasonOf(line.run, fact) ?? line.reason ?? null,
    })),
    ...reviews.map((line): Touch => ({
      ...signed(line.run),
      date: localDay(line.at),
      at: line.at,
      engine: null,
      did: whatReviewSays(fact, line),
      reason: line.status === 'pending' ? line.reason : null,
    })),
    ...marks.map(({ at, mark }): Touch => ({
      date: localDay(at),
      at,
      run: null,
      kind: null,
      engine: null,
      did: mark === 'pin' ? 'pinned by hand' : 'unpinned by hand',
      reason: null,
      undone: false,
    })),
    ...tombstones
      .filter((line) => !lines.some(({ run }) => run === line.run))
      .map((line): Touch => ({
        ...signed(line.run),
        date: localDay(line.at),
        at: line.at,
        engine: null,
        did: 'undone' in line ? 'remembered again' : 'forgotten',
        reason: null,
      })),
  ];
  const told = new Set(touches.map(({ run }) => run));
  const others = entries.flatMap((entry): Touch[] =>
    entry.run === null || told.has(entry.run) || !entry.summary.includes(fact)
      ? []
      : [
          {
            ...signed(entry.run),
            date: entry.day,
            at: entry.day,
            engine: null,
            did: withoutPages(entry.summary),
            reason: null,
          },
        ],
  );
  return [...touches, ...others].sort((a, b) => compareText(a.at, b.at));
}

function whatLineDid({ as, page, of, by, with: other, undoes }: LedgerLine): string {
  const on = page === undefined ? '' : ` on ${page}`;
  const words: Readonly<Record<string, string>> = {
    placed: `placed${on}`,
    duplicate: of === undefined ? `found to be said already${on}` : `found to say the same as ${of}${on}`,
    superseded: by === undefined ? `superseded${on}` : `superseded by ${by}${on}`,
    conflict: other === undefined ? `found to contradict another${on}` : `found to contradict ${other}${on}`,
    'set-aside': 'set aside, on no page',
    quarantined: 'quarantined: it could not be decided',
    pending: 'pending again',
  };
  const did = words[as] ?? as;
  if (undoes === undefined) return did;
  return as === 'pending'
    ? `pending again, since ${undoes} was taken back`
    : `${did} again, since ${undoes} was taken back`;
}

/** What a review asks about a fact; the ids of the other facts follow. */
export const ASKED: Readonly<Record<ReviewLine['kind'], string>> = {
  merge: 'whether to merge it with',
  supersede: 'whether it replaces, or is replaced by,',
  contradiction: 'which holds, it or',
};
const SAID: Readonly<Record<Exclude<ReviewLine['status'], 'pending'>, string>> = {
  approved: 'approved',
  rejected: 'rejected: both stay',
  expired: 'nobody decided, both stay',
  withdrawn: 'withdrawn, there is nothing to decide any more',
};

function whatReviewSays(fact: string, { id, kind, status, facts }: ReviewLine): string {
  const others = facts.filter((other) => other !== fact).join(', ');
  return status === 'pending'
    ? `you are asked ${ASKED[kind]} ${others} (review ${id})`
    : `review ${id}: ${SAID[status]}`;
}

/** Without the links to the pages that a run wrote, with which its entry in log.md ends. */
function withoutPages(summary: string): string {
  return summary
    .replace(/; (?:created|updated|removed|restored) \[.*$/s, '')
    .replace(/\[((?:\\.|[^\\\]])*)\]\([^)]*\)/g, '$1');
}
