// What a search prefers among its hits, beside their words: what holds to what it replaced or may have replaced, what
// is newer to what is older, and a sentence that is asked for as it stands.
import type { RankedRow } from '../index/rank.ts';
import type { Tables } from '../index/view.ts';
import { phraseTest } from './request.ts';

/** Words that ask of what was, beside which older statements are as good as newer ones. */
const PAST = new RegExp(
  String.raw`\b(?:did|was|were|had|been|went|ago|before|earlier|previously|formerly|originally|initially|once|until|` +
    String.raw`used to|at first|back then|in the past|(?:19|20)\d\d)\b|` +
    String.raw`(?:^|\W)(?:fr[uü]her|vorher|damals|zuvor|war|hatte|avant|autrefois|auparavant|jadis|[ée]tait|[ée]tais|` +
    String.raw`antes|anteriormente|sol[ií]a|era)(?=$|\W)|以前|之前|原来|曾经|过去|当时|原先|昔`,
  'iu',
);

export const asksOfPast = (question: string): boolean => PAST.test(question);

/** So many of the best are compared. */
const AMONG = 10;
/**
 * Two statements that share so much of the shorter one are about the same thing; the newer is put first where it has so
 * much of the older one's score.
 */
const ALIKE = 0.7;
const CLOSE = 0.85;

/** Of two hits that say much the same the newer comes first. `termsOf`: of a row's statement; null for prose. */
export function putNewerFirst(
  rows: readonly RankedRow[],
  tables: Tables,
  termsOf: (row: number) => ReadonlySet<string> | null,
): RankedRow[] {
  const days = tables.column('day');
  const best = rows.slice(0, AMONG);
  const terms = new Map(best.map(({ row }) => [row, termsOf(row)]));
  for (let at = 1; at < best.length; at++) {
    const newer = best[at] as RankedRow;
    const place = best.findIndex(
      ({ row, score }, other) =>
        other < at &&
        (days[row] as number) < (days[newer.row] as number) &&
        days[row] !== 0 &&
        newer.score >= CLOSE * score &&
        areAlike(terms.get(row) ?? null, terms.get(newer.row) ?? null),
    );
    if (place < 0) continue;
    const { score } = best[place] as RankedRow;
    best.splice(at, 1);
    best.splice(place, 0, { row: newer.row, score });
  }
  return [...best, ...rows.slice(AMONG)];
}

function areAlike(a: ReadonlySet<string> | null, b: ReadonlySet<string> | null): boolean {
  if (a === null || b === null) return false;
  let shared = 0;
  for (const term of a) if (b.has(term)) shared++;
  return shared >= 2 && shared >= ALIKE * Math.min(a.size, b.size);
}

/** By row of an earlier fact the row of the later one, where a person is asked which of them holds. */
export function rivalsIn(
  open: readonly (readonly string[])[],
  tables: Tables,
  admits: (row: number) => boolean,
): ReadonlyMap<number, number> {
  const rivals = new Map<number, number>();
  for (const facts of open) {
    const [later] = facts.slice(-1).flatMap((fact) => tables.standing(fact).filter(admits));
    if (later === undefined) continue;
    for (const fact of facts.slice(0, -1))
      for (const row of tables.standing(fact)) if (row !== later) rivals.set(row, later);
  }
  return rivals;
}

/** So many of the best bring their rivals with them. */
const WITH_RIVALS = 10;

/** The later of two stands before the earlier one, whatever its words, until a person decides. */
export function putRivalsFirst(rows: readonly RankedRow[], rivals: ReadonlyMap<number, number>): readonly RankedRow[] {
  if (rivals.size === 0) return rows;
  const result = [...rows];
  const brought = new Set<number>();
  for (let at = 0; at < Math.min(result.length, WITH_RIVALS); at++) {
    const { row, score } = result[at] as RankedRow;
    const rival = rivals.get(row);
    if (rival === undefined || brought.has(row)) continue;
    brought.add(row);
    const place = result.findIndex((one) => one.row === rival);
    if (place >= 0 && place < at) continue;
    if (place >= 0) result.splice(place, 1);
    result.splice(at, 0, { row: rival, score });
    // It may have a rival itself.
    at--;
  }
  return result;
}

/** A sentence of fewer words is a phrase that may stand anywhere. */
const SENTENCE = 3;
/** So many rows are compared. */
const COMPARED = 30;

/** What says the question as it stands comes first. `textOf`: null for rows that cannot. */
export function putExactFirst(
  rows: readonly RankedRow[],
  question: string,
  textOf: (row: number) => string | null,
): readonly RankedRow[] {
  if (question.trim().split(/\s+/).length < SENTENCE) return rows;
  const says = phraseTest(question);
  const isExact = new Set(rows.slice(0, COMPARED).filter(({ row }) => says(textOf(row) ?? '')));
  if (isExact.size === 0 || isExact.has(rows[0] as RankedRow)) return rows;
  return [...isExact, ...rows.filter((one) => !isExact.has(one))];
}
