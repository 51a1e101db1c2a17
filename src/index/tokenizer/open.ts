// The tokenizer of the languages that are set. English is at hand; whatever else is set is loaded first.
import { languageKey } from '../../language/languages.ts';
import { createTokenizer, type Tokenizer } from '../tokenizer.ts';
import { createEnglish } from './stem.ts';

/** Codes that are no language of search, or one that is found by its script, count for nothing. */
export function openTokenizer(codes: readonly string[]): Tokenizer | Promise<Tokenizer> {
  const key = languageKey(codes);
  if (key === 'en') return createTokenizer();
  return load(key === '' ? [] : key.split(' '));
}

async function load(codes: readonly string[]): Promise<Tokenizer> {
  const { isOther, loadLanguage } = await import('./languages.ts');
  return createTokenizer(
    await Promise.all(codes.map(async (code) => (isOther(code) ? await loadLanguage(code) : createEnglish()))),
  );
}
