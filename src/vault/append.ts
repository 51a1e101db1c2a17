// What an append-only file is to get, as a value: where it ends now, and the lines.
import type { Append } from '../model/journal.ts';
import { readBytes } from './disk.ts';
import { absolute, type Vault } from './vault.ts';

/** Whole lines for a file; where its last line was torn, it is ended first. `title`: what a new file begins with. */
export function appendFor(vault: Vault, path: string, lines: string, title = ''): Append {
  const bytes = readBytes(absolute(vault, path));
  if (bytes === null || bytes.length === 0) return { path, at: 0, text: title + lines };
  const torn = bytes[bytes.length - 1] !== 10 && !lines.startsWith('\n');
  return { path, at: bytes.length, text: torn ? `\n${lines}` : lines };
}
