// The marks that a person sets on facts, as a file: `.memvault/marks.jsonl`, append-only.
import type { MarkLine } from '../model/mark.ts';
import { confined } from './confine.ts';
import { appendLines } from './disk-append.ts';
import { requireVault } from './folders.ts';
import { readJsonLines } from './jsonl.ts';
import { absolute, MARK_FILE, type Vault } from './vault.ts';

/** All lines; one that is no mark is passed over. */
export function readMarks(vault: Vault): MarkLine[] {
  return readJsonLines(absolute(vault, MARK_FILE)).flatMap(({ value }) =>
    value !== null && isMark(value) ? [value] : [],
  );
}

/**
 * Appends them in one write, as `log` does, and like it without the lock: no run reads the file's end. Throws `io`,
 * `refused`.
 */
export function appendMarks(vault: Vault, marks: readonly MarkLine[]): void {
  requireVault(vault);
  appendLines(
    confined(vault, MARK_FILE),
    marks.map((mark) => JSON.stringify(mark)),
  );
}

export function isMark(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & MarkLine {
  return (
    typeof value.fact === 'string' && typeof value.at === 'string' && (value.mark === 'pin' || value.mark === 'unpin')
  );
}
