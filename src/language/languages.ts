// The languages that search can be told of, by their codes of ISO 639-1. Data only.

/** Those whose words are brought to their stems. */
export const STEMMED = [
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

/** Found in any vault by their script: naming them changes nothing. */
const BY_SCRIPT = ['zh', 'ja', 'ko', 'th', 'lo', 'km', 'my'] as const;

export const LANGUAGES: readonly string[] = [...STEMMED, ...BY_SCRIPT];

/** One text for all lists that mean the same; an index made with another one is another index. */
export function languageKey(codes: readonly string[]): string {
  return STEMMED.filter((code) => codes.includes(code)).join(' ');
}
