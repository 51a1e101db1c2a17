// The journals of runs as files: `.memvault/runs/<run>/journal.json`, beside it `done` and `committed`, empty
// files that say so. Untracked. Knows what a journal is, not what it is for.
import { renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isDay } from '../model/day.ts';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import { RUN_ID_PATTERN } from '../model/ids.ts';
import type { Journal } from '../model/journal.ts';
import { hasTexts, isObject, isText, type JsonObject } from '../model/json.ts';
import { confined, writeInVault } from './confine.ts';
import {
  explainIo,
  namesIn,
  readBytes,
  readStat,
  removeFile,
  removeFolder,
  shortName,
  syncFolder,
  temporariesIn,
} from './disk.ts';
import {
  absolute,
  CACHE_DIR,
  CATALOGUE_FILE,
  INDEX_DIR,
  OWN,
  RUN_LOG_FILE,
  RUNS_DIR,
  SCHEMA_FILES,
  SESSIONS_DIR,
  SUMMARY_FILE,
  type Vault,
} from './vault.ts';

export interface KeptRun {
  readonly run: string;
  /** Everything it was to write is written. */
  readonly done: boolean;
  /** A commit holds it. */
  readonly committed: boolean;
  /** When its journal was last written, milliseconds. */
  readonly at: number;
}

const RUN = new RegExp(`^${RUN_ID_PATTERN}$`);

/** Makes the journal last before anything else of the run is written. An amended one replaces its former form. */
export function writeJournal(vault: Vault, journal: Journal): void {
  writeInVault(vault, `${RUNS_DIR}/${journal.run}/journal.json`, `${JSON.stringify(journal, null, 1)}\n`);
  // The run's own folder is new too.
  syncFolder(absolute(vault, RUNS_DIR));
}

