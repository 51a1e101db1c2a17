// Which rows a question selects by its signs, beside its filters: those that hold its phrases word for word and nothing
// that it leaves out. Texts are read of those rows alone that hold all words of a phrase.
import { type Admission, admitting } from '../index/filter.ts';
import type { Asking } from '../index/operators.ts';
import type { Tokenizer } from '../index/tokenizer.ts';
import { foldWord } from '../index/tokenizer/fold.ts';
import type { View } from '../index/view.ts';

/** Where to look. `textOf` gives a row's statement or passage; null where it cannot be read any more. */
export interface Selectable {
  readonly view: View;
  readonly tokenizer: Tokenizer;
  readonly textOf: (row: number) => string | null;
}

type Selects = (row: number) => boolean;

/** Asked for rows in ascending order it costs least. */
export function selecting(
  admission: Admission,
  { phrases, without }: Pick<Asking, 'phrases' | 'without'>,
  selectable: Selectable,
): Selects {
  const admits = admitting(admission, selectable.view);
  if (phrases.length === 0 && without.length === 0) return admits;
  const place = { ...selectable, wordsOf: lastWords(selectable) };
  const tests = [admits];
  for (const { text, isPhrase } of without) {
    const test = isPhrase ? withPhrase(text, place) : withWord(text, place);
    tests.push((row) => !test(row));
  }
  for (const phrase of phrases) tests.push(withPhrase(phrase, place));
  // A row is asked for more than once, and its text may be long.
  const known = new Map<number, boolean>();
  return (row) => {
    let is = known.get(row);
    if (is === undefined) known.set(row, (is = tests.every((test) => test(row))));
    return is;
  };
}

/** Rows that hold a word in any form and any field: of a compound the whole, of a run without spaces all its pairs. */
function withWord(word: string, { view, tokenizer }: Selectable): Selects {
  const holding = tokenizer
    .words(word)
    .filter(({ tail }) => !tail)
    .map(({ terms }) => rowsWith(view, terms.slice(0, 1)));
  return holding.length === 0 ? () => false : (row) => holding.every((rows) => rows[row] === 1);
}

function withPhrase(
  phrase: string,
  { view, tokenizer, wordsOf }: Selectable & { readonly wordsOf: (row: number) => string },
): Selects {
  const holding = tokenizer
    .words(phrase)
    .filter(({ tail }) => !tail)
    .map(({ terms }) => rowsWith(view, terms));
  const holds = phraseIn(phrase);
  return (row) => holding.every((rows) => rows[row] === 1) && holds(wordsOf(row));
}

/** The words of the row that was asked for last: all phrases are looked for in one row before the next. */
function lastWords({ textOf }: Selectable): (row: number) => string {
  let [last, words] = [-1, ''];
  return (row) => {
    if (row !== last) [last, words] = [row, plainWords(textOf(row) ?? '')];
    return words;
  };
}

/** By row 1 where one of the terms stands in it. */
function rowsWith(view: View, terms: readonly string[]): Uint8Array {
  const holding = new Uint8Array(view.rows);
  for (const term of terms) {
    for (const { rows } of view.postings(term)) for (let i = 0; i < rows.length; i++) holding[rows[i] as number] = 1;
  }
  return holding;
}

/** Does a text hold the words of a phrase in their order, nothing but signs between them? Case and accents aside. */
export function phraseTest(phrase: string): (text: string) => boolean {
  const holds = phraseIn(phrase);
  return (text) => holds(plainWords(text));
}

/** The same of a text as `plainWords` gives it. */
function phraseIn(phrase: string): (words: string) => boolean {
  const wanted = plainWords(phrase);
  if (wanted === '') return () => true;
  const [first, last] = [wanted.charAt(0), wanted.charAt(wanted.length - 1)];
  return (words) => {
    for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + 1)) {
      const [before, after] = [words.charAt(at - 1), words.charAt(at + wanted.length)];
      if ((isUnspaced(first) || before === '' || before === ' ') && (isUnspaced(last) || after === '' || after === ' '))
        return true;
    }
    return false;
  };
}

/** Scripts without spaces have no ends of words to keep to. */
const isUnspaced = (letter: string): boolean => letter.charCodeAt(0) >= 0x0e00;

const plainWords = (text: string): string =>
  text
    .split(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/u)
    .map(foldWord)
    .filter((word) => word !== '')
    .join(' ');
