// Words that a question puts in double quotes are wanted as they stand.
import type { IndexDocument } from '../document.ts';
import { foldWord } from '../tokenizer/fold.ts';

const FACTOR = 2;

/** The factor for the phrases of the question that a document holds word for word, spaces aside. */
export function phraseFactor(phrases: readonly string[]): (document: IndexDocument) => number {
  const wanted = phrases.map(foldWord);
  return ({ text }) => {
    if (wanted.length === 0) return 1;
    const folded = foldWord(text);
    return FACTOR ** wanted.filter((phrase) => folded.includes(phrase)).length;
  };
}
