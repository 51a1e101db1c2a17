// Clears away what killed processes left: the hidden temporary files of files that memvault writes, and never
// another's. Called by who holds the lock, and by init; a process that writes meanwhile finds its own gone and makes
// it anew.
import { basename, dirname } from 'node:path';
import { isDay } from '../model/day.ts';
import type { Journal } from '../model/journal.ts';
import { removeFile, shortName, temporariesIn } from './disk.ts';
import { listRunFolders } from './journal.ts';
import { SCHEMA_FILES } from './own-files.ts';
import {
  absolute,
  CACHE_DIR,
  CATALOGUE_FILE,
  INDEX_DIR,
  OWN,
  RUN_LOG_FILE,
  SESSIONS_DIR,
  SUMMARY_FILE,
  type Vault,
} from './vault.ts';

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
