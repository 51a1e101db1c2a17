// Where everything stands in a segment. A head of words in the machine's byte order (another machine's is told
// by the magic word and is no segment), then sections, each at a multiple of eight bytes.
//   head     magic, version, checksum (2), sum of the head, size / 16, the counts; then for each section
//            its place / 8, its bytes, and two words of its own: kind and value
//   columns  one number a row, of the width that fits
//   ids      all that facts, rows and cites name, ascending: those of ten base-32 characters in seven bytes,
//            most significant first, then the others as texts. Beside each what is known of it as a fact
//   terms    sorted by code unit, see dictionary.ts; postings.ts says how rows are written
import { MemvaultError } from '../../model/errors.ts';
import type { CacheFile } from '../../model/ports.ts';

export const MAGIC = 0x6d767367;
export const VERSION = 3;

/** Words of the head before the table of sections. */
export const HEAD = {
  magic: 0,
  version: 1,
  checksum: 2,
  sum: 4,
  size: 5,
  rows: 6,
  fields: 7,
  files: 8,
  ids: 9,
  plainIds: 10,
  extras: 11,
  cites: 12,
  terms: 13,
  keywords: 14,
} as const;
export const HEAD_WORDS = 16;

/** Of `id` the place in the segment's ids. */
export const COLUMNS = [
  'kind',
  'superseded',
  'file',
  'day',
  'minute',
  'logged',
  'group',
  'ordinal',
  'hash',
  'id',
  'offset',
  'length',
  'line',
  'part',
] as const;
export type StoredColumn = (typeof COLUMNS)[number];

/** Numbers of sections. */
export const SECTION = {
  columns: 0,
  ids: 14,
  idFacts: 15,
  plainIds: 16,
  extraFiles: 17,
  extraOffsets: 18,
  extraLines: 19,
  citeIds: 20,
  citeRows: 21,
  terms: 22,
  keywords: 25,
  paths: 28,
  infos: 29,
  sizes: 30,
  times: 31,
  totals: 32,
  lengths: 33,
} as const;
/** A dictionary takes three sections: its sparse index, its blocks, its postings. */
export const DICTIONARY = { sparse: 0, blocks: 1, postings: 2 } as const;
export const MOST_FIELDS = 10;
export const SECTIONS = SECTION.lengths + MOST_FIELDS;
export const SECTION_WORDS = 4;
export const HEAD_BYTES = (HEAD_WORDS + SECTIONS * SECTION_WORDS) * 4;

/** What an id is as a fact: unknown, gone, the row of that number (less FACT_ROW), or after all rows an extra. */
export const NO_FACT = 0;
export const GONE_FACT = 1;
export const FACT_ROW = 2;

/** Bytes of an id of ten base-32 characters. */
export const ID_BYTES = 7;
/** Terms of a block of a dictionary. */
export const BLOCK_TERMS = 32;

// What is thrown where the bytes of a segment cannot be what a build wrote. Says nothing to people: whoever
// opens segments builds them anew.

export class CorruptSegment extends Error {
  constructor(what: string) {
    super(`The search index is damaged: ${what}`);
    this.name = 'CorruptSegment';
  }
}

/** Bytes of a segment's file. One that cannot be read is as good as damaged; no other `io` is. */
export function readSegmentBytes(file: CacheFile, offset: number, length: number): Uint8Array {
  try {
    return file.read(offset, length);
  } catch (error) {
    if (error instanceof MemvaultError && error.code === 'io') throw new CorruptSegment(error.message);
    throw error;
  }
}

