// What an append-only file is to get, as a value: where it ends now, and the lines. And what the index is told of a
// file that got some.
import type { Append } from '../model/journal.ts';
import { MemvaultError } from '../model/errors.ts';
import { confined } from './confine.ts';
import { readBytes } from './disk.ts';
import { appendLoosely } from './disk-append.ts';
import { absolute, CACHE_DIR, type Vault } from './vault.ts';

/** Whole lines for a file; where its last line was torn, it is ended first. `title`: what a new file begins with. */
export function appendFor(vault: Vault, path: string, lines: string, title = ''): Append {
  const bytes = readBytes(absolute(vault, path));
  if (bytes === null || bytes.length === 0) return { path, at: 0, text: title + lines };
  const torn = bytes[bytes.length - 1] !== 10 && !lines.startsWith('\n');
  return { path, at: bytes.length, text: torn ? `\n${lines}` : lines };
}

/**
 * Tells the next search that a note was written where it might not look by itself. What cannot be told is found within
 * a minute, when a search looks at everything.
 */
export function noteTouched(vault: Vault, path: string): void {
  try {
    appendLoosely(confined(vault, `${CACHE_DIR}/touched`), Buffer.from(`${path}\n`));
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
  }
}
