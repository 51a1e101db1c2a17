// Several segments as one look at the index: their rows one after another, without those that are dead. What a
// later segment says of a file or a fact takes the place of what an earlier one said.
import { replacedRows, withReplaced } from '../keywords.ts';
import { type BitPosting, createBitPosting, isBits, joinBits } from '../row-bits.ts';
import type { Column, FactSpot, Posting, Spot, Tables } from '../view.ts';
import { CorruptSegment, emptyColumn, KIND, kindOf, type Numbers } from './format.ts';
import type { Files, Segment } from './open.ts';
import { createListPosting, isAmong, takePostings } from './postings.ts';
import { ROW_KINDS, type SegmentFile } from './row.ts';

// The files that changed last, over several segments.

type Seen = Pick<SegmentFile, 'path' | 'size' | 'mtimeMs'>;

/**
 * Files that changed last, newest first, and how many of the paths that are passed over are newer than the last of
 * them.
 */
export interface Recent {
  readonly files: readonly Seen[];
  readonly passed: number;
}

/**
 * At most so many files that are not gone, the newest first, those that are passed over among them: whose paths come
 * from `from` on and before `to`. Of a path the last of `lists` says what holds. Names no more than it gives.
 */
function recentFiles(lists: readonly Files[], most: number, from: string, to: string): Recent {
  const orders = lists.map((files) => files.recent());
  const times = lists.map((files) => files.times());
  const replaced = lists.map((files, i) => markReplaced(files, lists.slice(i + 1)));
  const passing = lists.map((files) => {
    // All are asked for below: read at once, not one by one to halve them.
    files.paths();
    return from < to ? { from: files.firstFrom(from), to: files.firstFrom(to) } : { from: 0, to: 0 };
  });
  const at = lists.map(() => 0);
  const found: Found = { files: [], passed: 0 };
  while (found.files.length + found.passed < most) {
    let best = -1;
    let newest = 0;
    let bound = -Infinity;
    for (let i = 0; i < lists.length; i++) {
      const file = orders[i]?.[at[i] as number];
      if (file === undefined) continue;
      const time = times[i]?.[file];
      if (time === undefined) throw new CorruptSegment('a file that is not there');
      if (best < 0 || time > newest) {
        if (best >= 0) bound = Math.max(bound, newest);
        best = i;
        newest = time;
      } else bound = Math.max(bound, time);
    }
    const files = lists[best];
    if (!files) break;
    at[best] = takeWhileNewer(
      files,
      replaced[best] ?? null,
      passing[best] ?? { from: 0, to: 0 },
      at[best] as number,
      bound,
      most,
      found,
    );
  }
  return found;
}

interface Found {
  readonly files: Seen[];
  passed: number;
}

/** Takes files of one list as long as the others have nothing as new, at least one of them; gives the place after. */
function takeWhileNewer(
  files: Files,
  replaced: Uint8Array | null,
  passing: { readonly from: number; readonly to: number },
  from: number,
  bound: number,
  most: number,
  found: Found,
): number {
  const [order, sizes, times] = [files.recent(), files.sizes(), files.times()];
  const { all, starts } = files.paths();
  let at = from;
  do {
    const file = order[at++] as number;
    const size = sizes[file] as number;
    const end = starts[file + 1] as number;
    // A file that is not there has no end.
    if (!(end <= all.length)) throw new CorruptSegment('a file that is not there');
    if (size < 0 || (replaced !== null && replaced[file] !== 0)) continue;
    if (file >= passing.from && file < passing.to) found.passed++;
    else found.files.push({ path: all.slice(starts[file], end), size, mtimeMs: times[file] as number });
  } while (
    at < order.length &&
    found.files.length + found.passed < most &&
    (times[order[at] as number] as number) > bound
  );
  return at;
}

