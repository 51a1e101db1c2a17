// A question that names a document's category, or a person its fields name, means that document rather
// than one that only shares words with it.
import type { IndexDocument } from '../document.ts';
import type { Tokenizer } from '../tokenizer.ts';

const FACTOR = 1.4;

/** For each document the factor by which the question's names raise it: 1 or more. */
export function namedFactor(terms: ReadonlySet<string>, tokenizer: Tokenizer): (document: IndexDocument) => number {
  // Categories repeat: each is looked at once.
  const known = new Map<string, boolean>();
  const isNamed = (text: string): boolean => {
    let named = known.get(text);
    if (named === undefined) known.set(text, (named = tokenizer.terms(text).some((term) => terms.has(term))));
    return named;
  };
  return ({ category, persons }) => ((category !== null && isNamed(category)) || (persons !== '' && isNamed(persons)) ? FACTOR : 1);
}
