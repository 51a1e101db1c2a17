// Orders of rows that depend only on the documents, and listings in these orders: the newest, and literal matches of a
// text.
import { compareText } from '../../model/fact.ts';
import type { Ranking } from '../rank.ts';
import { firstPlace } from '../segment/format.ts';
import { foldWord } from '../tokenizer/scan.ts';
import type { Tables } from '../view.ts';

const NO_TIME = 65_535;
const TEXT = 2;

/** For rows of equal score: newest day first, within a day in log order; undated last, by path and position. */
export const orderOfEquals = (tables: Tables): RowOrder => byDay(tables, 1);

/** Last logged first, within a minute the last line first; undated last, by path and position. */
const orderOfNewest = (tables: Tables): RowOrder => byDay(tables, -1);

type RowOrder = (a: number, b: number) => number;

function byDay(tables: Tables, withinDay: 1 | -1): RowOrder {
  const days = tables.column('day');
  const minutes = tables.column('minute');
  const kinds = tables.column('kind');
  return (a, b) => {
    if (days[a] === 0 || days[b] === 0)
      return (days[a] === 0 ? 1 : 0) - (days[b] === 0 ? 1 : 0) || byPath(tables, a, b);
    const isProse = kinds[a] === TEXT || kinds[b] === TEXT;
    return (
      (days[b] as number) - (days[a] as number) ||
      withinDay *
        (minuteOf(minutes, a) - minuteOf(minutes, b) || (isProse ? byPath(tables, a, b) : byLine(tables, a, b)))
    );
  };
}

/** Rows without a time sort before rows with one. */
function minuteOf(minutes: ArrayLike<number>, row: number): number {
  const minute = minutes[row] as number;
  return minute === NO_TIME ? -1 : minute;
}

function byPath(tables: Tables, a: number, b: number): number {
  const [files, ordinals] = [tables.column('file'), tables.column('ordinal')];
  return (
    compareText(tables.path(files[a] as number), tables.path(files[b] as number)) ||
    (ordinals[a] as number) - (ordinals[b] as number) ||
    a - b
  );
}

/** Compares the log lines of facts; for a claim that of its first cited fact. */
function byLine(tables: Tables, a: number, b: number): number {
  const [groups, ordinals] = [tables.column('group'), tables.column('ordinal')];
  // Reading lines costs a lookup per row; within a session the ordinals give the same order for free.
  const inSession = groups[a] === groups[b] ? (ordinals[a] as number) - (ordinals[b] as number) : 0;
  return inSession || lineOf(tables, a) - lineOf(tables, b) || byPath(tables, a, b);
}

function lineOf(tables: Tables, row: number): number {
  const { kind, id, line } = tables.spot(row);
  return kind === 'claim' ? (tables.fact(id)?.line ?? line) : line;
}

// Keeps the best few of many scored rows without sorting all of them.

export interface Best {
  /** Keeps the row if it is among the best so far. */
  offer(row: number, score: number): void;
  /** The score of the worst row kept; 0 while there is room. */
  worst(): number;
  /** The rows kept, best first. */
  sorted(): { readonly row: number; readonly score: number }[];
}

const BUCKETS = 512;

/**
 * A score that at least `most` of these reach, and hardly more; 0 if there are not more than `most`. Negative scores do
 * not count.
 */
export function thresholdOf(scores: Float64Array, most: number): number {
  if (scores.length <= most) return 0;
  let top = 0;
  for (let i = 0; i < scores.length; i++) if ((scores[i] as number) > top) top = scores[i] as number;
  if (top === 0) return 0;
  const counts = new Int32Array(BUCKETS + 1);
  const scale = BUCKETS / top;
  for (let i = 0; i < scores.length; i++)
    if ((scores[i] as number) >= 0) (counts[Math.floor((scores[i] as number) * scale)] as number)++;
  let bucket = BUCKETS;
  for (let reached = counts[bucket] as number; bucket > 0 && reached < most; reached += counts[bucket] as number)
    bucket--;
  // Slightly lower, so that rounding excludes no row.
  return (bucket / scale) * (1 - 1e-9);
}

/** `most`: how many to keep. `compare` orders rows of equal score: negative if the first comes first. */
export function createBest(most: number, compare: (a: number, b: number) => number): Best {
  const kept: { readonly row: number; readonly score: number }[] = [];
  return {
    offer(row, score) {
      const isBefore = (at: number): boolean => {
        const one = kept[at] as (typeof kept)[number];
        return one.score !== score ? one.score > score : compare(one.row, row) < 0;
      };
      if (kept.length === most) {
        if (isBefore(most - 1)) return;
        kept.pop();
      }
      kept.splice(firstPlace(kept.length, isBefore), 0, { row, score });
    },
    worst: () => (kept.length < most ? 0 : (kept[most - 1]?.score ?? 0)),
    sorted: () => [...kept],
  };
}

/** Maximum number of newest documents scanned for a text without terms: each is read from its file. */
const LOOKED_AT = 5000;

/** Last logged first, superseded rows last. */
export function newest(tables: Tables, admits: (row: number) => boolean, most: number): Ranking {
  const past = tables.column('superseded');
  const newer = orderOfNewest(tables);
  const best = createBest(most, (a, b) => (past[a] as number) - (past[b] as number) || newer(a, b));
  let total = 0;
  // The newest rows usually come last, so going backwards replaces fewer kept rows.
  for (let row = tables.rows - 1; row >= 0; row--) {
    if (!tables.isLive(row) || !admits(row)) continue;
    total++;
    best.offer(row, 0);
  }
  return { total, rows: best.sorted(), partsOf: () => null };
}

/**
 * Newest first, the documents that contain a text literally, ignoring case, accents and apostrophes: `dont` matches
 * `Don't`.
 */
export function literal(
  tables: Tables,
  text: string,
  admits: (row: number) => boolean,
  textOf: (row: number) => string | null,
): Ranking {
  const wanted = plain(text);
  const rows =
    wanted === ''
      ? []
      : newest(tables, admits, LOOKED_AT).rows.filter(({ row }) => plain(textOf(row) ?? '').includes(wanted));
  return { total: rows.length, rows: rows.map(({ row }) => ({ row, score: 1 })), partsOf: () => null };
}

const plain = (text: string): string => foldWord(text).replace(/['’ʼ]/g, '');
