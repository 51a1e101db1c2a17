// Updates the published index by difference (`refresh`) or rebuilds it from scratch (`rebuild`). Detects new, changed
// and deleted files by the times of files and folders; if nothing changed, no parser is loaded.
import { isDeepStrictEqual } from 'node:util';
import { languageKey } from '../language/languages.ts';
import { addDays } from '../model/day.ts';
import type { FileStat, FoundFile, IndexFiles, Listing } from '../model/ports.ts';
import { inHand, isDamage, isFoldDue, type Manifest, openIndex, type Published } from './open-index.ts';
import { openTokenizer, type Tokenizer } from './tokenizer.ts';
import type { Fault, OpenIndex, RefreshOptions, Tables } from './view.ts';

// Removes vectors of forgotten text. Without vectors it costs one directory listing.

/** Deletes all vectors, of any model, except those of live, current rows of these tables. Contacts no server. */
async function dropGone(files: IndexFiles, tables: Pick<Tables, 'files' | 'rowsOf' | 'column'>): Promise<void> {
  if (!files.listCache('search').some(({ name }) => name.endsWith('.vec'))) return;
  const { pruneVectors } = await import('./vectors/store.ts');
  pruneVectors(files, tables);
}

/**
 * How often the refresh starts over because another process published meanwhile; after that its result is published
 * anyway.
 */
const TRIES = 4;

/**
 * Never throws for a damaged index: it rebuilds the index and says why. `again`: files that are read whatever their
 * size and time.
 */
export async function refresh(
  files: IndexFiles,
  wishes: RefreshOptions,
  again: readonly string[] = [],
): Promise<OpenIndex> {
  const options = await optionsOf(files, wishes);
  for (let tried = 1; ; tried++) {
    const from = openIndex(files);
    if (typeof from === 'string') return await built(files, options, from);
    let index: OpenIndex | 'damaged' | 'anew' | 'outrun' | null = null;
    try {
      if (from.manifest.settings !== options.settings) return await built(files, options, null);
      index = await brought(files, options, from, again, tried === TRIES);
      if (index === 'damaged') return await built(files, options, 'corrupt');
      if (index === 'anew') return await built(files, options, null, from.tables);
      if (index !== 'outrun') return index;
    } catch (error) {
      if (!isDamage(error)) throw error;
      return await built(files, options, 'corrupt');
    } finally {
      if (index === null || typeof index === 'string') from.tables.close();
    }
  }
}

/** Ignores the published index. */
export async function rebuild(files: IndexFiles, wishes: RefreshOptions): Promise<OpenIndex> {
  return await built(files, await optionsOf(files, wishes), null);
}

/** The requested options, with what the index depends on. */
export interface Options extends RefreshOptions {
  readonly tokenizer: Tokenizer;
  /** What the index depends on besides the notes, as one text: other folders or languages require a new index. */
  readonly settings: string;
  /** Refreshes the index and reads these files whatever their size and time. */
  readonly again: (paths: readonly string[]) => Promise<OpenIndex>;
}

async function optionsOf(files: IndexFiles, wishes: RefreshOptions): Promise<Options> {
  const { dailyDir, zones } = files;
  return {
    ...wishes,
    again: (paths) => refresh(files, wishes, paths),
    tokenizer: await openTokenizer(wishes.languages),
    settings: [dailyDir, ...zones, languageKey(wishes.languages)].join('\n'),
  };
}

/** `before`: the previous index, used to count changes. */
async function built(
  files: IndexFiles,
  options: Options,
  fault: Fault | null,
  before: Tables | null = null,
): Promise<OpenIndex> {
  const { buildIndex } = await import('./update.ts');
  const touched = files.readCache(TOUCHED);
  const { index, kept } = await buildIndex(files, options, fault, before);
  if (kept) {
    markLook(files, touched);
    // The old index may have contained forgotten words.
    await dropGone(files, index.tables);
  }
  return index;
}

