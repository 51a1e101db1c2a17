// What people say about their family, animals and things: "my wife Anna", "my sister lives in Bern", "my name is".
// English, without contractions. Pure.
import data from '../../../../templates/extract/en.json';
import notNames from '../../../../templates/words/not-names.json';
import { compiledOnce, EN, fillIn, type Found, kinOf, placeValue } from './words.ts';
import { ownerOf, told } from './third-person.ts';

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
