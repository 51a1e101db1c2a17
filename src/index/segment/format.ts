// Where everything stands in a segment. A head of words in the machine's byte order (another machine's is told
// by the magic word and is no segment), then sections, each at a multiple of eight bytes.
//   head     magic, version, checksum (2), sum of the head, size / 16, the counts; then for each section
//            its place / 8, its bytes, and two words of its own: kind and value
//   columns  one number a row; see numbers.ts
//   records  one of fixed width a row: id, offset, length, line, part
//   ids      all that facts, rows and cites name, ascending: those of ten base-32 characters in seven bytes,
//            most significant first, then the others as texts. Beside each what is known of it as a fact
//   terms    sorted by code unit, see dictionary.ts; postings.ts says how rows are written
import { MemvaultError } from '../../model/errors.ts';
import type { CacheFile } from '../../model/ports.ts';

export const MAGIC = 0x6d767367;
export const VERSION = 2;

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
  oddIds: 10,
  extras: 11,
  cites: 12,
  terms: 13,
  keywords: 14,
  reach: 15,
} as const;
export const HEAD_WORDS = 16;

export const COLUMNS = ['kind', 'superseded', 'file', 'day', 'minute', 'logged', 'group', 'ordinal', 'hash'] as const;
export const RECORD = { id: 0, offset: 1, length: 2, line: 3, part: 4 } as const;
export const RECORD_FIELDS = 5;

/** Numbers of sections. */
export const SECTION = {
  columns: 0,
  records: 9,
  ids: 10,
  idFacts: 11,
  oddIds: 12,
  extraFiles: 13,
  extraOffsets: 14,
  extraLines: 15,
  citeIds: 16,
  citeRows: 17,
  terms: 18,
  keywords: 21,
  paths: 24,
  infos: 25,
  sizes: 26,
  times: 27,
  recent: 28,
  totals: 29,
  lengths: 30,
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
export function bytesOf(file: CacheFile, offset: number, length: number): Uint8Array {
  try {
    return file.read(offset, length);
  } catch (error) {
    if (error instanceof MemvaultError && error.code === 'io') throw new CorruptSegment(error.message);
    throw error;
  }
}
