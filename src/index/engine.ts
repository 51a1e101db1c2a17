// The full-text engine: which terms the documents hold, and which of them a question reaches. Numbers are
// exact however the state was reached: nothing is left of a document that was taken out.
import { compareText } from '../model/fact.ts';
import type { IndexDocument } from './document.ts';
import { editsBetween } from './edit-distance.ts';
import { FIELDS, termsOfField, type Field } from './fields.ts';
import { openPostings, type Postings } from './postings.ts';
import { type Asked, fuzzyWeight, prefixWeight, type Reached, scoreDocuments } from './score.ts';
import type { Tokenizer } from './tokenizer.ts';

export interface Engine {
  /** Number of documents. */
  readonly size: number;
  add(documents: readonly IndexDocument[], tokenizer: Tokenizer): void;
  /** Takes out documents as they were put in. False when they were not: then the engine must be built anew. */
  remove(documents: readonly IndexDocument[], tokenizer: Tokenizer): boolean;
  /** For each key of a document that holds at least one of the terms its score, in no order. */
  find(asked: readonly Asked[]): Map<string, number>;
  /** The terms of the index that a question reaches. */
  reached(asked: readonly Asked[]): Set<string>;
  /** Those by which it reaches one document, each with the fields it stands in. */
  explain(asked: readonly Asked[], key: string): Record<string, Field[]>;
  /** Text that `openEngine` takes. */
  render(): string;
}

/** By row: the key, null where the row is free, and the number of different terms in each field. */
interface Rows {
  readonly keys: (string | null)[];
  readonly lengths: number[][];
}

export function createEngine(): Engine {
  return engineOver({ keys: [], lengths: [] }, openPostings(''));
}

/** The engine that `render` wrote. */
export function openEngine(text: string): Engine {
  const end = text.indexOf('\n');
  return engineOver(JSON.parse(text.slice(0, end)) as Rows, openPostings(text.slice(end + 1)));
}

function engineOver(rows: Rows, postings: Postings): Engine {
  let size = 0;
  const free: number[] = [];
  const totals = FIELDS.map(() => 0);
  const count = (row: number, sign: 1 | -1): void => {
    size += sign;
    for (let field = 0; field < totals.length; field++) totals[field] = (totals[field] ?? 0) + sign * (rows.lengths[row]?.[field] ?? 0);
  };
  rows.keys.forEach((key, row) => {
    if (key === null) free.push(row);
    else count(row, 1);
  });
  return {
    get size() {
      return size;
    },
    add(documents, tokenizer) {
      for (const document of documents) {
        const row = free.pop() ?? rows.keys.length;
        rows.keys[row] = document.key;
        rows.lengths[row] = FIELDS.map((field, number) => {
          const frequencies = frequenciesOf(termsOfField(tokenizer, document, field));
          for (const [term, frequency] of frequencies) postings.add(term, number, row, frequency);
          return frequencies.size;
        });
        count(row, 1);
      }
    },
    remove(documents, tokenizer) {
      const rowOf = new Map(rows.keys.map((key, row) => [key, row]));
      return documents.every((document) => {
        const row = rowOf.get(document.key);
        if (row === undefined) return false;
        count(row, -1);
        rows.keys[row] = null;
        rows.lengths[row] = [];
        free.push(row);
        return FIELDS.every((field, number) => [...new Set(termsOfField(tokenizer, document, field))].every((term) => postings.remove(term, number, row)));
      });
    },
    find(asked) {
      const averages = totals.map((total) => (size === 0 ? 0 : total / size));
      const scores = scoreDocuments(reach(asked, postings), { size, averages, lengths: rows.lengths, posting: (term) => postings.get(term) ?? [] });
      const found = new Map<string, number>();
      rows.keys.forEach((key, row) => {
        if (key !== null && (scores[row] ?? 0) > 0) found.set(key, scores[row] ?? 0);
      });
      return found;
    },
    reached: (asked) => new Set(reach(asked, postings).flat().map((one) => one.term)),
    explain(asked, key) {
      const row = rows.keys.indexOf(key);
      const holds = (pairs: readonly number[] | undefined): boolean => pairs?.some((value, i) => i % 2 === 0 && value === row) ?? false;
      const terms = [...this.reached(asked)];
      const fields = terms.map((term): [string, Field[]] => [term, FIELDS.filter((_, number) => holds(postings.get(term)?.[number]))]);
      return Object.fromEntries(fields.filter(([, list]) => list.length > 0));
    },
    render: () => `${JSON.stringify(rows)}\n${postings.render()}`,
  };
}

function frequenciesOf(terms: readonly string[]): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return frequencies;
}

/** For each term of a question those of the index that stand for it; misspelt ones only where it finds nothing else. */
function reach(asked: readonly Asked[], postings: Postings): Reached[][] {
  let all: readonly string[] | null = null;
  return asked.map(({ term, prefix, fuzzy }) => {
    if (postings.get(term) && !prefix) return [{ term, weight: 1 }];
    const longer = prefix ? postings.startingWith(term) : [];
    if (longer.length > 0) return longer.sort(compareText).map((one) => ({ term: one, weight: one === term ? 1 : prefixWeight(term, one) }));
    if (fuzzy === 0) return [];
    // Who mistypes a word seldom mistypes its first letter.
    all ??= postings.terms();
    const near = all.filter((one) => one[0] === term[0]).map((one) => ({ term: one, edits: editsBetween(term, one, fuzzy) }));
    return near.filter((one) => one.edits <= fuzzy).sort((a, b) => compareText(a.term, b.term)).map((one) => ({ term: one.term, weight: fuzzyWeight(one.term, one.edits) }));
  });
}
