// What reading the settings needs of the file system. The vault's room provides it; tests wrap it.

import type { FileStat } from './ports.ts';

export interface SettingsFiles {
  /** Size and time of a file by its absolute path; null only where there is none. Throws on anything else. */
  stat(path: string): FileStat | null;
  /** The text of a file, its BOM included; null only where there is none. Throws on anything else. */
  read(path: string): string | null;
  /** Replaces a file at once (temporary file, then rename) and makes its folder. Throws where it cannot. */
  write(path: string, text: string): void;
}
