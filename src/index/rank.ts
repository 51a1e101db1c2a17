// A question to ranked rows: BM25+ over its terms, raised by what stands beside a row, by how much of the question it
// covers, by names and days that the question names. Goes through the rows that hold a term; reads no document.
import type { Question } from './asked.ts';
import { ASKING } from './asking.ts';
import { matchRows, type Matches } from './match.ts';
import { askingFactor } from './ranking/asks.ts';
import { type Best, createBest, thresholdOf } from './ranking/best.ts';
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
const CLOSE = 100;

export function rank(tables: Tables, question: Question, { admits, most }: RankOptions): Ranking {
  const matches = matchRows(tables, question.asked, tables.keyword(ASKING));
  const { rows, asking } = matches;
  const dates = datesOf(tables, question);
  const superseded = tables.column('superseded');
  const compare = orderOfEquals(tables);
  const scores = new Float64Array(rows.length);
  const last = createBest(most, compare);
  let total = 0;
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] as number;
    scores[place] = -1;
    if (!admits(row)) continue;
    total++;
    const score = round(scoreOf(matches, place) * askingFactor(asking[place] as number) * (dates === null ? 1 : dates(row)));
    if (superseded[row] === 1) last.offer(row, score);
    else scores[place] = score;
  }
  const first = createBest(Math.max(most, CLOSE), compare);
  const threshold = thresholdOf(scores, Math.max(most, CLOSE));
  // The newest stand last, mostly: of equal ones few take the place of one that was kept.
  for (let place = rows.length - 1; place >= 0; place--) {
    const score = scores[place] as number;
    if (score >= threshold) first.offer(rows[place] as number, score);
  }
  const { ranked, shares } = withSessions(first, tables, compare);
  return {
    total, rows: [...ranked, ...last.sorted()].slice(0, most),
    partsOf(row) {
      const { sums, beside, covered, whole, named } = matches;
      const place = rows.indexOf(row);
      if (place < 0) return null;
      return {
        match: round(sums[place] as number), beside: round(SHARE * (beside.worth[place] as number)),
        coverage: round(coverageFactor(covered[place] as number, beside.covered[place] as number, whole)), named: namedFactor(named[place] as number),
        date: round(dates === null ? 1 : dates(row)), asking: askingFactor(asking[place] as number), session: round(shares.get(row) ?? 0),
      };
    },
  };
}

function scoreOf({ sums, beside, covered, whole, named }: Matches, place: number): number {
  return ((sums[place] as number) + SHARE * (beside.worth[place] as number)) * coverageFactor(covered[place] as number, beside.covered[place] as number, whole) * namedFactor(named[place] as number);
}

function datesOf(tables: Tables, { spans }: Question): ((row: number) => number) | null {
  if (spans.length === 0) return null;
  const days = tables.column('day');
  const factor = datesFactor(spans);
  return (row) => factor(days[row] as number);
}

/** The best rows with what sessions add; those further behind stay behind. */
function withSessions(best: Best, tables: Tables, compare: (a: number, b: number) => number): { ranked: RankedRow[]; shares: ReadonlyMap<number, number> } {
  const all = best.sorted();
  const close = all.slice(0, CLOSE);
  const groups = tables.column('group');
  const shares = sessionShares(close.map((one) => one.score), close.map((one) => groups[one.row] as number));
  const ranked = close.map(({ row, score }, i) => ({ row, score: round(score + (shares[i] ?? 0)) })).sort((a, b) => b.score - a.score || compare(a.row, b.row));
  return { ranked: [...ranked, ...all.slice(CLOSE)], shares: new Map(close.map(({ row }, i) => [row, shares[i] ?? 0])) };
}

const round = (score: number): number => Math.round(score * 1e4) / 1e4;
