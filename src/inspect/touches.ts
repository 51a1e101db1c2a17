// What happened to a fact since it was logged, run by run, and its confidence over time; what the last night did.
import { confidenceOn, fadesOn, type Standing, standingOf } from '../model/confidence.ts';
import { dayOf } from '../model/day.ts';
import { DISPOSITIONS, type LedgerLine, type TombstoneLine } from '../model/disposition.ts';
import { compareText, eventDay, type Fact } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import type { RunKind } from '../model/journal.ts';
import { isPinned, type MarkLine } from '../model/page.ts';
import { addRecalls, type Recalled } from '../model/recall.ts';
import type { ReviewLine } from '../model/review.ts';
import { NIGHT_KINDS, type RunEntry, undoneRuns } from '../page/run-log.ts';
import { isForgotten, type View } from '../vault/view.ts';

/** One thing that happened to a fact. */
export interface Touch {
  /** Local day. */
  readonly date: string;
  /** ISO in UTC; only the day if log.md is the only source. */
  readonly at: string;
  /** Null for a mark, which belongs to no run. */
  readonly run: string | null;
  /** The kind of the run's log.md entry; null without one. */
  readonly kind: RunKind | null;
  readonly engine: string | null;
  /** The disposition, for a ledger decision. */
  readonly as?: string;
  /** One clause, such as `placed on 3_Personal/Work.md`. Contains no words of a fact. */
  readonly did: string;
  /** One sentence; null if only the run's journal has it and that is not in this clone. */
  readonly reason: string | null;
  /** A person undid the run. */
  readonly undone: boolean;
}

export interface TouchInput {
  /** This fact's lines, oldest first. */
  readonly lines: readonly LedgerLine[];
  readonly marks: readonly MarkLine[];
  readonly reviews: readonly ReviewLine[];
  readonly tombstones: readonly TombstoneLine[];
  readonly entries: readonly RunEntry[];
  readonly isUndone: (run: string) => boolean;
  /** The run's reason for the decision, from its journal; null if that is not here. */
  readonly reasonOf: (run: string, fact: string) => string | null;
}

/** Everything that happened to a fact, oldest first. */
export function touchesOf(
  fact: string,
  { lines, marks, reviews, tombstones, entries, isUndone, reasonOf }: TouchInput,
): Touch[] {
  const entryOf = new Map(
    entries.flatMap((entry): [string, RunEntry][] => (entry.run === null ? [] : [[entry.run, entry]])),
  );
  const touchIn = (run: string, at: string, did: string): Touch => ({
    date: localDay(at),
    at,
    run: run === '' ? null : run,
    kind: entryOf.get(run)?.kind ?? null,
    engine: null,
    did,
    reason: null,
    undone: isUndone(run),
  });
  const touches: Touch[] = [
    ...lines.map((line) => ({
      ...touchIn(line.run, line.at, whatLineDid(line)),
      engine: line.engine,
      as: line.as,
      reason: reasonOf(line.run, fact) ?? line.reason ?? null,
    })),
    ...reviews.map((line) => ({
      ...touchIn(line.run, line.at, whatReviewSays(fact, line)),
      reason: line.status === 'pending' ? line.reason : null,
    })),
    ...marks.map(({ at, mark }) => touchIn('', at, mark === 'pin' ? 'pinned by hand' : 'unpinned by hand')),
    ...tombstones
      .filter((line) => !lines.some(({ run }) => run === line.run))
      .map((line) => touchIn(line.run, line.at, 'undone' in line ? 'remembered again' : 'forgotten')),
  ];
  const told = new Set(touches.map(({ run }) => run));
  const others = entries.flatMap(({ run, day, summary }): Touch[] =>
    run === null || told.has(run) || !summary.includes(fact)
      ? []
      : [{ ...touchIn(run, day, withoutPages(summary)), date: day }],
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
    ? `pending again, because ${undoes} was undone`
    : `${did} again, because ${undoes} was undone`;
}

/** What a review asks about a fact; the other facts' ids follow. */
export const ASKED: Readonly<Record<ReviewLine['kind'], string>> = {
  merge: 'whether to merge it with',
  supersede: 'whether it replaces, or is replaced by,',
  contradiction: 'which holds, it or',
  page: 'whether a night may change it along with',
  skill: 'whether a skill is to be made of it and',
  lesson: 'whether lessons are to be drawn from it and',
};
const SAID: Readonly<Record<Exclude<ReviewLine['status'], 'pending'>, string>> = {
  queued: 'a second look is still to come',
  approved: 'approved',
  rejected: 'rejected: both stay',
  expired: 'nobody decided, both stay',
  withdrawn: 'withdrawn: nothing left to decide',
};

function whatReviewSays(fact: string, { id, kind, status, facts }: ReviewLine): string {
  const others = facts.filter((other) => other !== fact).join(', ');
  return status === 'pending'
    ? `you are asked ${ASKED[kind]} ${others} (review ${id})`
    : `review ${id}: ${SAID[status]}`;
}

/** Removes the page links at the end of a log.md entry. */
function withoutPages(summary: string): string {
  return summary
    .replace(/; (?:created|updated|removed|restored) \[.*$/s, '')
    .replace(/\[((?:\\.|[^\\\]])*)\]\([^)]*\)/g, '$1');
}

