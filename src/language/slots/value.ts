// Valid slot values by kind, and their normal form for comparison: dates and times by their parts, places by what
// contains them. A quality ("is broken") or half a sentence is not a value.
import data from '../../../templates/slots/places.json';
import words from '../../../templates/slots/words.json';
import notNames from '../../../templates/words/not-names.json';
import { monthNumber, WEEKDAY, WEEKDAYS } from '../dates/calendar.ts';
import { normalForm } from '../normal-form.ts';

const FILLER = /^(?:on|at|the|of|in|from|to|by|and|utc|gmt|cet|cest|est|edt|pst|pdt|o'clock|sharp)$/;

const PARTS = ['year', 'month', 'day', 'weekday', 'time', 'quarter'] as const;
type DateParts = Readonly<Partial<Record<(typeof PARTS)[number], string>>>;

/** The parts of a date or time; null if a word belongs to none. */
export function datePartsOf(value: string): DateParts | null {
  let parts: DateParts = {};
  const said = value
    .toLowerCase()
    .replace(/(?<=\d) ?([ap])\.?m\b\.?/g, '$1m')
    .split(/[\s,]+|\.(?=\s|$)/)
    .filter((word) => word !== '' && !FILLER.test(word));
  for (const word of said) {
    const more = partsOfWord(word);
    if (more === null || PARTS.some((name) => more[name] !== undefined && parts[name] !== undefined)) return null;
    parts = { ...parts, ...more };
  }
  return said.length > 0 ? parts : null;
}

function partsOfWord(word: string): DateParts | null {
  const plain = (number: string | undefined): string => String(Number(number));
  const named = monthNumber(word);
  if (named > 0) return { month: String(named) };
  const weekday = /^[a-z]{3,}$/.test(word) && WEEKDAYS.find((name) => name.startsWith(word.replace(/s$/, '')));
  if (weekday) return { weekday };
  if (/^q[1-4]$/.test(word)) return { quarter: word };
  if (word === 'noon' || word === 'midnight') return { time: word === 'noon' ? '12:00' : '0:00' };
  const [, year, month, date] = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(word) ?? [];
  if (year !== undefined) return { year, month: plain(month), ...(date === undefined ? {} : { day: plain(date) }) };
  const [, hours, minutes, half] = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm|h)?$/.exec(word) ?? [];
  if (minutes !== undefined || half !== undefined) {
    const hour = (Number(hours) % (half === 'am' || half === 'pm' ? 12 : 24)) + (half === 'pm' ? 12 : 0);
    return { time: `${hour}:${minutes ?? '00'}` };
  }
  const [, day] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word) ?? [];
  if (day !== undefined) return Number(day) <= 31 ? { day: plain(day) } : null;
  return /^(?:1[5-9]|20|21)\d\d$/.test(word) ? { year: word } : null;
}

/** Compares the parts that both dates have; a part that only one has leaves the result open. */
export function compareDates(a: DateParts, b: DateParts): 'same' | 'near' | 'other' {
  const shared = PARTS.filter((name) => a[name] !== undefined && b[name] !== undefined);
  const loose = PARTS.some((name) => (a[name] === undefined) !== (b[name] === undefined));
  if (shared.some((name) => a[name] !== b[name])) return 'other';
  return loose || shared.length === 0 ? 'near' : 'same';
}

/** A value as plain words: without articles, full stops in abbreviations, and accents. */
export function plainForm(text: string): string {
  const spelled = text.startsWith('A ') ? text.replace(/^A (?=\p{Ll})/u, 'A^ ') : text;
  const form = normalForm(spelled.includes('.') ? spelled.replace(/(?<=\b\p{Lu})\.(?=\p{Lu}|\b|\s|$)/gu, '') : spelled)
    .replace(/^(?:the|an?) /, '')
    .replace(/\^/g, '');
  return ASCII.test(form)
    ? form
    : form
        .normalize('NFD')
        .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
        .normalize('NFC');
}

const ASCII = /^[ -~]*$/;

interface Places {
  readonly continents: ReadonlySet<string>;
  readonly countries: ReadonlySet<string>;
  /** Parts of a country that contain cities. */
  readonly regions: ReadonlySet<string>;
  /** From a region, city or part of a city to the places that contain it. */
  readonly within: ReadonlyMap<string, ReadonlySet<string>>;
  /** From an alias to the canonical name. */
  readonly names: ReadonlyMap<string, string>;
}

