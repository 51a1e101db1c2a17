// The files that a look found, read: which of them say something else than before, and which only have another time.
// Parses none.
import type { IndexFiles } from '../model/index-files.ts';
import type { FileStat, Progress } from '../model/ports.ts';
import { digestOfBytes } from './digest.ts';
import { type Found, isSettled } from './look-around.ts';
import type { SegmentFile } from './segment/row.ts';
import type { Changes } from './state.ts';
import { told } from './told.ts';
import type { Tables } from './view.ts';
import type { ReadFile } from './whole.ts';

export interface ReadChanges {
  readonly changed: readonly ReadFile[];
  /** Files that say what they said, with size and time as they are now, by path. */
  readonly moved: readonly SegmentFile[];
  /** Folders of files that could not be read; they are looked at again. */
  readonly unread: ReadonlySet<string>;
  readonly changes: Omit<Changes, 'unchanged'>;
}

/** A time that no file has: one that was read in the moment it was written is read again. It counts as the newest. */
const UNSETTLED = 8.64e15;

/** A listed file as it is now. One that cannot be read is as good as gone. */
export function readNow(files: IndexFiles, path: string, { size, mtimeMs }: FileStat): ReadFile {
  const at = Date.now();
  const bytes = files.read(path);
  if (bytes === null) return { path, size: -1, mtimeMs: 0, digest: '', bytes };
  return { path, size, mtimeMs: isSettled(mtimeMs, at) ? mtimeMs : UNSETTLED, digest: digestOfBytes(bytes), bytes };
}

/**
 * `again`: files that rows could not be read back from; `progress` is told of all that are read. Null where all of them
 * say what they said: then the index does not.
 */
export function readChanged(
  files: IndexFiles,
  tables: Tables,
  { suspects, added }: Found,
  again: readonly string[],
  progress: Progress | null,
): ReadChanges | null {
  const changed: ReadFile[] = [];
  const moved: SegmentFile[] = [];
  const unread = new Set<string>();
  const changes = { added: 0, updated: 0, removed: 0 };
  const take = (path: string, now: FileStat | null): void => {
    const known = tables.file(path);
    const file = now === null ? { path, size: -1, mtimeMs: 0, digest: '', bytes: null } : readNow(files, path, now);
    if (file.bytes === null && now !== null) unread.add(folderOf(path));
    if (known === null && file.bytes === null) return;
    if (known !== null && file.digest === known.digest) {
      if (file.size !== known.size || file.mtimeMs !== known.mtimeMs)
        moved.push({ ...known, size: file.size, mtimeMs: file.mtimeMs });
      return;
    }
    changes[known === null ? 'added' : file.bytes === null ? 'removed' : 'updated']++;
    changed.push(file);
  };
  const taken = new Set<string>();
  const all = [
    ...suspects,
    ...added.map(({ path, ...now }) => ({ path, now })),
    ...again.map((path) => ({ path, now: files.stat(path) })),
  ];
  for (const { path, now } of told(all, 'reading notes', all.length, progress)) {
    if (taken.has(path)) continue;
    taken.add(path);
    take(path, now);
  }
  if (again.length > 0 && !changed.some(({ path }) => again.includes(path))) return null;
  return { changed, moved: moved.sort((a, b) => (a.path < b.path ? -1 : 1)), unread, changes };
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
