// Files that a person names, wherever they are: read as they are, never written.
import { statSync } from 'node:fs';
import { decodeBytes, decodeUtf16 } from '../markdown/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { LIMITS, tooLarge } from '../model/limits.ts';
import { explainIo, isFolder, readBytes, readStat } from './disk.ts';

/** Throws `not-found`, `bad-input` for what is no file, `io`. */
export function readOuterText(path: string, name: string): string {
  const stat = readStat(path);
  if (stat === null)
    throw new MemvaultError('not-found', `there is no file ${name}`, { hint: 'name a file; - stands for stdin' });
  if (isFolder(path))
    throw new MemvaultError('bad-input', `${name} is a folder`, {
      hint: `name its files: ${name.replace(/[/\\]+$/, '')}/*`,
    });
  if (!isPlainFile(path))
    throw new MemvaultError('bad-input', `${name} is no file`, { hint: 'name a file; - stands for stdin' });
  const large = tooLarge(stat.size, LIMITS.file);
  if (large !== null) throw new MemvaultError('bad-input', `${name} is too large: ${large}`, { hint: 'split it' });
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
