// What the index needs from the world: the files of the vault and a place for what it derived from them.
import type { FoundFile } from './ports.ts';

export interface IndexFiles {
  /** Every `.md` file of the vault that git does not ignore, daily logs and core files included. */
  list(): readonly FoundFile[];
  /** The bytes of a listed file; null when it is gone or cannot be read. */
  read(path: string): Uint8Array | null;
  readCache(name: string): string | null;
  /** Atomic, best effort: a vault that cannot be written is searched all the same. */
  writeCache(name: string, text: string): void;
  /** The folder of the daily logs, from the vault's root. */
  readonly dailyDir: string;
  /** The folders whose notes are pages, in the order of the settings. */
  readonly zones: readonly string[];
}
