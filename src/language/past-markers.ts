// Whether a sentence tells the past, by one table a language: words such as "until" and "früher", and forms of verbs.
// What it does not know tells no past.
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

/** A word's edge also beside letters with marks, which `\b` does not know. */
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

/** The language of a sentence among those of the tables: by its letters, else its commonest words; English in doubt. */
export function languageOf(sentence: string): Language {
  if ((sentence.match(UNSPACED)?.length ?? 0) >= 2) return 'zh';
  const words = sentence.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const scores = LATIN.map((language) => {
    const common: readonly string[] = tables[language].common;
    return words.filter((word) => common.includes(word)).length;
  });
  return LATIN[scores.indexOf(Math.max(...scores))] ?? 'en';
}

/** Does the sentence say of something that it was so? */
export function tellsPast(sentence: string): boolean {
  return MARKERS[languageOf(sentence)]().some((marker) => marker.test(sentence));
}
