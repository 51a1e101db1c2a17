// Files for another program: in a folder of their own outside the vault that only its owner can enter, gone afterwards.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainIo, removeFolder } from './disk.ts';

/** Gives `use` the paths of files with these bytes, by their names. Throws `io`, and what `use` throws. */
export async function withScratchFiles<N extends string, T>(
  files: Readonly<Record<N, Uint8Array>>,
  use: (paths: Readonly<Record<N, string>>) => Promise<T>,
): Promise<T> {
  const folder = makeScratch();
  try {
    const paths: Record<string, string> = {};
    for (const [name, bytes] of Object.entries<Uint8Array>(files)) {
      paths[name] = join(folder, name);
      write(join(folder, name), bytes);
    }
    return await use(paths as Record<N, string>);
  } finally {
    removeFolder(folder);
  }
}

function makeScratch(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'memvault-'));
  } catch (error) {
    throw explainIo(error, 'make a folder in', tmpdir());
  }
}

function write(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes, { mode: 0o600 });
  } catch (error) {
    throw explainIo(error, 'write', path);
  }
}
