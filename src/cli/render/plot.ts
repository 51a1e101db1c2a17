// Small plots made of characters: columns, sparklines, bars and the days below them. Knows nothing of what it draws.
import { addDays, daysBetween } from '../../model/day.ts';
import type { World } from '../world.ts';

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
  up: [...'▁▂▃▄▅▆▇█'], spark: [...'▁▂▃▄▅▆▇█'], right: [...'▏▎▍▌▋▊▉█'], ahead: '░', limit: '┄', corner: '└', axis: '─', tick: '┴',
};
const ASCII: Glyphs = { up: ['.', ':', '#'], spark: [...'.:-=+*#@'], right: ['#'], ahead: '.', limit: '-', corner: '+', axis: '-', tick: '+' };

/** By the locale, as the system's own programs do it; the console of Linux has a font of few signs. */
export function glyphsOf({ env, platform }: Pick<World, 'env' | 'platform'>): Glyphs {
  if (env.TERM === 'linux') return ASCII;
  const locale = [env.LC_ALL, env.LC_CTYPE, env.LANG].find((value) => value !== undefined && value !== '');
  return locale === undefined ? (platform === 'win32' ? BLOCKS : ASCII) : /utf-?8/i.test(locale) ? BLOCKS : ASCII;
}

export interface ColumnsOptions {
  /** Rows of the plot. */
  readonly height: number;
  /** What fills a column to the top; what is more is cut. */
  readonly most: number;
  /** The first column that is ahead of today. */
  readonly ahead?: number;
  /** A value that is drawn as a line where nothing else stands. */
  readonly limit?: number;
}

/** One column a value, as rows from the top. What is more than nothing is seen. */
export function drawColumns(values: readonly number[], { height, most, ahead = Infinity, limit }: ColumnsOptions, { up, ahead: light, limit: dash }: Glyphs): string[] {
  const whole = up.length;
  const levels = values.map((value) => (value <= 0 || most <= 0 ? 0 : Math.max(1, Math.round((Math.min(value, most) / most) * height * whole))));
  const limitRow = limit === undefined || limit <= 0 || limit > most ? -1 : Math.min(height - 1, Math.floor((limit / most) * height));
  return Array.from({ length: height }, (_, at) => height - 1 - at).map((row) => levels.map((level, column) => {
    const filled = Math.min(whole, level - row * whole);
    if (filled <= 0) return row === limitRow ? dash : ' ';
    return column < ahead ? (up[filled - 1] ?? '') : filled * 2 >= whole || row === 0 ? light : ' ';
  }).join('').trimEnd());
}

/** All values in one row; a space for nothing. */
export function drawSpark(values: readonly number[], most: number, { spark }: Glyphs): string {
  return values.map((value) => (value <= 0 || most <= 0 ? ' ' : (spark[Math.min(spark.length, Math.max(1, Math.ceil((value / most) * spark.length))) - 1] ?? ' '))).join('');
}

/** A bar of at most so many columns; what is more than nothing is seen. */
export function drawBar(value: number, most: number, columns: number, { right }: Glyphs): string {
  if (value <= 0 || most <= 0) return '';
  const parts = Math.max(1, Math.round((Math.min(value, most) / most) * columns * right.length));
  const rest = parts % right.length;
  return (right.at(-1) ?? '').repeat(Math.floor(parts / right.length)) + (rest === 0 ? '' : (right[rest - 1] ?? ''));
}

export interface Label {
  readonly column: number;
  readonly text: string;
}

/** The line below a plot and the words below that. Words that have no room are left out, those of a later label before those of an earlier. `signs`: single letters on the line. */
export function drawAxis(columns: number, labels: readonly Label[], signs: readonly Label[], { corner, axis, tick }: Glyphs): readonly [line: string, words: string] {
  const cells = Array.from({ length: columns }, () => axis);
  const words = Array.from({ length: columns }, () => ' ');
  for (const { column, text } of signs) cells[column] = text;
  for (const { column, text } of labels) {
    const wanted = column === 0 ? 0 : column - Math.floor(text.length / 2);
    const start = Math.max(0, Math.min(columns - text.length, wanted));
    const around = words.slice(Math.max(0, start - 1), start + text.length + 1);
    if (signs.every((sign) => sign.column !== column)) cells[column] = tick;
    // The first stands even where the line is shorter than it.
    if ((column === 0 || text.length <= columns) && around.every((cell) => cell === ' ')) words.splice(start, text.length, ...text);
  }
  return [corner + cells.join(''), ` ${words.join('').trimEnd()}`];
}

/** The day that a column stands for: the first is the first day and the last one the last. */
export function dayOfColumn(column: number, columns: number, from: string, to: string): string {
  return columns < 2 ? to : addDays(from, Math.round((column / (columns - 1)) * daysBetween(from, to)));
}

/** The column that a day stands in, by the same measure. */
export function columnOfDay(day: string, columns: number, from: string, to: string): number {
  const days = daysBetween(from, to);
  return days <= 0 ? columns - 1 : Math.min(columns - 1, Math.max(0, Math.round((daysBetween(from, day) / days) * (columns - 1))));
}
