// Detects sentences about the past with one table per language: words such as "until" and "früher", and verb forms.
// Without a known marker the answer is no.
import tables from '../../templates/words/past-markers.json';

const LETTERS = String.raw`\p{L}\p{M}\p{N}`;

type Language = 'en' | 'de' | 'fr' | 'es' | 'zh';

const LATIN: readonly Language[] = ['en', 'de', 'fr', 'es'];
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

function compile(language: Language): readonly RegExp[] {
  const { words, patterns } = tables[language];
  const known = language === 'zh' ? words.join('|') : `(?<![${LETTERS}])(?:${words.join('|')})(?![${LETTERS}])`;
  return [known, ...patterns].map(
    (pattern) => new RegExp(pattern.replaceAll('\\b', EDGE), language === 'zh' ? 'u' : 'iu'),
  );
}

/** A word boundary that also works next to letters with marks, unlike `\b`. */
const EDGE = `(?:(?<=[${LETTERS}])(?![${LETTERS}])|(?<![${LETTERS}])(?=[${LETTERS}]))`;

const MARKERS: Readonly<Record<Language, () => readonly RegExp[]>> = {
  en: once(() => compile('en')),
  de: once(() => compile('de')),
  fr: once(() => compile('fr')),
  es: once(() => compile('es')),
  zh: once(() => compile('zh')),
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
  return MARKERS[languageOf(sentence)]().some((marker) => marker.test(sentence));
}
