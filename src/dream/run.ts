// What one run leaves behind beside its pages, its ledger lines and its entry in log.md, and the runs of a vault as
// read back from these, the same in every clone.
import { dayOf, renderSpan } from '../model/day.ts';
import { CITED, DISPOSITIONS, foldLedger, type LedgerLine, OFF_PAGE } from '../model/disposition.ts';
import { compareText } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import type { Append, FileChange, Journal } from '../model/journal.ts';
import { defined } from '../model/json.ts';
import { type Decision, NO_USAGE, type Pass, type Plan, type Usage } from '../model/plan.ts';
import type { ReviewLine } from '../model/review.ts';
import { renderLink } from '../note/link-map.ts';
import { titleFromPath } from '../page/page.ts';
import { plural } from '../model/text.ts';
import { headDigest, renderPassed, renderRunEntry, renderUsage, type RunEntry, undoneRuns } from '../page/run-log.ts';
import { movesLeft, withoutFiles } from '../vault/inbox.ts';
import { RECALLS_DIR } from '../vault/vault.ts';
import { choiceOf } from './plan/draft.ts';

/** `at`: the start of the run. */
export function ledgerLines(decisions: readonly Decision[], run: string, engine: string, at: Date): LedgerLine[] {
  return decisions.map((decision) => ({
    fact: decision.fact,
    day: decision.day,
    ...choiceOf(decision),
    ...(OFF_PAGE.has(decision.as) ? { reason: decision.reason } : {}),
    digest: decision.digest,
    run,
    engine: decision.engine ?? engine,
    at: at.toISOString(),
  }));
}

