// Plots made of characters: sparklines and bars.
import type { Context, World } from '../../tasks/context.ts';
import { type Face, faceOf } from '../terminal/face.ts';

interface Glyphs {
  /** Cells filled from below, from least to full. */
  readonly up: readonly string[];
  /** Cells filled from the left, from least to full. */
  readonly right: readonly string[];
}

/** How to render lines with plots. */
export interface PlotFace extends Face {
  /** Width of plots, even without a terminal. */
  readonly plotColumns: number;
  readonly glyphs: Glyphs;
}

export const plotFaceOf = (context: Context): PlotFace => ({
  ...faceOf(context),
  plotColumns: context.world.stdout.columns,
  glyphs: glyphsOf(context.world),
});

const BLOCKS: Glyphs = { up: [...'▁▂▃▄▅▆▇█'], right: [...'▏▎▍▌▋▊▉█'] };
const ASCII: Glyphs = { up: [...'.:-=+*#@'], right: ['#'] };

/** Blocks if the locale is UTF-8, else ASCII. Also ASCII on the Linux console, whose font lacks blocks. */
export function glyphsOf({ env, platform }: Pick<World, 'env' | 'platform'>): Glyphs {
  if (env.TERM === 'linux') return ASCII;
  const locale = [env.LC_ALL, env.LC_CTYPE, env.LANG].find((value) => value !== undefined && value !== '');
  return locale === undefined ? (platform === 'win32' ? BLOCKS : ASCII) : /utf-?8/i.test(locale) ? BLOCKS : ASCII;
}

/** One row with a character per value; a space stands for 0. */
export function drawSpark(values: readonly number[], most: number, { up }: Glyphs): string {
  return values
    .map((value) =>
      value <= 0 || most <= 0
        ? ' '
        : (up[Math.min(up.length, Math.max(1, Math.ceil((value / most) * up.length))) - 1] ?? ' '),
    )
    .join('');
}

/** A bar of at most `columns` columns, which the value `most` fills. Every value above 0 is visible. */
export function drawBar(value: number, most: number, columns: number, { right }: Glyphs): string {
  if (value <= 0 || most <= 0) return '';
  const parts = Math.max(1, Math.round((Math.min(value, most) / most) * columns * right.length));
  const rest = parts % right.length;
  return (right.at(-1) ?? '').repeat(Math.floor(parts / right.length)) + (rest === 0 ? '' : (right[rest - 1] ?? ''));
}
