// `log.md` as a file: read, and appended to.
import { decodeBytes } from '../markdown/bytes.ts';
import { parseRunLog, RUN_LOG_TITLE, type RunEntry } from '../markdown/run-log.ts';
import type { Append } from '../model/journal.ts';
import { appendFor } from './append.ts';
import { readBytes } from './disk.ts';
import { absolute, RUN_LOG_FILE, type Vault } from './vault.ts';

export function readRunLog(vault: Vault): RunEntry[] {
  const bytes = readBytes(absolute(vault, RUN_LOG_FILE));
  return bytes === null ? [] : parseRunLog(decodeBytes(bytes));
}

/** What `log.md` gets: one entry, as `renderRunEntry` gives it. */
export function runLogAppend(vault: Vault, entry: string): Append {
  return appendFor(vault, RUN_LOG_FILE, entry, RUN_LOG_TITLE);
}
