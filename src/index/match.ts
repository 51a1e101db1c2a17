// Finds the rows that contain terms of a question and scores them: BM25+ per field, computed as in MiniSearch 7 (a test
// compares the two).
import { ROW_FIELDS, type RowField } from './document.ts';
import { reach, type Reached } from './expand-terms.ts';
import type { Asked } from './query.ts';
import {
  COMMON,
  createVicinity,
  NAMED_NAME,
  NAMED_TAG,
  NAMED_WORD,
  type Nearby,
  spread,
  type Vicinity,
} from './ranking/factors.ts';
import type { Posting, Tables } from './view.ts';

const BOOSTS: Readonly<Record<RowField, number>> = {
  text: 1,
  tags: 0.5,
  names: 0.5,
  category: 1,
  date: 0.5,
  headings: 0.5,
};
/** Saturation of repeated terms, weight of the field's length, and minimum score of a match. */
const [K, B, D] = [1.2, 0.4, 0.3] as const;

/** Most fields are shorter than this, and most terms occur once in them: that score is computed once per length. */
const SHORT = 64;

/** Share of a term's rarity that a near word covers. */
const NEAR_COVERS = 0.25;

/** The rows that match a term; all other arrays are indexed by position in `rows`. */
export interface Matches {
  /** Ascending. */
  readonly rows: Int32Array;
  /** BM25+ over all terms and fields; multiplied by the number of matched terms it is MiniSearch's score. */
  readonly sums: Float64Array;
  /** Sum of the rarities of the matched terms. */
  readonly covered: Float32Array;
  /** The same over all terms of the question that match any row. */
  readonly whole: number;
  /** Terms that neighbouring rows contain and the row does not. */
  readonly beside: Nearby;
  /** Whether the question names its category, its tags or the values of its fields: see ranking/factors.ts. */
  readonly named: Uint8Array;
  /** 1 if the statement is a question. */
  readonly asking: Uint8Array;
}

/** `askingRows`: rows whose statement is a question. `reached`: per term of the question. */
export function matchRows(
  view: Tables,
  asked: readonly Asked[],
  askingRows: Int32Array,
  reached: readonly (readonly Reached[])[] = asked.map((one) => reach(view, one)),
): Matches {
  const { rows, places } = rowsHolding(view.rows, reached);
  const size = rows.length;
  const asking = new Uint8Array(size);
  for (let i = 0; i < askingRows.length; i++) {
    const at = places[askingRows[i] as number] as number;
    if (at >= 0) asking[at] = 1;
  }
  const sums = new Float64Array(size);
  const covered = new Float32Array(size);
  const named = new Uint8Array(size);
  const beside: Nearby = {
    worth: new Float64Array(size),
    covered: new Float32Array(size),
    best: new Float32Array(size),
    touched: new Int32Array(size),
  };
  const scores = new Float64Array(size);
  const holding = new Int32Array(size);
  let vicinity: Vicinity | null = null;
  let whole = 0;
  asked.forEach((one, number) => {
    let some = 0;
    /** How many of them contain the word itself. */
    let own = 0;
    for (const { term, weight, postings, isNear = false } of reached[number] ?? []) {
      for (const posting of postings) {
        some = addScores(view, posting, weight, { places, scores, holding, some, isNear });
        if (!isNear) own = some;
        if (term === one.term || one.also?.includes(term) === true) noteNamed(posting, one, places, named);
      }
    }
    if (some === 0) return;
    const rarity = rarityOf(view.size, own > 0 ? own : countOf(reached[number] ?? []));
    // A word that matches nothing lowers no score.
    if (own > 0) whole += rarity;
    if (own > 0 && own <= COMMON)
      spread((vicinity ??= createVicinity(view, rows)), scores, holding.subarray(0, own), rarity, asking, beside);
    for (let i = 0; i < some; i++) {
      const at = holding[i] as number;
      (sums[at] as number) += scores[at] as number;
      (covered[at] as number) += i < own ? rarity : NEAR_COVERS * rarity;
      scores[at] = 0;
    }
  });
  return { rows, sums, covered, whole, beside, named, asking };
}

/** The rows of all these postings, ascending, and for each of `size` rows its position among them or -1. */
function rowsHolding(
  size: number,
  reached: readonly (readonly Reached[])[],
): { readonly rows: Int32Array; readonly places: Int32Array } {
  const places = new Int32Array(size).fill(-1);
  const found = new Int32Array(size);
  let count = 0;
  for (const terms of reached)
    for (const { postings } of terms)
      for (const { rows } of postings) {
        for (let i = 0; i < rows.length; i++) {
          const row = rows[i] as number;
          if (places[row] === 0) continue;
          places[row] = 0;
          found[count++] = row;
        }
      }
  const rows = found.subarray(0, count).sort();
  for (let at = 0; at < count; at++) places[rows[at] as number] = at;
  return { rows, places };
}

/** Total number of rows in all postings; a row in several postings counts several times. */
export function countOf(reached: readonly Reached[]): number {
  let count = 0;
  for (const { postings } of reached) for (const { rows } of postings) count += rows.length;
  return count;
}

/** The inverse document frequency of a term that `holding` of `size` documents contain. */
export function rarityOf(size: number, holding: number): number {
  return Math.log(1 + (size - holding + 0.5) / (holding + 0.5));
}

/** Where the scores of one term are accumulated. */
interface Adding {
  /** Position of each row. */
  readonly places: Int32Array;
  readonly scores: Float64Array;
  /** Positions that have a score; the first `some` entries are used. */
  readonly holding: Int32Array;
  readonly some: number;
  /** Adds only to rows without a score: only the nearest of the near words counts. */
  readonly isNear: boolean;
}

/** Adds a term's scores in one field; returns the number of positions now in `holding`. */
function addScores(
  view: Tables,
  { field, rows, frequencies }: Posting,
  weight: number,
  { places, scores, holding, some: first, isNear }: Adding,
): number {
  let some = first;
  const lengths = view.lengths(field);
  const worth = rarityOf(view.size, rows.length) * weight * BOOSTS[ROW_FIELDS[field] ?? 'text'];
  const perLength = (K * B) / (view.averages[field] ?? 1);
  const base = K * (1 - B);
  const once = new Float64Array(SHORT);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    const at = places[row] as number;
    const before = scores[at] as number;
    if (before === 0) holding[some++] = at;
    else if (isNear) continue;
    const frequency = frequencies === null ? 1 : (frequencies[i] as number);
    const length = lengths[row] as number;
    if (frequency === 1 && length < SHORT) {
      if (once[length] === 0) once[length] = worth * (D + (K + 1) / (1 + base + perLength * length));
      scores[at] = before + (once[length] as number);
    } else scores[at] = before + worth * (D + (frequency * (K + 1)) / (frequency + base + perLength * length));
  }
  return some;
}

function noteNamed({ field, rows }: Posting, one: Asked, places: Int32Array, named: Uint8Array): void {
  const mark = markOf(field, one);
  if (mark === 0) return;
  for (let i = 0; i < rows.length; i++) {
    const at = places[rows[i] as number] as number;
    if ((named[at] as number) < mark) named[at] = mark;
  }
}

/** The mark of a row that contains a term in this field; 0 for none. */
function markOf(field: number, { isName, isNumber }: Asked): number {
  const which = ROW_FIELDS[field];
  if (isNumber || which === undefined || which === 'text' || which === 'date' || which === 'headings') return 0;
  return which === 'tags' ? NAMED_TAG : isName ? NAMED_NAME : NAMED_WORD;
}
