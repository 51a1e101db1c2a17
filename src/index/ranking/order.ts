// Orders of rows that depend on nothing but the documents, whichever segments hold them.
import { compareText } from '../../model/fact.ts';
import type { Tables } from '../view.ts';

const NO_TIME = 65_535;
const TEXT = 2;

/** Of rows of equal score: the newest day first, then as they stand in their logs; prose by path and place. */
export function orderOfEquals(tables: Tables): (a: number, b: number) => number {
  const days = tables.column('day');
  const minutes = tables.column('minute');
  const kinds = tables.column('kind');
  return (a, b) =>
    (days[b] as number) - (days[a] as number) ||
    minuteOf(minutes, a) - minuteOf(minutes, b) ||
    (kinds[a] === TEXT || kinds[b] === TEXT ? byPath(tables, a, b) : byLine(tables, a, b));
}

/** The last logged first; of one minute what stands last in its log; undated prose last, by path and place. */
export function orderOfNewest(tables: Tables): (a: number, b: number) => number {
  const days = tables.column('day');
  const minutes = tables.column('minute');
  const kinds = tables.column('kind');
  return (a, b) => {
    if (days[a] === 0 || days[b] === 0)
      return (days[a] === 0 ? 1 : 0) - (days[b] === 0 ? 1 : 0) || byPath(tables, a, b);
    return (
      (days[b] as number) - (days[a] as number) ||
      minuteOf(minutes, b) - minuteOf(minutes, a) ||
      (kinds[a] === TEXT || kinds[b] === TEXT ? byPath(tables, b, a) : byLine(tables, b, a))
    );
  };
}

/** What has no time comes before what has one. */
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

/** By where the fact stands in its log, or the first that a claim cites, wherever the claim stands. */
function byLine(tables: Tables, a: number, b: number): number {
  const [groups, ordinals] = [tables.column('group'), tables.column('ordinal')];
  // Lines are read row by row: of one session the places tell the same for nothing.
  const inSession = groups[a] === groups[b] ? (ordinals[a] as number) - (ordinals[b] as number) : 0;
  return inSession || lineOf(tables, a) - lineOf(tables, b) || byPath(tables, a, b);
}

function lineOf(tables: Tables, row: number): number {
  const { kind, id, line } = tables.spot(row);
  return kind === 'claim' ? (tables.fact(id)?.line ?? line) : line;
}
