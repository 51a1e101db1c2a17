// Which parts of a hit's text answer the question, for a face that can mark them.
import { anywhere, readQuestion } from '../index/query.ts';
import { reachedTerms } from '../index/segment/row.ts';
import type { OpenIndex } from '../index/state.ts';

/** Half-open range of UTF-16 offsets. */
export type Range = readonly [start: number, end: number];

/** A written word that the question reaches, and by which terms. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly terms: readonly string[];
}

/**
 * The words of a text that answer, in order. They are known by what they are found by: stems, beginnings and near
 * misspellings of the question's words included. `question`: without operators.
 */
export function matcherFor(
  question: string,
  { tables, tokenizer }: Pick<OpenIndex, 'tables' | 'tokenizer'>,
): (text: string) => Match[] {
  const asked = readQuestion(question, tokenizer, null);
  // Found as it stands.
  if (asked.asked.length === 0) return (text) => (question === '' || question === '*' ? [] : literally(text, question));
  const exact = reachedTerms(tables, asked.asked);
  const reached = exact.size > 0 ? exact : reachedTerms(tables, anywhere(asked).asked);
  return (text) => {
    const matches: Match[] = [];
    for (const { start, end, terms, tail } of tokenizer.words(text)) {
      const found = tail ? [] : terms.filter((term) => reached.has(term));
      if (found.length > 0) matches.push({ start, end, terms: found });
    }
    return matches;
  };
}

/** None where letters have other lengths in lower case: places would be off. */
function literally(text: string, question: string): Match[] {
  const [lower, wanted] = [text.toLowerCase(), question.toLowerCase()];
  const found: Match[] = [];
  if (lower.length === text.length)
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
      found.push({ start: at, end: at + wanted.length, terms: [wanted] });
  return found;
}

/** What to mark in a text: ascending, none touching another. */
export function rangesOf(matches: readonly Match[]): Range[] {
  const result: Range[] = [];
  for (const { start, end } of [...matches].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)];
    else result.push([start, end]);
  }
  return result;
}

/**
 * How the first of these texts that has it writes a term: terms are stems, and nobody says `holidai`. Null where none
 * has it.
 */
export function writtenAs(term: string, texts: readonly string[], tokenizer: OpenIndex['tokenizer']): string | null {
  for (const text of texts) {
    const word = tokenizer.words(text).find(({ terms }) => terms.includes(term));
    if (word) return text.slice(word.start, word.end);
  }
  return null;
}
