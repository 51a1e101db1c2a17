// `log.md` as a file: read, and appended to.
import { decodeBytes, encodeText } from '../markdown/bytes.ts';
import { parseRunLog, RUN_LOG_TITLE, type RunEntry } from '../markdown/run-log.ts';
import { confined } from './confine.ts';
import { appendBytes, createOnce, readBytes } from './disk.ts';
import { absolute, RUN_LOG_FILE, type Vault } from './vault.ts';

export function readRunLog(vault: Vault): RunEntry[] {
  const bytes = readBytes(absolute(vault, RUN_LOG_FILE));
  return bytes === null ? [] : parseRunLog(decodeBytes(bytes));
}

/** Appends one entry, as `renderRunEntry` gives it. */
export function appendRunLog(vault: Vault, entry: string): void {
  const path = confined(vault, RUN_LOG_FILE);
  createOnce(path, RUN_LOG_TITLE);
  appendBytes(path, encodeText(entry));
}
