// A question to ranked rows: BM25+ over its terms, raised by what stands beside a row, by how much of the question it
// covers, by names and days that the question names, a little by how new and how sure it is. Goes through the rows that
// hold a term; reads no document.
import type { Question } from './asked.ts';
import { ASKING } from './asking.ts';
import { boundsOf, type Matches, matchRows } from './match.ts';
import { narrow, type Narrowed, type Narrowing } from './narrow.ts';
import { each } from './narrowing/bits.ts';
import { askingFactor } from './ranking/asks.ts';
import { createBest, thresholdOf } from './ranking/best.ts';
import { coverageFactor } from './ranking/coverage.ts';
import { openFactor } from './ranking/dates.ts';
import { namedDays } from './ranking/named-days.ts';
import { namedFactor } from './ranking/naming.ts';
import { SHARE } from './ranking/nearby.ts';
import { orderOfEquals } from './ranking/order.ts';
import { MOST_RECENT, recencyFactor } from './ranking/recency.ts';
import { scoreAll } from './ranking/score-all.ts';
import { sessionShares } from './ranking/sessions.ts';
import { LEAST_SURE, type Memory, surenessFactor } from './ranking/sureness.ts';
import { reach } from './reach.ts';
import type { Tables } from './view.ts';

/**
 * How a score by words came about: `(match + beside) * coverage * named * date * asking * recency * sureness +
 * session`.
 */
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
  readonly recency: number;
  readonly sureness: number;
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
  /** Without it all rows are equally sure. */
  readonly memory?: Memory;
  /** Are parts asked of rows that are not among the best? Then all are scored. */
  readonly isWhole?: boolean;
  /** Does `admits` leave out what is superseded, and nothing else? Then the others need not be counted one by one. */
  readonly isOpen?: boolean;
  /** Called before very many rows are gone through. */
  readonly onMany?: (() => void) | undefined;
}

/** That many compete: sessions are seen among them. */
const CLOSE = 100;
/** What is behind the best by more than this is not brought among them by recency and sureness. */
const FARTHEST = LEAST_SURE / MOST_RECENT;
/**
 * So many times as many rows as there must be are scored first: some are superseded, and some come to less than others.
 */
const ENOUGH = 2;
/** What a score may lose by being rounded. */
const ROUNDED = 1e-4;

