// Ranks rows for a question: BM25+ over its terms, adjusted for terms in neighbouring rows, coverage of the question,
// names and days that the question mentions, and slightly for recency and confidence. Visits the rows that contain a
// term; reads no document.
import { ROW_FIELDS } from './document.ts';
import { reach, type Reached } from './expand-terms.ts';
import { type Matches, matchRows, rarityOf } from './match.ts';
import type { Span, Stretch } from './query.ts';
import { type Asked, ASKING, type NamedSpan, type Question } from './query.ts';
import {
  COVERAGE,
  conversationTest,
  coverageFactor,
  LEAST_SURE,
  type Memory,
  NAMED_NAME,
  namedFactor,
  SHARE,
  surenessFactor,
} from './ranking/factors.ts';
import { createBest, orderOfEquals, thresholdOf } from './ranking/order.ts';
import { firstPlace } from './segment/format.ts';
import type { Tables } from './view.ts';

// A question that names days refers to facts logged on them or shortly after, because a day is often logged once it is
// over. It equally refers to statements that name these days, whenever they were logged.

/** The bonus for a single day; a longer range gets less: a week 1.25, a month half of that. */
const DAY = 2;
const HALF = 10;
/** The bonus for an open range: `since 3 July` is not a point in time. */
const OPEN = 0.25;
/** The share of the bonus for the days after a range, how fast it decays, and when it ends. */
const AFTER = 0.5;
const DATE_FADES = 4;
const LONGEST = 14;
const SHORTEST_MONTH = 28;

/**
 * The factor for a row's day (days since 1970-01-01, 0 for none) and for the spans that its text names, one bit each;
 * above 1 if the question names the day. Naming a span is worth no less than being logged in it.
 */
export function datesFactor(spans: readonly Span[]): (day: number, said: number) => number {
  const known = new Map<number, number>();
  const most = spans.map(
    (span) => 1 + worthOf('from' in span ? span : { from: 1, to: span.day === null ? SHORTEST_MONTH : 1 }),
  );
  const product = (day: number, said: number): number => {
    let factor = 1;
    for (const [i, span] of spans.entries())
      factor *= (said & (1 << i)) !== 0 ? (most[i] as number) : day === 0 ? 1 : factorOf(span, day);
    return factor;
  };
  return (day, said) => {
    if (said !== 0) return product(day, said);
    let factor = known.get(day);
    if (factor === undefined) known.set(day, (factor = product(day, 0)));
    return factor;
  };
}

function worthOf({ from, to }: Stretch): number {
  return to - from === Infinity ? OPEN : DAY / (1 + (to - from) / HALF);
}

function factorOf(span: Span, day: number): number {
  const { from, to } = 'from' in span ? span : nearestYear(span.month, span.day, day);
  const worth = worthOf({ from, to });
  if (day < from) return 1;
  if (day <= to) return 1 + worth;
  // A month is long enough to include what is logged about it.
  return day - to > LONGEST || to - from > LONGEST ? 1 : 1 + worth * AFTER * Math.exp((to - day) / DATE_FADES);
}

/** The month or day in the year of a row's day. */
function nearestYear(month: number, day: number | null, near: number): Stretch {
  const year = new Date(near * 86_400_000).getUTCFullYear();
  const number = (m: number, d: number): number => Math.round(Date.UTC(year, m - 1, d) / 86_400_000);
  return day === null
    ? { from: number(month, 1), to: number(month + 1, 1) - 1 }
    : { from: number(month, day), to: number(month, day) };
}

/**
 * If some row on a day covers this share of the question's other words, the bonus shrinks for rows that cover fewer; at
 * ALL it shrinks fully.
 */
const NEARLY = 0.7;
const ALL = 0.9;
/** The share of the bonus for a row that contains none of the other words. */
const NONE = 0.25;

/**
 * Damps a date factor. It stays whole if the row covers as many of the non-date words as any row does, or if no row
 * covers nearly all of them. Otherwise the bonus shrinks with the square of the row's coverage, so that a day alone
 * lifts no row above a real answer.
 */
export function damped(factor: number, held: number, best: number, whole: number): number {
  if (factor === 1 || best <= 0) return factor;
  const extra = (factor - 1) * (held === 0 ? NONE : 1);
  const part = (best / whole - NEARLY) / (ALL - NEARLY);
  if (part <= 0) return 1 + extra;
  const share = held / best;
  return 1 + extra * (1 - (part < 1 ? part : 1) * (1 - share * share));
}

