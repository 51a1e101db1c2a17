// What a model answers about a conversation: its form, and which facts of it hold. A person's turn must contain the
// quote verbatim, and the statement must say what the quote says, about its speaker, with its names, numbers, days and
// negations. Pure; repairs nothing.
import slots from '../../../../templates/slots/kinds.json';
import { findRelativeDates } from '../../../language/dates/relative-dates.ts';
import { withoutKnownDates } from '../../../language/dates/written-dates.ts';
import { tellsPast } from '../../../language/event-time.ts';
import { isAssistantOrder, isMarkedUp, isOtherScript, makeFindQuote } from '../../../language/model-text.ts';
import { parseSlot } from '../../../language/slots/parse-slot.ts';
import { missingSpecifics, negationAgrees, withoutNegations } from '../../../language/specifics.ts';
import { choiceSchema, listSchema, numberSchema, objectSchema, orNull, textSchema } from '../../../llm/prompt.ts';
import type { Fields } from '../../../model/fact.ts';
import { isObject, isText, type JsonObject } from '../../../model/json.ts';
import { fieldsOf } from '../../values.ts';
import type { Candidate, Turn } from '../conversation.ts';
import { withDates } from '../rules/day-words.ts';
import { extractByRules, nameOfSpeaker } from '../rules/rules.ts';
import { isQuoted, sentencesOf, statedPart } from '../rules/talk.ts';
import { KIN_WORDS } from '../rules/words.ts';
import { denies, type Terms } from '../settle.ts';

/** Slots with one value at a time. */
const SINGLE_KEYS: ReadonlySet<string> = new Set(Object.values(slots.keys).flat());
/** Slot names, the same as the rules use. */
const KEYS = [
  ...Object.keys(slots.keys),
  'child',
  'sister',
  'brother',
  'friend',
  'colleague',
  'pet',
  'likes',
  'dislikes',
  'prefers',
  'uses',
  'habit',
  'skill',
  'language',
  'learning',
  'goal',
  'diet',
  'allergy',
  'condition',
  'avoids',
  'availability',
  'budget',
  'owns',
  'worked',
  'studies',
  'stay',
  'travel',
  'planned',
  'rule',
  'setup',
];
const words = orNull(textSchema);

/** JSON schema of an answer. */
export const FACTS_SCHEMA = objectSchema({
  facts: listSchema(
    objectSchema({
      statement: textSchema,
      kind: choiceSchema(slots.kinds),
      key: orNull(choiceSchema(KEYS)),
      value: words,
      persons: listSchema(textSchema),
      entities: listSchema(textSchema),
      location: words,
      topic: words,
      at: words,
      quote: textSchema,
      events: listSchema(numberSchema),
      confidence: numberSchema,
    }),
  ),
});

/** One fact from a model. Untrusted. */
export type SaidFact = NonNullable<ReturnType<typeof parseFact>>;

/** Cuts off an answer that never ends. */
const MOST = 60;
const MOST_NAMES = 12;

const flat = (value: unknown): string => (isText(value) ? value.replace(/\s+/g, ' ').trim() : '');
/** A list, or a single value. */
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]).slice(0, MOST_NAMES);
const namesOf = (value: unknown): string[] =>
  listOf(value)
    .map(flat)
    .filter((name) => name !== '');

/** Parses leniently; null if it is not an answer at all. */
export function parseFacts(value: unknown): readonly SaidFact[] | null {
  const list = isObject(value) ? value.facts : value;
  if (!Array.isArray(list)) return null;
  const items = (list as unknown[]).slice(0, MOST);
  const facts = items.flatMap((item) => (isObject(item) ? (parseFact(item) ?? []) : []));
  return items.length > 0 && facts.length === 0 ? null : facts;
}

