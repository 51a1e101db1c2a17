// The file system layer: reading, atomic writing and appending. All other code accesses files through it.
import {
  closeSync,
  constants,
  type Dirent,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { decodeBytes } from '../model/bytes.ts';
import { MemvaultError, systemCode } from '../model/errors.ts';
import type { FileStat } from '../model/ports.ts';

const HINTS: Readonly<Record<string, string>> = {
  EACCES: 'check who owns the folder and its permissions',
  EPERM: 'check who owns the folder and its permissions',
  EROFS: 'the file system is read-only; mount it for writing or choose another vault',
  ENOSPC: 'the disk is full; free some space and run the command again',
  EDQUOT: 'your disk quota is used up; free some space and run the command again',
  EIO: 'the disk reported an error; retry once it works again',
  ENOENT: 'no such folder; check that the drive is mounted and the folder was not renamed',
  EEXIST: 'a file with this name already exists',
  ENOTDIR: 'part of this path is a file, not a folder',
  EISDIR: 'this is a folder, not a file',
};

/** Turns a system error into a MemvaultError; returns any other error unchanged. */
export function explainIo(error: unknown, doing: string, path: string): unknown {
  const code = systemCode(error);
  if (code === null || error instanceof MemvaultError) return error;
  const hint = HINTS[code];
  return new MemvaultError('io', `cannot ${doing} ${path}: ${code}`, {
    cause: error,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Throws `io` for a pipe, a socket or a device: reading one may block or never end. */
function requireFile(path: string, stat = statIfAny(path)): void {
  if (stat === undefined || stat.isFile() || stat.isDirectory()) return;
  throw new MemvaultError('io', `cannot read ${path}: it is a pipe or a device, not a file`, {
    hint: 'move it away, and restore the file from git or a backup',
  });
}

/** Runs `work`; a system error is rethrown as `io` with the action and the path. */
export function tryIo<T>(doing: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explainIo(error, doing, path);
  }
}

/** The same, but null if the path does not exist. */
export function ifThere<T>(doing: string, path: string, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (isMissing(error)) return null;
    throw explainIo(error, doing, path);
  }
}

/** Runs `work`; returns `instead` if it throws a MemvaultError. */
export function orElse<T, U>(work: () => T, instead: (error: MemvaultError) => U): T | U {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
    return instead(error);
  }
}

/** Runs `work`; returns null if it throws a MemvaultError. */
export const orNull = <T>(work: () => T): T | null => orElse(work, () => null);

/** The bytes of a file; null if it does not exist. */
export const readBytes = (path: string): Buffer | null => readWhole(path, () => readFileSync(path));

/** The text of a file, decoded like `decodeBytes`; null if it does not exist. */
export function readText(path: string): string | null {
  // Reading UTF-8 directly avoids an intermediate buffer and is faster; anything else needs its bytes.
  const text = readWhole(path, () => readFileSync(path, 'utf8'));
  if (text?.includes('\uFFFD') !== true) return text;
  const bytes = readBytes(path);
  return bytes === null ? null : decodeBytes(bytes);
}

function readWhole<T>(path: string, read: () => T): T | null {
  // Throwing and catching an error costs as much as ten stats.
  const stat = statAt(path);
  if (stat === undefined) return null;
  requireFile(path, stat);
  return ifThere('read', path, read);
}

/** Bytes of a file from `offset`, fewer at its end; null if it does not exist. Throws `io`. */
export function readPart(path: string, offset: number, length: number): Uint8Array | null {
  const fd = openIfThere(path);
  if (fd === null) return null;
  try {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readFully(fd, bytes, offset, path));
  } finally {
    closeSync(fd);
  }
}

/** A file descriptor, which the caller closes; null if the file does not exist. Throws `io`. */
export function openIfThere(path: string): number | null {
  requireFile(path);
  return ifThere('read', path, () => openSync(path, 'r'));
}

