// Clears away what killed processes left: hidden temporary files, never anything with a name of its own.
// Called by who holds the lock.
import { dirname } from 'node:path';
import type { Journal } from '../model/journal.ts';
import { sweepTemporaries } from './disk.ts';
import { absolute, LEDGER_DIR, OWN, type Vault } from './vault.ts';

const HOUR = 3_600_000;

/** Files that only the holder of the lock writes lose their temporaries at once; others when they are an hour old. */
export function sweep(vault: Vault, open: readonly Journal[]): void {
  for (const folder of [OWN, LEDGER_DIR]) sweepTemporaries(absolute(vault, folder), 0);
  if (open.length > 0) {
    const folders = open.flatMap((journal) => [...journal.pages, ...journal.generated].map(({ path }) => dirname(absolute(vault, path))));
    for (const folder of new Set(folders)) sweepTemporaries(folder, 0);
  }
  for (const folder of [vault.root, absolute(vault, vault.dailyDir)]) sweepTemporaries(folder, HOUR);
}
