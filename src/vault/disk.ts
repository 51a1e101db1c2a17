// The file system, and nothing above it: reading, atomic writing and appending. Every other room reaches files
// through this.
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
  return new MemvaultError('io', `cannot ${doing} ${path}: ${code}`, {
    cause: error,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Throws `io` for a pipe, a socket or a device: reading one may wait for ever, or never end. */
function requireFile(path: string, stat = statIfAny(path)): void {
  if (stat === undefined || stat.isFile() || stat.isDirectory()) return;
  throw new MemvaultError('io', `cannot read ${path}: it is a pipe or a device, not a file`, {
    hint: 'move it away, and bring the file back from git or a backup',
  });
}

/** What `work` gives; a fault of the system says what was done to which path. Throws `io`. */
export function tryIo<T>(doing: string, path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explainIo(error, doing, path);
  }
}

/** The same; null for what is not there. */
export function ifThere<T>(doing: string, path: string, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (isMissing(error)) return null;
    throw explainIo(error, doing, path);
  }
}

/** What `work` gives; `instead` where it throws as memvault does. */
export function orElse<T, U>(work: () => T, instead: (error: MemvaultError) => U): T | U {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
    return instead(error);
  }
}

/** The bytes of a file, or null where there is none. */
export const readBytes = (path: string): Buffer | null => readWhole(path, () => readFileSync(path));

/** A file as text, as `decodeBytes` gives it, or null where there is none. */
export function readText(path: string): string | null {
  // Node reads UTF-8 without a buffer in between, which is quicker; what is not UTF-8 needs its bytes.
  const text = readWhole(path, () => readFileSync(path, 'utf8'));
  if (text?.includes('\uFFFD') !== true) return text;
  const bytes = readBytes(path);
  return bytes === null ? null : decodeBytes(bytes);
}

function readWhole<T>(path: string, read: () => T): T | null {
  // An error thrown and caught costs ten looks.
  const stat = statAt(path);
  if (stat === undefined) return null;
  requireFile(path, stat);
  return ifThere('read', path, read);
}

/** Bytes of a file from `offset` on, fewer where it ends before; null where there is none. Throws `io`. */
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

/** To be read and closed; null where there is none. Throws `io`. */
export function openIfThere(path: string): number | null {
  requireFile(path);
  return ifThere('read', path, () => openSync(path, 'r'));
}

/** A read may give less than was asked for. Gives how much there was. */
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

/** Is there a file or folder of this path? */
export const exists = (path: string): boolean => readStat(path) !== null;

/** Size and time of change, or null where there is no file. */
export function readStat(path: string): FileStat | null {
  const stat = statAt(path);
  return stat === undefined ? null : { size: stat.size, mtimeMs: stat.mtimeMs };
}

/** As `readStat`, with the time of any change to the file, which nobody can set. */
export function readChange(path: string): FileStat | null {
  const stat = statAt(path);
  return stat === undefined ? null : { size: stat.size, mtimeMs: stat.ctimeMs };
}

