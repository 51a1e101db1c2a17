// A question to ranked rows: BM25+ over its terms, raised by what stands beside a row, by how much of the question it
// covers, by names and days that the question names. Goes through the rows that hold a term; reads no document.
import type { Question } from './asked.ts';
import { ASKING } from './asking.ts';
import { matchRows, type Matches } from './match.ts';
import { askingFactor } from './ranking/asks.ts';
import { type Best, createBest } from './ranking/best.ts';
import { coverageFactor } from './ranking/coverage.ts';
import { datesFactor } from './ranking/dates.ts';
import { namedFactor } from './ranking/naming.ts';
import { SHARE } from './ranking/nearby.ts';
import { orderOfEquals } from './ranking/order.ts';
import { sessionShares } from './ranking/sessions.ts';
import type { Tables } from './view.ts';

/** How a score by words came about: `(match + beside) * coverage * named * date * asking + session`. */
export interface Parts {
  /** BM25+ over all fields and terms. */
  readonly match: number;
  /** Added for terms that stand beside it. */
  readonly beside: number;
  /** Factors: 1 where they change nothing. */
  readonly coverage: number;
  readonly named: number;
  readonly date: number;
  readonly asking: number;
  /** Added for its session or note. */
  readonly session: number;
}

export interface RankedRow {
  readonly row: number;
  /** Rounded to four decimals. */
  readonly score: number;
}

export interface Ranking {
  /** All that match, ranked or not. */
  readonly total: number;
  /** Best first, superseded ones behind all others. */
  readonly rows: readonly RankedRow[];
  /** Null for a row that holds no word of the question. */
  partsOf(row: number): Parts | null;
}

export interface RankOptions {
  /** Which rows may be shown; asked in ascending order. */
  readonly admits: (row: number) => boolean;
  /** Rows to give at most. */
  readonly most: number;
}

/** That many compete: sessions are seen among them. */
const CLOSE = 300;

export function rank(tables: Tables, question: Question, { admits, most }: RankOptions): Ranking {
  const asking = flagsOf(tables, ASKING);
  const matches = matchRows(tables, question.asked, asking);
  const dates = datesOf(tables, question);
  const superseded = tables.column('superseded');
  const compare = orderOfEquals(tables);
  const first = createBest(Math.max(most, CLOSE), compare);
  const last = createBest(most, compare);
  let total = 0;
  const offer = (row: number): void => {
    if (!admits(row)) return;
    total++;
    const score = round(scoreOf(matches, row) * askingFactor(asking[row] as number) * (dates === null ? 1 : dates(row)));
    if (superseded[row] === 1) last.offer(row, score);
    else first.offer(row, score);
  };
  eachMatch(matches, offer);
  const { rows, shares } = withSessions(first, tables, compare);
  return {
    total, rows: [...rows, ...last.sorted()].slice(0, most),
    partsOf(row) {
      const { sums, held, beside, covered, whole, named } = matches;
      if (held[row] === 0) return null;
      return {
        match: round(sums[row] as number), beside: round(SHARE * (beside.worth[row] as number)),
        coverage: round(coverageFactor(covered[row] as number, beside.covered[row] as number, whole)), named: namedFactor(named[row] as number),
        date: round(dates === null ? 1 : dates(row)), asking: askingFactor(asking[row] as number), session: round(shares.get(row) ?? 0),
      };
    },
  };
}

/** Each row that holds a term, in ascending order. */
function eachMatch({ rows, count, held }: Matches, take: (row: number) => void): void {
  // Few are sorted; of many it is cheaper to look at all.
  if (count * 16 < held.length) {
    const sorted = rows.subarray(0, count).sort();
    for (let i = 0; i < count; i++) take(sorted[i] as number);
    return;
  }
  for (let row = 0; row < held.length; row++) if (held[row] !== 0) take(row);
}

function scoreOf({ sums, beside, covered, whole, named }: Matches, row: number): number {
  return ((sums[row] as number) + SHARE * (beside.worth[row] as number)) * coverageFactor(covered[row] as number, beside.covered[row] as number, whole) * namedFactor(named[row] as number);
}

function datesOf(tables: Tables, { spans }: Question): ((row: number) => number) | null {
  if (spans.length === 0) return null;
  const days = tables.column('day');
  const factor = datesFactor(spans);
  return (row) => factor(days[row] as number);
}

/** The best rows with what sessions add; those further behind stay behind. */
function withSessions(best: Best, tables: Tables, compare: (a: number, b: number) => number): { rows: RankedRow[]; shares: ReadonlyMap<number, number> } {
  const all = best.sorted();
  const close = all.slice(0, CLOSE);
  const groups = tables.column('group');
  const shares = sessionShares(close.map((one) => one.score), close.map((one) => groups[one.row] as number));
  const rows = close.map(({ row, score }, i) => ({ row, score: round(score + (shares[i] ?? 0)) })).sort((a, b) => b.score - a.score || compare(a.row, b.row));
  return { rows: [...rows, ...all.slice(CLOSE)], shares: new Map(close.map(({ row }, i) => [row, shares[i] ?? 0])) };
}

/** 1 by row for those that carry the word. */
function flagsOf(tables: Tables, word: string): Uint8Array {
  const flags = new Uint8Array(tables.rows);
  const rows = tables.keyword(word);
  for (let i = 0; i < rows.length; i++) flags[rows[i] as number] = 1;
  return flags;
}

const round = (score: number): number => Math.round(score * 1e4) / 1e4;
