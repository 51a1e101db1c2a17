// What changed in a folder since the last time, as plain data that may go to another process, and a folder that is kept
// the same by it. Of objects of git, which never change, only the names are looked at.
import { lstatSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow, identityOf } from '../support/files-below.ts';

export interface Changes {
  /** `modified` in seconds. */
  readonly changed: readonly {
    readonly path: string;
    readonly bytes: Uint8Array;
    readonly mode: number;
    readonly modified: number;
  }[];
  readonly removed: readonly string[];
}

const OBJECTS = /^\.git\/objects\//;

/**
 * Gives what changed below a folder since it was asked last; at first all that is there. Paths that match `except` are
 * left out; links are read.
 */
export function watchFolder(root: string, except: RegExp): () => Changes {
  let known = new Map<string, string | null>();
  return () => {
    const found = new Map<string, string | null>();
    const changed: Changes['changed'][number][] = [];
    for (const path of filesBelow(root, except)) {
      const before = known.get(path);
      if (before !== undefined && OBJECTS.test(path)) {
        found.set(path, before);
        continue;
      }
      const stat = lstatSync(join(root, path), { bigint: true });
      const identity = identityOf(stat);
      found.set(path, identity);
      if (before !== identity || identity === null)
        changed.push({
          path,
          bytes: readFileSync(join(root, path)),
          mode: Number(stat.mode) & 0o777,
          modified: Number(stat.mtimeNs) / 1e9,
        });
    }
    const removed = [...known.keys()].filter((path) => !found.has(path));
    known = found;
    return { changed, removed };
  };
}

/** Makes a folder what the one is that the changes are of, if it was what that was before. */
export function applyChanges(root: string, { changed, removed }: Changes): void {
  for (const path of removed) rmSync(join(root, path), { force: true });
  for (const { path, bytes, mode, modified } of changed) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    // As a new file: the old one may not be written, or be a second name of another.
    rmSync(file, { force: true });
    writeFileSync(file, bytes, { mode });
    utimesSync(file, modified, modified);
  }
}