/** By file whether a later list has it too. Null where there is none. */
function markReplaced(files: Files, later: readonly Files[]): Uint8Array | null {
  if (later.length === 0) return null;
  const marks = new Uint8Array(files.count);
  for (const list of later) {
    for (let i = 0; i < list.count; i++) {
      const file = files.find(list.path(i));
      if (file >= 0) marks[file] = 1;
    }
  }
  return marks;
}

// What several segments say of the same, as one: columns and postings one after another, words in one list.

/** Numbers of files of one segment as numbers over all. */
function shifted(files: Numbers, by: number): Numbers {
  return by === 0 ? files : Int32Array.from(files, (file) => file + by);
}

/** A column over all rows, `rows` of them; of one segment the column itself. */
function joinColumns(columns: readonly Numbers[], rows: number): Numbers {
  const [first] = columns;
  if (columns.length === 1 && first) return first;
  const kinds = columns.filter((column) => column.length > 0).map(kindOf);
  // Signed and unsigned words have no word in common.
  const kind = kinds.includes(KIND.i32) && kinds.includes(KIND.u32) ? KIND.f64 : Math.max(KIND.u8, ...kinds);
  const all = emptyColumn(kind, rows);
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  return all;
}

/** One posting a field, of those of several segments in their order. */
function joinPostings(postings: readonly Posting[], rows: number): Posting[] {
  const joined: Posting[] = [];
  const most = postings.reduce((field, posting) => Math.max(field, posting.field), -1);
  for (let field = 0; field <= most; field++) {
    const own = postings.filter((posting) => posting.field === field);
    if (own.some(isBits)) joined.push(joinBits(own, rows));
    else if (own.length === 1 && own[0]) joined.push(own[0]);
    else if (own.length > 1) joined.push(createListPosting(field, joinRows(own), joinFrequencies(own)));
  }
  return joined;
}

/** The rows of postings that follow on each other, ascending. */
const rowsOf = (postings: readonly Posting[]): Int32Array =>
  postings.length === 1 && postings[0] ? postings[0].rows : joinRows(postings);

/** Whether a row is in a posting. */
function testOf(posting: Posting): (row: number) => boolean {
  const { bits } = posting;
  if (bits === null) return (row) => isAmong(posting.rows, row);
  return (row) => row >>> 5 < bits.length && (((bits[row >>> 5] as number) >>> (row & 31)) & 1) === 1;
}

function joinRows(postings: readonly Posting[]): Int32Array {
  const rows = new Int32Array(postings.reduce((sum, posting) => sum + posting.rows.length, 0));
  let at = 0;
  for (const posting of postings) {
    rows.set(posting.rows, at);
    at += posting.rows.length;
  }
  return rows;
}

function joinFrequencies(postings: readonly Posting[]): Uint16Array | null {
  if (postings.every((posting) => posting.frequencies === null)) return null;
  const frequencies = new Uint16Array(postings.reduce((sum, posting) => sum + posting.rows.length, 0)).fill(1);
  let at = 0;
  for (const posting of postings) {
    if (posting.frequencies) frequencies.set(posting.frequencies, at);
    at += posting.rows.length;
  }
  return frequencies;
}

/** Each word once, sorted. */
function joinWords(lists: readonly string[][]): string[] {
  const [first] = lists;
  return lists.length === 1 && first ? first : [...new Set(lists.flat())].sort();
}

// Which rows say what a fact says, over several segments: its own where it stands for itself, claims where they cite
// it.

/** A segment with the number of its first row, and its dead rows numbered over all. */
interface StandingPart {
  readonly segment: Segment;
  readonly base: number;
  readonly dead: Int32Array;
}

/** Live rows of claims that cite it, ascending. */
function citingRows(parts: readonly StandingPart[], id: string): number[] {
  return rowsOfFact(parts, id, false);
}

/** With the row of the fact itself. */
function standingRows(parts: readonly StandingPart[], id: string): number[] {
  return rowsOfFact(parts, id, true);
}

