// The terms of the index that match a term of a question: the term itself, longer ones that start with it, and, if
// there are none, misspellings and compounds. Reads only the postings of these terms.
import { ROW_FIELDS, type RowField } from './document.ts';
import { type Asked, isBegunBy, type NearTerm } from './query.ts';
import { backwards, isBackwards } from './tokenizer/scan.ts';
import type { Posting, Tables } from './view.ts';

// Edit distance.

/**
 * Insertions, deletions and replacements of UTF-16 units that turn `a` into `b`; `most + 1` if there are more than
 * `most`.
 */
function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const cost = Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    above = row;
  }
  return Math.min(above[b.length] ?? most + 1, most + 1);
}

// Words within words: `Versicherung` in `Krankenversicherung`, and the reverse. Always used if a configured language
// writes compounds as one word, else only if nothing else matches.

export interface Within {
  readonly term: string;
  /** Less than 1. */
  readonly weight: number;
}

const SHORTEST = 4;
/** Minimum number of letters that a compound has beyond its part. */
const LEAST_MORE = 3;
const MOST = 50;
/** In an index with more terms there is no search inside them: reading them all takes some milliseconds. */
const MOST_TERMS = 10_000;
const WEIGHT = 0.25;

/**
 * Reversed terms of the index for words that end in `term`. They exist only if a configured language writes compounds
 * as one word.
 */
function longerEnding(view: Pick<Tables, 'startingWith'>, term: string): Within[] {
  if (!mayBePart(term)) return [];
  const found = view.startingWith(backwards(term)).filter((one) => one.length > term.length + LEAST_MORE);
  return shortest(found, MOST).map((one) => ({ term: one, weight: weightOf(term, one) }));
}

const byLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);
const shortest = (terms: string[], most: number): string[] => terms.sort(byLength).slice(0, most);

/** Terms of the index that contain `term` after their beginning, the shortest first. Scans all terms of the index. */
export function longerAround(view: Pick<Tables, 'startingWith' | 'terms'>, term: string): Within[] {
  if (!mayBePart(term) || view.terms > MOST_TERMS) return [];
  const found = view
    .startingWith('')
    .filter((one) => one.length >= term.length + LEAST_MORE && !isBackwards(one) && one.includes(term, LEAST_MORE));
  return shortest(found, MOST).map((one) => ({ term: one, weight: weightOf(term, one) }));
}

/** Suffixes of `term` that may be words, the longest first: the head of a compound. They need not be in the index. */
function headsOf(term: string): Within[] {
  const heads: Within[] = [];
  if (!mayBePart(term)) return heads;
  for (let at = LEAST_MORE; at <= term.length - SHORTEST; at++)
    heads.push({ term: term.slice(at), weight: weightOf(term.slice(at), term) });
  return heads;
}

/** Letters only: a part of a number or identifier means something else. */
function mayBePart(term: string): boolean {
  if (term.length < SHORTEST || term.charCodeAt(0) >= 0x0e00) return false;
  for (let i = 0; i < term.length; i++) if (term.charCodeAt(i) < 97) return false;
  return true;
}

const weightOf = (part: string, whole: string): number => (WEIGHT * part.length) / whole.length;

/** Maximum number of longer terms for a prefix; the shortest are used. */
const MOST_LONGER = 50;
const PREFIX_WEIGHT = 0.2;
const FUZZY_WEIGHT = 0.3;

/** A term of the index that matches a term of a question. */
export interface Reached {
  readonly term: string;
  /** 1 for the term itself, less for a prefix match or a near spelling. */
  readonly weight: number;
  /** It is a near word, used in similar contexts, rather than a spelling of the term. */
  readonly isNear?: true;
  /** Per field, the live rows that contain it; never empty. */
  readonly postings: readonly Posting[];
}

/**
 * Lists the term itself first. Adds misspellings, and in most languages parts of words, only if nothing else matches.
 */
