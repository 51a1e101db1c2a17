// The ledger as files: one a month of facts, append-only.
import type { LedgerLine } from '../model/disposition.ts';
import type { Append } from '../model/journal.ts';
import { hasTexts, isObject } from '../model/json.ts';
import { splitLines } from '../note/lines.ts';
import { appendFor } from './daily.ts';
import { namesIn, readStat, readText } from './disk.ts';
import { absolute, LEDGER_DIR, type Vault } from './vault.ts';

// `.jsonl` files: one JSON object a line, appended, never changed. A line that is no object is reported,
// not fatal: a merge or a power cut may have left one.

export interface JsonLine {
  /** 1-based. */
  readonly line: number;
  readonly value: Readonly<Record<string, unknown>> | null;
}

/** Every line that is not blank; `value` null where it is no JSON object. */
export function readJsonLines(path: string): JsonLine[] {
  // An error thrown and caught costs ten looks.
  return readStat(path) === null ? [] : parseJsonLines(readText(path) ?? '');
}

/** The same of a text. */
export function parseJsonLines(text: string): JsonLine[] {
  const lines: JsonLine[] = [];
  splitLines(text).forEach((line, index) => {
    if (line.trim() !== '') lines.push({ line: index + 1, value: parseJsonObject(line) });
  });
  return lines;
}

/** One line as the object that it holds; null where it is no JSON, or no object. */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export interface LedgerRead {
  readonly lines: readonly LedgerLine[];
  /** Lines that are no ledger line: where they stand. */
  readonly broken: readonly { readonly path: string; readonly line: number }[];
}

export function readLedger(vault: Vault): LedgerRead {
  const lines: LedgerLine[] = [];
  const broken: { path: string; line: number }[] = [];
  for (const name of ledgerFiles(vault)) {
    const path = `${LEDGER_DIR}/${name}`;
    const month = readMonth(vault, path);
    for (const line of month.lines) lines.push(line);
    for (const line of month.broken) broken.push(line);
  }
  return { lines, broken };
}

/** What this process read of a file last: it looks several times, and few lines come meanwhile. */
const known = new Map<string, { readonly text: string; readonly month: LedgerRead }>();

function readMonth(vault: Vault, path: string): LedgerRead {
  const text = readText(absolute(vault, path)) ?? '';
  const held = known.get(path);
  if (held?.text === text) return held.month;
  const all = parseJsonLines(text);
  const month = {
    lines: all.flatMap(({ value }) => (value !== null && isLedgerLine(value) ? [value] : [])),
    broken: all.flatMap(({ line, value }) => (value !== null && isLedgerLine(value) ? [] : [{ path, line }])),
  };
  known.set(path, { text, month });
  return month;
}

/** Names, in order. */
export function ledgerFiles(vault: Vault): string[] {
  return namesIn(absolute(vault, LEDGER_DIR))
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
}

function isLedgerLine(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & LedgerLine {
  // A disposition that only a later version knows is held all the same: it is somebody's decision.
  return hasTexts(value, 'fact', 'day', 'as', 'digest', 'run', 'engine', 'at');
}

/** What the ledger's files get: each line goes to the file of its fact's month. */
export function ledgerAppends(vault: Vault, lines: readonly LedgerLine[]): Append[] {
  const byMonth = new Map<string, string>();
  for (const line of lines) {
    const month = line.day.slice(0, 7);
    byMonth.set(month, `${byMonth.get(month) ?? ''}${JSON.stringify(line)}\n`);
  }
  return [...byMonth].map(([month, text]) => appendFor(vault, `${LEDGER_DIR}/${month}.jsonl`, text));
}
