// Journals of runs as files: `.memvault/runs/<run>/journal.json` and the empty marker files `done` and `committed`.
// Untracked. Knows the format of a journal, not its meaning.
import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { compareText } from '../model/fact.ts';
import { RUN_ID_PATTERN } from '../model/ids.ts';
import type { Journal } from '../model/journal.ts';
import { hasTexts, isObject, isText, type JsonObject, parseJson } from '../model/json.ts';
import { confined, writeInVault } from './confine.ts';
import {
  namesIn,
  orNull,
  readStat,
  readText,
  removeFile,
  removeFolder,
  removeTemporaries,
  syncFolder,
  tryIo,
} from './disk.ts';
import { absolute, CACHE_DIR, INDEX_DIR, OWN, RUNS_DIR, SESSIONS_DIR, type Vault } from './vault.ts';

export interface KeptRun {
  readonly run: string;
  /** Everything in the journal has been written. */
  readonly done: boolean;
  /** A commit contains it. */
  readonly committed: boolean;
  /** When its journal was last written, in milliseconds. */
  readonly at: number;
}

const RUN = new RegExp(`^${RUN_ID_PATTERN}$`);

/** Makes the journal durable before anything else of the run is written. An amended journal replaces the old one. */
export function writeJournal(vault: Vault, journal: Journal): void {
  writeInVault(vault, `${RUNS_DIR}/${journal.run}/journal.json`, `${JSON.stringify(journal, null, 1)}\n`);
  // The run's own folder is new too.
  syncFolder(absolute(vault, RUNS_DIR));
}

/** The journal of a run; null if this clone has none or it cannot be parsed. */
export function readJournal(vault: Vault, run: string): Journal | null {
  if (!RUN.test(run)) return null;
  const value = parseJson(readText(absolute(vault, `${RUNS_DIR}/${run}/journal.json`)) ?? '');
  return isJournal(value) && value.run === run ? value : null;
}

/** An invalid or torn journal counts as missing. Its paths are checked when it is carried out. */
const isJournal = (value: unknown): value is Journal =>
  isObject(value) &&
  value['version'] === 1 &&
  hasTexts(value, 'run', 'kind', 'start', 'engine') &&
  Array.isArray(value['undoes']) &&
  [value['pages'], value['generated']].every((list) => isEach(list, isChange)) &&
  isEach(value['appends'], (one) => hasTexts(one, 'path', 'text') && Number.isInteger(one['at']));

const isEach = (list: unknown, isRight: (one: JsonObject) => boolean): boolean =>
  Array.isArray(list) && list.every((one) => isObject(one) && isRight(one));
const isTextOrNone = (value: unknown): boolean => value === null || isText(value);
const isChange = (one: JsonObject): boolean =>
  isText(one['path']) && isTextOrNone(one['before']) && isTextOrNone(one['after']);

/** The runs that have a journal in this clone, oldest first. */
export function listRuns(vault: Vault): KeptRun[] {
  const has = (run: string, mark: string): boolean => statIn(vault, run, mark) !== null;
  return runFolders(vault)
    .flatMap((run): KeptRun[] => {
      const at = statIn(vault, run, 'journal.json');
      return at === null ? [] : [{ run, at, done: has(run, 'done'), committed: has(run, 'committed') }];
    })
    .sort((a, b) => a.at - b.at || compareText(a.run, b.run));
}

/** Runs interrupted by a crash, oldest first. */
export const openRuns = (vault: Vault): string[] => listRuns(vault).flatMap(({ run, done }) => (done ? [] : [run]));

/** Finished runs not known to be committed, oldest first. */
export const uncommittedRuns = (vault: Vault): string[] =>
  listRuns(vault).flatMap(({ run, done, committed }) => (done && !committed ? [run] : []));

/** Marks a run as fully written or committed. */
export function markRun(vault: Vault, run: string, mark: 'done' | 'committed'): void {
  try {
    writeInVault(vault, `${RUNS_DIR}/${run}/${mark}`, '');
  } catch (error) {
    // An existing mark suffices even if it is not durable: without it the steps are merely repeated.
    if (statIn(vault, run, mark) === null) throw error;
  }
}

/** Renames an unreadable journal, so that it no longer counts as an open run. */
export function setJournalAside(vault: Vault, run: string): void {
  const path = pathIn(vault, run, 'journal.json');
  tryIo('put aside', path, () => renameSync(path, pathIn(vault, run, 'journal.damaged')));
}

/** How many journals a clone keeps for `dream --undo` and `diff`. */
const KEEP_RUNS = 30;

/** Deletes old journals of finished runs. Errors are ignored: a leftover journal does no harm. */
export function pruneJournals(vault: Vault): void {
  orNull(() => {
    const kept = listRuns(vault);
    for (const { run } of kept.filter(({ done }) => done).slice(0, Math.max(0, kept.length - KEEP_RUNS)))
      removeRun(vault, run);
  });
}

/** Deletes run folders left by a kill before their journal was written: nothing else of those runs was. */
export function removeUnbegun(vault: Vault): void {
  for (const run of runFolders(vault)) {
    if (['journal.json', 'journal.damaged'].every((name) => statIn(vault, run, name) === null)) removeRun(vault, run);
  }
}

function removeRun(vault: Vault, run: string): void {
  // Delete the journal first: without its `done` marker it would look unfinished.
  removeFile(pathIn(vault, run, 'journal.json'));
  removeFolder(confined(vault, `${RUNS_DIR}/${run}`));
}

/** All run folders relative to the root, including those without a journal. */
export const listRunFolders = (vault: Vault): string[] => runFolders(vault).map((run) => `${RUNS_DIR}/${run}`);

const runFolders = (vault: Vault): string[] => namesIn(absolute(vault, RUNS_DIR)).filter((name) => RUN.test(name));

const statIn = (vault: Vault, run: string, name: string): number | null =>
  readStat(absolute(vault, `${RUNS_DIR}/${run}/${name}`))?.mtimeMs ?? null;

const pathIn = (vault: Vault, run: string, name: string): string => confined(vault, `${RUNS_DIR}/${run}/${name}`);

// Cleans up after killed processes: deletes memvault's hidden temporary files and no others. Called by the holder of
// the lock and by init; a live writer whose file is deleted writes it again.

export function sweep(vault: Vault, open: readonly Journal[]): void {
  const pages = open.flatMap((journal) => [...journal.pages, ...journal.generated]);
  const written = new Set(['.', vault.dailyDir, ...pages.map(({ path }) => dirname(path))]);
  for (const folder of [OWN, SESSIONS_DIR, ...listRunFolders(vault), ...written])
    removeTemporaries(absolute(vault, folder));
  sweepCache(vault);
}

/** The same for the cache only, for code that writes it without the lock. */
export function sweepCache(vault: Vault): void {
  for (const folder of [CACHE_DIR, INDEX_DIR]) removeTemporaries(absolute(vault, folder));
}
