// Compares two statements. Two values of one slot: same, certainly other, or near, when one may be a wider, narrower,
// shorter or differently measured name of the other; near decides nothing. Two statements: equal, or one corrects or
// plainly negates the other.
import words from '../../../templates/slots/words.json';
import type { Statement } from '../../model/fact.ts';
import { normalForm } from '../normal-form.ts';
import { negationsIn, withoutNegations } from '../specifics.ts';
import { parseSlot } from './parse-slot.ts';
import { isCorrection, statementCore, withoutContractions } from './sentence.ts';
import type { Judged } from './slots.ts';
import { compareDates, countriesOf, datePartsOf, holdersOf, type Kind, levelOf, oneName } from './value.ts';

type Likeness = 'same' | 'near' | 'other';

const NICKNAMES = words.nicknames.map((line) => new Set(line.split(' ')));
/** What follows only adds detail to the same value: "Acme as an engineer", "Munich, Germany". */
const ADJUNCT = / (?:as|in|on|with|near|at|from|for|since|via|by) |(?<=\p{L}{3})-(?=\p{L}{4})/u;
const PLACE_KINDS = new Set<Kind>(['place', 'birthplace', 'country', 'continent']);
/** A phone or id number rather than a measure. */
const LONG_NUMBER = /^[+(]?\d[\d ()/-]{6,}$/;
const HAN = /\p{Script=Han}/u;
const MEASURE = /^([^\d]*)(\d[\d.,/:]*)(.*)$/;

/** `alike`: both statements give the place the same label ("the city of"). */
export function compareValues(a: string, b: string, kind: Kind, alike = false): Likeness {
  if (a === b) return 'same';
  if (kind === 'text') return 'other';
  if (kind === 'date') return compareAsDates(a, b);
  const [first, second] = [bareOf(a), bareOf(b)];
  if (first === second) return 'near';
  // A name may be written in two scripts.
  if (HAN.test(first) !== HAN.test(second) || holds(first, second) || headOf(first) === headOf(second)) return 'near';
  if (PLACE_KINDS.has(kind)) return comparePlaces(first, second, kind, alike);
  if (kind === 'code' || kind === 'address') return 'other';
  if (/\d/.test(a) || /\d/.test(b)) return compareMeasures(a, b, kind);
  return isShortFor(first, second) || isShortFor(second, first) || isSlip(first, second) || areNicknames(first, second)
    ? 'near'
    : 'other';
}

const bareOf = (value: string): string =>
  value
    .replace(/[,"()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function compareAsDates(a: string, b: string): Likeness {
  const [first, second] = [datePartsOf(a), datePartsOf(b)];
  return first && second ? compareDates(first, second) : 'near';
}

const headOf = (value: string): string => oneName(value.split(ADJUNCT)[0] ?? value);

/** True if one contains all words of the other; in Chinese, if one is a substring of the other. */
function holds(a: string, b: string): boolean {
  if (HAN.test(a + b) && (a.includes(b) || b.includes(a))) return true;
  const [mine = [], others = []] = [a, b].map((value) => value.split(/[\s-]+/).map(oneName));
  const [few, many] = mine.length <= others.length ? [mine, new Set(others)] : [others, new Set(mine)];
  return few.every((word) => many.has(word));
}

function comparePlaces(a: string, b: string, kind: Kind, alike: boolean): Likeness {
  const unknown = kind === 'country' ? 'country' : 'city';
  const [one, other] = [levelOf(a), levelOf(b)];
  if (holdersOf(a).has(b) || holdersOf(b).has(a) || isShortFor(a, b) || isShortFor(b, a) || isSlip(a, b)) return 'near';
  if (alike || (one ?? unknown) === (other ?? unknown)) return 'other';
  // The wider place may contain the narrower one, unless both are known to be in different countries.
  const [mine, others] = [countriesOf(a), countriesOf(b)];
  return mine.length > 0 && others.length > 0 && !mine.some((country) => others.includes(country)) ? 'other' : 'near';
}

/** True if the long value only adds detail to the short one: "Acme as an engineer", "Munich, Germany". */
export function saysMoreOf(long: string, short: string): boolean {
  return (
    long === short ||
    (headOf(long) === short && !ADJUNCT.test(short)) ||
    (long.startsWith(`${short} `) && holdersOf(short).has(oneName(long.slice(short.length + 1))))
  );
}

/** Numbers with the same unit can be compared; "5 km" and "3 miles" may be the same. */
function compareMeasures(a: string, b: string, kind: Kind): Likeness {
  const [first, second] = [MEASURE.exec(a), MEASURE.exec(b)];
  if (!first || !second) return kind === 'number' ? 'near' : 'other';
  const digits = [a, b].map((value) => value.replace(/\D/g, ''));
  if (LONG_NUMBER.test(a) && LONG_NUMBER.test(b))
    return digits[0] === digits[1] || (digits[0] ?? '').endsWith((digits[1] ?? '').slice(-7)) ? 'near' : 'other';
  if (first[2] === second[2]) return 'near';
  const bare = (text = ''): string => text.replace(/[.,/:]/g, '');
  if (bare(first[2]) === bare(second[2])) return 'near';
  const one = first[1]?.trim() === second[1]?.trim() && first[3]?.trim() === second[3]?.trim();
  const refined = (x = '', y = ''): boolean => x.startsWith(`${y}.`) || y.startsWith(`${x}.`);
  if (one) return refined(first[2], second[2]) ? 'near' : 'other';
  const worded = /\p{L}{3,}/u.test(first[1] ?? '') && /\p{L}{3,}/u.test(second[1] ?? '') && first[1] !== second[1];
  return worded ? 'other' : 'near';
}

/** "ABC" for "American Broadcasting Company", "Postgre" for "PostgreSQL", "J Smith" for "John Smith". */
function isShortFor(short: string, long: string): boolean {
  if (short.length >= long.length) return false;
  if (short.length >= 3 && long.startsWith(short)) return true;
  const list = long.split(/[\s-]+/);
  const initials = (all: readonly string[]): string => all.map((word) => word[0] ?? '').join('');
  if (
    list.length > 1 &&
    (initials(list) === short || initials(list.filter((word) => !/^(?:of|the|and|for|in)$/.test(word))) === short)
  )
    return true;
  const initialled = short.split(' ');
  return (
    initialled.length > 1 &&
    initialled.at(-1) === list.at(-1) &&
    initialled.slice(0, -1).every((word, at) => word.length <= 2 && (list[at] ?? '').startsWith(word[0] ?? '?'))
  );
}

/** One letter apart: a typo is more likely than a change. */
function isSlip(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 6 || Math.abs(a.length - b.length) > 1 || /\d/.test(a + b)) return false;
  const { start, end } = commonEnds(a, b);
  const [left, right] = [a.length - start - end, b.length - start - end];
  return (
    Math.max(left, right) <= 1 || (left === 2 && right === 2 && a[start] === b[start + 1] && a[start + 1] === b[start])
  );
}

/** Length of the common prefix, and of the common suffix after it. */
function commonEnds<T>(a: ArrayLike<T>, b: ArrayLike<T>): { readonly start: number; readonly end: number } {
  const least = Math.min(a.length, b.length);
  let [start, end] = [0, 0];
  while (start < least && a[start] === b[start]) start++;
  while (end < least - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return { start, end };
}

function areNicknames(a: string, b: string): boolean {
  const [first, ...restA] = a.split(' ');
  const [second, ...restB] = b.split(' ');
  if (first === undefined || second === undefined) return false;
  const family = restA.length === 0 || restB.length === 0 || restA.at(-1) === restB.at(-1);
  return family && NICKNAMES.some((names) => names.has(first) && names.has(second));
}

// Which earlier statement an explicit correction refers to. Lenient, and only for explicit corrections.

/**
 * True if the newer statement, with or without its label "Correction: …", corrects the older: the same slot with
 * another value, a plain negation, or the same sentence except for a value. Only for statements known to be
 * corrections.
 */
export function corrects(older: Judged, newer: Judged): boolean {
  const rest = isCorrection(newer.text)?.rest ?? newer.text;
  return putsRight({ ...older, text: isCorrection(older.text)?.rest ?? older.text }, { ...newer, text: rest });
}

/** The same for text without the label. */
export function putsRight(older: Judged, newer: Judged): boolean {
  const [before, after] = [parseSlot(older), parseSlot(newer)];
  if (before && after && before.key === after.key)
    return before.negated !== after.negated || compareValues(before.value, after.value, after.kind) !== 'same';
  return (
    isSameTalk(older, newer) &&
    (denies(older.text, newer.text) || differsInFewWords(normalForm(older.text), normalForm(newer.text)))
  );
}

function denies(older: string, newer: string): boolean {
  const [before, after] = [plainNegation(older), plainNegation(newer)];
  return before !== null && after !== null && before.negated !== after.negated && before.form === after.form;
}

function differsInFewWords(a: string, b: string): boolean {
  const han = /\p{Script=Han}/u.test(a);
  const [first, second] = [a, b].map((text) => (han ? [...text] : text.split(' ')));
  if (!first || !second) return false;
  const { start, end } = commonEnds(first, second);
  const [left, right] = [first.length - start - end, second.length - start - end];
  return (
    left + right > 0 &&
    Math.max(left, right) <= (han ? 4 : 3) &&
    start + end >= (han ? 4 : 2) &&
    start + end >= Math.max(left, right)
  );
}

// When two facts are the same statement: equal normal forms about the same project, event and values; and when two
// statements are comparable at all. Statements that depend on the speaker ("I like it") are equal only within one
// category.

const DEICTIC = new RegExp(
  String.raw`\b(?:i|me|my|mine|myself|we|us|our|ours|you|your|yours|he|him|his|she|her|hers|they|them|their|it|` +
    String.raw`its|this|that|these|those|here|there)\b|[我你您他她它咱俺]|这|那`,
  'i',
);
const WORDS = /[\p{L}\p{N}]+/gu;
const FIELDS = ['project', 'key', 'value', 'persons', 'location'] as const;

/** A key that is equal for equal statements. `text` is the wording with its dates, as on a page. */
export function statementKey(text: string, fact: Statement): string {
  return `${formKey(normalForm(statementCore(text)), text, fact)}\u0000${fact.fields.at?.slice(0, 10) ?? ''}`;
}

/** The same for a given normal form, regardless of time. */
export function formKey(form: string, text: string, fact: Pick<Statement, 'category' | 'fields'>): string {
  const speaker = dependsOnSpeaker(text) ? `${fact.category} ${fact.fields.persons ?? ''}` : '';
  return [form, speaker, ...FIELDS.map((name) => fact.fields[name] ?? '')].join('\u0000');
}

function dependsOnSpeaker(text: string): boolean {
  return DEICTIC.test(text) || (text.match(WORDS) ?? []).length < 3;
}

/**
 * True if two statements can be compared word by word: they concern the same project and persons, and the same speaker
 * if only the speaker makes clear who is meant.
 */
export function isSameTalk(older: Judged, newer: Judged): boolean {
  if (FIELDS.some((name) => (older.fields[name] ?? '') !== (newer.fields[name] ?? ''))) return false;
  return older.category === newer.category || !DEICTIC.test(older.text);
}

// Whether a statement plainly negates another: the same words except for one negation.

interface PlainStatement {
  /** The words without negation and inflection: equal for a statement and its plain negation. */
  readonly form: string;
  readonly negated: boolean;
  /** "no longer", "any more", "now", "again": the opposite may have been true before. */
  readonly changed: boolean;
  /** It describes an event: on another day it may have been different. */
  readonly past: boolean;
}

const LONGEST = 300;
/** Where a statement and its negation may both hold: a question, a rule, a condition, a possibility, a part of many. */
const NOT_PLAIN = new RegExp(
  String.raw`[?？;:；：]|^(?:do not|never|not|no)\b|\b(?:if|unless|when|whenever|while|until|before|because|` +
    String.raw`although|though|but|which|who|whose|` +
    String.raw`whether|would|could|might|may|maybe|perhaps|should|some|sometimes|often|usually|sure|only|and|` +
    String.raw`(?:gives?|giving|gave) up|said|says|` +
    String.raw`told|thinks?|thought|believes?|wenn|` +
    String.raw`falls|vielleicht|si|quand|cuando)\b|, |如果|要是|除非|当|可能|也许|应该|有时|有些|因为|不(?:[错太同断少久总都常]|放弃)`,
  'i',
);
const CHANGE = /\b(?:now|again|no longer|any ?more|any longer)\b|现在|如今|不再|重新/i;
const CHANGE_WORDS = /\b(?:now|again|longer|any ?more|any longer|do|does|did)\b|现在|如今|再|重新/g;
const PAST = /\b(?:did|was|were|had)\b|(?<!\b(?:is|are|am|be|been|not|never|longer) )\b\p{L}{2,}ed\b/iu;
const ENDING = /(?<=\p{L}{2})(?:ied|ies|ed|e?s|e|(?<=[^aeiou])y)$/u;

/** Parses a plain statement or its plain negation; null if it is neither. */
export function plainNegation(text: string): PlainStatement | null {
  if (text.length > LONGEST || text.includes('\n')) return null;
  const said = statementCore(withoutContractions(text.replace(/[’‘]/g, "'")));
  const negations = negationsIn(said);
  if (negations > 1 || (negations === 1 && NOT_PLAIN.test(said))) return null;
  const bare = normalForm(withoutNegations(said))
    .replace(CHANGE_WORDS, ' ')
    .replace(/\bhas\b/g, 'have');
  const form = bare.split(/\s+/).map((word) => word.replace(ENDING, ''));
  return {
    form: form.filter((word) => word !== '').join(' '),
    negated: negations === 1,
    changed: CHANGE.test(text),
    past: PAST.test(said),
  };
}