export function rank(tables: Tables, question: Question, options: RankOptions): Ranking {
  const { admits, most, memory, isWhole = false, isOpen = false, onMany } = options;
  const { asked, today } = question;
  const reached = asked.map((one) => reach(tables, one));
  const dates = namedDays(tables, asked, reached, question.spans);
  // Very many rows are in a stretch without an end.
  const open = openFactor(question.spans);
  const days = tables.column('day');
  const recency = (row: number): number => (today === null ? 1 : recencyFactor(days[row] as number, today));
  const sureness = memory === undefined ? null : surenessFactor(tables, memory);
  const least = Math.max(most, CLOSE);
  const asking = tables.keyword(ASKING);
  const superseded = tables.column('superseded');
  const compare = orderOfEquals(tables);
  const first = createBest(least, compare);
  const last = createBest(most, compare);
  const narrowing = isWhole
    ? null
    : narrow(tables, reached, boundsOf(tables, asked, reached), {
        onMany,
        asking,
        isNamed: dates && ((row): boolean => dates(row) > open),
        admits,
      });
  const scored: Scored[] = [];
  let total = 0;
  const score = (narrowed: Narrowed | null): void => {
    const matches = matchRows(tables, asked, asking, narrowed, reached);
    const { rows } = matches;
    const exact = (row: number, base: number): number =>
      round(base * recency(row) * (sureness === null ? 1 : sureness(row)));
    const scores = new Float64Array(rows.length);
    scoreAll(matches, scores);
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place] as number;
      if (narrowed === null ? !admits(row) : (((narrowed.isWorth[row >>> 5] as number) >>> (row & 31)) & 1) === 0) {
        scores[place] = -1;
        continue;
      }
      total++;
      if (dates !== null) (scores[place] as number) *= dates(row);
      if (superseded[row] !== 1) continue;
      last.offer(row, exact(row, scores[place] as number));
      scores[place] = -1;
    }
    const threshold = FARTHEST * thresholdOf(scores, least);
    // The newest stand last, mostly: of equal ones few take the place of one that was kept.
    for (let place = rows.length - 1; place >= 0; place--) {
      const base = scores[place] as number;
      if (base < threshold) continue;
      const row = rows[place] as number;
      const surest = round(base * recency(row));
      // How sure it is costs most, and makes no row better.
      if (surest >= first.worst()) first.offer(row, sureness === null ? surest : exact(row, base));
    }
    scored.push({ matches, narrowed });
  };
  if (narrowing === null) score(null);
  else {
    score(narrowing.first(ENOUGH * least));
    // What may still be better than the worst of those, or all where they are too few.
    const others = narrowing.others((first.worst() - ROUNDED) / (MOST_RECENT * open));
    if (others !== null) score(others);
    total = totalOf(narrowing, tables, admits, isOpen);
  }
  const { ranked, shares } = withSessions(first.sorted(), tables, compare);
  return {
    total,
    rows: [...ranked, ...last.sorted()].slice(0, most),
    partsOf(row) {
      for (const {
        matches: { rows, sums, beside, covered, whole, named, asking: asks },
        narrowed,
      } of scored) {
        const place = rows.indexOf(row);
        if (place < 0 || (narrowed !== null && (((narrowed.isWorth[row >>> 5] as number) >>> (row & 31)) & 1) === 0))
          continue;
        return {
          match: round(sums[place] as number),
          beside: round(SHARE * (beside.worth[place] as number)),
          coverage: round(coverageFactor(covered[place] as number, beside.covered[place] as number, whole)),
          named: namedFactor(named[place] as number),
          date: round(dates === null ? 1 : dates(row)),
          asking: askingFactor(asks[place] as number),
          recency: round(recency(row)),
          sureness: round(sureness === null ? 1 : sureness(row)),
          session: round(shares.get(row) ?? 0),
        };
      }
      return null;
    },
  };
}

interface Scored {
  readonly matches: Matches;
  /** Null for all rows. */
  readonly narrowed: Narrowed | null;
}

/** All rows that hold a term and may be shown. */
function totalOf(
  { total, holding }: Narrowing,
  tables: Tables,
  admits: (row: number) => boolean,
  isOpen: boolean,
): number {
  let count = 0;
  if (!isOpen) {
    each(holding, (row) => void (admits(row) && count++));
    return count;
  }
  const superseded = tables.column('superseded');
  for (let row = superseded.indexOf(1); row >= 0; row = superseded.indexOf(1, row + 1))
    count += ((holding[row >>> 5] as number) >>> (row & 31)) & 1;
  return total - count;
}

/** The best rows with what sessions add; those further behind stay behind. */
function withSessions(
  all: readonly RankedRow[],
  tables: Tables,
  compare: (a: number, b: number) => number,
): { ranked: RankedRow[]; shares: ReadonlyMap<number, number> } {
  const close = all.slice(0, CLOSE);
  const groups = tables.column('group');
  const shares = sessionShares(
    close.map((one) => one.score),
    close.map((one) => groups[one.row] as number),
  );
  const ranked = close
    .map(({ row, score }, i) => ({ row, score: round(score + (shares[i] ?? 0)) }))
    .sort((a, b) => b.score - a.score || compare(a.row, b.row));
  return {
    ranked: [...ranked, ...all.slice(CLOSE)],
    shares: new Map(close.map(({ row }, i) => [row, shares[i] ?? 0])),
  };
}

const round = (score: number): number => Math.round(score * 1e4) / 1e4;
