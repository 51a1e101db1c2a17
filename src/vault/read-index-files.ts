// What the search index needs of the vault's files: the notes, and a cache that may be lost at any time.
import {
  closeSync,
  fstatSync,
  lstatSync,
  lutimesSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Neighbours, openNeighbours } from '../language/neighbours.ts';
import { isUtf16 } from '../model/bytes.ts';
import { MemvaultError, systemCode } from '../model/errors.ts';
import type { FileChange } from '../model/journal.ts';
import { LIMITS, tooLarge } from '../model/limits.ts';
import type { CacheFile, FoundFile, IndexFiles } from '../model/ports.ts';
import { confined, makeFolderFor } from './confine.ts';
import {
  exists,
  explainIo,
  isMissing,
  namesIn,
  PRIVATE_MODE,
  readBytes,
  readStat,
  readText,
  realPath,
  removeFile,
  replaceFile,
  requireFile,
  statAt,
  syncFolder,
} from './disk.ts';
import { absolute, CACHE_DIR, LEDGER_DIR, RUNS_DIR, sourceFolder, type Vault } from './vault.ts';
import { changeOf, folderTime, noteStat, walkNotes } from './walk.ts';

// Files of the cache, read in parts and looked at. Never writes but the time of one.

/** Null where there is none. Throws `io`. */
function openCacheFile(path: string): CacheFile | null {
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
function readPart(path: string, offset: number, length: number): Uint8Array | null {
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
    if (isMissing(error)) return null;
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
function listCache(folder: string): { name: string; mtimeMs: number }[] {
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
function cacheTime(path: string): number | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? stat.mtimeMs : null;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

/** Sets the time of a file to now, makes it where there is none. What cannot be done is left. */
function touchFile(path: string): void {
  try {
    const now = Date.now() / 1000;
    if (lstatSync(path, { throwIfNoEntry: false })) lutimesSync(path, now, now);
    else writeFileSync(path, '', { flag: 'wx', mode: PRIVATE_MODE });
  } catch (error) {
    if (systemCode(error) === null) throw error;
  }
}

export interface IndexFilesOptions {
  /** A cache that cannot be written is an error; else the vault is searched all the same. */
  readonly mustKeep?: boolean;
  /** Gets why a note could not be read, which then is not in the index; once for each time that it is asked for. */
  readonly unread?: (path: string, reason: MemvaultError) => void;
}

export function indexFiles(
  vault: Vault,
  { mustKeep = false, unread = () => undefined }: IndexFilesOptions = {},
): IndexFiles {
  const { inbox, projects, wiki, personal, assets, archives } = vault.zones;
  let real: string | null = null;
  const realRoot = (): string => (real ??= realPath(vault.root));
  const decidedPages = pagesDecided(vault);
  const cache = (name: string): string => `${vault.root}/${CACHE_DIR}/${name}`;
  const keep = (write: () => boolean): boolean => {
    try {
      return write();
    } catch (error) {
      if (mustKeep || !(error instanceof MemvaultError)) throw error;
      return false;
    }
  };
  const publish = (name: string, bytes: Uint8Array, isStill?: () => boolean): boolean =>
    keep(() => {
      const target = confined(vault, `${CACHE_DIR}/${name}`);
      makeFolderFor(vault, target);
      const isReplaced = replaceFile(target, bytes, isStill, PRIVATE_MODE);
      syncFolder(dirname(target));
      return isReplaced;
    });
  return {
    walk: async (only) =>
      walkNotes(vault.root, null, { only: only ?? null }) ??
      (await import('./notes.ts')).walkByRules(vault, { only: only ?? null }),
    read: (path) =>
      readIfPossible(
        () => readNote(absolute(vault, path), path.startsWith(`${vault.dailyDir}/`) ? LIMITS.log : LIMITS.page),
        (reason) => unread(path, reason),
      ),
    readPart: (path, offset, length) =>
      readIfPossible(
        () => readPart(absolute(vault, path), offset, length),
        (reason) => unread(path, reason),
      ),
    stat: (path) => found(path, noteStat(`${vault.root}/${path}`, realRoot)),
    statRules: (path) => found(path, statAt(absolute(vault, path)) ?? null),
    folderTime: (folder) => folderTime(`${vault.root}/${folder}`),
    // What cannot be read of it is made anew.
    readCache: (name) =>
      readIfPossible(
        () => readText(cache(name)),
        () => undefined,
      ),
    openCache: (name) =>
      readIfPossible(
        () => openCacheFile(cache(name)),
        () => undefined,
      ),
    publishCache: publish,
    listCache: (folder) => listCache(cache(folder)),
    removeCache: (name) =>
      void keep(() => {
        removeFile(confined(vault, `${CACHE_DIR}/${name}`));
        return true;
      }),
    cacheTime: (name) => cacheTime(cache(name)),
    touchCache: (name) =>
      void readIfPossible(
        () => touchFile(confined(vault, `${CACHE_DIR}/${name}`)),
        () => undefined,
      ),
    dailyDir: vault.dailyDir,
    zones: [inbox, projects, wiki, personal, assets, archives],
    sources: sourceFolder(vault),
    isForeign: (path) => path.startsWith(`${inbox}/`) && !decidedPages().has(path) && !isBeingWritten(vault, path),
  };
}

/** The pages that decisions name. Kept until a file of the ledger changes. */
function pagesDecided(vault: Vault): () => ReadonlySet<string> {
  const folder = absolute(vault, LEDGER_DIR);
  let seen = '';
  let pages = new Set<string>();
  return () => {
    const files = listCache(folder).filter(({ name }) => name.endsWith('.jsonl'));
    const now = files.map(({ name, mtimeMs }) => `${name} ${mtimeMs}`).join('\n');
    if (now === seen) return pages;
    seen = now;
    pages = new Set();
    for (const { name } of files)
      for (const [, page = ''] of (readText(`${folder}/${name}`) ?? '').matchAll(/"page":"((?:[^"\\]|\\["\\])*)"/g))
        pages.add(page.replace(/\\(.)/g, '$1'));
    return pages;
  };
}

/**
 * Did a run write it that has not come to its ledger yet, or was cut short before? Else the page would pass for a
 * person's until it changes.
 */
function isBeingWritten(vault: Vault, path: string): boolean {
  const text = readText(absolute(vault, path));
  return namesIn(absolute(vault, RUNS_DIR)).some((run) => {
    if (exists(absolute(vault, `${RUNS_DIR}/${run}/done`))) return false;
    const journal = readText(absolute(vault, `${RUNS_DIR}/${run}/journal.json`));
    return journal !== null && pagesIn(journal).some((page) => page?.path === path && page.after === text);
  });
}

/** Of a journal, which another version may have written or a kill may have damaged. */
function pagesIn(journal: string): readonly (Partial<FileChange> | null)[] {
  try {
    const { pages } = JSON.parse(journal) as { pages?: unknown };
    return Array.isArray(pages) ? (pages as (Partial<FileChange> | null)[]) : [];
  } catch {
    return [];
  }
}

const found = (path: string, stat: { size: number; mtimeMs: number; ctimeMs: number } | null): FoundFile | null =>
  stat === null ? null : { path, size: stat.size, mtimeMs: changeOf(stat) };

/** Its words would be no words, and nobody would know why they are not found. Throws `io`. */
function readNote(path: string, most: number): Uint8Array | null {
  const large = tooLarge(readStat(path)?.size ?? 0, most);
  if (large !== null) throw new MemvaultError('io', `${path} is left out: ${large}`, { hint: 'split it' });
  const bytes = readBytes(path);
  if (bytes === null || !isUtf16(bytes)) return bytes;
  throw new MemvaultError('io', `cannot read ${path}: it is UTF-16, not UTF-8`);
}

function readIfPossible<T>(read: () => T, unread: (reason: MemvaultError) => void): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
    unread(error);
    return null;
  }
}

/** The table of words that are used alike; where there is none, no word has neighbours. */
export function readNeighbours({ templates }: { readonly templates: string }): Neighbours {
  try {
    const bytes = readBytes(join(templates, 'words', 'neighbours.en.bin')) ?? Buffer.alloc(0);
    return openNeighbours((from, to) => bytes.subarray(from, to));
  } catch {
    return { of: () => [] };
  }
}
