// What reaches a terminal: five styles, and lines broken between words; what has no spaces is broken where the line is
// full.
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

/** How lines for people look. */
export interface Face {
  /** Of the terminal; Infinity where there is none, and lines are as long as they are. */
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

/** Paints, or with `color` off gives the text as it is. */
export function painter(color: boolean): Paint {
  return (style, text) =>
    color ? `${own(`\u001B[${CODES[style][0]}m`)}${text}${own(`\u001B[${CODES[style][1]}m`)}` : text;
}

const columnsOf = ({ isTerminal, columns }: Pick<Stream, 'isTerminal' | 'columns'>): number =>
  isTerminal ? columns : Infinity;

const NARROWEST = 20;
/** A sign, or a change of style, which takes no column and stays in one piece. */
const SIGNS = new RegExp(`${STYLE}|[^]`, 'gu');

/** Columns that a text takes at a terminal, painted or not. */
export const widthOf = (text: string): number =>
  /^[\x20-\x7E]*$/.test(text) ? text.length : signsOf(text).reduce((sum, sign) => sum + columnsOfSign(sign), 0);

function columnsOfSign(sign: string): number {
  if (sign.length > 2 || /[\p{Mn}\p{Me}\p{Cf}]/u.test(sign)) return 0;
  const isAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60]/u;
  return isAsian.test(sign) || /\p{Emoji_Presentation}/u.test(sign) ? 2 : 1;
}

/** With blanks behind it, so that what follows stands in one column whatever the script is. */
export const padTo = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - widthOf(text)));

/** Line breaks become visible; other controls are taken out as they are written. */
const onOneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ⏎ ').replaceAll('\t', ' ');

/** The text in one line of at most `columns`, its end left out where it is longer. */
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

/** The text in lines of at most `columns`, each behind `indent` but the first, which begins with `first`. */
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

/** Lines for a stream; where one is too wide for a terminal, what goes on below it stands a little further in. */
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

/** At most so many lines, and what says how many more there are. */
export const firstOf = (lines: readonly string[], most: number, more: (count: number) => string): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most), more(lines.length - most)];

function signsOf(text: string): readonly string[] {
  return text.includes('\u001B') ? (text.match(SIGNS) ?? []) : Array.from(text);
}

/** A word longer than a line, in pieces. */
function cut(word: string, room: number): string[] {
  if (widthOf(word) <= room) return [word];
  const pieces = [''];
  for (const sign of signsOf(word)) {
    if (widthOf(pieces.at(-1) + sign) > room) pieces.push('');
    pieces[pieces.length - 1] += sign;
  }
  return pieces;
}

/** What is to be said, a line each; what is false or nothing is left out. */
export const linesOf = (...parts: readonly (string | false | null | undefined | readonly string[])[]): string[] =>
  parts.flatMap((part) => (part === false ? [] : (part ?? [])));
