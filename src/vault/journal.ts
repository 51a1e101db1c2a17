// The journals of runs as files: `.memvault/runs/<run>/journal.json`, beside it `done` and `committed`, empty
// files that say so. Untracked. Knows what a journal is, not what it is for.
import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { compareText } from '../model/fact.ts';
import { RUN_ID_PATTERN } from '../model/ids.ts';
import type { Journal } from '../model/journal.ts';
import { hasTexts, isObject, isText, type JsonObject, parseJson } from '../model/json.ts';
import { confined, writeInVault } from './confine.ts';
import {
  namesIn,
  orElse,
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
  const value = parseJson(readText(absolute(vault, `${RUNS_DIR}/${run}/journal.json`)) ?? '');
  return isJournal(value) && value.run === run ? value : null;
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
  tryIo('put aside', path, () => renameSync(path, pathIn(vault, run, 'journal.damaged')));
}

/** Journals of runs that a clone keeps, for `dream --undo` and `diff`. */
const KEEP_RUNS = 30;

/**
 * Removes the journals of runs that are done, but for the newest so many. What cannot be removed stays: it harms
 * nobody.
 */
export function pruneJournals(vault: Vault): void {
  orElse(
    () => {
      const kept = listRuns(vault);
      for (const { run } of kept.filter(({ done }) => done).slice(0, Math.max(0, kept.length - KEEP_RUNS)))
        removeRun(vault, run);
    },
    () => undefined,
  );
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

// Clears away what killed processes left: the hidden temporary files of memvault, and never another's. Called by who
// holds the lock, and by init; a process that writes meanwhile finds its own gone and makes it anew.

export function sweep(vault: Vault, open: readonly Journal[]): void {
  const pages = open.flatMap((journal) => [...journal.pages, ...journal.generated]);
  const written = new Set(['.', vault.dailyDir, ...pages.map(({ path }) => dirname(path))]);
  for (const folder of [OWN, SESSIONS_DIR, ...listRunFolders(vault), ...written])
    removeTemporaries(absolute(vault, folder));
  sweepCache(vault);
}

/** The same for the cache alone, for who writes it without the lock. */
export function sweepCache(vault: Vault): void {
  for (const folder of [CACHE_DIR, INDEX_DIR]) removeTemporaries(absolute(vault, folder));
}
