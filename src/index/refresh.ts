// The index brought up to date by difference from what was published (`refresh`), or built from nothing (`rebuild`).
// What is new, changed or gone is found by the times of files and folders; where nothing is, nothing that parses is
// loaded.
import { isDeepStrictEqual } from 'node:util';
import { languageKey } from '../language/languages.ts';
import { addDays } from '../model/day.ts';
import type { FileStat, FoundFile, IndexFiles, Listing, Progress } from '../model/ports.ts';
import { inHand, isDamage, type Manifest, openIndex, type Published } from './open-index.ts';
import { isFoldDue } from './rows.ts';
import { openTokenizer, type Tokenizer } from './tokenizer.ts';
import type { Fault, OpenIndex, RefreshOptions, Tables } from './view.ts';

// What forgetting asks of the vectors, for who brings the index up to date: it costs a look into a folder where there
// are none.

/** No vector stays, of any model, but those of what these tables hold and nothing superseded. No server is asked. */
async function dropGone(files: IndexFiles, tables: Pick<Tables, 'files' | 'rowsOf' | 'column'>): Promise<void> {
  if (!files.listCache('search').some(({ name }) => name.endsWith('.vec'))) return;
  const { pruneVectors } = await import('./vectors/store.ts');
  pruneVectors(files, tables);
}

/**
 * How often it is begun again because another process published meanwhile; then what is found is published all the
 * same.
 */
const TRIES = 4;

/**
 * Never throws for a damaged index: it builds anew and says why. `again`: files that are read whatever their size and
 * time say.
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

/** What was published is not looked at. */
export async function rebuild(files: IndexFiles, wishes: RefreshOptions): Promise<OpenIndex> {
  return await built(files, await optionsOf(files, wishes), null);
}

/** As wished, with what the index depends on. */
export interface Options extends RefreshOptions {
  readonly tokenizer: Tokenizer;
  /** What it depends on beside the notes, in one text: other folders or languages mean another index. */
  readonly settings: string;
  /** The index after these files were read, whatever their size and time say. */
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

/** `before`: what the index said, to tell what changed. */
async function built(
  files: IndexFiles,
  options: Options,
  fault: Fault | null,
  before: Tables | null = null,
): Promise<OpenIndex> {
  const { buildIndex } = await import('./build-index.ts');
  const touched = files.readCache(TOUCHED);
  const { index, kept } = await buildIndex(files, options, fault, before);
  if (kept) {
    markLook(files, touched);
    // What was there may have known words that are forgotten.
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
  // What is forgotten must not stay in any segment, and what cites a fact that is back is not known.
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

// What changed since the index was built, cheaply: by sizes and times alone.

/** A file that is not as the index has it. */
export interface Suspect {
  readonly path: string;
  /** As it is; null where it is gone. */
  readonly now: FileStat | null;
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
  /** Was everything looked at, as is due now and then? What is found so is published. */
  readonly isWhole: boolean;
}

/** As many files are looked at each time, those that changed last. */
const MOST = 2000;
/**
 * In a vault of more files older logs wait for the look at all: hardly anyone edits them, and who writes them names
 * them.
 */
const FEW = 256;
/** The days whose logs are looked at whatever else there is. */
const DAYS = 30;
/** Beside the index: paths of files that were written and may not be among those. A line each. */
const TOUCHED = 'touched';
/** Its time is that of the last look at all there is. */
const STAMP = 'search/looked';
const STAMP_LASTS_MS = 60_000;

/** Is it more than a minute since somebody looked at all? */
function isLookDue(files: IndexFiles): boolean {
  const at = files.cacheTime(STAMP);
  if (at === null) return true;
  const since = Date.now() - at;
  // A clock that was set back makes it due, too. Times of files have parts of a millisecond, which now has not.
  return since > STAMP_LASTS_MS || since <= -1;
}

/** Notes that all was looked at and is kept. `touched`: the hint as it was before that. */
function markLook(files: IndexFiles, touched: string | null): void {
  files.touchCache(STAMP);
  if (touched !== null && files.readCache(TOUCHED) === touched) files.removeCache(TOUCHED);
}

/**
 * `today`: the local day. Null where something came into a folder or went from one, or git is told to ignore something
 * else: then all must be looked at.
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
 * Where not all are looked at each time some are known by name: the logs of the last days, and those that writers
 * named. Gives how many there were beside those seen.
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
  // A look costs a tenth of a read of what is not there.
  const touched = files.cacheTime(TOUCHED) === null ? null : files.readCache(TOUCHED);
  for (const path of [...logs, ...(touched?.split('\n') ?? [])]) {
    const known = looked.has(path) ? null : tables.file(path);
    if (known === null) continue;
    looked.add(path);
    compare(suspects, known, files.stat(path));
  }
  return looked.size - seen.length;
}

/** Are size and modification time unchanged? */
export const isAsBefore = (before: FileStat | undefined, now: FileStat | null): boolean =>
  now !== null && now.size === before?.size && now.mtimeMs === before.mtimeMs;

function compare(suspects: Suspect[], known: FoundFile, now: FoundFile | null): void {
  if (!isAsBefore(known, now)) suspects.push({ path: known.path, now });
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
async function lookAtAll(files: IndexFiles, tables: Tables, isWhole: boolean): Promise<Found> {
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

/** Is there anything that the manifest does not say? */
export const isNews = ({ folders, rules }: Pick<Manifest, 'folders' | 'rules'>, manifest: Manifest): boolean =>
  !isDeepStrictEqual([folders, rules], [manifest.folders, manifest.rules]);

// Reports progress while iterating.

/** `total`: as many things as there are. Null for nobody who waits. */
export function* withProgress<T>(
  things: Iterable<T>,
  label: string,
  total: number,
  progress: Progress | null,
): Iterable<T> {
  let done = 0;
  for (const thing of things) {
    progress?.update(label, done++, total);
    yield thing;
  }
}
