// What a look comes to: which files are new, other or gone, by what was seen of known ones and by a walk through the
// folders that something came into, or through all. Reads no note.
import { addDays } from '../model/day.ts';
import type { FileStat, FoundFile, IndexFiles, Listing, Progress } from '../model/ports.ts';
import type { Manifest } from './manifest.ts';
import type { Tables } from './view.ts';

// Which files probably changed since the index was made, for little: the newest of it, the last logs, those that a
// writer named, and the folders. Looks at sizes and times alone, reads nothing that is long, parses nothing.

/** A file that is not as the index has it. */
export interface Suspect {
  readonly path: string;
  /** As it is; null where it is gone. */
  readonly now: FileStat | null;
}

export interface Seen {
  /** Known files whose size or time is another. */
  readonly suspects: readonly Suspect[];
  /** Folders that something came into or went from. */
  readonly folders: readonly string[];
  /** What git ignores is said otherwise than before. */
  readonly newRules: boolean;
  readonly notLookedAt: number;
  /** All files that the index knows, where they are at hand. */
  readonly all: readonly FoundFile[] | null;
}

/** As many files are looked at each time. */
const MOST = 2000;
/**
 * In a vault of more files older logs wait for the look at all: hardly anyone edits them, and who writes them names
 * them.
 */
const FEW = 256;
/** The days whose logs are looked at whatever else there is. */
const DAYS = 30;
/** Beside the index: paths of files that were written and may not be among those. A line each. */
export const TOUCHED = 'touched';
/** Its time is that of the last look at all there is. */
const STAMP = 'search/looked';
const STAMP_LASTS_MS = 60_000;

/** Is it more than a minute since somebody looked at all? */
export function isLookDue(files: IndexFiles): boolean {
  const at = files.cacheTime(STAMP);
  if (at === null) return true;
  const since = Date.now() - at;
  // A clock that was set back makes it due, too. Times of files have parts of a millisecond, which now has not.
  return since > STAMP_LASTS_MS || since <= -1;
}

/** Notes that all was looked at and is kept. `touched`: the hint as it was before that. */
export function markLook(files: IndexFiles, touched: string | null): void {
  files.touchCache(STAMP);
  if (touched !== null && files.readCache(TOUCHED) === touched) files.removeCache(TOUCHED);
}

/** `today`: the local day. */
export function lookQuickly(files: IndexFiles, manifest: Manifest, tables: Tables, today: string): Seen {
  const suspects: Suspect[] = [];
  const logs = `${files.dailyDir}/`;
  const oldest = `${logs}${addDays(today, -DAYS)}`;
  const { files: seen, passed } =
    manifest.files > FEW ? tables.recentBeside(MOST, logs, oldest) : tables.recentBeside(MOST, '', '');
  for (const known of seen) compare(suspects, known, files.stat(known.path));
  const isEach = seen.length + passed >= manifest.files;
  const looked =
    seen.length + (isEach && passed === 0 ? 0 : lookByName(files, tables, isEach ? null : today, seen, suspects));
  const folders: string[] = [];
  for (const folder in manifest.folders)
    if (files.folderTime(folder) !== manifest.folders[folder]) folders.push(folder);
  return {
    suspects,
    folders,
    newRules: haveRulesChanged(files, manifest),
    notLookedAt: Math.max(0, manifest.files - looked),
    all: isEach && passed === 0 ? seen : null,
  };
}

/**
 * Where not all are looked at each time some are known by name; `today` null: but for the logs of the last days. Gives
 * how many.
 */
function lookByName(
  files: IndexFiles,
  tables: Tables,
  today: string | null,
  seen: readonly FoundFile[],
  suspects: Suspect[],
): number {
  // A look costs a tenth of a read of what is not there.
  const touched = files.cacheTime(TOUCHED) === null ? null : files.readCache(TOUCHED);
  if (today === null && touched === null) return 0;
  const looked = new Set<string>();
  for (const { path } of seen) looked.add(path);
  const before = looked.size;
  const look = (path: string): void => {
    const known = looked.has(path) ? null : tables.file(path);
    if (known === null) return;
    looked.add(path);
    compare(suspects, known, files.stat(path));
  };
  if (today !== null) for (let back = -1; back <= DAYS; back++) look(`${files.dailyDir}/${addDays(today, -back)}.md`);
  if (touched !== null) for (const path of touched.split('\n')) if (path !== '') look(path);
  return looked.size - before;
}

function compare(suspects: Suspect[], known: FoundFile, now: FoundFile | null): void {
  if (now === null || now.size !== known.size || now.mtimeMs !== known.mtimeMs)
    suspects.push({ path: known.path, now });
}

function haveRulesChanged(files: IndexFiles, { rules }: Manifest): boolean {
  for (const path in rules) {
    const now = files.statRules(path);
    if (now === null || now.size !== rules[path]?.size || now.mtimeMs !== rules[path].mtimeMs) return true;
  }
  return false;
}

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

// Things taken one by one, of which who waits is told. Holds none of them.

/** `total`: as many things as there are. Null for nobody who waits. */
export function* told<T>(things: Iterable<T>, label: string, total: number, progress: Progress | null): Iterable<T> {
  let done = 0;
  for (const thing of things) {
    progress?.update(label, done++, total);
    yield thing;
  }
}
