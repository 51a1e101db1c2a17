// Texts in one piece of bytes: where each begins, then all of them, in one byte a unit where that holds every
// one of them, else in two. Read one by one, or all as one string.
import { CorruptSegment } from './format.ts';
import { type Packed, wordsOf } from './numbers.ts';
import type { Source } from './source.ts';

const WIDE = /[^\x00-\xff]/;

export function packTexts(texts: readonly string[]): Packed {
  const starts = new Uint32Array(texts.length + 1);
  for (let i = 0; i < texts.length; i++) starts[i + 1] = (starts[i] as number) + (texts[i] as string).length;
  const all = texts.join('');
  const wide = WIDE.test(all);
  const bytes = Buffer.concat([Buffer.from(starts.buffer), Buffer.from(all, wide ? 'utf16le' : 'latin1')]);
  return { kind: wide ? 2 : 1, value: texts.length, bytes };
}

export interface Texts {
  /** Text `i` is that part of all from the i-th start to the next. */
  readonly all: string;
  readonly starts: Uint32Array;
  readonly count: number;
  /** Text by number; throws CorruptSegment where there is none. */
  get(number: number): string;
}

/** All texts of a section, read now. */
export function allTexts(source: Source, section: number, count: number): Texts {
  const bytes = source.whole(section);
  const begin = (count + 1) * 4;
  if (count > 0 && bytes.length < begin) throw new CorruptSegment('a list of texts is too short');
  const starts = wordsOf(bytes.subarray(0, begin));
  const all = decode(bytes.subarray(begin), source.kind(section));
  return {
    all,
    starts,
    count,
    get(number) {
      const start = starts[number];
      const end = starts[number + 1];
      if (start === undefined || end === undefined || start > end || end > all.length)
        throw new CorruptSegment('a text that is not there');
      return all.slice(start, end);
    },
  };
}

/** One text of a section. */
export function oneText(source: Source, section: number, count: number, number: number): string {
  if (number < 0 || number >= count) throw new CorruptSegment('a text that is not there');
  const starts = wordsOf(source.part(section, number * 4, 8));
  const start = starts[0] as number;
  const end = starts[1] as number;
  if (start > end) throw new CorruptSegment('a text that is not there');
  const kind = source.kind(section);
  return decode(source.part(section, (count + 1) * 4 + start * kind, (end - start) * kind), kind);
}

function decode(bytes: Uint8Array, kind: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(kind === 2 ? 'utf16le' : 'latin1');
}

// Terms as bytes that sort as the terms do: each code unit by itself in one to three bytes, as UTF-8 has them
// below the surrogates. So halves of a pair survive, and bytes compare as code units.

/** The bytes of a term. */
export function bytesOfTerm(term: string): Uint8Array {
  const bytes = Buffer.from(term, 'latin1');
  for (let i = 0; i < term.length; i++) if (term.charCodeAt(i) > 127) return widely(term);
  return bytes;
}

function widely(term: string): Uint8Array {
  const bytes = new Uint8Array(term.length * 3);
  let at = 0;
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i);
    if (unit < 0x80) bytes[at++] = unit;
    else {
      if (unit < 0x800) bytes[at++] = 0xc0 | (unit >>> 6);
      else {
        bytes[at++] = 0xe0 | (unit >>> 12);
        bytes[at++] = 0x80 | ((unit >>> 6) & 63);
      }
      bytes[at++] = 0x80 | (unit & 63);
    }
  }
  return bytes.subarray(0, at);
}

/** The term of the first `length` bytes. Any bytes give some text. */
export function termOfBytes(bytes: Buffer, length: number): string {
  for (let i = 0; i < length; i++) if ((bytes[i] as number) > 127) return narrowly(bytes, length);
  return bytes.toString('latin1', 0, length);
}

function narrowly(bytes: Buffer, length: number): string {
  let term = '';
  for (let i = 0; i < length;) {
    const byte = bytes[i++] as number;
    if (byte < 0x80) term += String.fromCharCode(byte);
    else if (byte < 0xe0) term += String.fromCharCode(((byte & 31) << 6) | ((bytes[i++] ?? 0) & 63));
    else {
      const middle = (bytes[i++] ?? 0) & 63;
      term += String.fromCharCode(((byte & 15) << 12) | (middle << 6) | ((bytes[i++] ?? 0) & 63));
    }
  }
  return term;
}

/** Order of bytes from `at` to `end` and all of `other`: below 0, 0, or over it. */
export function compareBytes(bytes: Uint8Array, at: number, end: number, other: Uint8Array): number {
  const shared = Math.min(end - at, other.length);
  for (let i = 0; i < shared; i++) {
    const difference = (bytes[at + i] as number) - (other[i] as number);
    if (difference !== 0) return difference;
  }
  return end - at - other.length;
}
