// The folders of a vault, made when first needed. Never the vault itself: where its drive is gone or it was renamed,
// nothing is made in its place.
import { mkdirSync, rmdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { confined } from './confine.ts';
import { explainIo, isFolder, realPath, syncFolder, writeAtomic, writePrivate } from './disk.ts';
import { absolute, isPrivate, OWN, type Vault } from './vault.ts';

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
    if (!isFolder(path)) makeOne(vault, path);
  }
}

function makeOne(vault: Place, path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process made it just now.
    if (systemCode(error) === 'EEXIST' && isFolder(path)) return;
    throw explainIo(error, 'make the folder', path);
  }
  // A new folder lasts with its name only.
  syncFolder(dirname(path));
  try {
    requireVault(vault);
  } catch (error) {
    // It went in between: what was made stands where it was.
    takeBack(path);
    throw error;
  }
}

function takeBack(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if (systemCode(error) === null) throw error;
  }
}

/**
 * Replaces a file of the vault as a whole, as `writeAtomic` or, if it is private, as `writePrivate`. Throws `refused`
 * where its path leads out of the vault.
 */
export function writeInVault(vault: Place, path: string, bytes: Uint8Array | string): void {
  const target = confined(vault, path);
  makeFolderFor(vault, target);
  (isPrivate(path) ? writePrivate : writeAtomic)(target, bytes);
}
