// What reaches a terminal: five styles, and text without control characters.
import { CONTROLS } from '../model/controls.ts';

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

const MARK = '\uFDD0[0-9a-z]+';
const UNSAFE = `(?![\\t\\n])[${CONTROLS}]`;
const EACH = new RegExp(UNSAFE, 'g');
const MARKED_OR_UNSAFE = new RegExp(`(${MARK})?(${UNSAFE})`, 'g');
/** Nobody misses these, nor a return before a line feed. */
const BIDIRECTIONAL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/** A change of style, as `painter` writes it: the source of an expression. */
export const STYLE = `${MARK}\\u001B\\[\\d+m`;

/**
 * Precedes the control characters that memvault itself writes. Each process draws its own, so no text of a vault can
 * hold it. Drawn when it is first needed: without colour a seeded process draws the same ids as ever.
 */
let mark: string | null = null;

/**
 * `toTerminal` leaves this text as it is. Only for memvault's own sequences, and for file names that a program reads.
 */
export function own(text: string): string {
  mark ??= `\uFDD0${Math.random().toString(36).slice(2)}`;
  return text.replace(EACH, `${mark}$&`);
}

/**
 * What a stream may be told: control characters other than tab and line feed become U+FFFD, bidirectional marks are
 * removed. Everything that memvault writes passes here once, as it is written (see `run`).
 */
export function toTerminal(text: string): string {
  return text.replace(MARKED_OR_UNSAFE, (_, marked: string | undefined, char: string, at: number) => {
    if (marked !== undefined && marked === mark) return char;
    const isUnmissed = BIDIRECTIONAL.test(char) || (char === '\r' && text[at + (marked ?? '').length + 1] === '\n');
    return `${marked ?? ''}${isUnmissed ? '' : '\uFFFD'}`;
  });
}

/** Paints, or with `color` off gives the text as it is. */
export function painter(color: boolean): Paint {
  return (style, text) =>
    color ? `${own(`\u001B[${CODES[style][0]}m`)}${text}${own(`\u001B[${CODES[style][1]}m`)}` : text;
}

/** The text on one line, as a terminal shows it: line breaks become visible. */
export function plain(text: string): string {
  return toTerminal(text.replace(/\s*[\r\n]+\s*/g, ' ⏎ ').replaceAll('\t', ' ')).toWellFormed();
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
