// Daily logs as files: appending an entry, listing and reading days. Never edits a line.
import { dirname, join } from 'node:path';
import { encodeText } from '../model/bytes.ts';
import { daysBetween, isDay } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import type { Append } from '../model/journal.ts';
import { LIMITS, tooLarge } from '../model/limits.ts';
import { renderDayTitle } from '../page/daily-entry.ts';
import { confined, makeFolderFor, requireVault } from './confine.ts';
import {
  appendBytes,
  appendUnsynced,
  createOnce,
  isFolder,
  isRealFolder,
  namesIn,
  orElse,
  readBytes,
  readStat,
  readText,
  syncFolder,
} from './disk.ts';
import { absolute, CACHE_DIR, type Vault } from './vault.ts';

// What an append-only file is to get, as a value: where it ends now, and the lines. And what the index is told of a
// file that got some.

/** Whole lines for a file; where its last line was torn, it is ended first. `title`: what a new file begins with. */
export function appendFor(vault: Vault, path: string, lines: string, title = ''): Append {
  const bytes = readBytes(absolute(vault, path));
  if (bytes === null || bytes.length === 0) return { path, at: 0, text: title + lines };
  const torn = bytes[bytes.length - 1] !== 10 && !lines.startsWith('\n');
  return { path, at: bytes.length, text: torn ? `\n${lines}` : lines };
}

/** The same for values, each a line of JSON; nothing for none. */
export const appendsOf = (vault: Vault, path: string, values: readonly object[]): Append[] =>
  values.length === 0 ? [] : [appendFor(vault, path, values.map((value) => `${JSON.stringify(value)}\n`).join(''))];

/**
 * Tells the next search that a note was written where it might not look by itself. What cannot be told is found within
 * a minute, when a search looks at everything.
 */
export function noteTouched(vault: Vault, path: string): void {
  orElse(
    () => appendUnsynced(confined(vault, `${CACHE_DIR}/touched`), [path]),
    () => undefined,
  );
}

/** The logs of so many days are looked at by each search, and folders in which a file is new. */
const LOOKED_AT_DAYS = 30;

/** The log of a day, from the vault's root. */
export function dailyPath(vault: Vault, day: string): string {
  return `${vault.dailyDir}/${day}.md`;
}

/**
 * Appends entries to a day's log with one write. Says whether the file is new. Throws `refused` where the log would be
 * too large. `today` tells whether a search looks there by itself.
 */
export function appendToDay(
  vault: Vault,
  day: string,
  entries: string,
  today: string,
): { path: string; created: boolean } {
  const path = dailyPath(vault, day);
  const target = confined(vault, path);
  const created = createOnce(target, renderDayTitle(day), () => makeFolderFor(vault, target));
  const bytes = encodeText(entries);
  const large = tooLarge((readStat(target)?.size ?? 0) + bytes.length, LIMITS.log);
  if (large !== null)
    throw new MemvaultError('refused', `nothing is appended to ${path}: ${large}`, {
      hint: 'log it under another day: --date',
    });
  appendBytes(target, bytes);
  // The bytes of a new file last only with its name.
  if (created) syncFolder(dirname(target));
  else if (daysBetween(day, today) >= LOOKED_AT_DAYS) noteTouched(vault, path);
  return { path, created };
}

/**
 * Throws where the folder of the daily logs is a file, leads out of the vault, or went with it: then nothing is known
 * of the facts.
 */
export function requireDailyFolder(vault: Vault): void {
  const folder = absolute(vault, vault.dailyDir);
  // As nearly always: neither a file nor a link, so that it leads nowhere. To look for real paths takes three times as
  // long.
  if (!vault.dailyDir.includes('/') && isRealFolder(folder)) return;
  const isThere = readStat(folder) !== null;
  if (isThere && !isFolder(folder)) {
    throw new MemvaultError('io', `${vault.dailyDir} is a file where the folder of the daily logs should be`, {
      hint: 'move it away, or bring the folder back from git or a backup',
    });
  }
  if (isThere) confined(vault, vault.dailyDir);
  // No day yet, which is not the same as no vault any more.
  else requireVault(vault);
}

/** The days that have a log, ascending. */
export function listDays(vault: Vault): string[] {
  return namesIn(absolute(vault, vault.dailyDir))
    .filter((name) => name.endsWith('.md') && isDay(name.slice(0, -3)))
    .map((name) => name.slice(0, -3))
    .sort(compareText);
}

/** The text of a day's log; empty where it has none. */
export function readDay(vault: Vault, day: string): string {
  return readText(absolute(vault, dailyPath(vault, day))) ?? '';
}

// Which folder the daily logs of a vault go to when it is made: `daily`, unless that holds somebody's own notes.

/** The names that are tried, in this order. */
const CANDIDATES = ['daily', 'daily-log', 'memvault-daily'] as const;

/** `daily` where it is free or holds memvault's logs already; else the first name that is. */
export function chooseDailyDir(root: string): string {
  const names = namesIn(root);
  return (
    CANDIDATES.find((candidate) => {
      const taken = names.find((name) => name.toLowerCase() === candidate);
      return taken === undefined || (taken === candidate && !isForeign(join(root, taken)));
    }) ?? 'memvault-daily-log'
  );
}

/** Holds something that is no daily log of memvault's kind. */
function isForeign(folder: string): boolean {
  if (!isFolder(folder)) return true;
  return namesIn(folder).some((name) => {
    if (!name.endsWith('.md') || name.startsWith('.')) return false;
    return !isDay(name.slice(0, -3)) || !looksLikeLog(join(folder, name));
  });
}

function looksLikeLog(path: string): boolean {
  const text = (readText(path) ?? '').replace(/^\uFEFF/, '');
  return text.trim() === '' || /^# Daily Log\b/.test(text) || /^- \[[^\]]{2,}\] /m.test(text);
}
