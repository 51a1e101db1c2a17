// Detects sentences about the past, and about plans, with one table per language: words such as "until" and "früher",
// and verb forms. Without a known marker the answer is no.
import tables from '../../templates/words/past-markers.json';

const LETTERS = String.raw`\p{L}\p{M}\p{N}`;

type Language = 'en' | 'de' | 'fr' | 'es' | 'zh';

const LATIN: readonly Language[] = ['en', 'de', 'fr', 'es'];
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

function compile(language: Language, words: readonly string[], patterns: readonly string[] = []): readonly RegExp[] {
  const known = language === 'zh' ? words.join('|') : `(?<![${LETTERS}])(?:${words.join('|')})(?![${LETTERS}])`;
  return [known, ...patterns].map(
    (pattern) => new RegExp(pattern.replaceAll('\\b', EDGE), language === 'zh' ? 'u' : 'iu'),
  );
}

/** A word boundary that also works next to letters with marks, unlike `\b`. */
const EDGE = `(?:(?<=[${LETTERS}])(?![${LETTERS}])|(?<![${LETTERS}])(?=[${LETTERS}]))`;

const markersOf = (language: Language) => ({
  past: once(() => compile(language, tables[language].words, tables[language].patterns)),
  plans: once(() => compile(language, tables[language].plans)),
});
const MARKERS: Readonly<Record<Language, ReturnType<typeof markersOf>>> = {
  en: markersOf('en'),
  de: markersOf('de'),
  fr: markersOf('fr'),
  es: markersOf('es'),
  zh: markersOf('zh'),
};

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Guesses the language among those with tables: by script, else by common words; English in doubt. */
export function languageOf(sentence: string): Language {
  if ((sentence.match(UNSPACED)?.length ?? 0) >= 2) return 'zh';
  const words = sentence.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const scores = LATIN.map((language) => {
    const common: readonly string[] = tables[language].common;
    return words.filter((word) => common.includes(word)).length;
  });
  return LATIN[scores.indexOf(Math.max(...scores))] ?? 'en';
}

/** True if the sentence says that something was so in the past. */
export function tellsPast(sentence: string): boolean {
  return MARKERS[languageOf(sentence)].past().some((marker) => marker.test(sentence));
}

/** True if the sentence says that something is still to come, or only wanted. */
export const tellsPlan = (sentence: string): boolean =>
  MARKERS[languageOf(sentence)].plans().some((marker) => marker.test(sentence));
