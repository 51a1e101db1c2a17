// The log of recalls of this clone: what `search` and `context` showed to someone. Untracked and bounded;
// holds ids and times, never a query.
import { confined } from './confine.ts';
import { appendLines, readBytes, readStat, writeAtomic } from './disk.ts';
import { RECALL_FILE, type Vault } from './vault.ts';
import { MemvaultError } from '../model/errors.ts';

/** Appends lines; a log that passes `maxBytes` loses its older half. A vault that cannot be written keeps none. */
export function appendRecalls(vault: Vault, lines: readonly string[], maxBytes: number): void {
  try {
    const path = confined(vault, RECALL_FILE);
    appendLines(path, lines);
    if ((readStat(path)?.size ?? 0) > maxBytes) writeAtomic(path, newerHalf(readBytes(path)?.toString('utf8') ?? '', maxBytes));
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
  }
}

function newerHalf(text: string, maxBytes: number): string {
  const tail = Buffer.from(text).subarray(-Math.floor(maxBytes / 2)).toString('utf8');
  return tail.slice(tail.indexOf('\n') + 1);
}
