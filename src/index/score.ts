// The scores of documents for a question: BM25+ field by field, as MiniSearch 7 computes it (which a test
// holds it to). Reads only the terms that the question reaches.
import type { Posting } from './postings.ts';

/** By field, in the order of FIELDS. */
const BOOST = [1, 0.5, 1, 0.5, 0.5] as const;
/** Saturation of repeated terms, weight of the field's length, and what any match is worth. */
const [K, B, D] = [1.2, 0.6, 0.5];
const PREFIX_WEIGHT = 0.2;
const FUZZY_WEIGHT = 0.3;

/** How a term of the question may match beside exactly. */
export interface Asked {
  readonly term: string;
  readonly prefix: boolean;
  /** Edits allowed where nothing else matches; 0 for none. */
  readonly fuzzy: number;
}

/** A term of the index that stands for one of the question. */
export interface Reached {
  readonly term: string;
  /** 1 for the term itself, less for one that only begins like it or looks like it. */
  readonly weight: number;
}

/** What of the index counts for scores. */
export interface Corpus {
  /** Number of documents. */
  readonly size: number;
  /** For each field the mean number of different terms. */
  readonly averages: readonly number[];
  /** By row, for each field the number of different terms. */
  readonly lengths: readonly (readonly number[])[];
  posting(term: string): Posting;
}

/** What a longer term is worth that begins with the one asked for. */
export function prefixWeight(asked: string, term: string): number {
  return (PREFIX_WEIGHT * term.length) / (term.length + 0.3 * (term.length - asked.length));
}

/** What a term is worth that is some edits away. */
export function fuzzyWeight(term: string, edits: number): number {
  return (FUZZY_WEIGHT * term.length) / (term.length + edits);
}

/**
 * By row the score of each document: the sum over terms and fields, times how many of the question's terms
 * it holds. `reached` has for each term of the question those of the index that stand for it.
 */
export function scoreDocuments(reached: readonly (readonly Reached[])[], corpus: Corpus): Float64Array {
  const { size, averages, lengths } = corpus;
  const scores = new Float64Array(lengths.length);
  const held = new Int32Array(lengths.length);
  const seen = new Int32Array(lengths.length);
  reached.forEach((terms, number) => {
    for (const { term, weight } of terms) {
      corpus.posting(term).forEach((pairs, field) => {
        const holding = pairs.length / 2;
        const rarity = Math.log(1 + (size - holding + 0.5) / (holding + 0.5)) * weight * (BOOST[field] ?? 0);
        const average = averages[field] ?? 1;
        for (let i = 0; i < pairs.length; i += 2) {
          const row = pairs[i] ?? 0;
          const frequency = pairs[i + 1] ?? 1;
          const length = lengths[row]?.[field] ?? 0;
          scores[row] = (scores[row] ?? 0) + rarity * (D + (frequency * (K + 1)) / (frequency + K * (1 - B + (B * length) / average)));
          if (seen[row] !== number + 1) {
            seen[row] = number + 1;
            held[row] = (held[row] ?? 0) + 1;
          }
        }
      });
    }
  });
  for (let row = 0; row < scores.length; row++) scores[row] = (scores[row] ?? 0) * (held[row] ?? 0);
  return scores;
}
