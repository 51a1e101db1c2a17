// The files that changed last, over several segments.
import { CorruptSegment } from './corrupt.ts';
import type { Files } from './files.ts';
import type { SegmentFile } from './row.ts';

type Seen = Pick<SegmentFile, 'path' | 'size' | 'mtimeMs'>;

/** At most so many files that are not gone, the newest first. Of a path the last of `lists` says what holds. Names no more than it gives. */
export function recentFiles(lists: readonly Files[], most: number): Seen[] {
  const orders = lists.map((files) => files.recent());
  const times = lists.map((files) => files.times());
  const replaced = lists.map((files, i) => markReplaced(files, lists.slice(i + 1)));
  const at = lists.map(() => 0);
  const found: Seen[] = [];
  while (found.length < most) {
    let best = -1;
    let newest = 0;
    let bound = -Infinity;
    for (let i = 0; i < lists.length; i++) {
      const file = orders[i]?.[at[i] as number];
      if (file === undefined) continue;
      const time = times[i]?.[file];
      if (time === undefined) throw new CorruptSegment('a file that is not there');
      if (best < 0 || time > newest) {
        if (best >= 0) bound = Math.max(bound, newest);
        best = i;
        newest = time;
      } else bound = Math.max(bound, time);
    }
    const files = lists[best];
    if (!files) break;
    at[best] = takeWhileNewer(files, replaced[best] ?? null, at[best] as number, bound, most, found);
  }
  return found;
}

/** Takes files of one list as long as the others have nothing as new, at least one of them; gives the place after. */
function takeWhileNewer(files: Files, replaced: Uint8Array | null, from: number, bound: number, most: number, found: Seen[]): number {
  const [order, sizes, times] = [files.recent(), files.sizes(), files.times()];
  const { all, starts } = files.paths();
  let at = from;
  do {
    const file = order[at++] as number;
    const size = sizes[file] as number;
    const end = starts[file + 1] as number;
    // A file that is not there has no end.
    if (!(end <= all.length)) throw new CorruptSegment('a file that is not there');
    if (size >= 0 && (replaced === null || replaced[file] === 0)) found.push({ path: all.slice(starts[file], end), size, mtimeMs: times[file] as number });
  } while (at < order.length && found.length < most && (times[order[at] as number] as number) > bound);
  return at;
}

/** By file whether a later list has it too. Null where there is none. */
function markReplaced(files: Files, later: readonly Files[]): Uint8Array | null {
  if (later.length === 0) return null;
  const marks = new Uint8Array(files.count);
  for (const list of later) {
    for (let i = 0; i < list.count; i++) {
      const file = files.find(list.path(i));
      if (file >= 0) marks[file] = 1;
    }
  }
  return marks;
}