export function reach(
  view: Tables,
  { term, prefix, alone, starred, fuzzy, compounds, inside, isNumber, also, near }: Asked,
): Reached[] {
  const found: Reached[] = [];
  take(found, view, term, 1);
  if (prefix || (alone === true && found.length === 0)) takeLonger(found, view, term, isNumber && starred !== true);
  if (compounds && prefix)
    for (const within of [...longerEnding(view, term), ...headsOf(term)]) take(found, view, within.term, within.weight);
  if (also !== undefined) for (const one of also) takeTags(found, view, one);
  if (found.length === 0 && fuzzy > 0) takeAlike(found, view, term, fuzzy, inside);
  if (near !== undefined && isRare(found, view)) takeNear(found, view, near);
  return found;
}

function takeAlike(found: Reached[], view: Tables, term: string, fuzzy: number, inside: boolean): void {
  // People rarely mistype the first letter of a word.
  for (const one of view.startingWith(String.fromCodePoint(term.codePointAt(0) ?? 0))) {
    const edits = editsBetween(term, one, fuzzy);
    if (edits <= fuzzy) take(found, view, one, fuzzyWeight(one, edits));
  }
  if (found.length === 0 && inside)
    for (const within of longerAround(view, term)) take(found, view, within.term, within.weight);
}

function takeLonger(found: Reached[], view: Tables, term: string, isNumber: boolean): void {
  const begun = view.startingWith(term);
  const longer = isNumber ? begun.filter((one) => isBegunBy(one, term)) : begun;
  // Only reading their postings shows which of them have live rows.
  if (longer.length > MOST_LONGER) longer.sort(byLength);
  for (const one of longer) {
    if (one !== term && found.length <= MOST_LONGER) take(found, view, one, prefixWeight(term, one));
  }
}

function take(found: Reached[], view: Tables, term: string, weight: number): void {
  const postings = view.postings(term);
  if (postings.length > 0) found.push({ term, weight, postings });
}

/** An alias of a tag matches only in tags. */
function takeTags(found: Reached[], view: Tables, term: string): void {
  if (found.some((one) => one.term === term)) return;
  const postings = view.postings(term).filter(({ field }) => field === TAGS);
  if (postings.length > 0) found.push({ term, weight: 1, postings });
}

/** Near words are added only if at most this share of all rows contains the term itself. */
const RARE = 0.01;

function isRare([first]: readonly Reached[], view: Tables): boolean {
  if (first === undefined || first.weight < 1) return true;
  return first.postings.reduce((count, { rows }) => count + rows.length, 0) <= RARE * view.size;
}

function takeNear(found: Reached[], view: Tables, near: readonly NearTerm[]): void {
  for (const { term, weight } of near) {
    if (found.some((one) => one.term === term)) continue;
    const postings = view.postings(term);
    if (postings.length > 0) found.push({ term, weight, isNear: true, postings });
  }
}

const TAGS = ROW_FIELDS.indexOf('tags');

/** The weight of a longer term that starts with the one asked for, as in MiniSearch 7. */
function prefixWeight(asked: string, term: string): number {
  return (PREFIX_WEIGHT * term.length) / (term.length + 0.3 * (term.length - asked.length));
}

/** The weight of a term at some edit distance, as in MiniSearch 7. */
function fuzzyWeight(term: string, edits: number): number {
  return (FUZZY_WEIGHT * term.length) / (term.length + edits);
}

/** The terms of the index that a question matches. */
export function reachedTerms(view: Tables, asked: readonly Asked[]): ReadonlySet<string> {
  return new Set(asked.flatMap((one) => reach(view, one).map(({ term }) => term)));
}

/** The terms that match in one row, each with its fields. */
export function termsOfRow(
  view: Tables,
  asked: readonly Asked[],
  row: number,
): Readonly<Record<string, readonly RowField[]>> {
  const terms = new Map<string, RowField[]>();
  for (const one of asked) {
    for (const { term, postings } of reach(view, one)) {
      const fields = postings
        .filter(({ rows }) => rows.includes(row))
        .map(({ field }) => ROW_FIELDS[field])
        .filter((field) => field !== undefined);
      if (fields.length > 0) terms.set(term, fields);
    }
  }
  return Object.fromEntries(terms);
}
