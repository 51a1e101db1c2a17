// Characters that must not appear in names or reach a terminal: control characters, line separators and bidirectional
// marks.

/** The contents of a character class. */
const CONTROLS = String.raw`\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069`;

const CONTROL = new RegExp(`[${CONTROLS}]`);
/** In JSON, line feeds occur only as layout. */
const ESCAPED = new RegExp(`(?!\\n)[${CONTROLS}]`, 'g');
const ALL = new RegExp(`[${CONTROLS}]`, 'g');

export const hasControls = (text: string): boolean => CONTROL.test(text);

export const withoutControls = (text: string): string => text.replace(ALL, '');

/** Escapes control characters, so that a terminal can show it and a program reads the same value. */
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

/** Removed silently, like a carriage return before a line feed. */
const BIDIRECTIONAL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/** A style sequence as written by `painter`; the source of a regular expression. */
export const STYLE = `${MARK}\\u001B\\[\\d+m`;

/**
 * Marks control characters that memvault itself writes. Each process draws its own, so no text of a vault can contain
 * it. Drawn on first use: without colour a seeded process then draws the same ids as before.
 */
let mark: string | null = null;

/** Protects a text from `toTerminal`. Only for memvault's own sequences, and for file names read by programs. */
export function own(text: string): string {
  mark ??= `\uFDD0${Math.random().toString(36).slice(2)}`;
  return text.replace(EACH, `${mark}$&`);
}

/**
 * Makes a text safe for a terminal: control characters other than tab and line feed become U+FFFD, bidirectional marks
 * are removed. All output passes through here once (see `run`).
 */
export function toTerminal(text: string): string {
  return text.replace(MARKED_OR_UNSAFE, (_, marked: string | undefined, char: string, at: number) => {
    if (marked !== undefined && marked === mark) return char;
    const isUnmissed = BIDIRECTIONAL.test(char) || (char === '\r' && text[at + (marked ?? '').length + 1] === '\n');
    return `${marked ?? ''}${isUnmissed ? '' : '\uFFFD'}`;
  });
}

/** The text on one line as for a terminal; line breaks become visible. */
export function plain(text: string): string {
  return toTerminal(text.replace(/\s*[\r\n]+\s*/g, ' ⏎ ').replaceAll('\t', ' ')).toWellFormed();
}
