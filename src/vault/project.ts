// The folder in which somebody works with an agent, which need be no vault: where it is, and the few files of it that
// are read and written, inside it only. What was there is copied beside it before it goes.
import { basename, dirname, join, relative, sep } from 'node:path';
import { decodeBytes, encodeText, isUtf16 } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { confined } from './confine.ts';
import {
  createOnce,
  exists,
  isFolder,
  isWithin,
  makeFolder,
  readBytes,
  realPath,
  removeFile,
  shortName,
  temporariesIn,
  writeAtomic,
} from './disk.ts';
import { isSameFile } from './lock.ts';
import { OWN } from './vault.ts';

/**
 * The root of the repository that the folder is in, else of the vault, else the folder itself. The home is a project
 * only for who is in it.
 */
export function findProject(folder: string, home: string | null): string {
  return nearestWith('.git', folder, home) ?? nearestWith(OWN, folder, home) ?? folder;
}

function nearestWith(name: string, folder: string, home: string | null): string | null {
  for (let at = folder; at === folder || home === null || !isSameFile(at, home); at = dirname(at)) {
    if (exists(join(at, name))) return at;
    if (at === dirname(at)) break;
  }
  return null;
}

/**
 * The way from the project to a folder deep in it, with `/`; null for the project itself and for what lies elsewhere.
 */
export function placeInProject(project: string, folder: string): string | null {
  const [root, real] = [realPath(project), realPath(folder)];
  return root === real || !isWithin(root, real) ? null : relative(root, real).split(sep).join('/');
}

/**
 * A file's text, or null where there is none. Throws `refused` where it leads out of the project or is no text, and
 * `io`.
 */
export function readProjectFile(root: string, path: string): string | null {
  const bytes = readBytes(confined({ root }, path, 'project'));
  if (bytes !== null && isUtf16(bytes))
    throw new MemvaultError('refused', `${path} is UTF-16, which agents do not read`, { hint: 'save it as UTF-8' });
  return bytes === null ? null : decodeBytes(bytes);
}

/** Replaces a file as a whole, and makes the folders on the way to it. Throws as `readProjectFile`. */
export function writeProjectFile(root: string, path: string, text: string): void {
  const target = confined({ root }, path, 'project');
  if (!isFolder(dirname(target))) makeFolder(dirname(target));
  // What a killed one left.
  for (const temporary of temporariesIn(dirname(target), (name) => name === shortName(basename(target))))
    removeFile(temporary);
  writeAtomic(target, encodeText(text));
}

/**
 * What the copy of a file would be called, beside it: the first name that is free, or whose file holds just these
 * bytes.
 */
export function backupName(root: string, path: string, text: string): string {
  for (let number = 1; ; number++) {
    const name = `${path}.bak${number === 1 ? '' : `-${number}`}`;
    const bytes = readBytes(confined({ root }, name, 'project'));
    if (bytes === null || bytes.equals(encodeText(text))) return name;
  }
}

/** Keeps a copy beside the file, over nothing that is there; gives its path from the root. */
export function keepBackup(root: string, path: string, text: string): string {
  for (;;) {
    const name = backupName(root, path, text);
    const target = confined({ root }, name, 'project');
    if (createOnce(target, encodeText(text)) || readBytes(target)?.equals(encodeText(text)) === true) return name;
  }
}
