// What somebody says of their own people, animals and things: "my wife Anna", "my sister lives in Bern", "my name is".
// English, in whole words. Pure.
import data from '../../../../templates/extract/en.json';
import notNames from '../../../../templates/words/not-names.json';
import { EN, type Found, kinOf, placeValue } from './words.ts';
import { ownerOf, told } from './third-person.ts';

const ONE = String.raw`(?<adjective>{adjective})(?<kin>{kin})`;
const APPOSITIVE = EN.pattern(String.raw`\b{Own} ${ONE},? (?<name>{fullName})(?=[\s,.!]|'s|$)`, 'gu');
const IS_NAMED = EN.pattern(
  String.raw`^{Own} ${ONE}(?:'s name)? (?:is|was|are)(?: named| called)? (?<name>{fullName}(?:(?:, | and |` +
    String.raw`, and ){fullName})*)$`,
);
const NAME_IS = EN.pattern(String.raw`^(?<name>{fullName}) (?:is|was) my ${ONE}$`);
const OF_KIN = EN.pattern(String.raw`^{Own} ${ONE}(?<name> {fullName})? (?<verb>(?:{justNow} )*{kinVerb}\b.*)$`);
const ATTRIBUTE = EN.pattern(
  String.raw`^{Own} (?<what>{things}|(?:[a-z]+ )?{attributes}) (?:is|are) (?:now |currently )?(?<value>.+)$`,
);
const FAVOURITE = EN.pattern(
  String.raw`^{Own} (?:{superlatives} )?(?<pick>favorite|go-to|preferred) (?<what>[\p{L}' -]{2,40}?)` +
    String.raw`(?: {everSo})? {isFavorite} (?:{surely} )?(?<value>.+)$`,
);
const IS_FAVOURITE = EN.pattern(
  String.raw`^(?<value>\p{Lu}[^,]{1,60}?) (?:is|are|was) (?:{surely} )?(?<one>my|` +
    String.raw`one of my) (?:{superlatives} )?(?<pick>favorites?|(?:top|first|number one) (?:pick|choice)s?|go-to)` +
    String.raw`(?: (?<what>[\p{L}' -]{2,40}))?$`,
);
const LIKED_BEST =
  /^(?<value>\p{Lu}[^,]{1,60}?) (?:is|are) what I (?<verb>like|love|enjoy|prefer) (?<most>best|most)$/u;
const AIM = EN.pattern('^{Own} (?:{aimKinds} )?{aims}(?: {aimSpan})? {isAlways} to (?<value>.+)$');
const MY_JOB = EN.pattern(
  String.raw`^{Own} (?:job|work) as (?<value>an? [\p{L} -]{3,40}?)(?: (?:is|has|can|keeps|requires)\b.*)?$`,
);
const CALL_ME = EN.pattern(
  String.raw`^(?:(?:[Pp]lease|[Yy]ou can|[Jj]ust) )?[Cc]all me (?<name>\p{Lu}\p{Ll}+)(?: {closers})?$`,
);
const HAPPENED = EN.pattern(String.raw`^{Own} (?<what>(?:new |old )?{belongings}) (?<verb>{happened}\b.*)$`);

const NOBODY = new Set(
  [...notNames.interjections, ...notNames.starters, ...notNames.calendar].map((word) => word.toLowerCase()),
);
const FEELING = EN.pattern(String.raw`^(?:{be}|has been) (?:(?:{feelings} )?\w+ing my|{feelings}\b)`, 'iu');
const ONLY_ME = EN.pattern('^{onlyMe}', 'iu');
const EVENT = EN.pattern(String.raw`^(?:{justNow} )*{kinEvent}\b`);
const JUST = EN.pattern('^(?:{asOfNow} )+');
const EMPTY = EN.pattern(String.raw`^{emptyValue}\b`, 'iu');
const NO_FAVOURITE = EN.pattern(String.raw`^{noFavorite}\b`, 'iu');
const NO_KIND = EN.pattern(String.raw`^{noKinds}s?\b`, 'iu');
const PRETTY = EN.pattern(String.raw`\b{pretty} `, 'giu');
const BARE_AIM = EN.pattern('^{bareAims}', 'iu');

/** Names of the speaker's people anywhere in what is said: "my wife Anna" says who Anna is. */
export function peopleIn(said: string, teller: string): Found[] {
  return [...said.matchAll(APPOSITIVE)].flatMap((match) => {
    const { adjective = '', kin = '', name = '' } = match.groups ?? {};
    return relation(teller, adjective, kin, name, 0.85);
  });
}

/** A clause whose subject is the speaker's own, or that says what is theirs; none for any other. */
export function ofTheirOwn(clause: string, teller: string): Found[] {
  const named = (IS_NAMED.exec(clause) ?? NAME_IS.exec(clause))?.groups;
  if (named)
    return (named.name ?? '')
      .split(/, and |, | and /u)
      .flatMap((name) =>
        relation(teller, named.adjective ?? '', singular(named.kin ?? '', named.name ?? ''), name, 0.9),
      );
  return (
    favourite(clause, teller) ??
    aim(clause, teller) ??
    called(clause, teller) ??
    happened(clause, teller) ??
    attribute(clause, teller) ??
    ofKin(clause, teller)
  );
}

