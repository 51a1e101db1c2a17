// Reviews, compared pairs, pins and accepted lint findings, as append-only or cached files.
import { groupBy } from '../model/group-by.ts';
import type { Append } from '../model/journal.ts';
import { hasTexts, isText, itemsOf, type JsonObject } from '../model/json.ts';
import type { MarkLine } from '../model/page.ts';
import { foldReviews, REVIEW_KINDS, REVIEW_STATUSES, type ReviewLine } from '../model/review.ts';
import { confined, keepCached, readCached, requireVault } from './confine.ts';
import { appendsOf } from './daily.ts';
import { appendLines } from './disk.ts';
import { readLinesOf } from './ledger.ts';
import { absolute, BASELINE_FILE, CACHE_DIR, MARK_FILE, REVIEW_FILE, type Vault } from './vault.ts';

/** All lines; malformed ones are skipped. */
export function readReviews(vault: Vault): ReviewLine[] {
  return readLinesOf(absolute(vault, REVIEW_FILE), isReviewLine);
}

/** The facts of open reviews that ask which of two statements holds, the earlier first. */
export function openQuestions(vault: Vault): (readonly string[])[] {
  return [...foldReviews(readReviews(vault)).values()]
    .filter(({ kind, status }) => status === 'pending' && (kind === 'supersede' || kind === 'contradiction'))
    .map(({ facts }) => facts);
}

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

/** The append to the file; empty without lines. */
export const reviewAppends = (vault: Vault, lines: readonly ReviewLine[]): Append[] =>
  appendsOf(vault, REVIEW_FILE, lines);

// A model's answers about pairs of claims, local to this clone: `.memvault/cache/asked-pairs.json`. Contains digests
// and positions, no words of a claim. Disposable: a missing pair is asked about again.

const FILE = `${CACHE_DIR}/asked-pairs.json`;
/** Maximum number of entries; the oldest are dropped first. */
const MOST = 4000;

/** Where the contradicting words start and end in the older claim and in the newer; null if both may be true. */
export type PairAnswer = readonly [olderStart: number, olderEnd: number, newerStart: number, newerEnd: number] | null;

/** Answers by digest of the whole question. Empty if there is no readable file. */
export const readAskedPairs = (vault: Vault): Map<string, PairAnswer> =>
  new Map(itemsOf(readCached(vault, FILE)) as readonly (readonly [string, PairAnswer])[]);

/**
 * `known`: the previous content; `fresh`: current answers, including confirmed ones, which are therefore kept longest.
 * If it cannot be written, pairs are asked about again.
 */
export function writeAskedPairs(
  vault: Vault,
  known: ReadonlyMap<string, PairAnswer>,
  fresh: ReadonlyMap<string, PairAnswer>,
): void {
  const all = [...[...known].filter(([key]) => !fresh.has(key)), ...fresh].slice(-MOST);
  keepCached(vault, FILE, `${JSON.stringify(all)}\n`);
}

// Pins as a file: `.memvault/marks.jsonl`, append-only.

/** All lines; malformed ones are skipped. */
export function readMarks(vault: Vault): MarkLine[] {
  return readLinesOf(absolute(vault, MARK_FILE), isMark);
}

/** Throws `io`, `refused`. */
export const appendMarks = (vault: Vault, marks: readonly MarkLine[]): void => appendNow(vault, MARK_FILE, marks);

/** One write without the lock, as in `log`: no run depends on the end of the file. */
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

// Accepted lint findings, as lines of `.memvault/baseline.jsonl`: how many of one kind in one file.

export interface BaselineLine {
  /** The name of a rule, or `rule/kind` for rules with kinds. */
  readonly rule: string;
  /** The file, relative to the vault's root. */
  readonly path: string;
  /** Digest of the finding's message. */
  readonly key: string;
  /** How many of them are accepted from now on; 0 revokes the acceptance. */
  readonly count: number;
  /** ISO, UTC. */
  readonly at: string;
}

/**
 * The latest line per `subjectOf`. Of two with the same time the smaller count wins, so that no finding is hidden by
 * accident.
 */
export function foldBaseline(lines: Iterable<BaselineLine>): Map<string, BaselineLine> {
  const later = (a: BaselineLine, b: BaselineLine): BaselineLine =>
    (Date.parse(b.at) - Date.parse(a.at) || a.count - b.count) > 0 ? b : a;
  return new Map([...groupBy(lines, subjectOf)].map(([subject, all]) => [subject, all.reduce(later)]));
}

export const subjectOf = ({ rule, path, key }: Pick<BaselineLine, 'rule' | 'path' | 'key'>): string =>
  `${rule}\n${path}\n${key}`;

/** The current line per subject; malformed lines are skipped. */
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
