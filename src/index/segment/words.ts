// Sorted lists of words, addressed by index and stored in blocks that are read one at a time (`firsts` holds the first
// word of each block), and the rows that contain a word.
import type { Posting } from '../view.ts';
import {
  CorruptSegment,
  firstPlace,
  type Packed,
  packBytes,
  packColumn,
  packJson,
  parseTexts,
  type Section,
  type Source,
  type WordList,
} from './format.ts';

/** Words per block. */
const BLOCK = 64;

/** A list of words of a segment. The constructor reads nothing. */
export class Words {
  readonly count: number;
  private readonly source: Source;
  private readonly list: WordList;
  private firsts: readonly string[] | null = null;
  /** The block read last. */
  private last: { readonly block: number; readonly words: readonly string[] } = { block: -1, words: [] };

  constructor(source: Source, list: WordList) {
    this.source = source;
    this.list = list;
    this.count = source.count(`${list}.blocks`);
  }

  /** Index of a word; -1 if it is not in the list. */
  find(word: string): number {
    const place = this.firstFrom(word);
    return place < this.count && this.get(place) === word ? place : -1;
  }

  get(place: number): string {
    const word = place < this.count ? this.wordsOf(Math.floor(place / BLOCK))[place % BLOCK] : undefined;
    if (word === undefined) throw new CorruptSegment('a word that is not there');
    return word;
  }

  /** Index of the first word that is not less than this one; the count if there is none. */
  firstFrom(word: string): number {
    const firsts = this.firstWords();
    const block = firstPlace(firsts.length, (at) => (firsts[at] as string) <= word) - 1;
    if (block < 0) return 0;
    const words = this.wordsOf(block);
    return block * BLOCK + firstPlace(words.length, (at) => (words[at] as string) < word);
  }

  /** The words with this prefix, in code-unit order. */
  startingWith(prefix: string): string[] {
    const found: string[] = [];
    for (let place = this.firstFrom(prefix); place < this.count; place++) {
      const word = this.get(place);
      if (!word.startsWith(prefix)) break;
      found.push(word);
    }
    return found;
  }

  private firstWords(): readonly string[] {
    this.firsts ??= this.count === 0 ? [] : parseTexts(this.source.bytes(`${this.list}.firsts`));
    return this.firsts;
  }

  private wordsOf(block: number): readonly string[] {
    if (this.last.block !== block) {
      const [start = 0, end = 0] = this.source.numbers(`${this.list}.blockPlaces`, block, 2);
      this.last = { block, words: parseTexts(this.source.bytes(`${this.list}.blocks`, start, end - start)) };
    }
    return this.last.words;
  }
}

/** Serialises words, which must be in code-unit order without duplicates. */
export function packWords(list: WordList, words: readonly string[]): [Section, Packed][] {
  const firsts: string[] = [];
  const blocks: Buffer[] = [];
  const places = [0];
  for (let at = 0; at < words.length; at += BLOCK) {
    const block = Buffer.from(JSON.stringify(words.slice(at, at + BLOCK)));
    firsts.push(words[at] ?? '');
    blocks.push(block);
    places.push((places.at(-1) ?? 0) + block.length);
  }
  return [
    [`${list}.firsts`, packJson(firsts)],
    [`${list}.blocks`, packBytes(Buffer.concat(blocks), words.length)],
    [`${list}.blockPlaces`, packColumn(places)],
  ];
}

// The encoding of a term's rows. For each field: its number and a flag for frequencies above 1, the number of rows, the
// gaps between rows (less one; after a zero gap the length of the run that follows, so that a run costs almost
// nothing), then the frequencies above 1 with the gaps between their positions. Numbers are varints: seven bits per
// byte, low bits first.

export interface Sink {
  bytes: Uint8Array;
  length: number;
}

export const emptySink = (): Sink => ({ bytes: new Uint8Array(1024), length: 0 });

