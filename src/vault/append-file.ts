// Files that are begun once and grow: made with their first bytes, appended to. Nothing here replaces what is there,
// but for bytes that are overwritten in place.
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  linkSync,
  openSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { discard, explainIo, PRIVATE_MODE, readBytes, requireFile, temporaryFor, withSynced } from './disk.ts';

/**
 * Appends bytes with one write, then fsync. Several writers at once tear and lose nothing. `mustExist`: makes no file.
 * `isPrivate`: for its owner alone.
 */
export function appendBytes(path: string, bytes: Uint8Array, { mustExist = false, isPrivate = false } = {}): void {
  try {
    requireFile(path);
    withSynced(
      path,
      constants.O_WRONLY | constants.O_APPEND | (mustExist ? 0 : constants.O_CREAT),
      (fd) => {
        if (isPrivate) fchmodSync(fd, PRIVATE_MODE);
        const written = writeSync(fd, bytes);
        if (written < bytes.length) {
          throw new MemvaultError('io', `only ${written} of ${bytes.length} bytes could be written to ${path}`, {
            hint: 'the disk is probably full; free some space and log the rest again',
          });
        }
      },
      isPrivate ? PRIVATE_MODE : 0o666,
    );
  } catch (error) {
    throw explainIo(error, 'append to', path);
  }
}

/** Appends bytes to a private file that a power cut may take. Throws `io`. */
export function appendLoosely(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes, { flag: 'a', mode: PRIVATE_MODE });
  } catch (error) {
    throw explainIo(error, 'append to', path);
  }
}

/** Overwrites bytes of a file that is there, in place, then fsync. */
export function overwriteBytes(path: string, at: number, bytes: Uint8Array): void {
  try {
    withSynced(path, 'r+', (fd) => {
      for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at + done);
    });
  } catch (error) {
    throw explainIo(error, 'write', path);
  }
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
  try {
    requireFile(path);
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
  } catch (error) {
    throw explainIo(error, 'append to', path);
  }
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
