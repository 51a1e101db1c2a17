// The rows that hold terms of a question and what that is worth: BM25+ field by field, as MiniSearch 7 computes
// it, which a test holds it to. Goes through the rows that hold a term, never through all.
import { ROW_FIELDS, type RowField } from './fields.ts';
import type { Asked } from './asked.ts';
import { reach } from './reach.ts';
import { NAMED_NAME, NAMED_TAG, NAMED_WORD } from './ranking/naming.ts';
import { spread, type Nearby } from './ranking/nearby.ts';
import { createVicinity } from './ranking/vicinity.ts';
import type { Posting, View } from './view.ts';

const BOOSTS: Readonly<Record<RowField, number>> = { text: 1, tags: 0.5, names: 0.5, category: 1, date: 0.5, headings: 0.5 };
/** Saturation of repeated terms, weight of the field's length, and what any match is worth. */
const [K, B, D] = [1.2, 0.5, 0.3] as const;

/** By row. What no term of the question stands in is 0 everywhere, `nearby` and `near` aside. */
export interface Matches {
  /** The rows that hold a term, in no order; `count` of them. */
  readonly rows: Int32Array;
  readonly count: number;
  /** BM25+ over all terms and fields: times `held` it is MiniSearch's score. */
  readonly sums: Float64Array;
  /** How many terms of the question it holds. */
  readonly held: Uint8Array;
  /** How rare these are, added up. */
  readonly covered: Float32Array;
  /** The same over all terms of the question that anything holds. */
  readonly whole: number;
  /** What rows beside it hold that it does not. */
  readonly beside: Nearby;
  /** Whether the question names its category, tags or what its fields name: see ranking/naming.ts. */
  readonly named: Uint8Array;
}

/** `asking`: rows of statements that ask. */
export function matchRows(view: View, asked: readonly Asked[], asking: Uint8Array): Matches {
  const { rows } = view;
  const sums = new Float64Array(rows);
  const held = new Uint8Array(rows);
  const covered = new Float32Array(rows);
  const named = new Uint8Array(rows);
  const beside: Nearby = { worth: new Float64Array(rows), covered: new Float32Array(rows), best: new Float32Array(rows), touched: new Int32Array(rows) };
  const scores = new Float64Array(rows);
  const holding = new Int32Array(rows);
  const found = new Int32Array(rows);
  const vicinity = createVicinity(view);
  let count = 0;
  let whole = 0;
  for (const one of asked) {
    let some = 0;
    for (const { term, weight, postings } of reach(view, one)) {
      for (const posting of postings) {
        some = addPosting(view, posting, weight, scores, holding, some);
        if (term === one.term) noteNamed(posting, one, named);
      }
    }
    if (some === 0) continue;
    const rarity = rarityOf(view.size, some);
    whole += rarity;
    for (let i = 0; i < some; i++) {
      const row = holding[i] as number;
      if (held[row] === 0) found[count++] = row;
      if ((held[row] as number) < 255) (held[row] as number)++;
      (sums[row] as number) += scores[row] as number;
      (covered[row] as number) += rarity;
    }
    spread(vicinity, scores, holding, some, rarity, asking, beside);
    for (let i = 0; i < some; i++) scores[holding[i] as number] = 0;
  }
  return { rows: found, count, sums, held, covered, whole, beside, named };
}

/** How much a term says that so many of all documents hold. */
function rarityOf(size: number, holding: number): number {
  return Math.log(1 + (size - holding + 0.5) / (holding + 0.5));
}

/** Adds a term's scores in one field; gives how many rows `holding` names now. */
function addPosting(view: View, { field, rows, frequencies }: Posting, weight: number, scores: Float64Array, holding: Int32Array, some: number): number {
  const lengths = view.lengths(field);
  const worth = rarityOf(view.size, rows.length) * weight * BOOSTS[ROW_FIELDS[field] ?? 'text'];
  const perLength = (K * B) / (view.averages[field] ?? 1);
  const base = K * (1 - B);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    const frequency = frequencies === null ? 1 : (frequencies[i] as number);
    const before = scores[row] as number;
    if (before === 0) holding[some++] = row;
    scores[row] = before + worth * (D + (frequency * (K + 1)) / (frequency + base + perLength * (lengths[row] as number)));
  }
  return some;
}

function noteNamed({ field, rows }: Posting, { isName, isNumber }: Asked, named: Uint8Array): void {
  const which = ROW_FIELDS[field];
  if (isNumber || which === undefined || which === 'text' || which === 'date' || which === 'headings') return;
  const mark = which === 'tags' ? NAMED_TAG : isName ? NAMED_NAME : NAMED_WORD;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    if ((named[row] as number) < mark) named[row] = mark;
  }
}
