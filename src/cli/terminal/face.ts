// Terminal text: five styles, and line wrapping between words; longer words are cut.
import { own, STYLE } from '../../model/controls.ts';
import type { Context, Stream } from '../../tasks/context.ts';

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
  red: [31, 39],
} as const;
export type Style = keyof typeof CODES;
export type Paint = (style: Style, text: string) => string;

/** How to render lines for people. */
export interface Face {
  /** The terminal's width; Infinity without one, so lines are not wrapped. */
  readonly columns: number;
  readonly paint: Paint;
}

export const faceOf = (
  { answer, world }: Pick<Context, 'answer' | 'world'>,
  to: 'stdout' | 'stderr' = 'stdout',
): Face => ({
  columns: columnsOf(world[to]),
  paint: painter(answer.color),
});

/** With `color` off, returns texts unchanged. */
export function painter(color: boolean): Paint {
  return (style, text) =>
    color ? `${own(`\u001B[${CODES[style][0]}m`)}${text}${own(`\u001B[${CODES[style][1]}m`)}` : text;
}

const columnsOf = ({ isTerminal, columns }: Pick<Stream, 'isTerminal' | 'columns'>): number =>
  isTerminal ? columns : Infinity;

const NARROWEST = 20;
/** One character or one style sequence; the latter takes no column and must not be split. */
const SIGNS = new RegExp(`${STYLE}|[^]`, 'gu');

/** Columns of a text at a terminal, with or without styles. */
export const widthOf = (text: string): number =>
  /^[\x20-\x7E]*$/.test(text) ? text.length : signsOf(text).reduce((sum, sign) => sum + columnsOfSign(sign), 0);

function columnsOfSign(sign: string): number {
  if (sign.length > 2 || /[\p{Mn}\p{Me}\p{Cf}]/u.test(sign)) return 0;
  const isAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60]/u;
  return isAsian.test(sign) || /\p{Emoji_Presentation}/u.test(sign) ? 2 : 1;
}

/** Pads with spaces to a width in columns, for any script. */
export const padTo = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - widthOf(text)));

/** Makes line breaks visible; other control characters are removed on output. */
const onOneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ⏎ ').replaceAll('\t', ' ');

/** The text on one line, truncated to at most `columns`. */
export function fit(typed: string, columns: number): string {
  const text = onOneLine(typed);
  if (widthOf(text) <= columns) return text;
  let kept = '';
  for (const sign of signsOf(text)) {
    if (widthOf(kept + sign) >= columns) break;
    kept += sign;
  }
  return `${kept.trimEnd()}…`;
}

/** Wraps the text to at most `columns`. The first line begins with `first`, the others with `indent`. */
export function wrap(text: string, columns: number, first = '', indent = ' '.repeat(first.length)): string[] {
  const room = Math.max(NARROWEST, columns - Math.max(first.length, indent.length) - 1);
  const lines: string[] = [''];
  let taken = 0;
  const words = onOneLine(text).replace(/^ +/, '');
  for (const word of room === Infinity ? [words] : words.split(' ').flatMap((one) => cut(one, room))) {
    const last = lines.at(-1) ?? '';
    const width = widthOf(word);
    const isNew = last !== '' && taken + 1 + width > room;
    if (isNew) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
    taken = isNew || last === '' ? width : taken + 1 + width;
  }
  return lines.map((line, at) => `${at === 0 ? first : indent}${line}`);
}

/** Wraps lines that are too wide for a stream's terminal, with a hanging indent. */
export function wrapFor(stream: Pick<Stream, 'isTerminal' | 'columns'>, text: string): string {
  const columns = columnsOf(stream);
  return text
    .split('\n')
    .flatMap((line) => {
      if (columns === Infinity || widthOf(line) < columns) return [line];
      const indent = /^ */.exec(line)?.[0] ?? '';
      return wrap(line, columns, indent, `${indent}  `);
    })
    .join('\n');
}

/** At most `most` lines, then one with the number of the rest. */
export const firstOf = (lines: readonly string[], most: number, more: (count: number) => string): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most), more(lines.length - most)];

function signsOf(text: string): readonly string[] {
  return text.includes('\u001B') ? (text.match(SIGNS) ?? []) : Array.from(text);
}

/** Cuts a word that is longer than a line. */
function cut(word: string, room: number): string[] {
  if (widthOf(word) <= room) return [word];
  const pieces = [''];
  for (const sign of signsOf(word)) {
    if (widthOf(pieces.at(-1) + sign) > room) pieces.push('');
    pieces[pieces.length - 1] += sign;
  }
  return pieces;
}

/** Joins lines and lists of lines; skips false, null and undefined. */
export const linesOf = (...parts: readonly (string | false | null | undefined | readonly string[])[]): string[] =>
  parts.flatMap((part) => (part === false ? [] : (part ?? [])));
