// Files of the user's own beside their config, outside any vault: read only where nobody else could have written them,
// changed by one process at a time.
import { closeSync, openSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, isAbsolute, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { explainIo, makeFolder, PRIVATE_MODE, readStat, readText, removeFile, syncFolder, withSynced } from './disk.ts';
import { realUserFile } from './settings-files.ts';

/** Its text, or null where there is none. Throws `refused` where others than its owner may write it. */
export function readPrivate(path: string, platform: string): string | null {
  const text = readText(path);
  if (text === null || platform === 'win32') return text; // There, permissions are no matter of these bits.
  for (const [place, bits] of [
    [path, 0o022],
    [dirname(realUserFile(path)), 0o002],
  ] as const) {
    if ((modeOf(place) & bits) === 0) continue;
    throw new MemvaultError(
      'refused',
      `others besides you may write to ${place}, so what ${path} says does not count`,
      { hint: `look at what it says, then: chmod go-w ${place}` },
    );
  }
  return text;
}

function modeOf(path: string): number {
  try {
    const { mode } = statSync(path);
    return (mode & 0o1000) === 0 ? mode : mode & ~0o002; // In a sticky folder nobody replaces another's file.
  } catch (error) {
    throw explainIo(error, 'read', path);
  }
}

const STEP_MS = 50;
/** No change takes that long: who left its lock so long ago was killed. */
const STALE_MS = 10_000;
/** So many that a lock grows stale meanwhile. */
const TRIES = (STALE_MS * 1.2) / STEP_MS;

/**
 * Changes it as a whole, for its owner alone to read and write; what others change meanwhile is not lost. Throws as
 * `readPrivate`, and `locked`.
 */
export async function changePrivate(
  path: string,
  platform: string,
  change: (text: string | null) => string,
): Promise<void> {
  const target = realUserFile(path);
  makeFolder(dirname(target));
  const lock = `${target}.lock`;
  await takeTurn(lock);
  try {
    const text = change(readPrivate(path, platform));
    becomeFile(lock, target, text);
  } catch (error) {
    removeFile(lock);
    throw error;
  }
  syncFolder(dirname(target));
}

/**
 * The lock takes the new text and the file's name in one step, so that a kill leaves no lock beside a file that was
 * changed.
 */
function becomeFile(lock: string, target: string, text: string): void {
  try {
    withSynced(lock, 'r+', (fd) => writeFileSync(fd, text));
    renameSync(lock, target);
  } catch (error) {
    throw explainIo(error, 'write', target);
  }
}

async function takeTurn(lock: string): Promise<void> {
  for (let tries = 0; !createLock(lock); tries++) {
    const since = readStat(lock)?.mtimeMs;
    if (since !== undefined && Math.abs(Date.now() - since) > STALE_MS) removeFile(lock);
    else if (tries >= TRIES)
      throw new MemvaultError('locked', `another memvault is changing ${lock.replace(/\.lock$/, '')}`, {
        hint: `try again; if none is at work, remove ${lock}`,
      });
    else await wait(STEP_MS);
  }
}

/** False where it is there already. Empty, and made without a temporary file: a kill leaves nothing beside it. */
function createLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', PRIVATE_MODE));
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw explainIo(error, 'create', lock);
  }
}

/** Does this path, whatever links are on the way, lie in that folder? Also for what is not there yet. */
export function leadsInto(folder: string, path: string): boolean {
  const way = relative(realUserFile(folder), realOrNearest(path));
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

function realOrNearest(path: string): string {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      return join(realpathSync.native(at), ...missing);
    } catch (error) {
      if (systemCode(error) === null || at === dirname(at)) throw explainIo(error, 'reach', path);
      missing.unshift(at.slice(dirname(at).length).replace(/^[/\\]/, ''));
    }
  }
}
