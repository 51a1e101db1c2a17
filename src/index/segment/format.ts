// Where everything stands in a segment: four words (magic, version, length and sum of the head), the head as JSON, then
// sections, each at a multiple of eight bytes. Numbers are in the machine's byte order; another machine's segment is
// told by the magic word and is none.
import { mustBeExpected } from '../../model/errors.ts';
import type { CacheFile } from '../../model/ports.ts';
import { digestOfBytes } from '../hash.ts';

const MAGIC = 0x6d767367;
const VERSION = 4;
/** Bytes before the head. */
const START = 16;

/** By row, one number each; of `id` the place in the segment's ids. */
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

/** Lists of words in their order, see words.ts. */
export type WordList = 'ids' | 'paths' | 'terms' | 'keywords';

export type Section =
  | StoredColumn
  /** By row the number of different terms in a field, and by field their sum. */
  | `lengths.${number}`
  | 'totals'
  /** By id: the number of its file and 2, or one of these; where its line begins; its line. */
  | 'factFiles'
  | 'factOffsets'
  | 'factLines'
  /** Places of ids, ascending, and the row that cites each. */
  | 'citeIds'
  | 'citeRows'
  /** By file: bytes and time, and the rest as JSON, from one place to the next. */
  | 'sizes'
  | 'times'
  | 'infos'
  | 'infoPlaces'
  | `${WordList}.${'firsts' | 'blocks' | 'blockPlaces'}`
  | `${'terms' | 'keywords'}.${'postings' | 'postingPlaces'}`
  /** Of a file of vectors, see vectors/store.ts. */
  | 'hashes'
  | 'scales'
  | 'digests'
  | 'vectors';

export const lengthsOf = (field: number): Section => `lengths.${field}`;

/** What an id is as a fact, beside the number of a file. */
export const [NO_FACT, GONE_FACT, FACT_FILE] = [0, 1, 2] as const;

// What is thrown where the bytes of a segment cannot be what a build wrote. Says nothing to people: whoever
// opens segments builds them anew.

export class CorruptSegment extends Error {
  constructor(what: string) {
    super(`The search index is damaged: ${what}`);
    this.name = 'CorruptSegment';
  }
}

/** Bytes of a segment's file. One that cannot be read is as good as damaged; no other `io` is. */
function readBytes(file: CacheFile, offset: number, length: number): Uint8Array {
  try {
    const bytes = offset + length > file.size ? null : file.read(offset, length);
    if (bytes?.length === length) return bytes;
  } catch (error) {
    mustBeExpected(error, 'io');
  }
  throw new CorruptSegment('it ends before its end');
}

/** Sixteen digits that notice any damaged byte. Reads all of it. */
export const digestOfFile = (file: CacheFile): string => digestOfBytes(readBytes(file, 0, file.size));

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

// Columns: numbers in the narrowest kind that holds them all.

export type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

const KINDS = [Uint8Array, Uint16Array, Int32Array, Uint32Array, Float64Array] as const;
/** The least and the most that each of them holds; the last holds any. */
const RANGES = [
  [0, 2 ** 8 - 1],
  [0, 2 ** 16 - 1],
  [-(2 ** 31), 2 ** 31 - 1],
  [0, 2 ** 32 - 1],
] as const;
/** The kind of a column whose numbers are all the same, which has no bytes. */
const SAME = -1;

/** A section as it is written: `value` is that of all numbers where the kind is `SAME`. */
export interface Packed {
  readonly kind: number;
  readonly value: number;
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** `count`: of whatever these bytes hold. */
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

/** The kind that holds the numbers of all these columns. */
export function kindOfAll(columns: readonly Numbers[]): number {
  const kinds = columns.map((numbers) => KINDS.findIndex((kind) => numbers instanceof kind));
  // Signed and unsigned words have no word in common.
  return kinds.includes(2) && kinds.includes(3) ? RANGES.length : Math.max(0, ...kinds);
}

/** The numbers in these bytes, as a view where that is possible. */
function numbersIn(kind: number, bytes: Uint8Array): Numbers {
  const Kind = KINDS[kind] ?? Float64Array;
  // A buffer's own `slice` is no copy.
  const whole = bytes.byteOffset % Kind.BYTES_PER_ELEMENT === 0 ? bytes : Uint8Array.prototype.slice.call(bytes);
  return new Kind(whole.buffer as ArrayBuffer, whole.byteOffset, Math.floor(whole.length / Kind.BYTES_PER_ELEMENT));
}

// Segments as bytes, and their sections read when they are asked for.

/** Where a section stands behind the head, its bytes, and what else is known of it. */
type Entry = readonly [start: number, size: number, kind: number, value: number, count: number];

/** The bytes of a segment with these sections: equal ones for equal sections. */
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

/** Are these the bytes of a segment, whole or not? */
export const isSegment = (bytes: Uint8Array): boolean =>
  bytes.length >= START && numbersIn(3, bytes.subarray(0, START))[0] === MAGIC;

/** Up to here one read of all costs less than several of parts. */
const SMALL = 1 << 18;
/** A large head takes a second read. */
const USUAL_HEAD = 1 << 12;
/** So many numbers are read one by one before all of their column are. */
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

  /** Throws CorruptSegment for what is no segment. */
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

  /** How many numbers or words a section has. */
  count(section: Section): number {
    return this.entry(section)[4];
  }

  /** Bytes of a section, all unless it is said which. Throws where it ends before. */
  bytes(section: Section, from = 0, length?: number): Uint8Array {
    const [start, size] = this.entry(section);
    const most = length ?? size;
    if (!(from >= 0 && most >= 0 && from + most <= size))
      throw new CorruptSegment('a section ends before what it should hold');
    const at = this.body + start + from;
    return this.all === null ? readBytes(this.file, at, most) : this.all.subarray(at, at + most);
  }

  /** All numbers of a section. */
  column(section: Section): Numbers {
    let numbers = this.known.get(section);
    if (numbers === undefined) this.known.set(section, (numbers = this.numbers(section, 0, this.count(section))));
    return numbers;
  }

  /** Numbers of a section from a place on. */
  numbers(section: Section, from: number, count: number): Numbers {
    const [, , kind, value, whole] = this.entry(section);
    if (!(from >= 0 && from + count <= whole)) throw new CorruptSegment('a number that is not there');
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
    if (number === undefined) throw new CorruptSegment('a number that is not there');
    return number;
  }

  private entry(section: Section): Entry {
    return this.sections[section] ?? NOTHING;
  }
}

/** What JSON says. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  } catch {
    throw new CorruptSegment('it has no JSON where it should');
  }
}

export function parseTexts(bytes: Uint8Array): readonly string[] {
  const texts = parseJson(bytes);
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
    throw new CorruptSegment('texts are none');
  return texts;
}
