// What persons are asked and say of facts, as append-only files: reviews, pairs that were asked about, and pins.
import { groupBy } from '../model/group-by.ts';
import type { Append } from '../model/journal.ts';
import { hasTexts, isText, type JsonObject } from '../model/json.ts';
import type { MarkLine } from '../model/page.ts';
import { foldReviews, REVIEW_KINDS, REVIEW_STATUSES, type ReviewLine } from '../model/review.ts';
import { splitLines } from '../note/lines.ts';
import { confined, keepCached, readCached, requireVault } from './confine.ts';
import { appendsOf } from './daily.ts';
import { appendLines, readText } from './disk.ts';
import { parseJsonObject, readLinesOf } from './ledger.ts';
import { absolute, BASELINE_FILE, CACHE_DIR, MARK_FILE, REVIEW_FILE, type Vault } from './vault.ts';

/** All lines; one that is no line of a review is passed over. */
export function readReviews(vault: Vault): ReviewLine[] {
  return readLinesOf(absolute(vault, REVIEW_FILE), isReviewLine);
}

/**
 * The facts of questions that wait for a person and ask which of two statements holds, the earlier first. For searches:
 * a vault without reviews costs one look, and of thousands that are queued only those ever put to a person are parsed.
 */
export function openQuestions(vault: Vault): (readonly string[])[] {
  const text = readText(absolute(vault, REVIEW_FILE));
  if (text === null) return [];
  const lines = splitLines(text);
  const asked = new Set(reviewsIn(lines.filter((line) => line.includes('"pending"'))).map(({ id }) => id));
  const isOfAsked = (line: string): boolean =>
    !line.startsWith(ID_FIRST) || asked.has(line.slice(ID_FIRST.length, line.indexOf('"', ID_FIRST.length)));
  return [...foldReviews(reviewsIn(lines.filter(isOfAsked))).values()]
    .filter(({ kind, status }) => status === 'pending' && (kind === 'supersede' || kind === 'contradiction'))
    .map(({ facts }) => facts);
}

/** How memvault begins these lines. */
const ID_FIRST = '{"id":"';

const reviewsIn = (lines: readonly string[]): ReviewLine[] =>
  lines.map(parseJsonObject).filter((value) => value !== null && isReviewLine(value));

export function isReviewLine(value: JsonObject): value is JsonObject & ReviewLine {
  const { kind, status, facts, score } = value;
  return (
    hasTexts(value, 'id', 'reason', 'run', 'at') &&
    typeof score === 'number' &&
    REVIEW_KINDS.some((known) => known === kind) &&
    REVIEW_STATUSES.some((known) => known === status) &&
    Array.isArray(facts) &&
    facts.every(isText)
  );
}

/** What the file gets; none for no lines. */
export const reviewAppends = (vault: Vault, lines: readonly ReviewLine[]): Append[] =>
  appendsOf(vault, REVIEW_FILE, lines);

// What a model said of pairs of claims, in this clone alone: `.memvault/cache/asked-pairs.json`. Holds digests and
// places, no word of a claim. Disposable: what is not in it is asked again.

const FILE = `${CACHE_DIR}/asked-pairs.json`;
/** Those that were asked about longest ago go first. */
const MOST = 4000;

/**
 * Where the words of a contradiction begin and end in the older claim and in the newer; null where both may be true.
 */
export type PairAnswer = readonly [olderStart: number, olderEnd: number, newerStart: number, newerEnd: number] | null;

/** By the digest of all that was asked. Empty where there is no such file, or none that can be read. */
export function readAskedPairs(vault: Vault): Map<string, PairAnswer> {
  const kept = readCached(vault, FILE);
  return new Map(
    (Array.isArray(kept) ? kept : []).flatMap((one: unknown): [string, PairAnswer][] =>
      Array.isArray(one) && isText(one[0]) && isAnswer(one[1]) ? [[one[0], one[1]]] : [],
    ),
  );
}

/**
 * `known`: what was read; `fresh`: what holds now, also of pairs that were known, so that they stay the longest. Where
 * it cannot be written they are asked again.
 */
export function writeAskedPairs(
  vault: Vault,
  known: ReadonlyMap<string, PairAnswer>,
  fresh: ReadonlyMap<string, PairAnswer>,
): void {
  const all = [...[...known].filter(([key]) => !fresh.has(key)), ...fresh].slice(-MOST);
  keepCached(vault, FILE, `${JSON.stringify(all)}\n`);
}

const isAnswer = (value: unknown): value is PairAnswer =>
  value === null || (Array.isArray(value) && value.length === 4 && value.every((one) => Number.isInteger(one)));

// The marks that a person sets on facts, as a file: `.memvault/marks.jsonl`, append-only.

/** All lines; one that is no mark is passed over. */
export function readMarks(vault: Vault): MarkLine[] {
  return readLinesOf(absolute(vault, MARK_FILE), isMark);
}

/** Throws `io`, `refused`. */
export const appendMarks = (vault: Vault, marks: readonly MarkLine[]): void => appendNow(vault, MARK_FILE, marks);

/** In one write, as `log` does, and like it without the lock: no run reads the file's end. */
function appendNow(vault: Vault, path: string, lines: readonly object[]): void {
  requireVault(vault);
  appendLines(
    confined(vault, path),
    lines.map((line) => JSON.stringify(line)),
  );
}

export function isMark(value: JsonObject): value is JsonObject & MarkLine {
  return hasTexts(value, 'fact', 'at') && (value.mark === 'pin' || value.mark === 'unpin');
}

// Findings of lint that a person accepted, as lines of `.memvault/baseline.jsonl`: how many of one kind in one file.

export interface BaselineLine {
  /** The name of a rule, or for rules with kinds `rule/kind`. */
  readonly rule: string;
  /** The file, from the vault's root. */
  readonly path: string;
  /** What the finding says, as a digest. */
  readonly key: string;
  /** How many of them are accepted from now on; none takes it back. */
  readonly count: number;
  /** ISO in UTC. */
  readonly at: string;
}

/**
 * By `subjectOf`, what was last accepted. Of two at one moment the smaller: nothing is hidden that one of them shows.
 */
export function foldBaseline(lines: Iterable<BaselineLine>): Map<string, BaselineLine> {
  const later = (a: BaselineLine, b: BaselineLine): BaselineLine =>
    (Date.parse(b.at) - Date.parse(a.at) || a.count - b.count) > 0 ? b : a;
  return new Map([...groupBy(lines, subjectOf)].map(([subject, all]) => [subject, all.reduce(later)]));
}

export const subjectOf = ({ rule, path, key }: Pick<BaselineLine, 'rule' | 'path' | 'key'>): string =>
  `${rule}\n${path}\n${key}`;

/** By subject the line that holds; one that says nothing of the kind is passed over. */
export function readBaseline(vault: Vault): Map<string, BaselineLine> {
  return foldBaseline(readLinesOf(absolute(vault, BASELINE_FILE), isBaselineLine));
}

/** Throws `io`, `refused`. */
export const appendBaseline = (vault: Vault, lines: readonly BaselineLine[]): void =>
  appendNow(vault, BASELINE_FILE, lines);

export function isBaselineLine(value: JsonObject): value is JsonObject & BaselineLine {
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
