// Daily logs as files: appends entries, lists and reads days. Never edits a line.
import { dirname, join } from 'node:path';
import { encodeText } from '../model/bytes.ts';
import { daysBetween, isDay } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import { compareText } from '../model/fact.ts';
import type { Append } from '../model/journal.ts';
import { LIMITS, tooLarge } from '../model/limits.ts';
import { renderDayTitle } from '../page/fact-line.ts';
import { confined, makeFolderFor, requireVault } from './confine.ts';
import {
  appendBytes,
  appendUnsynced,
  createOnce,
  isFolder,
  isRealFolder,
  namesIn,
  orNull,
  readBytes,
  readStat,
  readText,
  syncFolder,
} from './disk.ts';
import { absolute, CACHE_DIR, type Vault } from './vault.ts';

// Appends as values: the current end of the file and the lines to add. Also tells the index which files grew.

/** Whole lines for a file; if its last line is torn, a newline comes first. `title`: the start of a new file. */
export function appendFor(vault: Vault, path: string, lines: string, title = ''): Append {
  const bytes = readBytes(absolute(vault, path));
  if (bytes === null || bytes.length === 0) return { path, at: 0, text: title + lines };
  const torn = bytes[bytes.length - 1] !== 10 && !lines.startsWith('\n');
  return { path, at: bytes.length, text: torn ? `\n${lines}` : lines };
}

/** The same for values, each as a line of JSON; empty without values. */
export const appendsOf = (vault: Vault, path: string, values: readonly object[]): Append[] =>
  values.length === 0 ? [] : [appendFor(vault, path, values.map((value) => `${JSON.stringify(value)}\n`).join(''))];

/**
 * Tells the next search about a written note that it might not check by itself. If that fails, the full check finds it
 * within a minute.
 */
export const noteTouched = (vault: Vault, path: string): void =>
  void orNull(() => appendUnsynced(confined(vault, `${CACHE_DIR}/touched`), [path]));

/** Every search checks the logs of this many days, and folders that gained a file. */
const LOOKED_AT_DAYS = 30;

/** The path of a day's log, relative to the vault's root. */
export function dailyPath(vault: Vault, day: string): string {
  return `${vault.dailyDir}/${day}.md`;
}

/**
 * Appends entries to a day's log with one write. `created`: the file is new. Throws `refused` if the log would become
 * too large. `today` determines whether a search checks the file by itself.
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
    throw new MemvaultError('refused', `cannot append to ${path}: ${large}`, {
      hint: 'log it under another day: --date',
    });
  appendBytes(target, bytes);
  // The bytes of a new file are durable only once its name is.
  if (created) syncFolder(dirname(target));
  else if (daysBetween(day, today) >= LOOKED_AT_DAYS) noteTouched(vault, path);
  return { path, created };
}

/**
 * Throws if the folder of daily logs is a file, leads out of the vault, or disappeared with it: then nothing is known
 * about the facts.
 */
export function requireDailyFolder(vault: Vault): void {
  const folder = absolute(vault, vault.dailyDir);
  // The usual case: neither a file nor a symlink, so it cannot lead outside. Resolving real paths takes three times as
  // long.
  if (!vault.dailyDir.includes('/') && isRealFolder(folder)) return;
  const isThere = readStat(folder) !== null;
  if (isThere && !isFolder(folder)) {
    throw new MemvaultError('io', `${vault.dailyDir} is a file, not the folder of the daily logs`, {
      hint: 'move it away, or bring the folder back from git or a backup',
    });
  }
  if (isThere) confined(vault, vault.dailyDir);
  // No log yet; make sure that the vault still exists.
  else requireVault(vault);
}

/** The days that have a log, ascending. */
export function listDays(vault: Vault): string[] {
  return namesIn(absolute(vault, vault.dailyDir))
    .filter((name) => name.endsWith('.md') && isDay(name.slice(0, -3)))
    .map((name) => name.slice(0, -3))
    .sort(compareText);
}

/** The text of a day's log; empty if there is none. */
export function readDay(vault: Vault, day: string): string {
  return readText(absolute(vault, dailyPath(vault, day))) ?? '';
}

// Chooses the daily log folder of a new vault: `daily`, unless it contains the user's own notes.

/** The names tried, in this order. */
const CANDIDATES = ['daily', 'daily-log', 'memvault-daily'] as const;

/** The first candidate that is free or contains only memvault's logs. */
export function chooseDailyDir(root: string): string {
  const names = namesIn(root);
  return (
    CANDIDATES.find((candidate) => {
      const taken = names.find((name) => name.toLowerCase() === candidate);
      return taken === undefined || (taken === candidate && !isForeign(join(root, taken)));
    }) ?? 'memvault-daily-log'
  );
}

/** True if the folder contains notes other than memvault's daily logs. */
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