function rowsOfFact(parts: readonly StandingPart[], id: string, withOwn: boolean): number[] {
  const found: number[] = [];
  for (const { segment, base, dead } of parts) {
    const place = segment.ids.find(id);
    if (place < 0) continue;
    const own = withOwn ? segment.rowOfFact(place) : -1;
    if (own >= 0 && !isAmong(dead, own + base)) found.push(own + base);
    for (const row of segment.citing(place)) if (!isAmong(dead, row + base)) found.push(row + base);
  }
  return found;
}

// A posting without the rows that are dead.

/** `dead` ascending. The posting itself where it has none of them. */
function without(posting: Posting, dead: Int32Array): Posting {
  if (isBits(posting)) return withoutBits(posting, dead);
  const { field, rows, frequencies } = posting;
  const places: number[] = [];
  let low = 0;
  for (let i = 0; i < dead.length && low < rows.length; i++) {
    const row = dead[i] as number;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rows[middle] as number) < row) low = middle + 1;
      else high = middle;
    }
    if (rows[low] === row) places.push(low++);
  }
  if (places.length === 0) return posting;
  const left = rows.length - places.length;
  const [kept, often] = [new Int32Array(left), frequencies && new Uint16Array(left)];
  let at = 0;
  let from = 0;
  for (const place of [...places, rows.length]) {
    kept.set(rows.subarray(from, place), at);
    if (often && frequencies) often.set(frequencies.subarray(from, place), at);
    at += place - from;
    from = place + 1;
  }
  return createListPosting(field, kept, often?.some((frequency) => frequency > 1) ? often : null);
}

function withoutBits(posting: BitPosting, dead: Int32Array): Posting {
  const { given } = posting;
  let bits: Int32Array | null = null;
  let count = given.count;
  for (let i = 0; i < dead.length; i++) {
    const row = dead[i] as number;
    if (row >>> 5 >= given.bits.length || (((given.bits[row >>> 5] as number) >>> (row & 31)) & 1) === 0) continue;
    bits ??= given.bits.slice();
    (bits[row >>> 5] as number) &= ~(1 << (row & 31));
    count--;
  }
  return bits === null ? posting : createBitPosting({ ...given, bits, count });
}

export interface SegmentPart {
  readonly segment: Segment;
  /** Its own rows that stand for nothing any more. */
  readonly dead: readonly number[];
}

interface Part {
  readonly segment: Segment;
  /** Of its first row and its first file. */
  readonly base: number;
  readonly files: number;
  /** Its dead rows, numbered over all, ascending. */
  readonly dead: Int32Array;
}

/**
 * The tables of some segments, the oldest first. Closes them with itself. Throws CorruptSegment whenever one shows to
 * be.
 */
