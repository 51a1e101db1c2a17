// What a person accepted of lint's findings, as a file: `.memvault/baseline.jsonl`, tracked and append-only.
import { type BaselineLine, foldBaseline } from '../model/baseline.ts';
import { confined } from './confine.ts';
import { appendLines } from './disk-append.ts';
import { requireVault } from './folders.ts';
import { readJsonLines } from './jsonl.ts';
import { absolute, BASELINE_FILE, type Vault } from './vault.ts';

/** By subject the line that holds; one that says nothing of the kind is passed over. */
export function readBaseline(vault: Vault): Map<string, BaselineLine> {
  return foldBaseline(
    readJsonLines(absolute(vault, BASELINE_FILE)).flatMap(({ value }) =>
      value !== null && isBaselineLine(value) ? [value] : [],
    ),
  );
}

/** Appends them in one write, without the lock, as marks are. Throws `io`, `refused`. */
export function appendBaseline(vault: Vault, lines: readonly BaselineLine[]): void {
  if (lines.length === 0) return;
  requireVault(vault);
  appendLines(
    confined(vault, BASELINE_FILE),
    lines.map((line) => JSON.stringify(line)),
  );
}

export function isBaselineLine(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & BaselineLine {
  const { rule, path, key, count, at } = value;
  const areTexts = [rule, path, key].every((text) => typeof text === 'string' && text !== '' && !text.includes('\n'));
  return (
    areTexts &&
    Number.isSafeInteger(count) &&
    Number(count) >= 0 &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at))
  );
}
