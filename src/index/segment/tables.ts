// Presents several segments as one index: their rows concatenated, without the dead ones. Entries for files and facts
// in a later segment replace earlier ones.
import { groupBy } from '../../model/group-by.ts';
import { replacedRows, withReplaced } from '../keywords.ts';
import { ROW_FIELDS } from '../document.ts';
import type { Column, FactSpot, KnownFiles, Posting, Spot, Values } from '../view.ts';
import { CorruptSegment, emptyColumn, kindOfAll, type Numbers, type StoredColumn, ROW_KINDS } from './format.ts';
import { type Files, placesOf, type Segment } from './open.ts';
import { isAmong, takePostings, type Words } from './words.ts';
import type { SegmentFile } from './build.ts';

export interface SegmentPart {
  readonly segment: Segment;
  /** Its rows that are no longer documents. */
  readonly dead: readonly number[];
}

interface Part {
  readonly segment: Segment;
  /** Its index among the parts. */
  readonly place: number;
  /** The numbers of its first row and first file. */
  readonly base: number;
  readonly files: number;
  /** Its dead rows in global numbering, ascending. */
  readonly dead: Int32Array;
}

/**
 * Tables over some segments, the oldest first. Closing the tables closes the segments. Any method throws CorruptSegment
 * if a segment turns out to be damaged.
 */
export const tablesOver = (given: readonly SegmentPart[]): SegmentTables => new SegmentTables(given);

/** An open index as queries and refreshes see it. */
export class SegmentTables {
  /** Number of live documents. */
  readonly size: number;
  /** Rows are numbered from 0 to this (exclusive), including dead ones. */
  readonly rows: number;
  /** The first row of each segment, ascending, starting with 0: a group may continue in another segment. */
  readonly starts: readonly number[];
  private readonly parts: readonly Part[];
  private readonly columns = new Map<string, Numbers>();
  private readonly found = new Map<string, Posting[]>();
  private means: readonly number[] | null = null;
  private past: Numbers | null = null;
  private gone: readonly number[] | null = null;

  constructor(given: readonly SegmentPart[]) {
    const parts: Part[] = [];
    let [rows, files, size] = [0, 0, 0];
    for (const { segment, dead } of given) {
      const base = rows;
      const held = [...new Set(dead)].filter((row) => row >= 0 && row < segment.rows).sort((a, b) => a - b);
      parts.push({ segment, place: parts.length, base, files, dead: Int32Array.from(held, (row) => row + base) });
      rows += segment.rows;
      files += segment.files.count;
      size += segment.rows - held.length;
    }
    this.parts = parts;
    this.rows = rows;
    this.size = size;
    this.starts = parts.map(({ base }) => base);
  }

  /** Number of distinct terms; an upper bound if there are several segments or dead rows. */
  get terms(): number {
    return this.parts.reduce((count, { segment }) => count + segment.terms.count, 0);
  }

  /** Mean number of distinct terms per field over all live documents. */
  get averages(): readonly number[] {
    return (this.means ??= this.meanLengths());
  }

  private meanLengths(): number[] {
    return ROW_FIELDS.map((_, field) => {
      let total = 0;
      for (const { segment, base, dead } of this.parts) {
        total += segment.totals()[field] ?? 0;
        if (dead.length === 0) continue;
        const lengths = segment.lengths(field);
        for (const row of dead) total -= lengths[row - base] as number;
      }
      return this.size === 0 ? 0 : total / this.size;
    });
  }

  /** Number of distinct terms of a field, per row. */
  lengths(field: number): ArrayLike<number> {
    return this.joined(`lengths ${field}`, ({ segment }) => segment.lengths(field));
  }

