// Characters that no name should hold and no terminal should get: control characters, line separators and what changes
// the direction of writing.

/** The inside of a character class. */
const CONTROLS = String.raw`\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069`;

const CONTROL = new RegExp(`[${CONTROLS}]`);
/** In JSON only its own layout has line feeds. */
const ESCAPED = new RegExp(`(?!\\n)[${CONTROLS}]`, 'g');
const ALL = new RegExp(`[${CONTROLS}]`, 'g');

export const hasControls = (text: string): boolean => CONTROL.test(text);

export const withoutControls = (text: string): string => text.replace(ALL, '');

/** Controls are escaped, so a terminal may show it and a program reads the same value. */
export function toJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(
    ESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

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

/** The text on one line, as a terminal shows it: line breaks become visible. */
export function plain(text: string): string {
  return toTerminal(text.replace(/\s*[\r\n]+\s*/g, ' ⏎ ').replaceAll('\t', ' ')).toWellFormed();
}
