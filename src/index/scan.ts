// Files as they are against files as the index knows them. Reads those whose size or time says that they
// may have changed; parses none.
import type { FoundFile } from '../model/ports.ts';
import type { FileEntry } from './cache.ts';
import { digestOfBytes } from './digest.ts';
import type { IndexFiles } from '../model/index-files.ts';
import { factsNamedIn } from './records/record.ts';
import type { Changes } from './state.ts';

/** A file whose record must be made. */
export interface ChangedFile {
  readonly file: FoundFile;
  readonly bytes: Uint8Array;
  readonly digest: string;
}

export interface Scan {
  /** Files whose content is as known, with size and time as they are now. */
  readonly same: ReadonlyMap<string, FileEntry>;
  readonly changed: readonly ChangedFile[];
  readonly changes: Changes;
  /** How many of the same files had to be read to know it, and would not have to be again if that were noted. */
  readonly moved: number;
  /** When it was done, by the clock that stamps files. */
  readonly at: number;
}

/** What an earlier scan left. */
export interface Known {
  readonly files: ReadonlyMap<string, FileEntry>;
  readonly at: number;
}

/** The journal of runs and the conventions hold no memory. */
const NO_MEMORY: ReadonlySet<string> = new Set(['log.md', 'schema.md', 'SCHEMA.md']);

/**
 * A file that was read in the moment it was written may have changed again since, at the same size and time:
 * the clock of a file system ticks every few milliseconds. It is read again.
 */
const SAME_MOMENT_MS = 20;

/** `turned`: facts that were forgotten, or remembered again, since; files that name one are changed. */
export function scanFiles(files: IndexFiles, known: Known, turned: ReadonlySet<string>): Scan {
  const same = new Map<string, FileEntry>();
  const changed: ChangedFile[] = [];
  const counts = { added: 0, updated: 0, unchanged: 0 };
  // The time that files are stamped with, which is never one that a caller sets.
  const at = Date.now();
  const isSettled = (file: FoundFile, read: number): boolean => file.mtimeMs < read - SAME_MOMENT_MS;
  let moved = 0;
  for (const file of files.list()) {
    if (NO_MEMORY.has(file.path)) continue;
    const entry = known.files.get(file.path);
    const isNoted = entry !== undefined && entry.size === file.size && entry.mtimeMs === file.mtimeMs;
    const isTurned = entry !== undefined && turned.size > 0 && factsNamedIn(entry.record).some((id) => turned.has(id));
    if (isNoted && isSettled(file, known.at) && !isTurned) {
      same.set(file.path, entry);
      counts.unchanged++;
      continue;
    }
    const bytes = files.read(file.path);
    if (bytes === null) continue;
    const digest = digestOfBytes(bytes);
    if (entry?.digest === digest) counts.unchanged++;
    else if (entry) counts.updated++;
    else counts.added++;
    if (entry?.digest === digest && !isTurned) {
      same.set(file.path, { ...entry, size: file.size, mtimeMs: file.mtimeMs });
      if (!isNoted || isSettled(file, at)) moved++;
    } else changed.push({ file, bytes, digest });
  }
  const removed = known.files.size - counts.unchanged - counts.updated;
  return { same, changed, changes: { ...counts, removed }, moved, at };
}
