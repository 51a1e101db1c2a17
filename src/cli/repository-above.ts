// Whether git can have anything to say of a folder, without git: its start takes longer than most that a command does.
import { dirname, join } from 'node:path';
import { exists, realPath } from '../vault/disk.ts';

/**
 * False only where neither the folder nor one above it is a working tree or a bare repository. In doubt git is to tell.
 */
export function mayBeInRepository(folder: string): boolean {
  try {
    for (let at = realPath(folder); ; at = dirname(at)) {
      if (exists(join(at, '.git')) || exists(join(at, 'HEAD'))) return true;
      if (dirname(at) === at) return false;
    }
  } catch {
    return true;
  }
}
