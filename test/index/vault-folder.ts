// A real folder seen through the index's port, for tests.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { IndexFiles } from '../../src/model/ports.ts';
import { indexFiles } from '../../src/vault/read-index-files.ts';

export interface VaultFolder extends IndexFiles {
  readonly root: string;
  /** The folder of the cache. */
  readonly cache: string;
  /** How often the index was written, and which files were read. */
  readonly seen: { writes: number; reads: string[] };
  write(path: string, text: string): void;
  remove(path: string): void;
  dispose(): void;
}

const ZONES = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};

function vaultFolder(files: Readonly<Record<string, string>> = {}): VaultFolder {
  const root = mkdtempSync(join(tmpdir(), 'memvault-index-'));
  mkdirSync(join(root, '.memvault', 'cache'), { recursive: true });
  const seen = { writes: 0, reads: [] as string[] };
  const port = indexFiles({ root, dailyDir: 'daily', zones: ZONES });
  const folder: VaultFolder = {
    ...port,
    root,
    seen,
    cache: join(root, '.memvault', 'cache'),
    read: (path) => {
      seen.reads.push(path);
      return port.read(path);
    },
    // A segment is written for a manifest that names it.
    publishCache: (name, bytes, isStill) => {
      if (name === 'search/manifest') seen.writes++;
      return port.publishCache(name, bytes, isStill);
    },
    write: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    remove: (path) => rmSync(join(root, path), { force: true }),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
  for (const [path, text] of Object.entries(files)) folder.write(path, text);
  return folder;
}

/** Runs something with a folder that goes away afterwards. */
export async function withFolder<T>(
  files: Readonly<Record<string, string>>,
  run: (folder: VaultFolder) => Promise<T> | T,
): Promise<T> {
  const folder = vaultFolder(files);
  try {
    return await run(folder);
  } finally {
    folder.dispose();
  }
}

/** Makes all files and the cache older, so that nothing counts as written in the same moment. */
export const pause = () => new Promise((resolve) => setTimeout(resolve, 30));
