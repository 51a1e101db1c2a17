// The files that count with what a vault asks for: prompts, a program of the vault's own, hooks of its repository.
// Reads them and runs none.
import { createHash } from 'node:crypto';
import { lstatSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { explainIo, namesIn, readBytes } from './disk.ts';
import { realUserFile } from './settings-files.ts';
import { leadsInto } from './user-files.ts';

export interface FileDigest {
  /** Of a folder's own file its name, else an absolute path without links. */
  readonly path: string;
  /** Of its bytes; null for a path alone. */
  readonly digest: string | null;
}

/** The names that memvault reads in a folder of prompts. */
const PROMPT = /^(?:consolidate|classify|merge|memory|inbox|contradictions|tags|extract)(?:-\d+)?\.md$/i;

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
  if (lstat(path) === 'link' && !leadsInto(folder, path))
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
  return namesIn(folder)
    .filter((name) => {
      const path = join(folder, name);
      return HOOK.test(name) && isRegular(path, platform === 'win32' ? null : 0o111);
    })
    .sort();
}

const digestOf = (path: string): string =>
  createHash('sha256')
    .update(readBytes(path) ?? '')
    .digest('hex');

/** `anyOf`: bits of the mode of which one must be set. */
function isRegular(path: string, anyOf: number | null = null): boolean {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat !== undefined && stat.isFile() && (anyOf === null || (stat.mode & anyOf) !== 0);
  } catch (error) {
    if (systemCode(error) !== null) return false;
    throw error;
  }
}

function lstat(path: string): 'link' | 'other' {
  try {
    return lstatSync(path).isSymbolicLink() ? 'link' : 'other';
  } catch (error) {
    throw explainIo(error, 'read', path);
  }
}