  /**
   * One value per row. Within a segment the documents of a group are adjacent, with ascending ordinals; a group may
   * span segments. `kind` is an index into ROW_KINDS; `superseded` is 0 or 1 and includes rows that an unplaced fact
   * supersedes (keywords.ts); `file` is a number for `path`.
   */
  column(name: Column): Values {
    const column = this.joined(name, ({ segment, files }) =>
      name === 'file' && files > 0
        ? Int32Array.from(segment.column(name), (file) => file + files)
        : segment.column(name),
    );
    return name === 'superseded' ? (this.past ??= withReplaced(column, this.replaced)) : column;
  }

  private joined(name: string, read: (part: Part) => Numbers): Numbers {
    const column = this.columns.get(name) ?? joinColumns(this.parts.map(read), this.rows);
    this.columns.set(name, column);
    return column;
  }

  path(file: number): string {
    const part = this.parts.findLast(({ files }) => file >= files);
    if (!part) throw new CorruptSegment('a file that is not there');
    return part.segment.files.paths.get(file - part.files);
  }

  isLive(row: number): boolean {
    return !isAmong(this.partOf(row).dead, row);
  }

  /** One posting for each field that has the term, in field order; empty if no live row has it. */
  postings(term: string): readonly Posting[] {
    let postings = this.found.get(term);
    if (postings === undefined) {
      const found = this.parts.map((part) => livePostings(part, 'terms', term));
      postings = found.length === 1 ? (found[0] ?? []) : joinPostings(found.flat());
      this.found.set(term, postings);
    }
    return postings;
  }

  /** Live rows with this keyword, ascending. */
  keyword(word: string): Int32Array {
    return joinRows(this.parts.flatMap((part) => livePostings(part, 'keywords', word)));
  }

  /** Returns a test for live rows with any of these keywords. */
  withKeyword(words: readonly string[]): (row: number) => boolean {
    const lists = words.map((word) => this.keyword(word)).filter(({ length }) => length > 0);
    if (lists.length === 0) return () => false;
    const marks = new Uint8Array(this.rows);
    for (const rows of lists) for (let i = 0; i < rows.length; i++) marks[rows[i] as number] = 1;
    return (row) => marks[row] === 1;
  }

  /** Terms with this prefix, in code-unit order. May include terms of dead rows only. */
  startingWith(prefix: string): string[] {
    return joinWords(this.parts.map(({ segment }) => segment.terms.startingWith(prefix)));
  }

  /** Keywords with this prefix (`tag:` for all tags), in code-unit order. */
  keywords(prefix: string): string[] {
    return joinWords(this.parts.map(({ segment }) => segment.keywords.startingWith(prefix)));
  }

  spot(row: number): Spot {
    const { segment, base } = this.partOf(row);
    const value = (name: StoredColumn): number => segment.value(name, row - base);
    const kind = ROW_KINDS[value('kind')];
    if (!kind) throw new CorruptSegment('a row of no kind');
    return {
      kind,
      superseded: value('superseded') === 1,
      path: segment.files.paths.get(value('file')),
      offset: value('offset'),
      length: value('length'),
      line: value('line'),
      part: value('part'),
      id: segment.ids.get(value('id')),
      hash: value('hash'),
    };
  }

  /** Only the id of the spot. */
  id(row: number): string {
    const { segment, base } = this.partOf(row);
    return segment.ids.get(segment.value('id', row - base));
  }

  private partOf(row: number): Part {
    const part = this.parts.findLast(({ base }) => row >= base);
    if (!part || !(row < this.rows)) throw new CorruptSegment('a row that is not there');
    return part;
  }

  /** Null if no indexed log has the id. */
  fact(id: string): FactSpot | null {
    for (const part of this.parts.toReversed()) {
      const fact = part.segment.fact(id);
      if (fact === null) continue;
      if (fact === 'gone') return null;
      const { files, file } = this.holding(part, fact.file);
      return files.isGone(file) ? null : { path: files.paths.get(file), offset: fact.offset, line: fact.line };
    }
    return null;
  }

  /** Live rows that an unplaced fact supersedes (keywords.ts). */
  get replaced(): readonly number[] {
    return (this.gone ??= replacedRows(this));
  }

