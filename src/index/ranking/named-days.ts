// Where a question names days: which rows say these days themselves, and how much of its other words each row holds. By
// row, among all that hold a word of it, so that it does not matter which of them are scored.
import type { Asked, NamedSpan } from '../asked.ts';
import { ROW_FIELDS } from '../fields.ts';
import { rarityOf } from '../match.ts';
import type { Reached } from '../reach.ts';
import type { Tables } from '../view.ts';
import { damped, datesFactor } from './dates.ts';

const TEXT = ROW_FIELDS.indexOf('text');
/** As many as bits tell apart. */
const MOST_SPANS = 8;
const MOST_TERMS = 16;

/**
 * The factor for a row, for the days that a question names. `reached` is by term asked for. Null where it names none.
 */
export function namedDays(
  tables: Tables,
  asked: readonly Asked[],
  reached: readonly (readonly Reached[])[],
  spans: readonly NamedSpan[],
): ((row: number) => number) | null {
  if (spans.length === 0) return null;
  const few = spans.slice(0, MOST_SPANS);
  const days = tables.column('day');
  const said = sayingRows(tables.rows, asked, reached, few);
  const factorOf = datesFactor(few);
  // Rows of a day stand together, and most say none.
  let [before, known] = [-1, 1];
  const factor = (row: number): number => {
    const day = days[row] as number;
    const says = said[row] as number;
    if (says !== 0) return factorOf(day, says);
    if (day !== before) known = factorOf(day, 0);
    before = day;
    return known;
  };
  const { marks, rarities, lists } = otherWords(tables, asked, reached, few);
  // One word may be as little as "happened".
  if (rarities.length < 2) return factor;
  const shares = new Map<number, number>();
  const heldBy = (mark: number): number => {
    let held = shares.get(mark);
    if (held !== undefined) return held;
    held = 0;
    for (let bit = 0; bit < rarities.length; bit++) if ((mark & (1 << bit)) !== 0) held += rarities[bit] as number;
    shares.set(mark, held);
    return held;
  };
  let [best, last] = [0, 0];
  for (const rows of lists) {
    for (let i = 0; i < rows.length; i++) {
      const mark = marks[rows[i] as number] as number;
      if (mark === last) continue;
      last = mark;
      const held = heldBy(mark);
      if (held > best) best = held;
    }
  }
  const whole = heldBy((1 << rarities.length) - 1);
  return (row) => {
    const worth = factor(row);
    return worth === 1 ? 1 : damped(worth, heldBy(marks[row] as number), best, whole);
  };
}

/** By row a bit for each span all of whose terms its text holds. */
function sayingRows(
  size: number,
  asked: readonly Asked[],
  reached: readonly (readonly Reached[])[],
  spans: readonly NamedSpan[],
): Uint8Array {
  const said = new Uint8Array(size);
  spans.forEach(({ terms }, place) => {
    if (terms.length === 0) return;
    const counts = new Uint8Array(size);
    terms.forEach((term, count) => {
      const number = asked.findIndex((one) => one.term === term);
      const own = reached[number]?.find((one) => one.term === term);
      for (const { field, rows } of own?.postings ?? []) {
        if (field !== TEXT) continue;
        for (let i = 0; i < rows.length; i++) {
          const row = rows[i] as number;
          if (counts[row] !== count) continue;
          counts[row] = count + 1;
          if (count + 1 === terms.length) (said[row] as number) |= 1 << place;
        }
      }
    });
  });
  return said;
}

/**
 * By row a bit for each term that names no day and that it holds in any field; how rare each is; lists of all rows that
 * have a bit.
 */
function otherWords(
  tables: Tables,
  asked: readonly Asked[],
  reached: readonly (readonly Reached[])[],
  spans: readonly NamedSpan[],
): { marks: Uint16Array; rarities: number[]; lists: Int32Array[] } {
  const marks = new Uint16Array(tables.rows);
  const rarities: number[] = [];
  const lists: Int32Array[] = [];
  asked.forEach(({ term }, number) => {
    if (rarities.length === MOST_TERMS || spans.some(({ terms }) => terms.includes(term))) return;
    const bit = 1 << rarities.length;
    let holding = 0;
    for (const { postings } of reached[number] ?? []) {
      for (const { rows } of postings) {
        lists.push(rows);
        for (let i = 0; i < rows.length; i++) {
          const row = rows[i] as number;
          if (((marks[row] as number) & bit) !== 0) continue;
          (marks[row] as number) |= bit;
          holding++;
        }
      }
    }
    if (holding > 0) rarities.push(rarityOf(tables.size, holding));
  });
  return { marks, rarities, lists };
}