// The user wants an answer, not the same question asked before.

const FACTOR = 0.9;

/** The factor for a row that is a question: less than 1. */
export function askingFactor(isAsking: number): number {
  return isAsking === 1 ? FACTOR : 1;
}

// For a question that names days: which rows name these days themselves, and how much of its other words each row
// contains. Indexed by row over all rows with a word of the question, so that it does not depend on which of them are
// scored.

const TEXT = ROW_FIELDS.indexOf('text');
/** As many as there are bits. */
const MOST_SPANS = 8;
const MOST_TERMS = 16;

/** Returns the date factor of a row; null if the question names no days. `reached`: per term of the question. */
function namedDays(
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
  const factor = (row: number): number => factorOf(days[row] as number, said[row] as number);
  const { marks, rarities, lists } = otherWords(tables, asked, reached, few);
  // A single word may be as weak as "happened".
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

/** For each row, one bit for each span whose terms are all in its text. */
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
 * For each row, one bit for each non-date term that it contains in any field; the rarity of each term; and lists of all
 * rows with a bit set.
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

// Newer statements are slightly more likely to be meant: of two equal matches the newer one comes first. Weeks matter,
// older differences do not.

/** The bonus for a statement of today, and the number of days after which it is gone. */
const MOST = 0.03;
const FADES = 90;

/** The greatest recency factor. */
const MOST_RECENT = 1 + MOST;

/**
 * The factor for a row's day and today, both in days since 1970-01-01; 0 for a row without a day, which gets factor 1.
 */
export function recencyFactor(day: number, today: number): number {
  const age = today - day;
  if (day === 0 || age >= FADES) return 1;
  return age <= 0 ? MOST_RECENT : 1 + MOST * (1 - age / FADES);
}

// Computes all scores except for dates, recency and confidence in one loop without calls: a call for each of many
// thousand rows takes a good part of a search. A test checks that it equals the factors one by one.

/** Scores in the order of `rows`. */
export function scoreAll({ sums, beside, covered, whole, named, asking }: Omit<Matches, 'rows'>): Float64Array {
  const { worth, covered: around } = beside;
  const scores = new Float64Array(sums.length);
  const factors = new Float64Array(NAMED_NAME + 1);
  for (let mark = 0; mark <= NAMED_NAME; mark++) factors[mark] = namedFactor(mark);
  const asks = askingFactor(1);
  // Uncompiled code allocates an object for every fraction, so this creates as few as possible.
  let [before, part] = [-1, 0];
  for (let place = 0; place < scores.length; place++) {
    const near = worth[place] as number;
    let score = sums[place] as number;
    if (near !== 0) score += SHARE * near;
    if (whole > 0) {
      const beside = around[place] as number;
      const all = beside === 0 ? (covered[place] as number) : (covered[place] as number) + beside;
      if (all !== before) part = all / whole;
      before = all;
      if (part < 1) score *= 1 - COVERAGE + COVERAGE * part;
    }
    const mark = named[place] as number;
    if (mark !== 0) score *= factors[mark] as number;
    if (asking[place] === 1) score *= asks;
    scores[place] = score;
  }
  return scores;
}

// A session or note that deals with the subject at length raises its rows: each of the best rows gets a share of the
// mean of the best three in its group. Looks only at the best rows.

const SESSION_SHARE = 0.25;
const BEST = 3;

/** What to add to each of `scores`; `groups` are those of their rows, and the best come first. */
export function sessionShares(scores: readonly number[], groups: readonly number[]): number[] {
  const sums = new Map<number, { sum: number; count: number }>();
  scores.forEach((score, i) => {
    const group = groups[i] ?? 0;
    const known = sums.get(group);
    if (!known) sums.set(group, { sum: score, count: 1 });
    else if (known.count < BEST) {
      known.sum += score;
      known.count++;
    }
  });
  return groups.map((group) => (SESSION_SHARE * (sums.get(group)?.sum ?? 0)) / BEST);
}

/** The parts of a word score: `(match + beside) * coverage * named * date * asking * recency * sureness + session`. */
export interface Parts {
  /** BM25+ over all fields and terms. */
  readonly match: number;
  /** Added for terms in neighbouring rows. */
  readonly beside: number;
  /** Factors; 1 has no effect. */
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
  /** All matches, ranked or not. */
  readonly total: number;
  /** Best first, superseded rows last. */
  readonly rows: readonly RankedRow[];
  /** Null for a row without a word of the question. */
  partsOf(row: number): Parts | null;
}

export interface RankOptions {
  /** Whether a row may be shown; called in ascending order. */
  readonly admits: (row: number) => boolean;
  /** Maximum number of rows. */
  readonly most: number;
  /** Without it all rows have the same confidence. */
  readonly memory?: Memory;
  /** Called before a very large number of rows is scanned. */
  readonly onMany?: (() => void) | undefined;
}

/** How many rows compete for session shares. */
const CLOSE = 100;
/** Recency and confidence cannot lift a row that is further behind the best than this. */
const FARTHEST = LEAST_SURE / MOST_RECENT;
const VERY_MANY = 1 << 16;

export function rank(tables: Tables, question: Question, options: RankOptions): Ranking {
  const { admits, most, memory, onMany } = options;
  const { asked, today } = question;
  if (tables.rows >= VERY_MANY) onMany?.();
  const reached = asked.map((one) => reach(tables, one));
  const dates = namedDays(tables, asked, reached, question.spans);
  const days = tables.column('day');
  const recency = (row: number): number => (today === null ? 1 : recencyFactor(days[row] as number, today));
  const sureness = memory === undefined ? null : surenessFactor(tables, memory);
  const exact = (row: number, base: number): number => round(base * recency(row) * (sureness?.(row) ?? 1));
  const superseded = tables.column('superseded');
  const compare = orderOfEquals(tables);
  const least = Math.max(most, CLOSE);
  const first = createBest(least, compare);
  const last = createBest(most, compare);
  const matches = matchRows(tables, asked, tables.keyword(ASKING), reached);
  const { rows } = matches;
  const scores = scoreAll(matches);
  let total = 0;
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] as number;
    if (!admits(row)) {
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
  // The newest rows usually come last, so going backwards replaces fewer kept rows.
  for (let place = rows.length - 1; place >= 0; place--) {
    const base = scores[place] as number;
    if (base < threshold) continue;
    const row = rows[place] as number;
    const surest = round(base * recency(row));
    // Confidence is the most expensive factor and never raises a row.
    if (surest >= first.worst()) first.offer(row, sureness === null ? surest : exact(row, base));
  }
  const { ranked, shares } = withSessions(first.sorted(), tables, compare);
  return {
    total,
    rows: [...ranked, ...last.sorted()].slice(0, most),
    partsOf(row) {
      const at = firstPlace(rows.length, (place) => (rows[place] as number) < row);
      if (rows[at] !== row) return null;
      const { sums, beside, covered, whole, named, asking } = matches;
      return {
        match: round(sums[at] as number),
        beside: round(SHARE * (beside.worth[at] as number)),
        coverage: round(coverageFactor(covered[at] as number, beside.covered[at] as number, whole)),
        named: namedFactor(named[at] as number),
        date: round(dates?.(row) ?? 1),
        asking: askingFactor(asking[at] as number),
        recency: round(recency(row)),
        sureness: round(sureness?.(row) ?? 1),
        session: round(shares.get(row) ?? 0),
      };
    },
  };
}

/** Adds session shares to the best rows; rows further behind stay behind. */
function withSessions(
  all: readonly RankedRow[],
  tables: Tables,
  compare: (a: number, b: number) => number,
): { ranked: RankedRow[]; shares: ReadonlyMap<number, number> } {
  const close = all.slice(0, CLOSE);
  const groups = tables.column('group');
  const isConversation = conversationTest(tables);
  const shares = sessionShares(
    close.map((one) => one.score),
    close.map((one) => groups[one.row] as number),
  ).map((share, i) => (isConversation((close[i] as RankedRow).row) ? share : 0));
  const ranked = close
    .map(({ row, score }, i) => ({ row, score: round(score + (shares[i] ?? 0)) }))
    .sort((a, b) => b.score - a.score || compare(a.row, b.row));
  return {
    ranked: [...ranked, ...all.slice(CLOSE)],
    shares: new Map(close.map(({ row }, i) => [row, shares[i] ?? 0])),
  };
}

const round = (score: number): number => Math.round(score * 1e4) / 1e4;
