// On which facts the lines of `MEMORY.md` rest that an engine worded: `.memvault/memory.jsonl`, a line for each run
// that wrote some. Ids and digests, never words; a line of the summary is known by its digest, so that any clone can
// tell what falls with a fact.
import { textDigest } from '../model/bytes.ts';
import { compareLines } from '../model/group-by.ts';
import type { Append } from '../model/journal.ts';
import { hasTexts, isObject, isText, type JsonObject } from '../model/json.ts';
import { appendsOf } from './daily.ts';
import { readText } from './disk.ts';
import { parseJsonLines } from './ledger.ts';
import { absolute, SUMMARY_RECORD_FILE, type Vault } from './vault.ts';

export interface RecordedLine {
  /** Digest of the line as it stands in the file. */
  readonly line: string;
  /** Digest of what its claims said. */
  readonly claims: string;
  readonly facts: readonly string[];
}

export interface SummaryRecord {
  readonly lines: readonly RecordedLine[];
  readonly run: string;
  /** ISO in UTC: not before any decision that the engine knew of. */
  readonly at: string;
}

export const lineDigest = (line: string): string => textDigest(line.trimEnd());
export const claimsDigest = (texts: readonly string[]): string => textDigest([...texts].sort().join('\n'));

export const isSummaryRecord = (value: JsonObject): value is JsonObject & SummaryRecord =>
  hasTexts(value, 'run', 'at') && Array.isArray(value['lines']) && value['lines'].every(isRecordedLine);

const isRecordedLine = (value: unknown): boolean =>
  isObject(value) && hasTexts(value, 'line', 'claims') && Array.isArray(value['facts']) && value['facts'].every(isText);

/** The oldest first; a line that is none is passed over. */
export const readSummaryRecords = (vault: Vault): SummaryRecord[] =>
  parseSummaryRecords(readText(absolute(vault, SUMMARY_RECORD_FILE)) ?? '');

/** The same of the text of the file. */
export const parseSummaryRecords = (text: string): SummaryRecord[] =>
  parseJsonLines(text)
    .flatMap(({ value }) => (value !== null && isSummaryRecord(value) ? [value] : []))
    .sort(compareLines);

/** By digest what a line rests on; the latest record holds. */
export const foldRecords = (records: readonly SummaryRecord[]): Map<string, RecordedLine> =>
  new Map(records.flatMap(({ lines }) => lines.map((one): [string, RecordedLine] => [one.line, one])));

/** What the file gets; none for no lines. */
export const summaryRecordAppends = (vault: Vault, record: SummaryRecord): Append[] =>
  appendsOf(vault, SUMMARY_RECORD_FILE, record.lines.length === 0 ? [] : [record]);

/** Tells of a line of `MEMORY.md` whether it rests, by the records, on one of these facts. */
export function restsOn(records: readonly SummaryRecord[], facts: ReadonlySet<string>): (line: string) => boolean {
  const resting = new Set<string>();
  for (const { lines } of records)
    for (const one of lines) if (one.facts.some((fact) => facts.has(fact))) resting.add(one.line);
  return (line) => resting.size > 0 && resting.has(lineDigest(line));
}
