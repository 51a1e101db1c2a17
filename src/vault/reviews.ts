// What waits for a person, as a file: `.memvault/reviews.jsonl`, append-only.
import { REVIEW_KINDS, REVIEW_STATUSES, type ReviewLine } from '../model/review.ts';
import type { Append } from '../model/journal.ts';
import { appendFor } from './append.ts';
import { readJsonLines } from './jsonl.ts';
import { absolute, REVIEW_FILE, type Vault } from './vault.ts';

/** All lines; one that is no line of a review is passed over. */
export function readReviews(vault: Vault): ReviewLine[] {
  return readJsonLines(absolute(vault, REVIEW_FILE)).flatMap(({ value }) =>
    value !== null && isReviewLine(value) ? [value] : [],
  );
}

export function isReviewLine(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & ReviewLine {
  const { kind, status, facts, score } = value;
  return (
    ['id', 'reason', 'run', 'at'].every((key) => typeof value[key] === 'string') &&
    typeof score === 'number' &&
    REVIEW_KINDS.some((known) => known === kind) &&
    REVIEW_STATUSES.some((known) => known === status) &&
    Array.isArray(facts) &&
    facts.every((fact) => typeof fact === 'string')
  );
}

/** What the file gets; none for no lines. */
export function reviewAppends(vault: Vault, lines: readonly ReviewLine[]): Append[] {
  return lines.length === 0
    ? []
    : [appendFor(vault, REVIEW_FILE, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))];
}