/** The journal of a run, or null where this clone has none or it cannot be read as one. */
export function readJournal(vault: Vault, run: string): Journal | null {
  if (!RUN.test(run)) return null;
  try {
    const value: unknown = JSON.parse(
      readBytes(absolute(vault, `${RUNS_DIR}/${run}/journal.json`))?.toString('utf8') ?? 'null',
    );
    return isJournal(value) && value.run === run ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const isTextOrNone = (value: unknown): boolean => value === null || isText(value);
const isEach = (list: unknown, isRight: (one: JsonObject) => boolean): boolean =>
  Array.isArray(list) && list.every((one) => isObject(one) && isRight(one));
const isChange = (one: JsonObject): boolean =>
  isText(one['path']) && isTextOrNone(one['before']) && isTextOrNone(one['after']);

/** All of it but the plan, which is only shown. One that was written by hand, or torn, is as good as none. */
function isJournal(value: unknown): value is Journal {
  if (!isObject(value) || value['version'] !== 1) return false;
  const { plan, undoes, pages, appends, generated, purges = [], moves = [] } = value;
  return (
    hasTexts(value, 'run', 'kind', 'start', 'engine') &&
    (plan === null || isObject(plan)) &&
    Array.isArray(undoes) &&
    undoes.every(isText) &&
    isEach(pages, isChange) &&
    isEach(generated, isChange) &&
    isEach(appends, (one) => hasTexts(one, 'path', 'text') && Number.isInteger(one['at'])) &&
    isEach(
      purges,
      (one) =>
        hasTexts(one, 'path', 'fact', 'digest') && [one['at'], one['length']].every((at) => Number.isInteger(at)),
    ) &&
    isEach(moves, (one) => hasTexts(one, 'from', 'to', 'digest') && isTextOrNone(one['page']))
  );
}

/** The runs that this clone has a journal of, the oldest first. */
export function listRuns(vault: Vault): KeptRun[] {
  return runFolders(vault)
    .flatMap((run): KeptRun[] => {
      const at = statIn(vault, run, 'journal.json');
      if (at === null) return [];
      return [
        { run, at, done: statIn(vault, run, 'done') !== null, committed: statIn(vault, run, 'committed') !== null },
      ];
    })
    .sort((a, b) => a.at - b.at || compareText(a.run, b.run));
}

/** Those that a crash cut short, the oldest first. */
export function openRuns(vault: Vault): string[] {
  return listRuns(vault)
    .filter(({ done }) => !done)
    .map(({ run }) => run);
}

/** Those that are done and that no commit is known to hold, the oldest first. */
export function uncommittedRuns(vault: Vault): string[] {
  return listRuns(vault)
    .filter(({ done, committed }) => done && !committed)
    .map(({ run }) => run);
}

/** Says that all of the run is written, or that a commit holds it. */
export function markRun(vault: Vault, run: string, mark: 'done' | 'committed'): void {
  try {
    writeInVault(vault, `${RUNS_DIR}/${run}/${mark}`, '');
  } catch (error) {
    // A mark that stands, if not for certain through a power cut, is enough: without it the steps are only done again.
    if (statIn(vault, run, mark) === null) throw error;
  }
}

/** Puts away a journal that cannot be read, so that it stands in nobody's way. */
export function setJournalAside(vault: Vault, run: string): void {
  const path = pathIn(vault, run, 'journal.json');
  try {
    renameSync(path, pathIn(vault, run, 'journal.damaged'));
  } catch (error) {
    throw explainIo(error, 'put aside', path);
  }
}

/** Journals of runs that a clone keeps, for `dream --undo` and `diff`. */
const KEEP_RUNS = 30;

/**
 * Removes the journals of runs that are done, but for the newest so many. What cannot be removed stays: it harms
 * nobody.
 */
export function pruneJournals(vault: Vault): void {
  try {
    const kept = listRuns(vault);
    for (const { run } of kept.filter(({ done }) => done).slice(0, Math.max(0, kept.length - KEEP_RUNS)))
      removeRun(vault, run);
  } catch (error) {
    if (systemCode(error) === null && !(error instanceof MemvaultError)) throw error;
  }
}

/** Removes the folders that a kill left before their journal was written: nothing of those runs was. */
export function removeUnbegun(vault: Vault): void {
  for (const run of runFolders(vault)) {
    if (['journal.json', 'journal.damaged'].every((name) => statIn(vault, run, name) === null)) removeRun(vault, run);
  }
}

function removeRun(vault: Vault, run: string): void {
  // First the journal: without its `done` it would look like one to finish.
  removeFile(pathIn(vault, run, 'journal.json'));
  removeFolder(confined(vault, `${RUNS_DIR}/${run}`));
}

/** The folders of runs, from the root, also of those that never began. */
export function listRunFolders(vault: Vault): string[] {
  return runFolders(vault).map((run) => `${RUNS_DIR}/${run}`);
}

function runFolders(vault: Vault): string[] {
  return namesIn(absolute(vault, RUNS_DIR)).filter((name) => RUN.test(name));
}

const statIn = (vault: Vault, run: string, name: string): number | null =>
  readStat(absolute(vault, `${RUNS_DIR}/${run}/${name}`))?.mtimeMs ?? null;

const pathIn = (vault: Vault, run: string, name: string): string => confined(vault, `${RUNS_DIR}/${run}/${name}`);

// Clears away what killed processes left: the hidden temporary files of files that memvault writes, and never
// another's. Called by who holds the lock, and by init; a process that writes meanwhile finds its own gone and makes
// it anew.

/** Files at the root that are written outside a run too. */
const AT_ROOT = [CATALOGUE_FILE, SUMMARY_FILE, RUN_LOG_FILE, ...SCHEMA_FILES, '.gitignore', '.gitattributes'];

export function sweep(vault: Vault, open: readonly Journal[]): void {
  for (const folder of [OWN, SESSIONS_DIR, CACHE_DIR, INDEX_DIR, ...listRunFolders(vault)])
    clear(vault, folder, () => true);
  clear(
    vault,
    vault.dailyDir,
    (name) => name === '.gitattributes' || (name.endsWith('.md') && isDay(name.slice(0, -3))),
  );
  const written = new Map<string, Set<string>>([['.', new Set(AT_ROOT)]]);
  for (const { path } of open.flatMap((journal) => [...journal.pages, ...journal.generated])) {
    const names = written.get(dirname(path)) ?? new Set();
    written.set(dirname(path), names.add(shortName(basename(path))));
  }
  for (const [folder, names] of written) clear(vault, folder, (name) => names.has(name));
}

/** The same for the cache alone, for who writes it without the lock. */
export function sweepCache(vault: Vault): void {
  for (const folder of [CACHE_DIR, INDEX_DIR]) clear(vault, folder, () => true);
}

function clear(vault: Vault, folder: string, isOurs: (name: string) => boolean): void {
  for (const temporary of temporariesIn(absolute(vault, folder), isOurs)) removeFile(temporary);
}