  /** Ids with this prefix, including those of deleted facts, without duplicates. */
  idsStartingWith(start: string): string[] {
    return [...new Set(this.parts.flatMap(({ segment }) => segment.ids.startingWith(start)))];
  }

  /** Live rows that state this fact: its own, or claims that cite it. */
  standing(id: string): readonly number[] {
    return this.rowsOfFact(id, true);
  }

  /** Live claims that cite it, ascending. */
  citing(id: string): readonly number[] {
    return this.rowsOfFact(id, false);
  }

  private rowsOfFact(id: string, withOwn: boolean): number[] {
    const found: number[] = [];
    for (const { segment, base, dead } of this.parts) {
      const place = segment.ids.find(id);
      if (place < 0) continue;
      for (const row of withOwn ? segment.standing(place) : segment.citing(place))
        if (!isAmong(dead, row + base)) found.push(row + base);
    }
    return found;
  }

  /** All facts that these rows cite, without duplicates, unordered. An ordinary search does not call this. */
  citedBy(wanted: readonly number[]): string[] {
    const found = new Set<string>();
    for (const { segment, base } of this.parts) {
      const own = new Set(wanted.filter((row) => row >= base && row < base + segment.rows).map((row) => row - base));
      if (own.size === 0) continue;
      const { ids, rows } = segment.cites();
      for (let i = 0; i < rows.length; i++)
        if (own.has(rows[i] as number)) found.add(segment.ids.get(ids[i] as number));
    }
    return [...found];
  }

  /** Null if the file is not in the index. */
  file(path: string): SegmentFile | null {
    const last = this.lastOf(path, 0);
    return last === null || last.files.isGone(last.file) ? null : last.files.get(last.file);
  }

  /** Title and tags of a row's file; null if the file is gone. */
  headOf(row: number): Pick<SegmentFile, 'title' | 'tags'> | null {
    const part = this.partOf(row);
    const { files, file } = this.holding(part, part.segment.value('file', row - part.base));
    return files.isGone(file) ? null : files.info(file);
  }