function favourite(clause: string, teller: string): Found[] | null {
  const best = LIKED_BEST.exec(clause)?.groups;
  if (best) {
    const { value = '', verb = '', most = '' } = best;
    const text = `${value} is what ${teller} ${verb}s ${most}`;
    return [{ kind: 'preference', key: 'likes', value, text, confidence: 0.78 }];
  }
  const groups = (FAVOURITE.exec(clause) ?? IS_FAVOURITE.exec(clause))?.groups;
  if (!groups) return null;
  const { what = '', value = '', one, pick = 'favorite' } = groups;
  if (NO_FAVOURITE.test(value) || NO_KIND.test(what) || what === 'thing') return [];
  if (what === '') {
    const liking = one === 'my' ? `${ownerOf(teller)} ${pick.replace(/s$/u, '')}` : `one of ${ownerOf(teller)} ${pick}`;
    const text = `${value} is ${liking}`;
    return [{ kind: 'preference', key: 'likes', value, text, confidence: 0.78 }];
  }
  const be = / are /u.test(clause) && /^[Mm]y|^[Oo]ur/u.test(clause) ? 'are' : 'is';
  return [
    {
      kind: 'preference',
      key: `favorite ${what}`,
      value,
      text: `${ownerOf(teller)} ${pick.replace(/s$/u, '')} ${what} ${be} ${told(value, teller)}`,
      confidence: 0.85,
    },
  ];
}

function aim(clause: string, teller: string): Found[] | null {
  const value = AIM.exec(clause)?.groups?.value;
  if (value === undefined) return null;
  const text = `${ownerOf(teller)} goal is to ${told(value, teller)}`;
  return BARE_AIM.test(value) ? [] : [{ kind: 'goal', key: 'goal', value, text, confidence: 0.8 }];
}

function called(clause: string, teller: string): Found[] | null {
  const job = MY_JOB.exec(clause)?.groups?.value;
  const name = CALL_ME.exec(clause)?.groups?.name;
  if (job !== undefined) {
    const value = job.replace(/^an? /u, '');
    return [{ kind: 'identity', key: 'job', value, text: `${teller} works as ${job}`, confidence: 0.75 }];
  }
  return name === undefined
    ? null
    : [{ kind: 'identity', key: 'nickname', value: name, text: `${teller} is called ${name}`, confidence: 0.8 }];
}

function happened(clause: string, teller: string): Found[] | null {
  const { what, verb = '' } = HAPPENED.exec(clause)?.groups ?? {};
  if (what === undefined) return null;
  const value = told(verb, teller);
  return [{ kind: 'event', key: what, value, text: `${ownerOf(teller)} ${what} ${value}`, confidence: 0.72 }];
}

function attribute(clause: string, teller: string): Found[] | null {
  const { what = '', value = '' } = ATTRIBUTE.exec(clause)?.groups ?? {};
  if (what === '' || EMPTY.test(value) || kinOf(what) !== null) return null;
  const kind = BINDING.test(what) ? 'constraint' : CHOSEN.test(what) ? 'preference' : 'identity';
  const be = /^[MmOo]\S+ .*? are /u.test(clause) ? 'are' : 'is';
  const key = ATTRIBUTE_KEYS[what] ?? what.replace(/ies$/u, 'y');
  return [
    {
      kind,
      key,
      value: placeValue(key, value),
      text: `${ownerOf(teller)} ${what} ${be} ${told(value, teller)}`,
      confidence: 0.82,
    },
  ];
}

/** One slot for what has several names. */
const ATTRIBUTE_KEYS: Readonly<Record<string, string>> = data.slots;
const BINDING = EN.pattern('{bindingThings}');
const CHOSEN = EN.pattern('{chosenThings}');

/** Its key is none of those that say who somebody is. */
function ofKin(clause: string, teller: string): Found[] {
  const { adjective = '', kin = '', name = '', verb = '' } = OF_KIN.exec(clause)?.groups ?? {};
  const key = kin === '' ? null : kinOf(kin);
  if (key === null || FEELING.test(verb) || ONLY_ME.test(verb)) return [];
  const event = EVENT.test(verb);
  return [
    {
      kind: event ? 'event' : 'relationship',
      key: `of ${key}`,
      value: told(verb, teller),
      text: `${ownerOf(teller)} ${adjective}${kin}${name} ${told(verb.replace(JUST, ''), teller)}`,
      persons: name.trim() === '' ? [] : [name.trim()],
      confidence: 0.75,
    },
  ];
}

function relation(teller: string, adjective: string, kin: string, name: string, confidence: number): Found[] {
  const key = kinOf(kin);
  if (key === null || NOBODY.has(name.toLowerCase()) || name === teller) return [];
  return [
    {
      kind: 'relationship',
      key,
      value: name,
      text: `${name} is ${ownerOf(teller)} ${adjective.replace(PRETTY, '')}${kin}`,
      persons: [name],
      confidence,
    },
  ];
}

/** "My kids are Ann and Bob": each is a kid. */
function singular(kin: string, names: string): string {
  return / and |, /u.test(names) ? kin.replace(/^children$/u, 'child').replace(/s$/u, '') : kin;
}