/** Accepts integers from 0 to 2 ** 32 - 1. */
function putVarint(sink: Sink, value: number): void {
  if (sink.length + 5 > sink.bytes.length) {
    const bytes = new Uint8Array(sink.bytes.length * 2);
    bytes.set(sink.bytes);
    sink.bytes = bytes;
  }
  let left = value;
  while (left > 127) {
    sink.bytes[sink.length++] = (left & 127) | 128;
    left = Math.floor(left / 128);
  }
  sink.bytes[sink.length++] = left;
}

/** A byte reader. */
interface Spring {
  readonly bytes: Uint8Array;
  at: number;
}

function takeVarint(spring: Spring): number {
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

/** Frequencies are stored in sixteen bits. */
const MOST = 65535;

/** Encodes the rows of a field, ascending; a row is repeated for each occurrence of the term. */
export function putPosting(sink: Sink, field: number, all: readonly number[]): void {
  const rows: number[] = [];
  const frequencies: number[] = [];
  for (const row of all) {
    if (rows[rows.length - 1] === row) (frequencies[rows.length - 1] as number)++;
    else frequencies[rows.push(row) - 1] = 1;
  }
  const often = frequencies.reduce((sum, frequency) => sum + (frequency > 1 ? 1 : 0), 0);
  putVarint(sink, field * 2 + (often > 0 ? 1 : 0));
  putVarint(sink, rows.length);
  putGaps(sink, rows);
  if (often === 0) return;
  putVarint(sink, often);
  let last = -1;
  frequencies.forEach((frequency, i) => {
    if (frequency < 2) return;
    putVarint(sink, i - last - 1);
    putVarint(sink, Math.min(frequency, MOST) - 2);
    last = i;
  });
}

function putGaps(sink: Sink, rows: readonly number[]): void {
  let last = -1;
  for (let i = 0; i < rows.length;) {
    const row = rows[i++] as number;
    putVarint(sink, row - last - 1);
    const start = last + 1;
    last = row;
    if (row !== start) continue;
    const first = i;
    while (rows[i] === last + 1) {
      last++;
      i++;
    }
    putVarint(sink, i - first);
  }
}

/**
 * Decodes the postings of a term from all of `bytes`. The segment has `size` rows, numbered from `base`. Runs
 * uncompiled in every search, so it is one plain loop with a check at the end.
 */
export function takePostings(bytes: Uint8Array, size: number, base: number): Posting[] {
  const postings: Posting[] = [];
  const spring = { bytes, at: 0 };
  while (spring.at < bytes.length) {
    const head = takeVarint(spring);
    const count = takeVarint(spring);
    if (count === 0 || count > size) throw new CorruptSegment('more rows of a term than rows');
    const rows = new Int32Array(count);
    let at = spring.at;
    let row = base - 1;
    for (let i = 0; i < count;) {
      let gap = bytes[at++] as number;
      if (gap > 127) {
        gap -= 128;
        for (let scale = 128, more = 128; more > 127; scale *= 128) {
          more = bytes[at++] as number;
          gap += (more & 127) * scale;
        }
      }
      row += gap + 1;
      rows[i++] = row;
      if (gap !== 0) continue;
      spring.at = at;
      const run = takeVarint(spring);
      at = spring.at;
      if (run > count - i) throw new CorruptSegment('a run of rows is too long');
      for (const end = i + run; i < end;) rows[i++] = ++row;
    }
    // A missing byte turns `row` into NaN.
    if (!(row < base + size)) throw new CorruptSegment('a row that is not there');
    spring.at = at;
    postings.push({ field: head >>> 1, rows, frequencies: (head & 1) === 0 ? null : takeFrequencies(spring, count) });
  }
  return postings;
}

function takeFrequencies(spring: Spring, count: number): Uint16Array {
  const frequencies = new Uint16Array(count).fill(1);
  let place = -1;
  for (let left = takeVarint(spring); left > 0; left--) {
    place += takeVarint(spring) + 1;
    if (place >= count) throw new CorruptSegment('a frequency of no row');
    frequencies[place] = takeVarint(spring) + 2;
  }
  return frequencies;
}

/** Binary search for a row in an ascending list. */
export const isAmong = (rows: Int32Array, row: number): boolean =>
  rows[firstPlace(rows.length, (at) => (rows[at] as number) < row)] === row;
