// A vault in numbers, for people: rows of small plots over one line of time, then bars and counts.
import { AHEAD, type Stats, type Unit } from '../../inspect/report.ts';
import { plain } from '../../model/controls.ts';
import { plural } from '../../model/text.ts';
import type { Size, Sizes } from '../../vault/own-files.ts';
import { type Paint, painter } from '../terminal/paint.ts';
import { fit, padTo, widthOf, wrap } from '../terminal/wrap.ts';
import { drawAxis, drawBar, drawColumns, drawSpark, type Glyphs } from './plot.ts';

/** How it is to look. */
export interface StatsFace {
  /** Width of text; Infinity where there is no terminal. */
  readonly columns: number;
  /** Width of plots. */
  readonly plotColumns: number;
  readonly glyphs: Glyphs;
  readonly color: boolean;
}

/** Columns for a label before a plot and for a number behind it. */
const LABEL = 14;
const NUMBER = 10;
/** Columns of a plot, and of one part of the span in it, at most. */
const WIDEST = 90;
const WIDEST_COLUMN = 8;
/** Rows of the plot of facts. */
const HEIGHT = 4;
/** Categories that get a bar; the rest share one. */
const CATEGORIES = 8;

/** All numbers of a vault, as lines for a terminal. */
export function renderStats(stats: Stats, sizes: Sizes, face: StatsFace): string {
  const paint = painter(face.color);
  const time = timeline(stats, face);
  const { facts, claims, recalls, fading } = stats;
  const say = (text: string, indent = '  '): string[] => wrap(text, face.columns, indent, indent);
  const most = Math.max(0, ...time.sums(facts.over));
  const plot = drawColumns(time.spread(time.sums(facts.over)), { height: HEIGHT, most }, face.glyphs);
  const row = (label: string, values: readonly number[], total: number): string =>
    rowOf(label, drawSpark(time.spread(values), Math.max(0, ...values), face.glyphs), total, time.width);
  return [
    ...wrap(
      `${number(facts.count)} ${facts.count === 1 ? 'fact' : 'facts'} from ${stats.since} to ${stats.until} (` +
        `${plural(stats.days, 'day')})`,
      face.columns,
    ).map((line) => paint('bold', line)),
    ...say(
      perDay(facts.perDay) +
        (facts.count > 0 || facts.all === 0
          ? ''
          : '; ' +
            (facts.all === 1
              ? 'the one fact of the vault is of another day'
              : `the ${number(facts.all)} facts of the vault are of other days`)) +
        (facts.most === null || facts.most.count < 2
          ? ''
          : `, the most on ${facts.most.date}: ${number(facts.most.count)}`) +
        (facts.forgotten === 0
          ? ''
          : `; ${number(facts.forgotten)} more ${facts.forgotten === 1 ? 'is' : 'are'} forgotten`),
    ),
    '',
    ...plot.map((line, at) =>
      (
        (at === 0
          ? `facts ${number(most).padStart(LABEL - 8)}`
          : at === HEIGHT - 1
            ? '0'.padStart(LABEL - 2)
            : ''
        ).padEnd(LABEL) + line
      ).trimEnd(),
    ),
    ...time.axis,
    ...say(
      `Each column is ${time.step}. Each row below has its own scale; the number after it is its sum or, for ` +
        'pages and claims, how many there were in the end.',
      '',
    ),
    '',
    ...Object.entries(stats.decided).map(([as, { count, over }]) => row(as, time.sums(over), count)),
    row('pages', time.lasts(stats.pagesOver), stats.pagesOver.at(-1) ?? 0),
    row('claims', time.lasts(stats.claimsOver), stats.claimsOver.at(-1) ?? 0),
    row('recalls', time.sums(recalls.over), recalls.count),
    ...(stats.tokens.some((count) => count > 0)
      ? [
          row(
            'tokens',
            time.sums(stats.tokens),
            stats.tokens.reduce((all, count) => all + count, 0),
          ),
        ]
      : []),
    ...part('What the facts are about', categoryLines(facts.categories, facts.count, face), paint),
    ...part(
      'What became of them',
      facts.count === 0
        ? []
        : say(
            Object.entries(facts.now)
              .map(([as, count]) => `${number(count)} ${as}`)
              .join(', '),
          ),
      paint,
    ),
    ...part(
      'What stands on pages today',
      say(
        `${number(claims.current)} current ` +
          (claims.current === 1 ? 'claim' : 'claims') +
          ` and ${number(claims.past)} past on ${plural(claims.pages, 'page')}`,
      ),
      paint,
    ),
    ...part(
      'Recalls',
      say(
        recalls.count === 0
          ? 'search and context have shown no fact in this time'
          : `search and context showed ${number(recalls.facts)} ${recalls.facts === 1 ? 'fact' : 'facts'} ` +
              `${number(recalls.count)} ${recalls.count === 1 ? 'time' : 'times'}`,
      ),
      paint,
    ),
    ...part('Fading', say(fadingWords(fading)), paint),
    ...part(
      'Who decided',
      stats.engines.flatMap(({ engine, runs, facts: decided, calls, tokens }) =>
        say(
          `${plain(engine)}: ${number(decided)} ${decided === 1 ? 'decision' : 'decisions'} in ` +
            plural(runs, 'run') +
            (calls === 0 ? '' : `, ${plural(calls, 'call')} of a model, ${number(tokens)} tokens`),
        ),
      ),
      paint,
    ),
    ...part('Size', sizeLines(sizes, face), paint),
  ].join('\n');
}

