// The file system, and nothing above it: reading, atomic writing, appending. Every other room reaches
// files through this one, so that system errors come out as words that a person understands.
import {
  closeSync, constants, existsSync, fsyncSync, linkSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, realpathSync, renameSync,
  rmSync, statSync, unlinkSync, writeFileSync, writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { decodeBytes } from '../markdown/bytes.ts';
import { MemvaultError, systemCode } from '../model/errors.ts';
import type { FileStat } from '../model/ports.ts';

const HINTS: Readonly<Record<string, string>> = {
  EACCES: 'check who owns the folder and its permissions',
  EPERM: 'check who owns the folder and its permissions',
  EROFS: 'the file system is read-only; mount it for writing or choose another vault',
  ENOSPC: 'the disk is full; free some space and run the command again',
  EDQUOT: 'your disk quota is used up; free some space and run the command again',
  EIO: 'the disk reports a fault; when it answers again, run the command again',
  ENOENT: 'the folder is gone; is the drive still there, or was it renamed?',
  EEXIST: 'something that is no folder has this name already',
  ENOTDIR: 'something on this path is a file where a folder should be',
  EISDIR: 'this is a folder where a file should be',
};

/** A system error as a MemvaultError; any other error as it is. */
export function explainIo(error: unknown, doing: string, path: string): unknown {
  const code = systemCode(error);
  if (code === null || error instanceof MemvaultError) return error;
  const hint = HINTS[code];
  return new MemvaultError('io', `cannot ${doing} ${path}: ${code}`, { cause: error, ...(hint === undefined ? {} : { hint }) });
}

/** The bytes of a file, or null where there is none. */
export function readBytes(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw explainIo(error, 'read', path);
  }
}

/** A file as text, as `decodeBytes` gives it, or null where there is none. */
export function readText(path: string): string | null {
  try {
    // Node reads UTF-8 without a buffer in between, which is quicker; what is not UTF-8 needs its bytes.
    const text = readFileSync(path, 'utf8');
    if (!text.includes('\uFFFD')) return text;
  } catch (error) {
    if (isMissing(error)) return null;
    throw explainIo(error, 'read', path);
  }
  const bytes = readBytes(path);
  return bytes === null ? null : decodeBytes(bytes);
}

/** Size and time of change, or null where there is no file. */
export function readStat(path: string): FileStat | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat ? { size: stat.size, mtimeMs: stat.mtimeMs } : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw explainIo(error, 'read', path);
  }
}

function isMissing(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Where a path really is, without links. Throws `io`. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    throw explainIo(error, 'reach', path);
  }
}

/** A folder, and no link to one. */
export function isRealFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw explainIo(error, 'make the folder', path);
  }
}

/** Replaces a file as a whole: a reader sees the old bytes or the new ones, also after a power cut. */
export function writeAtomic(path: string, bytes: Uint8Array | string): void {
  replaceFile(path, bytes);
  syncFolder(dirname(path));
}

/**
 * The same for one of many files: until `syncFolder` was called for its folder, a power cut may bring back
 * the old bytes, whole.
 */
export function replaceFile(path: string, bytes: Uint8Array | string): void {
  makeFolder(dirname(path));
  const temporary = temporaryFor(path);
  try {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    const fd = openSync(temporary, 'wx', mode === undefined ? 0o666 : mode & 0o7777);
    try {
      writeFileSync(fd, bytes);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    if (existsSync(temporary)) unlinkSync(temporary);
    throw explainIo(error, 'write', path);
  }
}

/** Removes a file; without one nothing happens. */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw explainIo(error, 'remove', path);
  }
}

/** Removes a folder and all that is in it. */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    throw explainIo(error, 'remove', path);
  }
}

/** What writes of a file that were killed left beside it. */
export function temporariesOf(folder: string, name: string): string[] {
  const start = temporaryStart(name);
  try {
    return readdirSync(folder).filter((other) => other.startsWith(start) && UNIQUE.test(other.slice(start.length))).map((other) => join(folder, other));
  } catch (error) {
    if (isMissing(error)) return [];
    throw explainIo(error, 'read the folder', folder);
  }
}

const UNIQUE = /^[0-9a-z]{9,17}\.tmp$/;

const temporaryStart = (name: string): string => `.${name.slice(0, 80)}.`;

/** A hidden neighbour of a file, under a name that no other process and no other call uses. */
function temporaryFor(path: string): string {
  const unique = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;
  return join(dirname(path), `${temporaryStart(basename(path))}${unique}.tmp`);
}

/** Makes the names in a folder last. */
export function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // Windows and some network file systems cannot sync a folder; the file itself is synced.
  }
}

/** Appends bytes with one write, then fsync. Several writers at once tear and lose nothing. */
export function appendBytes(path: string, bytes: Uint8Array): void {
  let fd: number | null = null;
  try {
    fd = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o666);
    const written = writeSync(fd, bytes);
    if (written < bytes.length) {
      throw new MemvaultError('io', `only ${written} of ${bytes.length} bytes could be written to ${path}`, { hint: 'the disk is probably full; free some space and log the rest again' });
    }
    fsyncSync(fd);
  } catch (error) {
    throw explainIo(error, 'append to', path);
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/** Appends whole lines; where the file's last line was torn, it is ended first. */
export function appendLines(path: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  makeFolder(dirname(path));
  appendBytes(path, Buffer.from((endsTorn(path) ? '\n' : '') + lines.map((line) => `${line}\n`).join('')));
}

function endsTorn(path: string): boolean {
  const bytes = readBytes(path);
  return bytes !== null && bytes.length > 0 && bytes[bytes.length - 1] !== 10;
}

/** Makes a file with its first bytes, all at once; false where it exists already. */
export function createOnce(path: string, bytes: string): boolean {
  if (existsSync(path)) return false;
  makeFolder(dirname(path));
  const temporary = temporaryFor(path);
  try {
    writeFileSync(temporary, bytes, { flag: 'wx' });
    try {
      linkSync(temporary, path);
      return true;
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false;
      // Swept away by another process, which took it for one that a kill left.
      if (!existsSync(temporary)) return createOnce(path, bytes);
      // No hard links here (exFAT, some network drives): made in two steps, at worst the title comes second.
      return createPlainly(path, bytes);
    } finally {
      rmSync(temporary, { force: true });
    }
  } catch (error) {
    throw explainIo(error, 'create', path);
  }
}

function createPlainly(path: string, bytes: string): boolean {
  try {
    writeFileSync(path, bytes, { flag: 'wx' });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}
