// The canvases of a vault, with size and time. Looks at them only; what is in one is read with the notes.
import { lstatSync } from 'node:fs';
import { isCanvasPath } from '../markdown/page-name.ts';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import type { FoundFile } from '../model/ports.ts';
import { confined } from './confine.ts';
import { absolute, type Vault } from './vault.ts';
import { changeOf } from './walk.ts';

/** Larger than anybody draws one; it would fill the memory. */
const MOST_BYTES = 64 * 2 ** 20;

/**
 * Those among the files of the vault, sorted by path. None is a link, and none lies behind one that leads out of the
 * vault.
 */
export function listCanvases(vault: Vault, paths: readonly string[]): FoundFile[] {
  return paths
    .filter(isCanvasPath)
    .sort(compareText)
    .flatMap((path) => {
      const stat = isInside(vault, path) ? statOf(absolute(vault, path)) : null;
      return stat === null || stat.size > MOST_BYTES ? [] : [{ path, ...stat }];
    });
}

function isInside(vault: Vault, path: string): boolean {
  try {
    confined(vault, path);
    return true;
  } catch (error) {
    if (error instanceof MemvaultError && error.code === 'refused') return false;
    throw error;
  }
}

/** Null for one that is gone, or no file by itself. */
function statOf(path: string): Omit<FoundFile, 'path'> | null {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat?.isFile() === true ? { size: stat.size, mtimeMs: changeOf(stat) } : null;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}
