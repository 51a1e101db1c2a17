// `memvault report`: statistics of a vault: a sparkline for each number over time, then bars and counts. Writes
// nothing.
import { AHEAD, type Stats, statsOf, type Unit } from '../../inspect/report.ts';
import { plain } from '../../model/controls.ts';
import { checkOrder, dayOf } from '../../model/day.ts';
import { plural } from '../../model/text.ts';
import type { LeftOut } from '../../page/rank-summary.ts';
import type { Context } from '../../tasks/context.ts';
import { readRecallTimes } from '../../vault/recalls.ts';
import { readRunLog } from '../../vault/record-run.ts';
import { reportSummary, type SummaryReport } from '../../vault/summary.ts';
import { readView } from '../../vault/view.ts';
import { dayFlag, NOTHING_LOGGED } from '../filter-flags.ts';
import { section } from '../render/explain.ts';
import { drawBar, drawSpark, type PlotFace, plotFaceOf } from '../render/plot.ts';
import { type Command, EXIT, isOn } from '../spec.ts';
import { type Face, faceOf, fit, linesOf, padTo, widthOf, wrap } from '../terminal/face.ts';

export const run: Command = async (context, { values }) => {
  const { world, vault, answer } = context;
  if (isOn(values, 'memory')) return reportMemory(context);
  const now = world.now();
  const [since, until] = [dayFlag(values, 'since', now), dayFlag(values, 'until', now)];
  checkOrder(since, until);
  const progress = await answer.progress();
  progress.update('reading the vault', 0, 0);
  const view = readView(vault);
  progress.update('counting', 0, 0);
  const stats = statsOf({
    view,
    entries: readRunLog(vault),
    recalls: readRecallTimes(vault, now),
    today: dayOf(now),
    since,
    until,
  });
  progress.end();
  if (stats === null) {
    answer.document('report', { facts: { all: 0, count: 0 } });
    answer.remark(
      view.citedOn.size > 0 || view.ledgerRead.lines.length > 0
        ? 'No daily log has facts, but the ledger or pages refer to some: see memvault lint.'
        : NOTHING_LOGGED,
    );
    return EXIT.done;
  }
  answer.document('report', stats);
  answer.print(renderStats(stats, plotFaceOf(context)));
  return EXIT.done;
};

function reportMemory(context: Context): number {
  const { vault, world, answer } = context;
  const report = reportSummary(vault, readView(vault), world.now());
  if (report === null) {
    answer.document('report', { memory: null });
    answer.remark('MEMORY.md is yours alone: it has no pair of markers. docs/memory.md has them.');
    return EXIT.done;
  }
  answer.document('report', { memory: report });
  answer.print(renderSummaryReport(report, faceOf(context)));
  return EXIT.done;
}

const WHY: Readonly<Record<LeftOut, string>> = {
  room: 'no room left',
  engine: 'the model left it out',
  unchanged: 'about a project, and not changed in 30 days',
  kind: 'of no category that lasts; pin it to have it there',
  subject: 'does not say whom or what it is about',
  attitude: 'a mood or an opinion',
  past: 'over',
  faded: 'faded: neither new nor recalled',
  question: 'waits for your answer (memvault review)',
  repeat: 'said by another line',
  private: 'private',
};

/** Lists what MEMORY.md leaves out, by reason, one line per claim. */
function renderSummaryReport({ lines, characters, room, left }: SummaryReport, { columns, paint }: Face): string {
  const head = `MEMORY.md: ${lines} of ${room.lines} lines, ${characters} of ${room.chars} characters`;
  const groups = (Object.keys(WHY) as LeftOut[]).flatMap((why): string[] => {
    const own = left.filter((one) => one.why === why);
    if (own.length === 0) return [];
    const rows = own.map(({ text, page }) => fit(`  ${plain(text)} (${page})`, columns));
    return ['', `${paint('bold', WHY[why])}: ${own.length}`, ...rows];
  });
  return [head, ...(groups.length === 0 ? ['', 'It leaves nothing out.'] : groups)].join('\n');
}

/** Columns for the label before a plot and for the number after it. */
const LABEL = 14;
const NUMBER = 10;
/** The most columns of a plot, and of one time unit in it. */
const WIDEST = 90;
const WIDEST_COLUMN = 8;
/** Categories that get a bar; the rest share one. */
const CATEGORIES = 8;

