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
import { confined, keepStamped, readStamped } from './confine.ts';
import { appendsOf } from './daily.ts';
import { appendUnsynced, orNull, PRIVATE_MODE, readBytes, readStat, writeAtomic } from './disk.ts';
import { listJsonLines, readJsonLines, readLinesOf } from './ledger.ts';
import { absolute, CACHE_DIR, peekCloneId, RECALL_FILE, RECALLS_DIR, type Vault } from './vault.ts';

/** Appends lines; a record larger than MOST_BYTES loses its older half. Does nothing if the vault cannot be written. */
export function appendRecalls(vault: Vault, lines: readonly string[]): void {
  orNull(() => {
    const path = confined(vault, RECALL_FILE);
    if (appendUnsynced(path, lines) <= MOST_BYTES) return;
    const tail = (readBytes(path) ?? Buffer.alloc(0)).subarray(-MOST_BYTES / 2);
    writeAtomic(path, tail.subarray(tail.indexOf('\n') + 1), PRIVATE_MODE);
  });
}

/** Maximum size of the record. */
const MOST_BYTES = 1_000_000;

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

const CACHE = `${CACHE_DIR}/recalls`;

/** Returns the minute of a fact's last tracked recall (ISO, UTC) or null. */
export type LastRecall = (fact: string) => string | null;

/** Null if no recall is tracked. Cached, so that a search does not fold all lines. */
export function readLastRecalls(vault: Vault): LastRecall | null {
  const files = listJsonLines(vault, RECALLS_DIR);
  if (files.length === 0) return null;
  const stats = files.map((path) => [path, readStat(absolute(vault, path))]);
  const stamp = JSON.stringify(stats);
  const last =
    (readStamped(vault, CACHE, stamp) as Readonly<Record<string, string>> | null) ??
    keepStamped(
      vault,
      CACHE,
      stamp,
      Object.fromEntries([...readRecalled(vault)].map(([fact, recall]) => [fact, `${recall.last.slice(0, 16)}Z`])),
    );
  return (fact) => last[fact] ?? null;
}
