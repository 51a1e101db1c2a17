// How a statement reads that somebody spoke: without what opens and closes a sentence and states nothing, in whole
// words for the short ones of a chat, and with the "I" that was left out. Pure; judges no wording.
import spoken from '../../../templates/words/spoken.json';
import type { Fact } from '../../model/fact.ts';
import { BEGINS, MAY_TELL } from './little-words.ts';

const any = (words: readonly string[]): string => [...words].sort((a, b) => b.length - a.length).join('|');
const OPENER = new RegExp(String.raw`^(?:${any(spoken.openers)})(?![\p{L}\p{N}'’])[\s,:;.!…–—-]*`, 'iu');
/** What follows is a statement, and nothing to be done. */
const REMINDER = new RegExp(
  String.raw`^(?:please )?(?:${any(spoken.reminders)})(?:,? that|,|:)? (?=(?:i|i['’](?:m|ve|d|ll)|my|the user|` +
    String.raw`user|user['’]s)\s)`,
  'iu',
);
const CLOSER = new RegExp(String.raw`(?:,| –| -)?\s+(?:${any(spoken.closers)})(?=[\s.!…]*$)`, 'iu');
const CLOSERS = 3;
/** Words of a statement, at least. */
const LEAST = 3;

const BEFORE_THING =
  String.raw`(?=(?:an?|the|my|some|no|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|` +
  String.raw`\d+)\s)`;

/** In whole words. Both sides of a comparison are read so. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\bgonna\b/giu, 'going to'],
  [/\bwanna\b/giu, 'want to'],
  [/(?<=^|[,.;!?…]\s*|\b(?:and|but|because|that|so|when|if)\s)[Ii](m|ve)\b(?=\s)/gu, "I'$1"],
  [/\b(do|does|did|is|are|was|were|has|have|had|would|should|could)nt\b/giu, '$1 not'],
  [/\bcan['’]?t\b/giu, 'can not'],
  [/\bcannot\b/giu, 'can not'],
  [/\bwon['’]t\b/giu, 'will not'],
  [/n['’]t\b/giu, ' not'],
  // "Has got" is "has" before a thing.
  [new RegExp(String.raw`(?:['’]ve|\bhave)\s+got\s+${BEFORE_THING}`, 'giu'), ' have '],
  [new RegExp(String.raw`(?:['’]s|\bhas)\s+got\s+${BEFORE_THING}`, 'giu'), ' has '],
  [/['’]ll\b/giu, ' will'],
  [/['’]m\b/giu, ' am'],
  [/['’]re\b/giu, ' are'],
  [/['’]ve\b/giu, ' have'],
  // Else it may be of an owner, or "has".
  [/['’]s(?=\s+(?:an?|the|not)\s)/giu, ' is'],
  [
    new RegExp(
      String.raw`\b(it|he|she|that|there|here|what|who|where)['’]s(?!\s+(?:been|got|had|\p{Ll}+(?:ed|en|` +
        String.raw`wn))(?![\p{L}\p{N}]))(?![\p{L}\p{N}])`,
      'giu',
    ),
    '$1 is',
  ],
];

export function inWholeWords(text: string): string {
  let flat = text.replaceAll('’', "'");
  for (const [short, long] of SHORT) flat = flat.replace(short, long);
  return flat;
}

/** The statement as it is, and without what states nothing around it, as far as that can be told. */
export function readingsOf(said: string, isFilling: (word: string) => boolean): string[] {
  const opened = withoutOpeners(said, isFilling);
  const readings = [said, opened];
  for (let at = 0, rest = opened; at < CLOSERS; at++) readings.push((rest = rest.replace(CLOSER, '')));
  return [...new Set(readings)].filter(
    (text) => text === said || (text.match(/[\p{L}\p{N}]+/gu) ?? []).length >= LEAST,
  );
}

function withoutOpeners(said: string, isFilling: (word: string) => boolean): string {
  for (let rest = said.trim(); ;) {
    const word = /^([\p{L}\p{N}'’]+)[\s,:;.!…–—-]+/u.exec(rest);
    const next = rest.replace(REMINDER, '').replace(OPENER, '');
    if (next !== rest) rest = next;
    else if (
      word &&
      isFilling(word[1]?.toLowerCase() ?? '') &&
      isOpening(word[1] ?? '', word[0], rest.slice(word[0].length))
    )
      rest = rest.slice(word[0].length);
    else return rest;
  }
}

/** `opened`: with what parts it from the rest. */
function isOpening(word: string, opened: string, rest: string): boolean {
  const next = /^[\p{L}\p{N}'’]+/u.exec(rest)?.[0].toLowerCase().replaceAll('’', "'") ?? '';
  return (
    !MAY_TELL.has(word.toLowerCase()) ||
    /[^\s]/u.test(opened.slice(word.length)) ||
    BEGINS.has(next) ||
    next.startsWith("i'") ||
    MAY_TELL.has(next) ||
    WITHOUT_SUBJECT.test(rest) ||
    OPENER.test(rest)
  );
}

const CATEGORIES: ReadonlySet<string> = new Set(spoken.categories);
/** A field that may say who or what it is about. */
const ABOUT_ANOTHER = ['project', 'persons', 'entities', 'key', 'topic'] as const;
const WITHOUT_SUBJECT = new RegExp(
  String.raw`^(?:(?:${any(spoken.likes.flatMap((verb) => [verb, `${verb}s`, `${verb}es`]))})|(?:lives? (?:in|at|` +
    String.raw`near|with))|(?:works? (?:at|for|as))|(?:${any(spoken.did)})|(?:${any(spoken.doing)}))\s+(?!(?:by|` +
    String.raw`and|or|but)\s)\S`,
  'iu',
);
const DOING = new RegExp(String.raw`^(?:${any(spoken.doing)})\s`, 'iu');
/** It has a verb of its own: what stands before may be its subject, as in "learning Go is fun". */
const FINITE = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${any(spoken.finite)})(?![\p{L}\p{N}'’])`, 'iu');

/**
 * "Switched to tea" of the user's own, with the "I" that it means; null where somebody or something else may be meant.
 */
export function withSubject(said: string, { category, fields }: Pick<Fact, 'category' | 'fields'>): string | null {
  if (!CATEGORIES.has(category.toLowerCase()) || ABOUT_ANOTHER.some((name) => (fields[name] ?? '').trim() !== ''))
    return null;
  if (!WITHOUT_SUBJECT.test(said) || FINITE.test(said) || /[?？]|:\s/u.test(said)) return null;
  return `I ${DOING.test(said) ? 'am ' : ''}${said.charAt(0).toLowerCase()}${said.slice(1)}`;
}