async function brought(
  files: IndexFiles,
  options: Options,
  from: Published,
  again: readonly string[],
  isLast: boolean,
): Promise<OpenIndex | 'damaged' | 'anew' | 'outrun'> {
  const { manifest, tables } = from;
  // No segment may keep forgotten facts, and the index does not know what cites a restored one.
  if (options.purge === true || !isSameSet(manifest.forgotten, options.forgotten)) return 'anew';
  const isQuiet = again.length === 0;
  const isDue = options.look === 'all' || isLookDue(files);
  const seen = isDue ? null : lookQuickly(files, manifest, tables, options.today);
  if (isQuiet && seen?.suspects.length === 0) return unchanged(files, options, from, seen.notLookedAt);
  const touched = isDue ? files.readCache(TOUCHED) : null;
  const found = seen ?? (await lookAtAll(files, tables, isDue));
  const mark = (kept: boolean): void => {
    if (kept && found.isWhole && options.write !== 'never') markLook(files, touched);
  };
  if (
    isQuiet &&
    found.suspects.length === 0 &&
    found.added.length === 0 &&
    from.identities === null &&
    !isNews(found, manifest) &&
    !(options.write === 'always' && isFoldDue(from.parts))
  ) {
    mark(true);
    return unchanged(files, options, from, found.notLookedAt);
  }
  const { changeIndex } = await import('./update.ts');
  const changed = await changeIndex(files, { ...options, reread: again, isLast }, from, found);
  if (typeof changed === 'string') return changed;
  mark(changed.kept);
  return changed.index;
}

const unchanged = (
  files: IndexFiles,
  options: Options,
  { manifest, tables }: Published,
  notLookedAt: number,
): OpenIndex =>
  inHand(files, options, tables, {
    changes: { added: 0, updated: 0, unchanged: manifest.files, removed: 0 },
    rebuilt: null,
    notLookedAt,
    tokenizer: options.tokenizer,
  });

const isSameSet = (before: readonly string[], now: ReadonlySet<string>): boolean =>
  before.length === now.size && before.every((id) => now.has(id));

// Detects changes since the index was built by sizes and times alone.

/** A file that differs from the index. */
export interface Suspect {
  readonly path: string;
  /** Its current state; null if it is gone. */
  readonly now: FileStat | null;
}

export interface Found {
  /** Known files that differ from the index. */
  readonly suspects: readonly Suspect[];
  /** Files that are not in the index. */
  readonly added: readonly FoundFile[];
  /** For the new manifest. */
  readonly folders: Readonly<Record<string, number>>;
  readonly rules: Readonly<Record<string, FileStat>>;
  readonly notLookedAt: number;
  /** Whether this was the full check that is due now and then; its result is published. */
  readonly isWhole: boolean;
}

/** Maximum number of files checked each time, those changed last. */
const MOST = 2000;
/**
 * In a vault with more files, older logs wait for the full check: they are rarely edited, and writers report the logs
 * that they write.
 */
const FEW = 256;
/** The logs of this many days are always checked. */
const DAYS = 30;
/** A cache file next to the index: paths of written files that a quick check might miss, one per line. */
const TOUCHED = 'touched';
/** Its modification time is that of the last full check. */
const STAMP = 'search/looked';
const STAMP_LASTS_MS = 60_000;

/** True if the last full check is more than a minute old. */
function isLookDue(files: IndexFiles): boolean {
  const at = files.cacheTime(STAMP);
  if (at === null) return true;
  const since = Date.now() - at;
  // A clock that was set back also makes it due. File times have fractions of a millisecond, Date.now() has none.
  return since > STAMP_LASTS_MS || since <= -1;
}

/** Records that everything was checked and stored. `touched`: content of the hint file before the check. */
function markLook(files: IndexFiles, touched: string | null): void {
  files.touchCache(STAMP);
  if (touched !== null && files.readCache(TOUCHED) === touched) files.removeCache(TOUCHED);
}

/**
 * `today`: the local day. Null if a folder gained or lost an entry or an ignore file changed: then everything must be
 * checked.
 */
function lookQuickly(files: IndexFiles, manifest: Manifest, tables: Tables, today: string): Found | null {
  const { folders, rules } = manifest;
  if (Object.keys(folders).some((folder) => files.folderTime(folder) !== folders[folder])) return null;
  if (Object.keys(rules).some((path) => !isAsBefore(rules[path], files.statRules(path)))) return null;
  const suspects: Suspect[] = [];
  const logs = `${files.dailyDir}/`;
  const oldest = `${logs}${addDays(today, -DAYS)}`;
  const { files: all, passed } = manifest.files > FEW ? tables.filesBeside(logs, oldest) : tables.filesBeside('', '');
  const seen = all.length <= MOST ? all : [...all].sort((a, b) => b.mtimeMs - a.mtimeMs).slice(0, MOST);
  for (const known of seen) compare(suspects, known, files.stat(known.path));
  const isEach = seen.length + passed >= manifest.files;
  const looked = seen.length + (isEach && passed === 0 ? 0 : lookByName(files, tables, today, seen, suspects));
  return {
    suspects,
    added: [],
    folders,
    rules,
    notLookedAt: Math.max(0, manifest.files - looked),
    isWhole: false,
  };
}