function parseFact(item: JsonObject) {
  const { statement, quote, confidence } = item;
  if (!isText(statement) || !isText(quote)) return null;
  return {
    statement,
    quote,
    kind: flat(item.kind).toLowerCase(),
    key: flat(item.key),
    value: flat(item.value),
    persons: namesOf(item.persons),
    entities: namesOf(item.entities),
    location: flat(item.location),
    topic: flat(item.topic),
    events: listOf(item.events)
      .map((one) => (isText(one) && /^\d{1,9}$/.test(one) ? Number(one) : one))
      .filter((one): one is number => Number.isSafeInteger(one)),
    /** 0 if missing. */
    confidence: typeof confidence === 'number' && confidence >= 0 && confidence <= 1 ? confidence : 0,
  };
}

/**
 * `evidence`: no person said it verbatim. `more`: says more than the quote, or something else. `alone`: does not say
 * about whom or when. `talk`: not a statement. `form`: not plain text.
 */
export type Refusal = 'evidence' | 'more' | 'alone' | 'talk' | 'form';

/** What a fact is checked against. */
export interface Evidence {
  /** The turns of people that were shown, by event. */
  readonly turns: ReadonlyMap<number, Turn>;
  /** The turns to take notes on. */
  readonly fresh: ReadonlySet<number>;
  readonly project: string | null;
  readonly dayOf: (at: string) => string | null;
  readonly terms: Terms;
}

const QUOTE = { least: 3, leastUnspaced: 2, most: 1000 };
/** Turns further away than this many events are no evidence, because `source` would name everything in between. */
const NEAR = 12;
const SHORTEST = 5;
const LONGEST = 300;

export function verify(said: SaidFact, evidence: Evidence): Candidate | Refusal {
  const spoken = quoteIn(said, evidence);
  if (spoken === null) return 'evidence';
  const { turn, quote, cited } = spoken;
  const text = asStatement(said.statement);
  if (!slots.kinds.includes(said.kind) || !isPlain(text, spoken)) return 'form';
  if (!isStated(spoken)) return 'talk';
  const day = turn.at === null ? null : evidence.dayOf(turn.at);
  const dated = withDates(text, day);
  if (dated.unclear || !standsAlone(dated.text)) return 'alone';
  if (!isOfSpeaker(text, spoken) || !isBorneOut(dated.text, spoken, day, evidence)) return 'more';
  const confidence = Math.round(said.confidence * 100) / 100;
  return {
    statement: {
      category: said.kind,
      text: dated.text,
      tags: [],
      fields: fieldsFor(said, dated.text, spoken, {
        at: dated.at ?? withDates(quote, day).at,
        project: said.kind === 'decision' ? evidence.project : null,
        confidence: String(confidence),
      }),
    },
    events: cited.map(({ event }) => event),
    quote,
    confidence,
  };
}

interface Spoken {
  readonly turn: Turn;
  /** As in the turn. */
  readonly quote: string;
  /** The cited turns of people, ascending, including the quote's. */
  readonly cited: readonly Turn[];
  /** The speaker's name in facts. */
  readonly name: string;
}

/** Finds the quote in a new turn of a person among the cited ones. Only turns that were shown can be cited. */
function quoteIn({ quote, events }: SaidFact, { turns, fresh }: Evidence): Spoken | null {
  const cited = [...new Set(events)].toSorted((a, b) => a - b).flatMap((event) => turns.get(event) ?? []);
  const own = cited.filter(({ event }) => fresh.has(event));
  const found = makeFindQuote(
    own.map(({ text }) => text),
    QUOTE,
  )(quote);
  const turn = found === null ? undefined : own[found.passage];
  if (found === null || turn === undefined) return null;
  const near = cited.filter(({ event }) => Math.abs(event - turn.event) <= NEAR);
  return { turn, quote: found.quote, cited: near, name: nameOfSpeaker(turn) };
}

/** On one line, without the final full stop, and with "the user" as facts write it. */
function asStatement(raw: string): string {
  return raw
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=[^.。])[.。]$/u, '')
    .replace(/^the user\b/iu, 'User');
}

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);