/** Is this a system error for a missing file or folder? */
function isMissing(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Where a path really is, without links. Throws `io`. */
export const realPath = (path: string): string => tryIo('reach', path, () => realpathSync.native(path));

/** Does a real path lie in a real folder, or is it that folder? */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** What is at a path, links followed; undefined where nothing is. Throws `io`. */
export const statAt = (path: string): Stats | undefined =>
  ifThere('read', path, () => statSync(path, { throwIfNoEntry: false })) ?? undefined;

/** The same; undefined also where it cannot be looked at. */
export const statIfAny = (path: string): Stats | undefined =>
  orElse(
    () => statAt(path),
    () => undefined,
  );

/** What a path is by itself, also a link; undefined where nothing is. Throws `io`. */
export const ownStat = (path: string): Stats | undefined =>
  ifThere('read', path, () => lstatSync(path, { throwIfNoEntry: false })) ?? undefined;

/** A folder, and no link to one. */
export const isRealFolder = (path: string): boolean => ownStat(path)?.isDirectory() ?? false;

/** A folder, or a link to one. */
export const isFolder = (path: string): boolean => statAt(path)?.isDirectory() ?? false;

/**
 * Makes a folder and those above it. For what lies in a vault see `makeFolderFor`, which never makes the vault itself.
 */
export function makeFolder(path: string): void {
  tryIo('make the folder', path, () => mkdirSync(path, { recursive: true }));
}

/**
 * Replaces a file as a whole, in a folder that is there: a reader sees the old bytes or the new ones, also after a
 * power cut. `mode`: its permissions; without it they stay as they are.
 */
export function writeAtomic(path: string, bytes: Uint8Array | string, mode?: number): void {
  replaceFile(path, bytes, () => true, mode);
  syncFolder(dirname(path));
}

/** To open a file for reading: no link is followed, and no pipe is waited for. */
export const NOT_FOLLOWED = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The permissions of a file that nobody but its owner is to read or write. */
export const PRIVATE_MODE = 0o600;

/**
 * The same for one of many files: until `syncFolder` was called for its folder, a power cut may bring back
 * the old bytes, whole. `isStill` is asked when all else is done, right before the new bytes take the place of the
 * old; where it says no, the file stays as it is, and false is given.
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
      // Swept away by another process, which took it for one that a kill left.
      if (isWritten && !again && systemCode(error) === 'ENOENT') continue;
      throw explainIo(error, 'write', path);
    }
  }
}

/** Opens a file or a folder, works on it, makes that last, closes it. Throws errors of the system as they are. */
function withSynced(path: string, flags: string | number, work: (fd: number) => void, mode?: number): void {
  const fd = openSync(path, flags, mode);
  try {
    work(fd);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Takes a file away that was begun. One that cannot be is settled or swept away by the next holder of the lock. */
function discard(path: string): void {
  orElse(
    () => removeFile(path),
    () => undefined,
  );
}

/** Removes a file; without one nothing happens. */
export function removeFile(path: string): void {
  tryIo('remove', path, () => rmSync(path, { force: true }));
}

/** Removes a folder that nothing is in; false where it stays. */
export function removeEmptyFolder(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Removes a folder and all that is in it. */
export function removeFolder(path: string): void {
  tryIo('remove', path, () => rmSync(path, { recursive: true, force: true }));
}

/** The names in a folder; none where there is no folder. Throws `io`. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // A file in its place is no empty folder: nothing is known of what should be there.
    if (systemCode(error) === 'ENOENT') return [];
    throw explainIo(error, 'read the folder', folder);
  }
}

/** What is in a folder, with its kind. Throws `io`. */
export const entriesIn = (folder: string): Dirent[] =>
  tryIo('read the folder', folder, () => readdirSync(folder, { withFileTypes: true }));

/** The same; null for a folder that is not there or cannot be read. */
export const entriesIfAny = (folder: string): Dirent[] | null =>
  orElse(
    () => entriesIn(folder),
    () => null,
  );

/**
 * Removes what killed writes left in a folder, of one file or of all. A writer that finds its own file gone writes it
 * again.
 */
export function removeTemporaries(folder: string, file?: string): void {
  for (const name of namesIn(folder)) {
    const of = TEMPORARY.exec(name)?.[1];
    if (of !== undefined && (file === undefined || of === shortName(file))) removeFile(join(folder, name));
  }
}

/** Names memvault, so that no other program's file and no person's is ever taken for one. */
const TEMPORARY = /^\.(.+)\.memvault-[0-9a-z]{9,21}\.tmp$/s;

/** What a temporary file keeps of the name of its file: a name of 255 bytes leaves no room for more. */
const shortName = (name: string): string => [...name].slice(0, 40).join('');

/**
 * A hidden neighbour of a file, under a name that no other process and no other call uses: when its process began, to
 * the microsecond, and how many nanoseconds ago. Draws no number, so that the ids of facts do not hang on how many
 * files were written before.
 */
export function temporaryFor(path: string): string {
  const unique = `${Math.round(performance.timeOrigin * 1e3).toString(36)}${Math.round(performance.now() * 1e6)
    .toString(36)
    .padStart(6, '0')}`;
  return join(dirname(path), `.${shortName(basename(path))}.memvault-${unique}.tmp`);
}

/** Makes the names in a folder last. */
export function syncFolder(folder: string): void {
  try {
    withSynced(folder, 'r', () => undefined);
  } catch (error) {
    if (['EIO', 'ENOSPC', 'EDQUOT', 'EROFS'].includes(systemCode(error) ?? '')) throw explainIo(error, 'write', folder);
    // Windows and some network file systems cannot sync a folder; the file itself is synced.
  }
}

/**
 * Appends bytes with one write, then fsync. Several writers at once tear and lose nothing. `mustExist`: makes no file.
 * `isPrivate`: for its owner alone.
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

/** Overwrites bytes of a file that is there, in place, then fsync. */
export function overwriteBytes(path: string, at: number, bytes: Uint8Array): void {
  tryIo('write', path, () =>
    withSynced(path, 'r+', (fd) => {
      for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at + done);
    }),
  );
}

/** Appends whole lines; where the file's last line was torn, it is ended first. */
export function appendLines(path: string, lines: readonly string[], { isPrivate = false } = {}): void {
  if (lines.length === 0) return;
  appendBytes(path, Buffer.from((endsTorn(path) ? '\n' : '') + lines.map((line) => `${line}\n`).join('')), {
    isPrivate,
  });
}

/**
 * The same for lines of a private file whose loss in a power cut costs nothing: they reach the disk when the system
 * writes them, and no more of the file is read than its end. Gives its size then.
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
  const bytes = readBytes(path);
  return bytes !== null && bytes.length > 0 && bytes[bytes.length - 1] !== 10;
}

/** Makes a file with its first bytes, all at once; false where it exists already. `prepare` runs before one is made. */
export function createOnce(path: string, bytes: string | Uint8Array, prepare: () => void = () => undefined): boolean {
  if (existsSync(path)) return false;
  prepare();
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
    }
  } catch (error) {
    throw explainIo(error, 'create', path);
  } finally {
    discard(temporary);
  }
}

function createPlainly(path: string, bytes: string | Uint8Array): boolean {
  try {
    writeFileSync(path, bytes, { flag: 'wx' });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}
