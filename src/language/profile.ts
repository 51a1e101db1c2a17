// Is a statement that says what somebody is like about the owner of the vault, or about somebody else? By how it
// begins; in doubt about a name, somebody else's. Pure.
import { isDay } from '../model/day.ts';
import { eventDay, type Fact, orderKey, type Statement } from '../model/fact.ts';
import { MONTHS } from './dates/calendar.ts';
import { annotateRelativeDates } from './dates/relative-dates.ts';
import { firstDate } from './dates/written-dates.ts';
import { isCaseless, isVerb, wordsOf } from './names.ts';

// The kinds of facts that say what a person is like, and the heads that they stand under on the profile.

const HEADS: ReadonlyMap<string, string> = new Map([
  ['identity', 'Identity'],
  ['relationship', 'Relationships'],
  ['preference', 'Preferences'],
  ['skill', 'Skills'],
  ['goal', 'Goals'],
  ['constraint', 'Constraints'],
  ['experience', 'Experience'],
]);
const ORDER = [...HEADS.values()];

/** The field `kind`, as it is compared; empty for none. */
export const kindOf = ({ fields }: Pick<Statement, 'fields'>): string => fields.kind?.trim().toLowerCase() ?? '';

/** The head on the profile, null where the kind is none of its. */
export const profileHead = (kind: string): string | null => HEADS.get(kind) ?? null;

export const isEvent = (statement: Pick<Statement, 'fields'> | undefined): boolean =>
  statement !== undefined && kindOf(statement) === 'event';

/** A page is one of events if it is a timeline, or if most facts of its claims are events by kind or category. */
export const isOfEvents = (type: string | undefined, facts: readonly Pick<Fact, 'fields' | 'category'>[]): boolean =>
  type === 'timeline' ||
  facts.filter((fact) => isEvent(fact) || fact.category.trim().toLowerCase() === 'event').length * 2 > facts.length;

/** Where a head stands among those of a profile; null for any other. */
export function profileRank(head: string): number | null {
  const rank = ORDER.indexOf(head);
  return rank < 0 ? null : rank;
}

// The date of an event as its field `at` says it, a day, a month or a year, and as it stands before its words on the
// timeline.

const AT = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?=$|[T ])/;

/** `2024`, `2024-08` or `2024-08-12`, as its field `at` says it; null where that says nothing of the kind. */
function saidAt({ fields }: Pick<Statement, 'fields'>): string | null {
  const [moment = null] = AT.exec(fields.at?.trim() ?? '') ?? [];
  return moment !== null && (moment.length < 10 || isDay(moment)) ? moment : null;
}

/** The words with the date before them, where they do not say it. */
export function withMoment(text: string, fact: Pick<Statement, 'fields'>): string {
  const moment = saidAt(fact);
  return moment === null || saysMoment(text, moment) ? text : `${moment}: ${text}`;
}

/** The words without a date that was put before them. */
export const withoutMoment = (text: string): string => text.replace(/^\d{4}(?:-\d\d){0,2}: (?=\S)/, '');

function saysMoment(text: string, moment: string): boolean {
  if (text.includes(moment)) return true;
  const [year = '', month, day] = moment.split('-');
  if (month === undefined) return text.includes(year);
  const name = (MONTHS[Number(month) - 1] ?? '').slice(0, 3);
  const isSaid = new RegExp(String.raw`\b${name}|(?<!\d)${Number(month)}月`, 'iu').test(text) && text.includes(year);
  return isSaid && (day === undefined || new RegExp(String.raw`(?<!\d)0?${Number(day)}(?!\d)`, 'u').test(text));
}

// When an event was: by its field `at`, else by the first date that its words name, else the day it was logged.

/** `2024`, `2024-08` or `2024-08-12`: never nothing. */
export function momentOf(fact: Fact): string {
  return momentIn(fact) ?? fact.day;
}

/** The same of words alone, as far as they or a field say it; null where nothing does. */
export const momentIn = (said: Pick<Fact, 'text' | 'fields'> & { readonly day?: string }): string | null =>
  saidAt(said) ??
  firstDate(
    said.day === undefined
      ? said.text
      : annotateRelativeDates(said.text, eventDay({ fields: said.fields, day: said.day })),
  )?.label ??
  null;

/** Later ones compare greater, and what only a month or a year is known of lies at its beginning. */
export const momentOrder = (fact: Fact): string => `${momentOf(fact)} ${orderKey(fact)}`;

const SELF = new RegExp(
  String.raw`^(?:the )?user(?:['’]s)?(?=[\s:,]|$)|^(?:I|I['’]\p{Ll}+|my|mine|me|myself|we|our)(?=\s|$)|` +
    String.raw`^(?:[^，,]{0,12}[年月日号底初中春夏秋冬天时][，,]?)?(?:用户|我)`,
  'iu',
);
const SELF_WITHIN = /\b(?:user['’]s|of (?:the )?user|my)\b|(?:用户|我)的/iu;

const FIRST_PERSON = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:I|me|my|mine|we|us|our|ours|user(?:['’]s)?|` +
    String.raw`je|j['’]\p{L}+|moi|mon|ma|mes|nous|notre|nos|` +
    String.raw`ich|mich|mir|mein\p{Ll}*|wir|uns|unser\p{Ll}*)(?![\p{L}\p{N}])|我|咱|用户`,
  'iu',
);

/** Is the owner in it, as who speaks? */
export const speaksOfSelf = (text: string): boolean => FIRST_PERSON.test(text);

/** `names`: the owner's, beside "User". `subject`: the name that it begins with, where it is known for one. */
export function isOwners(
  fact: Pick<Statement, 'text' | 'fields'>,
  subject: string | null,
  names: readonly string[],
): boolean {
  const { text, fields } = fact;
  const isNamed = (name: string): boolean => names.some((own) => own.toLowerCase() === name.toLowerCase());
  if (SELF.test(text) || names.some((name) => beginsWith(text, name))) return true;
  if (
    kindOf(fact) === 'relationship' &&
    (SELF_WITHIN.test(text) ||
      names.some((name) => text.includes(`${name}'s`) || text.includes(`${name}’s`) || text.includes(`${name}的`)))
  )
    return true;
  if (subject !== null) return isNamed(subject);
  if (
    (fields.persons ?? '').split(/[,，、]/u).some((person) => person.trim() !== '' && beginsWith(text, person.trim()))
  )
    return false;
  return !isCaseless(text) && !beginsWithName(text);
}

/** "Mira's wife", "Mira likes", 米拉喜欢. */
function beginsWith(text: string, name: string): boolean {
  if (name === '' || !text.toLowerCase().startsWith(name.toLowerCase())) return false;
  return isCaseless(name) || !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
}

/** A capital, and what somebody does or has: who that is, no other statement tells. */
function beginsWithName(text: string): boolean {
  const [first, second] = wordsOf(text.slice(0, 80));
  if (first === undefined || !first.capital || first.gap.trim() !== '') return false;
  return first.owns || (second !== undefined && second.gap === ' ' && isVerb(second));
}
