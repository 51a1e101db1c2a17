// Which files probably changed since the index was made, for little: the newest of it, the last logs, those that a
// writer named, and the folders. Looks at sizes and times alone, reads nothing that is long, parses nothing.
import { addDays } from '../model/day.ts';
import type { IndexFiles } from '../model/index-files.ts';
import type { FileStat, FoundFile } from '../model/ports.ts';
import type { Manifest } from './manifest.ts';
import type { Tables } from './view.ts';

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
