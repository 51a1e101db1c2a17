// Which folder the daily logs of a vault go to when it is made: `daily`, unless that holds somebody's own notes.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBytes } from '../model/bytes.ts';
import { isDay } from '../model/day.ts';
import { systemCode } from '../model/errors.ts';
import { explainIo, isFolder, readBytes } from './disk.ts';

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
    if (!name.endsWith('.md')) return false;
    return !isDay(name.slice(0, -3)) || !looksLikeLog(join(folder, name));
  });
}

function looksLikeLog(path: string): boolean {
  const bytes = readBytes(path);
  if (bytes === null) return true;
  const text = decodeBytes(bytes).replace(/^\uFEFF/, '');
  return text.trim() === '' || /^# Daily Log\b/.test(text) || /^- \[[^\]]{2,}\] /m.test(text);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw explainIo(error, 'read the folder', folder);
  }
}
