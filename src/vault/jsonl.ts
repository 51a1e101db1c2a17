// `.jsonl` files: one JSON object a line, appended, never changed. A line that is no object is reported,
// not fatal: a merge or a power cut may have left one.
import { decodeBytes } from '../model/bytes.ts';
import { isObject } from '../model/json.ts';
import { splitLines } from '../note/lines.ts';
import { readBytes, readStat } from './disk.ts';

export interface JsonLine {
  /** 1-based. */
  readonly line: number;
  readonly value: Readonly<Record<string, unknown>> | null;
}

/** Every line that is not blank; `value` null where it is no JSON object. */
export function readJsonLines(path: string): JsonLine[] {
  // An error thrown and caught costs ten looks.
  const bytes = readStat(path) === null ? null : readBytes(path);
  return bytes === null ? [] : parseJsonLines(decodeBytes(bytes));
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
