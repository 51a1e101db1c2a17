// Texts in one piece of bytes: where each begins, then all of them, in one byte a unit where that holds every
// one of them, else in two. Read one by one, or all as one string.
import { CorruptSegment } from './corrupt.ts';
import { wordsOf, type Packed } from './numbers.ts';
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
