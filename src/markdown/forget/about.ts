// Does what a page says that it is about speak of something forgotten? Nobody knows from which claims it was written, so
// its words tell. Pure.
import stopWords from '../../../templates/words/stop-words.en.json';
import { wordsOf } from './words.ts';

const STOP_WORDS: ReadonlySet<string> = new Set(stopWords.words);

/** It has a word of what is forgotten that nothing of the rest says. */
export function tellsOf(about: string, forgotten: readonly string[], rest: readonly string[]): boolean {
  const gone = new Set(forgotten.flatMap(wordsOf));
  const shared = wordsOf(about).filter((word) => gone.has(word) && !STOP_WORDS.has(word));
  if (shared.length === 0) return false;
  const said = new Set(rest.flatMap(wordsOf));
  return shared.some((word) => !said.has(word));
}
