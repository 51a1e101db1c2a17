// How sure memvault was of a fact on each day since it happened, and how sure it will be if nobody recalls it: from its
// line, its marks and recalls, and what the ledger said of it by each day. Pure.
import { confidenceOn, fadesOn, type Fading, standingOf } from '../model/confidence.ts';
import { dayOf } from '../model/day.ts';
import type { LedgerLine } from '../model/disposition.ts';
import { eventDay, type Fact } from '../model/fact.ts';
import { isPinned, type MarkLine } from '../model/page.ts';
import type { Recalled } from '../model/recall.ts';

/** Something that changed the course of its confidence, and the local day on which it happened. */
export interface Moment {
  readonly day: string;
  readonly what: 'recalled' | 'superseded' | 'current again' | 'pinned' | 'unpinned';
}

/** Why its confidence no longer changes; null for a fact that fades. */
export type Stays = 'pinned' | 'superseded' | 'never fades' | 'nothing fades' | null;

/** The confidence of one fact over time. Days are local ones. */
export interface Course {
  /** From 0 to 1, on a day not before `from`. For a day after today: as it will be without another recall. */
  readonly on: (day: string) => number;
  /** The day of its event; today for an event that is still to come. */
  readonly from: string;
  readonly today: string;
  readonly now: number;
  /** The first day, past or to come, on which it counts as faded; null where it never does. */
  readonly fadesOn: string | null;
  readonly stays: Stays;
  /** Up to today, in their order. */
  readonly moments: readonly Moment[];
}

export interface CourseInput {
  /** All lines of this fact in the ledger, oldest first; the last is the one that holds. */
  readonly lines: readonly LedgerLine[];
  /** Those of this fact, oldest first. */
  readonly marks: readonly MarkLine[];
  /** The local day of a fact that no dream has placed yet and that says it supersedes this one; null for none. */
  readonly over?: string | null;
  /** Those of this fact. */
  readonly recalls: readonly Recalled[];
  readonly fading: Fading;
  /** The local day. */
  readonly today: string;
}

/** The course of a fact from its event to today, and on from there. */
export function courseOf(fact: Fact, { lines, marks, over = null, recalls, fading, today }: CourseInput): Course {
  const recalled = recalls
    .map(({ last }) => localDay(last))
    .filter((day) => day !== '')
    .sort();
  const stateOn = (day: string) =>
    standingOf(
      fact,
      {
        pinned: isPinned(
          fact,
          new Map(marks.filter(({ at }) => localDay(at) <= day).map((mark) => [mark.fact, mark.mark === 'pin'])),
        ),
        superseded:
          lines.findLast(({ at }) => localDay(at) <= day)?.as === 'superseded' || (over !== null && over <= day),
        recalled: recalled.findLast((other) => other <= day) ?? null,
      },
      fading,
    );
  const now = stateOn(today);
  const event = eventDay(fact);
  return {
    on: (day) => confidenceOn(day, day < today ? stateOn(day) : now, fading),
    from: event < today ? event : today,
    today,
    now: confidenceOn(today, now, fading),
    fadesOn: fadesOn(now, fading),
    stays: !now.lasts
      ? null
      : marks.at(-1)?.mark === 'pin' || isPinned(fact, new Map(marks.map((mark) => [mark.fact, mark.mark === 'pin'])))
        ? 'pinned'
        : lines.at(-1)?.as === 'superseded' || over !== null
          ? 'superseded'
          : fading.fade === 'off'
            ? 'nothing fades'
            : 'never fades',
    moments: [
      ...recalled.map((day): Moment => ({ day, what: 'recalled' })),
      ...marks.map(({ at, mark }): Moment => ({ day: localDay(at), what: mark === 'pin' ? 'pinned' : 'unpinned' })),
      ...(over === null ? [] : [{ day: over, what: 'superseded' } as const]),
      ...lines.flatMap((line, at): Moment[] => {
        const was = lines[at - 1]?.as === 'superseded';
        return was === (line.as === 'superseded')
          ? []
          : [{ day: localDay(line.at), what: was ? 'current again' : 'superseded' }];
      }),
    ]
      .filter(({ day }) => day !== '' && day <= today)
      .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
  };
}

/** The local day of a time as the files hold it, ISO in UTC; empty for text that is no time. */
export function localDay(at: string): string {
  const instant = new Date(at);
  return Number.isNaN(instant.getTime()) ? '' : dayOf(instant);
}
