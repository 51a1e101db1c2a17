// Clears away what killed processes left: the hidden temporary files of files that only the holder of the lock
// writes, and never another's. Called by who holds the lock.
import { basename, dirname } from 'node:path';
import type { Journal } from '../model/journal.ts';
import { removeFile, temporariesOf } from './disk.ts';
import { absolute, LOCK_FILE, RUNS_DIR, STATE_FILE, type Vault } from './vault.ts';

export function sweep(vault: Vault, open: readonly Journal[]): void {
  const replaced = open.flatMap((journal) => [...journal.pages, ...journal.generated].map(({ path }) => path));
  const journals = open.flatMap(({ run }) => ['journal.json', 'done'].map((name) => `${RUNS_DIR}/${run}/${name}`));
  for (const path of new Set([LOCK_FILE, STATE_FILE, ...replaced, ...journals])) {
    const file = absolute(vault, path);
    for (const temporary of temporariesOf(dirname(file), basename(file))) removeFile(temporary);
  }
}
