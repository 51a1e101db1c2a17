// How much two statements are alike in their words, and which claims are near enough to a new one that a person may
// be asked about the two. What is specific is compared first: two that differ in a number, a date or a name are never
// the same.
import states from '../../../../templates/words/states.json';
import stopWords from '../../../../templates/words/stop-words.en.json';
import tense from '../../../../templates/words/tense.json';
import { tenseOf } from '../../../language/dates/date-phrases.ts';
import type { Slot } from '../../../language/slots/slots.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { compareFacts, eventDay, type Fact } from '../../../model/fact.ts';
import type { ReviewKind, ReviewProposal } from '../../../model/review.ts';
import type { View } from '../../../vault/view.ts';
import type { KnownClaim } from './known-claims.ts';
import { createStem, type Stem } from './terms.ts';
import { otherPart, type OtherPart } from './timeline.ts';

/** A word in more claims than that finds nothing. */
const COMMON = 50;
const CANDIDATES = 40;
/** Of the rarest words so many claims are counted. */
const VISITS = 150;
const COMPARED = 6;
/** Statements whose words are remembered at a time. */
const REMEMBERED = 5000;
const ASKED_FROM = 0.7;

export interface Found {
  readonly claim: KnownClaim;
  readonly kind: ReviewKind;
  readonly score: number;
  readonly reason: string;
}

export interface Near {
  /** From now on this claim is found. Once is enough, also where its words change a little. */
  learn(claim: KnownClaim): void;
  /** The open claim that a person should look at beside this fact, if any. `isOpen`: may this one be named? */
  alike(fact: Fact, text: string, isOpen: (claim: KnownClaim) => boolean): Found | null;
  /** The open claims that share most with a text. */
  likest(text: string, isOpen: (claim: KnownClaim) => boolean): { readonly fact: string; readonly likeness: number }[];
}

export function createNear(claimOf: (fact: string) => KnownClaim | null): Near {
  const stem = createStem();
  const bags = new Map<string, Bag>();
  const bag = (text: string): Bag => {
    const known = bags.get(text) ?? bagOf(text, stem);
    if (bags.size >= REMEMBERED) bags.clear();
    bags.set(text, known);
    return known;
  };
  /** By word the facts whose claims have it; null: too many have. */
  const postings = new Map<string, string[] | null>();
  const learned = new Set<string>();

  /** Facts by the number of rarer words that they share, most first. */
  const candidates = ({ words }: Bag): string[] => {
    // Who has half of the words has one of the rarer half. An unknown word counts, as no claim has it; a common one
    // does not.
    const rare = [...words]
      .map((word) => postings.get(word))
      .filter((list) => list !== null)
      .sort((a, b) => (a?.length ?? 0) - (b?.length ?? 0));
    const rarer = rare.slice(0, Math.floor(rare.length / 2) + 1);
    const shared = new Map<string, number>();
    let visits = 0;
    for (const list of rarer) {
      if (visits >= VISITS) break;
      for (const fact of list ?? []) {
        const count = shared.get(fact);
        if (count !== undefined || shared.size < CANDIDATES) shared.set(fact, (count ?? 0) + 1);
      }
      visits += list?.length ?? 0;
    }
    const byCount: string[][] = rarer.map(() => []);
    for (const [fact, count] of shared) if (count * 2 >= rarer.length) byCount[rarer.length - count]?.push(fact);
    return byCount.flat();
  };
  const likest = (
    own: Bag,
    isOpen: (claim: KnownClaim) => boolean,
  ): { fact: string; claim: KnownClaim; bag: Bag }[] => {
    const found: { fact: string; claim: KnownClaim; bag: Bag }[] = [];
    for (const fact of candidates(own)) {
      const claim = claimOf(fact);
      if (claim && isOpen(claim)) found.push({ fact, claim, bag: bag(claim.text) });
      if (found.length === COMPARED) break;
    }
    return found;
  };

  return {
    learn: ({ fact, text, standing }) => {
      if (standing !== 'current' || learned.has(fact)) return;
      learned.add(fact);
      for (const word of bag(text).words) {
        const list = postings.get(word);
        if (list === undefined) postings.set(word, [fact]);
        else if (list !== null && list.length < COMMON) list.push(fact);
        else postings.set(word, null);
      }
    },
    alike: (fact, text, isOpen) => {
      const own = bag(text);
      let best: Found | null = null;
      const isBeside = ({ facts: [first] }: KnownClaim): boolean => first?.fields.project === fact.fields.project;
      for (const { claim, bag: other } of likest(own, (one) => isBeside(one) && isOpen(one))) {
        const sameDay = claim.facts.some((one) => eventDay(one) === eventDay(fact));
        const alike = compareBags(other, own, sameDay);
        if (alike && alike.score >= ASKED_FROM && alike.score > (best?.score ?? 0)) best = { ...alike, claim };
      }
      return best;
    },
    likest: (text, isOpen) => {
      const own = bag(text);
      return likest(own, isOpen).map(({ fact, bag: other }) => ({ fact, likeness: likeness(own, other) }));
    },
  };
}

