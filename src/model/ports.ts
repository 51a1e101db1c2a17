// Interfaces to the outside world. main creates their implementations once and passes them to every room.

/** Returns a new fact id: ten base-32 characters. */
export type NewId = () => string;

/** Receives progress of long work, never results. */
export interface Progress {
  /** `done` of `total` things; total 0 if unknown. `tokens`: of a model, so far. */
  update(label: string, done: number, total: number, tokens?: number): void;
  /** Removes the progress line. */
  end(): void;
}

/** Checked between steps of long work; tells whether Ctrl-C or a terminating signal was received. */
export interface Cancel {
  readonly requested: boolean;
  /** Aborts at that moment, for code that waits on external work. */
  readonly signal?: AbortSignal;
}

/** For work without progress display or cancellation. */
export const UNWATCHED = { progress: { update: () => undefined, end: () => undefined }, cancel: { requested: false } };

/** A signal that aborts after `ms` or with `signal`. Created anew for each call, so that no listeners accumulate. */
export function within(ms: number, signal: AbortSignal | undefined): AbortSignal {
  const time = AbortSignal.timeout(ms);
  return signal === undefined ? time : AbortSignal.any([time, signal]);
}

export interface FileStat {
  readonly size: number;
  readonly mtimeMs: number;
}

/**
 * A file of the vault found by a walk: its path relative to the vault's root, with `/`, and its change time (ctime),
 * which cannot be set.
 */
export interface FoundFile extends FileStat {
  readonly path: string;
}

// What the index needs: the vault's files and a cache.

/** The result of a walk through the vault. */
export interface Listing {
  readonly notes: readonly FoundFile[];
  /** The folders visited, the root as the empty path, with times read before their contents; 0 if unknown. */
  readonly folders: readonly { readonly path: string; readonly mtimeMs: number }[];
  /** Ignore files of git. */
  readonly rules: readonly FoundFile[];
}

export interface IndexFiles {
  /**
   * Every `.md` file of the vault that git does not ignore, including daily logs and core files, unordered. Loads the
   * parser of ignore rules only if there are some.
   */
  walk(): Promise<Listing>;
  /** The bytes of a listed file; null if it is gone or cannot be read. */
  read(path: string): Uint8Array | null;
  readCache(name: string): string | null;
  /** Size and change time of a note; null if it is gone, not a file, or leads out of the vault. */
  stat(path: string): FoundFile | null;
  /** Change time of a folder in milliseconds; null if it is gone. */
  folderTime(folder: string): number | null;
  /** Size and time of an ignore file; null if it does not exist. */
  statRules(path: string): FoundFile | null;
  /** Bytes of a note from `offset`, fewer at its end; null if it is gone or cannot be read. */
  readPart(path: string, offset: number, length: number): Uint8Array | null;
  /** Opens a cache file; null if it does not exist. Names may include a folder: `search/manifest`. */
  openCache(name: string): CacheFile | null;
  /**
   * Writes a temporary file, syncs and renames it. `isStill` is called right before the rename; if it returns false,
   * nothing happens and the result is false, as it is if the vault cannot be written and does not have to be.
   */
  publishCache(name: string, bytes: Uint8Array, isStill?: () => boolean): boolean;
  /** Names and times of the files in a cache folder. */
  listCache(folder: string): readonly { readonly name: string; readonly mtimeMs: number }[];
  /** Does nothing if it does not exist. */
  removeCache(name: string): void;
  /** Modification time of a cache file in milliseconds; null if it does not exist. */
  cacheTime(name: string): number | null;
  /** Sets that time to now and creates an empty file if necessary. Errors are ignored. */
  touchCache(name: string): void;
  /** The folder of the daily logs, relative to the vault's root. */
  readonly dailyDir: string;
  /** The folders whose notes are pages, in the order of the settings. */
  readonly zones: readonly string[];
  /** A folder in one of them with other people's texts, which are not pages. */
  readonly sources?: string;
  /**
   * Called for a note that seems to have claims: true if it is in the inbox and no decision of memvault placed them
   * there.
   */
  isForeign?(path: string): boolean;
}

/** An open file: all reads see one version, even if the file is replaced meanwhile. */
export interface CacheFile {
  readonly size: number;
  /** Size, times and inode as one string: a different string means different bytes, or a copy. */
  readonly identity: string;
  /** Throws `io` past the end of the file. */
  read(offset: number, length: number): Uint8Array;
  close(): void;
}

/** File access for settings. */
export interface SettingsFiles {
  /** Size and change time of a file by its absolute path; null only if it does not exist. Throws on anything else. */
  stat(path: string): FileStat | null;
  /** The text of a file including its BOM; null only if it does not exist. Throws on anything else. */
  read(path: string): string | null;
  /** Replaces a file atomically (temporary file, then rename) and creates its folder. Throws if it cannot. */
  write(path: string, text: string): void;
}

// Tells whether an address belongs to this machine. Pure: resolves no names.

/**
 * True if data sent to this address cannot leave the machine: `localhost`, 127.0.0.0/8, ::1, their mapped forms, and
 * 0.0.0.0 and ::, which clients treat the same. False for everything else, including subdomains of localhost, which
 * some systems look up at a name server, and invalid addresses.
 */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '');
  // In the form produced by the URL parser: 127.1 and 0x7f000001 become four numbers, IPv6 its shortest form.
  return (
    host === 'localhost' ||
    /^127(?:\.\d+){3}$/.test(host) ||
    host === '0.0.0.0' ||
    host === '[::1]' ||
    host === '[::]' ||
    /^\[::ffff:7f[\da-f]{2}:[\da-f]+\]$/.test(host)
  );
}
