// A segment that can be asked: its rows, facts and files. Opening reads its head; everything else is read when it is
// asked for.
import { MemvaultError } from '../../model/errors.ts';
import type { CacheFile } from '../../model/ports.ts';
import {
  CorruptSegment,
  FACT_FILE,
  firstPlace,
  GONE_FACT,
  lengthsOf,
  NO_FACT,
  type Numbers,
  parseJson,
  Source,
  type StoredColumn,
} from './format.ts';
import { ROW_KINDS, type SegmentFile } from './row.ts';
import { Words } from './words.ts';

/** The files of a segment, those that are gone among them, by path. Reads nothing yet. */
export class Files {
  readonly count: number;
  readonly paths: Words;
  private readonly source: Source;

  constructor(source: Source) {
    this.source = source;
    this.paths = new Words(source, 'paths');
    this.count = this.paths.count;
  }

  /** -1 for gone. */
  size(file: number): number {
    return this.source.column('sizes')[file] ?? -1;
  }

  /** When it was changed last. */
  time(file: number): number {
    return this.source.column('times')[file] ?? 0;
  }

  get(file: number): SegmentFile {
    return { path: this.paths.get(file), size: this.size(file), mtimeMs: this.time(file), ...this.info(file) };
  }

  /** What is known of a file beside its path, size and time. */
  info(file: number): Pick<SegmentFile, 'digest' | 'title' | 'tags' | 'note'> {
    const [start = 0, end = 0] = this.source.numbers('infoPlaces', file, 2);
    const info = parseJson(this.source.bytes('infos', start, end - start));
    const [digest, title, tags, note]: unknown[] = Array.isArray(info) ? info : [];
    if (typeof digest !== 'string' || typeof title !== 'string' || typeof note !== 'object' || !Array.isArray(tags))
      throw new CorruptSegment('a file without its entry');
    return { digest, title, tags: tags.map(String), note: note as SegmentFile['note'] };
  }
}

// A segment that no file holds: bytes that are read as if they were one.

/** What is read are views of `bytes`, which must not change. */
export function memoryFile(bytes: Uint8Array): CacheFile {
  return {
    size: bytes.length,
    identity: 'memory',
    read(offset, length) {
      if (offset < 0 || length < 0 || offset + length > bytes.length)
        throw new MemvaultError('io', 'The bytes end before what was asked for');
      return bytes.subarray(offset, offset + length);
    },
    close() {},
  };
}

/** Where a fact stands; `gone` for one of which the segment knows that it is no more. */
export type HeldFact = { readonly file: number; readonly offset: number; readonly line: number } | 'gone';

/**
 * Throws CorruptSegment for what is no segment. The file is closed with the segment, and by the caller where this
 * throws.
 */
export const openSegment = (file: CacheFile): Segment => new Segment(file);

/**
 * One file of the index. Its rows, files and ids are numbered by itself. Throws CorruptSegment wherever its bytes
 * cannot be right.
 */
export class Segment {
  readonly rows: number;
  readonly terms: Words;
  readonly keywords: Words;
  readonly files: Files;
  readonly ids: Words;
  private readonly source: Source;

  constructor(file: CacheFile) {
    const source = new Source(file);
    this.source = source;
    this.rows = source.count('kind');
    this.terms = new Words(source, 'terms');
    this.keywords = new Words(source, 'keywords');
    this.files = new Files(source);
    this.ids = new Words(source, 'ids');
  }

  column(name: StoredColumn): Numbers {
    return this.source.column(name);
  }

  /** What a column has for a row. */
  value(name: StoredColumn, row: number): number {
    return this.source.number(name, row);
  }

  /** By row the number of different terms in a field. */
  lengths(field: number): Numbers {
    return this.source.column(lengthsOf(field));
  }

  /** By field the sum of its lengths. */
  totals(): Numbers {
    return this.source.column('totals');
  }

  /** The bytes of a word's postings; null where it is none of them. */
  postings(list: 'terms' | 'keywords', word: string): Uint8Array | null {
    const place = this[list].find(word);
    if (place < 0) return null;
    const [start = 0, end = 0] = this.source.numbers(`${list}.postingPlaces`, place, 2);
    return this.source.bytes(`${list}.postings`, start, end - start);
  }

  /** Null for an id that is no fact here. */
  fact(id: string): HeldFact | null {
    const place = this.ids.find(id);
    const file = place < 0 ? NO_FACT : this.source.number('factFiles', place);
    if (file === NO_FACT) return null;
    if (file === GONE_FACT) return 'gone';
    const [offset, line] = [this.source.number('factOffsets', place), this.source.number('factLines', place)];
    return { file: file - FACT_FILE, offset, line };
  }

  /** Ids of all facts that a file holds. */
  factsOf(file: number): string[] {
    return placesOf(this.source.column('factFiles'), file + FACT_FILE).map((place) => this.ids.get(place));
  }

  /** All rows that say what the id in that place says as a fact, and that cite it. */
  standing(place: number): number[] {
    const own = placesOf(this.column('id'), place).filter((row) => this.value('kind', row) === FACT);
    return [...own, ...this.citing(place)];
  }

  /** All rows that cite the id in that place, ascending. */
  citing(place: number): number[] {
    const { ids, rows } = this.cites();
    const found: number[] = [];
    for (let i = firstPlace(ids.length, (at) => (ids[at] as number) < place); ids[i] === place; i++) {
      const row = rows[i] as number;
      if (row >= this.rows) throw new CorruptSegment('a row that is not there');
      found.push(row);
    }
    return found;
  }

  /** Places of ids, and the row that cites each. */
  cites(): { readonly ids: Numbers; readonly rows: Numbers } {
    return { ids: this.source.column('citeIds'), rows: this.source.column('citeRows') };
  }

  close(): void {
    this.source.file.close();
  }
}

const FACT = ROW_KINDS.indexOf('fact');

/** Where a column has a number, ascending. */
export function placesOf(column: Numbers, wanted: number): number[] {
  const places: number[] = [];
  for (let at = column.indexOf(wanted); at >= 0; at = column.indexOf(wanted, at + 1)) places.push(at);
  return places;
}
