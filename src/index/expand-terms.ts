// Which terms of the index stand for a term of a question: itself, longer ones that begin with it, and, where
// there is neither, those that look like it or hold it. Reads postings of these terms alone.
import { ROW_FIELDS } from './document.ts';
import { type Asked, isBegunBy, type NearTerm } from './query.ts';
import { backwards, isBackwards } from './tokenizer/scan.ts';
import type { Posting, Tables } from './view.ts';

// How far two words are apart in typing.

/** Insertions, removals and replacements of UTF-16 units that make `b` of `a`; `most + 1` for any more than `most`. */
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

// Words within words: `Versicherung` in `Krankenversicherung`, and the other way round. Always in a vault whose
// languages write their compounds in one word, else where nothing is found.

export interface Within {
  readonly term: string;
  /** Less than 1. */
  readonly weight: number;
}

const SHORTEST = 4;
/** What a compound has beside the word asked for. */
const LEAST_MORE = 3;
const MOST = 50;
/** In an index of more terms nothing is looked for within them: to read so many takes some milliseconds. */
const MOST_TERMS = 10_000;
const WEIGHT = 0.25;

/**
 * Terms of the index that stand for words ending in `term`. There are some where a language is set that writes such
 * words.
 */
function longerEnding(view: Pick<Tables, 'startingWith'>, term: string): Within[] {
  if (!mayBePart(term)) return [];
  const found = view.startingWith(backwards(term)).filter((one) => one.length > term.length + LEAST_MORE);
  return shortest(found, MOST).map((one) => ({ term: one, weight: weightOf(term, one) }));
}

const byLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1);
const shortest = (terms: string[], most: number): string[] => terms.sort(byLength).slice(0, most);

/**
 * Terms of the index that hold `term` behind their beginning, the shortest first. Goes through all terms of the index.
 */
export function longerAround(view: Pick<Tables, 'startingWith' | 'terms'>, term: string): Within[] {
  if (!mayBePart(term) || view.terms > MOST_TERMS) return [];
  const found = view
    .startingWith('')
    .filter((one) => one.length >= term.length + LEAST_MORE && !isBackwards(one) && one.includes(term, LEAST_MORE));
  return shortest(found, MOST).map((one) => ({ term: one, weight: weightOf(term, one) }));
}

/** Ends of `term` that may be words, the longest first: what a compound is a kind of. The index need not have them. */
function headsOf(term: string): Within[] {
  const heads: Within[] = [];
  if (!mayBePart(term)) return heads;
  for (let at = LEAST_MORE; at <= term.length - SHORTEST; at++)
    heads.push({ term: term.slice(at), weight: weightOf(term.slice(at), term) });
  return heads;
}

/** Letters alone: a part of a number or of a name in code is another one. */
function mayBePart(term: string): boolean {
  if (term.length < SHORTEST || term.charCodeAt(0) >= 0x0e00) return false;
  for (let i = 0; i < term.length; i++) if (term.charCodeAt(i) < 97) return false;
  return true;
}

const weightOf = (part: string, whole: string): number => (WEIGHT * part.length) / whole.length;

/** Longer terms that stand for one that is only begun: no more, the shortest. */
const MOST_LONGER = 50;
const PREFIX_WEIGHT = 0.2;
const FUZZY_WEIGHT = 0.3;

/** A term of the index that stands for one of a question. */
export interface Reached {
  readonly term: string;
  /** 1 for the term itself, less for one that only begins like it or looks like it. */
  readonly weight: number;
  /** It is only used like the term asked for. */
  readonly isNear?: true;
  /** By field, where live rows hold it; never empty. */
  readonly postings: readonly Posting[];
}

/** The term itself first. Misspelt ones, and in most languages parts of words, only where nothing else is found. */
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
  // Who mistypes a word seldom mistypes its first letter.
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
  // Which of them live rows hold is only known when they are read.
  if (longer.length > MOST_LONGER) longer.sort(byLength);
  for (const one of longer) {
    if (one !== term && found.length <= MOST_LONGER) take(found, view, one, prefixWeight(term, one));
  }
}

function take(found: Reached[], view: Tables, term: string, weight: number): void {
  const postings = view.postings(term);
  if (postings.length > 0) found.push({ term, weight, postings });
}

/** Of another name of a tag only what is tagged so. */
function takeTags(found: Reached[], view: Tables, term: string): void {
  if (found.some((one) => one.term === term)) return;
  const postings = view.postings(term).filter(({ field }) => field === TAGS);
  if (postings.length > 0) found.push({ term, weight: 1, postings });
}

/** Words that many statements hold need no others: so many of all hold the term itself at most. */
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

/** What a longer term is worth that begins with the one asked for: as MiniSearch 7 has it. */
function prefixWeight(asked: string, term: string): number {
  return (PREFIX_WEIGHT * term.length) / (term.length + 0.3 * (term.length - asked.length));
}

/** What a term is worth that is some edits away: as MiniSearch 7 has it. */
function fuzzyWeight(term: string, edits: number): number {
  return (FUZZY_WEIGHT * term.length) / (term.length + edits);
}
