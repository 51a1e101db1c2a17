// The files that changed last, over several segments.
import type { Files } from './files.ts';
import { CorruptSegment } from './format.ts';
import type { SegmentFile } from './row.ts';

type Seen = Pick<SegmentFile, 'path' | 'size' | 'mtimeMs'>;

/**
 * Files that changed last, newest first, and how many of the paths that are passed over are newer than the last of
 * them.
 */
export interface Recent {
  readonly files: readonly Seen[];
  readonly passed: number;
}

/**
 * At most so many files that are not gone, the newest first, those that are passed over among them: whose paths come
 * from `from` on and before `to`. Of a path the last of `lists` says what holds. Names no more than it gives.
 */
export function recentFiles(lists: readonly Files[], most: number, from: string, to: string): Recent {
  const orders = lists.map((files) => files.recent());
  const times = lists.map((files) => files.times());
  const replaced = lists.map((files, i) => markReplaced(files, lists.slice(i + 1)));
  const passing = lists.map((files) => {
    // All are asked for below: read at once, not one by one to halve them.
    files.paths();
    return from < to ? { from: files.firstFrom(from), to: files.firstFrom(to) } : { from: 0, to: 0 };
  });
  const at = lists.map(() => 0);
  const found: Found = { files: [], passed: 0 };
  while (found.files.length + found.passed < most) {
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
    at[best] = takeWhileNewer(
      files,
      replaced[best] ?? null,
      passing[best] ?? { from: 0, to: 0 },
      at[best] as number,
      bound,
      most,
      found,
    );
  }
  return found;
}

interface Found {
  readonly files: Seen[];
  passed: number;
}

/** Takes files of one list as long as the others have nothing as new, at least one of them; gives the place after. */
function takeWhileNewer(
  files: Files,
  replaced: Uint8Array | null,
  passing: { readonly from: number; readonly to: number },
  from: number,
  bound: number,
  most: number,
  found: Found,
): number {
  const [order, sizes, times] = [files.recent(), files.sizes(), files.times()];
  const { all, starts } = files.paths();
  let at = from;
  do {
    const file = order[at++] as number;
    const size = sizes[file] as number;
    const end = starts[file + 1] as number;
    // A file that is not there has no end.
    if (!(end <= all.length)) throw new CorruptSegment('a file that is not there');
    if (size < 0 || (replaced !== null && replaced[file] !== 0)) continue;
    if (file >= passing.from && file < passing.to) found.passed++;
    else found.files.push({ path: all.slice(starts[file], end), size, mtimeMs: times[file] as number });
  } while (
    at < order.length &&
    found.files.length + found.passed < most &&
    (times[order[at] as number] as number) > bound
  );
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