/** Loops, because a single read may return less than requested. Returns the number of bytes read. */
export function readFully(fd: number, bytes: Uint8Array, offset: number, path: string): number {
  return tryIo('read', path, () => {
    let done = 0;
    while (done < bytes.length) {
      const count = readSync(fd, bytes, done, bytes.length - done, offset + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  });
}

/** True if the path exists. */
export const exists = (path: string): boolean => readStat(path) !== null;

/** Size and modification time; null if the path does not exist. */
export function readStat(path: string): FileStat | null {
  const stat = statAt(path);
  return stat === undefined ? null : { size: stat.size, mtimeMs: stat.mtimeMs };
}

/** Like `readStat` but with the ctime, which cannot be set. */
export function readChange(path: string): FileStat | null {
  const stat = statAt(path);
  return stat === undefined ? null : { size: stat.size, mtimeMs: stat.ctimeMs };
}

/** True for a system error that means a missing file or folder. */
function isMissing(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Resolves all symlinks. Throws `io`. */
export const realPath = (path: string): string => tryIo('reach', path, () => realpathSync.native(path));

/** True if a real path is a real folder or inside it. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** Stat of a path, following symlinks; undefined if it does not exist. Throws `io`. */
export const statAt = (path: string): Stats | undefined =>
  ifThere('read', path, () => statSync(path, { throwIfNoEntry: false })) ?? undefined;

/** The same, but undefined also if it cannot be read. */
export const statIfAny = (path: string): Stats | undefined => orNull(() => statAt(path)) ?? undefined;

/** Stat of a path without following a symlink; undefined if it does not exist. Throws `io`. */
export const ownStat = (path: string): Stats | undefined =>
  ifThere('read', path, () => lstatSync(path, { throwIfNoEntry: false })) ?? undefined;

/** True for a folder, but not for a symlink to one. */
export const isRealFolder = (path: string): boolean => ownStat(path)?.isDirectory() ?? false;

/** True for a folder or a symlink to one. */
export const isFolder = (path: string): boolean => statAt(path)?.isDirectory() ?? false;

/**
 * Creates a folder and its parents. Inside a vault use `makeFolderFor`, which never creates the vault itself. Folders
 * are created one by one: below /proc, node's `recursive` never ends.
 */
export function makeFolder(path: string): void {
  const missing = [path];
  for (let above = dirname(path); !existsSync(above); above = dirname(above)) missing.unshift(above);
  for (const folder of missing) makeOneFolder(folder);
}

/** Its parent must exist. */
export function makeOneFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created it just now.
    if (systemCode(error) !== 'EEXIST' || !isFolder(folder)) throw explainIo(error, 'create the folder', folder);
  }
}

/**
 * Replaces a file atomically in an existing folder: readers see the old bytes or the new ones, even after a power cut.
 * `mode`: its permissions, by default unchanged.
 */
export function writeAtomic(path: string, bytes: Uint8Array | string, mode?: number): void {
  replaceFile(path, bytes, () => true, mode);
  syncFolder(dirname(path));
}

/** Flags for opening a file for reading without following a symlink or blocking on a pipe. */
export const NOT_FOLLOWED = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Owner-only permissions. */
export const PRIVATE_MODE = 0o600;

/**
 * The same for one of many files: until `syncFolder` is called for its folder, a power cut may bring back the old
 * bytes. `isStill` is called right before the rename; if it returns false, the file stays and the result is false.
 */
export function replaceFile(
  path: string,
  bytes: Uint8Array | string,
  isStill: () => boolean = () => true,
  asMode?: number,
): boolean {
  for (let again = false; ; again = true) {
    const temporary = temporaryFor(path);
    let isWritten = false;
    try {
      const mode = asMode ?? statSync(path, { throwIfNoEntry: false })?.mode;
      withSynced(temporary, 'wx', (fd) => writeFileSync(fd, bytes), mode === undefined ? 0o666 : mode & 0o7777);
      isWritten = true;
      if (!isStill()) {
        discard(temporary);
        return false;
      }
      renameSync(temporary, path);
      return true;
    } catch (error) {
      discard(temporary);
      // Another process deleted it as the leftover of a killed write.
      if (isWritten && !again && systemCode(error) === 'ENOENT') continue;
      throw explainIo(error, 'write', path);
    }
  }
}

/** Opens a file or folder, runs `work`, syncs and closes it. Throws raw system errors. */
function withSynced(path: string, flags: string | number, work: (fd: number) => void, mode?: number): void {
  const fd = openSync(path, flags, mode);
  try {
    work(fd);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Deletes a temporary file. If that fails, the next holder of the lock cleans it up. */
const discard = (path: string): void => void orNull(() => removeFile(path));

/** Deletes a file; does nothing if it does not exist. */
export function removeFile(path: string): void {
  tryIo('remove', path, () => rmSync(path, { force: true }));
}

/** Deletes an empty folder; returns false if it stays. */
export function removeEmptyFolder(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Deletes a folder with its contents. */
export function removeFolder(path: string): void {
  tryIo('remove', path, () => rmSync(path, { recursive: true, force: true }));
}

/** The names in a folder; empty if it does not exist. Throws `io`. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // A file in its place must not pass for an empty folder: its contents are unknown.
    if (systemCode(error) === 'ENOENT') return [];
    throw explainIo(error, 'read the folder', folder);
  }
}

/** The entries of a folder with their types. Throws `io`. */
export const entriesIn = (folder: string): Dirent[] =>
  tryIo('read the folder', folder, () => readdirSync(folder, { withFileTypes: true }));

/** The same, but null if the folder does not exist or cannot be read. */
export const entriesIfAny = (folder: string): Dirent[] | null => orNull(() => entriesIn(folder));

/**
 * Deletes the leftovers of killed writes in a folder, for one file or all. A live writer whose file was deleted writes
 * it again.
 */
export function removeTemporaries(folder: string, file?: string): void {
  for (const name of namesIn(folder)) {
    const of = TEMPORARY.exec(name)?.[1];
    if (of !== undefined && (file === undefined || of === shortName(file))) removeFile(join(folder, name));
  }
}

/** The name contains "memvault", so that it never matches another program's file or the user's. */
const TEMPORARY = /^\.(.+)\.memvault-[0-9a-z]{9,21}\.tmp$/s;

/** The part of a file's name kept in its temporary name: a name of 255 bytes leaves no room for more. */
const shortName = (name: string): string => [...name].slice(0, 40).join('');

/**
 * A hidden name next to the file, unique across processes and calls: the start of the process in microseconds and the
 * nanoseconds since. Uses no random number, so that ids of facts do not depend on how many files were written before.
 */
export function temporaryFor(path: string): string {
  const unique = `${Math.round(performance.timeOrigin * 1e3).toString(36)}${Math.round(performance.now() * 1e6)
    .toString(36)
    .padStart(6, '0')}`;
  return join(dirname(path), `.${shortName(basename(path))}.memvault-${unique}.tmp`);
}

/** Makes the names in a folder durable. */
export function syncFolder(folder: string): void {
  try {
    withSynced(folder, 'r', () => undefined);
  } catch (error) {
    if (['EIO', 'ENOSPC', 'EDQUOT', 'EROFS'].includes(systemCode(error) ?? '')) throw explainIo(error, 'write', folder);
    // Windows and some network file systems cannot sync a folder; the file itself is synced.
  }
}

/**
 * Appends bytes with one write, then fsync. Concurrent writers neither tear nor lose anything. `mustExist`: do not
 * create the file. `isPrivate`: owner-only permissions.
 */
export function appendBytes(path: string, bytes: Uint8Array, { mustExist = false, isPrivate = false } = {}): void {
  requireFile(path);
  const flags = constants.O_WRONLY | constants.O_APPEND | (mustExist ? 0 : constants.O_CREAT);
  tryIo('append to', path, () =>
    withSynced(
      path,
      flags,
      (fd) => {
        if (isPrivate) fchmodSync(fd, PRIVATE_MODE);
        const written = writeSync(fd, bytes);
        if (written < bytes.length)
          throw new MemvaultError('io', `only ${written} of ${bytes.length} bytes could be written to ${path}`, {
            hint: 'the disk is probably full; free some space and log the rest again',
          });
      },
      isPrivate ? PRIVATE_MODE : 0o666,
    ),
  );
}

/** Overwrites bytes of an existing file in place, then fsync. */
export function overwriteBytes(path: string, at: number, bytes: Uint8Array): void {
  tryIo('write', path, () =>
    withSynced(path, 'r+', (fd) => {
      for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at + done);
    }),
  );
}

/** Appends whole lines; if the file's last line is torn, a newline comes first. */
export function appendLines(path: string, lines: readonly string[], { isPrivate = false } = {}): void {
  if (lines.length === 0) return;
  appendBytes(path, Buffer.from((endsTorn(path) ? '\n' : '') + lines.map((line) => `${line}\n`).join('')), {
    isPrivate,
  });
}

/**
 * The same for a private file that may lose lines in a power cut: it skips fsync and reads only the last byte. Returns
 * the new size.
 */
export function appendUnsynced(path: string, lines: readonly string[]): number {
  requireFile(path);
  return tryIo('append to', path, () => {
    const fd = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, PRIVATE_MODE);
    try {
      const { size, mode } = fstatSync(fd);
      if ((mode & 0o077) !== 0) fchmodSync(fd, PRIVATE_MODE);
      const last = Buffer.from('\n');
      if (size > 0) readSync(fd, last, 0, 1, size - 1);
      return size + writeSync(fd, Buffer.from(`${last[0] === 10 ? '' : '\n'}${lines.join('\n')}\n`));
    } finally {
      closeSync(fd);
    }
  });
}

function endsTorn(path: string): boolean {
  const last = readBytes(path)?.at(-1);
  return last !== undefined && last !== 10;
}

/** Creates a file with its first bytes atomically; false if it exists. `prepare` runs before it is created. */
export function createOnce(path: string, bytes: string | Uint8Array, prepare: () => void = () => undefined): boolean {
  if (existsSync(path)) return false;
  prepare();
  const temporary = temporaryFor(path);
  try {
    writeFileSync(temporary, bytes, { flag: 'wx' });
    try {
      linkSync(temporary, path);
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false;
      // Another process deleted it as the leftover of a killed write.
      if (!existsSync(temporary)) return createOnce(path, bytes);
      // No hard links here (exFAT, some network drives): create it in two steps; at worst the title comes second.
      writeFileSync(path, bytes, { flag: 'wx' });
    }
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw explainIo(error, 'create', path);
  } finally {
    discard(temporary);
  }
}
