// Plots made of characters: a row of signs, and bars.
import type { Context, World } from '../../tasks/context.ts';
import { type Face, faceOf } from '../terminal/face.ts';

interface Glyphs {
  /** A cell that is filled from below, from the least to the whole. */
  readonly up: readonly string[];
  /** A cell that is filled from the left. */
  readonly right: readonly string[];
}

/** How lines with plots look. */
export interface PlotFace extends Face {
  /** Width of plots, also without a terminal. */
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

/** Blocks where the locale is UTF-8, else plain ASCII; also on the console of Linux, whose font has few signs. */
export function glyphsOf({ env, platform }: Pick<World, 'env' | 'platform'>): Glyphs {
  if (env.TERM === 'linux') return ASCII;
  const locale = [env.LC_ALL, env.LC_CTYPE, env.LANG].find((value) => value !== undefined && value !== '');
  return locale === undefined ? (platform === 'win32' ? BLOCKS : ASCII) : /utf-?8/i.test(locale) ? BLOCKS : ASCII;
}

/** All values in one row of signs; a space stands for 0. */
export function drawSpark(values: readonly number[], most: number, { up }: Glyphs): string {
  return values
    .map((value) =>
      value <= 0 || most <= 0
        ? ' '
        : (up[Math.min(up.length, Math.max(1, Math.ceil((value / most) * up.length))) - 1] ?? ' '),
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
