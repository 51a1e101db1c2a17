// A text outside the vault that a person edits: in a folder that only its owner can enter, gone afterwards.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ScratchFile {
  readonly path: string;
  /** What stands in it now; null where it is gone or cannot be read. */
  read(): string | null;
  remove(): void;
}

/** Throws what the disk throws. */
export function makeScratchFile(name: string, text: string): ScratchFile {
  const folder = mkdtempSync(join(tmpdir(), 'memvault-'));
  const path = join(folder, name);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch (error) {
    remove();
    throw error;
  }
  return {
    path,
    read: () => {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return null;
      }
    },
    remove,
  };
}
