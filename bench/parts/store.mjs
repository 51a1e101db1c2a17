// A folder for what takes long to make: generated vaults, indexes of other engines, a newer node. It lies below the
// system's temporary folder, or where MEMVAULT_BENCH_CACHE says. What was not used for a week is removed.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = process.env.MEMVAULT_BENCH_CACHE ?? join(tmpdir(), 'memvault-bench-cache');
const WEEK = 7 * 86_400_000;

/** The folder of this name, filled by `make(folder)` where it is not there yet. What fails leaves nothing. */
export function stored(name, make) {
  mkdirSync(ROOT, { recursive: true });
  removeOld();
  const folder = join(ROOT, name);
  if (!existsSync(folder)) {
    const temporary = mkdtempSync(join(ROOT, '.making-'));
    try {
      make(temporary);
      renameSync(temporary, folder);
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      throw error;
    }
  }
  const now = new Date();
  utimesSync(folder, now, now);
  return folder;
}

/** Short, and another one as soon as a byte of one of these files is. */
export function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(readFileSync(path)).update('\0');
  return hash.digest('hex').slice(0, 12);
}

function removeOld() {
  for (const name of readdirSync(ROOT)) {
    const path = join(ROOT, name);
    if (Date.now() - statSync(path).mtimeMs > WEEK) rmSync(path, { recursive: true, force: true });
  }
}
