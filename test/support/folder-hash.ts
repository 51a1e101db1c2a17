// What a folder holds, as one value to compare.
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Paths whose bytes may change without a change of memory. */
const CACHES = /^\.memvault\/(cache|lock|runs|state\.json)(\/|$)/;

/** `path → digest` of every file below a folder, those that match `except` left out. */
export function hashFolder(root: string, except: RegExp = CACHES): Record<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  return Object.fromEntries(
    paths
      .filter((path) => !except.test(path))
      .sort()
      .flatMap((path) => {
        const stat = lstatSync(join(root, path));
        if (stat.isDirectory()) return [];
        const bytes = stat.isSymbolicLink() ? `-> ${readlinkSync(join(root, path))}` : readFileSync(join(root, path));
        return [[path, createHash('sha256').update(bytes).digest('hex')]];
      }),
  );
}
