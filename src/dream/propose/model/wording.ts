// Whether a wording of a model may stand for a statement. It may only say the same in fewer or plainer words: "I", said
// or left out, may become "User", greetings, articles and what only says that it holds may go; what tells must be
// there, its verbs too, in its order, and nothing else. Pure.
import spoken from '../../../../templates/words/spoken.json';
import tense from '../../../../templates/words/tense.json';
import { isMarkedUp, isOtherScript } from '../../../language/model-text.ts';
import { compatibleForm } from '../../../language/normal-form.ts';
import { parseSlot } from '../../../language/slots/parse-slot.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import type { Fact } from '../../../model/fact.ts';
import { isSmallTalk } from '../rules/terms.ts';
import { ADVERBS, BEGINS, isArticle, MAY_TELL, mayGo, VERBS } from './little-words.ts';

// Who "I" is in a statement, and the form that its verb has when "I" becomes "User".

/** They have one form for all. */
const ONE_FORM: ReadonlySet<string> = new Set([
  ...tense.past,
  'can',
  'could',
  'may',
  'might',
  'must',
  'shall',
  'should',
  'will',
  'would',
  'ought',
  'am',
  'is',
  'are',
  'not',
]);
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['am', 'is'],
  ['have', 'has'],
]);
const SAYS = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${spoken.says.join('|')})(?![\p{L}\p{N}])`, 'giu');
/** The speaker's own saying: "I told Ann that I left". */
const BY_SPEAKER = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:i|user)(?:['’](?:ve|d))?\s+(?:(?:have|has|had|just|often|always|once|already|` +
    String.raw`also|never)\s+)*$`,
  'iu',
);
/** Not within a word, nor a time: "Ann's", "5:30". */
const QUOTED = /["“”«»„「『‘]|(?<![\p{L}\p{N}])'|[:：](?!\p{Nd})/u;

/** May what follows be somebody else's words, in which "I" is not who speaks? */
export function isReported(before: string): boolean {
  return (
    QUOTED.test(before) || [...before.matchAll(SAYS)].some(({ index }) => !BY_SPEAKER.test(before.slice(0, index)))
  );
}

/** "Likes" and all else that "like" may be of somebody; nothing for what is past. */
export function thirdOf(word: string): string[] {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined || ONE_FORM.has(word)) return irregular === undefined ? [] : [irregular];
  return [
    `${word}s`,
    ...(/(?:[sxzo]|ch|sh)$/u.test(word) ? [`${word}es`] : []),
    ...(/[^aeiou]y$/u.test(word) ? [`${word.slice(0, -1)}ies`] : []),
  ];
}

// How a statement reads that somebody spoke: without what opens and closes a sentence and states nothing, in whole
// words for the short ones of a chat, and with the "I" that was left out.

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

function inWholeWords(text: string): string {
  let flat = text.replaceAll('’', "'");
  for (const [short, long] of SHORT) flat = flat.replace(short, long);
  return flat;
}

