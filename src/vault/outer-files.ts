// Files that a person names, wherever they are: read as they are, never written.
import { statSync } from 'node:fs';
import { decodeBytes, decodeUtf16 } from '../markdown/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { explainIo, isFolder, readBytes, readStat } from './disk.ts';

/** In bytes; a longer one is no text that this program could hold. */
const LARGEST = 500 * 2 ** 20;

/** Throws `not-found`, `bad-input` for what is no file, `io`. */
export function readOuterText(path: string, name: string): string {
  const stat = readStat(path);
  if (stat === null) throw new MemvaultError('not-found', `there is no file ${name}`, { hint: 'name a file; - stands for stdin' });
  if (isFolder(path)) throw new MemvaultError('bad-input', `${name} is a folder`, { hint: `name its files: ${name.replace(/[/\\]+$/, '')}/*` });
  if (!isPlainFile(path)) throw new MemvaultError('bad-input', `${name} is no file`, { hint: 'name a file; - stands for stdin' });
  if (stat.size > LARGEST) throw new MemvaultError('bad-input', `${name} is too large`, { hint: 'split it; 500 MB are read at once' });
  const bytes = readBytes(path) ?? Buffer.alloc(0);
  return decodeUtf16(bytes) ?? decodeBytes(bytes);
}

function isPlainFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    throw explainIo(error, 'read', path);
  }
}
