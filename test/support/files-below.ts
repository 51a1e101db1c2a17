// The files below a folder, and what is in them: folders that are left out are not entered, and a file that is the same
// one as before, by number, size and times, is not read again.
import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Paths from the root, with `/`, those that match `except` left out. */
export function filesBelow(root: string, except: RegExp): string[] {
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
      const path = folder + entry.name;
      if (except.test(path)) continue;
      if (entry.isDirectory()) visit(`${path}/`);
      else found.push(path);
    }
  };
  visit('');
  return found.sort();
}

interface Known {
  readonly identity: string;
  readonly digest: string;
}

/** A file may change twice in one tick of the clock of its file system. */
const TICK_MS = 50;

/** What a file has as long as it is the same; null where it changed just now, and may once more. */
export function identityOf({ ino, size, mtimeNs, ctimeNs, ctimeMs }: BigIntStats): string | null {
  return Date.now() - Number(ctimeMs) > TICK_MS ? [ino, size, mtimeNs, ctimeNs].join(' ') : null;
}

/** `path → digest` of the files below a folder, as often as it is asked. */
export function rememberDigests(): (root: string, except: RegExp) => Record<string, string> {
  const known = new Map<string, Known>();
  const digestOf = (path: string): string => {
    const stat = lstatSync(path, { bigint: true });
    const identity = identityOf(stat);
    const last = known.get(path);
    if (identity !== null && last?.identity === identity) return last.digest;
    const bytes = stat.isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path);
    const digest = createHash('sha256').update(bytes).digest('hex');
    if (identity === null) known.delete(path);
    else known.set(path, { identity, digest });
    return digest;
  };
  return (root, except) =>
    Object.fromEntries(filesBelow(root, except).map((path) => [path, digestOf(`${root}/${path}`)]));
}
