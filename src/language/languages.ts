// The languages that search can be configured for, by ISO 639-1 code. Data only.

/** Languages with a stemmer. */
const STEMMED = [
  'en',
  'ar',
  'bg',
  'da',
  'de',
  'el',
  'es',
  'fi',
  'fr',
  'ga',
  'hi',
  'hu',
  'hy',
  'id',
  'it',
  'lt',
  'ne',
  'nl',
  'no',
  'pt',
  'ro',
  'ru',
  'sa',
  'sr',
  'sv',
  'ta',
  'tr',
  'uk',
] as const;
export type StemmedLanguage = (typeof STEMMED)[number];

/** Handled in any vault because of their script: configuring them changes nothing. */
const BY_SCRIPT = ['zh', 'ja', 'ko', 'th', 'lo', 'km', 'my'] as const;

export const LANGUAGES: readonly string[] = [...STEMMED, ...BY_SCRIPT];

/** A canonical key for equivalent lists; an index with another key must be rebuilt. */
export function languageKey(codes: readonly string[]): string {
  return STEMMED.filter((code) => codes.includes(code)).join(' ');
}
