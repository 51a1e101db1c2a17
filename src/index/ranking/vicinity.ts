// What stands beside a row in its session or note, some places before or behind, also where a later segment
// holds a part of the group. Looks at a group alone, and at groups that are split only once.
import type { View } from '../view.ts';

/** Places that count as beside, on either side. */
export const FARTHEST = 3;

export interface Vicinity {
  /** Rows beside the one last asked for, and how far behind it each stands (before it: negative). */
  readonly rows: Int32Array;
  readonly distances: Int8Array;
  /** Fills both for a row; gives how many there are. */
  around(row: number): number;
}

/** More than this many rows beside one are not looked at: claims of one fact share its place. */
const MOST = 16;
const FLAGS = 4096;

export function createVicinity(view: View): Vicinity {
  const groups = view.column('group');
  const ordinals = view.column('ordinal');
  const rows = new Int32Array(2 * MOST);
  const distances = new Int8Array(2 * MOST);
  const split = splitGroups(view);
  const known = new Map<number, Int32Array>();

  const takeFrom = (list: Int32Array | null, row: number): number => {
    const place = ordinals[row] as number;
    let count = 0;
    if (list !== null) {
      for (let i = 0; i < list.length && count < MOST; i++) {
        const distance = (ordinals[list[i] as number] as number) - place;
        if (distance === 0 || distance > FARTHEST || distance < -FARTHEST) continue;
        rows[count] = list[i] as number;
        distances[count++] = distance;
      }
      return count;
    }
    const group = groups[row];
    for (let at = row - 1; at >= 0 && groups[at] === group && count < MOST; at--) {
      const distance = (ordinals[at] as number) - place;
      if (distance < -FARTHEST) break;
      if (distance === 0) continue;
      rows[count] = at;
      distances[count++] = distance;
    }
    for (let at = row + 1; at < view.rows && groups[at] === group && count < 2 * MOST; at++) {
      const distance = (ordinals[at] as number) - place;
      if (distance > FARTHEST) break;
      if (distance === 0) continue;
      rows[count] = at;
      distances[count++] = distance;
    }
    return count;
  };

  return {
    rows, distances,
    around(row) {
      const group = groups[row] as number;
      if (split === null || split[group & (FLAGS - 1)] === 0) return takeFrom(null, row);
      let list = known.get(group);
      if (!list) known.set(group, (list = rowsOfGroup(view, row)));
      return takeFrom(list, row);
    },
  };
}

/** Flags, by the last bits of their numbers, for groups that a later segment holds rows of; null where there is one segment. */
function splitGroups(view: View): Uint8Array | null {
  const second = view.starts[1];
  if (second === undefined) return null;
  const groups = view.column('group');
  const flags = new Uint8Array(FLAGS);
  for (let row = second; row < view.rows; row++) flags[(groups[row] as number) & (FLAGS - 1)] = 1;
  return flags;
}

/** All rows of a row's group. In a segment they stand by `logged`, group and ordinal. */
function rowsOfGroup(view: View, row: number): Int32Array {
  const groups = view.column('group');
  const logged = view.column('logged');
  const [day, group] = [logged[row] as number, groups[row] as number];
  const found: number[] = [];
  view.starts.forEach((start, i) => {
    const end = view.starts[i + 1] ?? view.rows;
    let low = start;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const isBefore = (logged[middle] as number) < day || ((logged[middle] as number) === day && (groups[middle] as number) < group);
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    for (; low < end && groups[low] === group && logged[low] === day; low++) found.push(low);
  });
  return Int32Array.from(found);
}