  /** All existing files, by path. */
  files(): readonly SegmentFile[] {
    const all = this.filesBeside('', '').files.map(({ path }) => this.file(path));
    return all.filter((file) => file !== null).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /**
   * All existing files except those with paths from `from` (inclusive) to `to` (exclusive). One plain loop, because
   * each search runs it before the code is compiled by the JIT.
   */
  filesBeside(from: string, to: string): KnownFiles {
    const files: KnownFiles['files'][number][] = [];
    let passed = 0;
    for (const { segment, place } of this.parts) {
      const { paths, sizes, times } = segment.files;
      const [first, end] = from < to ? [paths.firstFrom(from), paths.firstFrom(to)] : [0, 0];
      const replaced = this.replacedFiles(paths, place);
      for (let file = 0; file < sizes.length; file++) {
        const size = sizes[file] as number;
        if (size < 0 || replaced.has(file)) continue;
        if (file >= first && file < end) passed++;
        else files.push({ path: paths.get(file), size, mtimeMs: times[file] as number });
      }
    }
    return { files, passed };
  }

  /** The files of a part that a later one replaces. */
  private replacedFiles(paths: Words, place: number): ReadonlySet<number> {
    const later = this.parts.slice(place + 1).flatMap(({ segment }) => segment.files.paths.startingWith(''));
    return new Set(later.map((path) => paths.find(path)));
  }

  /** The current entry of a path: that of the last part, from `place` on, that has it. Null if none does. */
  private lastOf(path: string, place: number): { files: Files; file: number } | null {
    for (let at = this.parts.length - 1; at >= place; at--) {
      const files = (this.parts[at] as Part).segment.files;
      const file = files.paths.find(path);
      if (file >= 0) return { files, file };
    }
    return null;
  }

  /** A file of a part, or its replacement in a later part. The last part needs no lookup. */
  private holding({ segment: { files }, place }: Part, file: number): { files: Files; file: number } {
    const isLast = place === this.parts.length - 1;
    return (isLast ? null : this.lastOf(files.paths.get(file), place + 1)) ?? { files, file };
  }

  /** Live rows of a file, ascending. */
  rowsOf(path: string): readonly number[] {
    const found: number[] = [];
    for (const { segment, base, dead } of this.parts) {
      const file = segment.files.paths.find(path);
      if (file < 0) continue;
      for (const row of placesOf(segment.column('file'), file)) if (!isAmong(dead, row + base)) found.push(row + base);
    }
    return found;
  }

  /** Ids of the facts in a log. */
  factsOf(path: string): string[] {
    if (this.file(path) === null) return [];
    return this.parts.flatMap(({ segment, place }) => {
      const file = segment.files.paths.find(path);
      if (file < 0) return [];
      const later = this.parts.slice(place + 1);
      return segment.factsOf(file).filter((id) => later.every((part) => part.segment.fact(id) === null));
    });
  }

  close(): void {
    for (const { segment } of this.parts) segment.close();
  }
}

// Joins data of several segments: columns and postings are concatenated, words merged.

/** A column over all `rows` rows; with one segment the column itself. */
function joinColumns(columns: readonly Numbers[], rows: number): Numbers {
  const [first] = columns;
  if (columns.length === 1 && first) return first;
  const all = emptyColumn(kindOfAll(columns.filter((column) => column.length > 0)), rows);
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  return all;
}

/** Sorted, without duplicates. */
function joinWords(lists: readonly string[][]): string[] {
  const [first] = lists;
  return lists.length === 1 && first ? first : [...new Set(lists.flat())].sort();
}

/** The postings of a word without dead rows; empty if the part does not have it. */
function livePostings({ segment, base, dead }: Part, list: 'terms' | 'keywords', word: string): Posting[] {
  const bytes = segment.postings(list, word);
  const postings = bytes === null ? [] : takePostings(bytes, segment.rows, base);
  if (dead.length === 0) return postings;
  return postings.map((posting) => withoutRows(posting, dead)).filter(({ rows }) => rows.length > 0);
}

/** `dead` is ascending. Returns the posting itself if it contains none of them. */
function withoutRows(posting: Posting, dead: Int32Array): Posting {
  const { field, rows, frequencies } = posting;
  if (!dead.some((row) => isAmong(rows, row))) return posting;
  const isLive = (row: number): boolean => !isAmong(dead, row);
  const often = frequencies?.filter((_, at) => isLive(rows[at] as number)) ?? null;
  return { field, rows: rows.filter(isLive), frequencies: often?.some((count) => count > 1) ? often : null };
}

/** Merges the postings of several segments, in order, into one per field. */
function joinPostings(postings: readonly Posting[]): Posting[] {
  return [...groupBy(postings, ({ field }) => field)]
    .sort(([a], [b]) => a - b)
    .map(([field, own]) => ({ field, rows: joinRows(own), frequencies: joinFrequencies(own) }));
}

/** Concatenates the rows of consecutive postings, ascending. */
function joinRows(postings: readonly Posting[]): Int32Array {
  const [first] = postings;
  if (postings.length === 1 && first) return first.rows;
  const rows = new Int32Array(postings.reduce((sum, posting) => sum + posting.rows.length, 0));
  let at = 0;
  for (const posting of postings) {
    rows.set(posting.rows, at);
    at += posting.rows.length;
  }
  return rows;
}

/** Null if all are 1. */
function joinFrequencies(postings: readonly Posting[]): Uint16Array | null {
  if (postings.every(({ frequencies }) => frequencies === null)) return null;
  const all = new Uint16Array(postings.reduce((sum, { rows }) => sum + rows.length, 0)).fill(1);
  let at = 0;
  for (const { rows, frequencies } of postings) {
    if (frequencies !== null) all.set(frequencies, at);
    at += rows.length;
  }
  return all;
}