/** The statement as it is, and without what states nothing around it, as far as that can be told. */
function readingsOf(said: string, isFilling: (word: string) => boolean): string[] {
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
function withSubject(said: string, { category, fields }: Pick<Fact, 'category' | 'fields'>): string | null {
  if (!CATEGORIES.has(category.toLowerCase()) || ABOUT_ANOTHER.some((name) => (fields[name] ?? '').trim() !== ''))
    return null;
  if (!WITHOUT_SUBJECT.test(said) || FINITE.test(said) || /[?？]|:\s/u.test(said)) return null;
  return `I ${DOING.test(said) ? 'am ' : ''}${said.charAt(0).toLowerCase()}${said.slice(1)}`;
}

/** Why a wording is not taken. */
export type BadWording = 'dropped' | 'invented' | 'language' | 'markup' | 'long' | 'words';

/** Where a sentence begins or ends they may go, and not come. */
const FILLING = new Set([
  'now',
  'currently',
  'still',
  'presently',
  'nowadays',
  'really',
  'actually',
  'basically',
  'honestly',
  'anyway',
  'so',
  'well',
  'hey',
  'hi',
  'hello',
  'oh',
  'wow',
  'yeah',
  'yes',
  'yep',
  'ok',
  'okay',
  'haha',
  'lol',
  'btw',
  'please',
  'just',
  'and',
]);
const AT_END = new Set(['yeah', 'yes', 'ok', 'okay', 'haha', 'lol', 'btw', 'please', 'wow']);
/** They state nothing wherever they stand. */
const INTERJECTIONS = new Set(['btw', 'lol', 'haha', 'tbh']);
const FIRST_PERSON: ReadonlyMap<string, string> = new Map([
  ['i', 'user'],
  ['me', 'user'],
  ['my', "user's"],
  ['mine', "user's"],
  ['myself', 'themselves'],
]);
const THIRD: ReadonlyMap<string, string> = new Map([
  ['they', 'user'],
  ['them', 'user'],
  ['their', "user's"],
  ['theirs', "user's"],
  ['themselves', 'themselves'],
]);
const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[.,:'’/@+#_-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*[+#%]*|&/gu;
/** What joins two verbs of one speaker. */
const JOINS = new Set(['and', 'or', 'but', '&', 'then']);
const OFTEN: ReadonlySet<string> = new Set(spoken.adverbs);
const ORDERS: ReadonlySet<string> = new Set(spoken.orders);
const ASKING = new Set(['can', 'could', 'will', 'would']);
const BEFORE_NAMES = new Set(['in', 'to', 'from', 'near', 'called', 'named']);
const NUMBERS: ReadonlyMap<string, string> = new Map(
  ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map((word, at) => [
    word,
    String(at + 2),
  ]),
);
const PAST: ReadonlySet<string> = new Set(tense.past);
const QUOTES = /["“”«»„]/gu;
/** Statements beyond that are not reworded. */
const LONGEST = 1000;

/**
 * Why `wording` may not stand for a fact, or null where it may. `said`: how the rules would word it, with the days that
 * they added. Takes any text.
 */
export function whyNotWording(
  wording: string,
  fact: Pick<Fact, 'text' | 'fields' | 'category'>,
  said: string,
): BadWording | null {
  if (isMarkedUp(wording, said)) return 'markup';
  if (wording.length > LONGEST || wording.length > said.length * 1.2 + 20) return 'long';
  if (isOtherScript(wording, said)) return 'language';
  if (missingSpecifics(said, wording).length > 0 || missingSpecifics(fact.text, wording).length > 0) return 'dropped';
  const isUser = fact.fields.persons === undefined;
  // "And User loves it" names nobody that "and I love it" does not.
  const named =
    isUser && !/\busers?\b/iu.test(said) ? wording.replace(/(?<=[\s(])User(?=['’]s\b|[\s.,;!)]|$)/gu, 'user') : wording;
  if (missingSpecifics(named, said).length > 0) return 'invented';
  return saysTheSame(said, wording, fact, isUser) && mayBeRead(wording, said, fact) ? null : 'words';
}

/**
 * What the rules read out of it: the next dream reads the claim, and must find what this one found. More may be found
 * where they found nothing; that no other claim speaks of it too is for who knows the other claims.
 */
function mayBeRead(wording: string, said: string, fact: Pick<Fact, 'fields' | 'category'>): boolean {
  const found = slotOf(said, fact);
  return found === '' || found === slotOf(wording, fact);
}

function slotOf(text: string, { fields, category }: Pick<Fact, 'fields' | 'category'>): string {
  const slot = parseSlot({ text, fields, category });
  return slot === null
    ? ''
    : JSON.stringify([slot.key, slot.value, slot.negated, slot.changed, slot.single, slot.beside]);
}

interface Token {
  readonly raw: string;
  readonly word: string;
  /** Its capital may be that of the sentence. */
  readonly first: boolean;
  /** A verb of the speaker's may stand here: behind "I", or after "and". */
  readonly isVerbs: 'own' | 'joined' | null;
  /** Behind a comma, or what ends a sentence. */
  readonly begins: boolean;
  /** Behind "and". */
  readonly isJoined: boolean;
  readonly hasArticle: boolean;
  /** What stands here may be the name of a place, or of somebody. */
  readonly isNames: boolean;
  /** In what somebody else says, or in an order, "I" is not "User". */
  readonly isOthers: boolean;
}

/** `isUser`: who says "I" is the user. */
function saysTheSame(said: string, wording: string, fact: Pick<Fact, 'category' | 'fields'>, isUser: boolean): boolean {
  if (/[?？]/u.test(said) !== /[?？]/u.test(wording)) return false;
  if (/\p{Script=Han}/u.test(said)) return hanOf(said, isUser) === hanOf(wording, isUser);
  const readings = readingsOf(withoutSmallTalk(said), (word) => FILLING.has(word) || word === 'also');
  const spokenOf =
    isUser && /^(?:the )?user\b/iu.test(wording) ? readings.flatMap((reading) => withSubject(reading, fact) ?? []) : [];
  return [...readings, ...spokenOf].some((reading) => hasSameWords(reading, wording, isUser));
}

function hasSameWords(said: string, wording: string, isUser: boolean): boolean {
  if (said.match(QUOTES)?.length !== wording.match(QUOTES)?.length) return false;
  const wanted = tokensOf(said);
  const isSpeakersOwn = ({ word, isOthers }: Token): boolean => FIRST_PERSON.has(word) && !isOthers;
  const isFirstPerson = isUser && wanted.some(isSpeakersOwn);
  const hasThird = wanted.some(({ word }) => THIRD.has(word));
  const nameOf = (token: Token): string =>
    !isFirstPerson || token.isOthers
      ? token.word
      : (FIRST_PERSON.get(token.word) ?? (hasThird ? undefined : THIRD.get(token.word)) ?? token.word);
  // Who writes no capital at all means none by their lack.
  const isFlat = !/\p{Lu}/u.test(said.replace(/\bI\b/gu, ''));
  const have = tokensOf(wording);
  const words = wanted.map(({ word }) => word);
  const isSpeakers =
    isFirstPerson &&
    wanted.some(
      (token, at) =>
        token.word === 'i' && isSpeakersOwn(token) && words.slice(0, at).every((word) => FILLING.has(word)),
    );
  const isVerbOf = ({ word, isVerbs }: Token, other: string): boolean =>
    isFirstPerson && (isVerbs === 'own' || (isVerbs === 'joined' && VERBS.has(word))) && thirdOf(word).includes(other);
  let at = 0;
  for (const [index, token] of have.entries()) {
    const isNext = (one: Token): boolean =>
      (nameOf(one) === nameOf(token) && (isSameCase(one, token) || (isFlat && isNamed(one, token)))) ||
      isVerbOf(one, token.word);
    // "User is a nurse and loves it": who speaks need not be said twice.
    const isSaidBefore = (one: Token): boolean =>
      isSpeakers && index > 0 && token.isJoined && one.word === 'i' && one.isJoined && !one.isOthers;
    while (
      at < wanted.length &&
      !isNext(wanted[at] as Token) &&
      (mayBeLeftOut(wanted, words, at) || isSaidBefore(wanted[at] as Token))
    )
      at++;
    const next = wanted[at++];
    if (next === undefined || !isNext(next)) return false;
  }
  for (; at < wanted.length; at++) if (!mayBeLeftOut(wanted, words, at)) return false;
  return have.length > 0;
}

/** What opens or closes a sentence and states nothing, and what only says that it holds. */
function mayBeLeftOut(tokens: readonly Token[], words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  if (mayGo(words, at)) return true;
  if (INTERJECTIONS.has(word)) return true;
  if (!FILLING.has(word)) return false;
  const opening = tokens.findLastIndex(({ first }, before) => before <= at && first);
  const next = tokens[at + 1];
  const isParted =
    next !== undefined &&
    (!MAY_TELL.has(word) || next.begins || BEGINS.has(next.word) || FILLING.has(next.word) || next.hasArticle);
  const isOpening = isParted && opening >= 0 && words.slice(opening, at).every((one) => FILLING.has(one));
  // "I just moved", but not "I just smoke cigars".
  const isJust =
    word === 'just' && words[at - 1] === 'i' && (PAST.has(words[at + 1] ?? '') || /..ed$/.test(words[at + 1] ?? ''));
  return isOpening || isJust || (AT_END.has(word) && words.slice(at).every((one) => AT_END.has(one)));
}

/** "US" is not "us": a capital that is no sentence's own stays. */
function isSameCase(a: Token, b: Token): boolean {
  return (
    a.raw === b.raw ||
    FIRST_PERSON.has(a.word) ||
    /^user(?:'s)?$/.test(a.word) ||
    /^\d/.test(a.word) ||
    ((a.first || b.first) && a.raw.slice(1) === b.raw.slice(1))
  );
}

/** "In berlin" of "in Berlin". */
function isNamed(said: Token, token: Token): boolean {
  return said.isNames && said.raw.length > 2 && token.raw === said.raw.charAt(0).toUpperCase() + said.raw.slice(1);
}

function tokensOf(text: string): Token[] {
  const flat = inWholeWords(compatibleForm(text));
  const tokens: Token[] = [];
  const found = [...flat.matchAll(TOKEN)];
  let [isNames, isJoined, isOrder, isOpening, hasArticle] = [false, false, false, false, false];
  let isVerbs: Token['isVerbs'] = null;
  for (const [at, { 0: raw, index }] of found.entries()) {
    const before = flat.slice(0, index).replace(/["'“‘(«”’)»\s]+$/u, '');
    const first = before === '' || /[.!?…:]$/u.test(before);
    const isLittle = isArticle(raw, found[at + 1]?.[0], first);
    if (isLittle) hasArticle = true;
    if (isLittle) continue;
    const low = raw === '&' ? 'and' : raw.toLowerCase();
    const word = NUMBERS.get(low) ?? low;
    if (first || isOpening) isOrder = ORDERS.has(word) || (ASKING.has(word) && /^you$/i.test(found[at + 1]?.[0] ?? ''));
    isOpening = (first || isOpening) && FILLING.has(word);
    tokens.push({
      raw,
      word,
      first,
      isVerbs: isVerbs === 'joined' && at + 1 === found.length ? null : isVerbs,
      isNames,
      begins: /[,;.!…]$/u.test(before),
      isJoined,
      hasArticle,
      isOthers: isOrder || (FIRST_PERSON.has(word) && isReported(flat.slice(0, index))),
    });
    hasArticle = false;
    isJoined = JOINS.has(word);
    const isBeside = FILLING.has(word) || OFTEN.has(word) || ADVERBS.has(word) || /.ly$/u.test(word);
    isVerbs = word === 'i' ? 'own' : isJoined ? 'joined' : isBeside ? isVerbs : null;
    isNames = BEFORE_NAMES.has(word);
  }
  return tokens;
}

/** Without the sentences that state nothing, as long as something is left. */
function withoutSmallTalk(text: string): string {
  const sentences = text.split(/(?<=[.!?…])\s+/u);
  const left = sentences.filter((sentence) => !isSmallTalk(sentence));
  return left.length === 0 ? text : left.join(' ');
}

function hanOf(text: string, isUser: boolean): string {
  const flat = compatibleForm(text).toLowerCase();
  const own = isUser && !/[:："“「『]|说|說|告诉|告訴|问|問/u.test(flat) ? flat.replace(/我(?!们|們)/gu, '用户') : flat;
  return own.replace(/[\s\p{P}]/gu, '');
}
