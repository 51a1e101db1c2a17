// What the program reaches the world through. main builds these once; every room gets them passed in.

/** A fresh fact id: ten base-32 characters. */
export type NewId = () => string;

/** Receives progress while something long goes on. Never receives an answer. */
export interface Progress {
  /** `done` of `total` things; total 0 when it is not known. `tokens`: of a model, so far. */
  update(label: string, done: number, total: number, tokens?: number): void;
  /** Takes the progress line away again. */
  end(): void;
}

/**
 * Checked between steps of anything long; says whether a person pressed Ctrl-C or a signal came that ends a program.
 */
export interface Cancel {
  readonly requested: boolean;
  /** Aborts at that moment: for what waits on somebody else. */
  readonly signal?: AbortSignal;
}

/** For what nobody waits for, and nobody stops. */
export const UNWATCHED = { progress: { update: () => undefined, end: () => undefined }, cancel: { requested: false } };

/** Aborts after so many milliseconds, or with the signal. Of its own for each call: it leaves nothing on that one. */
export function within(ms: number, signal: AbortSignal | undefined): AbortSignal {
  const time = AbortSignal.timeout(ms);
  return signal === undefined ? time : AbortSignal.any([time, signal]);
}

export interface FileStat {
  readonly size: number;
  readonly mtimeMs: number;
}

/**
 * A file of the vault as a walk sees it: its path from the vault's root, with `/`; its time is that of any change,
 * which nobody can set.
 */
export interface FoundFile extends FileStat {
  readonly path: string;
}

// What the index needs from the world: the files of the vault and a place for what it derived from them.

/** What a walk through the vault finds. */
export interface Listing {
  readonly notes: readonly FoundFile[];
  /**
   * The folders it went through, the root as the empty path, with times from before they were read; 0 for one that it
   * only saw.
   */
  readonly folders: readonly { readonly path: string; readonly mtimeMs: number }[];
  /** The files that say what git ignores. */
  readonly rules: readonly FoundFile[];
}

export interface IndexFiles {
  /**
   * Every `.md` file of the vault that git does not ignore, daily logs and core files included, in no order. Loads
   * what reads rules of git only if there are some.
   */
  walk(): Promise<Listing>;
  /** The bytes of a listed file; null when it is gone or cannot be read. */
  read(path: string): Uint8Array | null;
  readCache(name: string): string | null;
  /**
   * Size and time of the last change, of whatever, of one note; null when it is gone, is no file or leads out of the
   * vault.
   */
  stat(path: string): FoundFile | null;
  /** Time of the last change of a folder, in milliseconds; null when it is gone. */
  folderTime(folder: string): number | null;
  /** Size and time of a file that says what git ignores; null when there is none. */
  statRules(path: string): FoundFile | null;
  /** Bytes of a note from `offset` on, fewer where it ends before; null when it is gone or cannot be read. */
  readPart(path: string, offset: number, length: number): Uint8Array | null;
  /** A file of the cache, open; null when there is none. Names may have a folder: `search/manifest`. */
  openCache(name: string): CacheFile | null;
  /**
   * Written beside, flushed, renamed. `isStill` is asked right before the new bytes take the place of the old; where it
   * says no, nothing happens and false is given, as where the vault cannot be written and need not be.
   */
  publishCache(name: string, bytes: Uint8Array, isStill?: () => boolean): boolean;
  /** Names and times of the files in a folder of the cache. */
  listCache(folder: string): readonly { readonly name: string; readonly mtimeMs: number }[];
  /** Of no consequence where there is none. */
  removeCache(name: string): void;
  /** Time of the last change of a file in the cache, in milliseconds; null when there is none. */
  cacheTime(name: string): number | null;
  /** Sets that time to now, making an empty file where there is none. Of no consequence where that cannot be done. */
  touchCache(name: string): void;
  /** The folder of the daily logs, from the vault's root. */
  readonly dailyDir: string;
  /** The folders whose notes are pages, in the order of the settings. */
  readonly zones: readonly string[];
  /** A folder within one of them whose notes are by others: they are no pages. */
  readonly sources?: string;
  /**
   * Asked of a note that seems to have claims: true where it lies in the inbox and no decision of memvault put them
   * there.
   */
  isForeign?(path: string): boolean;
}

/** An open file: what is read of it is of one version, whatever is put in its place meanwhile. */
export interface CacheFile {
  readonly size: number;
  /** Size and times as the system tells them, in one text: another text means other bytes, or a copy. */
  readonly identity: string;
  /** Throws `io` where the file ends before. */
  read(offset: number, length: number): Uint8Array;
  close(): void;
}

/** What reading the settings needs of the file system. */
export interface SettingsFiles {
  /** Size and change time of a file by its absolute path; null only where there is none. Throws on anything else. */
  stat(path: string): FileStat | null;
  /** The text of a file, its BOM included; null only where there is none. Throws on anything else. */
  read(path: string): string | null;
  /** Replaces a file at once (temporary file, then rename) and makes its folder. Throws where it cannot. */
  write(path: string, text: string): void;
}
