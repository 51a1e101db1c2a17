// Lines for a terminal, broken between words; what has no spaces is broken where the line is full.
import { STYLE } from '../../model/controls.ts';
import type { Stream } from '../../tasks/world.ts';

const WIDE = new RegExp(
  String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F` +
    String.raw`\uFF01-\uFF60\p{Emoji_Presentation}]`,
  'u',
);
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;
const NARROWEST = 20;
/** A sign, or a change of style, which takes no column and stays in one piece. */
const SIGNS = new RegExp(`${STYLE}|[^]`, 'gu');

/** Columns that a text takes at a terminal, painted or not. */
export const widthOf = (text: string): number =>
  signsOf(text).reduce((sum, char) => sum + (char.length > 2 || NO_WIDTH.test(char) ? 0 : WIDE.test(char) ? 2 : 1), 0);

/** With blanks behind it, so that what follows stands in one column whatever the script is. */
export const padTo = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - widthOf(text)));

/** As wide as the terminal; without one lines are as long as they are. */
export const columnsOf = ({ isTerminal, columns }: Pick<Stream, 'isTerminal' | 'columns'>): number =>
  isTerminal ? columns : Infinity;

/** The text in one line of at most `columns`, its end left out where it is longer. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  for (const char of signsOf(text)) {
    if (widthOf(kept + char) >= columns) break;
    kept += char;
  }
  return `${kept.trimEnd()}…`;
}

/** The text in lines of at most `columns`, each behind `indent` but the first, which begins with `first`. */
export function wrap(text: string, columns: number, first = '', indent = ' '.repeat(first.length)): string[] {
  const room = Math.max(NARROWEST, columns - Math.max(first.length, indent.length) - 1);
  const lines: string[] = [''];
  let taken = 0;
  for (const word of room === Infinity ? [text.replace(/^ +/, '')] : text.split(' ').flatMap((one) => cut(one, room))) {
    const last = lines.at(-1) ?? '';
    const width = widthOf(word);
    const isNew = last !== '' && taken + 1 + width > room;
    if (isNew) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
    taken = isNew || last === '' ? width : taken + 1 + width;
  }
  return lines.map((line, at) => `${at === 0 ? first : indent}${line}`);
}

/** One sentence or several for a stream, what goes on in the next line a little further in. */
export const wrapFor = (stream: Pick<Stream, 'isTerminal' | 'columns'>, text: string): string =>
  wrap(text, columnsOf(stream), '', '  ').join('\n');

function signsOf(text: string): readonly string[] {
  return text.includes('\u001B') ? (text.match(SIGNS) ?? []) : Array.from(text);
}

/** A word longer than a line, in pieces. */
function cut(word: string, room: number): string[] {
  if (widthOf(word) <= room) return [word];
  const pieces = [''];
  for (const char of signsOf(word)) {
    if (widthOf(pieces.at(-1) + char) > room) pieces.push('');
    pieces[pieces.length - 1] += char;
  }
  return pieces;
}