/**
 * Checks some files by name if not all are checked each time: the logs of the last days, and those reported by writers.
 * Returns the number of files checked beyond `seen`.
 */
function lookByName(
  files: IndexFiles,
  tables: Tables,
  today: string,
  seen: readonly FoundFile[],
  suspects: Suspect[],
): number {
  const looked = new Set(seen.map(({ path }) => path));
  const logs = Array.from({ length: DAYS + 2 }, (_, back) => `${files.dailyDir}/${addDays(today, 1 - back)}.md`);
  // If the file does not exist, a stat costs a tenth of a read.
  const touched = files.cacheTime(TOUCHED) === null ? null : files.readCache(TOUCHED);
  for (const path of [...logs, ...(touched?.split('\n') ?? [])]) {
    const known = looked.has(path) ? null : tables.file(path);
    if (known === null) continue;
    looked.add(path);
    compare(suspects, known, files.stat(path));
  }
  return looked.size - seen.length;
}

/** True if size and modification time are unchanged. */
export const isAsBefore = (before: FileStat | undefined, now: FileStat | null): boolean =>
  now !== null && now.size === before?.size && now.mtimeMs === before.mtimeMs;

function compare(suspects: Suspect[], known: FoundFile, now: FoundFile | null): void {
  if (!isAsBefore(known, now)) suspects.push({ path: known.path, now });
}

/** The journal of runs and the conventions contain no memory. */
const NO_MEMORY: ReadonlySet<string> = new Set(['log.md', 'schema.md', 'SCHEMA.md']);

/**
 * A file that was read at the moment it changed may change again with the same size and time: the clock of a file
 * system ticks every few milliseconds.
 */
const SAME_MOMENT_MS = 20;

/**
 * True if the file changed long enough before it was read that its time will reveal the next change. `at`: when it was
 * read, by the clock that stamps files.
 */
export const isSettled = (mtimeMs: number, at: number): boolean => mtimeMs < at - SAME_MOMENT_MS;

/** The notes of a walk that contain memory. */
function notesOf({ notes }: Listing): readonly FoundFile[] {
  return notes.filter(({ path }) => !NO_MEMORY.has(path));
}

/** `at`: a time before the walk. */
function foldersOf({ folders }: Listing, at: number): Record<string, number> {
  return Object.fromEntries(folders.map(({ path, mtimeMs }) => [path, isSettled(mtimeMs, at) ? mtimeMs : 0]));
}

/** Folders with unreadable files are checked each time until they can be read. */
export function withoutTimes(
  folders: Readonly<Record<string, number>>,
  unread: ReadonlySet<string>,
): Readonly<Record<string, number>> {
  if (unread.size === 0) return folders;
  return Object.fromEntries(
    Object.entries(folders).map(([folder, mtimeMs]) => [folder, unread.has(folder) ? 0 : mtimeMs]),
  );
}

function rulesOf({ rules }: Listing): Record<string, FileStat> {
  return Object.fromEntries(rules.map(({ path, size, mtimeMs }) => [path, { size, mtimeMs }]));
}

/** Checks everything by walking the vault. */
export async function lookAtAll(files: IndexFiles, tables: Tables, isWhole: boolean): Promise<Found> {
  const at = Date.now();
  const listing = await files.walk();
  const now = new Map(notesOf(listing).map((file) => [file.path, file]));
  const suspects: Suspect[] = [];
  for (const known of tables.filesBeside('', '').files) {
    const file = now.get(known.path) ?? null;
    now.delete(known.path);
    compare(suspects, known, file);
  }
  return {
    suspects,
    added: [...now.values()],
    folders: foldersOf(listing, at),
    rules: rulesOf(listing),
    notLookedAt: 0,
    isWhole,
  };
}

/** True if folders or ignore files differ from the manifest. */
export const isNews = ({ folders, rules }: Pick<Manifest, 'folders' | 'rules'>, manifest: Manifest): boolean =>
  !isDeepStrictEqual([folders, rules], [manifest.folders, manifest.rules]);
