// A segment that can be asked: its rows, facts and files. Opening reads its head; everything else is read when it is
// asked for.
import { MemvaultError } from '../../model/errors.ts';
import type { CacheFile } from '../../model/ports.ts';
import type { Column } from '../view.ts';
import { type Dictionary, openDictionary } from './dictionary.ts';
import {
  COLUMNS,
  CorruptSegment,
  FACT_ROW,
  getNarrow,
  GONE_FACT,
  HEAD,
  NO_FACT,
  type Numbers,
  RECORD,
  RECORD_FIELDS,
  SECTION,
} from './format.ts';
import { type Ids, openIds } from './ids.ts';
import type { SegmentFile } from './row.ts';
import { allTexts, oneText, openSource, type Source, type Texts } from './source.ts';

/** After so many paths all are read at once. */
const PATIENCE = 24;

export interface Files {
  readonly count: number;
  path(file: number): string;
  paths(): Texts;
  /** Number of the first path that does not come before this one; the count for none. */
  firstFrom(path: string): number;
  /** Number of a path; -1 for none. */
  find(path: string): number;
  /** -1 for gone. */
  size(file: number): number;
  get(file: number): SegmentFile;
  /** What the front of a file says of all of it. */
  head(file: number): Pick<SegmentFile, 'title' | 'tags'>;
  /** All files, those that are gone among them. */
  all(): SegmentFile[];
  /** Numbers of all files, the newest first. */
  recent(): Numbers;
  sizes(): Numbers;
  times(): Numbers;
}

