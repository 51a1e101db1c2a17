// What the search index needs of the vault's files: the notes, and a cache that may be lost at any time.
import type { IndexFiles } from '../model/index-files.ts';
import { MemvaultError } from '../model/errors.ts';
import { readBytes } from './disk.ts';
import { writeInVault } from './folders.ts';
import { listNotes } from './notes.ts';
import { absolute, CACHE_DIR, type Vault } from './vault.ts';

export interface IndexFilesOptions {
  /** A cache that cannot be written is an error; else the vault is searched all the same. */
  readonly mustKeep?: boolean;
  /** Gets why a note could not be read, which then is not in the index; once for each time that it is asked for. */
  readonly unread?: (path: string, reason: MemvaultError) => void;
}

export function indexFiles(vault: Vault, { mustKeep = false, unread = () => undefined }: IndexFilesOptions = {}): IndexFiles {
  const { inbox, projects, wiki, personal, assets, archives } = vault.zones;
  return {
    list: () => listNotes(vault),
    read: (path) => readIfPossible(absolute(vault, path), (reason) => unread(path, reason)),
    // What cannot be read of it is made anew.
    readCache: (name) => readIfPossible(absolute(vault, `${CACHE_DIR}/${name}`), () => undefined)?.toString('utf8') ?? null,
    writeCache: (name, text) => {
      try {
        writeInVault(vault, `${CACHE_DIR}/${name}`, text);
      } catch (error) {
        if (mustKeep || !(error instanceof MemvaultError)) throw error;
      }
    },
    dailyDir: vault.dailyDir,
    zones: [inbox, projects, wiki, personal, assets, archives],
  };
}

function readIfPossible(path: string, unread: (reason: MemvaultError) => void): Buffer | null {
  try {
    return readBytes(path);
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
    unread(error);
    return null;
  }
}
