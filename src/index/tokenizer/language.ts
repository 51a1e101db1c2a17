// What a language says of its words. English comes with the tokenizer; others are loaded where they are set.
import { foldWord } from './fold.ts';

export interface Language {
  /** ISO 639-1, such as `de`. */
  readonly code: string;
  /** Writes compounds in one word. */
  readonly compounds: boolean;
  /**
   * The terms that stand for a word of its script; null for one of another script. `folded` is the word as `foldWord`
   * gives it.
   */
  terms(word: string, folded: string): readonly string[] | null;
  /** Takes a folded word. */
  isStopWord(folded: string): boolean;
}

/**
 * The languages that a text seems to be in, of several: those that have most of its words among their stop words, at
 * least two of them; else all. So `war` says nothing in a German text, and something in an English one, in a vault of
 * both.
 */
export function spokenIn(text: string, languages: readonly Language[]): readonly Language[] {
  const counts = languages.map(() => 0);
  for (const word of text.split(/[\s\p{P}]+/u)) {
    const folded = foldWord(word);
    if (folded === '') continue;
    languages.forEach((language, place) => {
      if (language.isStopWord(folded)) counts[place] = (counts[place] ?? 0) + 1;
    });
  }
  const most = Math.max(...counts);
  return most < 2 ? languages : languages.filter((_, place) => counts[place] === most);
}
