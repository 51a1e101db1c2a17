// Invariant 4: facts are decided one by one, and never before their day is over. No run decided a fact of its start day
// or later. The run's id contains that day, so the proof holds in every time zone, and even if the clock was set back
// since, which run-log reports. Facts that have been pending for too long are a note.
import { plural } from '../../model/text.ts';
import { addDays, daysBetween, isDay } from '../../model/day.ts';
import type { LedgerLine } from '../../model/disposition.ts';
import { groupBy } from '../../model/group-by.ts';
import { isDecided, type LintInput } from '../input.ts';
import { claimPlace, error, note, type Remark, type Rule, warning } from '../rule.ts';

/**
 * @example
 *   == daily/2026-07-01.md
 *   - [preference] User prefers tabs ^k3v9x2ab4q
 *   == .memvault/ledger/2026-07.jsonl
 *   {"fact":"k3v9x2ab4q","day":"2026-07-01","as":"set-aside","reason":"no use",\
 * - "run":"r-20260702-0300-7f3a9c","at":"2026-07-01T18:00:00.000Z"}
 * + "run":"r-20260701-2300-7f3a9c","at":"2026-07-01T18:00:00.000Z"}
 *   {"fact":"k3v9x2ab4q","day":"2026-07-01","as":"set-aside","reason":"no use",\
 *   "run":"r-20260701-1130-7f3a9c","at":"2026-07-01T18:30:00.000Z"}
 * @finds error .memvault/ledger/2026-07.jsonl:1
 * @finds error .memvault/ledger/2026-07.jsonl:2
 */
export const pending: Rule = {
  name: 'pending',
  what: 'No fact is consolidated before its day is over.',
  check: (input) => [...tooEarly(input), ...citedToday(input), ...waiting(input)],
};

function tooEarly({ view, placeOf }: LintInput): Remark[] {
  const { lines } = view.ledgerRead;
  const early = lines.filter(isTooEarly);
  const decided = groupBy(
    early.length === 0 ? [] : lines.filter(({ as }) => as !== 'forgotten' && as !== 'pending'),
    (line) => line.fact,
  );
  // A clone further east may have decided it before this one's day was over; then it may be decided again.
  const isAnew = (line: LedgerLine): boolean =>
    decided.get(line.fact)?.some((other) => Date.parse(other.at) < Date.parse(line.at) && !isTooEarly(other)) === true;
  return early
    .filter((line) => !isAnew(line))
    .map((line): Remark =>
      error(placeOf(line), `${line.run} decided ${line.fact} of ${line.day}, before that day was over`),
    );
}

/** A person may forget a fact of today, undo that, or undo a merge that logged it; none of these is consolidation. */
function isTooEarly(line: LedgerLine): boolean {
  const byPerson =
    line.as === 'forgotten' || line.as === 'pending' || (line.as === 'set-aside' && line.engine === 'review');
  return !byPerson && line.day >= firstOpenDay(line);
}

/** The local day on which the run began. */
function firstOpenDay(line: LedgerLine): string {
  const [, year, month, day] = /^r-(\d{4})(\d{2})(\d{2})-/.exec(line.run) ?? [];
  const startDay = line.at.slice(0, 10);
  return year === undefined && isDay(startDay) ? addDays(startDay, 1) : `${year}-${month}-${day}`;
}

function citedToday({ view, today }: LintInput): Remark[] {
  return view.facts.flatMap((fact): Remark[] => {
    const page = fact.day < today || isDecided(view, fact.id) ? undefined : view.citedOn.get(fact.id)?.[0];
    if (page === undefined) return [];
    return [
      warning(
        claimPlace(view, page, fact.id),
        `cites ${fact.id} of ${fact.day}, which is not over`,
        'a dream records it when the day is over',
      ),
    ];
  });
}

function waiting({ view, pending, today, maxWaitDays }: LintInput): Remark[] {
  const facts = pending.facts.filter((fact) => !isDecided(view, fact.id));
  const oldest = facts.reduce((first, fact) => (first && first.day <= fact.day ? first : fact), facts[0]);
  if (!oldest || daysBetween(oldest.day, today) <= maxWaitDays) return [];
  const isOne = facts.length === 1;
  return [
    note(
      oldest,
      `${plural(facts.length, 'fact')} ${isOne ? 'waits' : 'wait'} for a dream, since ${oldest.day}`,
      'run memvault dream; memvault status says why none ran',
    ),
  ];
}
