// Checks what a model says about a conversation, fact by fact: a person's turn contains the quote verbatim; the
// statement says what the quote says, about its speaker, with its names, numbers, days and negations, and nothing else.
// Pure; repairs nothing.
import { MONTHS } from '../../../language/dates/calendar.ts';
import { annotateRelativeDates, findRelativeDates } from '../../../language/dates/relative-dates.ts';
import { isAssistantOrder, isMarkedUp, isOtherScript, makeFindQuote } from '../../../language/model-text.ts';
import { parseSlot } from '../../../language/slots/parse-slot.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import type { Fields } from '../../../model/fact.ts';
import { fieldsOf } from '../../format.ts';
import type { Candidate, Turn } from '../conversation.ts';
import { withDates } from '../rules/day-words.ts';
import { extractByRules, nameOfSpeaker } from '../rules/rules.ts';
import { KIN_WORDS } from '../rules/words.ts';
import { isQuoted, sentencesOf, statedPart } from '../rules/talk.ts';
import { isPlainFact } from '../rules/worth.ts';
import { denies, type Terms } from '../slots.ts';
import { type Kind, KINDS, type SaidFact, SINGLE_KEYS } from './schema.ts';

// Whether a quote is a statement of the turn's speaker: not a question, supposition, quotation, order to an assistant
// or pasted text. Pure.

