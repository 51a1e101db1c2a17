// Which parts of a hit's text answer the question, for a face that can mark them.
import { anywhere, readQuestion } from '../index/asked.ts';
import type { OpenIndex } from '../index/state.ts';
import { reachedTerms } from '../index/terms-of-row.ts';

/** Half-open range of UTF-16 offsets. */
export type Range = readonly [start: number, end: number];

/**
 * The ranges to mark in a text, ascending, none touching another. Words are marked by what they are found by: stems,
 * beginnings and near misspellings of the question's words included. `question`: without operators.
 */
export function markerFor(question: string, { tables, tokenizer }: Pick<OpenIndex, 'tables' | 'tokenizer'>): (text: string) => Range[] {
  const asked = readQuestion(question, tokenizer, null);
  const exact = reachedTerms(tables, asked.asked);
  const reached = exact.size > 0 ? exact : reachedTerms(tables, anywhere(asked).asked);
  return (text) => joined(tokenizer.words(text).filter((word) => !word.tail && word.terms.some((term) => reached.has(term))).map(({ start, end }): Range => [start, end]));
}

/** How the first of these texts that has it writes a term: terms are stems, and nobody says `holidai`. Null where none has it. */
export function writtenAs(term: string, texts: readonly string[], tokenizer: OpenIndex['tokenizer']): string | null {
  for (const text of texts) {
    const word = tokenizer.words(text).find(({ terms }) => terms.includes(term));
    if (word) return text.slice(word.start, word.end);
  }
  return null;
}

function joined(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)];
    else result.push([start, end]);
  }
  return result;
}
