// The ledger as files: one per month of facts, append-only.
import type { LedgerLine } from '../model/disposition.ts';
import { groupBy } from '../model/group-by.ts';
import type { Append } from '../model/journal.ts';
import { hasTexts, isObject, type JsonObject, parseJson } from '../model/json.ts';
import { splitLines } from '../note/lines.ts';
import { appendsOf } from './daily.ts';
import { namesIn, readStat, readText } from './disk.ts';
import { absolute, LEDGER_DIR, type Vault } from './vault.ts';

// `.jsonl` files: one JSON object per line, appended, never changed. A line that is not an object is reported but not
// fatal: a merge or a power cut may have left it.

export interface JsonLine {
  /** 1-based. */
  readonly line: number;
  readonly value: JsonObject | null;
}

/**
 * Remembers the last result for each path as long as its text is the same: a dream or a dialog reads a file several
 * times, and it rarely changes in between. A second view of 10,000 facts takes a third of the first.
 */
export function rememberByText<T>(): (path: string, text: string, make: () => T) => T {
  const known = new Map<string, { readonly text: string; readonly result: T }>();
  return (path, text, make) => {
    const held = known.get(path);
    if (held?.text === text) return held.result;
    const result = make();
    known.set(path, { text, result });
    return result;
  };
}

const linesOf = rememberByText<readonly JsonLine[]>();

/** All lines that are not blank; `value` is null if a line is not a JSON object. */
export function readJsonLines(path: string): readonly JsonLine[] {
  const text = readText(path) ?? '';
  return linesOf(path, text, () => parseJsonLines(text));
}

/** The lines of one kind; others are skipped. */
export const readLinesOf = <Line extends object>(
  path: string,
  isOfKind: (value: JsonObject) => value is JsonObject & Line,
): Line[] => readJsonLines(path).flatMap(({ value }) => (value !== null && isOfKind(value) ? [value] : []));

/** The `.jsonl` files in a folder, relative to the vault's root, sorted. */
export function listJsonLines(vault: Vault, folder: string): string[] {
  if (readStat(absolute(vault, folder)) === null) return [];
  return namesIn(absolute(vault, folder))
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** The same for a text. */
export const parseJsonLines = (text: string): JsonLine[] =>
  splitLines(text).flatMap((line, at) => (line.trim() === '' ? [] : [{ line: at + 1, value: parseJsonObject(line) }]));

/** Parses one line; null if it is not a JSON object. */
export function parseJsonObject(text: string): JsonObject | null {
  const value = parseJson(text);
  return isObject(value) ? value : null;
}

export interface LedgerRead {
  readonly lines: readonly LedgerLine[];
  /** Positions of malformed ledger lines. */
  readonly broken: readonly { readonly path: string; readonly line: number }[];
}

export function readLedger(vault: Vault): LedgerRead {
  const lines: LedgerLine[] = [];
  const broken: { path: string; line: number }[] = [];
  for (const path of ledgerFiles(vault))
    for (const { line, value } of readJsonLines(absolute(vault, path)))
      if (value !== null && isLedgerLine(value)) lines.push(value);
      else broken.push({ path, line });
  return { lines, broken };
}

/** Relative to the vault's root, in order. */
export const ledgerFiles = (vault: Vault): string[] => listJsonLines(vault, LEDGER_DIR);

function isLedgerLine(value: JsonObject): value is JsonObject & LedgerLine {
  // Keep a disposition from a later version of memvault: it is still a decision.
  return hasTexts(value, 'fact', 'day', 'as', 'digest', 'run', 'engine', 'at');
}

/** Appends to the ledger: each line goes to the file of its fact's month. */
export function ledgerAppends(vault: Vault, lines: readonly LedgerLine[]): Append[] {
  const byMonth = groupBy(lines, ({ day }) => day.slice(0, 7));
  return [...byMonth].flatMap(([month, some]) => appendsOf(vault, `${LEDGER_DIR}/${month}.jsonl`, some));
}
