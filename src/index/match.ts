// The rows that hold terms of a question and what that is worth: BM25+ field by field, as MiniSearch 7 computes
// it, which a test holds it to. Goes through the rows that hold a term, never through all, and keeps no more than
// these in memory: they are numbered by their places among themselves.
import { ROW_FIELDS, type RowField } from './document.ts';
import { reach, type Reached } from './expand-terms.ts';
import type { Bounds, Narrowed } from './narrow.ts';
import type { Asked } from './query.ts';
import {
  COMMON,
  coverageFactor,
  createVicinity,
  NAMED_NAME,
  NAMED_TAG,
  NAMED_WORD,
  namedFactor,
  type Nearby,
  spread,
  type Vicinity,
} from './ranking/factors.ts';
import { rowsIn, unite, wordsFor } from './row-bits.ts';
import type { Posting, View } from './view.ts';

// The rows that hold any term of a question: by what node has compiled already where they are listed, by their bits
// where some are not.

/** The rows of all these postings, ascending. */
function holdingAny(view: View, reached: readonly (readonly Reached[])[]): Int32Array {
  let length = 0;
  for (const terms of reached) {
    for (const { postings } of terms) {
      for (const { bits, rows } of postings) {
        if (bits !== null) return holdingInBits(view, reached);
        length += rows.length;
      }
    }
  }
  // Sorted by what is compiled already, and looked at once.
  const all = new Int32Array(length);
  let end = 0;
  for (const terms of reached) {
    for (const { postings } of terms) {
      for (const { rows } of postings) {
        all.set(rows, end);
        end += rows.length;
      }
    }
  }
  all.sort();
  let count = 0;
  let before = -1;
  for (let i = 0; i < length; i++) {
    const row = all[i] as number;
    if (row !== before) all[count++] = row;
    before = row;
  }
  return all.subarray(0, count);
}

function holdingInBits(view: View, reached: readonly (readonly Reached[])[]): Int32Array {
  const { bits, count } = unite(reached.flat(), wordsFor(view.rows));
  return rowsIn(bits, count);
}

const BOOSTS: Readonly<Record<RowField, number>> = {
  text: 1,
  tags: 0.5,
  names: 0.5,
  category: 1,
  date: 0.5,
  headings: 0.5,
};
/** Saturation of repeated terms, weight of the field's length, and what any match is worth. */
const [K, B, D] = [1.2, 0.4, 0.3] as const;

/**
 * Fields of so few terms are most, and most terms stand in them once: what that is worth is reckoned once for a length.
 */
const SHORT = 64;

/** Of two lists the longer is at most so many times as long as the other where leaps are not worth it. */
const ALIKE = 8;

/** What a word that is used like the one asked for covers of it. */
const NEAR_COVERS = 0.25;

export interface Matches {
  /** The rows that hold a term and are scored, ascending. All else goes by place in it. */
  readonly rows: Int32Array;
  /** BM25+ over all terms and fields: times `held` it is MiniSearch's score. */
  readonly sums: Float64Array;
  /** How many terms of the question it holds. */
  readonly held: Uint16Array;
  /** How rare these are, added up. */
  readonly covered: Float32Array;
  /** The same over all terms of the question that anything holds. */
  readonly whole: number;
  /** What rows beside it hold that it does not. */
  readonly beside: Nearby;
  /** Whether the question names its category, tags or what its fields name: see ranking/factors.ts. */
  readonly named: Uint8Array;
  /** 1 where the statement asks. */
  readonly asking: Uint8Array;
}

/**
 * `askingRows`: rows of statements that ask, ascending. `narrowed` null: all rows are scored. `reached`: by term asked
 * for, where it is known.
 */
