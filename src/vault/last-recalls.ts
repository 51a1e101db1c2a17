// The last tracked recall of each fact, at the price of a look at the files' sizes and times: what was read of them is
// kept in the cache as lines of one length, found by halving, never parsed as a whole.
import { MemvaultError } from '../model/errors.ts';
import { readStat, readText } from './disk.ts';
import { writeInVault } from './folders.ts';
import { readRecalled, recallFiles } from './recalls.ts';
import { absolute, CACHE_DIR, RECALLS_DIR, type Vault } from './vault.ts';

const CACHE = `${CACHE_DIR}/recalls`;
/** `k3v9x2ab4q 2026-07-01T12:00Z` and a line end. */
const LINE = 29;
const ID = 10;

/** For a fact the minute of its last tracked recall, ISO in UTC, or null. */
export type LastRecall = (fact: string) => string | null;

/** Null where no recall is tracked. */
export function readLastRecalls(vault: Vault): LastRecall | null {
  const files = recallFiles(vault);
  if (files.length === 0) return null;
  const head = `memvault-recalls 1 ${files.map((name) => stampOf(vault, name)).join(' ')}\n`;
  const body = keptBody(vault, head) ?? makeBody(vault, head);
  return (fact) => {
    let [low, high] = [0, body.length / LINE];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (body.slice(middle * LINE, middle * LINE + ID) < fact) low = middle + 1;
      else high = middle;
    }
    return body.startsWith(`${fact} `, low * LINE) ? body.slice(low * LINE + ID + 1, (low + 1) * LINE - 1) : null;
  };
}

function stampOf(vault: Vault, name: string): string {
  const stat = readStat(absolute(vault, `${RECALLS_DIR}/${name}`));
  return `${encodeURIComponent(name)}:${stat?.size ?? 0}:${stat?.mtimeMs ?? 0}`;
}

function keptBody(vault: Vault, head: string): string | null {
  try {
    const text = readText(absolute(vault, CACHE));
    return text?.startsWith(head) && (text.length - head.length) % LINE === 0 ? text.slice(head.length) : null;
  } catch (error) {
    // What cannot be read of a cache is made anew.
    if (error instanceof MemvaultError) return null;
    throw error;
  }
}

function makeBody(vault: Vault, head: string): string {
  const lines = [...readRecalled(vault)].map(([fact, { last }]) => `${fact} ${last.slice(0, 16)}Z\n`);
  const body = lines.sort().join('');
  try {
    writeInVault(vault, CACHE, head + body);
  } catch (error) {
    // It only saves time.
    if (!(error instanceof MemvaultError)) throw error;
  }
  return body;
}
