// An English sentence in whole words and without what opens it and states nothing. Pure.
import data from '../../../templates/extract/en.json';

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\bcan['’]?t\b|\bcannot\b/giu, 'can not'], [/\bwon['’]t\b/giu, 'will not'], [/\bain['’]t\b/giu, 'am not'], [/n['’]t\b/giu, ' not'],
  [/\b(do|does|did|is|was|have|has)nt\b/giu, '$1 not'], [/\bgonna\b/giu, 'going to'], [/\bwanna\b/giu, 'want to'], [/\bgotta\b/giu, 'have to'], [/\bgot to (?=[a-z]+\b)/giu, 'got to '],
  [/(?<=^|[\s(])i(?=['’](?:m|ve|d|ll)\b|\s|,)/gu, 'I'], [/(?<=^|[.,;!]\s*|\band\s|\bbut\s)[Ii]m\b(?=\s)/gu, 'I am'], [/(?<=^|[.,;!]\s*|\band\s|\bbut\s)[Ii]ve\b(?=\s)/gu, 'I have'],
  [/\b(I|we)['’]d (?=(?:been|had|gone|always|never|lived|worked)\b)/giu, '$1 had '], [/\b(I|we)['’]d\b/giu, '$1 would'],
  [/['’]ll\b/gu, ' will'], [/\bI['’]m\b/giu, 'I am'], [/['’]re\b/gu, ' are'], [/['’]ve\b/gu, ' have'],
  [/\b(have|has) got (?=(?:an?|the|my|some|no|two|three|\d+)\s)/giu, '$1 '],
  [/\b(it|he|she|that|there|name|what)['’]s\b/giu, '$1 is'], [/(?<=\bmy (?:[\p{L}-]+ ){0,2}[\p{L}-]+)['’]s (?=(?:an?|the|not|called|named|allergic|from|in|at|\p{Ll}+ing)\s)/gu, ' is '],
  [/['’]cause\b|\bcuz\b|\bcoz\b/giu, 'because'], [/\b(fav|fave|favourite)\b/giu, 'favorite'], [/\s+/gu, ' '],
];
const any = (words: readonly string[]): string => [...words].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
const OPENER = new RegExp(String.raw`^(?:${any(data.openers)})(?=[\s,:;!.…–—-]|$)[\s,:;!.…–—-]*`, 'iu');
const CALLED = /^(?:hey |hi |oh |yeah |thanks |well |yes )?(?!(?:Yesterday|Today|Tonight|Tomorrow|Last|Recently|Lately|Currently|Since|When|After|Before|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Once|Usually|Sometimes|Every|Growing|In|On|At|As|For|During)\b)\p{Lu}[\p{L}'-]+(?:[,!]+| -) (?=\p{L})/iu;
const SUBJECT_NEXT = /^(?:I|we|my|our)\b/i;

export const anyOf = any;

export function inPlainWords(sentence: string): string {
  let plain = sentence.replaceAll('’', "'");
  for (const [short, long] of SHORT) plain = plain.replace(short, long);
  return plain.trim();
}

/** Without "By the way," and "Thanks, Mel!" before what is said. */
export function withoutOpeners(sentence: string): string {
  for (let rest = sentence; ; ) {
    const next = rest.replace(OPENER, '');
    const called = SUBJECT_NEXT.test(next) ? next : next.replace(CALLED, '');
    if (called === rest) return rest;
    rest = called;
  }
}
