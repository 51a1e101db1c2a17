// Reorders hits by more than their words: current before what it replaced or may replace, newer before older, and exact
// sentences first.
import type { RankedRow } from '../index/rank.ts';
import type { Tables } from '../index/view.ts';
import { phraseTest } from './request.ts';

/** Words that ask about the past; for such questions older statements are as good as newer ones. */
const PAST_WORDS =
  ' did was were had been went ago before earlier previously formerly originally initially once until ' +
  'früher fruher vorher damals zuvor war hatte avant autrefois auparavant jadis était etait étais etais ' +
  'antes anteriormente solía solia era ';
const PAST_PHRASES = [' used to ', ' at first ', ' back then ', ' in the past '];
const PAST_PARTS = ['以前', '之前', '原来', '曾经', '过去', '当时', '原先', '昔'];

/** Uses lookups, because a regular expression of so many words costs more than the rest of parsing a question. */
export function asksOfPast(question: string): boolean {
  const small = question.toLowerCase();
  const words = small.split(/[^a-z0-9_\u00df-\u00ff]+/);
  if (words.some((word) => (word !== '' && PAST_WORDS.includes(` ${word} `)) || isYear(word))) return true;
  const said = ` ${words.join(' ')} `;
  return PAST_PHRASES.some((phrase) => said.includes(phrase)) || PAST_PARTS.some((part) => small.includes(part));
}

const isYear = (word: string): boolean =>
  word.length === 4 && (word.startsWith('19') || word.startsWith('20')) && /^[0-9]{4}$/.test(word);

/** How many of the best rows are compared. */
const AMONG = 10;
/**
 * Two statements that share this part of the shorter one's terms are about the same thing. The newer goes first if its
 * score is at least this part of the older one's.
 */
const ALIKE = 0.7;
const CLOSE = 0.85;

/** Moves the newer of two similar hits before the older. `termsOf`: terms of a row's statement; null for prose. */
export function putNewerFirst(
  rows: readonly RankedRow[],
  tables: Tables,
  termsOf: (row: number) => ReadonlySet<string> | null,
): RankedRow[] {
  const days = tables.column('day');
  const best = rows.slice(0, AMONG);
  const known = new Map<number, ReadonlySet<string> | null>();
  const termsIn = (row: number): ReadonlySet<string> | null => {
    const terms = known.has(row) ? (known.get(row) ?? null) : termsOf(row);
    known.set(row, terms);
    return terms;
  };
  for (let at = 1; at < best.length; at++) {
    const newer = best[at] as RankedRow;
    const place = best.findIndex(
      ({ row, score }, other) =>
        other < at &&
        (days[row] as number) < (days[newer.row] as number) &&
        days[row] !== 0 &&
        newer.score >= CLOSE * score &&
        areAlike(termsIn(row), termsIn(newer.row)),
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

/** The row of a later fact that a review says may replace this row's fact. */
export type RivalOf = (row: number) => number | undefined;

/** `open`: the facts of each open review, the latest last. `factsIn`: the facts that a row states. */
export function rivalsIn(
  open: readonly (readonly string[])[],
  tables: Tables,
  admits: (row: number) => boolean,
  factsIn: (row: number) => readonly string[],
): RivalOf {
  const latest = new Map(open.flatMap((facts) => facts.slice(0, -1).map((fact) => [fact, facts.at(-1) ?? ''])));
  if (latest.size === 0) return () => undefined;
  return (row) =>
    factsIn(row)
      .flatMap((fact) => {
        const last = latest.get(fact);
        return last === undefined ? [] : tables.standing(last).filter(admits).slice(0, 1);
      })
      .findLast((rival) => rival !== row);
}

/** How many of the best rows pull up their rivals. */
const WITH_RIVALS = 10;

/** Puts the later of two rivals before the earlier one, whatever its score, until a person decides. */
export function putRivalsFirst(rows: readonly RankedRow[], rivalOf: RivalOf): RankedRow[] {
  const result = [...rows];
  const brought = new Set<number>();
  for (let at = 0; at < Math.min(result.length, WITH_RIVALS); at++) {
    const { row, score } = result[at] as RankedRow;
    const rival = rivalOf(row);
    if (rival === undefined || brought.has(row)) continue;
    brought.add(row);
    const place = result.findIndex((one) => one.row === rival);
    if (place >= 0 && place < at) continue;
    if (place >= 0) result.splice(place, 1);
    result.splice(at, 0, { row: rival, score });
    // The rival may have a rival itself.
    at--;
  }
  return result;
}

/** Minimum words of a sentence; a shorter phrase may occur anywhere. */
const SENTENCE = 3;
/** How many rows are compared. */
const COMPARED = 30;

/** Puts verbatim matches of the question first. `textOf`: null for rows that cannot match. */
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
