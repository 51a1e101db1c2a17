// Which path of a program goes into an entry that stays for years. Pure: it judges names, the disk was asked before.

/** A folder of one version goes away with the next: `v20.11.0`, `Cellar/node/20.1.0`, `.pnpm/memvault@0.1.0`. */
const VERSION = /(?:^|[/\\@_-])v?\d+\.\d+/;
/** Folders that are gone after the next login, or whenever a cache is emptied. */
const PASSING = /^\/(?:var\/)?run\/user\/|fnm_multishells|[/\\]_npx[/\\]/;

/**
 * The path as it is, unless it will not last and another name of the very same file will.
 * A version manager's shim is no such name: it is another file, and may choose another version by night.
 */
export function lastingPath(path: string, sameFile: readonly string[]): string {
  return lastsNot(path) === null ? path : (sameFile.find((other) => lastsNot(other) === null) ?? path);
}

/** Why a path may be gone some day, as the end of a sentence; null where nothing says so. */
export function lastsNot(path: string): string | null {
  if (PASSING.test(path)) return 'is in a folder that is emptied now and then; install memvault first';
  return VERSION.test(path) ? 'names a version; after an upgrade, make this entry anew' : null;
}
