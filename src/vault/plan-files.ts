// Plan files as files: where a person says, in or outside the vault, for their owner alone, since they hold a vault's
// words.
import { statSync } from 'node:fs';
import { MemvaultError } from '../model/errors.ts';
import { explainIo, isFolder, readStat, readText, realPath, writePrivate } from './disk.ts';

/** In bytes. More is no plan that a person made or memvault wrote. */
const LARGEST = 256 * 1024 * 1024;

/** Null where there is none. Throws `bad-input` for what is no file or too large to be a plan, `io`. */
export function readPlanText(path: string): string | null {
  const stat = readStat(path);
  if (stat === null) return null;
  if (!isPlainFile(path))
    throw new MemvaultError('bad-input', `${path} is no file`, { hint: 'name a file; - stands for stdin and stdout' });
  if (stat.size > LARGEST)
    throw new MemvaultError('bad-input', `${path} is no plan: it is too large`, {
      hint: 'memvault dream --plan FILE makes one',
    });
  return readText(path);
}

/** Replaces it as a whole; what a link leads to, not the link. */
export function writePlanText(path: string, text: string): void {
  const isThere = readStat(path) !== null;
  if (isThere && isFolder(path)) throw new MemvaultError('bad-input', `${path} is a folder`, { hint: 'name a file' });
  writePrivate(isThere ? realPath(path) : path, text);
}

function isPlainFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    throw explainIo(error, 'read', path);
  }
}