/** Reads nothing yet. */
function openFiles(source: Source, count: number): Files {
  let texts: Texts | null = null;
  let order: Numbers | null = null;
  let sizes: Numbers | null = null;
  let times: Numbers | null = null;
  const allPaths = (): Texts => (texts ??= allTexts(source, SECTION.paths, count));
  let asked = 0;
  const path = (file: number): string => {
    if (texts === null && !source.small && ++asked <= PATIENCE) return oneText(source, SECTION.paths, count, file);
    return allPaths().get(file);
  };
  const allSizes = (): Numbers => (sizes ??= source.column(SECTION.sizes, count));
  const allTimes = (): Numbers => (times ??= source.column(SECTION.times, count));
  const size = (file: number): number => allSizes()[file] ?? -1;
  const firstFrom = (wanted: string): number => {
    let low = 0;
    for (let high = count; low < high;) {
      const middle = (low + high) >>> 1;
      if (path(middle) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const fileOf = (file: number, info: string): SegmentFile => ({
    path: path(file),
    size: size(file),
    mtimeMs: allTimes()[file] ?? 0,
    ...parseInfo(info),
  });
  return {
    count,
    path,
    paths: allPaths,
    firstFrom,
    find(wanted) {
      const file = firstFrom(wanted);
      return file < count && path(file) === wanted ? file : -1;
    },
    size,
    get: (file) => fileOf(file, oneText(source, SECTION.infos, count, file)),
    head: (file) => parseInfo(oneText(source, SECTION.infos, count, file)),
    all() {
      const infos = allTexts(source, SECTION.infos, count);
      return Array.from({ length: count }, (_, file) => fileOf(file, infos.get(file)));
    },
    recent: () => (order ??= source.column(SECTION.recent, count)),
    sizes: allSizes,
    times: allTimes,
  };
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

/** What is read of a row by itself. */
export interface RowRecord {
  /** Place in the segment's ids. */
  readonly id: number;
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly part: number;
}

/** Where a fact stands; `gone` for one of which the segment knows that it is no more. */
export type HeldFact = { readonly file: number; readonly offset: number; readonly line: number } | 'gone';

/**
 * One file of the index. Its rows, files and ids are numbered by itself. Throws CorruptSegment wherever its bytes
 * cannot be right.
 */
export interface Segment {
  readonly source: Source;
  readonly rows: number;
  readonly fields: number;
  /** See View. */
  readonly reach: number;
  readonly terms: Dictionary;
  readonly keywords: Dictionary;
  readonly files: Files;
  readonly ids: Ids;
  column(name: Column): Numbers;
  /** One number of a column, without reading all of it. */
  value(name: Column, row: number): number;
  lengths(field: number): Numbers;
  /** By field the sum of its lengths. */
  totals(): Float64Array;
  record(row: number): RowRecord;
  /** One of RECORD of all rows. */
  recordColumn(which: number): Float64Array;
  /** Null for an id that is no fact here. */
  fact(id: string): HeldFact | null;
  /** Places of the ids of all facts that a file holds. */
  factsOf(file: number): number[];
  /** The row of the fact in that place that stands for itself; -1 where none does. */
  rowOfFact(place: number): number;
  /** All rows that cite the id in that place, ascending. */
  citing(place: number): number[];
  cites(): { readonly ids: Numbers; readonly rows: Numbers };
  close(): void;
}

/**
 * Throws CorruptSegment for what is no segment. The file is closed with the segment, and by the caller where this
 * throws.
 */
export function openSegment(file: CacheFile): Segment {
  const source = openSource(file);
  const [rows, fields, extras, citeCount] = [
    source.count(HEAD.rows),
    source.count(HEAD.fields),
    source.count(HEAD.extras),
    source.count(HEAD.cites),
  ];
  const known: (Numbers | undefined)[] = [];
  const numbers = (section: number, count: number): Numbers => (known[section] ??= source.column(section, count));
  const ids = openIds(source);
  const widths: number[] = [];
  const places: number[] = [];
  let stride = 0;
  for (let i = 0; i < RECORD_FIELDS; i++) {
    places.push(stride);
    widths.push((source.value(SECTION.records) >>> (4 * i)) & 15);
    stride += widths[i] as number;
  }
  const idWidth = source.value(SECTION.idFacts);
  const column = (name: Column): Numbers => numbers(SECTION.columns + COLUMNS.indexOf(name), rows);
  const value = (name: Column, row: number): number => {
    const section = SECTION.columns + COLUMNS.indexOf(name);
    return known[section]?.[row] ?? source.number(section, row);
  };
  const record = (row: number): RowRecord => {
    if (!(row >= 0 && row < rows)) throw new CorruptSegment('a row that is not there');
    const bytes = source.part(SECTION.records, row * stride, stride);
    return {
      id: getNarrow(bytes, places[RECORD.id] as number, widths[RECORD.id] as number),
      offset: getNarrow(bytes, places[RECORD.offset] as number, widths[RECORD.offset] as number),
      length: getNarrow(bytes, places[RECORD.length] as number, widths[RECORD.length] as number),
      line: getNarrow(bytes, places[RECORD.line] as number, widths[RECORD.line] as number),
      part: getNarrow(bytes, places[RECORD.part] as number, widths[RECORD.part] as number),
    };
  };
  const refAt = (place: number): number =>
    getNarrow(source.part(SECTION.idFacts, place * idWidth, idWidth), 0, idWidth);
  const factAt = (place: number): HeldFact | null => {
    const ref = refAt(place);
    if (ref === NO_FACT) return null;
    if (ref === GONE_FACT) return 'gone';
    if (ref < rows + FACT_ROW) {
      const { offset, line } = record(ref - FACT_ROW);
      return { file: value('file', ref - FACT_ROW), offset, line };
    }
    const extra = ref - rows - FACT_ROW;
    if (extra >= extras) throw new CorruptSegment('a fact that is not there');
    const [file, offset, line] = [SECTION.extraFiles, SECTION.extraOffsets, SECTION.extraLines].map(
      (section) => numbers(section, extras)[extra] as number,
    ) as [number, number, number];
    return { file, offset, line };
  };
  return {
    source,
    rows,
    fields,
    reach: source.count(HEAD.reach),
    terms: openDictionary(source, SECTION.terms, source.count(HEAD.terms)),
    keywords: openDictionary(source, SECTION.keywords, source.count(HEAD.keywords)),
    files: openFiles(source, source.count(HEAD.files)),
    ids,
    column,
    value,
    lengths: (field) => numbers(SECTION.lengths + field, rows),
    totals() {
      const bytes = source.whole(SECTION.totals);
      if (bytes.length !== fields * 8) throw new CorruptSegment('sums are missing');
      return new Float64Array(Uint8Array.prototype.slice.call(bytes).buffer);
    },
    record,
    recordColumn(which) {
      return narrowColumn(
        source.part(SECTION.records, 0, rows * stride),
        rows,
        stride,
        places[which] as number,
        widths[which] as number,
      );
    },
    fact(id) {
      const place = ids.find(id);
      return place < 0 ? null : factAt(place);
    },
    factsOf(wanted) {
      const found: number[] = [];
      const files = column('file');
      for (let row = files.indexOf(wanted); row >= 0; row = files.indexOf(wanted, row + 1)) {
        const { id } = record(row);
        if (refAt(id) === row + FACT_ROW) found.push(id);
      }
      const others = numbers(SECTION.extraFiles, extras);
      if (!others.includes(wanted)) return found;
      for (let place = 0; place < ids.count; place++) {
        const ref = refAt(place);
        if (ref >= rows + FACT_ROW && others[ref - rows - FACT_ROW] === wanted) found.push(place);
      }
      return found;
    },
    rowOfFact(place) {
      const ref = refAt(place);
      return ref >= FACT_ROW && ref < rows + FACT_ROW ? ref - FACT_ROW : -1;
    },
    citing(place) {
      const { ids: cited, rows: citing } = this.cites();
      const found: number[] = [];
      for (let i = firstAt(cited, place); cited[i] === place; i++) {
        const row = citing[i] as number;
        if (row >= rows) throw new CorruptSegment('a row that is not there');
        found.push(row);
      }
      return found;
    },
    cites: () => ({ ids: numbers(SECTION.citeIds, citeCount), rows: numbers(SECTION.citeRows, citeCount) }),
    close: () => source.close(),
  };
}

function narrowColumn(bytes: Uint8Array, count: number, stride: number, at: number, width: number): Float64Array {
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = getNarrow(bytes, i * stride + at, width);
  return values;
}

/** Place of the first number that is not below the wanted one. */
function firstAt(numbers: Numbers, wanted: number): number {
  let low = 0;
  for (let high = numbers.length; low < high;) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
