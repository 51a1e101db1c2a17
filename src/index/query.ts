// A question to ranked hits: the engine's matches, raised by what the question names and by neighbours,
// filtered, in an order that depends on nothing but the documents. Reads no file.
import { compareText } from '../model/fact.ts';
import type { IndexDocument } from './document.ts';
import { admits, type Filters } from './filters.ts';
import { parseQuestion, type Question } from './question.ts';
import { monthFactor } from './ranking/months.ts';
import { namedFactor } from './ranking/named.ts';
import { neighbourScores } from './ranking/neighbours.ts';
import { phraseFactor } from './ranking/phrases.ts';
import type { IndexState } from './state.ts';
import { foldWord } from './tokenizer/fold.ts';

/** How a score came about, step by step. */
export interface Parts {
  /** BM25+ over all fields, times the number of matched terms. */
  readonly match: number;
  /** Factors: 1 where they change nothing. */
  readonly named: number;
  readonly month: number;
  readonly phrase: number;
  /** Added for neighbours and for the session or note. */
  readonly neighbours: number;
}

export interface RankedHit {
  readonly document: IndexDocument;
  /** Rounded to four decimals; 0 in a list of the newest. */
  readonly score: number;
  readonly parts: Parts | null;
}

/**
 * All hits, best first. Of equal ones the newest comes first, then what stands first in its log, wherever
 * a claim stands on its page; prose by path and line. `*` gives everything, the last logged first.
 */
export function query(state: IndexState, text: string, filters: Filters): RankedHit[] {
  if (text.trim() === '*') return newest(state, filters);
  const question = parseQuestion(text, state.tokenizer);
  const hits = question.asked.length === 0 ? literal(state, text) : ranked(state, question);
  return hits.filter((hit) => admits(filters, hit.document)).sort(compareHits);
}

function ranked(state: IndexState, question: Question): RankedHit[] {
  const { documents } = state;
  const scores = new Float64Array(documents.length);
  const steps = new Map<number, Omit<Parts, 'neighbours'>>();
  const named = namedFactor(new Set(question.asked.map((one) => one.term)), state.tokenizer);
  const phrase = phraseFactor(question.phrases);
  const found = state.engine.find(question.asked);
  documents.forEach((document, place) => {
    const match = found.get(document.key);
    if (match === undefined) return;
    const factors = { named: named(document), month: monthFactor(question.months, document), phrase: phrase(document) };
    scores[place] = match * factors.named * factors.month * factors.phrase;
    steps.set(place, { match: round(match), ...factors });
  });
  const added = neighbourScores(scores, groupsOf(documents));
  return Array.from(steps, ([place, step]) => ({
    document: documents[place] as IndexDocument,
    score: round((scores[place] ?? 0) + (added[place] ?? 0)),
    parts: { ...step, neighbours: round(added[place] ?? 0) },
  }));
}

/** The terms of the index that a question reaches: what to mark in a hit. */
export function reachedTerms(state: IndexState, text: string): ReadonlySet<string> {
  return state.engine.reached(parseQuestion(text, state.tokenizer).asked);
}

/** The terms by which a question reaches a document, each with the fields it stands in. */
export function explainTerms(state: IndexState, text: string, document: IndexDocument): Readonly<Record<string, readonly string[]>> {
  return state.engine.explain(parseQuestion(text, state.tokenizer).asked, document.key);
}

/** Numbers for the groups, equal where the groups are. */
function groupsOf(documents: readonly IndexDocument[]): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(documents, ({ group }) => {
    let number = numbers.get(group);
    if (number === undefined) numbers.set(group, (number = numbers.size));
    return number;
  });
}

/** A question of nothing but stop words or signs is looked for as it stands. */
function literal(state: IndexState, text: string): RankedHit[] {
  const wanted = foldWord(text);
  if (wanted === '') return [];
  return state.documents.filter((document) => foldWord(document.text).includes(wanted)).map((document) => ({ document, score: 1, parts: null }));
}

function newest(state: IndexState, filters: Filters): RankedHit[] {
  return state.documents
    .filter((document) => admits(filters, document))
    .reverse()
    .sort((a, b) => compareText(instantOf(b), instantOf(a)) || (a.date === null ? compareText(a.path, b.path) || a.line - b.line : 0))
    .map((document) => ({ document, score: 0, parts: null }));
}

const instantOf = ({ date, time }: IndexDocument): string => (date === null ? '' : `${date} ${time ?? ''}`);

/** Documents come in their order, and sorting keeps it. */
const compareHits = (a: RankedHit, b: RankedHit): number => b.score - a.score || compareText(b.document.date ?? '', a.document.date ?? '');

const round = (score: number): number => Math.round(score * 1e4) / 1e4;
