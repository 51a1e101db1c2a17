// What several segments say of the same, as one: columns and postings one after another, words in one list. Pure; it
// knows nothing of segments, and what comes from one alone is given as it is.
import type { Posting } from '../view.ts';
import { isAmong } from './among.ts';
import { isBits, joinBits } from './bit-posting.ts';
import { createListPosting } from './list-posting.ts';
import { emptyColumn, KIND, kindOf, type Numbers } from './numbers.ts';

/** Numbers of files of one segment as numbers over all. */
export function shifted(files: Numbers, by: number): Numbers {
  return by === 0 ? files : Int32Array.from(files, (file) => file + by);
}

/** A column over all rows, `rows` of them; of one segment the column itself. */
export function joinColumns(columns: readonly Numbers[], rows: number): Numbers {
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
export function joinPostings(postings: readonly Posting[], rows: number): Posting[] {
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
export const rowsOf = (postings: readonly Posting[]): Int32Array =>
  postings.length === 1 && postings[0] ? postings[0].rows : joinRows(postings);

/** Whether a row is in a posting. */
export function testOf(posting: Posting): (row: number) => boolean {
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
export function joinWords(lists: readonly string[][]): string[] {
  const [first] = lists;
  return lists.length === 1 && first ? first : [...new Set(lists.flat())].sort();
}
