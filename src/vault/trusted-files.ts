// Files that decide what memvault may run: the user's own beside their config, which nobody else could have written,
// and those that count with what a vault asks for.
import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { MemvaultError } from '../model/errors.ts';
import { realUserFile } from './confine.ts';
import {
  isFolder,
  isWithin,
  makeFolder,
  namesIn,
  orElse,
  ownStat,
  PRIVATE_MODE,
  readBytes,
  readText,
  realPath,
  removeTemporaries,
  statAt,
  tryIo,
  writeAtomic,
} from './disk.ts';

/** Its text, or null where there is none. Throws `refused` where others than its owner may write it. */
export function readPrivate(path: string, platform: string): string | null {
  const text = readText(path);
  if (text === null || platform === 'win32') return text; // There, permissions are no matter of these bits.
  for (const [place, bits] of [
    [path, 0o022],
    [dirname(realUserFile(path)), 0o002],
  ] as const) {
    if ((modeOf(place) & bits) === 0) continue;
    throw new MemvaultError(
      'refused',
      `others besides you may write to ${place}, so what ${path} says does not count`,
      { hint: `look at what it says, then: chmod go-w ${place}` },
    );
  }
  return text;
}

function modeOf(path: string): number {
  const { mode } = tryIo('read', path, () => statSync(path));
  return (mode & 0o1000) === 0 ? mode : mode & ~0o002; // In a sticky folder nobody replaces another's file.
}

/** Changes it as a whole, for its owner alone to read and write. Throws as `readPrivate`. */
export function changePrivate(path: string, platform: string, change: (text: string | null) => string): void {
  const target = realUserFile(path);
  makeFolder(dirname(target));
  writeAtomic(target, change(readPrivate(path, platform)), PRIVATE_MODE);
  removeTemporaries(dirname(target), basename(target));
}

/** Does this path, whatever links are on the way, lie in that folder? Also for what is not there yet. */
export function leadsInto(folder: string, path: string): boolean {
  return isWithin(realUserFile(folder), realOrNearest(path));
}

const realOrNearest = (path: string): string =>
  orElse(
    () => realPath(path),
    (error) => {
      if (path === dirname(path)) throw error;
      return join(realOrNearest(dirname(path)), basename(path));
    },
  );

export interface FileDigest {
  /** Of a folder's own file its name, else an absolute path without links. */
  readonly path: string;
  /** Of its bytes; null for a path alone. */
  readonly digest: string | null;
}

/** The names that memvault reads in a folder of prompts. */
const PROMPT = /^(?:first-look|second-look|overview|pass|memory|inbox|contradictions|extract)(?:-\d+)?\.md$/i;

/** The folder that `models.prompts` means. */
export function promptFolder(value: string, root: string, home: string | null): string {
  if (/^~(?:[\\/]|$)/.test(value) && home !== null) return join(home, value.slice(1));
  return isAbsolute(value) ? value : join(root, value);
}

/**
 * Where the folder really is, then its prompts by name. Throws `refused` for one that is a link out of it, or no file
 * at all.
 */
export function lookAtPrompts(folder: string): FileDigest[] {
  const real = realUserFile(folder);
  const files = namesIn(real)
    .filter((name) => PROMPT.test(name))
    .sort();
  return [
    { path: real, digest: null },
    ...files.map((name) => ({ path: name, digest: digestOf(regular(real, name)) })),
  ];
}

function regular(folder: string, name: string): string {
  const path = join(folder, name);
  if (ownStat(path)?.isSymbolicLink() === true && !leadsInto(folder, path))
    throw new MemvaultError('refused', `the prompt ${path} is a link that leads out of its folder`, {
      hint: 'put the file itself there',
    });
  if (!isRegular(path)) throw new MemvaultError('refused', `the prompt ${path} is no file`, { hint: 'remove it' });
  return path;
}

/**
 * Files of the vault among the words of a command line, also behind a `=`. `from`: the folder in which it would run.
 */
export function vaultFilesIn(words: readonly string[], root: string, from: string): FileDigest[] {
  const paths = [...words, ...words.flatMap((word) => word.split('=').slice(1))]
    .filter((word) => word !== '')
    .map((word) => resolve(from, word));
  const inVault = [...new Set(paths)].filter((path) => isRegular(path) && leadsInto(root, path)).map(realUserFile);
  return [...new Set(inVault)].sort().map((path) => ({ path, digest: digestOf(path) }));
}

/** The hooks that `git commit` may run. */
const HOOK = new RegExp(
  String.raw`^(?:pre-commit|prepare-commit-msg|commit-msg|post-commit|post-index-change|reference-transaction|` +
    String.raw`pre-auto-gc)(?:\.exe)?$`,
);

/** The names of the hooks in a folder that git would run: those that are executable, on Windows all. */
export function hooksIn(folder: string, platform: string): string[] {
  // `core.hooksPath` may be /dev/null.
  return (isFolder(folder) ? namesIn(folder) : [])
    .filter((name) => {
      const path = join(folder, name);
      return HOOK.test(name) && isRegular(path, platform === 'win32' ? null : 0o111);
    })
    .sort();
}

const digestOf = (path: string): string => hash('sha256', readBytes(path) ?? '');

/** `anyOf`: bits of the mode of which one must be set. */
function isRegular(path: string, anyOf: number | null = null): boolean {
  const stat = orElse(
    () => statAt(path),
    () => undefined,
  );
  return stat?.isFile() === true && (anyOf === null || (stat.mode & anyOf) !== 0);
}
