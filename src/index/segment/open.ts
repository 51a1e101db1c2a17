// A segment that can be asked: its rows, facts and files. Opening reads its head; everything else is read when it is
// asked for.
import { MemvaultError } from '../../model/errors.ts';
import type { CacheFile } from '../../model/ports.ts';
import { Dictionary } from './dictionary.ts';
import {
  COLUMNS,
  CorruptSegment,
  FACT_ROW,
  firstPlace,
  GONE_FACT,
  HEAD,
  NO_FACT,
  type Numbers,
  SECTION,
  type StoredColumn,
} from './format.ts';
import { Ids } from './ids.ts';
import type { SegmentFile } from './row.ts';
import { allTexts, oneText, Source, type Texts } from './source.ts';

/** The files of a segment, those that are gone among them, by path. Reads nothing yet. */
export class Files {
  readonly count: number;
  private readonly source: Source;
  private texts: Texts | null = null;
  private known: { readonly sizes: Numbers; readonly times: Numbers } | null = null;

  constructor(source: Source) {
    this.source = source;
    this.count = source.count(HEAD.files);
  }

  path(file: number): string {
    return (this.texts ??= allTexts(this.source, SECTION.paths, this.count)).get(file);
  }

  /** Number of the first path that does not come before this one; the count for none. */
  firstFrom(path: string): number {
    return firstPlace(this.count, (file) => this.path(file) < path);
  }

  /** Number of a path; -1 for none. */
  find(path: string): number {
    const file = this.firstFrom(path);
    return file < this.count && this.path(file) === path ? file : -1;
  }

  /** -1 for gone. */
  size(file: number): number {
    return this.stats().sizes[file] ?? -1;
  }

  /** When it was changed last. */
  time(file: number): number {
    return this.stats().times[file] ?? 0;
  }

  get(file: number): SegmentFile {
    return this.fileOf(file, oneText(this.source, SECTION.infos, this.count, file));
  }

  /** What the front of a file says of all of it. */
  head(file: number): Pick<SegmentFile, 'title' | 'tags'> {
    return parseInfo(oneText(this.source, SECTION.infos, this.count, file));
  }

  all(): SegmentFile[] {
    const infos = allTexts(this.source, SECTION.infos, this.count);
    return Array.from({ length: this.count }, (_, file) => this.fileOf(file, infos.get(file)));
  }

  private fileOf(file: number, info: string): SegmentFile {
    return { path: this.path(file), size: this.size(file), mtimeMs: this.time(file), ...parseInfo(info) };
  }

  private stats(): { readonly sizes: Numbers; readonly times: Numbers } {
    return (this.known ??= {
      sizes: this.source.column(SECTION.sizes, this.count),
      times: this.source.column(SECTION.times, this.count),
    });
  }
}

function parseInfo(text: string): Pick<SegmentFile, 'digest' | 'title' | 'tags' | 'note'> {
  let info: unknown = null;
  try {
    info = JSON.parse(text);
  } catch {
    // Told below.
  }
  if (!Array.isArray(info)) throw new CorruptSegment('a file without its entry');
  const [digest, title, tags, note]: unknown[] = info;
  if (typeof digest !== 'string' || typeof title !== 'string' || typeof note !== 'string' || !Array.isArray(tags))
    throw new CorruptSegment('a file without its entry');
  return { digest, title, tags: tags.map(String), note };
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
  readonly fields: number;
  readonly terms: Dictionary;
  readonly keywords: Dictionary;
  readonly files: Files;
  readonly ids: Ids;
  private readonly source: Source;
  private readonly known: (Numbers | undefined)[] = [];

  constructor(file: CacheFile) {
    const source = new Source(file);
    this.source = source;
    this.rows = source.count(HEAD.rows);
    this.fields = source.count(HEAD.fields);
    this.terms = new Dictionary(source, SECTION.terms, source.count(HEAD.terms));
    this.keywords = new Dictionary(source, SECTION.keywords, source.count(HEAD.keywords));
    this.files = new Files(source);
    this.ids = new Ids(source);
  }

  column(name: StoredColumn): Numbers {
    return this.numbers(SECTION.columns + COLUMNS.indexOf(name), this.rows);
  }

  /** What a column has for a row. */
  value(name: StoredColumn, row: number): number {
    const value = this.column(name)[row];
    if (value === undefined) throw new CorruptSegment('a row that is not there');
    return value;
  }

  /** By row the number of different terms in a field. */
  lengths(field: number): Numbers {
    return field < this.fields ? this.numbers(SECTION.lengths + field, this.rows) : new Uint8Array(this.rows);
  }

  /** By field the sum of its lengths. */
  totals(): Float64Array {
    const bytes = this.source.whole(SECTION.totals);
    if (bytes.length !== this.fields * 8) throw new CorruptSegment('sums are missing');
    return new Float64Array(Uint8Array.prototype.slice.call(bytes).buffer);
  }

  /** Null for an id that is no fact here. */
  fact(id: string): HeldFact | null {
    const place = this.ids.find(id);
    const ref = place < 0 ? NO_FACT : this.refAt(place);
    if (ref === NO_FACT) return null;
    if (ref === GONE_FACT) return 'gone';
    if (ref < this.rows + FACT_ROW) {
      const row = ref - FACT_ROW;
      return { file: this.value('file', row), offset: this.value('offset', row), line: this.value('line', row) };
    }
    const extra = ref - this.rows - FACT_ROW;
    if (extra >= this.source.count(HEAD.extras)) throw new CorruptSegment('a fact that is not there');
    const number = (section: number): number => this.extras(section)[extra] as number;
    return { file: number(SECTION.extraFiles), offset: number(SECTION.extraOffsets), line: number(SECTION.extraLines) };
  }

  /** Ids of all facts that a file holds. */
  factsOf(wanted: number): string[] {
    const found: string[] = [];
    const files = this.column('file');
    for (let row = files.indexOf(wanted); row >= 0; row = files.indexOf(wanted, row + 1)) {
      const id = this.value('id', row);
      if (this.refAt(id) === row + FACT_ROW) found.push(this.ids.get(id));
    }
    const others = this.extras(SECTION.extraFiles);
    if (!others.includes(wanted)) return found;
    for (let place = 0; place < this.ids.count; place++) {
      const extra = this.refAt(place) - this.rows - FACT_ROW;
      if (extra >= 0 && others[extra] === wanted) found.push(this.ids.get(place));
    }
    return found;
  }

  /** The row of the fact in that place that stands for itself; -1 where none does. */
  rowOfFact(place: number): number {
    const ref = this.refAt(place);
    return ref >= FACT_ROW && ref < this.rows + FACT_ROW ? ref - FACT_ROW : -1;
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
    const count = this.source.count(HEAD.cites);
    return { ids: this.numbers(SECTION.citeIds, count), rows: this.numbers(SECTION.citeRows, count) };
  }

  close(): void {
    this.source.file.close();
  }

  private numbers(section: number, count: number): Numbers {
    return (this.known[section] ??= this.source.column(section, count));
  }

  private extras(section: number): Numbers {
    return this.numbers(section, this.source.count(HEAD.extras));
  }

  /** What the id in that place is as a fact. */
  private refAt(place: number): number {
    return this.numbers(SECTION.idFacts, this.ids.count)[place] ?? NO_FACT;
  }
}
