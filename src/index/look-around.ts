// What a look comes to: which files are new, other or gone, by what was seen of known ones and by a walk through the
// folders that something came into, or through all. Reads no note.
import type { IndexFiles, Listing } from '../model/index-files.ts';
import type { FileStat, FoundFile } from '../model/ports.ts';
import type { Seen, Suspect } from './look.ts';
import type { Manifest } from './manifest.ts';
import type { Tables } from './view.ts';

export interface Found {
  /** Known files that are not as the index has them. */
  readonly suspects: readonly Suspect[];
  /** Files that the index does not have. */
  readonly added: readonly FoundFile[];
  /** As the manifest should have them. */
  readonly folders: Readonly<Record<string, number>>;
  readonly rules: Readonly<Record<string, FileStat>>;
  readonly notLookedAt: number;
  /** Was everything looked at? */
  readonly isWhole: boolean;
}

/** The journal of runs and the conventions hold no memory. */
const NO_MEMORY: ReadonlySet<string> = new Set(['log.md', 'schema.md', 'SCHEMA.md']);

/**
 * What was looked at in the moment it changed may change again at the same size and time: the clock of a file
 * system ticks every few milliseconds.
 */
const SAME_MOMENT_MS = 20;

/**
 * Did something change long enough before it was looked at, for its time to tell the next change? `at`: when, by the
 * clock that stamps files.
 */
export const isSettled = (mtimeMs: number, at: number): boolean => mtimeMs < at - SAME_MOMENT_MS;

/** The notes of a walk that hold memory. */
export function notesOf({ notes }: Listing): readonly FoundFile[] {
  return notes.filter(({ path }) => !NO_MEMORY.has(path));
}

/** `at`: from before the walk. */
export function foldersOf({ folders }: Listing, at: number): Record<string, number> {
  return Object.fromEntries(folders.map(({ path, mtimeMs }) => [path, isSettled(mtimeMs, at) ? mtimeMs : 0]));
}

/** Folders in which something could not be read are looked at each time, until it can. */
export function withoutTimes(
  folders: Readonly<Record<string, number>>,
  unread: ReadonlySet<string>,
): Readonly<Record<string, number>> {
  if (unread.size === 0) return folders;
  return Object.fromEntries(
    Object.entries(folders).map(([folder, mtimeMs]) => [folder, unread.has(folder) ? 0 : mtimeMs]),
  );
}

export function rulesOf({ rules }: Listing): Record<string, FileStat> {
  return Object.fromEntries(rules.map(({ path, size, mtimeMs }) => [path, { size, mtimeMs }]));
}

/** Everything, by a walk. */
export async function lookAtAll(files: IndexFiles, tables: Tables): Promise<Found> {
  const at = Date.now();
  const listing = await files.walk();
  const now = new Map(notesOf(listing).map((file) => [file.path, file]));
  const suspects: Suspect[] = [];
  for (const known of tables.recentFiles(Number.POSITIVE_INFINITY)) {
    const file = now.get(known.path) ?? null;
    now.delete(known.path);
    if (file === null || file.size !== known.size || file.mtimeMs !== known.mtimeMs)
      suspects.push({ path: known.path, now: file });
  }
  return {
    suspects,
    added: [...now.values()],
    folders: foldersOf(listing, at),
    rules: rulesOf(listing),
    notLookedAt: 0,
    isWhole: true,
  };
}

/** What was seen quickly, with what is in the folders that changed. */
export async function lookFurther(files: IndexFiles, manifest: Manifest, tables: Tables, seen: Seen): Promise<Found> {
  if (seen.newRules) return await lookAtAll(files, tables);
  const { notLookedAt } = seen;
  const folders: Record<string, number> = { ...manifest.folders };
  const suspects = new Map(seen.suspects.map((suspect) => [suspect.path, suspect]));
  const added: FoundFile[] = [];
  const at = Date.now();
  for (const folder of seen.folders) {
    const listing = await files.walk(folder);
    const isAsKnown = listing.folders[0]?.path === folder && listing.folders.every(({ path }) => path in folders);
    // A folder came or went: what is below it is found by a walk from the root.
    if (!isAsKnown || listing.rules.some(({ path }) => !(path in manifest.rules)))
      return await lookAtAll(files, tables);
    folders[folder] = foldersOf({ ...listing, folders: listing.folders.slice(0, 1) }, at)[folder] ?? 0;
    const now = new Map(notesOf(listing).map((file) => [file.path, file]));
    for (const { path, size, mtimeMs } of filesIn(seen.all ?? tables.recentFiles(Number.POSITIVE_INFINITY), folder)) {
      const file = now.get(path) ?? null;
      now.delete(path);
      // An editor that puts a new file in the place of the old one changes the folder, whose files are at hand now.
      if (file === null || file.size !== size || file.mtimeMs !== mtimeMs) suspects.set(path, { path, now: file });
    }
    for (const file of now.values()) added.push(file);
  }
  return { suspects: [...suspects.values()], added, folders, rules: manifest.rules, notLookedAt, isWhole: false };
}

function filesIn(all: readonly FoundFile[], folder: string): readonly FoundFile[] {
  const base = folder === '' ? '' : `${folder}/`;
  return all.filter(({ path }) => path.startsWith(base) && !path.includes('/', base.length));
}

/** Is there anything that the manifest does not say? */
export function isNews({ folders, rules }: Pick<Manifest, 'folders' | 'rules'>, manifest: Manifest): boolean {
  return (
    !isSameRecord(folders, manifest.folders, (a, b) => a === b) ||
    !isSameRecord(rules, manifest.rules, (a, b) => a.size === b.size && a.mtimeMs === b.mtimeMs)
  );
}

function isSameRecord<T>(
  one: Readonly<Record<string, T>>,
  other: Readonly<Record<string, T>>,
  isSame: (a: T, b: T) => boolean,
): boolean {
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => {
      const there = other[key];
      return there !== undefined && isSame(value, there);
    })
  );
}
