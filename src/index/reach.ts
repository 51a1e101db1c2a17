// Which terms of the index stand for a term of a question: itself, longer ones that begin with it, and, where
// there is neither, those that look like it or hold it. Reads postings of these terms alone.
import { editsBetween } from './edit-distance.ts';
import type { Asked } from './asked.ts';
import { isBegunBy } from './begun.ts';
import { ROW_FIELDS } from './fields.ts';
import { headsOf, longerAround, longerEnding } from './inside.ts';
import type { Posting, View } from './view.ts';

/** Longer terms that stand for one that is only begun: no more, the shortest. */
const MOST_LONGER = 50;
const PREFIX_WEIGHT = 0.2;
const FUZZY_WEIGHT = 0.3;

/** A term of the index that stands for one of a question. */
export interface Reached {
  readonly term: string;
  /** 1 for the term itself, less for one that only begins like it or looks like it. */
  readonly weight: number;
  /** By field, where live rows hold it; never empty. */
  readonly postings: readonly Posting[];
}

/** The term itself first. Misspelt ones, and in most languages parts of words, only where nothing else is found. */
export function reach(
  view: View,
  { term, prefix, alone, starred, fuzzy, compounds, inside, isNumber, also }: Asked,
): Reached[] {
  const found: Reached[] = [];
  take(found, view, term, 1);
  if (prefix || (alone === true && found.length === 0)) takeLonger(found, view, term, isNumber && starred !== true);
  if (compounds && prefix)
    for (const within of [...longerEnding(view, term), ...headsOf(term)]) take(found, view, within.term, within.weight);
  if (also !== undefined) for (const one of also) takeTags(found, view, one);
  if (found.length > 0 || fuzzy === 0) return found;
  // Who mistypes a word seldom mistypes its first letter.
  for (const one of view.startingWith(String.fromCodePoint(term.codePointAt(0) ?? 0))) {
    const edits = editsBetween(term, one, fuzzy);
    if (edits <= fuzzy) take(found, view, one, fuzzyWeight(one, edits));
  }
  if (found.length === 0 && inside)
    for (const within of longerAround(view, term)) take(found, view, within.term, within.weight);
  return found;
}

function takeLonger(found: Reached[], view: View, term: string, isNumber: boolean): void {
  const begun = view.startingWith(term);
  const longer = isNumber ? begun.filter((one) => isBegunBy(one, term)) : begun;
  // Which of them live rows hold is only known when they are read.
  if (longer.length > MOST_LONGER) longer.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  for (const one of longer) {
    if (one !== term && found.length <= MOST_LONGER) take(found, view, one, prefixWeight(term, one));
  }
}

function take(found: Reached[], view: View, term: string, weight: number): void {
  const postings = view.postings(term);
  if (postings.length > 0) found.push({ term, weight, postings });
}

/** Of another name of a tag only what is tagged so. */
function takeTags(found: Reached[], view: View, term: string): void {
  if (found.some((one) => one.term === term)) return;
  const postings = view.postings(term).filter(({ field }) => field === TAGS);
  if (postings.length > 0) found.push({ term, weight: 1, postings });
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