export function matchRows(
  view: View,
  asked: readonly Asked[],
  askingRows: Int32Array,
  narrowed: Narrowed | null = null,
  reached: readonly (readonly Reached[])[] = asked.map((one) => reach(view, one)),
): Matches {
  const rows = narrowed === null ? holdingAny(view, reached) : narrowed.rows;
  const { length } = rows;
  const asking = new Uint8Array(length);
  eachPlace(rows, askingRows, (place) => (asking[place] = 1));
  const sums = new Float64Array(length);
  const held = new Uint16Array(length);
  const covered = new Float32Array(length);
  const named = new Uint8Array(length);
  const beside: Nearby = {
    worth: new Float64Array(length),
    covered: new Float32Array(length),
    best: new Float32Array(length),
    touched: new Int32Array(length),
  };
  const scores = new Float64Array(length);
  const holding = new Int32Array(length);
  let vicinity: Vicinity | null = null;
  let whole = 0;
  asked.forEach((one, number) => {
    let some = 0;
    /** Those of them that hold the word itself. */
    let own = 0;
    for (const { term, weight, postings, isNear = false } of reached[number] ?? []) {
      for (const posting of postings) {
        const add = posting.bits === null ? addListed : addBits;
        some = add(view, posting, weight, { rows, scores, holding, some, isNear });
        if (!isNear) own = some;
        if (term === one.term || one.also?.includes(term) === true) noteNamed(posting, one, rows, named);
      }
    }
    if (some === 0 && narrowed === null) return;
    const all = narrowed ? (narrowed.holding[number] as number) : own;
    const rarity = rarityOf(view.size, all > 0 ? all : countOf(reached[number] ?? []));
    // A word that nothing holds lowers nothing.
    if (all > 0) whole += rarity;
    for (let i = 0; i < some; i++) {
      const place = holding[i] as number;
      (held[place] as number)++;
      (sums[place] as number) += scores[place] as number;
      (covered[place] as number) += i < own ? rarity : NEAR_COVERS * rarity;
    }
    if (all > 0 && all <= COMMON)
      spread((vicinity ??= createVicinity(view, rows)), scores, holding, own, rarity, asking, beside);
    for (let i = 0; i < some; i++) scores[holding[i] as number] = 0;
  });
  return { rows, sums, held, covered, whole, beside, named, asking };
}

function countOf(reached: readonly Reached[]): number {
  let count = 0;
  for (const { postings } of reached) for (const posting of postings) count += posting.count;
  return count;
}

/** What rows with no rare term beside them come to at most. */
export function boundsOf(view: View, asked: readonly Asked[], reached: readonly (readonly Reached[])[]): Bounds {
  return {
    posting({ field, count, most: often }, weight) {
      // The fewest terms of a field that has one of them.
      return (
        rarityOf(view.size, count) *
        weight *
        BOOSTS[ROW_FIELDS[field] ?? 'text'] *
        (D + (often * (K + 1)) / (often + K * (1 - B) + (K * B) / (view.averages[field] ?? 1)))
      );
    },
    score(held, beside, match, holding) {
      let whole = 0;
      for (const some of holding) if (some > 0) whole += rarityOf(view.size, some);
      let around = 0;
      for (const number of beside) around += rarityOf(view.size, holding[number] as number);
      let covered = 0;
      let mark = 0;
      for (const number of held) {
        covered += rarityOf(view.size, holding[number] as number);
        const one = asked[number] as Asked;
        for (const { term, postings } of reached[number] ?? [])
          if (term === one.term || one.also?.includes(term) === true)
            for (const { field } of postings) mark = Math.max(mark, markOf(field, one));
      }
      return match * coverageFactor(covered, around, whole) * namedFactor(mark);
    },
  };
}

/** How much a term says that so many of all documents hold. */
export function rarityOf(size: number, holding: number): number {
  return Math.log(1 + (size - holding + 0.5) / (holding + 0.5));
}

/** What the scores of one term are added to. */
interface Adding {
  readonly rows: Int32Array;
  readonly scores: Float64Array;
  /** Places that have a score, `some` of them. */
  readonly holding: Int32Array;
  readonly some: number;
  /** Only to places that have none yet: the nearest of the words that are used alike counts. */
  readonly isNear: boolean;
}

/**
 * Adds a term's scores in one field to those of the rows that are scored; gives how many places `holding` names now.
 */
