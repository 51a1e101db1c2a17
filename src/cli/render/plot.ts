// Small plots made of characters: columns, sparklines, bars and the days below them. Knows nothing of what it draws.
import { addDays, daysBetween } from '../../model/day.ts';
import type { World } from '../../tasks/world.ts';

/** What a plot is drawn with. */
export interface Glyphs {
  /** A cell that is filled from below, from the least to the whole. */
  readonly up: readonly string[];
  /** The same for a plot of one row, which must tell more by less. */
  readonly spark: readonly string[];
  /** A cell that is filled from the left. */
  readonly right: readonly string[];
  /** What is still ahead. */
  readonly ahead: string;
  /** A limit, where nothing else stands. */
  readonly limit: string;
  readonly corner: string;
  readonly axis: string;
  readonly tick: string;
}

const BLOCKS: Glyphs = {
  up: [...'▁▂▃▄▅▆▇█'],
  spark: [...'▁▂▃▄▅▆▇█'],
  right: [...'▏▎▍▌▋▊▉█'],
  ahead: '░',
  limit: '┄',
  corner: '└',
  axis: '─',
  tick: '┴',
};
const ASCII: Glyphs = {
  up: ['.', ':', '#'],
  spark: [...'.:-=+*#@'],
  right: ['#'],
  ahead: '.',
  limit: '-',
  corner: '+',
  axis: '-',
  tick: '+',
};

/** Blocks where the locale is UTF-8, else plain ASCII; also on the console of Linux, whose font has few signs. */
export function glyphsOf({ env, platform }: Pick<World, 'env' | 'platform'>): Glyphs {
  if (env.TERM === 'linux') return ASCII;
  const locale = [env.LC_ALL, env.LC_CTYPE, env.LANG].find((value) => value !== undefined && value !== '');
  return locale === undefined ? (platform === 'win32' ? BLOCKS : ASCII) : /utf-?8/i.test(locale) ? BLOCKS : ASCII;
}

/** How columns are drawn. */
export interface ColumnsOptions {
  /** Rows of the plot. */
  readonly height: number;
  /** The value that fills a column to the top; a greater one is cut. */
  readonly most: number;
  /** The first column that is ahead of today. */
  readonly ahead?: number;
  /** A value that is drawn as a line where nothing else stands. */
  readonly limit?: number;
}

/** One column for each value, as rows from the top. Every value above 0 is seen. */
export function drawColumns(
  values: readonly number[],
  { height, most, ahead = Infinity, limit }: ColumnsOptions,
  { up, ahead: light, limit: dash }: Glyphs,
): string[] {
  const whole = up.length;
  const levels = values.map((value) =>
    value <= 0 || most <= 0 ? 0 : Math.max(1, Math.round((Math.min(value, most) / most) * height * whole)),
  );
  const limitRow =
    limit === undefined || limit <= 0 || limit > most ? -1 : Math.min(height - 1, Math.floor((limit / most) * height));
  return Array.from({ length: height }, (_, at) => height - 1 - at).map((row) =>
    levels
      .map((level, column) => {
        const filled = Math.min(whole, level - row * whole);
        if (filled <= 0) return row === limitRow ? dash : ' ';
        return column < ahead ? (up[filled - 1] ?? '') : filled * 2 >= whole || row === 0 ? light : ' ';
      })
      .join('')
      .trimEnd(),
  );
}

/** All values in one row of signs; a space stands for 0. */
export function drawSpark(values: readonly number[], most: number, { spark }: Glyphs): string {
  return values
    .map((value) =>
      value <= 0 || most <= 0
        ? ' '
        : (spark[Math.min(spark.length, Math.max(1, Math.ceil((value / most) * spark.length))) - 1] ?? ' '),
    )
    .join('');
}

/** A bar of at most so many columns, which `most` fills. Every value above 0 is seen. */
export function drawBar(value: number, most: number, columns: number, { right }: Glyphs): string {
  if (value <= 0 || most <= 0) return '';
  const parts = Math.max(1, Math.round((Math.min(value, most) / most) * columns * right.length));
  const rest = parts % right.length;
  return (right.at(-1) ?? '').repeat(Math.floor(parts / right.length)) + (rest === 0 ? '' : (right[rest - 1] ?? ''));
}

/** Words below a column of a plot. */
export interface Label {
  readonly column: number;
  readonly text: string;
}

/**
 * The line below a plot, and the words below that. Labels that have no room are left out; earlier labels take
 * precedence. `signs`: single letters that stand on the line itself.
 */
export function drawAxis(
  columns: number,
  labels: readonly Label[],
  signs: readonly Label[],
  { corner, axis, tick }: Glyphs,
): readonly [line: string, words: string] {
  const cells = Array.from({ length: columns }, () => axis);
  const words = Array.from({ length: columns }, () => ' ');
  for (const { column, text } of signs) cells[column] = text;
  for (const { column, text } of labels) {
    const wanted = column === 0 ? 0 : column - Math.floor(text.length / 2);
    const start = Math.max(0, Math.min(columns - text.length, wanted));
    const around = words.slice(Math.max(0, start - 1), start + text.length + 1);
    if (signs.every((sign) => sign.column !== column)) cells[column] = tick;
    // The first stands even where the line is shorter than it.
    if ((column === 0 || text.length <= columns) && around.every((cell) => cell === ' '))
      words.splice(start, text.length, ...text);
  }
  return [corner + cells.join(''), ` ${words.join('').trimEnd()}`];
}

/** The day that a column stands for: the first column is the first day, the last column the last. */
export function dayOfColumn(column: number, columns: number, from: string, to: string): string {
  return columns < 2 ? to : addDays(from, Math.round((column / (columns - 1)) * daysBetween(from, to)));
}

/** The column that a day stands in, reckoned the same way; a day outside the span gets the first or the last. */
export function columnOfDay(day: string, columns: number, from: string, to: string): number {
  const days = daysBetween(from, to);
  return days <= 0
    ? columns - 1
    : Math.min(columns - 1, Math.max(0, Math.round((daysBetween(from, day) / days) * (columns - 1))));
}
