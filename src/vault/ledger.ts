// The ledger as files: one a month of facts, append-only.
import type { LedgerLine } from '../model/disposition.ts';
import { groupBy } from '../model/group-by.ts';
import type { Append } from '../model/journal.ts';
import { hasTexts, isObject, type JsonObject, parseJson } from '../model/json.ts';
import { splitLines } from '../note/lines.ts';
import { appendsOf } from './daily.ts';
import { namesIn, readStat, readText } from './disk.ts';
import { absolute, LEDGER_DIR, type Vault } from './vault.ts';

// `.jsonl` files: one JSON object a line, appended, never changed. A line that is no object is reported,
// not fatal: a merge or a power cut may have left one.

export interface JsonLine {
  /** 1-based. */
  readonly line: number;
  readonly value: JsonObject | null;
}

/** What this process read of a file last: it looks several times, and few lines come meanwhile. */
const known = new Map<string, { readonly text: string; readonly lines: readonly JsonLine[] }>();

/** Every line that is not blank; `value` null where it is no JSON object. */
export function readJsonLines(path: string): readonly JsonLine[] {
  const text = readText(path);
  if (text === null) return [];
  const held = known.get(path);
  if (held?.text === text) return held.lines;
  const lines = parseJsonLines(text);
  known.set(path, { text, lines });
  return lines;
}

/** The lines of one kind; any other is passed over. */
export const readLinesOf = <Line extends object>(
  path: string,
  isOfKind: (value: JsonObject) => value is JsonObject & Line,
): Line[] => readJsonLines(path).flatMap(({ value }) => (value !== null && isOfKind(value) ? [value] : []));

/** The files of such lines in a folder of the vault, from its root, sorted. */
export function listJsonLines(vault: Vault, folder: string): string[] {
  if (readStat(absolute(vault, folder)) === null) return [];
  return namesIn(absolute(vault, folder))
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => `${folder}/${name}`);
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
export function parseJsonObject(text: string): JsonObject | null {
  const value = parseJson(text);
  return isObject(value) ? value : null;
}

export interface LedgerRead {
  readonly lines: readonly LedgerLine[];
  /** Lines that are no ledger line: where they stand. */
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

/** From the vault's root, in order. */
export const ledgerFiles = (vault: Vault): string[] => listJsonLines(vault, LEDGER_DIR);

function isLedgerLine(value: JsonObject): value is JsonObject & LedgerLine {
  // A disposition that only a later version knows is held all the same: it is somebody's decision.
  return hasTexts(value, 'fact', 'day', 'as', 'digest', 'run', 'engine', 'at');
}

/** What the ledger's files get: each line goes to the file of its fact's month. */
export function ledgerAppends(vault: Vault, lines: readonly LedgerLine[]): Append[] {
  const byMonth = groupBy(lines, ({ day }) => day.slice(0, 7));
  return [...byMonth].flatMap(([month, some]) => appendsOf(vault, `${LEDGER_DIR}/${month}.jsonl`, some));
}
