// What of a model's decision the words themselves bear out. A model is believed where a fact and a claim say so much
// alike that being wrong would cost little; where it may be right, a person is asked; else the fact has its own claim.
// Pure.
import smallTalk from '../../../../templates/words/small-talk.en.json';
import states from '../../../../templates/words/states.json';
import stopWords from '../../../../templates/words/stop-words.en.json';
import tense from '../../../../templates/words/tense.json';
import { tenseOf } from '../../../language/dates/date-phrases.ts';
import { isAssistantOrder } from '../../../language/model-text.ts';
import { corrects } from '../../../language/slots/compare.ts';
import { isCorrection } from '../../../language/slots/sentence.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { compareFacts, eventDay, type Fact } from '../../../model/fact.ts';
import type { View } from '../../../vault/view.ts';
import { type Bag, bagOf, compareBags, likeness } from '../rules/near.ts';
import { isSmallTalk, type Stem } from '../rules/terms.ts';
import { otherPart, type OtherPart } from '../rules/timeline.ts';

// Whether two sentences differ in one value alone, of a kind that there is one of at a time. Most verbs may have a
// second object beside the first ("uses", "works with"), so only what is listed here is single.

/** By verb the words before a value that it has one of. */
const PLACED: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  states.single.flatMap(({ verbs, before }) =>
    verbs.map((verb): [string, ReadonlySet<string>] => [verb, new Set(before)]),
  ),
);
/** By word the words of its kind. */
const KINDS: ReadonlyMap<string, number> = new Map(
  states.kinds.flatMap((kind, at) => kind.split(' ').map((word): [string, number] => [word, at])),
);
const MEASURING: ReadonlySet<string> = new Set(states.measuring);
const VERSIONS: ReadonlySet<string> = new Set(states.versions);
const SEVERAL: ReadonlySet<string> = new Set(states.several);
const WEEKDAYS: ReadonlySet<string> = new Set(states.weekdays);
const STILL: ReadonlySet<string> = new Set(states.still);
const BE = new Set(['is', 'are']);
const ARTICLE = /^(?:a|an|the)$/;
/** Of a thing that has a name of its own, or is the user's. */
const ONE_THING = /^(?:the|our|my|user's)$/;
const VALUE_WORD = /[\p{L}\p{N}$€£¥][\p{L}\p{M}\p{N}]*(?:[.,:'’/@+#_-][\p{L}\p{N}]+)*[+#%]*/gu;
const NUMBER = /^[$€£¥]?\p{Nd}[\p{Nd}.,:/-]*(?:am|pm|%|h|st|nd|rd|th)?$/u;

/** Are they one sentence but for a value that what they speak of has one of at a time? Both tell what is. */
function differsInOneValue(older: string, newer: string): boolean {
  const other = differenceOf(older, newer);
  return other !== null && isSingle(other);
}

function differenceOf(older: string, newer: string): OtherPart | null {
  const other = /\p{Script=Han}/u.test(older + newer) ? null : otherPart(writtenOf(older), writtenOf(newer));
  return other !== null && other.head.length >= 2 ? other : null;
}

function isSingle({ head, was, is, tail }: OtherPart): boolean {
  const isThing = ONE_THING.test(head[0] ?? '');
  const kind = kindOf(was);
  if (
    kind !== kindOf(is) ||
    (kind === 'days' && !isThing) ||
    head.includes('with') ||
    tail.some((word) => WEEKDAYS.has(word))
  )
    return false;
  const verb = head.findLastIndex(
    (word, at) => at > 0 && [PLACED, MEASURING, VERSIONS, BE].some((verbs) => verbs.has(word)),
  );
  const word = head[verb] ?? '';
  if (verb < 1) return false;
  const between = head
    .slice(verb + 1)
    .filter((one) => !ARTICLE.test(one))
    .join(' ');
  const isPlaced = PLACED.get(word)?.has(between) === true;
  if (kind === 'number')
    return BE.has(word)
      ? isThing
      : isPlaced ||
          (between === '' && MEASURING.has(word)) ||
          (VERSIONS.has(word) && !/^(?:user|i|we)$/.test(head[0] ?? ''));
  if (between !== '') return isPlaced && (isThing || !BE.has(word));
  // "User is a doctor" and "User is a vegetarian" are two things of one; "the door is open" and "the door is shut" are
  // not.
  return (
    isThing &&
    BE.has(word) &&
    !/^an?$/.test(head.at(-1) ?? '') &&
    (kind === 'name' ? word === 'is' && !head.some((one) => SEVERAL.has(one)) : isOfKind(was, is))
  );
}

/** Two colours, or "open" and "shut". */
function isOfKind(was: readonly string[], is: readonly string[]): boolean {
  const kind = KINDS.get(was.join(' '));
  return kind !== undefined && kind === KINDS.get(is.join(' '));
}

function kindOf(words: readonly string[]): string {
  if (words.some((word) => WEEKDAYS.has(word.toLowerCase()))) return 'days';
  if (NUMBER.test(words[0] ?? '')) return words.length === 1 ? 'number' : 'numbers';
  // "In the drawer" and "in use" are two things of one.
  const first = words[0] ?? '';
  if (ARTICLE.test(first.toLowerCase())) return `${first.toLowerCase()} thing`;
  return words.every((word) => /^[\p{Lu}\p{N}]/u.test(word)) ? 'name' : 'word';
}

/** As written, without what only says that it holds. */
function writtenOf(text: string): string[] {
  return (text.match(VALUE_WORD) ?? [])
    .map((word) => word.replaceAll('’', "'"))
    .filter((word) => !STILL.has(word.toLowerCase()));
}

/** A statement with the facts that it rests on. */
export interface Stated {
  readonly text: string;
  /** Never empty. */
  readonly facts: readonly Fact[];
}

export type Known = Pick<View, 'apart' | 'forgotten' | 'pinned'>;

const SMALL: ReadonlySet<string> = new Set(smallTalk);
const STOP: ReadonlySet<string> = new Set(stopWords.words);
const ONE: ReadonlySet<string> = new Set(states.one);
const MANY: ReadonlySet<string> = new Set(states.many);
const PAST: ReadonlySet<string> = new Set([...tense.past, ...states.event]);
/** A claim that has one of these, where the fact has not, does not say what the fact says; nor the other way round. */
const TURNS: ReadonlySet<string> = new Set([
  ...states.turns,
  ...tense.unclear.filter((word) => !word.includes(' ')),
  'will',
  'shall',
  'could',
  'maybe',
  'perhaps',
  'probably',
  'possibly',
  'seldom',
  'hardly',
  'barely',
  'almost',
  'nearly',
  'former',
  'formerly',
  'ex',
  'used',
  'or',
  'than',
  'but',
  'except',
  'unless',
  'because',
  'by',
  'for',
  'about',
  'at',
  'into',
  'onto',
  'through',
  'via',
  'stop',
  'stops',
  'stopped',
  'quit',
  'quits',
  'cease',
  'ceased',
  'refuse',
  'refuses',
  'refused',
  'avoid',
  'avoids',
  'fail',
  'fails',
  'failed',
  'forgot',
  'deny',
  'denies',
  'denied',
  'dislike',
  'dislikes',
  'hate',
  'hates',
  'want',
  'wants',
  'plan',
  'plans',
  'hope',
  'hopes',
  'try',
  'tries',
  'consider',
  'considers',
  'think',
  'thinks',
  'pretend',
  'wish',
  'wishes',
  'dream',
  'dreams',
  'allergic',
  'anti',
  'fake',
  'false',
  'wrong',
  'untrue',
  'another',
  'other',
  'old',
  'new',
  'second',
  'third',
]);
/** It says itself that something is otherwise than before. */
const CHANGE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:now|nowadays|no longer|any ?more|instead|from now on|` +
    String.raw`meanwhile)(?![\p{L}\p{N}])|现在|如今|不再|改为|改成`,
  'iu',
);
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[.,:'’/@+#_-][\p{L}\p{N}]+)*[+#%]*/gu;
const SUBJECTS =
  /(?<![\p{L}\p{N}])(?:user|i|my|me|we|our|us|he|she|they|his|her|their|the|this|it|its)(?![\p{L}\p{N}])/iu;
/** With such an order a sentence belongs to it that says who the assistant shall be. */
const WITH_ORDER = /^\W*(?:from now on,? )?you are(?: now)?\s/iu;
/** It says something of somebody beside. */
const OF_SOMEBODY = /(?<![\p{L}\p{N}])(?:user|i|my|we|our|he|she|they|his|her|their)(?![\p{L}\p{N}])/iu;
const REQUEST = /^(?:please|can you|could you|would you|will you)\s/i;
const LONGEST_TALK = 80;
/** From that a person may be asked about two statements. */
const RELATED = 0.4;

/**
 * May two statements be held against each other at all? Not across projects and speakers, nor what a person keeps
 * apart.
 */
export function mayMeet(fact: Fact, others: readonly Fact[], { apart, forgotten }: Known): boolean {
  const isOfSame = (other: Fact): boolean =>
    (other.fields.project ?? '').trim() === (fact.fields.project ?? '').trim() &&
    (other.fields.persons ?? '') === (fact.fields.persons ?? '');
  return (
    others.length > 0 &&
    others.every(
      (other) => other.id !== fact.id && isOfSame(other) && !apart(other.id, fact.id) && !forgotten.has(other.id),
    )
  );
}

export function isPinned(facts: readonly Fact[], { pinned }: Known): boolean {
  return facts.some(({ id }) => pinned.has(id));
}

/** Did all of it happen before the fact? */
export const isBefore = (facts: readonly Fact[], fact: Fact): boolean =>
  facts.every((other) => compareFacts(other, fact) < 0);

const wordsOf = (text: string): string[] =>
  [...text.toLowerCase().replaceAll('’', "'").matchAll(WORD)].map(([word]) => word);
const turnsOf = (text: string): string =>
  [...new Set(wordsOf(text).filter((word) => TURNS.has(word)))].sort().join(' ');
const formsOf = (text: string): string =>
  wordsOf(text)
    .filter((word) => PAST.has(word) || /^\p{L}{3,}ed$/u.test(word))
    .sort()
    .join(' ');

/**
 * The fact says that something changed, in a sentence that is the claim's but for one part, which can have one value
 * only.
 */
export function takesPlaceOf(older: string, newer: string): boolean {
  return CHANGE.test(newer) && !CHANGE.test(older) && isOneState(older, newer) && differsInOneValue(older, newer);
}

/** Both tell what is, in one sentence but for one value, or but for a negation. */
export function contradicts(older: string, newer: string, sameDay: boolean, stem: Stem): boolean {
  const [a, b] = [bagOf(older, stem), bagOf(newer, stem)];
  if (compareBags(a, b, sameDay)?.kind === 'supersede')
    return isOneState(older, newer) && differsInOneValue(older, newer);
  return isDenied(older, newer, a, b);
}

function isDenied(older: string, newer: string, a: Bag, b: Bag): boolean {
  const plain = (bag: Bag): string[] =>
    [...bag.words].filter((word) => !/^(?:not|no|never|longer|don't|doesn't|isn't|aren't|can't|won't)$/.test(word));
  const differs = missingSpecifics(older, newer);
  return (
    differs.length === 1 &&
    differs[0] === 'not' &&
    missingSpecifics(newer, older).length === 1 &&
    isState(older) &&
    isState(newer) &&
    plain(a).length > 1 &&
    plain(a).join(' ') === plain(b).join(' ')
  );
}

/** Do both tell what is, with the same words that turn the meaning, and of what there may be one alone? */
const isOneState = (older: string, newer: string): boolean =>
  isState(older) && isState(newer) && !hasMany(older) && !hasMany(newer) && turnsOf(older) === turnsOf(newer);
const hasMany = (text: string): boolean => wordsOf(text).some((word) => MANY.has(word));

/** Does it tell what is, and not what was, will be or happened? */
export function isState(text: string): boolean {
  const { past, future } = tenseOf(text);
  return !past && !future && !text.includes('?') && formsOf(text) === '';
}

/** It says itself that it is a correction, and its words fit the claim. */
export function putsRight(older: Stated, fact: Fact): boolean {
  const first = older.facts.at(-1);
  return first !== undefined && isCorrection(fact.text) !== null && corrects({ ...first, text: older.text }, fact);
}

/** How much two statements that a person might be asked about have in common, 0 to 1; null where nobody is asked. */
export function relatedness(older: Stated, fact: Fact, text: string, stem: Stem): number | null {
  const [a, b] = [bagOf(older.text, stem), bagOf(text, stem)];
  const shared = [...a.words].filter((word) => b.words.has(word) && word !== 'user').length;
  const like = likeness(a, b);
  return shared >= 2 || (shared === 1 && older.facts.some((other) => eventDay(other) === eventDay(fact)))
    ? like >= RELATED
      ? like
      : null
    : null;
}

/** Do both begin with the same thing, or with the user? */
export function isOfOneSubject(a: string, b: string): boolean {
  const first = (text: string): string => {
    const word = wordsOf(text).find((one) => !/^(?:the|an?|btw|also|so|well|now)$/.test(one)) ?? '';
    return /^(?:user(?:'s)?|i|i'(?:m|ve|d|ll)|my|me)$/.test(word) ? 'user' : word.replace(/'s$/, '');
  };
  return first(a) !== '' && first(a) === first(b);
}

/**
 * Nothing speaks for the fact, and its words bear out the reason: small talk, an order to the assistant, no statement.
 */
export function maySetAside(fact: Fact, reason: string, known: Known): string | null {
  if (Object.keys(fact.fields).length > 0 || fact.tags.length > 0 || known.pinned.has(fact.id)) return null;
  if (missingSpecifics(fact.text, '').length > 0) return null;
  if (isOrder(fact.text)) return 'an instruction to the assistant';
  if (isIdle(fact.text)) return 'small talk that states nothing';
  const isAlone = !/[.!?。！？]\s*\S/u.test(fact.text);
  if (isAlone && /[?？]\s*$/u.test(fact.text)) return 'a question, and no statement';
  return isAlone && REQUEST.test(fact.text) && /instruct|order|request|command|ask|task|assistant/i.test(reason)
    ? 'an instruction to the assistant'
    : null;
}

/** Each of its sentences orders the assistant about, and states nothing. */
function isOrder(text: string): boolean {
  const sentences = text.split(/(?<=[.!?。！？])\s+|\n+/u).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return (
    !OF_SOMEBODY.test(text) &&
    sentences.some(isAssistantOrder) &&
    sentences.every((sentence) => isAssistantOrder(sentence) || WITH_ORDER.test(sentence))
  );
}

/** Small talk with at most as many words of its own: "Wow, a garden!" */
function isIdle(text: string): boolean {
  if (isSmallTalk(text) || !/[\p{L}\p{N}]/u.test(text)) return true;
  if (text.length > LONGEST_TALK || SUBJECTS.test(text) || !/^[\p{Script=Latin}\p{P}\p{S}\s]+$/u.test(text))
    return false;
  const words = wordsOf(text);
  const small = words.filter((word) => SMALL.has(word) && !STOP.has(word)).length;
  const own = words.filter((word) => !SMALL.has(word) && !STOP.has(word)).length;
  return small > 0 && own <= Math.min(2, small) && !words.some((word) => ONE.has(word) || MANY.has(word));
}
