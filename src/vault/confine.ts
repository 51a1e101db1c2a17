// No write leaves the vault: a path named by an engine, a page, a setting or a symlink is checked against the real path
// of its deepest existing parent, at the time of the write.
import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { isObject, parseJson } from '../model/json.ts';
import type { SettingsFiles } from '../model/ports.ts';
import { isHiddenPart } from '../page/page-name.ts';
import {
  explainIo,
  isFolder,
  isWithin,
  makeFolder,
  makeOneFolder,
  orElse,
  orNull,
  ownStat,
  PRIVATE_MODE,
  readChange,
  readText,
  realPath,
  removeTemporaries,
  syncFolder,
  writeAtomic,
} from './disk.ts';
import { absolute, isPrivate, isSource, OWN, pageZones, type Vault } from './vault.ts';

/**
 * The real absolute path of a file in the vault or in another root, which `of` names in messages. Throws `refused` if
 * it leads outside.
 */
export function confined(vault: Pick<Vault, 'root'>, path: string, of = 'vault'): string {
  if (!isPlainPath(path)) throw outside(path, of);
  const root = realPath(vault.root);
  const target = realTarget(absolute(vault, path), of);
  if (target.startsWith(root.endsWith(sep) ? root : root + sep)) return target;
  // Slow path: on a case-insensitive file system the names may differ in case.
  if (relative(root, target) === '' || !isWithin(root, target)) throw outside(path, of);
  return target;
}

/** The same for a page, which must be in a zone that memvault writes to. */
export function confinedPage(vault: Vault, path: string): string {
  const target = confined(vault, path);
  if (!isPagePath(vault, path))
    throw new MemvaultError('refused', `${path} is not in a zone for pages`, {
      hint: 'pages live in the zones; see write.zones in the settings',
    });
  const root = realPath(vault.root);
  const zone = relative(root, target).split(sep)[0] ?? '';
  if (zone !== path.split('/')[0] || leadsThroughLink(vault, path))
    throw new MemvaultError('refused', `${path} leads out of its zone`, {
      hint: 'a symlink in its path points elsewhere; memvault writes no page through a symlink',
    });
  return target;
}

/** True if `confined` refuses the path. */
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
 * True for `zone/…/name.md` without steps that leave the zone, without hidden parts that would not be read back, and
 * outside the folder of source texts.
 */
export const isPagePath = (vault: Pick<Vault, 'zones'>, path: string): boolean =>
  path.endsWith('.md') &&
  isPlainPath(path) &&
  !isSource(vault, path) &&
  path.split('/').every((part, at, { length }) => !isHiddenPart(part, at < length - 1)) &&
  pageZones(vault).some((zone) => path.startsWith(`${zone}/`));

/**
 * True if a folder on the way is a symlink: the note walk does not follow links, so such a page would never be read
 * back.
 */
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
    hint: `the path, or a symlink in it, points outside the ${of}; memvault writes only inside`,
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
        throw new MemvaultError('refused', `${path} cannot be written: a file is in the way of a folder`, {
          hint: 'move or rename the file',
        });
      const entry = code === 'ENOENT' ? ownStat(existing) : undefined;
      if (entry && !entry.isSymbolicLink()) continue; // Another process created it just now.
      // Writing through a dangling link would create its target.
      if (entry || code === 'ELOOP' || existing === dirname(existing)) throw outside(path, of);
      if (code !== 'ENOENT') throw explainIo(error, 'reach', path);
      missing.unshift(existing.slice(dirname(existing).length).replace(/^[/\\]/, ''));
      existing = dirname(existing);
    }
  }
}

// Creates folders of a vault on demand, but never the vault itself: if its drive is gone or it was renamed, nothing is
// created in its place.

type Place = Pick<Vault, 'root'>;

/** Throws `io` if the vault is gone. An unmounted drive leaves an empty folder. */
export function requireVault(vault: Place): void {
  if (isFolder(absolute(vault, OWN))) return;
  throw new MemvaultError('io', `the vault is gone from ${vault.root}`, {
    hint: 'check that the drive is mounted and the folder was not renamed, then retry',
  });
}

/** Creates the parent folder of a file; `target` as returned by `confined`. Throws `io`, also if the vault is gone. */
export function makeFolderFor(vault: Place, target: string): void {
  requireVault(vault);
  const folder = dirname(target);
  if (isFolder(folder)) return;
  let path = realPath(vault.root);
  for (const part of relative(path, folder).split(sep)) {
    path = join(path, part);
    if (isFolder(path)) continue;
    makeOneFolder(path);
    // A new folder is durable only once its name is.
    syncFolder(dirname(path));
  }
}

/**
 * Replaces a file of the vault atomically; private files get owner-only permissions. Throws `refused` if the path leads
 * out of the vault.
 */
export function writeInVault(vault: Place, path: string, bytes: Uint8Array | string): void {
  const target = confined(vault, path);
  makeFolderFor(vault, target);
  writeAtomic(target, bytes, isPrivate(path) ? PRIVATE_MODE : undefined);
}

// Cache files, which may be missing, damaged or unwritable at any time.

/** The parsed content of a cache file; null if it is missing or unreadable. */
export function readCached(vault: Place, path: string): unknown {
  return parseJson(orNull(() => readText(absolute(vault, path))) ?? 'null') ?? null;
}

/** The value kept with this stamp; null if there is none. Only memvault writes these files. */
export function readStamped(vault: Place, path: string, stamp: string): unknown {
  const kept = readCached(vault, path);
  return isObject(kept) && kept['stamp'] === stamp ? kept['value'] : null;
}

/** Keeps a value for as long as its source has this stamp. */
export function keepStamped<T>(vault: Place, path: string, stamp: string, value: T): T {
  keepCached(vault, path, JSON.stringify({ stamp, value }));
  return value;
}

/** Writes a cache file; does nothing if the vault cannot be written. */
export function keepCached(vault: Place, path: string, text: string): void {
  orNull(() => writeInVault(vault, path, text));
}

// File access for the config room.

export const settingsFiles: SettingsFiles = {
  // The ctime cannot be set or predicted: a vault cannot ship a forged compiled copy of its settings.
  stat: readChange,
  read: readText,
  write: (path, text) => {
    makeFolder(dirname(path));
    writeAtomic(path, text);
    removeTemporaries(dirname(path), basename(path));
  },
};

/** The same for a vault: writes are confined to it, whatever its folders link to. */
export function settingsFilesOf(root: string): SettingsFiles {
  return {
    ...settingsFiles,
    write: (path, text) => writeInVault({ root }, relative(root, path).replaceAll(sep, '/'), text),
  };
}

/**
 * The real location of a user's file, which may be behind symlinks, as dotfiles often are; the path itself if it does
 * not exist.
 */
export function realUserFile(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