const SUPPOSED = new RegExp(
  String.raw`^(?:if|suppose|supposing|imagine|unless|what if|say)\b|\b(?:I wish|as if|if I (?:were|was|had|` +
    String.raw`could|lived|worked))\b|如果|假如|要是|假设|的话|万一`,
  'iu',
);
/** Mentions of users are usually about users of a program, not about the speaker. */
const OF_USERS = /\b(?:the |an? |our |every )?users?(?:['’]s?)?\b|用户/iu;
const FIRST = /\b(?:I|I['’]\w+|[Mm]y|[Mm]e|[Mm]ine|[Ww]e|[Oo]ur|us)\b|[我咱]/u;

/** Whether the person talks about themselves. */
const saysI = (quote: string): boolean => FIRST.test(quote);

/** Whether they talk only about the person addressed. */
const saysYou = (quote: string): boolean => /\b(?:you|your|yours|yourself)\b|[你您]/iu.test(quote) && !saysI(quote);

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** `name`: the person's name in facts. */
function isStated(turn: string, quote: string, name: string): boolean {
  if (hasOrder(turn) || (name === 'User' && OF_USERS.test(quote) && !saysI(quote))) return false;
  const sentences = sentencesOf(turn).map((sentence) => ({ sentence, text: flat(sentence) }));
  const parts = sentencesOf(quote).map(flat);
  return (
    parts.length > 0 &&
    parts.every((part) => sentences.some(({ sentence, text }) => text.includes(part) && isStatement(sentence, part)))
  );
}

function isStatement(sentence: string, part: string): boolean {
  return (
    !isQuoted(sentence) &&
    !SUPPOSED.test(flat(sentence)) &&
    flat(statedPart(sentence)).includes(part.replace(/[?？]+$/u, ''))
  );
}

/** A turn that gives an assistant an order may consist of pasted text. */
const hasOrder = (turn: string): boolean => turn.split(/\n+|(?<=[.!?。！？:：])\s+/u).some(isAssistantOrder);

/** The clauses around the quote, cut at punctuation and conjunctions: the one that it is in holds its negation. */
function clausesAround(turn: string, quote: string): string[] {
  const at = turn.indexOf(quote);
  if (at < 0) return [quote];
  const before = turn.slice(Math.max(0, at - 200), at);
  const after = turn.slice(at + quote.length, at + quote.length + 200);
  const start = before.search(/[^,;:.!?…\n，；：。！？]*$/u);
  const [rest = ''] = /^[^,;:.!?…\n，；：。！？]*/u.exec(after) ?? [];
  return `${before.slice(start)}${quote}${rest}`
    .split(/[,;:.!?…\n，；：。！？]+|\b(?:but|although|though|however|while|whereas|and)\b|但是?|可是|不过|而且?/iu)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

// Whether a model's statement stands alone: no "I", no "she" without a referent, no address, no error message. Pure.

/** Quoted text and code are not the statement's own words. */
const TITLES = /"[^"]{0,200}"|“[^”]{0,200}”|`[^`]{0,200}`|《[^》]{0,100}》|「[^」]{0,100}」/gu;
const OF_SPEAKER = new RegExp(
  String.raw`(?<![\p{L}\p{N}._/-])(?:I|I['’](?:m|ve|d|ll)|[Mm]y|[Mm]ine|[Mm]yself|me|[Ww]e|[Ww]e['’]\p{Ll}+|` +
    String.raw`[Oo]urs?|us|[Yy]ours?|[Yy]ou(?:['’]\p{Ll}+)?|[Yy]ourself)(?![\p{L}\p{N}'’_/-])`,
  'u',
);
const THIRD = /\b(?:he|she|him|his|hers?)\b/iu;
const KIN = new RegExp(String.raw`\b(?:${KIN_WORDS})s?\b`, 'iu');
const STARTS = /^(?:he|she|it|they|this|that|these|those|there|here|her|his|their|its|him|them)\b/iu;
const OF_SPEAKER_ZH = /(?<!自)[我咱你您]|本人/u;
const THIRD_ZH = /(?<![吉其])[他她它]/u;
const POINTS_ZH = /^[这那此其]|这[里儿个些]|那[里儿个些]/u;
/** Messages of a service, and remarks about the conversation instead of its people. */
const NO_FACT = new RegExp(
  String.raw`^(?:error|exception|fatal|warning|traceback|panic|failed|failure|sorry|as an (?:ai|assistant)|` +
    String.raw`(?:the )?(?:assistant|ai|model|system|conversation|chat|transcript)\b)|\b(?:language model|` +
    String.raw`rate limit|status code|context length|api key)\b|^(?:the )?user (?:asks?|asked|is asking|thanks?|` +
    String.raw`thanked|greets?|greeted|says? (?:hi|hello)|requests?|requested|wants? the assistant|` +
    String.raw`told the assistant|instructs?|instructed)\b|^用户(?:问|询问|请求|要求|感谢|打招呼)`,
  'iu',
);

/** `name`: the speaker's name in facts. */
function standsAlone(text: string, name: string): boolean {
  const own = text.replace(TITLES, ' ');
  if (NO_FACT.test(own) || /[?？]\s*$/u.test(own)) return false;
  return /\p{Script=Han}/u.test(own) ? standsAloneInChinese(own) : standsAloneInEnglish(own, name);
}

function standsAloneInEnglish(own: string, name: string): boolean {
  if (OF_SPEAKER.test(own) || STARTS.test(own)) return false;
  const third = THIRD.exec(own);
  const before = third === null ? '' : own.slice(0, third.index).replace(/^(?:the )?user(?:['’]s)?\b/iu, '');
  if (third !== null && !/\p{Lu}\p{Ll}/u.test(before) && !KIN.test(before)) return false;
  // Pronouns were checked above; "should" here reports a duty, it does not suppose one.
  const plain = own
    .replaceAll(/\b(?:their|his|hers?)\b/giu, 'the')
    .replaceAll(/\b(?:he|she|him)\b/giu, 'Anna')
    .replaceAll(/\b(?:him|her|them)sel(?:f|ves)\b/giu, 'alone');
  return (
    isPlainFact(plain.replaceAll(/\bshould\b/gu, 'must')) && (name !== 'User' || !/\b(?:himself|herself)\b/iu.test(own))
  );
}

function standsAloneInChinese(own: string): boolean {
  if (OF_SPEAKER_ZH.test(own) || POINTS_ZH.test(own)) return false;
  const third = THIRD_ZH.exec(own);
  return third === null || own.slice(0, third.index).replaceAll('用户', '').replaceAll(/\P{L}/gu, '').length > 1;
}

// Whether a statement says what was said: its numbers, names, days and negations, and most of its words, come from its
// quote, or from the cited turns if the quote refers to them. Pure.

export interface Borne {
  /** The statement, with dates as the model wrote them. */
  readonly text: string;
  /** As in the turn. */
  readonly quote: string;
  readonly turn: Turn;
  /** The cited turns of people. */
  readonly cited: readonly Turn[];
  /** Local day of the turn; null if unknown. */
  readonly day: string | null;
  /** The speaker. */
  readonly name: string;
  /** Words that need no evidence. */
  readonly known: string;
  readonly terms: Terms;
}

/** Characters before and after the quote that count in a long turn. */
const AROUND = 1500;
/**
 * The share of a statement's stems that must have been said. More for Chinese, where each character carries meaning.
 */
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

function isBorneOut(borne: Borne): boolean {
  const { text, quote, day, known, name, terms } = borne;
  const around = borne.cited.map((turn) => aroundQuote(turn, borne)).join('\n');
  const points = POINTS.test(quote);
  const support = `${withDays(points ? around : quote, day)} ${known}`;
  if (missingSpecifics(text, support).some((one) => one !== 'not')) return false;
  const bare = text.replaceAll(name, ' ').replaceAll('用户', ' ');
  const own = [...new Set(terms(bare))];
  const [has, quoted] = [new Set(terms(support)), new Set(terms(withDays(quote, day)))];
  if (
    own.length === 0 ||
    own.filter((term) => has.has(term)).length < own.length * BORNE ||
    own.filter((term) => quoted.has(term)).length < own.length * QUOTED
  )
    return false;
  const han = [...new Set(bare.replaceAll(LITTLE_HAN, '').match(/\p{Script=Han}/gu) ?? [])];
  if (han.length > 0 && han.filter((letter) => support.includes(letter)).length < han.length * BORNE_HAN) return false;
  // "I prefer dogs. Cats are fine": words missing in the quote must not come from the text next to it.
  const beside = points ? new Set<string>() : new Set(terms(around.replace(quote, ' ')));
  return !own.some((term) => !quoted.has(term) && beside.has(term)) && saysAsMuch(borne, own);
}

function aroundQuote({ event, text }: Turn, { turn, quote }: Borne): string {
  if (text.length <= AROUND * 2) return text;
  const at = event === turn.event ? Math.max(0, text.indexOf(quote)) : 0;
  return text.slice(Math.max(0, at - AROUND), at + quote.length + AROUND);
}

/** Adds the days that the text means, and the turn's own, in the usual notations. */
function withDays(text: string, day: string | null): string {
  if (day === null) return text;
  const labels = findRelativeDates(text, day).map(({ label }) => label);
  return [annotateRelativeDates(text, day), withDates(text, day).text, ...[...labels, day].map(inWords)].join(' ');
}

/** "2026-05-07" as people and models write it. */
function inWords(label: string): string {
  const [, year = '', month, day] = /(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(label) ?? [];
  if (month === undefined) return `${year} ${year}年`;
  const name = MONTHS[Number(month) - 1] ?? '';
  const [m, d] = [Number(month), Number(day ?? '1')];
  return day === undefined
    ? `${name} ${year} ${year}-${month} ${year}年${m}月`
    : `${label} ${d} ${name} ${year}, ${name} ${d}, ${year} ${year}年${m}月${d}日`;
}

/** The statement is negated exactly if the quote's clause is that shares most words with it. */
function saysAsMuch({ text, quote, turn, terms }: Borne, own: readonly string[]): boolean {
  const clauses = clausesAround(turn.text, quote).map((clause) => ({
    clause,
    shared: own.filter((term) => terms(clause).includes(term)).length,
  }));
  const most = clauses.reduce((best, { shared }) => Math.max(best, shared), 0);
  return clauses.some(
    ({ clause, shared }) =>
      shared === most && (denies(clause) === denies(text) || (!denies(clause) && !denies(text.replace(FORMERLY, '')))),
  );
}

// The fields of a model's fact, each only if the statement or its quote contains it. Pure.

interface Spoken {
  readonly kind: Kind;
  readonly at: string | null;
  readonly confidence: number;
  /** The statement. */
  readonly text: string;
  readonly quote: string;
  /** The speaker. */
  readonly name: string;
  readonly project: string | null;
  /** Whether the rules find a value for that key in the quote. */
  readonly hasKey: (key: string) => boolean;
}

const LONGEST_FIELD = 120;
/** Characters that would break a field in a log line. */
const MARKS = /[[\]{}<>|`\\^:]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function fieldsFor(said: SaidFact, { kind, at, confidence, text, quote, name, project, hasKey }: Spoken): Fields {
  const { key, value, location, topic } = said;
  const isIn = (words: string, ...places: readonly string[]): boolean =>
    words.length <= LONGEST_FIELD &&
    !MARKS.test(words) &&
    places.some((place) => place.toLowerCase().includes(words.toLowerCase()));
  const named = (list: readonly string[]): string[] =>
    [...new Set(list)].filter((one) => isIn(one, text, quote) && !/^(?:the )?user$|^用户$/iu.test(one));
  const persons = named(said.persons).filter((one) => /^\p{Lu}|\p{Script=Han}/u.test(one));
  const people = [...new Set([...(name === 'User' ? [] : [name]), ...persons])];
  const isValue = value !== null && isIn(value, text);
  return fieldsOf({
    kind,
    key: isValue && key !== null && isKeyOf(key, text, kind, hasKey) ? key : null,
    value: isValue ? value : null,
    persons: people.join(', '),
    entities: named(said.entities)
      .filter((one) => !people.includes(one))
      .join(', '),
    location: location !== null && isIn(location, text) ? location : null,
    topic: topic !== null && /^\p{L}[\p{L}-]{1,24}(?: \p{L}[\p{L}-]{1,24})?$/u.test(topic) ? topic.toLowerCase() : null,
    at,
    project: kind === 'decision' ? project : null,
    confidence: String(confidence),
  });
}

/**
 * A single-valued key replaces the earlier value, so the words must justify it, not only the model. An event's words
 * are checked when it is consolidated.
 */
function isKeyOf(key: string, text: string, kind: Kind, hasKey: Spoken['hasKey']): boolean {
  return (
    /^[a-z][a-z -]{1,24}$/.test(key) &&
    (!SINGLE_KEYS.has(key) ||
      kind === 'event' ||
      parseSlot({ text, category: kind, fields: {} })?.single === true ||
      hasKey(key))
  );
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
  const found = quoteIn(said, evidence);
  if (found === null) return 'evidence';
  const { turn, quote, cited } = found;
  const name = nameOfSpeaker(turn);
  const kind = KINDS.find((one) => one === said.kind);
  const text = asStatement(said.statement);
  if (kind === undefined || !isPlain(text, quote, `${cited.map((one) => one.text).join(' ')} ${name} User 用户`))
    return 'form';
  if (!isStated(turn.text, quote, name)) return 'talk';
  const day = turn.at === null ? null : evidence.dayOf(turn.at);
  const dated = withDates(text, day);
  if (dated.unclear || !standsAlone(dated.text, name)) return 'alone';
  if (
    !isOfSpeaker(text, quote, name) ||
    !isBorneOut({
      text,
      quote,
      turn,
      cited,
      day,
      known: `${name} ${evidence.project ?? ''}`,
      name,
      terms: evidence.terms,
    })
  )
    return 'more';
  const at = dated.at ?? withDates(quote, day).at;
  const confidence = Math.round(said.confidence * 100) / 100;
  const fields = fieldsFor(said, {
    kind,
    at,
    confidence,
    text: dated.text,
    quote,
    name,
    project: evidence.project,
    hasKey: (key) => keysByRules(turn, quote, evidence).includes(key),
  });
  return {
    statement: { category: kind, text: dated.text, tags: [], fields },
    events: cited.map(({ event }) => event),
    quote,
    confidence,
  };
}

/** The keys that the rules find in the quote alone. */
function keysByRules(turn: Turn, quote: string, { project, dayOf }: Evidence): (string | undefined)[] {
  return extractByRules(
    { session: '', format: '', project, events: turn.event, broken: [], turns: [{ ...turn, text: quote }] },
    dayOf,
  ).map(({ statement }) => statement.fields.key);
}

interface Found {
  readonly turn: Turn;
  readonly quote: string;
  /** Ascending, including the quote's turn. */
  readonly cited: readonly Turn[];
}

/** Finds the quote in a new turn of a person among the cited ones. Only turns that were shown can be cited. */
function quoteIn({ quote, events }: SaidFact, { turns, fresh }: Evidence): Found | null {
  const cited = [...new Set(events)].toSorted((a, b) => a - b).flatMap((event) => turns.get(event) ?? []);
  const own = cited.filter(({ event }) => fresh.has(event));
  const found = makeFindQuote(
    own.map(({ text }) => text),
    QUOTE,
  )(quote);
  const turn = found === null ? undefined : own[found.passage];
  return found === null || turn === undefined
    ? null
    : { turn, quote: found.quote, cited: cited.filter(({ event }) => Math.abs(event - turn.event) <= NEAR) };
}

/** On one line, without the final full stop, and with "the user" as facts write it. */
function asStatement(raw: string): string {
  return raw
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=[^.。])[.。]$/u, '')
    .replace(/^the user\b/iu, 'User');
}

function isPlain(text: string, quote: string, beside: string): boolean {
  const isHan = (one: string): boolean => /\p{Script=Han}/u.test(one);
  if (text.length < SHORTEST || text.length > LONGEST || (/https?:/.test(text) && !/https?:/.test(beside)))
    return false;
  return isHan(text) === isHan(quote) && !isMarkedUp(text, beside) && !isOtherScript(text, beside);
}

/** With "I" the speaker must be the subject, or somebody whom the quote names; with "you" it must be another. */
function isOfSpeaker(text: string, quote: string, name: string): boolean {
  const isNamed = text.includes(name) || (name === 'User' && text.includes('用户'));
  const [subject] = /^\p{Lu}[\p{L}\p{N}'’-]*|^\p{Script=Han}{2,3}/u.exec(text) ?? [];
  const bare = subject?.replace(/['’]s?$/u, '') ?? '';
  if (isNamed) return !saysYou(quote);
  return (bare !== '' && quote.includes(bare)) || !saysI(quote);
}
