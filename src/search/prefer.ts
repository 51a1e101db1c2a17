// What a search prefers among its hits, beside their words: what holds to what it replaced or may have replaced, what
// is newer to what is older, and a sentence that is asked for as it stands.
import type { RankedRow } from '../index/rank.ts';
import type { Tables } from '../index/view.ts';
import { phraseTest } from './request.ts';

/** Words that ask of what was, beside which older statements are as good as newer ones. */
const PAST_WORDS =
  ' did was were had been went ago before earlier previously formerly originally initially once until ' +
  'früher fruher vorher damals zuvor war hatte avant autrefois auparavant jadis était etait étais etais ' +
  'antes anteriormente solía solia era ';
const PAST_PHRASES = [' used to ', ' at first ', ' back then ', ' in the past '];
const PAST_PARTS = ['以前', '之前', '原来', '曾经', '过去', '当时', '原先', '昔'];

/** By tables: a pattern of so many words costs each search more than the rest of its question. */
export function asksOfPast(question: string): boolean {
  const small = question.toLowerCase();
  const words = small.split(/[^a-z0-9_\u00df-\u00ff]+/);
  if (words.some((word) => (word !== '' && PAST_WORDS.includes(` ${word} `)) || isYear(word))) return true;
  const said = ` ${words.join(' ')} `;
  return PAST_PHRASES.some((phrase) => said.includes(phrase)) || PAST_PARTS.some((part) => small.includes(part));
}

const isYear = (word: string): boolean =>
  word.length === 4 && (word.startsWith('19') || word.startsWith('20')) && /^[0-9]{4}$/.test(word);

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

/** For a row the one of a later fact, where a person is asked whether that replaces one which the row says. */
export type RivalOf = (row: number) => number | undefined;

/** `open`: facts of which a person is asked which holds, the latest last. `factsIn`: those that a row says. */
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

/** So many of the best bring their rivals with them. */
const WITH_RIVALS = 10;

/** The later of two stands before the earlier one, whatever its words, until a person decides. */
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
