// What may stand as a value of a slot, by kind, and the form in which values are compared. A quality
// ("is broken"), a place in time ("on Mondays") or half a sentence is no value.
import words from '../../../templates/slots/words.json';
import notNames from '../../../templates/words/not-names.json';
import { datePartsOf } from './dates.ts';
import { isContinent, levelOf, oneName, plainForm } from './places.ts';
import type { Kind } from './types.ts';

const AS_WHAT = new Set(words.asWhat);
const NOT_VALUE = new Set(words.notValue);
const QUALITY = new Set(words.quality);
const TOOLS = new Set(words.tools);
const PEOPLES = new Set(notNames.peoples);
const CALENDAR = new Set(notNames.calendar);
const CLAUSE = new RegExp(
  String.raw`(?:^| )(?:and (?=\p{Ll})(?!(?:the|von|van|de) )|but|because|so that|which|who|whose|whom|that|` +
    String.raw`where|when|if|though|although|unless|until|before|after|while|than|is|are|was|were|has|have|had|` +
    String.raw`does|did|be|been) `,
  'u',
);
const PASSING = new RegExp(
  String.raw` (?:on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|at weekends?|on weekends?|for now|` +
    String.raw`for the (?:summer|winter|week|weekend|month|year|moment|time|day|holidays|semester|project)|` +
    String.raw`for (?:a|an|one|two|three|four|five|six|\d+) [a-z]+|during [^,]+|part[- ]time|every [^,]+|` +
    String.raw`once [^,]+|twice [^,]+|(?:in|on) (?:the )?(?:mornings?|evenings?|afternoons?|side|summer|winter)|` +
    String.raw`at night|sometimes|as well)$`,
  'i',
);
const LABELLED = new RegExp(
  String.raw`^(?:the )?(city|town|village|country|continent|state|province|region|sport|language|religion|` +
    String.raw`genre|company|position) (?:of|named|called) `,
  'i',
);
const NAMED_START = /^["“'`(]?[\p{Lu}\p{N}@#]/u;
/** Names that begin small: `fly.io`, iPhone, `pg_dump`, eBay. */
const NAMED_WITHIN = /^(?:\p{Ll}+\p{Lu}|\S*\d|[\p{L}\p{N}-]+\.[a-z]{2,}|\S*[_/@])/u;
const PERSON_LINKS = new Set([...notNames.links, 'and', 'the', '&', 'y', 'et']);
const LINKS = new Set([...notNames.links, 'and', 'the', 'for', 'in', 'at', 'on', '&', 'y', 'et', 'as', 'from']);

export interface Value {
  readonly form: string;
  /** The statement itself says what it is: "the city of". */
  readonly label: string | null;
}

/** The value in its form for comparing, or null where the words are no value of that kind. */
export function readValue(raw: string, kind: Kind): Value | null {
  let text = raw.trim().replace(/,$/, '');
  const label = LABELLED.exec(text)?.[1]?.toLowerCase() ?? null;
  if (label !== null) text = text.replace(LABELLED, '');
  if (text === '' || text.length > 120 || CLAUSE.test(` ${text} `) || PASSING.test(` ${text}`)) return null;
  if (text.includes(' or ') || (kind !== 'address' && /, \p{Ll}/u.test(text))) return null;
  const article = /^(?:[Tt]he|an?) /.exec(text)?.[0].trim().toLowerCase() ?? '';
  const bare = article === '' ? text : text.slice(article.length + 1);
  const list = bare.split(' ');
  const first = (list[0] ?? '').replace(/^["“'(]|[,"”')]+$/g, '');
  if (list.length > 10 || (NOT_VALUE.has(first.toLowerCase()) && !(/^\p{Lu}/u.test(first) && list.length > 1)))
    return null;
  const last = list.at(-1)?.toLowerCase() ?? '';
  if (list.length > 1 && /^(?:in|on|at|to|with|for|from|by|of|and|or|the|a|an|as|my|your)$/.test(last)) return null;
  if (!FITS[kind](bare, list, { first, article, label: label !== null })) return null;
  return { form: valueForm(bare, kind), label };
}

export function valueForm(text: string, kind: Kind): string {
  let form = plainForm(text.replace(LABELLED, ''));
  if (kind === 'genre') form = form.replace(/ music$/, '');
  return /^(?:i|me|user|myself)$/.test(form) ? 'user' : oneName(form);
}

interface Shape {
  readonly first: string;
  readonly article: string;
  readonly label: boolean;
}

type Fits = (bare: string, list: readonly string[], shape: Shape) => boolean;

const isNamed = (bare: string, list: readonly string[]): boolean =>
  (NAMED_START.test(bare) || NAMED_WITHIN.test(bare)) &&
  list.slice(1).every((word) => !/^\p{Ll}{2,}$/u.test(word) || LINKS.has(word) || list.length <= 4);
const isPeople = (list: readonly string[]): boolean =>
  PEOPLES.has((list[0] ?? '').toLowerCase()) && (list.length === 1 || /^\p{Ll}/u.test(list[1] ?? ''));
const isCalendar = (list: readonly string[]): boolean => CALENDAR.has((list[0] ?? '').toLowerCase().replace(/,$/, ''));
const HYPHENATED_QUALITY = new RegExp(
  String.raw`^(?:self|half|well|badly|poorly|super|semi|pre|non|un|over|under|cloud|web|time|read|end|ad|long|short|` +
    String.raw`low|high|home|old|full|part)-\p{Ll}+$|^\p{Ll}+-(?:based|hosted|made|only|friendly|driven|free|like|` +
    String.raw`to-use|time|end|platform|source|wide|level|side|grown|baked|built|fashioned|heavy|ready|proof|safe|` +
    String.raw`term|quality|sized|powered)$`,
  'u',
);
const isQuality = (first: string): boolean =>
  QUALITY.has(first.toLowerCase()) ||
  HYPHENATED_QUALITY.test(first) ||
  /^\p{Ll}{3,}(?:ible|able|ful|ous|less|ively)$/u.test(first) ||
  /^un\p{Ll}+ed$/u.test(first);
/** "small forward" is more than a quality; "slow again" is not. */
const isMereQuality = (list: readonly string[], first: string): boolean =>
  isQuality(first) &&
  (list.length !== 2 ||
    NOT_VALUE.has(list[1] ?? '') ||
    isQuality(list[1] ?? '') ||
    list[1] === 'enough' ||
    list[1] === 'source' ||
    list[1] === 'software');

const name: Fits = (bare, list) => isNamed(bare, list) && !isPeople(list) && !isCalendar(list);
const ADJUNCT = / (?:as|in) /;
const isSpelledAsName = (text: string): boolean =>
  !/['’]s /.test(text) && text.split(' ').every((next) => !/^\p{Ll}{2,}$/u.test(next) || LINKS.has(next));
const isCompany = (head: string, shape: Shape): boolean => name(head, head.split(' '), shape) && isSpelledAsName(head);
const place: Fits = (bare, list, { label }) =>
  label ||
  levelOf(oneName(plainForm(bare))) !== null ||
  (/^["“]?\p{Lu}/u.test(bare) &&
    isNamed(bare, list) &&
    !/^\p{Lu}{1,3}$| and /u.test(bare) &&
    !isPeople(list) &&
    !isCalendar(list) &&
    !/\d/.test(list[0] ?? ''));
const word: Fits = (bare, list, { first, article }) =>
  !(article !== '' && AS_WHAT.has(first)) &&
  (list.length <= 5 || isNamed(bare, list)) &&
  !isMereQuality(list, first) &&
  !isCalendar(list) &&
  !(
    list.length === 1 &&
    /^\p{Ll}+(?:ed|ing)$/u.test(first) &&
    !/(?:eering|eting|unting|xing|ming|ling|ding|red|ting)$/.test(first)
  ) &&
  !(/^\p{Ll}+(?:ed|ing)$/u.test(first) && NOT_VALUE.has(list[1] ?? '')) &&
  list.slice(1).every((next) => !next.endsWith('ly') && next !== 'below' && next !== 'above');

/** Named, or one small word that is no quality: "zsh", but not "open source". */
const tool: Fits = (bare, list, shape) =>
  word(bare, list, shape) &&
  !isDescription(list) &&
  (list.some((next) => NAMED_START.test(next) || NAMED_WITHIN.test(next)) ||
    (list.length === 1 &&
      (TOOLS.has(bare) || !/(?:y|al|ic|ish|ive|ent|ant|er|est|ary|ory|ward|like|wise)$/.test(bare))));
/** "written in Rust", "free on Android": it begins small, and goes on with more than a name. */
const isDescription = ([first = '', ...rest]: readonly string[]): boolean =>
  /^\p{Ll}+$/u.test(first) &&
  rest.length > 0 &&
  (rest.some((next) => NOT_VALUE.has(next)) || isQuality(first) || first.endsWith('ed'));

/** Is it certainly one: known, or written as a name? */
export function isTool(text: string): boolean {
  return text.split(' ').some((word) => TOOLS.has(word) || NAMED_START.test(word) || NAMED_WITHIN.test(word));
}

const FITS: Readonly<Record<Kind, Fits>> = {
  word,
  tool,
  // "Contemporary folk music" is the genre "contemporary folk".
  genre: (bare, list, shape) =>
    list.length > 2 && list.at(-1) === 'music'
      ? word(bare.slice(0, -' music'.length), list.slice(0, -1), shape)
      : word(bare, list, shape),
  name,
  specific: (bare, list, shape) => name(bare, list, shape) && list.length <= 6,
  language: (bare, list) => isNamed(bare, list) && list.length <= 3 && !isCalendar(list),
  person: (bare, list, { article }) =>
    (article === '' || article === 'the') &&
    /^["“]?\p{Lu}/u.test(bare) &&
    !/^\d/.test(bare) &&
    list.every((next) => !/^\p{Ll}{2,}$/u.test(next) || PERSON_LINKS.has(next)) &&
    !isPeople(list) &&
    !isCalendar(list),
  company: (bare, _list, shape) => isCompany(bare.split(ADJUNCT)[0] ?? bare, shape),
  title: (bare, list, shape) =>
    name(bare, list, shape) && (isSpelledAsName(bare) || /^[`"“]/.test(bare) || list.length === 1),
  place,
  birthplace: (bare, list, shape) => place(bare, list, shape) && !/\d/.test(bare),
  country: (bare, list, shape) => place(bare, list, shape) && !/\d/.test(bare),
  continent: (bare) => isContinent(plainForm(bare)),
  date: (bare) => datePartsOf(bare) !== null,
  number: (bare, list) =>
    /\d/.test(bare) && list.length <= 6 && !list.some((next) => NOT_VALUE.has(next) && next !== 'per'),
  code: (_bare, list) => list.length === 1,
  address: (bare, list) => /\d|,/.test(bare) || (isNamed(bare, list) && list.length > 1),
  text: () => true,
};
