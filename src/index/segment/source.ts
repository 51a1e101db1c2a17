// The bytes of an open segment, section by section, the texts in them, and the sums that notice damaged bytes. A
// small segment is read at once, of a large one what is asked for.
import type { CacheFile } from '../../model/ports.ts';
import {
  CorruptSegment,
  HEAD,
  HEAD_BYTES,
  HEAD_WORDS,
  MAGIC,
  MOST_FIELDS,
  type Numbers,
  type Packed,
  readSegmentBytes,
  SECTION_WORDS,
  SECTIONS,
  unpackColumn,
  VERSION,
  wordsOf,
} from './format.ts';

/** Up to here one read of all costs less than several of parts: of a file, and of a section of a larger one. */
const SMALL = 1 << 18;
const SMALL_SECTION = 1 << 13;

export class Source {
  readonly file: CacheFile;
  private readonly all: Uint8Array | null;
  private readonly head: Uint32Array;
  private readonly known: (Uint8Array | undefined)[] = [];

  /** Throws CorruptSegment for what is no segment. */
  constructor(file: CacheFile) {
    if (file.size < HEAD_BYTES || file.size % 16 !== 0) throw new CorruptSegment('it has no whole head');
    this.file = file;
    this.all = file.size <= SMALL ? readSegmentBytes(file, 0, file.size) : null;
    this.head = wordsOf((this.all ?? readSegmentBytes(file, 0, HEAD_BYTES)).subarray(0, HEAD_BYTES));
    if (this.count(HEAD.magic) !== MAGIC || this.count(HEAD.version) !== VERSION)
      throw new CorruptSegment('wrong magic or version');
    if (this.count(HEAD.sum) !== sumOfHead(this.head) || this.count(HEAD.size) * 16 !== file.size)
      throw new CorruptSegment('head checksum or size mismatch');
    if (this.count(HEAD.rows) >= 2 ** 31 || this.count(HEAD.fields) > MOST_FIELDS)
      throw new CorruptSegment('row or field count out of range');
  }

  /** A number of HEAD. */
  count(word: number): number {
    return this.head[word] ?? 0;
  }

  kind(section: number): number {
    return this.word(section, 2);
  }

  /** The second word of a section's own. */
  value(section: number): number {
    return this.word(section, 3);
  }

  whole(section: number): Uint8Array {
    return this.part(section, 0, this.word(section, 1));
  }

  /** Throws where the section ends before. */
  part(section: number, offset: number, length: number): Uint8Array {
    const begin = this.word(section, 0) * 8;
    const size = this.word(section, 1);
    if (
      section >= SECTIONS ||
      offset < 0 ||
      length < 0 ||
      offset + length > size ||
      begin + offset + length > this.file.size
    )
      throw new CorruptSegment('a section ends before what it should hold');
    if (length === 0) return new Uint8Array(0);
    if (this.all !== null || size > SMALL_SECTION || begin + size > this.file.size)
      return this.read(begin + offset, length);
    const bytes = this.known[section] ?? this.read(begin, size);
    this.known[section] = bytes;
    return length === size ? bytes : bytes.subarray(offset, offset + length);
  }

  column(section: number, count: number): Numbers {
    return unpackColumn(this.kind(section), this.value(section), this.whole(section), count);
  }

  private word(section: number, which: number): number {
    return this.head[HEAD_WORDS + section * SECTION_WORDS + which] ?? 0;
  }

  private read(start: number, length: number): Uint8Array {
    const bytes =
      this.all === null ? readSegmentBytes(this.file, start, length) : this.all.subarray(start, start + length);
    if (bytes.length !== length) throw new CorruptSegment('it ends before its end');
    return bytes;
  }
}

/** Bytes that are read at once; a multiple of sixteen. */
const PIECE = 1 << 20;

type Lanes = [number, number, number, number];

/** Words in fours. */
function add(lanes: Lanes, words: Uint32Array): void {
  let [a, b, c, d] = lanes;
  for (let i = 0; i < words.length; i += 4) {
    a = Math.imul(a ^ (words[i] as number), 0x9e3779b1);
    b = Math.imul(b ^ (words[i + 1] as number), 0x85ebca77);
    c = Math.imul(c ^ (words[i + 2] as number), 0xc2b2ae3d);
    d = Math.imul(d ^ (words[i + 3] as number), 0x27d4eb2f);
    a ^= a >>> 15;
    b ^= b >>> 13;
    c ^= c >>> 16;
    d ^= d >>> 14;
  }
  lanes[0] = a;
  lanes[1] = b;
  lanes[2] = c;
  lanes[3] = d;
}

const start = (size: number): Lanes => [size, 0x811c9dc5, ~size, 0x01000193];

const fold = ([a, b, c, d]: Lanes): number => (a ^ Math.imul(b, 3) ^ Math.imul(c, 5) ^ Math.imul(d, 7)) >>> 0;

/** Of the head but the words that hold sums. */
export function sumOfHead(head: Uint32Array): number {
  const lanes = start(HEAD_BYTES);
  add(lanes, head.slice().fill(0, HEAD.checksum, HEAD.sum + 1));
  return fold(lanes);
}

/** Two words over all of a segment but the words that hold them. Throws CorruptSegment where it cannot be read. */
export function sumOfFile(file: CacheFile): [number, number] {
  const lanes = start(file.size);
  for (let at = 0; at < file.size; at += PIECE) {
    const words = wordsOf(readSegmentBytes(file, at, Math.min(PIECE, file.size - at)));
    add(lanes, at > 0 ? words : words.slice().fill(0, HEAD.checksum, HEAD.checksum + 2));
  }
  return [(lanes[0] ^ Math.imul(lanes[1], 3)) >>> 0, (lanes[2] ^ Math.imul(lanes[3], 5)) >>> 0];
}

/**
 * Whether every byte of a segment is as it was written. Reads all of it; throws CorruptSegment where it cannot be read.
 */
export function isWhole(file: CacheFile): boolean {
  if (file.size < HEAD_BYTES || file.size % 16 !== 0) return false;
  const head = wordsOf(readSegmentBytes(file, 0, HEAD_BYTES));
  if (head[HEAD.magic] !== MAGIC) return false;
  const [high, low] = sumOfFile(file);
  return head[HEAD.checksum] === high && head[HEAD.checksum + 1] === low;
}

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
