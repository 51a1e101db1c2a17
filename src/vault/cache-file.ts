// Files of the cache, read in parts and looked at. Never writes but the time of one.
import {
  closeSync,
  fstatSync,
  lutimesSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { systemCode } from '../model/errors.ts';
import type { CacheFile } from '../model/index-files.ts';
import { explainIo, PRIVATE_MODE, requireFile } from './disk.ts';

/** Null where there is none. Throws `io`. */
export function openCacheFile(path: string): CacheFile | null {
  const fd = openIfThere(path);
  if (fd === null) return null;
  let stat: Stats;
  try {
    stat = fstatSync(fd);
  } catch (error) {
    closeSync(fd);
    throw explainIo(error, 'read', path);
  }
  const { size, mtimeMs, ctimeMs, ino } = stat;
  return {
    size,
    identity: `${size} ${mtimeMs} ${ctimeMs} ${ino}`,
    read: (offset, length) => {
      const bytes = Buffer.allocUnsafe(length);
      if (readFully(fd, bytes, offset, path) === length) return bytes;
      throw explainIo(Object.assign(new Error('it ends before'), { code: 'EIO' }), 'read', path);
    },
    close: () => closeSync(fd),
  };
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

function openIfThere(path: string): number | null {
  try {
    requireFile(path);
    return openSync(path, 'r');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return null;
    throw explainIo(error, 'read', path);
  }
}

/** A read may give less than was asked for. Gives how much there was. */
function readFully(fd: number, bytes: Uint8Array, offset: number, path: string): number {
  let done = 0;
  try {
    while (done < bytes.length) {
      const count = readSync(fd, bytes, done, bytes.length - done, offset + done);
      if (count === 0) break;
      done += count;
    }
  } catch (error) {
    throw explainIo(error, 'read', path);
  }
  return done;
}

/** Names and times of the files in a folder; none where it cannot be read. */
export function listCache(folder: string): { name: string; mtimeMs: number }[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const mtimeMs = cacheTime(`${folder}/${name}`);
      return mtimeMs === null ? [] : [{ name, mtimeMs }];
    });
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return [];
  }
}

/** Null where there is none, or it cannot be looked at. */
export function cacheTime(path: string): number | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? stat.mtimeMs : null;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

/** Sets the time of a file to now, makes it where there is none. What cannot be done is left. */
export function touchFile(path: string): void {
  try {
    const now = Date.now() / 1000;
    if (lstatSync(path, { throwIfNoEntry: false })) lutimesSync(path, now, now);
    else writeFileSync(path, '', { flag: 'wx', mode: PRIVATE_MODE });
  } catch (error) {
    if (systemCode(error) === null) throw error;
  }
}