/** The question about a claim and a new fact, in the order in which they happened. */
export function reviewOf(
  { kind, claim, score, reason }: Found,
  fact: Fact,
  { factById }: Pick<View, 'factById'>,
): ReviewProposal {
  const other = factById.get(claim.fact);
  return {
    kind,
    facts: other && compareFacts(other, fact) > 0 ? [fact.id, claim.fact] : [claim.fact, fact.id],
    reason,
    score,
  };
}

/** Two that speak of one thing, where it is not sure that the later value takes the place of the other. */
export function slotReview(claim: KnownClaim, slot: Slot): Found | null {
  const kind = claim.sense.slot && kindOfPair(claim.sense.slot, slot);
  if (kind === null) return null;
  if (kind === 'merge') return { claim, kind, score: 0.78, reason: 'one says more closely what the other says' };
  return { claim, kind, score: 0.74, reason: 'they give one thing two values' };
}

/** What may be asked about two statements on one thing; null for nothing. */
export function kindOfPair(a: Slot, b: Slot): 'merge' | 'supersede' | null {
  if (a.negated || b.negated || a.value === '' || b.value === '' || a.value === b.value) return null;
  if (a.asks !== true && b.asks !== true && !(a.single && b.single)) return null;
  return holds(a.value, b.value) || holds(b.value, a.value) ? 'merge' : 'supersede';
}

function holds(long: string, short: string): boolean {
  return ` ${long} `.includes(` ${short} `) || (/\p{Script=Han}/u.test(short) && long.includes(short));
}

// Of many claims on one thing those that can matter to a new fact: so that what was said a thousand times costs no
// thousand comparisons.

const MANY = 16;
const NEAREST = 4;

/** All that are current, and of the past ones those that lie nearest before and after. */
export function nearestTo(fact: Fact, claims: readonly KnownClaim[]): readonly KnownClaim[] {
  if (claims.length <= MANY) return claims;
  const begin = ({ facts: [first] }: KnownClaim): Fact => first ?? fact;
  const past = claims.filter(({ standing }) => standing === 'past').sort((a, b) => compareFacts(begin(a), begin(b)));
  const at = past.findIndex((claim) => compareFacts(begin(claim), fact) > 0);
  const middle = at < 0 ? past.length : at;
  const current = claims.filter(({ standing }) => standing !== 'past');
  return [...current.slice(-MANY), ...past.slice(Math.max(0, middle - NEAREST), middle + NEAREST)];
}

// How often each subject and tag occurs over all facts: what is common enough to have a page of its own.

/** A label that counts or dates (`sprint-12`, `v2`, `2024-05`) names an occasion, not a topic. */
const SERIAL = /(?:^|[^\p{L}])v?\d[\d.\-/]*$/u;
const TOPIC_FACTS = 3;
const TOPIC_DAYS = 2;