export function tablesOver(given: readonly SegmentPart[]): Tables {
  const parts: Part[] = [];
  let [rows, files, size, fields] = [0, 0, 0, 0];
  for (const { segment, dead } of given) {
    const base = rows;
    const held = [...new Set(dead)].filter((row) => row >= 0 && row < segment.rows).sort((a, b) => a - b);
    parts.push({ segment, base, files, dead: Int32Array.from(held, (row) => row + base) });
    rows += segment.rows;
    files += segment.files.count;
    size += segment.rows - held.length;
    fields = Math.max(fields, segment.fields);
  }
  const columns = new Map<string, Numbers>();
  const joined = (name: string, read: (part: Part) => Numbers, shift: boolean): Numbers => {
    let column = columns.get(name);
    if (!column)
      columns.set(
        name,
        (column = joinColumns(
          parts.map((part) => (shift ? shifted(read(part), part.files) : read(part))),
          rows,
        )),
      );
    return column;
  };
  const lengthsOf = ({ segment }: Part, field: number): Numbers =>
    field < segment.fields ? segment.lengths(field) : new Uint8Array(segment.rows);
  const partOf = (row: number): Part => {
    for (let i = parts.length - 1; i >= 0; i--) {
      const part = parts[i];
      if (part && row >= part.base && row < part.base + part.segment.rows) return part;
    }
    throw new CorruptSegment('a row that is not there');
  };
  const pathOf = (file: number): string => {
    for (let i = parts.length - 1; i >= 0; i--) {
      const part = parts[i];
      if (part && file >= part.files) return part.segment.files.path(file - part.files);
    }
    throw new CorruptSegment('a file that is not there');
  };
  /** Whether a part after the one of that place has an entry for a path. */
  const isReplaced = (path: string, place: number): boolean =>
    parts.some(({ segment }, i) => i > place && segment.files.find(path) >= 0);
  /**
   * Number of the file that holds for a path now, in the last part that has it; that part is given. Null where none has
   * it.
   */
  const lastOf = (path: string, from: number): { files: Files; file: number } | null => {
    for (let i = parts.length - 1; i >= from; i--) {
      const files = parts[i]?.segment.files;
      const file = files?.find(path) ?? -1;
      if (files && file >= 0) return { files, file };
    }
    return null;
  };
  const isGone = (path: string): boolean => {
    const last = lastOf(path, 0);
    return last === null || last.files.size(last.file) < 0;
  };
  /**
   * A file of the part of that place, or what a later part says of its path. In the last part nothing need be looked
   * for.
   */
  const holding = (place: number, file: number): { files: Files; file: number } => {
    const { files } = (parts[place] as Part).segment;
    return (place + 1 < parts.length ? lastOf(files.path(file), place + 1) : null) ?? { files, file };
  };
  const factOf = (id: string): FactSpot | null => {
    for (let i = parts.length - 1; i >= 0; i--) {
      const segment = parts[i]?.segment;
      const fact = segment?.fact(id) ?? null;
      if (!segment || fact === null) continue;
      if (fact === 'gone') return null;
      const { files, file } = holding(i, fact.file);
      return files.size(file) < 0 ? null : { path: files.path(file), offset: fact.offset, line: fact.line };
    }
    return null;
  };
  const postingsOf = (word: string): Posting[] => {
    const found: Posting[] = [];
    for (const { segment, base, dead } of parts) {
      const bytes = segment.keywords.find(word);
      if (bytes === null) continue;
      for (const posting of takePostings(bytes, segment.rows, base)) {
        const live = without(posting, dead);
        if (live.count > 0) found.push(live);
      }
    }
    return found;
  };
  let averages: number[] | null = null;
  let past: Numbers | null = null;
  let replaced: readonly number[] | null = null;
  return {
    size,
    rows,
    starts: parts.map(({ base }) => base),
    get reach() {
      let reach = 0;
      for (const { segment } of parts) if (segment.reach > reach) reach = segment.reach;
      return reach;
    },
    get terms() {
      let count = 0;
      for (const { segment } of parts) count += segment.terms.count;
      return count;
    },
    get averages() {
      return (averages ??= Array.from({ length: fields }, (_, field) => {
        if (size === 0) return 0;
        let total = 0;
        for (const part of parts) {
          total += part.segment.totals()[field] ?? 0;
          if (part.dead.length === 0) continue;
          const lengths = lengthsOf(part, field);
          for (const row of part.dead) total -= lengths[row - part.base] as number;
        }
        return total / size;
      }));
    },
    lengths: (field) => joined(`lengths ${field}`, (part) => lengthsOf(part, field), false),
    column(name: Column) {
      const column = joined(name, ({ segment }) => segment.column(name), name === 'file');
      return name === 'superseded' ? (past ??= withReplaced(column, this.replaced)) : column;
    },
    path: pathOf,
    isLive: (row) => !isAmong(partOf(row).dead, row),
    postings(term) {
      const found: Posting[][] = [];
      for (const { segment, base, dead } of parts) {
        const bytes = segment.terms.find(term);
        if (bytes === null) continue;
        const postings = takePostings(bytes, segment.rows, base);
        found.push(
          dead.length === 0
            ? postings
            : postings.map((posting) => without(posting, dead)).filter((posting) => posting.count > 0),
        );
      }
      return parts.length === 1 ? (found[0] ?? []) : joinPostings(found.flat(), rows);
    },
    keyword: (word) => rowsOf(postingsOf(word)),
    withKeyword(word) {
      const [first, ...others] = postingsOf(word);
      if (first === undefined) return null;
      const isIn = testOf(first);
      // Later segments are small.
      const later = others.length === 0 ? null : rowsOf(others);
      return later === null ? isIn : (row) => isIn(row) || isAmong(later, row);
    },
    startingWith: (prefix) => joinWords(parts.map(({ segment }) => segment.terms.startingWith(prefix))),
    keywords: (prefix) => joinWords(parts.map(({ segment }) => segment.keywords.startingWith(prefix))),
    spot(row): Spot {
      const { segment, base } = partOf(row);
      const own = row - base;
      const { id, ...place } = segment.record(own);
      const kind = ROW_KINDS[segment.value('kind', own)];
      if (!kind) throw new CorruptSegment('a row of no kind');
      const path = segment.files.path(segment.value('file', own));
      return {
        kind,
        superseded: segment.value('superseded', own) === 1,
        path,
        ...place,
        id: segment.ids.get(id),
        hash: segment.value('hash', own),
      };
    },
    id(row) {
      const { segment, base } = partOf(row);
      return segment.ids.get(segment.record(row - base).id);
    },
    fact: factOf,
    get replaced() {
      return (replaced ??= replacedRows(this));
    },
    begun: (start) => [...new Set(parts.flatMap(({ segment }) => segment.ids.begun(start)))],
    standing: (id) => standingRows(parts, id),
    citing: (id) => citingRows(parts, id),
    citedBy(wanted) {
      const found = new Set<string>();
      for (const { segment, base } of parts) {
        const own = new Set<number>();
        for (const row of wanted) if (row >= base && row < base + segment.rows) own.add(row - base);
        if (own.size === 0) continue;
        const { ids, rows: citing } = segment.cites();
        for (let i = 0; i < citing.length; i++)
          if (own.has(citing[i] as number)) found.add(segment.ids.get(ids[i] as number));
      }
      return [...found];
    },
    file(path) {
      const last = lastOf(path, 0);
      return last === null || last.files.size(last.file) < 0 ? null : last.files.get(last.file);
    },
    headOf(row) {
      const part = partOf(row);
      const { files, file } = holding(parts.indexOf(part), part.segment.value('file', row - part.base));
      return files.size(file) < 0 ? null : files.head(file);
    },
    files() {
      const all: SegmentFile[] = [];
      parts.forEach(({ segment }, i) => {
        for (const file of segment.files.all()) if (file.size >= 0 && !isReplaced(file.path, i)) all.push(file);
      });
      return parts.length === 1 ? all : all.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    recentFiles: (most) =>
      recentFiles(
        parts.map(({ segment }) => segment.files),
        most,
        '',
        '',
      ).files,
    recentBeside: (most, from, to) =>
      recentFiles(
        parts.map(({ segment }) => segment.files),
        most,
        from,
        to,
      ),
    rowsOf(path) {
      const found: number[] = [];
      for (const { segment, base, dead } of parts) {
        const file = segment.files.find(path);
        if (file < 0) continue;
        const own = segment.column('file');
        for (let row = own.indexOf(file); row >= 0; row = own.indexOf(file, row + 1))
          if (!dead.includes(row + base)) found.push(row + base);
      }
      return found;
    },
    factsOf(path) {
      const found: string[] = [];
      if (isGone(path)) return found;
      parts.forEach(({ segment }, i) => {
        const file = segment.files.find(path);
        if (file < 0) return;
        for (const place of segment.factsOf(file)) {
          const id = segment.ids.get(place);
          if (!parts.some((part, k) => k > i && part.segment.fact(id) !== null)) found.push(id);
        }
      });
      return found;
    },
    close() {
      for (const { segment } of parts) segment.close();
    },
  };
}