interface Timeline {
  readonly width: number;
  readonly axis: readonly string[];
  /** What a column stands for, such as `1 week`. */
  readonly step: string;
  /** One value for each column or group of columns: of the parts that share it their sum, or the last of them. */
  readonly sums: (values: readonly number[]) => number[];
  readonly lasts: (values: readonly number[]) => number[];
  /** Each value repeated over the columns that it takes. */
  readonly spread: <T>(values: readonly T[]) => T[];
}

function timeline({ starts, since, unit }: Stats, { plotColumns, glyphs }: StatsFace): Timeline {
  const room = Math.max(10, Math.min(WIDEST, plotColumns - LABEL - NUMBER));
  const together = Math.max(1, Math.ceil(starts.length / room));
  const groups = Math.ceil(starts.length / together);
  const columns = Math.max(1, Math.min(WIDEST_COLUMN, Math.floor(room / groups)));
  const width = groups * columns;
  const groupsIn = (values: readonly number[]): number[][] =>
    Array.from({ length: groups }, (_, at) => values.slice(at * together, (at + 1) * together));
  const label = (at: number): string =>
    nameOf(at === 0 && unit !== 'month' && unit !== 'year' ? since : (starts[at * together] ?? ''), unit);
  const [axis, words] = drawAxis(
    width,
    [
      { column: 0, text: label(0) },
      ...(groups > 1 ? [{ column: width - columns, text: label(groups - 1) }] : []),
      ...(groups > 4 ? [{ column: Math.floor(groups / 2) * columns, text: label(Math.floor(groups / 2)) }] : []),
    ],
    [],
    glyphs,
  );
  return {
    width,
    step: together === 1 ? `one ${unit}` : plural(together, unit),
    axis: [`${' '.repeat(LABEL - 1)}${axis}`, `${' '.repeat(LABEL - 1)}${words}`],
    sums: (values) => groupsIn(values).map((group) => group.reduce((all, value) => all + value, 0)),
    lasts: (values) => groupsIn(values).map((group) => group.at(-1) ?? 0),
    spread: (values) => values.flatMap((value) => Array.from({ length: columns }, () => value)),
  };
}

function nameOf(start: string, unit: Unit): string {
  return unit === 'year' ? start.slice(0, 4) : unit === 'month' ? start.slice(0, 7) : start;
}

const rowOf = (label: string, plot: string, total: number, width: number): string =>
  `${label.padEnd(LABEL)}${plot.padEnd(width)}  ${number(total).padStart(NUMBER - 2)}`;

function categoryLines(
  categories: Stats['facts']['categories'],
  all: number,
  { plotColumns, glyphs }: StatsFace,
): string[] {
  const shown = categories.slice(0, CATEGORIES);
  const rest = categories.slice(CATEGORIES);
  const rows =
    rest.length === 0
      ? shown
      : [...shown, { name: `${rest.length} others`, count: rest.reduce((sum, { count }) => sum + count, 0) }];
  const most = Math.max(0, ...rows.map(({ count }) => count));
  const label = Math.min(24, Math.max(...rows.map(({ name }) => widthOf(plain(name))), 0));
  const room = Math.max(8, Math.min(40, plotColumns - label - 20));
  return rows.map(({ name, count }) => {
    const words = fit(plain(name), label);
    return (
      `  ${padTo(words, label)}  ` +
      drawBar(count, most, room, glyphs).padEnd(room) +
      `  ${number(count).padStart(7)} ${percent(count, all)}`
    );
  });
}

function fadingWords({ statements, faded, soon, lasting }: Stats['fading']): string {
  if (statements === 0) return 'nothing is current';
  return (
    `of ${number(statements)} current ` +
    (statements === 1 ? 'statement' : 'statements') +
    ` ${number(faded)} ${faded === 1 ? 'has' : 'have'} faded, ${number(soon)} will in the next ${AHEAD} days ` +
    `unless somebody recalls them, ${number(lasting)} never ${lasting === 1 ? 'does' : 'do'}`
  );
}

function sizeLines({ logs, pages, records, journals, cache }: Sizes, { columns }: StatsFace): string[] {
  const row = (label: string, { files, bytes }: Size, what: string): string[] =>
    wrap(
      what.replace('N', number(files)).replace('FILES', files === 1 ? 'file' : 'files'),
      columns,
      `  ${label.padEnd(12)}${sizeOf(bytes).padStart(9)}  `,
    );
  return [
    ...row('daily logs', logs, 'N FILES'),
    ...row('pages', pages, 'N FILES'),
    ...row('records', records, 'what was decided, recalled and asked'),
    ...row('journals', journals, 'of the newest runs, for undo and diff'),
    ...row('index', cache, 'made anew whenever it is gone'),
  ];
}

function part(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : ['', paint('cyan', title), ...lines];
}

const number = (value: number): string => value.toLocaleString('en-US');

function perDay(value: number): string {
  if (value === 0) return 'none in this time';
  return value >= 1
    ? `${value >= 10 ? number(Math.round(value)) : String(Math.round(value * 10) / 10)} a day`
    : `about one in ${plural(Math.round(1 / value), 'day')}`;
}

const percent = (part: number, all: number): string =>
  `${all === 0 ? 0 : Math.round((part / all) * 100)} %`.padStart(5);

/** A size as file managers write it, in kB of 1,000 bytes. */
function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1000).toFixed(bytes < 1e4 ? 1 : 0)} kB`;
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
