// `memvault report`: statistics of a vault: a sparkline for each number over time, then counts. Writes
// nothing.
import { AHEAD, type Stats, statsOf } from '../../inspect/report.ts';
import { plain } from '../../model/controls.ts';
import { checkOrder, dayOf } from '../../model/day.ts';
import { plural } from '../../model/text.ts';
import type { LeftOut } from '../../page/rank-memory-file.ts';
import type { Context } from '../../tasks/context.ts';
import { reportSummary, type SummaryReport } from '../../vault/memory-file.ts';
import { readRecallTimes } from '../../vault/recalls.ts';
import { readRunLog } from '../../vault/record-run.ts';
import { readView } from '../../vault/view.ts';
import { EXIT } from '../exit-codes.ts';
import { dayFlag, NOTHING_LOGGED } from '../filter-flags.ts';
import { drawSpark, type PlotFace, plotFaceOf, section } from '../render/explain.ts';
import { type Command, isOn } from '../spec.ts';
import { type Face, faceOf, fit, linesOf, wrap } from '../terminal/face.ts';

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
    answer.document({ facts: { all: 0, count: 0 } });
    answer.remark(
      view.citedOn.size > 0 || view.ledgerRead.lines.length > 0
        ? 'No daily log has facts, but the ledger or pages refer to some: see memvault lint.'
        : NOTHING_LOGGED,
    );
    return EXIT.done;
  }
  answer.document(stats);
  answer.print(renderStats(stats, plotFaceOf(context)));
  return EXIT.done;
};

function reportMemory(context: Context): number {
  const { vault, world, answer } = context;
  const report = reportSummary(vault, readView(vault), world.now());
  if (report === null) {
    answer.document({ memory: null });
    answer.remark('MEMORY.md is yours alone: it has no pair of markers. docs/memory.md has them.');
    return EXIT.done;
  }
  answer.document({ memory: report });
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
/** The most columns of a plot. */
const WIDEST = 90;
/** Categories that are named; the rest are counted together. */
const CATEGORIES = 8;

function renderStats(stats: Stats, face: PlotFace): string {
  const { since, until, days, facts, claims, recalls, fading, engines } = stats;
  const head = linesOf(
    perDay(facts.perDay),
    facts.count === 0 && facts.all > 0 && `${counted(facts.all, 'fact')} on other days`,
    facts.most !== null && facts.most.count >= 2 && `most on ${facts.most.date}: ${number(facts.most.count)}`,
    facts.forgotten !== 0 && `${number(facts.forgotten)} forgotten`,
  );
  const others = facts.categories.slice(CATEGORIES);
  const parts: readonly (readonly [title: string, texts: readonly string[]])[] = [
    [
      'What the facts are about',
      listed([
        ...facts.categories.slice(0, CATEGORIES).map(({ name, count }) => [name, count] as const),
        ...(others.length === 0
          ? []
          : [[`in ${others.length} others`, sum(others.map(({ count }) => count))] as const]),
      ]),
    ],
    ['What became of them', listed(Object.entries(facts.now))],
    [
      'On pages today',
      [
        `${counted(claims.current, 'current claim')} and ${number(claims.past)} past ` +
          `on ${counted(claims.pages, 'page')}`,
      ],
    ],
    [
      'Recalls',
      [
        recalls.count === 0
          ? 'none in this time'
          : `${counted(recalls.count, 'recall')} of ${counted(recalls.facts, 'fact')} by search and context`,
      ],
    ],
    [
      'Fading',
      [
        fading.statements === 0
          ? 'nothing is current'
          : `${counted(fading.statements, 'current or pending statement')}: ${number(fading.faded)} faded, ` +
            `${number(fading.soon)} will fade in the next ${AHEAD} days unless recalled, ` +
            `${number(fading.lasting)} will never fade`,
      ],
    ],
    [
      'Who decided',
      engines.map(
        ({ engine, runs, facts: decided, calls, tokens }) =>
          `${plain(engine)}: ${counted(decided, 'decision')} in ${counted(runs, 'run')}` +
          (calls === 0 ? '' : `, ${counted(calls, 'model call')}, ${counted(tokens, 'token')}`),
      ),
    ],
  ];
  return [
    ...wrap(`${counted(facts.count, 'fact')} from ${since} to ${until} (${counted(days, 'day')})`, face.columns).map(
      (line) => face.paint('bold', line),
    ),
    ...wrap(head.join('; '), face.columns, '  '),
    '',
    ...timeLines(stats, face),
    ...parts.flatMap(([title, texts]) =>
      section(
        title,
        texts.flatMap((text) => wrap(text, face.columns, '  ')),
        face,
      ),
    ),
  ].join('\n');
}

/** A sparkline for each number over time, and the time unit of a column. */
function timeLines(stats: Stats, { columns, plotColumns, glyphs }: PlotFace): string[] {
  const { starts, since, unit } = stats;
  const together = Math.ceil(starts.length / Math.max(10, Math.min(WIDEST, plotColumns - LABEL - NUMBER)));
  const groups = Math.ceil(starts.length / together);
  const row = (label: string, values: readonly number[]): string => {
    const joined = Array.from({ length: groups }, (_, at) => sum(values.slice(at * together, (at + 1) * together)));
    const plot = drawSpark(joined, Math.max(0, ...joined), glyphs);
    return `${label.padEnd(LABEL)}${plot}  ${number(sum(values)).padStart(NUMBER - 2)}`;
  };
  const nameOf = (start: string): string => (unit === 'month' ? start.slice(0, 7) : start);
  return linesOf(
    row('facts', stats.facts.over),
    Object.entries(stats.decided).map(([as, { over }]) => row(as, over)),
    row('recalls', stats.recalls.over),
    wrap(
      `Each column is ${together === 1 ? `one ${unit}` : plural(together, unit)}, from ` +
        `${nameOf(unit === 'month' ? (starts[0] ?? '') : since)} to ${nameOf(starts.at(-1) ?? '')}; each row has its ` +
        'own scale. The number is the total, including decisions that were changed later.',
      columns,
    ),
  );
}

const number = (value: number): string => value.toLocaleString('en-US');
const counted = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** `12 work, 3 event`, as one text or none. */
const listed = (counts: readonly (readonly [name: string, count: number])[]): string[] =>
  counts.length === 0 ? [] : [counts.map(([name, count]) => `${number(count)} ${name}`).join(', ')];

function perDay(value: number): string {
  if (value === 0) return 'none in this time';
  return value >= 1
    ? `${value >= 10 ? number(Math.round(value)) : String(Math.round(value * 10) / 10)} a day`
    : `about one in ${plural(Math.round(1 / value), 'day')}`;
}
