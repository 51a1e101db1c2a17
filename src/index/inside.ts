// Words within words: `Versicherung` in `Krankenversicherung`, and the other way round. Always in a vault whose
// languages write their compounds in one word, else where nothing is found.
import { backwards, isBackwards } from './tokenizer/backwards.ts';
import type { View } from './view.ts';

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
export function longerEnding(view: Pick<View, 'startingWith'>, term: string): Within[] {
  if (!mayBePart(term)) return [];
  const found = view.startingWith(backwards(term)).filter((one) => one.length > term.length + LEAST_MORE);
  return found
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .slice(0, MOST)
    .map((one) => ({ term: one, weight: weightOf(term, one) }));
}

/**
 * Terms of the index that hold `term` behind their beginning, the shortest first. Goes through all terms of the index.
 */
export function longerAround(view: Pick<View, 'startingWith' | 'terms'>, term: string): Within[] {
  if (!mayBePart(term) || view.terms > MOST_TERMS) return [];
  const found: string[] = [];
  for (const one of view.startingWith('')) {
    if (one.length >= term.length + LEAST_MORE && !isBackwards(one) && one.includes(term, LEAST_MORE)) found.push(one);
  }
  return found
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .slice(0, MOST)
    .map((one) => ({ term: one, weight: weightOf(term, one) }));
}

/** Ends of `term` that may be words, the longest first: what a compound is a kind of. The index need not have them. */
export function headsOf(term: string): Within[] {
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
