// Files that decide what memvault may run: the user's own beside their config, which nobody else could have written,
// and those that count with what a vault asks for.
import { createHash } from 'node:crypto';
import { closeSync, openSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { realUserFile } from './confine.ts';
import {
  explainIo,
  isFolder,
  isWithin,
  makeFolder,
  namesIn,
  ownStat,
  PRIVATE_MODE,
  readBytes,
  readStat,
  readText,
  removeFile,
  syncFolder,
  withSynced,
} from './disk.ts';

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
  return isWithin(realUserFile(folder), realOrNearest(path));
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

export interface FileDigest {
  /** Of a folder's own file its name, else an absolute path without links. */
  readonly path: string;
  /** Of its bytes; null for a path alone. */
  readonly digest: string | null;
}

/** The names that memvault reads in a folder of prompts. */
const PROMPT = /^(?:first-look|second-look|overview|pass|memory|inbox|contradictions|extract)(?:-\d+)?\.md$/i;

/** The folder that `models.prompts` means. */
export function promptFolder(value: string, root: string, home: string | null): string {
  if (/^~(?:[\\/]|$)/.test(value) && home !== null) return join(home, value.slice(1));
  return isAbsolute(value) ? value : join(root, value);
}

/**
 * Where the folder really is, then its prompts by name. Throws `refused` for one that is a link out of it, or no file
 * at all.
 */
export function lookAtPrompts(folder: string): FileDigest[] {
  const real = realUserFile(folder);
  const files = namesIn(real)
    .filter((name) => PROMPT.test(name))
    .sort();
  return [
    { path: real, digest: null },
    ...files.map((name) => ({ path: name, digest: digestOf(regular(real, name)) })),
  ];
}

function regular(folder: string, name: string): string {
  const path = join(folder, name);
  if (ownStat(path)?.isSymbolicLink() === true && !leadsInto(folder, path))
    throw new MemvaultError('refused', `the prompt ${path} is a link that leads out of its folder`, {
      hint: 'put the file itself there',
    });
  if (!isRegular(path)) throw new MemvaultError('refused', `the prompt ${path} is no file`, { hint: 'remove it' });
  return path;
}

/**
 * Files of the vault among the words of a command line, also behind a `=`. `from`: the folder in which it would run.
 */
export function vaultFilesIn(words: readonly string[], root: string, from: string): FileDigest[] {
  const paths = [...words, ...words.flatMap((word) => word.split('=').slice(1))]
    .filter((word) => word !== '')
    .map((word) => resolve(from, word));
  const inVault = [...new Set(paths)].filter((path) => isRegular(path) && leadsInto(root, path)).map(realUserFile);
  return [...new Set(inVault)].sort().map((path) => ({ path, digest: digestOf(path) }));
}

/** The hooks that `git commit` may run. */
const HOOK = new RegExp(
  String.raw`^(?:pre-commit|prepare-commit-msg|commit-msg|post-commit|post-index-change|reference-transaction|` +
    String.raw`pre-auto-gc)(?:\.exe)?$`,
);

/** The names of the hooks in a folder that git would run: those that are executable, on Windows all. */
export function hooksIn(folder: string, platform: string): string[] {
  // `core.hooksPath` may be /dev/null.
  return (isFolder(folder) ? namesIn(folder) : [])
    .filter((name) => {
      const path = join(folder, name);
      return HOOK.test(name) && isRegular(path, platform === 'win32' ? null : 0o111);
    })
    .sort();
}

const digestOf = (path: string): string =>
  createHash('sha256')
    .update(readBytes(path) ?? '')
    .digest('hex');

/** `anyOf`: bits of the mode of which one must be set. */
function isRegular(path: string, anyOf: number | null = null): boolean {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat !== undefined && stat.isFile() && (anyOf === null || (stat.mode & anyOf) !== 0);
  } catch (error) {
    if (systemCode(error) !== null) return false;
    throw error;
  }
}
