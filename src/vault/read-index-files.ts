// The vault's files as the search index accesses them: the notes, and a cache that may be lost at any time.
import { closeSync, fstatSync, lutimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Neighbours, openNeighbours } from '../language/neighbours.ts';
import { isUtf16 } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { LIMITS, tooLarge } from '../model/limits.ts';
import type { CacheFile, FoundFile, IndexFiles } from '../model/ports.ts';
import { confined, makeFolderFor } from './confine.ts';
import {
  explainIo,
  namesIn,
  orElse,
  orNull,
  ownStat,
  PRIVATE_MODE,
  openIfThere,
  readBytes,
  readFully,
  readPart,
  readStat,
  readText,
  realPath,
  removeFile,
  replaceFile,
  statAt,
  statIfAny,
  syncFolder,
  tryIo,
} from './disk.ts';
import { openRuns, readJournal } from './journal.ts';
import { absolute, CACHE_DIR, LEDGER_DIR, sourceFolder, type Vault } from './vault.ts';
import { changeOf, folderTime, noteStat, walkNotes } from './notes.ts';

// Opens and inspects cache files. Writes nothing but a modification time.

/** Null if it does not exist. Throws `io`. */
function openCacheFile(path: string): CacheFile | null {
  const fd = openIfThere(path);
  if (fd === null) return null;
  const { size, mtimeMs, ctimeMs, ino } = tryIo('read', path, () => fstatSync(fd));
  return {
    size,
    identity: `${size} ${mtimeMs} ${ctimeMs} ${ino}`,
    read: (offset, length) => {
      const bytes = Buffer.allocUnsafe(length);
      if (readFully(fd, bytes, offset, path) === length) return bytes;
      throw explainIo(Object.assign(new Error('unexpected end of file'), { code: 'EIO' }), 'read', path);
    },
    close: () => closeSync(fd),
  };
}

/** Names and times of the files in a folder; empty if it cannot be read. */
function listCache(folder: string): { name: string; mtimeMs: number }[] {
  return (orNull(() => namesIn(folder)) ?? []).flatMap((name) => {
    const mtimeMs = cacheTime(`${folder}/${name}`);
    return mtimeMs === null ? [] : [{ name, mtimeMs }];
  });
}

/** Null if it does not exist or cannot be read. */
function cacheTime(path: string): number | null {
  const stat = statIfAny(path);
  return stat?.isFile() === true ? stat.mtimeMs : null;
}

/** Sets the modification time to now; creates the file if necessary. Throws `io`. */
function touchFile(path: string): void {
  const now = Date.now() / 1000;
  const isThere = ownStat(path) !== undefined;
  tryIo('write', path, () =>
    isThere ? lutimesSync(path, now, now) : writeFileSync(path, '', { flag: 'wx', mode: PRIVATE_MODE }),
  );
}

export interface IndexFilesOptions {
  /** Throw if the cache cannot be written; otherwise the vault is searched without it. */
  readonly mustKeep?: boolean;
  /** Called with the reason whenever a note cannot be read and is therefore not indexed. */
  readonly unread?: (path: string, reason: MemvaultError) => void;
}

export function indexFiles(
  vault: Vault,
  { mustKeep = false, unread = () => undefined }: IndexFilesOptions = {},
): IndexFiles {
  let real: string | null = null;
  const realRoot = (): string => (real ??= realPath(vault.root));
  const decidedPages = pagesDecided(vault);
  const cache = (name: string): string => `${vault.root}/${CACHE_DIR}/${name}`;
  const keep = (write: () => boolean): boolean =>
    orElse(write, (error) => {
      if (mustKeep) throw error;
      return false;
    });
  const reporting = <T>(path: string, read: () => T): T | null =>
    orElse(read, (reason) => {
      unread(path, reason);
      return null;
    });
  return {
    walk: () => Promise.resolve(walkNotes(vault.root)),
    read: (path) => reporting(path, () => readNote(vault, path)),
    readPart: (path, offset, length) => reporting(path, () => readPart(absolute(vault, path), offset, length)),
    stat: (path) => found(path, noteStat(`${vault.root}/${path}`, realRoot)),
    statRules: (path) => found(path, statAt(absolute(vault, path)) ?? null),
    folderTime: (folder) => folderTime(`${vault.root}/${folder}`),
    // An unreadable cache is rebuilt.
    readCache: (name) => orNull(() => readText(cache(name))),
    openCache: (name) => orNull(() => openCacheFile(cache(name))),
    publishCache: (name, bytes, isStill) =>
      keep(() => {
        const target = confined(vault, `${CACHE_DIR}/${name}`);
        makeFolderFor(vault, target);
        const isReplaced = replaceFile(target, bytes, isStill, PRIVATE_MODE);
        syncFolder(dirname(target));
        return isReplaced;
      }),
    listCache: (folder) => listCache(cache(folder)),
    removeCache: (name) =>
      void keep(() => {
        removeFile(confined(vault, `${CACHE_DIR}/${name}`));
        return true;
      }),
    cacheTime: (name) => cacheTime(cache(name)),
    touchCache: (name) => void orNull(() => touchFile(confined(vault, `${CACHE_DIR}/${name}`))),
    dailyDir: vault.dailyDir,
    zones: Object.values(vault.zones),
    sources: sourceFolder(vault),
    isForeign: (path) =>
      path.startsWith(`${vault.zones.inbox}/`) && !decidedPages().has(path) && !isBeingWritten(vault, path),
  };
}

/** The pages named by decisions. Cached until a ledger file changes. */
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
 * True if an unfinished run wrote the page but has not recorded it in the ledger yet. Otherwise the page would pass for
 * a person's until it changes.
 */
function isBeingWritten(vault: Vault, path: string): boolean {
  const text = readText(absolute(vault, path));
  const open = openRuns(vault).flatMap((run) => readJournal(vault, run)?.pages ?? []);
  return open.some((page) => page.path === path && page.after === text);
}

const found = (path: string, stat: { size: number; mtimeMs: number; ctimeMs: number } | null): FoundFile | null =>
  stat === null ? null : { path, size: stat.size, mtimeMs: changeOf(stat) };

/** Rejects UTF-16, whose text would silently never be found, and files that are too large. Throws `io`. */
function readNote(vault: Vault, name: string): Uint8Array | null {
  const path = absolute(vault, name);
  const most = name.startsWith(`${vault.dailyDir}/`) ? LIMITS.log : LIMITS.page;
  const large = tooLarge(readStat(path)?.size ?? 0, most);
  if (large !== null) throw new MemvaultError('io', `skipped ${path}: ${large}`, { hint: 'split it' });
  const bytes = readBytes(path);
  if (bytes === null || !isUtf16(bytes)) return bytes;
  throw new MemvaultError('io', `cannot read ${path}: it is UTF-16, not UTF-8`);
}

/** Loads the table of near words; without it no word has neighbours. */
export function readNeighbours({ templates }: { readonly templates: string }): Neighbours {
  try {
    const bytes = readBytes(join(templates, 'words', 'neighbours.en.bin')) ?? Buffer.alloc(0);
    return openNeighbours((from, to) => bytes.subarray(from, to));
  } catch {
    return { of: () => [] };
  }
}
