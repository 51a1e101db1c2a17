// Takes a line out of a daily log: its bytes become blanks, in place. No byte moves, since `log` appends without a
// lock, and no file takes the place of another. The one exception to the rule that logs are never edited.
import { createHash } from 'node:crypto';
import type { Fact } from '../model/fact.ts';
import type { Purge } from '../model/journal.ts';
import { overwriteBytes } from './append-file.ts';
import { confined } from './confine.ts';
import { readBytes } from './disk.ts';
import { absolute, type Vault } from './vault.ts';

const LF = 10;
const CR = 13;
const BLANK = 32;

/** Where the lines of these facts stand now, with the copies that a union merge of git's left of one. */
export function purgesOf(vault: Vault, facts: readonly Fact[]): Purge[] {
  return facts.flatMap(({ id, path, line }): Purge[] => {
    const bytes = readBytes(absolute(vault, path));
    const [start, end] = bytes === null ? [0, 0] : lineAt(bytes, line);
    if (bytes === null || end === start) return [];
    const own = bytes.subarray(start, end);
    return placesOf(bytes, own).map((at) => ({ path, fact: id, at, length: own.length, digest: digestOf(own) }));
  });
}

/** Where a line begins that has these bytes and no other. */
function placesOf(bytes: Buffer, own: Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(own); at >= 0; at = bytes.indexOf(own, at + own.length)) {
    const isWhole = (at === 0 || bytes[at - 1] === LF) && [LF, CR, undefined].includes(bytes[at + own.length]);
    if (isWhole) found.push(at);
  }
  return found;
}

/** The bytes of a line, 1-based, without its end. */
function lineAt(bytes: Buffer, line: number): [number, number] {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const end = bytes.indexOf(LF, start);
    if (end < 0) return [0, 0];
    start = end + 1;
  }
  const end = bytes.indexOf(LF, start);
  const last = end < 0 ? bytes.length : end;
  return [start, last > start && bytes[last - 1] === CR ? last - 1 : last];
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/**
 * Overwrites a line; one that is gone already is passed over. False where other bytes stand in its place: a merge
 * moved it, and lint finds it again.
 */
export function purgeLine(vault: Vault, { path, at, length, digest }: Purge): boolean {
  const target = confined(vault, path);
  const bytes = readBytes(target);
  const line = bytes?.subarray(at, at + length) ?? Buffer.alloc(0);
  if (line.length < length || bytes === null) return false;
  if (line.every((byte) => byte === BLANK)) return true;
  // What a crash left half done begins with blanks and lies between the same two line ends.
  const isHalf =
    line[0] === BLANK &&
    (at === 0 || bytes[at - 1] === LF) &&
    [LF, CR, undefined].includes(bytes[at + length]) &&
    !line.includes(LF);
  if (digestOf(line) !== digest && !isHalf) return false;
  overwriteBytes(target, at, Buffer.alloc(length, BLANK));
  return true;
}
