// An open segment with its rows, facts and files. Opening reads only the head; everything else is read on demand.
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
  ROW_KINDS,
} from './format.ts';
import type { SegmentFile } from './build.ts';
import { Words } from './words.ts';

/** The files of a segment, including deleted ones, by path. The constructor reads nothing. */
export class Files {
  readonly count: number;
  readonly paths: Words;
  private readonly source: Source;

  constructor(source: Source) {
    this.source = source;
    this.paths = new Words(source, 'paths');
    this.count = this.paths.count;
  }

  /** Bytes of each file; -1 if it is gone. */
  get sizes(): Numbers {
    return this.source.column('sizes');
  }

  /** Modification times. */
  get times(): Numbers {
    return this.source.column('times');
  }

  isGone(file: number): boolean {
    return (this.sizes[file] ?? -1) < 0;
  }

  get(file: number): SegmentFile {
    return {
      path: this.paths.get(file),
      size: this.sizes[file] ?? -1,
      mtimeMs: this.times[file] ?? 0,
      ...this.info(file),
    };
  }

  /** What is known of a file besides its path, size and time. */
  info(file: number): Pick<SegmentFile, 'digest' | 'title' | 'tags' | 'note'> {
    const [start = 0, end = 0] = this.source.numbers('infoPlaces', file, 2);
    const info = parseJson(this.source.bytes('infos', start, end - start));
    const [digest, title, tags, note]: unknown[] = Array.isArray(info) ? info : [];
    if (typeof digest !== 'string' || typeof title !== 'string' || typeof note !== 'object' || !Array.isArray(tags))
      throw new CorruptSegment('a file without its entry');
    return { digest, title, tags: tags.map(String), note: note as SegmentFile['note'] };
  }
}

// A segment in memory, behind the interface of a file.

/** Reads return views of `bytes`, which must not change. */
export function memoryFile(bytes: Uint8Array): CacheFile {
  return {
    size: bytes.length,
    identity: 'memory',
    read(offset, length) {
      if (offset < 0 || length < 0 || offset + length > bytes.length)
        throw new MemvaultError('io', 'unexpected end of file');
      return bytes.subarray(offset, offset + length);
    },
    close() {},
  };
}

/** The position of a fact; `gone` if the segment records its deletion. */
export type HeldFact = { readonly file: number; readonly offset: number; readonly line: number } | 'gone';

/**
 * Throws CorruptSegment if the file is not a segment. Closing the segment closes the file; if this throws, the caller
 * closes it.
 */
export const openSegment = (file: CacheFile): Segment => new Segment(file);

/**
 * One file of the index, with its own numbering of rows, files and ids. Throws CorruptSegment wherever its bytes are
 * inconsistent.
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

  /** The value of a column in one row. */
  value(name: StoredColumn, row: number): number {
    return this.source.number(name, row);
  }

  /** Number of distinct terms of a field, per row. */
  lengths(field: number): Numbers {
    return this.source.column(lengthsOf(field));
  }

  /** Sum of these lengths, per field. */
  totals(): Numbers {
    return this.source.column('totals');
  }

  /** The encoded postings of a word; null if it is not in the list. */
  postings(list: 'terms' | 'keywords', word: string): Uint8Array | null {
    const place = this[list].find(word);
    if (place < 0) return null;
    const [start = 0, end = 0] = this.source.numbers(`${list}.postingPlaces`, place, 2);
    return this.source.bytes(`${list}.postings`, start, end - start);
  }

  /** Null if the id is not a fact of this segment. */
  fact(id: string): HeldFact | null {
    const place = this.ids.find(id);
    const file = place < 0 ? NO_FACT : this.source.number('factFiles', place);
    if (file === NO_FACT) return null;
    if (file === GONE_FACT) return 'gone';
    const [offset, line] = [this.source.number('factOffsets', place), this.source.number('factLines', place)];
    return { file: file - FACT_FILE, offset, line };
  }

  /** Ids of all facts in a file. */
  factsOf(file: number): string[] {
    return placesOf(this.source.column('factFiles'), file + FACT_FILE).map((place) => this.ids.get(place));
  }

  /** The fact rows with the id at this index, and all rows that cite it. */
  standing(place: number): number[] {
    const own = placesOf(this.column('id'), place).filter((row) => this.value('kind', row) === FACT);
    return [...own, ...this.citing(place)];
  }

  /** All rows that cite the id at this index, ascending. */
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

  /** Indexes of ids, and the row that cites each. */
  cites(): { readonly ids: Numbers; readonly rows: Numbers } {
    return { ids: this.source.column('citeIds'), rows: this.source.column('citeRows') };
  }

  close(): void {
    this.source.file.close();
  }
}

const FACT = ROW_KINDS.indexOf('fact');

/** The positions of a number in a column, ascending. */
export function placesOf(column: Numbers, wanted: number): number[] {
  const places: number[] = [];
  for (let at = column.indexOf(wanted); at >= 0; at = column.indexOf(wanted, at + 1)) places.push(at);
  return places;
}
