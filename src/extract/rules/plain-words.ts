// An English sentence in whole words and without what opens it and states nothing. Pure.
import data from '../../../templates/extract/en.json';
import { EN } from './words.ts';

const CONTRACTIONS = data.contractions.map(([short = '', long = '']) => [new RegExp(short, 'giu'), long] as const);
/** Most sentences have nothing to write out. */
const SHORTENED = EN.pattern(String.raw`['’]|\b{shortened}\b`, 'iu');
const PAUSE = String.raw`[\s,:;!.…–—-]`;
/** "No" opens a sentence before a comma and before who speaks; "no squash merges" is none. */
const OPENER = EN.pattern(
  String.raw`^(?:{openers}(?=${PAUSE}|$)|{briefOpeners}(?=[,;!.…–—]|\s+[–—-]|\s+(?:I|we|my)\b|$))${PAUSE}*`,
  'iu',
);
/** "Thanks, Mel!": somebody is called by name. */
const CALLED = EN.pattern(String.raw`^(?:{greetings} )?(?!{timeStarts}\b)\p{Lu}{word}(?:[,!]+| -) (?=\p{L})`, 'iu');
const SUBJECT_NEXT = /^(?:I|we|my|our)\b/i;

export function inPlainWords(sentence: string): string {
  let plain = sentence.replaceAll('’', "'");
  if (SHORTENED.test(plain)) for (const [short, long] of CONTRACTIONS) plain = plain.replace(short, long);
  return plain.replace(/\s+/gu, ' ').trim();
}

/** Without "By the way," and "Thanks, Mel!" before what is said. */
export function withoutOpeners(sentence: string): string {
  for (let rest = sentence; ;) {
    const next = rest.replace(OPENER, '');
    const called = SUBJECT_NEXT.test(next) ? next : next.replace(CALLED, '');
    if (called === rest) return rest;
    rest = called;
  }
}
