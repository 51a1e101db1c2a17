// What people say about themselves and their own, told of them: "I work with my wife" as "Anna works with their wife",
// and facts from "my wife Anna", "my sister lives in Bern", "my name is". English, without contractions. Pure; the
// words must be the speaker's own.
import data from '../../../../templates/extract/en.json';
import irregular from '../../../../templates/words/irregular.en.json';
import notNames from '../../../../templates/words/not-names.json';
import { compiledOnce, EN, fillIn, type Found, kinOf, placeValue } from './words.ts';

const { lists } = data;
const PASTS: ReadonlySet<string> = new Set([
  ...lists.past,
  ...irregular.verbs.flatMap((line) => line.split(' ').slice(1)),
]);
const BASES: ReadonlySet<string> = new Set(irregular.verbs.map((line) => line.split(' ')[0] ?? ''));
const MODALS: ReadonlySet<string> = new Set([
  ...lists.modals,
  'had',
  'was',
  'were',
  'did',
  'used',
  'is',
  'has',
  'does',
  'not',
]);
const VERBS: ReadonlySet<string> = new Set([...lists.habits, ...lists.present]);
const ADVERBS: ReadonlySet<string> = new Set([...lists.adverbs.filter((word) => word !== 'do'), 'not']);
const IRREGULAR: Readonly<Record<string, string>> = { am: 'is', have: 'has', do: 'does', go: 'goes', are: 'is' };
/** Verbs with the same form in past and present; taken as past, which is more common. */
const SAME = EN.pattern('^{samePast}$');
const ENDS_IN_ED = EN.pattern('^{endsInEd}$');

/** The third person of a first-person verb; past forms, modals and the like stay. */
export function ofHim(verb: string): string {
  const special = IRREGULAR[verb];
  if (special !== undefined) return special;
  if (
    MODALS.has(verb) ||
    (PASTS.has(verb) && !BASES.has(verb)) ||
    (verb.endsWith('ed') && !ENDS_IN_ED.test(verb)) ||
    SAME.test(verb)
  )
    return verb;
  if (/[^aeiou]y$/u.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/u.test(verb) ? `${verb}es` : `${verb}s`;
}

/** A verb that is certainly in the present tense. */
export const isPresent = (verb: string): boolean => VERBS.has(verb);

/** The predicate of "I" after a name. `plural`: the subject is plural. */
export function toldPredicate(predicate: string, name: string, plural: boolean): string {
  const words = predicate.split(' ');
  let verb = words.findIndex((word) => !ADVERBS.has(word.toLowerCase()));
  if (verb < 0) verb = 0;
  const first = words[verb] ?? '';
  if (!plural) words[verb] = /^(?:can|will|would)$/u.test(first) ? first : ofHim(first);
  else if (first === 'am') words[verb] = 'are';
  const next = words[verb + 2] ?? '';
  if (!plural && words[verb] !== first && words[verb + 1] === 'and' && VERBS.has(next)) words[verb + 2] = ofHim(next);
  return told(words.join(' '), name);
}

const I = EN.pattern(
  String.raw`\bI\b(?: (?<adverb>\p{L}+ly |just |also |always |never |still |often |really )?(?<verb>\p{L}+))?`,
  'gu',
);

/** Replaces "I", "me" and "my" in a text whose subject is known. */
export function told(text: string, name: string): string {
  return text
    .replace(I, (_all, adverb?: string, verb?: string) =>
      [name, adverb?.trim(), verb && ofHim(verb)].filter(Boolean).join(' '),
    )
    .replace(/\b(?:my|our)\b/gu, 'their')
    .replace(/\bMy\b/gu, 'Their')
    .replace(/\b(?:mine|ours)\b/gu, 'theirs')
    .replace(/\b(?:myself|ourselves)\b/gu, 'themselves')
    .replace(/\bme\b(?!-)/gu, name)
    .replace(/\bus\b/gu, 'them')
    .replace(/\b[Ww]e\b/gu, 'they');
}

/** "Anna's", "James's". */
const ownerOf = (name: string): string => `${name}'s`;

const APPOSITIVE = EN.pattern(String.raw`\b{Own} {oneOfKin},? (?<name>{fullName})(?=[\s,.!]|'s|$)`, 'gu');
const IS_NAMED = EN.pattern(
  String.raw`^{Own} {oneOfKin}(?:'s name)? (?:is|was|are)(?: named| called)? (?<name>{fullName}(?:(?:, | and |` +
    String.raw`, and ){fullName})*)$`,
);
const NAME_IS = EN.pattern(String.raw`^(?<name>{fullName}) (?:is|was) my {oneOfKin}$`);
const NOBODY = new Set(
  [...notNames.interjections, ...notNames.starters, ...notNames.calendar].map((word) => word.toLowerCase()),
);
const PRETTY = EN.pattern(String.raw`\b{pretty} `, 'giu');

/** Names of the speaker's people anywhere in the text: "my wife Anna" introduces Anna. */
export function peopleIn(said: string, teller: string): Found[] {
  return [...said.matchAll(APPOSITIVE)].flatMap((match) => {
    const { adjective = '', kin = '', name = '' } = match.groups ?? {};
    return relation(teller, adjective, kin, name, 0.85);
  });
}

interface Row {
  readonly kind: string;
  readonly confidence: number;
  readonly says: readonly string[];
  /** Placeholders in both: the pattern's groups, `owner`, `name`, `slot`, `kinKey`. */
  readonly key: string;
  readonly text: string;
}

const rulesOf = compiledOnce<Row>(EN, data.own);
/** One slot for things with several names. */
const SLOTS: Readonly<Record<string, string>> = data.slots;

/** Facts from a clause about the speaker's people or things; empty for any other. */
export function ofTheirOwn(clause: string, teller: string): Found[] {
  const named = (IS_NAMED.exec(clause) ?? NAME_IS.exec(clause))?.groups;
  if (named) {
    const { adjective = '', kin = '', name = '' } = named;
    const names = name.split(/, and |, | and /u);
    // "My kids are Ann and Bob": each is a kid.
    const one = names.length > 1 ? kin.replace(/^children$/u, 'child').replace(/s$/u, '') : kin;
    return names.flatMap((each) => relation(teller, adjective, one, each, 0.9));
  }
  for (const { pattern, kind, key, text, confidence } of rulesOf()) {
    const groups = pattern.exec(clause)?.groups;
    if (!groups) continue;
    const { O = '', rest = '', what = '', kin = '', person = '' } = groups;
    const value = told(O, teller);
    const values = {
      ...groups,
      O: value,
      rest: told(rest, teller),
      be: groups.be === 'are' ? 'are' : 'is',
      name: teller,
      owner: ownerOf(teller),
      slot: SLOTS[what] ?? what.replace(/ies$/u, 'y'),
      kinKey: kinOf(kin) ?? kin,
    };
    const persons = person === '' ? [] : [person.trim()];
    const slot = fillIn(key, values);
    return [{ kind, key: slot, value: placeValue(slot, value), text: fillIn(text, values), persons, confidence }];
  }
  return [];
}

function relation(teller: string, adjective: string, kin: string, name: string, confidence: number): Found[] {
  const key = kinOf(kin);
  if (key === null || NOBODY.has(name.toLowerCase()) || name === teller) return [];
  const text = `${name} is ${ownerOf(teller)} ${adjective.replace(PRETTY, '')}${kin}`;
  return [{ kind: 'relationship', key, value: name, text, persons: [name], confidence }];
}
