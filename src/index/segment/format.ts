// The layout of a segment: four words (magic, version, length and checksum of the head), the head as JSON, then
// sections, each aligned to eight bytes. Numbers are in native byte order; the magic word reveals a segment from a
// machine with another order, which is rejected.
import { mustBeExpected } from '../../model/errors.ts';
import type { CacheFile } from '../../model/ports.ts';
import { digestOfBytes } from '../hash.ts';

const MAGIC = 0x6d767367;
const VERSION = 4;
/** Bytes before the head. */
const START = 16;

export const ROW_KINDS = ['fact', 'claim', 'text'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** One number per row; `id` is an index into the segment's ids. */
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

/** Sorted lists of words, see words.ts. */
export type WordList = 'ids' | 'paths' | 'terms' | 'keywords';

export type Section =
  | StoredColumn
  /** Number of distinct terms of a field per row, and their sum per field. */
  | `lengths.${number}`
  | 'totals'
  /** Per id: its file number plus 2, or one of the special values below; the offset of its line; its line number. */
  | 'factFiles'
  | 'factOffsets'
  | 'factLines'
  /** Indexes of ids, ascending, and the row that cites each. */
  | 'citeIds'
  | 'citeRows'
  /** Per file: size and time, and the rest as JSON with the offsets of its entries. */
  | 'sizes'
  | 'times'
  | 'infos'
  | 'infoPlaces'
  | `${WordList}.${'firsts' | 'blocks' | 'blockPlaces'}`
  | `${'terms' | 'keywords'}.${'postings' | 'postingPlaces'}`
  /** Sections of a vector file, see vectors/store.ts. */
  | 'hashes'
  | 'scales'
  | 'digests'
  | 'vectors';

export const lengthsOf = (field: number): Section => `lengths.${field}`;

/** Special values of an id in `factFiles`, and the offset of real file numbers. */
export const [NO_FACT, GONE_FACT, FACT_FILE] = [0, 1, 2] as const;

// Thrown if the bytes of a segment cannot be what was written. Users never see it: the caller rebuilds the index.

export class CorruptSegment extends Error {
  constructor(what: string) {
    super(`The search index is damaged: ${what}`);
    this.name = 'CorruptSegment';
  }
}

/** Reads bytes of a segment file. An unreadable file counts as damaged; other errors propagate. */
function readBytes(file: CacheFile, offset: number, length: number): Uint8Array {
  try {
    const bytes = offset + length > file.size ? null : file.read(offset, length);
    if (bytes?.length === length) return bytes;
  } catch (error) {
    mustBeExpected(error, 'io');
  }
  throw new CorruptSegment('truncated');
}

/** Sixteen digits that change with any damaged byte. Reads the whole file. */
export const digestOfFile = (file: CacheFile): string => digestOfBytes(readBytes(file, 0, file.size));

/**
 * Binary search: the first of `count` positions for which `isBefore` is false; it must be true for exactly the
 * positions before.
 */
export function firstPlace(count: number, isBefore: (place: number) => boolean): number {
  let low = 0;
  for (let high = count; low < high;) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Columns: arrays of numbers in the narrowest type that fits.

export type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

const KINDS = [Uint8Array, Uint16Array, Int32Array, Uint32Array, Float64Array] as const;
/** The ranges of these types; the last type takes any number. */
const RANGES = [
  [0, 2 ** 8 - 1],
  [0, 2 ** 16 - 1],
  [-(2 ** 31), 2 ** 31 - 1],
  [0, 2 ** 32 - 1],
] as const;
/** The type of a column whose numbers are all equal; it stores no bytes. */
const SAME = -1;

/** A section as written: `value` is the common number of a `SAME` column. */
export interface Packed {
  readonly kind: number;
  readonly value: number;
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** `count`: the number of items in these bytes. */
export const packBytes = (bytes: Uint8Array, count = 0): Packed => ({ kind: 0, value: 0, count, bytes });

export const packJson = (value: unknown): Packed => packBytes(Buffer.from(JSON.stringify(value)));

export function packColumn(values: ArrayLike<number>): Packed {
  const count = values.length;
  let [least, most, whole] = [Infinity, -Infinity, true];
  for (let i = 0; i < count; i++) {
    const value = values[i] as number;
    if (value < least) least = value;
    if (value > most) most = value;
    if (value !== Math.floor(value)) whole = false;
  }
  if (count === 0 || (whole && least === most))
    return { kind: SAME, value: count === 0 ? 0 : least, count, bytes: new Uint8Array(0) };
  const kind = whole ? kindFor(least, most) : RANGES.length;
  const numbers = emptyColumn(kind, count);
  numbers.set(values);
  return { kind, value: 0, count, bytes: new Uint8Array(numbers.buffer) };
}

function kindFor(least: number, most: number): number {
  const kind = RANGES.findIndex(([from, to]) => least >= from && most <= to);
  return kind < 0 ? RANGES.length : kind;
}

export const emptyColumn = (kind: number, count: number): Numbers => new (KINDS[kind] ?? Float64Array)(count);

/** The type that fits the numbers of all these columns. */
export function kindOfAll(columns: readonly Numbers[]): number {
  const kinds = columns.map((numbers) => KINDS.findIndex((kind) => numbers instanceof kind));
  // Signed and unsigned 32-bit numbers fit only into floats.
  return kinds.includes(2) && kinds.includes(3) ? RANGES.length : Math.max(0, ...kinds);
}

/** The numbers in these bytes, as a view if aligned. */
function numbersIn(kind: number, bytes: Uint8Array): Numbers {
  const Kind = KINDS[kind] ?? Float64Array;
  // `slice` of a Buffer does not copy.
  const whole = bytes.byteOffset % Kind.BYTES_PER_ELEMENT === 0 ? bytes : Uint8Array.prototype.slice.call(bytes);
  return new Kind(whole.buffer as ArrayBuffer, whole.byteOffset, Math.floor(whole.length / Kind.BYTES_PER_ELEMENT));
}

// Segments as bytes; sections are read on demand.

/** Offset of a section after the head, its size, its type, common value and number of items. */
type Entry = readonly [start: number, size: number, kind: number, value: number, count: number];

/** Serialises the sections of a segment; equal sections give equal bytes. */
export function layOut(sections: Iterable<readonly [Section, Packed]>): Uint8Array {
  const entries: Partial<Record<Section, Entry>> = {};
  const placed: { readonly start: number; readonly bytes: Uint8Array }[] = [];
  let size = 0;
  for (const [name, { kind, value, count, bytes }] of sections) {
    entries[name] = [size, bytes.length, kind, value, count];
    placed.push({ start: size, bytes });
    size = Math.ceil((size + bytes.length) / 8) * 8;
  }
  const head = Buffer.from(JSON.stringify({ size, sections: entries }));
  const body = bodyOf(head.length);
  const segment = new Uint8Array(body + size);
  segment.set(new Uint8Array(Uint32Array.of(MAGIC, VERSION, head.length, sumOf(head)).buffer));
  segment.set(head, START);
  for (const { start, bytes } of placed) segment.set(bytes, body + start);
  return segment;
}

const bodyOf = (head: number): number => Math.ceil((START + head) / 8) * 8;
const sumOf = (head: Uint8Array): number => Number.parseInt(digestOfBytes(head).slice(0, 8), 16);

/** True if the bytes start like a segment, whether or not they are complete. */
export const isSegment = (bytes: Uint8Array): boolean =>
  bytes.length >= START && numbersIn(3, bytes.subarray(0, START))[0] === MAGIC;

/** Up to this size, one read of everything is cheaper than several reads. */
const SMALL = 1 << 18;
/** A larger head takes a second read. */
const USUAL_HEAD = 1 << 12;
/** How many numbers of a column are read individually before the whole column is. */
const FEW = 16;
const NOTHING: Entry = [0, 0, SAME, 0, 0];

/** The sections of an open segment. */
export class Source {
  readonly file: CacheFile;
  private readonly all: Uint8Array | null;
  private readonly body: number;
  private readonly sections: Partial<Record<Section, Entry>>;
  private readonly known = new Map<Section, Numbers>();
  private readonly asked = new Map<Section, number>();

  /** Throws CorruptSegment if the file is not a segment. */
  constructor(file: CacheFile) {
    const start = readBytes(file, 0, Math.min(file.size, file.size <= SMALL ? SMALL : USUAL_HEAD));
    const words = start.length < START ? [] : numbersIn(3, start.subarray(0, START));
    const [magic, version, length = 0, sum] = words;
    if (magic !== MAGIC || version !== VERSION) throw new CorruptSegment('wrong magic or version');
    this.body = bodyOf(length);
    const head = this.body <= start.length ? start.subarray(START, START + length) : readBytes(file, START, length);
    if (sumOf(head) !== sum) throw new CorruptSegment('its head is damaged');
    const { size, sections } = parseJson(head) as { size: number; sections: Partial<Record<Section, Entry>> };
    if (this.body + size !== file.size) throw new CorruptSegment('it has another size');
    this.file = file;
    this.all = start.length === file.size ? start : null;
    this.sections = sections;
  }

  /** Number of items in a section. */
  count(section: Section): number {
    return this.entry(section)[4];
  }

  /** Bytes of a section, by default all. Throws CorruptSegment if they exceed the section. */
  bytes(section: Section, from = 0, length?: number): Uint8Array {
    const [start, size] = this.entry(section);
    const most = length ?? size;
    if (!(from >= 0 && most >= 0 && from + most <= size)) throw new CorruptSegment('truncated section');
    const at = this.body + start + from;
    return this.all === null ? readBytes(this.file, at, most) : this.all.subarray(at, at + most);
  }

  /** All numbers of a section. */
  column(section: Section): Numbers {
    let numbers = this.known.get(section);
    if (numbers === undefined) this.known.set(section, (numbers = this.numbers(section, 0, this.count(section))));
    return numbers;
  }

  /** Numbers of a section from a position on. */
  numbers(section: Section, from: number, count: number): Numbers {
    const [, , kind, value, whole] = this.entry(section);
    if (!(from >= 0 && from + count <= whole)) throw new CorruptSegment('number out of range');
    if (kind === SAME) {
      const numbers = emptyColumn(kindFor(value, value), count);
      return value === 0 ? numbers : numbers.fill(value);
    }
    const { BYTES_PER_ELEMENT: width } = KINDS[kind] ?? Float64Array;
    return numbersIn(kind, this.bytes(section, from * width, count * width));
  }

  /** One number of a section. */
  number(section: Section, place: number): number {
    const asked = this.asked.get(section) ?? 0;
    this.asked.set(section, asked + 1);
    const isWhole = asked > FEW || this.known.has(section);
    const number = isWhole ? this.column(section)[place] : this.numbers(section, place, 1)[0];
    if (number === undefined) throw new CorruptSegment('number out of range');
    return number;
  }

  private entry(section: Section): Entry {
    return this.sections[section] ?? NOTHING;
  }
}

/** Parses JSON; throws CorruptSegment if it is malformed. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  } catch {
    throw new CorruptSegment('invalid JSON section');
  }
}

export function parseTexts(bytes: Uint8Array): readonly string[] {
  const texts = parseJson(bytes);
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
    throw new CorruptSegment('invalid text section');
  return texts;
}
