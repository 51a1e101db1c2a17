// Files for another program to read: made in a folder of their own outside the vault, and gone afterwards.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainIo } from './disk.ts';

/** Gives `use` the paths of files with these bytes, by their names. */
export async function withScratchFiles<N extends string, T>(files: Readonly<Record<N, Uint8Array>>, use: (paths: Readonly<Record<N, string>>) => Promise<T>): Promise<T> {
  const folder = makeScratch();
  try {
    const paths: Record<string, string> = {};
    for (const [name, bytes] of Object.entries<Uint8Array>(files)) {
      paths[name] = join(folder, name);
      write(join(folder, name), bytes);
    }
    return await use(paths as Record<N, string>);
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
