// Decides whether a statement about a person is about the owner of the vault or someone else, by how it starts; an
// uncertain name counts as someone else. Pure.
import { isDay } from '../model/day.ts';
import { eventDay, type Fact, orderKey, type Statement } from '../model/fact.ts';
import { MONTHS } from './dates/calendar.ts';
import { annotateRelativeDates } from './dates/relative-dates.ts';
import { firstDate } from './dates/written-dates.ts';
import { isCaseless, isVerb, wordsOf } from './names.ts';

// The kinds of facts that describe a person, with their headings on the profile page.

const HEADS: ReadonlyMap<string, string> = new Map([
  ['identity', 'Identity'],
  ['relationship', 'Relationships'],
  ['preference', 'Preferences'],
  ['skill', 'Skills'],
  ['goal', 'Goals'],
  ['constraint', 'Constraints'],
  ['experience', 'Experience'],
]);
/** Over claims that tell a mood, an opinion or an encouragement. */
export const VIEWS = 'Views and moods';
/** Over what was logged without a category. */
export const GENERAL = 'General';
/** As a reader looks for them, those of categories among them. */
const ORDER = [
  ...'Identity Family Relationships People Health Work Preferences Skills Goals Constraints Experience'.split(' '),
  'Events',
  GENERAL,
  VIEWS,
];
/** Where any other head stands among them, if it must. */
export const TOPIC_RANK = ORDER.indexOf('Events') - 0.5;

/** The normalised field `kind`; empty for none. */
export const kindOf = ({ fields }: Pick<Statement, 'fields'>): string => fields.kind?.trim().toLowerCase() ?? '';

/** The heading on the profile; null if the kind does not belong there. */
export const profileHead = (kind: string): string | null => HEADS.get(kind) ?? null;

export const isEvent = (statement: Pick<Statement, 'fields'> | undefined): boolean =>
  statement !== undefined && kindOf(statement) === 'event';

/** A page is about events if it is a timeline, or if most of its claims' facts are events by kind or category. */
export const isOfEvents = (type: string | undefined, facts: readonly Pick<Fact, 'fields' | 'category'>[]): boolean =>
  type === 'timeline' ||
  facts.filter((fact) => isEvent(fact) || fact.category.trim().toLowerCase() === 'event').length * 2 > facts.length;

/** The position of a heading on a profile; null for any other heading. */
export function profileRank(head: string): number | null {
  const rank = ORDER.indexOf(head);
  return rank < 0 ? null : rank;
}

// The date of an event from its field `at` (a day, month or year), and as a prefix of its words on the timeline.

const AT = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?=$|[T ])/;

/** The field `at` as `2024`, `2024-08` or `2024-08-12`; null if it has another form. */
function saidAt({ fields }: Pick<Statement, 'fields'>): string | null {
  const [moment = null] = AT.exec(fields.at?.trim() ?? '') ?? [];
  return moment !== null && (moment.length < 10 || isDay(moment)) ? moment : null;
}

/** Prefixes the words with the date unless they already contain it. */
export function withMoment(text: string, fact: Pick<Statement, 'fields'>): string {
  const moment = saidAt(fact);
  return moment === null || saysMoment(text, moment) ? text : `${moment}: ${text}`;
}

/** Removes a date prefix. */
export const withoutMoment = (text: string): string => text.replace(/^\d{4}(?:-\d\d){0,2}: (?=\S)/, '');

function saysMoment(text: string, moment: string): boolean {
  if (text.includes(moment)) return true;
  const [year = '', month, day] = moment.split('-');
  if (month === undefined) return text.includes(year);
  const name = (MONTHS[Number(month) - 1] ?? '').slice(0, 3);
  const isSaid = new RegExp(String.raw`\b${name}|(?<!\d)${Number(month)}月`, 'iu').test(text) && text.includes(year);
  return isSaid && (day === undefined || new RegExp(String.raw`(?<!\d)0?${Number(day)}(?!\d)`, 'u').test(text));
}

// The date of an event: its field `at`, else the first date in its words, else the day it was logged.

/** `2024`, `2024-08` or `2024-08-12`, never empty. */
export function momentOf(fact: Fact): string {
  return momentIn(fact) ?? fact.day;
}

/** The same from the words and fields alone; null if neither has a date. */
export const momentIn = (said: Pick<Fact, 'text' | 'fields'> & { readonly day?: string }): string | null =>
  saidAt(said) ??
  firstDate(
    said.day === undefined
      ? said.text
      : annotateRelativeDates(said.text, eventDay({ fields: said.fields, day: said.day })),
  )?.label ??
  null;

/** Sorts by time; a date known only by month or year counts as its start. */
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

/** True if the owner appears in it as the speaker. */
export const speaksOfSelf = (text: string): boolean => FIRST_PERSON.test(text);

/**
 * `names`: the owner's names besides "User". `subject`: the name that the statement starts with, if it is a known name.
 */
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

/** A capitalised word followed by a verb or a possessive, even if no other statement confirms the name. */
function beginsWithName(text: string): boolean {
  const [first, second] = wordsOf(text.slice(0, 80));
  if (first === undefined || !first.capital || first.gap.trim() !== '') return false;
  return first.owns || (second !== undefined && second.gap === ' ' && isVerb(second));
}