function isPlain(text: string, { quote, cited, name }: Spoken): boolean {
  const beside = `${cited.map((one) => one.text).join(' ')} ${name} User 用户`;
  if (text.length < SHORTEST || text.length > LONGEST || (/https?:/.test(text) && !/https?:/.test(beside)))
    return false;
  return isHan(text) === isHan(quote) && !isMarkedUp(text, beside) && !isOtherScript(text, beside);
}

// Whether a quote is a statement of the turn's speaker: not a question, supposition, quotation, order to an assistant
// or pasted text.

const SUPPOSED = new RegExp(
  String.raw`^(?:if|suppose|supposing|imagine|unless|what if|say)\b|\b(?:I wish|as if|if I (?:were|was|had|` +
    String.raw`could|lived|worked))\b|如果|假如|要是|假设|的话|万一`,
  'iu',
);
/** Mentions of users are usually about users of a program, not about the speaker. */
const OF_USERS = /\b(?:the |an? |our |every )?users?(?:['’]s?)?\b|用户/iu;
const FIRST = /\b(?:I|I['’]\w+|[Mm]y|[Mm]e|[Mm]ine|[Ww]e|[Oo]ur|us)\b|[我咱]/u;
const SECOND = /\b(?:you|your|yours|yourself)\b|[你您]/iu;

function isStated({ turn, quote, name }: Spoken): boolean {
  // A turn that gives an assistant an order may consist of pasted text.
  if (turn.text.split(/\n+|(?<=[.!?。！？:：])\s+/u).some(isAssistantOrder)) return false;
  if (name === 'User' && OF_USERS.test(quote) && !FIRST.test(quote)) return false;
  const stated = sentencesOf(turn.text)
    .filter((sentence) => !isQuoted(sentence) && !SUPPOSED.test(flat(sentence)))
    .map((sentence) => flat(statedPart(sentence)));
  const parts = sentencesOf(quote).map(flat);
  return (
    parts.length > 0 &&
    parts.every((part) => stated.some((text) => text.includes(part) || text.includes(part.replace(/[?？]+$/u, ''))))
  );
}

// Whether a model's statement stands alone: no "I", no "she" without a referent, no address, no error message.

/** Quoted text and code are not the statement's own words. */
const TITLES = /"[^"]{0,200}"|“[^”]{0,200}”|`[^`]{0,200}`|《[^》]{0,100}》|「[^」]{0,100}」/gu;
const OF_SPEAKER = new RegExp(
  String.raw`(?<![\p{L}\p{N}._/-])(?:I|I['’](?:m|ve|d|ll)|[Mm]y|[Mm]ine|[Mm]yself|me|[Ww]e|[Ww]e['’]\p{Ll}+|` +
    String.raw`[Oo]urs?|us|[Yy]ours?|[Yy]ou(?:['’]\p{Ll}+)?|[Yy]ourself)(?![\p{L}\p{N}'’_/-])`,
  'u',
);
const THIRD = /\b(?:he|she|him|his|hers?)\b/iu;
const KIN = new RegExp(String.raw`\b(?:${KIN_WORDS})s?\b`, 'iu');
const OPEN = /^(?:he|she|it|they|that|those|her|his|their|its|him|them)\b|\b(?:this|these|there|here)\b/iu;
const OPEN_IN_CHINESE = /(?<!自)[我咱你您]|本人|^[这那此其]|这[里儿个些]|那[里儿个些]/u;
const THIRD_IN_CHINESE = /(?<![吉其])[他她它]/u;
/** Messages of a service, and remarks about the conversation instead of its people. */
const NO_FACT = new RegExp(
  String.raw`^(?:error|exception|fatal|warning|traceback|panic|failed|failure|sorry|as an (?:ai|assistant)|` +
    String.raw`(?:the )?(?:assistant|ai|model|system|conversation|chat|transcript)\b)|\b(?:language model|` +
    String.raw`rate limit|status code|context length|api key)\b|^(?:the )?user (?:asks?|asked|is asking|thanks?|` +
    String.raw`thanked|greets?|greeted|says? (?:hi|hello)|requests?|requested|wants? the assistant|` +
    String.raw`told the assistant|instructs?|instructed)\b|^用户(?:问|询问|请求|要求|感谢|打招呼)`,
  'iu',
);

function standsAlone(text: string): boolean {
  const own = text.replace(TITLES, ' ');
  if (NO_FACT.test(own) || /[?？]\s*$/u.test(own)) return false;
  const isChinese = isHan(own);
  if (isChinese ? OPEN_IN_CHINESE.test(own) : OF_SPEAKER.test(own) || OPEN.test(own)) return false;
  // "She" needs somebody named before.
  const third = (isChinese ? THIRD_IN_CHINESE : THIRD).exec(own);
  const before = own.slice(0, third?.index ?? 0).replace(/^(?:the )?user(?:['’]s)?\b|用户/giu, '');
  return third === null || (isChinese ? /\p{L}{2}/u : /\p{Lu}\p{Ll}/u).test(before) || KIN.test(before);
}

/** With "I" the speaker must be the subject, or somebody whom the quote names; with "you" it must be another. */
function isOfSpeaker(text: string, { quote, name }: Spoken): boolean {
  const saysI = FIRST.test(quote);
  if (text.includes(name) || (name === 'User' && text.includes('用户'))) return saysI || !SECOND.test(quote);
  const [subject = ''] = /^\p{Lu}[\p{L}\p{N}'’-]*|^\p{Script=Han}{2,3}/u.exec(text) ?? [];
  const bare = subject.replace(/['’]s?$/u, '');
  return (bare !== '' && quote.includes(bare)) || !saysI;
}

// Whether a statement says what was said: its numbers, names, days and negations, and most of its words, come from its
// quote, or from the cited turns if the quote refers to them.

/** Characters before and after the quote that count in a long turn. */
const AROUND = 1500;
/** The share of a statement's stems that must have been said, and of its Chinese characters. */
const BORNE = 0.5;
const BORNE_HAN = 0.8;
/** If the quote refers to earlier turns: the share that must be in the quote itself. */
const QUOTED = 0.25;
/** Words that refer to something said elsewhere. */
const POINTS = new RegExp(
  String.raw`\b(?:he|she|it|they|him|her|his|hers|its|them|theirs?|this|that|these|those|there|here|ones?|both|` +
    String.raw`same)\b|[他她它这那其]`,
  'iu',
);
const LITTLE_HAN = /[的了是在和与有个一也就都而及把被向从到为于用户]/gu;
/** Stating something in the past tense does not negate it. */
const FORMERLY = /\b(?:used to|former(?:ly)?)\b/giu;

/** `text`: with dates written out. `day`: local day of the turn; null if unknown. */
function isBorneOut(text: string, spoken: Spoken, day: string | null, { project, terms }: Evidence): boolean {
  const { quote, name } = spoken;
  const around = spoken.cited.map((turn) => aroundQuote(turn, spoken)).join('\n');
  const points = POINTS.test(quote);
  const support = `${points ? around : quote} ${name} ${project ?? ''}`;
  const meant = day === null ? [] : [day, ...findRelativeDates(support, day).map(({ label }) => label)];
  const days = [...meant, withDates(support, day).at].filter((one) => one !== null);
  const dateless = withoutKnownDates(text, days, [support]);
  if (missingSpecifics(dateless, support).some((one) => one !== 'not')) return false;
  const bare = dateless.replaceAll(name, ' ').replaceAll('用户', ' ');
  const own = [...new Set(terms(bare))];
  const [has, quoted] = [new Set(terms(support)), new Set(terms(quote))];
  const shareIn = (stems: ReadonlySet<string>): number => own.filter((term) => stems.has(term)).length / own.length;
  if (own.length === 0 || shareIn(has) < BORNE || shareIn(quoted) < QUOTED) return false;
  const han = [...new Set(bare.replaceAll(LITTLE_HAN, '').match(/\p{Script=Han}/gu) ?? [])];
  if (han.filter((letter) => support.includes(letter)).length < han.length * BORNE_HAN) return false;
  // "I prefer dogs. Cats are fine": words missing in the quote must not come from the text next to it.
  const beside = points ? new Set<string>() : new Set(terms(around.replace(quote, ' ')));
  return !own.some((term) => !quoted.has(term) && beside.has(term)) && deniesAlike(text, spoken);
}

/**
 * The statement negates what the sentence around the quote negates, and turns nothing round: no "hates" for "likes".
 */
function deniesAlike(text: string, { turn, quote }: Spoken): boolean {
  const sentence = sentencesOf(turn.text).find((one) => one.includes(quote)) ?? quote;
  const turnsRound = (words: string): boolean => denies(withoutNegations(words));
  return (
    negationAgrees(text, { texts: [sentence], past: [], tellsPast: tellsPast(text) }) &&
    [text, text.replace(FORMERLY, '')].some((one) => turnsRound(one) === turnsRound(quote))
  );
}

function aroundQuote({ event, text }: Turn, { turn, quote }: Spoken): string {
  if (text.length <= AROUND * 2) return text;
  const at = event === turn.event ? Math.max(0, text.indexOf(quote)) : 0;
  return text.slice(Math.max(0, at - AROUND), at + quote.length + AROUND);
}

// The fields of a model's fact, each only if the statement or its quote contains it.

const LONGEST_FIELD = 120;
/** Characters that would break a field in a log line. */
const MARKS = /[[\]{}<>|`\\^:]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function fieldsFor(
  said: SaidFact,
  text: string,
  spoken: Spoken,
  own: Readonly<Record<'at' | 'project' | 'confidence', string | null>>,
): Fields {
  const { kind, key, value, location, topic } = said;
  const { quote, name } = spoken;
  const isIn = (words: string, place: string): boolean =>
    words !== '' &&
    words.length <= LONGEST_FIELD &&
    !MARKS.test(words) &&
    place.toLowerCase().includes(words.toLowerCase());
  const named = (list: readonly string[]): string[] =>
    [...new Set(list)].filter((one) => isIn(one, `${text}\n${quote}`) && !/^(?:the )?user$|^用户$/iu.test(one));
  const persons = named(said.persons).filter((one) => /^\p{Lu}|\p{Script=Han}/u.test(one));
  const people = [...new Set([...(name === 'User' ? [] : [name]), ...persons])];
  const isValue = isIn(value, text);
  return fieldsOf({
    kind,
    key: isValue && isKeyOf(key, text, kind, spoken) ? key : null,
    value: isValue ? value : null,
    persons: people.join(', '),
    entities: named(said.entities)
      .filter((one) => !people.includes(one))
      .join(', '),
    location: isIn(location, text) ? location : null,
    topic: /^\p{L}[\p{L}-]{1,24}(?: \p{L}[\p{L}-]{1,24})?$/u.test(topic) ? topic.toLowerCase() : null,
    ...own,
  });
}

/**
 * A single-valued key replaces the earlier value, so the words must justify it, not only the model. An event's words
 * are checked when it is consolidated.
 */
function isKeyOf(key: string, text: string, kind: string, { turn, quote }: Spoken): boolean {
  if (!/^[a-z][a-z -]{1,24}$/.test(key)) return false;
  if (!SINGLE_KEYS.has(key) || kind === 'event') return true;
  if (parseSlot({ text, category: kind, fields: {} })?.single === true) return true;
  const alone = { session: '', format: '', project: null, events: turn.event, broken: [] };
  return extractByRules({ ...alone, turns: [{ ...turn, text: quote }] }).some(
    ({ statement }) => statement.fields.key === key,
  );
}