/** Renders all statistics for a terminal. */
function renderStats(stats: Stats, face: PlotFace): string {
  const { facts, claims, recalls, fading } = stats;
  const say = (text: string): string[] => wrap(text, face.columns, '  ');
  const parts: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['What the facts are about', categoryLines(facts.categories, facts.count, face)],
    [
      'What happened to them, as of today',
      facts.count === 0
        ? []
        : say(
            Object.entries(facts.now)
              .map(([as, count]) => `${number(count)} ${as}`)
              .join(', '),
          ),
    ],
    [
      'On pages today',
      say(
        `${counted(claims.current, 'current claim')} and ${number(claims.past)} past ` +
          `on ${counted(claims.pages, 'page')}`,
      ),
    ],
    [
      'Recalls',
      say(
        recalls.count === 0
          ? 'search and context have shown no fact in this time'
          : `search and context showed ${counted(recalls.facts, 'fact')} ${counted(recalls.count, 'time')}`,
      ),
    ],
    ['Fading', say(fadingWords(fading))],
    [
      'Who decided',
      stats.engines.flatMap(({ engine, runs, facts: decided, calls, tokens }) =>
        say(
          `${plain(engine)}: ${counted(decided, 'decision')} in ${counted(runs, 'run')}` +
            (calls === 0 ? '' : `, ${counted(calls, 'model call')}, ${counted(tokens, 'token')}`),
        ),
      ),
    ],
  ];
  return [
    ...headLines(stats, face).map((line, at) => (at === 0 ? face.paint('bold', line) : line)),
    '',
    ...timeLines(stats, face),
    ...parts.flatMap(([title, lines]) => section(title, lines, face)),
  ].join('\n');
}

function headLines({ since, until, days, facts }: Stats, { columns }: PlotFace): string[] {
  const words = linesOf(
    perDay(facts.perDay),
    facts.count === 0 && facts.all > 0 && `${counted(facts.all, 'fact')} on other days`,
    facts.most !== null && facts.most.count >= 2 && `the most on ${facts.most.date}: ${number(facts.most.count)}`,
    facts.forgotten !== 0 && `${number(facts.forgotten)} forgotten`,
  );
  return [
    ...wrap(`${counted(facts.count, 'fact')} from ${since} to ${until} (${counted(days, 'day')})`, columns),
    ...wrap(words.join('; '), columns, '  '),
  ];
}

/** A sparkline for each number over time, and the time unit of a column. */
function timeLines(stats: Stats, { columns, plotColumns, glyphs }: PlotFace): string[] {
  const { starts, since, unit } = stats;
  const room = Math.max(10, Math.min(WIDEST, plotColumns - LABEL - NUMBER));
  const together = Math.max(1, Math.ceil(starts.length / room));
  const groups = Math.ceil(starts.length / together);
  const wide = Math.max(1, Math.min(WIDEST_COLUMN, Math.floor(room / groups)));
  const row = (label: string, values: readonly number[]): string => {
    const joined = Array.from({ length: groups }, (_, at) => sum(values.slice(at * together, (at + 1) * together)));
    const plot = drawSpark(
      joined.flatMap((value) => Array.from({ length: wide }, () => value)),
      Math.max(0, ...joined),
      glyphs,
    );
    return `${label.padEnd(LABEL)}${plot.padEnd(groups * wide)}  ${number(sum(values)).padStart(NUMBER - 2)}`;
  };
  const from = unit === 'month' ? (starts[0] ?? '') : since;
  return linesOf(
    row('facts', stats.facts.over),
    Object.entries(stats.decided).map(([as, { over }]) => row(as, over)),
    row('recalls', stats.recalls.over),
    wrap(
      `Each column is ${together === 1 ? `one ${unit}` : plural(together, unit)}, from ${nameOf(from, unit)} to ` +
        `${nameOf(starts.at(-1) ?? '', unit)}; each row has its own scale. ` +
        'The number is the sum; decisions that were changed later count, too.',
      columns,
    ),
  );
}

const nameOf = (start: string, unit: Unit): string => (unit === 'month' ? start.slice(0, 7) : start);

function categoryLines(
  categories: Stats['facts']['categories'],
  all: number,
  { plotColumns, glyphs }: PlotFace,
): string[] {
  const shown = categories.slice(0, CATEGORIES);
  const rest = categories.slice(CATEGORIES);
  const rows =
    rest.length === 0
      ? shown
      : [...shown, { name: `${rest.length} others`, count: sum(rest.map(({ count }) => count)) }];
  const most = Math.max(0, ...rows.map(({ count }) => count));
  const label = Math.min(24, Math.max(...rows.map(({ name }) => widthOf(name)), 0));
  const room = Math.max(8, Math.min(40, plotColumns - label - 20));
  return rows.map(({ name, count }) => {
    return (
      `  ${padTo(fit(name, label), label)}  ` +
      drawBar(count, most, room, glyphs).padEnd(room) +
      `  ${number(count).padStart(7)} ${percent(count, all)}`
    );
  });
}

function fadingWords({ statements, faded, soon, lasting }: Stats['fading']): string {
  if (statements === 0) return 'nothing is current';
  return (
    `${counted(statements, 'current statement')}: ${number(faded)} faded, ${number(soon)} will fade in the next ` +
    `${AHEAD} days unless recalled, ${number(lasting)} never fade`
  );
}

const number = (value: number): string => value.toLocaleString('en-US');
const counted = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function perDay(value: number): string {
  if (value === 0) return 'none in this time';
  return value >= 1
    ? `${value >= 10 ? number(Math.round(value)) : String(Math.round(value * 10) / 10)} a day`
    : `about one in ${plural(Math.round(1 / value), 'day')}`;
}

const percent = (part: number, all: number): string =>
  `${all === 0 ? 0 : Math.round((part / all) * 100)} %`.padStart(5);
