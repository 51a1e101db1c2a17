// The runs: none decides before a day is over, and log.md and the ledger tell of the same.
import { addDays, daysBetween, isDay } from '../../model/day.ts';
import type { LedgerLine } from '../../model/disposition.ts';
import { groupBy } from '../../model/group-by.ts';
import { RUN_KINDS } from '../../model/journal.ts';
import { nearest, plural } from '../../model/text.ts';
import { fencedLines, splitLines } from '../../note/lines.ts';
import { RUN_LOG_FILE } from '../../vault/vault.ts';
import { isDecided, type LintInput } from '../input.ts';
import { claimPlace, error, note, quote, type Remark, type Rule, warning } from '../rule.ts';

// Invariant 4: facts are decided one by one, and never before their day is over. No run decided a fact of its start day
// or later. The run's id contains that day, so the proof holds in every time zone, and even if the clock was set back
// since, which run-log reports. Facts that have been pending for too long are a note.

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

// log.md and the ledger have the same runs, and the entries are readable: a malformed header is ignored, and so is a
// watermark that is not a date or that the run cannot have reached. Runs dated in the future are reported once, since
// the clock was or is wrong. Anything else in log.md is a person's own.

/**
 * @example
 *   == .memvault/ledger/2026-07.jsonl
 *   {"fact":"k3v9x2ab4q","as":"set-aside","reason":"no use","run":"r-20260702-0300-7f3a9c"}
 *   == log.md
 *   # Log
 *
 * - ## [2026-07-02] ingest | daily logs  watermark=2026-07-01
 * + ## [2026-07-02] injest | daily logs  watermark=2026-07-01
 *   r-20260702-0300-7f3a9c, rules/1: 1 fact: 1 set-aside; sources 2026-07-01
 *
 *   ## [2026-07-02] query | an entry of another tool
 * +
 * + ## [2026-07-03] skip | too few facts  watermark=2026-07-32
 * @finds warning log.md:1
 * @finds warning log.md:3
 * @finds warning log.md:8
 */
export const runLog: Rule = {
  name: 'run-log',
  what: 'log.md and the ledger record the same runs.',
  check: (input) => [
    ...almostEntries(input),
    ...days(input),
    ...aheadOfToday(input),
    ...missingInLog(input),
    ...missingInLedger(input),
  ],
};

/** A header with a date in brackets; the group is the word after it. */
const ALMOST = /^\s{0,3}#{1,6}\s*\[?\s*\d{4}-\d{1,2}-\d{1,2}\s*\]?\s*:?\s*([\w-]*)/;

function almostEntries({ files, runLog }: LintInput): Remark[] {
  const lines = splitLines(files.find((file) => file.path === RUN_LOG_FILE)?.text ?? '');
  const fenced = fencedLines(lines);
  const entries = new Set(runLog.map((entry) => entry.line));
  return lines.flatMap((line, index): Remark[] => {
    const kind = line.includes('#') && !entries.has(index + 1) && !fenced[index] ? ALMOST.exec(line)?.[1] : undefined;
    if (kind === undefined) return [];
    // Other tools keep similar journals with their own words.
    const meant = nearest(kind, RUN_KINDS);
    if (meant === null && !/\bwatermark=/.test(line)) return [];
    return [
      warning(
        { path: RUN_LOG_FILE, line: index + 1 },
        `malformed entry, read as prose: ${quote(line)}`,
        `write it as ## [2026-07-02] ${meant ?? 'ingest'} | daily logs  watermark=2026-07-01`,
      ),
    ];
  });
}

function days({ runLog, today }: LintInput): Remark[] {
  return runLog.flatMap((entry): Remark[] => {
    const say = (message: string, fix: string | null): Remark =>
      warning({ path: RUN_LOG_FILE, line: entry.line }, message, fix);
    const found: Remark[] = isDay(entry.day) ? [] : [say(`invalid date: ${entry.day}`, null)];
    const { watermark } = entry;
    if (watermark === null || (entry.kind !== 'ingest' && entry.kind !== 'skip')) return found;
    if (!isDay(watermark))
      found.push(
        say(`invalid watermark: ${watermark} (ignored)`, 'pending facts are counted one by one, so nothing is lost'),
      );
    else if (watermark >= entry.day || (watermark > today && !isAhead(entry.day, today)))
      found.push(
        say(
          `the watermark ${watermark} is ${watermark > today ? 'in the future' : 'no earlier than its run'}`,
          'pending facts are counted one by one, so nothing is lost',
        ),
      );
    return found;
  });
}

/** Further ahead than any time zone. */
const isAhead = (day: string, today: string): boolean => isDay(day) && day > addDays(today, 1);

/**
 * One remark for all such runs: the files do not tell which clock was wrong, and once the days have passed nothing is
 * wrong.
 */
function aheadOfToday({ runLog, today }: LintInput): Remark[] {
  const ahead = runLog.filter(({ day }) => isAhead(day, today));
  const days = ahead.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const what =
    ahead.length === 1
      ? `a run is dated ${last}, which is`
      : `${ahead.length} runs are dated ${first === last ? last : `${first} to ${last}`}, which is`;
  return [
    warning(
      { path: RUN_LOG_FILE, line: Math.min(...ahead.map(({ line }) => line)) },
      `${what} in the future: the clock was wrong then or is wrong now`,
      `check that the clock is right (by it today is ${today}); nothing is lost, and from ${last} on this is ` +
        'no longer reported',
    ),
  ];
}

/** The runs in the ledger, in order, with their number of facts. */
function ledgerRuns({ view }: LintInput): Map<string, number> {
  const runs = new Map<string, number>();
  for (const { run } of view.ledgerRead.lines) runs.set(run, (runs.get(run) ?? 0) + 1);
  return runs;
}

function missingInLog(input: LintInput): Remark[] {
  const named = new Set(input.runLog.map((entry) => entry.run));
  return [...ledgerRuns(input)]
    .filter(([run]) => !named.has(run))
    .map(([run, facts]): Remark =>
      warning(
        { path: RUN_LOG_FILE },
        `${run} decided ${plural(facts, 'fact')}, says the ledger, and has no entry here`,
        'restore the entry from git or a backup',
      ),
    );
}

/** A run that decided nothing: it only asked a person or examined what is pending. */
const ASKED = /: 0 facts: /;

function missingInLedger(input: LintInput): Remark[] {
  const runs = ledgerRuns(input);
  return input.runLog
    .filter(({ kind, run, summary }) => kind === 'ingest' && run !== null && !runs.has(run) && !ASKED.test(summary))
    .map((entry): Remark =>
      error(
        { path: RUN_LOG_FILE, line: entry.line },
        `the ledger has no line of ${entry.run}; its facts count as undecided`,
        'restore the lines of the ledger from git or a backup',
      ),
    );
}
