// Recalls as files: this clone's record (`recall.jsonl`, untracked and bounded), to which `search` appends, and the
// tracked counts, one file per month, into which each run folds the record. Ids and times, never a query.
import { isId } from '../model/ids.ts';
import type { Append } from '../model/journal.ts';
import { hasTexts, type JsonObject } from '../model/json.ts';
import {
  addRecalls,
  distinctRecalls,
  foldRecalls,
  notFolded,
  type Recalled,
  type RecallLine,
  recallLines,
  type ShownLine,
} from '../model/recall.ts';
import { confined, keepCached } from './confine.ts';
import { appendsOf } from './daily.ts';
import { appendUnsynced, orElse, PRIVATE_MODE, readBytes, readStat, readText, writeAtomic } from './disk.ts';
import { listJsonLines, readJsonLines, readLinesOf } from './ledger.ts';
import { absolute, CACHE_DIR, peekCloneId, RECALL_FILE, RECALLS_DIR, type Vault } from './vault.ts';

/** Appends lines; a record larger than MOST_BYTES loses its older half. Does nothing if the vault cannot be written. */
export function appendRecalls(vault: Vault, lines: readonly string[]): void {
  orElse(
    () => {
      const path = confined(vault, RECALL_FILE);
      if (appendUnsynced(path, lines) > MOST_BYTES)
        writeAtomic(path, newerHalf(readBytes(path) ?? Buffer.alloc(0)), PRIVATE_MODE);
    },
    () => undefined,
  );
}

/** Maximum size of the record. */
const MOST_BYTES = 1_000_000;

function newerHalf(bytes: Buffer): Buffer {
  const tail = bytes.subarray(-MOST_BYTES / 2);
  return tail.subarray(tail.indexOf('\n') + 1);
}

/** Recalls per fact from the tracked lines. */
export function readRecalled(vault: Vault): Map<string, Recalled> {
  return foldRecalls(readRecallLines(vault));
}

/** The same including what this clone showed until `start`: the state after a run at that time has folded it. */
export function readRecalledBy(vault: Vault, start: Date): Map<string, Recalled> {
  const recalled = new Map<string, Recalled>();
  for (const one of readRecallTimes(vault, start)) addRecalls(recalled, one.fact, one);
  return recalled;
}

/**
 * All known recalls: counts per month as folded by runs, and single ones that this clone showed since, until `start`.
 */
export function readRecallTimes(vault: Vault, start: Date): (Recalled & { readonly fact: string })[] {
  const lines = readRecallLines(vault);
  const shown = waiting(vault, lines, start.toISOString()).flatMap(({ at, facts }) =>
    [...new Set(facts)].map((fact) => ({ fact, count: 1, last: at })),
  );
  return [...distinctRecalls(lines).map(({ fact, count, last }) => ({ fact, count, last })), ...shown];
}

/** Appends to the tracked files for a run that started at `at`; empty if there are no unfolded recalls. */
export function recallAppends(vault: Vault, { run, at }: Pick<RecallLine, 'run' | 'at'>): Append[] {
  const clone = peekCloneId(vault);
  if (clone === null) return [];
  const months = recallLines(waiting(vault, readRecallLines(vault), at), { run, at, clone });
  return [...months].flatMap(([month, lines]) => appendsOf(vault, `${RECALLS_DIR}/${month}.jsonl`, lines));
}

function waiting(vault: Vault, lines: readonly RecallLine[], to: string): ShownLine[] {
  const clone = peekCloneId(vault);
  return clone === null ? [] : notFolded(readShown(vault), lines, clone, to);
}

/** This clone's record; malformed lines are skipped. */
function readShown(vault: Vault): ShownLine[] {
  return readJsonLines(absolute(vault, RECALL_FILE)).flatMap(({ value }) => {
    const { at, facts } = value ?? {};
    return isInstant(at) && Array.isArray(facts)
      ? [{ at, facts: facts.filter((fact): fact is string => typeof fact === 'string' && isId(fact)) }]
      : [];
  });
}

/** All tracked lines; malformed ones are skipped. */
function readRecallLines(vault: Vault): RecallLine[] {
  return listJsonLines(vault, RECALLS_DIR).flatMap((path) => readLinesOf(absolute(vault, path), isRecallLine));
}

export function isRecallLine(value: JsonObject): value is JsonObject & RecallLine {
  const { fact, count, last, until } = value;
  return (
    hasTexts(value, 'fact', 'clone', 'run') &&
    isId(String(fact)) &&
    Number.isSafeInteger(count) &&
    Number(count) > 0 &&
    isInstant(last) &&
    isInstant(until)
  );
}

/** Exactly the format that memvault writes, so that strings sort like times. */
function isInstant(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}

// The last tracked recall of each fact, for the cost of a stat per file: the result is cached as lines of equal length,
// searched by bisection and never parsed as a whole.

const CACHE = `${CACHE_DIR}/recalls`;
/** `k3v9x2ab4q 2026-07-01T12:00Z` plus a newline. */
const LINE = 29;
const ID = 10;

/** Returns the minute of a fact's last tracked recall (ISO, UTC) or null. */
export type LastRecall = (fact: string) => string | null;

/** Null if no recall is tracked. */
export function readLastRecalls(vault: Vault): LastRecall | null {
  const files = listJsonLines(vault, RECALLS_DIR);
  if (files.length === 0) return null;
  const head = `memvault-recalls 1 ${files.map((path) => stampOf(vault, path)).join(' ')}\n`;
  const body = keptBody(vault, head) ?? makeBody(vault, head);
  return (fact) => {
    let [low, high] = [0, body.length / LINE];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (body.slice(middle * LINE, middle * LINE + ID) < fact) low = middle + 1;
      else high = middle;
    }
    return body.startsWith(`${fact} `, low * LINE) ? body.slice(low * LINE + ID + 1, (low + 1) * LINE - 1) : null;
  };
}

function stampOf(vault: Vault, path: string): string {
  const stat = readStat(absolute(vault, path));
  return `${encodeURIComponent(path)}:${stat?.size ?? 0}:${stat?.mtimeMs ?? 0}`;
}

function keptBody(vault: Vault, head: string): string | null {
  // An unreadable cache is rebuilt.
  const text = orElse(
    () => readText(absolute(vault, CACHE)),
    () => null,
  );
  return text?.startsWith(head) && (text.length - head.length) % LINE === 0 ? text.slice(head.length) : null;
}

function makeBody(vault: Vault, head: string): string {
  const lines = [...readRecalled(vault)].map(([fact, { last }]) => `${fact} ${last.slice(0, 16)}Z\n`);
  const body = lines.sort().join('');
  keepCached(vault, CACHE, head + body);
  return body;
}
