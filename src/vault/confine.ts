// No write leaves the vault: a path that an engine, a page, a setting or a symlink names is checked
// against the real path of its deepest existing parent, at the time of the write.
import { mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { parseJson } from '../model/json.ts';
import type { SettingsFiles } from '../model/ports.ts';
import { isHiddenPart } from '../page/page-name.ts';
import {
  explainIo,
  isFolder,
  isWithin,
  makeFolder,
  orElse,
  ownStat,
  PRIVATE_MODE,
  readChange,
  readText,
  realPath,
  removeTemporaries,
  syncFolder,
  writeAtomic,
} from './disk.ts';
import { absolute, isPrivate, isSource, OWN, type Vault } from './vault.ts';

/**
 * The real absolute path of a file of the vault, or of what else has a root: `of` names it. Throws `refused` where it
 * leads outside.
 */
export function confined(vault: Pick<Vault, 'root'>, path: string, of = 'vault'): string {
  if (!isPlainPath(path)) throw outside(path, of);
  const root = realPath(vault.root);
  const target = realTarget(absolute(vault, path), of);
  if (target.startsWith(root.endsWith(sep) ? root : root + sep)) return target;
  // Names may differ in case where the file system allows it.
  if (relative(root, target) === '' || !isWithin(root, target)) throw outside(path, of);
  return target;
}

/** The same for a page: it must lie in a zone that memvault writes into. */
export function confinedPage(vault: Vault, path: string): string {
  const target = confined(vault, path);
  if (!isPagePath(vault, path))
    throw new MemvaultError('refused', `${path} is in no zone that memvault writes pages into`, {
      hint: 'pages live in the zones; see write.zones in the settings',
    });
  const root = realPath(vault.root);
  const zone = relative(root, target).split(sep)[0] ?? '';
  if (zone !== path.split('/')[0] || leadsThroughLink(vault, path))
    throw new MemvaultError('refused', `${path} leads out of its zone`, {
      hint: 'a symlink on the way to it points elsewhere; memvault writes pages only where their path says',
    });
  return target;
}

/** Does `confined` refuse it? */
export function leadsOut(vault: Vault, path: string): boolean {
  return orElse(
    () => confined(vault, path) === '',
    (error) => {
      if (error.code !== 'refused') throw error;
      return true;
    },
  );
}

/**
 * `zone/…/name.md`, without any step that could leave the zone, nothing that would be read back by nobody, and no text
 * that somebody else wrote. A new page needs a name that may be, too.
 */
export const isPagePath = (vault: Pick<Vault, 'zones'>, path: string): boolean =>
  path.endsWith('.md') && isInZone(vault, path);

function isInZone(vault: Pick<Vault, 'zones'>, path: string): boolean {
  const { inbox, projects, wiki, personal, archives } = vault.zones;
  const parts = path.split('/');
  const isListed = parts.every((part, at) => !isHiddenPart(part, at < parts.length - 1));
  return (
    isPlainPath(path) &&
    parts.length > 1 &&
    isListed &&
    !isSource(vault, path) &&
    [inbox, projects, wiki, personal, archives].includes(parts[0] ?? '')
  );
}

/** Of a folder: no list of notes goes there, so that a page would be read back by nobody. */
function leadsThroughLink(vault: Pick<Vault, 'root'>, path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  return folders.some(
    (_, at) => ownStat(absolute(vault, folders.slice(0, at + 1).join('/')))?.isSymbolicLink() === true,
  );
}

function isPlainPath(path: string): boolean {
  return (
    path !== '' &&
    !isAbsolute(path) &&
    !(path[1] === ':' && /^[A-Za-z]/.test(path)) &&
    !path.includes('\\') &&
    !path.includes('\0') &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

const outside = (path: string, of: string): MemvaultError =>
  new MemvaultError('refused', `${path} leads out of the ${of}`, {
    hint: `a path in the ${of}, or a symlink on the way to it, points elsewhere; memvault writes only inside`,
  });

function realTarget(path: string, of: string): string {
  const missing: string[] = [];
  for (let existing = path; ;) {
    try {
      const real = realpathSync.native(existing);
      return missing.length === 0 ? real : join(real, ...missing);
    } catch (error) {
      const code = systemCode(error);
      if (code === 'ENOTDIR')
        throw new MemvaultError('refused', `${path} cannot be written: a file stands where a folder should be`, {
          hint: 'move the file away, or give it another name',
        });
      const entry = code === 'ENOENT' ? ownStat(existing) : undefined;
      if (entry && !entry.isSymbolicLink()) continue; // Another process made it just now.
      // A link to nowhere would be followed by the write that makes its target.
      if (entry || code === 'ELOOP' || existing === dirname(existing)) throw outside(path, of);
      if (code !== 'ENOENT') throw explainIo(error, 'reach', path);
      missing.unshift(existing.slice(dirname(existing).length).replace(/^[/\\]/, ''));
      existing = dirname(existing);
    }
  }
}

// The folders of a vault, made when first needed. Never the vault itself: where its drive is gone or it was renamed,
// nothing is made in its place.

type Place = Pick<Vault, 'root'>;

/** Throws `io` where the vault is no vault any more. The place where a drive was is an empty folder. */
export function requireVault(vault: Place): void {
  if (isFolder(absolute(vault, OWN))) return;
  throw new MemvaultError('io', `the vault is gone from ${vault.root}`, {
    hint: 'is the drive still there, or was the folder renamed? when it is back, run the command again',
  });
}

/**
 * Makes the folder that a file is to lie in; `target` as `confined` gives it. Throws `io`, also where the vault is
 * gone.
 */
export function makeFolderFor(vault: Place, target: string): void {
  requireVault(vault);
  const folder = dirname(target);
  if (isFolder(folder)) return;
  let path = realPath(vault.root);
  for (const part of relative(path, folder).split(sep)) {
    path = join(path, part);
    if (!isFolder(path)) makeOne(path);
  }
}

function makeOne(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process made it just now.
    if (systemCode(error) === 'EEXIST' && isFolder(path)) return;
    throw explainIo(error, 'make the folder', path);
  }
  // A new folder lasts with its name only.
  syncFolder(dirname(path));
}

/**
 * Replaces a file of the vault as a whole, a private one for its owner alone. Throws `refused` where its path leads out
 * of the vault.
 */
export function writeInVault(vault: Place, path: string, bytes: Uint8Array | string): void {
  const target = confined(vault, path);
  makeFolderFor(vault, target);
  writeAtomic(target, bytes, isPrivate(path) ? PRIVATE_MODE : undefined);
}

// Files of the cache, which may be lost, damaged or kept from being written at any time.

/** What a file of the cache holds; null where there is none that can be read. */
export function readCached(vault: Place, path: string): unknown {
  const text = orElse(
    () => readText(absolute(vault, path)),
    () => null,
  );
  return parseJson(text ?? 'null') ?? null;
}

/** Writes such a file; a vault that cannot be written does without it. */
export function keepCached(vault: Place, path: string, text: string): void {
  orElse(
    () => writeInVault(vault, path, text),
    () => undefined,
  );
}

// The files that settings are read from, as the config room wants them.

export const settingsFiles: SettingsFiles = {
  // The change time, which nobody can set or know beforehand: no compiled copy can come with a vault.
  stat: readChange,
  read: readText,
  write: (path, text) => {
    makeFolder(dirname(path));
    writeAtomic(path, text);
    removeTemporaries(dirname(path), basename(path));
  },
};

/** The same for a vault: what is written must lie in it, whatever its folders link to. */
export function settingsFilesOf(root: string): SettingsFiles {
  return {
    ...settingsFiles,
    write: (path, text) => writeInVault({ root }, relative(root, path).replaceAll(sep, '/'), text),
  };
}

/**
 * Where a file of the user's own lies behind symlinks, as dotfiles often do; the path itself where there is none yet.
 */
export function realUserFile(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