/** Facts by disposition, only those that occur. */
export function countDispositions(decisions: readonly Pick<Decision, 'as'>[]): Record<string, number> {
  const counts = DISPOSITIONS.map((as) => [as, decisions.filter((decision) => decision.as === as).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

export interface RunSummary {
  /** What it looked over; without it, facts were decided. */
  readonly pass?: Pass | undefined;
  /** Headings that it made. */
  readonly heads?: readonly string[];
  /** Pages whose overview it wrote. */
  readonly overviews?: readonly string[];
  readonly run: string;
  readonly engine: string;
  readonly start: Date;
  readonly decisions: readonly Decision[];
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly watermark: string | null;
  /** What it cost. */
  readonly usage?: Usage;
  /** What a person is asked; told where it decided nothing. */
  readonly questions?: number;
}

/** What a run's entry says of these pages and decisions. */
export function summarise(
  pages: readonly FileChange[],
  decisions: readonly Decision[],
): Pick<RunSummary, 'created' | 'updated' | 'watermark'> {
  return {
    created: pages.filter((page) => page.before === null).map((page) => page.path),
    updated: pages.filter((page) => page.before !== null).map((page) => page.path),
    watermark: daysOf(decisions).at(-1) ?? null,
  };
}

/**
 * The days of what was consolidated, ascending: a fact that is decided anew because of another was consolidated before.
 */
export function daysOf(decisions: readonly Decision[]): string[] {
  return [...new Set(decisions.filter(({ beside }) => beside !== true).map(({ day }) => day))].sort();
}

/** The run's entry for log.md. */
export function renderRun({
  run,
  engine,
  start,
  decisions,
  created,
  updated,
  watermark,
  usage = NO_USAGE,
  questions = 0,
  pass,
  heads = [],
  overviews = [],
}: RunSummary): string {
  const counts = Object.entries(countDispositions(decisions)).map(([as, count]) => `${count} ${as}`);
  const days = daysOf(decisions);
  const cost = renderUsage(usage);
  const written = [
    ...listPages('created', created),
    ...listPages('updated', updated),
    ...listPages(OVERVIEWS, overviews),
    ...(cost === null ? [] : [cost]),
  ];
  const asked = plural(questions, 'new question');
  const day = dayOf(start);
  if (pass !== undefined) {
    const said = [...counts, ...(questions === 0 ? [] : [asked])];
    if (said.length + created.length + updated.length === 0) said.push('nothing to change');
    const made = [...new Set(heads.map(headDigest))];
    const done = [
      [renderPass(pass), ...(said.length === 0 ? [] : [said.join(', ')])].join(': '),
      ...written,
      ...(made.length === 0 ? [] : [`headings ${made.join(' ')}`]),
    ];
    const summary = `${engine}: ${done.join('; ')}`;
    return renderRunEntry({ day, kind: 'curate', about: 'passes', watermark: null, run, summary });
  }
  const [first, last] = [days[0], days.at(-1)];
  const parts = [
    `${plural(decisions.length, 'fact')}: ${decisions.length === 0 ? asked : counts.join(', ')}`,
    ...written,
    ...(first === undefined || last === undefined ? [] : [`sources ${renderSpan({ from: first, to: last })}`]),
  ];
  const summary = `${engine}: ${parts.join('; ')}`;
  return renderRunEntry({ day, kind: 'ingest', about: 'daily logs', watermark, run, summary });
}

const renderPass = ({ kind, page, claims }: Pass): string =>
  kind === 'page'
    ? `${renderPassed(page ?? '')}, ${plural(claims, 'claim')}`
    : `compared ${plural(claims, 'claim')} across pages`;

/** What a run's entry says of its plan: what it looked over, the headings that it set, the overviews that it wrote. */
export function planSummary(
  { engine, pass, changes }: Plan,
  pages: readonly FileChange[],
): Pick<RunSummary, 'engine' | 'pass' | 'heads' | 'overviews'> {
  const heads = changes.flatMap((one) => (one.kind === 'outline' ? one.groups.flatMap(({ head }) => head ?? []) : []));
  const overviews = changes.filter(({ kind, page }) => kind === 'overview' && pages.some(({ path }) => path === page));
  return { engine, pass, heads, overviews: overviews.map(({ page }) => page) };
}

const OVERVIEWS = 'overviews';

/** By page the time at which its overview was last written, in milliseconds: of runs that were not undone. */
export function overviewTimes(entries: readonly RunEntry[]): Map<string, number> {
  const undone = undoneRuns(entries);
  return new Map(
    entries.flatMap(({ run, summary }) => {
      const said = summary.split('; ').find((part) => part.startsWith(`${OVERVIEWS} `));
      if (run === null || said === undefined || undone.has(run)) return [];
      return linkedIn(said).map((page): [string, number] => [page, endOfRun(run)]);
    }),
  );
}

/** `created [Work](3_Personal/Work.md)`, where there are any. */
export function listPages(verb: string, pages: readonly string[]): string[] {
  return pages.length === 0
    ? []
    : [`${verb} ${pages.map((page) => renderLink(titleFromPath(page), 'log.md', page)).join(', ')}`];
}

/** Of an undo every line stays: what a page says in spite of it, the next dream records. */
export function withoutPages(journal: Journal, unwritten: ReadonlyMap<string, string>): Journal {
  if (journal.kind === 'inbox') return withoutFiles(journal, unwritten);
  const pages = journal.pages.filter((page) => !unwritten.has(page.path));
  // The catalogue was made for all the pages; the next dream brings it in step.
  if (journal.plan === null)
    return {
      ...journal,
      pages,
      ...movesLeft(journal, unwritten),
      generated: journal.kind === 'forget' ? journal.generated : [],
    };
  const isWritten = ({ page = '' }: Decision): boolean => !unwritten.has(page);
  const decisions = journal.plan.decisions.filter(isWritten);
  const waiting = new Set(journal.plan.decisions.filter((one) => !isWritten(one)).map(({ fact }) => fact));
  const entry = renderRun({
    ...planSummary(journal.plan, pages),
    run: journal.run,
    start: new Date(journal.start),
    decisions,
    ...summarise(pages, decisions),
    ...defined({ usage: journal.usage }),
  });
  const [log] = journal.appends.slice(-1);
  const ledgers = journal.appends
    .slice(0, -1)
    .map((append): Append =>
      append.path.startsWith(`${RECALLS_DIR}/`) ? append : { ...append, text: withoutFacts(append.text, waiting) },
    );
  const appends =
    (decisions.length === 0 && (journal.plan.pass === undefined || pages.length === 0)) || log === undefined
      ? []
      : [...ledgers.filter((append) => append.text !== ''), { ...log, text: titleOf(log) + entry }];
  return { ...journal, pages, appends, generated: [] };
}

function withoutFacts(text: string, facts: ReadonlySet<string>): string {
  return text
    .split(/(?<=\n)/)
    .filter((line) => line.trim() === '' || !factsOf(line).some((fact) => facts.has(fact)))
    .join('')
    .trimStart();
}

/** Those of a line of the ledger, or of a review: one about a fact that waits is asked when that is decided. */
function factsOf(line: string): readonly string[] {
  const { fact, facts = [] } = JSON.parse(line) as Partial<Pick<LedgerLine, 'fact'> & Pick<ReviewLine, 'facts'>>;
  return fact === undefined ? facts : [fact];
}

/** The title that a new `log.md` begins with. */
const titleOf = ({ at, text }: Append): string => (at === 0 ? text.slice(0, text.indexOf('\n## ')) : '');

// Whose decision on a fact holds, and which one held before some runs made theirs. A line that an undo wrote stands
// for an older run's decision.

/**
 * The decision that holds, as the run that made it wrote it; null where a fact has none, or is pending again.
 * `history`: all lines of one fact.
 */
export function decisionOf(history: readonly LedgerLine[]): LedgerLine | null {
  const held = lastWord(history);
  if (held === null || held.undoes === undefined) return held;
  if (held.as === 'pending') return null;
  const standing = standingIn(history, new Set());
  return standing.filter((line) => isSameDecision(line, held)).at(-1) ?? lastWord(standing) ?? held;
}

/** The decision that holds once these runs are taken back, too; null for none. */
export function formerOf(history: readonly LedgerLine[], taken: ReadonlySet<string>): LedgerLine | null {
  return lastWord(standingIn(history, taken));
}

/** Lines that decided something, and that nothing took back. */
function standingIn(history: readonly LedgerLine[], taken: ReadonlySet<string>): LedgerLine[] {
  const undone = new Set(history.flatMap((line) => line.undoes ?? []));
  return history.filter((line) => line.undoes === undefined && !undone.has(line.run) && !taken.has(line.run));
}

function lastWord(history: readonly LedgerLine[]): LedgerLine | null {
  const [held] = foldLedger(history).values();
  return held ?? null;
}

const isSameDecision = (a: LedgerLine, b: LedgerLine): boolean =>
  (['as', 'page', 'of', 'by', 'with', 'digest'] as const).every((key) => a[key] === b[key]);

export interface PastRun {
  readonly run: string;
  /**
   * `undo`: it took others back; `dream`: a dream, a correction by hand, or a run that wrote pages and decided nothing.
   */
  readonly kind: 'dream' | 'undo';
  readonly lines: readonly LedgerLine[];
  /** Pages that it wrote, as log.md names them; where that has no entry of it, those of its facts. */
  readonly pages: ReadonlySet<string>;
  /** A dream that a person took back. */
  readonly undone: boolean;
}

export interface History {
  /** The oldest first. */
  readonly runs: readonly PastRun[];
  /** By fact every line of the ledger. */
  readonly linesOf: ReadonlyMap<string, readonly LedgerLine[]>;
}

/** `own`: runs that this clone made itself, which stand in log.md in the order in which they were made. */
export function readHistory(
  lines: readonly LedgerLine[],
  entries: readonly RunEntry[],
  own: ReadonlySet<string>,
): History {
  const byRun = groupBy(lines, (line) => line.run);
  const linesOf = groupBy(lines, (line) => line.fact);
  const places = new Map(entries.flatMap(({ run }, place): [string, number][] => (run === null ? [] : [[run, place]])));
  const entryOf = (run: string): RunEntry | undefined => entries[places.get(run) ?? -1];
  const named = undoneRuns(entries);
  const taken = new Set(lines.flatMap(({ undoes }) => undoes ?? []));
  const pastRun = (run: string, kind: PastRun['kind'], undone: boolean): PastRun => {
    const its = byRun.get(run) ?? [];
    return { run, kind, lines: its, pages: pagesOf(entryOf(run), its), undone };
  };
  const isTaken = (run: string, its: readonly LedgerLine[]): boolean =>
    taken.has(run) && !its.some((line) => decisionOf(linesOf.get(line.fact) ?? [])?.run === run);
  const dreams = [...byRun]
    .filter(([run, its]) => isDream(entryOf(run)?.kind, its))
    .map(([run, its]) => pastRun(run, 'dream', named.has(run) || isTaken(run, its)));
  const writers = entries.flatMap((entry): PastRun[] =>
    entry.run === null || byRun.has(entry.run) || entryOf(entry.run) !== entry || !isWriter(entry)
      ? []
      : [pastRun(entry.run, 'dream', named.has(entry.run))],
  );
  const undos = new Set([
    ...entries.filter(({ kind }) => kind === 'undo').flatMap(({ run }) => run ?? []),
    ...lines.filter((line) => line.undoes !== undefined).map((line) => line.run),
  ]);
  const takers = [...undos].map((run) => pastRun(run, 'undo', false));
  return { runs: inOrder([...dreams, ...writers, ...takers], places, own), linesOf };
}

/** Dreams, and what a person decided in the place of one. */
const TAKEN_BACK: ReadonlySet<RunEntry['kind']> = new Set<RunEntry['kind']>(['ingest', 'curate', 'fix', 'review']);

function isDream(kind: RunEntry['kind'] | undefined, lines: readonly LedgerLine[]): boolean {
  return (
    TAKEN_BACK.has(kind ?? 'ingest') &&
    lines.some((line) => line.undoes === undefined && line.as !== 'forgotten' && line.as !== 'pending')
  );
}

const WRITERS: ReadonlySet<RunEntry['kind']> = new Set<RunEntry['kind']>(['lint', 'tags', 'inbox', 'curate']);

/**
 * A run that decides no fact, and wrote: its entry links to what, or says that it asked. One that only looked has
 * nothing to take back.
 */
const isWriter = ({ kind, summary }: RunEntry): boolean =>
  (WRITERS.has(kind) && summary.search(LINK) >= 0) || ((kind === 'ingest' || kind === 'curate') && ASKED.test(summary));

/** `0 facts: 2 new questions`, as `renderRun` has it. */
const ASKED = /[:,] \d+ new questions?(?:;|$)/;

const LINK = /\[(?:\\.|[^\\\]])*\]\(([^()\s]+)\)/g;

/** The entry links to every page that the run wrote. */
function pagesOf(entry: RunEntry | undefined, lines: readonly LedgerLine[]): Set<string> {
  if (entry === undefined)
    return new Set(lines.flatMap((line) => (line.page !== undefined && CITED.has(line.as) ? [line.page] : [])));
  return new Set(linkedIn(entry.summary));
}

const linkedIn = (summary: string): string[] =>
  [...summary.matchAll(LINK)].flatMap(([, target = '']) => decodePath(target));

function decodePath(target: string): string[] {
  try {
    return [decodeURIComponent(target)];
  } catch {
    return [];
  }
}

/**
 * By the ledger's time, else the minute of the id, then the place in log.md. A clock that was wrong does not turn this
 * clone's own around.
 */
function inOrder(runs: readonly PastRun[], places: ReadonlyMap<string, number>, own: ReadonlySet<string>): PastRun[] {
  const timeOf = ({ run, kind, lines }: PastRun): number =>
    Math.max(
      lines.length === 0 && kind === 'dream' ? minuteOf(run) : 0,
      ...lines
        .slice(0, 1)
        .map((line) => Date.parse(line.at))
        .filter((at) => !Number.isNaN(at)),
    );
  const placeOf = ({ run }: PastRun): number => places.get(run) ?? Infinity;
  const byPlace = (a: PastRun, b: PastRun): number =>
    placeOf(a) === placeOf(b) ? compareText(a.run, b.run) : placeOf(a) - placeOf(b);
  const sorted = [...runs].sort((a, b) => timeOf(a) - timeOf(b) || byPlace(a, b));
  const isOwn = (past: PastRun): boolean => own.has(past.run) && places.has(past.run);
  const mine = sorted.filter(isOwn).sort(byPlace).values();
  return sorted.map((past) => (isOwn(past) ? (mine.next().value ?? past) : past));
}

/** When a run began, by its id: a local minute, so of another clone's only nearly. 0 for what is no id. */
function minuteOf(run: string): number {
  const [, year = '', month = '', day = '', hour = '', minute = ''] =
    /^r-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)-/.exec(run) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00`);
  return Number.isNaN(at) ? 0 : at;
}

/** When a run was over: what was decided in the minute of its start, it saw. */
export const endOfRun = (run: string): number => minuteOf(run) + 60_000;
