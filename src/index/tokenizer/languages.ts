// Languages other than English, loaded on demand: stemmers and stop words from @orama, and the script of each.
import type { StemmedLanguage } from '../../language/languages.ts';
import type { Language } from './english.ts';
import { backwards, foldWord } from './scan.ts';

interface Source {
  readonly stemmer: (word: string) => string;
  readonly stopwords: readonly string[];
}

type Load = () => Promise<Source>;
type Other = Exclude<StemmedLanguage, 'en'>;

/** The lower-case letters of each script. */
const SCRIPTS = {
  latin: /^[a-z\u00df-\u024f\u1e00-\u1eff]+$/,
  greek: /^[\u0370-\u03ff\u1f00-\u1fff]+$/,
  cyrillic: /^[\u0400-\u052f]+$/,
  latinOrCyrillic: /^[a-z\u00df-\u024f\u0400-\u052f]+$/,
  armenian: /^[\u0530-\u058f]+$/,
  arabic: /^[\u0600-\u06ff\u0750-\u077f]+$/,
  devanagari: /^[\u0900-\u097f]+$/,
  tamil: /^[\u0b80-\u0bff]+$/,
} as const;

async function both(
  stems: Promise<Pick<Source, 'stemmer'>>,
  stops: Promise<Pick<Source, 'stopwords'>>,
): Promise<Source> {
  const [{ stemmer }, { stopwords }] = await Promise.all([stems, stops]);
  return { stemmer, stopwords };
}

const SOURCES: Readonly<Record<Other, readonly [script: keyof typeof SCRIPTS, load: Load]>> = {
  ar: ['arabic', () => both(import('@orama/stemmers/arabic'), import('@orama/stopwords/arabic'))],
  bg: ['cyrillic', () => both(import('@orama/stemmers/bulgarian'), import('@orama/stopwords/bulgarian'))],
  da: ['latin', () => both(import('@orama/stemmers/danish'), import('@orama/stopwords/danish'))],
  de: ['latin', () => both(import('@orama/stemmers/german'), import('@orama/stopwords/german'))],
  el: ['greek', () => both(import('@orama/stemmers/greek'), import('@orama/stopwords/greek'))],
  es: ['latin', () => both(import('@orama/stemmers/spanish'), import('@orama/stopwords/spanish'))],
  fi: ['latin', () => both(import('@orama/stemmers/finnish'), import('@orama/stopwords/finnish'))],
  fr: ['latin', () => both(import('@orama/stemmers/french'), import('@orama/stopwords/french'))],
  ga: ['latin', () => both(import('@orama/stemmers/irish'), import('@orama/stopwords/irish'))],
  hi: ['devanagari', () => both(import('@orama/stemmers/indian'), import('@orama/stopwords/indian'))],
  hu: ['latin', () => both(import('@orama/stemmers/hungarian'), import('@orama/stopwords/hungarian'))],
  hy: ['armenian', () => both(import('@orama/stemmers/armenian'), import('@orama/stopwords/armenian'))],
  id: ['latin', () => both(import('@orama/stemmers/indonesian'), import('@orama/stopwords/indonesian'))],
  it: ['latin', () => both(import('@orama/stemmers/italian'), import('@orama/stopwords/italian'))],
  lt: ['latin', () => both(import('@orama/stemmers/lithuanian'), import('@orama/stopwords/lithuanian'))],
  ne: ['devanagari', () => both(import('@orama/stemmers/nepali'), import('@orama/stopwords/nepali'))],
  nl: ['latin', () => both(import('@orama/stemmers/dutch'), import('@orama/stopwords/dutch'))],
  no: ['latin', () => both(import('@orama/stemmers/norwegian'), import('@orama/stopwords/norwegian'))],
  pt: ['latin', () => both(import('@orama/stemmers/portuguese'), import('@orama/stopwords/portuguese'))],
  ro: ['latin', () => both(import('@orama/stemmers/romanian'), import('@orama/stopwords/romanian'))],
  ru: ['cyrillic', () => both(import('@orama/stemmers/russian'), import('@orama/stopwords/russian'))],
  sa: ['devanagari', () => both(import('@orama/stemmers/sanskrit'), import('@orama/stopwords/sanskrit'))],
  sr: ['latinOrCyrillic', () => both(import('@orama/stemmers/serbian'), import('@orama/stopwords/serbian'))],
  sv: ['latin', () => both(import('@orama/stemmers/swedish'), import('@orama/stopwords/swedish'))],
  ta: ['tamil', () => both(import('@orama/stemmers/tamil'), import('@orama/stopwords/tamil'))],
  tr: ['latin', () => both(import('@orama/stemmers/turkish'), import('@orama/stopwords/turkish'))],
  uk: ['cyrillic', () => both(import('@orama/stemmers/ukrainian'), import('@orama/stopwords/ukrainian'))],
};

export const isOther = (code: string): code is Other => Object.hasOwn(SOURCES, code);

export async function loadLanguage(code: Other): Promise<Language> {
  const [script, load] = SOURCES[code];
  return languageOf(code, SCRIPTS[script], await load());
}

const SHORTEST = 3;
const LONGEST = 40;
/** Their stop word lists also contain content words (to work, a person, twelve), mostly longer ones. */
const LOOSE: ReadonlySet<string> = new Set(['ar', 'bg', 'es', 'hi', 'hu', 'id', 'lt', 'ne', 'ro', 'ru', 'sr']);
const LONGEST_LOOSE = 5;
const SHORTEST_COMPOUND = 7;
const COMPOUNDING: ReadonlySet<string> = new Set(['da', 'de', 'fi', 'hu', 'nl', 'no', 'sv']);
/** Spellings used on keyboards without these letters. */
const SPELT: Readonly<Partial<Record<Other, readonly [RegExp, Readonly<Record<string, string>>]>>> = {
  de: [/[äöü]/g, { ä: 'ae', ö: 'oe', ü: 'ue' }],
  da: [/[æøå]/g, { æ: 'ae', ø: 'oe', å: 'aa' }],
  no: [/[æøå]/g, { æ: 'ae', ø: 'oe', å: 'aa' }],
  sv: [/[äöå]/g, { ä: 'ae', ö: 'oe', å: 'aa' }],
};

function languageOf(code: Other, script: RegExp, { stemmer, stopwords }: Source): Language {
  const stops = new Set(stopwords.filter((word) => !LOOSE.has(code) || word.length <= LONGEST_LOOSE).map(foldWord));
  const known = new Map<string, readonly string[] | null>();
  const stem = (word: string): string => (word.length < SHORTEST || word.length > LONGEST ? word : stemmer(word));
  const termsOf = (word: string): readonly string[] | null => {
    const lower = word.normalize('NFKC').toLowerCase();
    if (!script.test(lower)) return null;
    const spelt = SPELT[code];
    // As written, without accents, and in keyboard spelling: a question may use any of them.
    const forms = [
      lower,
      foldWord(lower),
      ...(spelt ? [lower.replace(spelt[0], (letter) => spelt[1][letter] ?? letter)] : []),
    ];
    const terms = [...new Set(forms.map((form) => foldWord(stem(form))))].filter((term) => term !== '');
    return COMPOUNDING.has(code)
      ? [...terms, ...terms.filter((term) => term.length >= SHORTEST_COMPOUND).map(backwards)]
      : terms;
  };
  return {
    code,
    compounds: COMPOUNDING.has(code),
    isStopWord: (folded) => stops.has(folded),
    terms(word) {
      let terms = known.get(word);
      if (terms === undefined) known.set(word, (terms = termsOf(word)));
      return terms;
    },
  };
}