/** Why its confidence is constant; null for a fact that fades. */
export type Stays = 'pinned' | 'superseded' | 'never fades' | null;

/** One fact's confidence over time. Days are local. */
export interface Course {
  /** From 0 to 1, on a day not before `from`. After today: assuming no further recall. */
  readonly on: (day: string) => number;
  /** The day of its event; today for a future event. */
  readonly from: string;
  readonly today: string;
  readonly now: number;
  /** The first day, past or future, on which it counts as faded; null if never. */
  readonly fadesOn: string | null;
  readonly stays: Stays;
}

interface CourseInput {
  /** This fact's ledger lines, oldest first; the last one is valid. */
  readonly lines: readonly LedgerLine[];
  /** This fact's marks, oldest first. */
  readonly marks: readonly MarkLine[];
  /** The local day of an unplaced fact that supersedes this one; null for none. */
  readonly over?: string | null;
  /** This fact's recalls. */
  readonly recalls: readonly Recalled[];
  /** The local day. */
  readonly today: string;
}

/** A fact's confidence from its event to today and into the future. */
export function courseOf(fact: Fact, { lines, marks, over = null, recalls, today }: CourseInput): Course {
  const recalled = recalls
    .map(({ last }) => localDay(last))
    .filter((day) => day !== '')
    .sort();
  const pinnedBy = (known: readonly MarkLine[]): boolean =>
    isPinned(fact, new Map(known.map((mark) => [mark.fact, mark.mark === 'pin'])));
  const stateOn = (day: string) =>
    standingOf(fact, {
      pinned: pinnedBy(marks.filter(({ at }) => localDay(at) <= day)),
      superseded:
        lines.findLast(({ at }) => localDay(at) <= day)?.as === 'superseded' || (over !== null && over <= day),
      recalled: recalled.findLast((other) => other <= day) ?? null,
    });
  const now = stateOn(today);
  const event = eventDay(fact);
  return {
    on: (day) => confidenceOn(day, day < today ? stateOn(day) : now),
    from: event < today ? event : today,
    today,
    now: confidenceOn(today, now),
    fadesOn: fadesOn(now),
    stays: !now.lasts
      ? null
      : pinnedBy(marks)
        ? 'pinned'
        : lines.at(-1)?.as === 'superseded' || over !== null
          ? 'superseded'
          : 'never fades',
  };
}

/** The local day of an ISO time in UTC; empty for invalid text. */
export function localDay(at: string): string {
  const instant = new Date(at);
  return Number.isNaN(instant.getTime()) ? '' : dayOf(instant);
}

/** Returns a function that gives a fact's state for fading, from the view's pins and ledger and from these recalls. */
export function standingsIn(view: View, recalled: ReadonlyMap<string, Recalled>): (fact: Fact) => Standing {
  return (fact) =>
    standingOf(fact, {
      pinned: view.pinned.has(fact.id),
      superseded: view.ledger.get(fact.id)?.as === 'superseded',
      recalled: localDay(recalled.get(fact.id)?.last ?? '') || null,
    });
}

/** Combines the recalls of each fact. */
export function recallsByFact(recalls: readonly (Recalled & { readonly fact: string })[]): Map<string, Recalled> {
  const recalled = new Map<string, Recalled>();
  for (const recall of recalls) addRecalls(recalled, recall.fact, recall);
  return recalled;
}

// What the last night changed, from log.md and the ledger. Pure.

export interface LastNight {
  /** Local day of its runs. */
  readonly day: string;
  readonly runs: readonly string[];
  /** By disposition how many facts have it because of these runs. */
  readonly facts: Readonly<Record<string, number>>;
  readonly pages: readonly string[];
  /** Statements that later ones replaced. */
  readonly updates: readonly { readonly from: string; readonly to: string }[];
}

/** Null before the first, and where all were taken back. */
export function readLastNight(entries: readonly RunEntry[], view: View): LastNight | null {
  const undone = undoneRuns(entries);
  const nights = entries.filter(({ kind, run }) => NIGHT_KINDS.has(kind) && run !== null && !undone.has(run));
  const day = nights.reduce((last, entry) => (entry.day > last ? entry.day : last), '');
  const runs = nights.flatMap((entry) => (entry.day === day && entry.run !== null ? [entry.run] : []));
  if (runs.length === 0) return null;
  const lines = [...view.ledger.values()].filter(({ run }) => runs.includes(run));
  const counts = groupBy(lines, ({ as }) => as);
  return {
    day,
    runs,
    facts: Object.fromEntries(
      DISPOSITIONS.flatMap((as) => (counts.has(as) ? [[as, counts.get(as)?.length ?? 0]] : [])),
    ),
    pages: [...new Set(lines.flatMap(({ page }) => page ?? []))].sort(),
    updates: lines.flatMap((line) => updateOf(line, view)),
  };
}

function updateOf({ as, fact, by = '' }: LedgerLine, view: View): LastNight['updates'] {
  const [from, to] = [fact, by].map((id) => (isForgotten(id, view) ? undefined : view.factById.get(id)?.text));
  return as === 'superseded' && from !== undefined && to !== undefined ? [{ from, to }] : [];
}