function addListed(
  view: View,
  { field, rows: list, frequencies }: Posting,
  weight: number,
  { rows, scores, holding, some: first, isNear }: Adding,
): number {
  let some = first;
  const lengths = view.lengths(field);
  const worth = rarityOf(view.size, list.length) * weight * BOOSTS[ROW_FIELDS[field] ?? 'text'];
  const perLength = (K * B) / (view.averages[field] ?? 1);
  const base = K * (1 - B);
  const once = new Float64Array(SHORT);
  const isShort = list.length < rows.length;
  // Of two that are about as long both are gone through.
  const isAlike = list.length * ALIKE > rows.length && rows.length * ALIKE > list.length;
  let place = 0;
  let at = 0;
  while (place < rows.length && at < list.length) {
    const row = (isShort ? list[at] : rows[place]) as number;
    if (isAlike) {
      if (isShort) while ((rows[place] as number) < row) place++;
      else while ((list[at] as number) < row) at++;
    } else if (isShort) place = placeOf(rows, row, place);
    else at = placeOf(list, row, at);
    if (rows[place] === list[at] && place < rows.length) {
      const frequency = frequencies === null ? 1 : (frequencies[at] as number);
      const before = scores[place] as number;
      if (before === 0) holding[some++] = place;
      else if (isNear) {
        if (isShort) at++;
        else place++;
        continue;
      }
      const length = lengths[row] as number;
      if (frequency === 1 && length < SHORT) {
        if (once[length] === 0) once[length] = worth * (D + (K + 1) / (1 + base + perLength * length));
        scores[place] = before + (once[length] as number);
      } else scores[place] = before + worth * (D + (frequency * (K + 1)) / (frequency + base + perLength * length));
    }
    if (isShort) at++;
    else place++;
  }
  return some;
}

/** The same where many rows hold it, by looking at each that is scored. */
function addBits(
  view: View,
  posting: Posting,
  weight: number,
  { rows, scores, holding, some: first, isNear }: Adding,
): number {
  let some = first;
  const { field, count, most } = posting;
  const bits = posting.bits as Int32Array;
  const lengths = view.lengths(field);
  const worth = rarityOf(view.size, count) * weight * BOOSTS[ROW_FIELDS[field] ?? 'text'];
  const perLength = (K * B) / (view.averages[field] ?? 1);
  const base = K * (1 - B);
  const once = new Float64Array(SHORT);
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] as number;
    if ((((bits[row >>> 5] as number) >>> (row & 31)) & 1) === 0) continue;
    const frequency = most === 1 ? 1 : posting.often(row);
    const before = scores[place] as number;
    if (before === 0) holding[some++] = place;
    else if (isNear) continue;
    const length = lengths[row] as number;
    if (frequency === 1 && length < SHORT) {
      if (once[length] === 0) once[length] = worth * (D + (K + 1) / (1 + base + perLength * length));
      scores[place] = before + (once[length] as number);
    } else scores[place] = before + worth * (D + (frequency * (K + 1)) / (frequency + base + perLength * length));
  }
  return some;
}

function noteNamed(posting: Posting, one: Asked, rows: Int32Array, named: Uint8Array): void {
  const { field, bits } = posting;
  const mark = markOf(field, one);
  if (mark === 0) return;
  if (bits !== null) {
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place] as number;
      if ((((bits[row >>> 5] as number) >>> (row & 31)) & 1) === 1 && (named[place] as number) < mark)
        named[place] = mark;
    }
    return;
  }
  const list = posting.rows;
  eachPlace(rows, list, (place) => {
    if ((named[place] as number) < mark) named[place] = mark;
  });
}

/** What a row is marked with that holds a term in a field; 0 for nothing. */
function markOf(field: number, { isName, isNumber }: Asked): number {
  const which = ROW_FIELDS[field];
  if (isNumber || which === undefined || which === 'text' || which === 'date' || which === 'headings') return 0;
  return which === 'tags' ? NAMED_TAG : isName ? NAMED_NAME : NAMED_WORD;
}

/** The places of those of a list that are among the rows; both ascending. */
function eachPlace(rows: Int32Array, list: Int32Array, take: (place: number) => void): void {
  if (list.length > rows.length) {
    let at = 0;
    for (let place = 0; place < rows.length && at < list.length; place++) {
      at = placeOf(list, rows[place] as number, at);
      if (list[at] === rows[place]) take(place);
    }
    return;
  }
  let place = 0;
  for (let i = 0; i < list.length && place < rows.length; i++) {
    place = placeOf(rows, list[i] as number, place);
    if (rows[place] === list[i]) take(place);
  }
}

/**
 * The first place from `from` on, in an ascending list, whose row is not before this one: near by step by step, farther
 * off in leaps.
 */
function placeOf(rows: Int32Array, row: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < rows.length && (rows[low + step] as number) < row) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, rows.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