let known: Places | undefined;

function places(): Places {
  if (known) return known;
  const names = new Map(
    data.equals.flatMap(([first = '', ...others]) => {
      const one = plainForm(first);
      return others.map((other) => [plainForm(other), one] as const);
    }),
  );
  const canonical = (text: string): string => {
    const form = plainForm(text);
    return names.get(form) ?? form;
  };
  const within = new Map<string, Set<string>>();
  for (const groups of [data.cities, data.regions, data.parts]) {
    for (const [whole, parts] of Object.entries(groups)) {
      const holder = canonical(whole);
      for (const part of parts) {
        const place = canonical(part);
        within.set(place, (within.get(place) ?? new Set()).add(holder));
      }
    }
  }
  // A set that grows while it is iterated also collects the containers of containers.
  for (const holders of within.values())
    for (const whole of holders) for (const wider of within.get(whole) ?? []) holders.add(wider);
  known = {
    names,
    within,
    continents: new Set(data.continents.map(plainForm)),
    countries: new Set(data.countries.map(plainForm)),
    regions: new Set(Object.values(data.regions).flat().map(canonical)),
  };
  return known;
}

/** The canonical name of a value. */
export function oneName(value: string): string {
  return places().names.get(value) ?? value;
}

/** The level of a place, if known. */
export function levelOf(place: string): 'continent' | 'country' | 'region' | 'city' | null {
  const { continents, countries, regions, within } = places();
  if (countries.has(place)) return 'country';
  if (regions.has(place)) return 'region';
  if (within.has(place)) return 'city';
  return continents.has(place) ? 'continent' : null;
}

function isContinent(place: string): boolean {
  return places().continents.has(place);
}

/** The countries known to contain it, or itself: England rather than the United Kingdom around it. */
export function countriesOf(place: string): readonly string[] {
  const { countries } = places();
  const found = [place, ...holdersOf(place)].filter((one) => countries.has(one));
  return found.filter((one) => !found.some((other) => holdersOf(other).has(one)));
}

/** The places known to contain it. */
export function holdersOf(place: string): ReadonlySet<string> {
  return places().within.get(place) ?? new Set();
}

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
  String.raw` (?:on (?:${WEEKDAY})s?|at weekends?|on weekends?|for now|` +
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
/** Names with a lower-case start: `fly.io`, iPhone, `pg_dump`, eBay. */
const NAMED_WITHIN = /^(?:\p{Ll}+\p{Lu}|\S*\d|[\p{L}\p{N}-]+\.[a-z]{2,}|\S*[_/@])/u;
const PERSON_LINKS = new Set([...notNames.links, 'and', 'the', '&', 'y', 'et']);
const LINKS = new Set([...notNames.links, 'and', 'the', 'for', 'in', 'at', 'on', '&', 'y', 'et', 'as', 'from']);

export interface Value {
  readonly form: string;
  /** The label in the statement itself: "the city of". */
  readonly label: string | null;
}

/** The normalised value; null if the words are not a value of that kind. */
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

/** A name, or one small word that is not a quality: "zsh", but not "open source". */
const tool: Fits = (bare, list, shape) =>
  word(bare, list, shape) &&
  !isDescription(list) &&
  (list.some((next) => NAMED_START.test(next) || NAMED_WITHIN.test(next)) ||
    (list.length === 1 &&
      (TOOLS.has(bare) || !/(?:y|al|ic|ish|ive|ent|ant|er|est|ary|ory|ward|like|wise)$/.test(bare))));
/** "written in Rust", "free on Android": starts in lower case and continues with more than a name. */
const isDescription = ([first = '', ...rest]: readonly string[]): boolean =>
  /^\p{Ll}+$/u.test(first) &&
  rest.length > 0 &&
  (rest.some((next) => NOT_VALUE.has(next)) || isQuality(first) || first.endsWith('ed'));

/** True if it certainly is one: known, or written like a name. */
export function isTool(text: string): boolean {
  return text.split(' ').some((word) => TOOLS.has(word) || NAMED_START.test(word) || NAMED_WITHIN.test(word));
}

/** Tests of whether words are a value, by kind. */
const FITS = {
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
} satisfies Readonly<Record<string, Fits>>;

export type Kind = keyof typeof FITS;