/** The first of `count` places that `isBefore` does not hold for, which holds for all places before it alone. */
export function firstPlace(count: number, isBefore: (place: number) => boolean): number {
  let low = 0;
  for (let high = count; low < high;) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

/** Kinds of columns, as the head names them; `same` has no bytes. */
export const KIND = { same: 0, u8: 1, u16: 2, i32: 3, u32: 4, f64: 5 } as const;

/** A column as it is written: `value` is that of all rows where the kind is `same`. */
export interface Packed {
  readonly kind: number;
  readonly value: number;
  readonly bytes: Uint8Array;
}

export const bytesOf = (numbers: Numbers): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** The bytes as words; a copy where they do not stand at a multiple of four, without what is over at the end. */
export function wordsOf(bytes: Uint8Array): Uint32Array {
  const whole = bytes.byteOffset % 4 === 0 ? bytes : copyOf(bytes);
  return new Uint32Array(whole.buffer, whole.byteOffset, whole.length >>> 2);
}

/** A buffer's own `slice` is no copy. */
const copyOf = (bytes: Uint8Array): Uint8Array => Uint8Array.prototype.slice.call(bytes);

/** The first `count` values in the narrowest kind that holds them all. */
export function packColumn(values: ArrayLike<number>, count: number): Packed {
  let [least, most, whole] = [Infinity, -Infinity, true];
  for (let i = 0; i < count; i++) {
    const value = values[i] as number;
    if (value < least) least = value;
    if (value > most) most = value;
    if (value !== Math.floor(value)) whole = false;
  }
  if (count === 0 || (whole && least === most && least >= 0 && most < 2 ** 32))
    return { kind: KIND.same, value: count === 0 ? 0 : least, bytes: new Uint8Array(0) };
  const kind = kindFor(least, most, whole);
  const numbers = emptyColumn(kind, count);
  if (values.length === count) numbers.set(values);
  else for (let i = 0; i < count; i++) numbers[i] = values[i] as number;
  return { kind, value: 0, bytes: bytesOf(numbers) };
}

function kindFor(least: number, most: number, whole: boolean): number {
  if (!whole) return KIND.f64;
  if (least >= 0)
    return most < 2 ** 8
      ? KIND.u8
      : most < 2 ** 16
        ? KIND.u16
        : most < 2 ** 31
          ? KIND.i32
          : most < 2 ** 32
            ? KIND.u32
            : KIND.f64;
  return least >= -(2 ** 31) && most < 2 ** 31 ? KIND.i32 : KIND.f64;
}

export function emptyColumn(kind: number, count: number): Numbers {
  switch (kind) {
    case KIND.u8:
      return new Uint8Array(count);
    case KIND.u16:
      return new Uint16Array(count);
    case KIND.i32:
      return new Int32Array(count);
    case KIND.u32:
      return new Uint32Array(count);
    default:
      return new Float64Array(count);
  }
}

/** Bytes of each number of a column. */
const widthOf = (kind: number): number =>
  kind === KIND.same ? 0 : kind === KIND.u8 ? 1 : kind === KIND.u16 ? 2 : kind === KIND.f64 ? 8 : 4;

/** `count` numbers of what was packed, as a view where that is possible. */
export function unpackColumn(kind: number, value: number, bytes: Uint8Array, count: number): Numbers {
  if (kind === KIND.same) {
    const numbers = emptyColumn(kindFor(value, value, true), count);
    return value === 0 ? numbers : numbers.fill(value);
  }
  const width = widthOf(kind);
  if (kind > KIND.f64 || bytes.length !== count * width) throw new CorruptSegment('a column has another length');
  const { buffer, byteOffset } = bytes.byteOffset % width === 0 ? bytes : copyOf(bytes);
  switch (kind) {
    case KIND.u8:
      return new Uint8Array(buffer, byteOffset, count);
    case KIND.u16:
      return new Uint16Array(buffer, byteOffset, count);
    case KIND.i32:
      return new Int32Array(buffer, byteOffset, count);
    case KIND.u32:
      return new Uint32Array(buffer, byteOffset, count);
    default:
      return new Float64Array(buffer, byteOffset, count);
  }
}

/** The kind that a column is of. */
export function kindOf(numbers: Numbers): number {
  if (numbers instanceof Uint8Array) return KIND.u8;
  if (numbers instanceof Uint16Array) return KIND.u16;
  if (numbers instanceof Int32Array) return KIND.i32;
  return numbers instanceof Uint32Array ? KIND.u32 : KIND.f64;
}

// Bytes that are written one after another, and numbers in seven bits a byte, low ones first.

export interface Sink {
  bytes: Uint8Array;
  length: number;
}

export const emptySink = (): Sink => ({ bytes: new Uint8Array(1024), length: 0 });

/** What was written, as a copy. */
export const takeSink = (sink: Sink): Uint8Array => sink.bytes.slice(0, sink.length);

function reserve(sink: Sink, more: number): void {
  if (sink.length + more <= sink.bytes.length) return;
  const bytes = new Uint8Array(Math.max(sink.bytes.length * 2, sink.length + more));
  bytes.set(sink.bytes.subarray(0, sink.length));
  sink.bytes = bytes;
}

/** Whole numbers from 0 to 2 ** 32 - 1. */
export function putVarint(sink: Sink, value: number): void {
  if (sink.length + 5 > sink.bytes.length) reserve(sink, 5);
  let left = value;
  while (left > 127) {
    sink.bytes[sink.length++] = (left & 127) | 128;
    left = Math.floor(left / 128);
  }
  sink.bytes[sink.length++] = left;
}

export function putBytes(sink: Sink, bytes: Uint8Array): void {
  reserve(sink, bytes.length);
  sink.bytes.set(bytes, sink.length);
  sink.length += bytes.length;
}

/** Bytes that are read one after another. */
export interface Spring {
  readonly bytes: Uint8Array;
  at: number;
}

export function takeVarint(spring: Spring): number {
  let byte = spring.bytes[spring.at++] ?? -1;
  if (byte >= 0 && byte < 128) return byte;
  let value = byte & 127;
  for (let scale = 128; byte > 127; scale *= 128) {
    byte = spring.bytes[spring.at++] ?? -1;
    value += (byte & 127) * scale;
  }
  if (byte < 0 || value >= 2 ** 32) throw new CorruptSegment('a number ends in the middle');
  return value;
}
