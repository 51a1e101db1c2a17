// Which folder is the vault: named, or the nearest one upward. Light, because every verb begins here.
import { type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { explainIo } from './disk.ts';
import { OWN } from './vault.ts';

export interface VaultHints {
  /** `--vault`. */
  readonly flag: string | undefined;
  /** `MEMVAULT_VAULT`. */
  readonly variable: string | undefined;
  /** Looked at only where it matters: the folder of the process may be gone. */
  readonly cwd: string;
}

/** The vault that a flag, a variable or the folder names; null where only the user's settings can tell. */
export function locateVault(hints: VaultHints): string | null {
  const named = hints.flag ?? (hints.variable === '' ? undefined : hints.variable);
  if (named === '')
    throw new MemvaultError('usage', '--vault names no folder', { hint: 'is the variable behind it empty?' });
  if (named !== undefined) return namedVault(isAbsolute(named) ? resolve(named) : resolve(hints.cwd, named));
  // The process's own folder is named as it should be.
  for (let folder = hints.cwd; ; folder = dirname(folder)) {
    if (isFolder(`${folder}/${OWN}`)) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/** That folder, proved to be a vault. Throws `no-vault`, and `io` where it cannot be told. */
export function namedVault(path: string): string {
  if (isFolder(`${path}/${OWN}`)) return path;
  const stat = statOf(path);
  if (stat && !stat.isDirectory())
    throw new MemvaultError('no-vault', `${path} is a file, not a vault`, {
      hint: 'name the folder that holds the vault',
    });
  const what = stat ? 'is not a vault yet' : 'does not exist';
  throw new MemvaultError('no-vault', `${path} ${what}`, { hint: `make it one with: memvault init ${quoted(path)}` });
}

export function noVault(): MemvaultError {
  return new MemvaultError('no-vault', 'no vault here or in any folder above', {
    hint:
      'make one with: memvault init; or name one with --vault DIR or MEMVAULT_VAULT, for good with: memvault ' +
      'config set --user vault DIR',
  });
}

const quoted = (path: string): string =>
  /^[\w./~:@%+=,-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;

/** A file, or anything else that is no folder, stands there. */
export function isFile(path: string): boolean {
  const stat = statOf(path);
  return stat !== undefined && !stat.isDirectory();
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

/** Below a file, or behind a folder that may not be read, nothing is there for us. */
const NOTHING_FOR_US: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'ELOOP',
  'ENAMETOOLONG',
  'EINVAL',
]);

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (NOTHING_FOR_US.has(systemCode(error) ?? '')) return undefined;
    // A disk that does not answer: there may be a vault, or none.
    throw explainIo(error, 'reach', path);
  }
}