export interface Spread {
  readonly subjects: ReadonlyMap<string, number>;
  tagFacts(tag: string): number;
  /** A tag that three or more facts on two or more days carry, and that does not count or date. */
  isTopic(tag: string): boolean;
}

export interface SpreadInput {
  readonly subject: string | null;
  readonly tags: readonly string[];
  readonly day: string;
}

export function countSpread(facts: Iterable<SpreadInput>): Spread {
  const subjects = new Map<string, number>();
  const tags = new Map<string, { facts: number; days: Set<string> }>();
  for (const { subject, tags: own, day } of facts) {
    if (subject !== null) subjects.set(subject, (subjects.get(subject) ?? 0) + 1);
    for (const tag of own) {
      const seen = tags.get(tag) ?? { facts: 0, days: new Set<string>() };
      seen.facts++;
      seen.days.add(day);
      tags.set(tag, seen);
    }
  }
  return {
    subjects,
    tagFacts: (tag) => tags.get(tag)?.facts ?? 0,
    isTopic: (tag) => {
      const seen = tags.get(tag);
      return seen !== undefined && seen.facts >= TOPIC_FACTS && seen.days.size >= TOPIC_DAYS && !SERIAL.test(tag);
    },
  };
}

const STOP: ReadonlySet<string> = new Set(stopWords.words);
const ONE: ReadonlySet<string> = new Set(states.one);
const SEVERAL: ReadonlySet<string> = new Set(states.many);
const TURNS: ReadonlySet<string> = new Set(states.turns);
/** By verb the first of those that may stand for it. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  states.alike.flatMap((group) => {
    const [first = '', ...others] = group.split(' ');
    return [first, ...others].map((word): [string, string] => [word, first]);
  }),
);
const STILL: ReadonlySet<string> = new Set(states.still);
const WEEKDAYS: ReadonlySet<string> = new Set(states.weekdays);
const EVENT: ReadonlySet<string> = new Set([...states.event, ...tense.past]);
/** Before these forms in -ed a participle tells a state. */
const BEFORE_PARTICIPLE: ReadonlySet<string> = new Set([
  'is',
  'are',
  'am',
  'be',
  'gets',
  'get',
  'stays',
  'stay',
  'a',
  'an',
  'the',
  'not',
  'very',
  'well',
  'only',
  'also',
  'still',
]);
const TOKEN = /[\p{L}\p{N}]+(?:[.,:'’/+#_-][\p{L}\p{N}]+)*[+#%]*/gu;
const HAN = /\p{Script=Han}+/gu;
const OTHER_SCRIPT = new RegExp(
  String.raw`[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}` +
    String.raw`\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]`,
  'u',
);
/** A perfect or a progressive, a past without its subject. */
const HAPPENS = new RegExp(
  String.raw`\b(?:is|are|am|['’]s|['’]re|['’]m)\s+(?:\p{Ll}+ly\s+)?\p{Ll}{2,}ing\b|\b(?:has|have|had|` +
    String.raw`['’]ve)\s+(?:\p{Ll}+ly\s+|just\s+|already\s+)?\p{Ll}{2,}(?:ed|en|wn)\b|^\p{L}{2,}ed\b`,
  'iu',
);
const HAPPENS_ZH = /[了过過]|今天|昨天|明天|今晚|昨晚|正在|打算|计划|計劃|上周|下周/u;
const HAN_LETTER = /\p{Script=Han}/u;
const CAPITAL = /\p{Lu}[\p{L}\p{N}]+/gu;
const IS_NUMBER = /^[$€£¥]?\p{Nd}/u;
const REWORDED = 0.85;
/** A day of the calendar is an occasion: another one is another occasion. */
const IS_DATE = /\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}/u;
const LONGEST_TEXT = 400;

/** A statement as a set of words; of Chinese as pairs of characters. */
export interface Bag {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

export interface Alike {
  readonly kind: ReviewKind;
  readonly score: number;
  readonly reason: string;
}

export function bagOf(text: string, stem: Stem): Bag {
  const words = new Set<string>();
  const reach = text.slice(0, LONGEST_TEXT);
  for (const [run] of reach.matchAll(HAN)) for (let at = 0; at + 1 < run.length; at++) words.add(run.slice(at, at + 2));
  for (const token of tokensOf(reach.replace(HAN, ' ')))
    if (!STOP.has(token)) words.add(stem(ALIKE.get(token) ?? token));
  return { text, words };
}

/** 0 to 1: twice the words that both have, over the words of each. */
export function likeness(a: Bag, b: Bag): number {
  let shared = 0;
  for (const word of a.words) if (b.words.has(word)) shared++;
  return a.words.size + b.words.size === 0 ? 0 : (2 * shared) / (a.words.size + b.words.size);
}

/** Should a person look at the two? `sameDay`: both speak of one day, so that they may tell of one event. */
export function compareBags(older: Bag, newer: Bag, sameDay: boolean): Alike | null {
  const like = likeness(older, newer);
  if (like < 0.5) return null;
  const other = HAN_LETTER.test(older.text + newer.text)
    ? null
    : otherPart(writtenTokens(older.text), writtenTokens(newer.text));
  // What costs most comes last: most that look alike at first are templates of a life's routine.
  const isClose = (like >= REWORDED || HAN_LETTER.test(newer.text)) && isReworded(older, newer, other);
  const value = other === null ? null : otherValue(other);
  if (!isClose && value === null) return null;
  const areStates = isState(older.text) && isState(newer.text);
  if (!areStates && !(sameDay && isClose)) return null;
  const [dropped, added] = [missingSpecifics(older.text, newer.text), missingSpecifics(newer.text, older.text)];
  if (isClose && dropped.length + added.length === 0)
    return { kind: 'merge', score: Math.min(0.95, like), reason: 'they are almost the same words' };
  return !areStates || dropped.includes('not') || added.includes('not') ? null : value;
}

/** Do they say one thing in almost the same words, as far as words tell? */
function isReworded(older: Bag, newer: Bag, other: OtherPart | null): boolean {
  if (HAN_LETTER.test(older.text + newer.text)) return withoutLittle(older.text) === withoutLittle(newer.text);
  const [a, b] = [new Set(tokensOf(older.text)), new Set(tokensOf(newer.text))];
  if ([...a].some((word) => TURNS.has(word) && !b.has(word)) || [...b].some((word) => TURNS.has(word) && !a.has(word)))
    return false;
  if (verbsOf(a) !== verbsOf(b) || subjectOf(older.text) !== subjectOf(newer.text) || differsInName(older, newer))
    return false;
  return (
    isSameOrder(tokensOf(older.text), tokensOf(newer.text)) &&
    (other === null || [...other.was, ...other.is].map(lower).every((word) => STOP.has(word) || ALIKE.has(word)))
  );
}

/** Do the words that both have follow each other alike? "Tea over coffee" is not "coffee over tea". */
function isSameOrder(a: readonly string[], b: readonly string[]): boolean {
  const shared = (words: readonly string[], others: readonly string[]): string =>
    words.filter((word, at) => !STOP.has(word) && others.includes(word) && words.indexOf(word) === at).join(' ');
  return shared(a, b) === shared(b, a);
}

/** Chinese without what may come and go. */
function withoutLittle(text: string): string {
  return text.replace(/[\s\p{P}的地得也都就还還很非常十分]/gu, '');
}

function verbsOf(words: ReadonlySet<string>): string {
  return [...new Set([...words].flatMap((word) => ALIKE.get(word) ?? []))].sort().join(' ');
}

function otherValue({ head, was, is, tail }: OtherPart): Alike | null {
  const telling = [...head, ...tail].filter((word) => !STOP.has(word) && !ONE.has(word)).length;
  if (telling === 0 || !head.slice(1).some((word) => ONE.has(word))) return null;
  if (was.length === is.length && was.every((word, at) => isLike(lower(word), lower(is[at] ?? ''))))
    return { kind: 'supersede', score: 0.8, reason: 'they differ in a number or a day alone' };
  const isNamed = [was, is].every((words) => words.every((word) => /[\p{Lu}\p{N}]/u.test(word)));
  if (telling > 1 && isNamed && /^(?:is|are)$/.test(head.at(-1) ?? '') && /^(?:the|our|my)$/.test(head[0] ?? ''))
    return { kind: 'supersede', score: 0.74, reason: 'they give one thing two values' };
  const verb = head.findLast((word) => !/^(?:a|an|the)$/.test(word)) ?? '';
  if (
    telling < 2 ||
    !isNamed ||
    !ONE.has(verb) ||
    head.some((word) => SEVERAL.has(word)) ||
    !tail.some((word) => !STOP.has(word))
  )
    return null;
  return { kind: 'supersede', score: 0.72, reason: 'they differ in one value alone' };
}

/** Equal, or two numbers, two days of the week, two names that differ in their number. */
function isLike(was: string, is: string): boolean {
  if (was !== is && IS_DATE.test(was + is)) return false;
  if (was === is || (WEEKDAYS.has(was) && WEEKDAYS.has(is)) || (IS_NUMBER.test(was) && IS_NUMBER.test(is))) return true;
  return /\p{N}/u.test(was) && was.replace(/\p{N}+/gu, '0') === is.replace(/\p{N}+/gu, '0');
}

/** What it speaks of: the words before the verb. */
function subjectOf(text: string): string {
  const tokens = tokensOf(text);
  const verb = tokens.findIndex(
    (token, at) => at > 0 && (ONE.has(token) || SEVERAL.has(token) || STOP.has(token) || /[^s]s$/.test(token)),
  );
  return tokens
    .slice(0, verb < 0 ? 1 : verb)
    .filter((token) => token !== 'the' && token !== 'a' && token !== 'an')
    .join(' ');
}

/** Has one of them a name, by its capital, that the other has not? */
function differsInName(older: Bag, newer: Bag): boolean {
  const lacks = (text: string, other: string): boolean => {
    const folded = other.toLowerCase();
    return [...text.matchAll(CAPITAL)].some(([name]) => !folded.includes(name.toLowerCase()));
  };
  return lacks(older.text, newer.text) || lacks(newer.text, older.text);
}

/** Does it tell what is, as far as its language is known, and not what happened or will? */
function isState(text: string): boolean {
  if (OTHER_SCRIPT.test(text) || text.includes('?')) return false;
  if (HAN_LETTER.test(text)) return !HAPPENS_ZH.test(text);
  const tokens = tokensOf(text);
  if (
    !tokens.some((token) => STOP.has(token) || ONE.has(token) || SEVERAL.has(token)) ||
    tokens.some((token) => EVENT.has(token))
  )
    return false;
  if (
    tokens.some(
      (token, at) =>
        at > 0 &&
        /^\p{L}{3,}ed$/u.test(token) &&
        !token.endsWith('eed') &&
        !BEFORE_PARTICIPLE.has(tokens[at - 1] ?? ''),
    )
  )
    return false;
  const { past, future } = tenseOf(text);
  return !past && !future && !HAPPENS.test(text);
}

function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).map((token) => lower(token).replace(/'s$/, ''));
}

/** As they stand, without what only says that it holds. */
function writtenTokens(text: string): string[] {
  return (text.match(TOKEN) ?? [])
    .map((token) => token.replaceAll('’', "'"))
    .filter((token) => !STILL.has(token.toLowerCase()));
}

function lower(token: string): string {
  return token.toLowerCase().replaceAll('’', "'");
}
