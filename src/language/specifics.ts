// The specifics that a wording must preserve: numbers, dates, names, URLs, code and negations of a fact. Errs towards
// too many: a wording that drops one is rejected, and the fact's own words are used.
import notNames from '../../templates/words/not-names.json';
import numbers from '../../templates/words/numbers.json';
import stopWords from '../../templates/words/stop-words.en.json';
import { LIMITS } from '../model/limits.ts';
import { MONTH, SHORT_WEEKDAY, WEEKDAY, WEEKDAYS } from './dates/calendar.ts';
import { compatibleForm } from './normal-form.ts';

const URL = /\bhttps?:\/\/[^\s<>"]+/g;
const CODE = /`([^`]+)`/g;
/** Technical tokens: addresses, handles, flags, paths, identifiers, file names. */
const TECHNICAL = [
  /^[^@]+@[^@]+\.[^@]+$/,
  /^[@#][\p{L}\p{N}_-]+$/u,
  /^--?\p{L}[\p{L}\p{N}-]*$/u,
  /^(?:~|\.{1,2})?\/[^/]/,
  /[\p{L}\p{N}]_[\p{L}\p{N}]/u,
  /[\p{L}\p{N}_-]\.[a-z][a-z0-9]{1,4}$/u,
  /^\p{Ll}+\p{Lu}/u,
];
/** A number with its sign, currency and percent sign; digit groups, decimals, times and dates as a whole. */
const NUMBER = /(?:[$€£¥₹]\s?)?(?:(?<=^|[\s(["'=:$€£¥₹])[-−+])?\p{Nd}+(?:[.,:/-]\p{Nd}+)*(?:\s?[%‰°])?/gu;
const NUMBER_WORD = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|` +
    String.raw`fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|` +
    String.raw`hundred|thousand|million|billion|dozen|half|twice|[二三四五六七八九两兩][十百千万萬億亿]?|` +
    String.raw`[十百千万萬億亿])(?![\p{L}\p{N}])|[一二三四五六七八九十百千万萬億亿两兩]{2,}|[二三四五六七八九十两兩](?=[\p{Script=Han}])`,
  'giu',
);
const NUMBERS: ReadonlyMap<string, number> = new Map(Object.entries(numbers.values));
const NEGATION = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:not|never|no longer|no|none|nobody|nothing|nowhere|neither|nor|without|cannot|` +
    String.raw`(?:do|does|did|is|are|was|were|has|have|had|would|should|could|ca|wo)nt|nicht|kein(?:e[nmrs]?)?|` +
    String.raw`nie(?:mals)?|ohne|ne|pas|jamais|sans|nunca|ning[uú]n[oa]?|jam[aá]s|n[aã]o|niet|geen|nooit|non|mai|` +
    String.raw`не|нет|никогда|без)(?![\p{L}\p{N}])|n['’]t(?![\p{L}\p{N}])|不|没|沒|無|无|勿|别(?!的|人)|未(?![来來])|ない|なかった|` +
    String.raw`ません|않|없|못`,
  'giu',
);
/** Capitalised and not at the start of a sentence. */
const NAME = new RegExp(
  String.raw`(?<=[\p{L}\p{M}\p{N},;:)'"’”\x60%]\s+["'“‘(«[]?|` +
    String.raw`[–—-]\s*)\p{Lu}[\p{L}\p{M}\p{N}]*(?:[._+#&'’-][\p{L}\p{M}\p{N}]+)*[+#]*`,
  'gu',
);
/** At the start of a sentence, if what follows shows that it is the subject. */
const SUBJECT = new RegExp(
  String.raw`(?<=(?:^|[.!?…]\s+)["'“‘(«]?)\p{Lu}[\p{L}\p{M}\p{N}]+(?:[.+#&-][\p{L}\p{M}\p{N}]+)*[+#]*(?=['’]s\s|` +
    String.raw`\s+(?:is|was|has|had|will|would|can|could|does|did|and|or|&|never|not|now|also|still|` +
    String.raw`\p{Ll}{2,}(?:ed|es|[^su]s))(?![\p{L}\p{N}]))`,
  'gu',
);
/** The pronoun "I", which is never a name; but not "Henry I", "type I" or "I/O". */
const FIRST_PERSON = /(?<![\p{L}\p{N}._/&#-])I(?:['’](?:m|ve|d|ll)(?![\p{L}\p{N}])|(?=,?\s+\p{Ll}))/gu;
const NUMERAL_AFTER = new RegExp(
  String.raw`(?:^|[\s("'“‘])(?:\p{Lu}[\p{L}\p{M}]*|type|class|stage|phase|part|grade|level|group|volume|vol\.?|` +
    String.raw`chapter|act|book|section|appendix|article|schedule|category|tier|model|letter|numeral|figure|` +
    String.raw`table|option|unit|the|an?)$`,
  'u',
);
const DAYS = new RegExp(`^(?:(?:${WEEKDAY})s?|(?!may)(?:${MONTH}))$`, 'i');
/** Words capitalised only because they start a sentence. */
const OPENING = new Set([...stopWords.words, ...notNames.starters, ...notNames.interjections, 'unless', 'personally']);
/** Some of them are also names. */
const GIVEN_NAMES = new Set(['will', 'may', 'hope']);
const NO_SUBJECTS = new Set([...OPENING, 'user', 'users', 'nothing'].filter((word) => !GIVEN_NAMES.has(word)));
/** Only a word can precede a numeral. */
const LONGEST_BEFORE = 60;
const KATAKANA = /[\p{Script=Katakana}ー]{3,}/gu;

interface Specifics {
  readonly found: ReadonlySet<string>;
  readonly negations: number;
}

/** The specifics of a statement, in the form in which they must be found again. */
function specificsOf(text: string): Specifics {
  const found = new Set<string>();
  let rest = compatibleForm(text).replace(/\s+/g, ' ');
  const take = (pattern: RegExp, keyOf: (match: RegExpExecArray) => string): void => {
    for (const match of rest.matchAll(pattern)) found.add(keyOf(match));
  };
  take(URL, ([url]) => trimUrl(url));
  rest = rest.replace(URL, ' ');
  take(CODE, (match) => (match[1] ?? '').trim());
  rest = rest.replace(CODE, ' ');
  for (const word of rest.split(/\s+/)) {
    const token = trimPunctuation(word);
    if (TECHNICAL.some((pattern) => pattern.test(token))) found.add(token);
  }
  rest = withoutFirstPerson(rest);
  take(NUMBER, ([number]) => numberOf(number));
  take(NUMBER_WORD, ([word]) => wordNumber(word));
  take(NAME, ([name]) => nameOf(name));
  take(KATAKANA, ([name]) => name);
  for (const [subject] of rest.matchAll(SUBJECT))
    if (!(NO_SUBJECTS.has(subject.toLowerCase()) && /\p{Ll}$/u.test(subject))) found.add(nameOf(subject));
  found.delete('');
  // The user may be named in any wording.
  found.delete('user');
  return { found, negations: rest.match(NEGATION)?.length ?? 0 };
}

/**
 * Lower-cases the pronoun "I". After a capitalised word "I" is a numeral, unless that word starts its sentence and is
 * not a name.
 */
function withoutFirstPerson(text: string): string {
  return text.replace(FIRST_PERSON, (pronoun, at: number) => {
    const before = pronoun.length > 1 ? '' : text.slice(Math.max(0, at - LONGEST_BEFORE), at).trimEnd();
    const word = NUMERAL_AFTER.exec(before)?.[0].replace(/^[\s("'“‘]/u, '');
    return word === undefined || (/^\p{Lu}/u.test(word) && (OPENING.has(word.toLowerCase()) || DAYS.test(word)))
      ? pronoun.toLowerCase()
      : pronoun;
  });
}

/** Strips the punctuation of the surrounding sentence; a closing bracket stays if it was opened within. */
function trimUrl(url: string): string {
  let end = url.length;
  let open = count(url, '(') - count(url, ')');
  for (; end > 0; end--) {
    const last = url[end - 1] ?? '';
    if (last === ')' ? open >= 0 : !/[.,;:!?'*_~|}\]]/.test(last)) break;
    if (last === ')') open++;
  }
  return url.slice(0, end);
}

function count(text: string, char: string): number {
  let found = 0;
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) found++;
  return found;
}

function trimPunctuation(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && /[\p{Ps}\p{Pi}"'*,;:!?]/u.test(word[start] ?? '')) start++;
  while (end > start && /[\p{Pe}\p{Pf}"'*.,;:!?…]/u.test(word[end - 1] ?? '')) end--;
  return word.slice(start, end);
}

const numberOf = (number: string): string => number.replace(/\s/g, '').replace('−', '-').replace(/^\+/, '');
const wordNumber = (word: string): string => String(NUMBERS.get(word.toLowerCase()) ?? word.toLowerCase());
const nameOf = (name: string): string => {
  const plain = name
    .toLowerCase()
    .replace(/['’]s?$/, '')
    .replaceAll('’', "'");
  return plainWeekday(plain) ?? plain;
};

/** "Thursday" for "Thursdays" and "Thu"; null if the word is not a weekday. */
export const plainWeekday = (word: string): string | null =>
  WRITTEN_WEEKDAY.test(word)
    ? (WEEKDAYS.find((day) => day.startsWith(word.toLowerCase().replace(/s$/, ''))) ?? null)
    : null;
const WRITTEN_WEEKDAY = new RegExp(`^(?:${SHORT_WEEKDAY}|(?:${WEEKDAY})s?)$`, 'i');

/** Number of negations in a text. */
export const negationsIn = (text: string): number => compatibleForm(text).match(NEGATION)?.length ?? 0;

/** The text in its `compatibleForm`, without negations. */
export const withoutNegations = (text: string): string => compatibleForm(text).replace(NEGATION, '');

/** The ranges of negations, in the `compatibleForm` of the text. */
const negationPlaces = (text: string): { readonly start: number; readonly end: number }[] =>
  Array.from(text.matchAll(NEGATION), ({ 0: word, index }) => ({ start: index, end: index + word.length }));

/**
 * The specifics of a fact that a wording drops; empty if the wording can stand for the fact. An added negation is as
 * wrong as a dropped one; both are reported as `not`.
 */
export function missingSpecifics(fact: string, wording: string): string[] {
  if (fact === wording) return [];
  const wanted = specificsOf(fact);
  const have = specificsOf(wording);
  const flat = compatibleForm(wording)
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll('−', '-')
    .replace(/(?<=\p{L}day)s(?!\p{L})/gu, '');
  const missing = [...wanted.found].filter(
    (specific) =>
      !have.found.has(specific) && !holdsWord(flat, specific.toLowerCase()) && !isActivityIn(flat, specific),
  );
  return wanted.negations === have.negations ? missing : [...missing, 'not'];
}

/**
 * True if one sentence can stand for all of these: it has all their numbers, dates, names, links and code, and no
 * others. If some negate and others do not, like a ban and the rule behind it, it must negate like one of them; but
 * nothing can stand for both a statement and its negation.
 */
export function keepsSpecifics(text: string, said: readonly string[]): boolean {
  const all = [text, ...said];
  if (all.some((one) => all.some((other) => isDenialOf(one, other)))) return false;
  const lost = said.map((one) => missingSpecifics(one, text));
  return (
    lost.some((missing) => !missing.includes('not')) &&
    lost.every((missing) => missing.every((one) => one === 'not')) &&
    missingSpecifics(text, said.join('\n')).every((one) => one === 'not')
  );
}

/** "Dancing" at the start of a sentence is not a name if the wording has "dance". */
const isActivityIn = (flat: string, specific: string): boolean =>
  /^\p{Ll}{4,}ing$/u.test(specific) && new RegExp(`(?<!\\p{L})${specific.slice(0, -3)}`, 'u').test(flat);

/** Words that depend on a "not". */
const AUXILIARY = /\b(?:do|does|did|any|longer|anymore|ever)\b/g;
const ENDING = /(?<=\p{L}{3})(?:ed|ing|es|s)$/u;

/** True if two statements differ only in a negation. */
function isDenialOf(one: string, other: string): boolean {
  return negationsIn(one) > negationsIn(other) && bareWords(one) === bareWords(other);
}

/** The words without negations and inflection. */
function bareWords(text: string): string {
  const plain = withoutNegations(text).toLowerCase().replace(AUXILIARY, '');
  const words = plain.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  return words.map((word) => word.replace(ENDING, '')).join(' ');
}

/** `15` is not in `150`, `1.15` or `-15`; `C` is not in `C++`. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + word.length, at + word.length + 2);
    if (
      !/(?:[\p{L}\p{M}\p{N}]|\p{N}[.,:/-]|(?:^|[\s(])[-+])$/u.test(before) &&
      !/^(?:[\p{L}\p{M}\p{N}+#%]|[.,:/-]\p{N})/u.test(after)
    )
      return true;
  }
  return false;
}

// What a wording loses of the logged fact, for display: names as written, and whether a negation was lost or added.

/** As the predicate of a sentence about the wording; null if it keeps all specifics. */
export function whatItLacks(fact: string, wording: string): string | null {
  const missing = missingSpecifics(fact, wording);
  const dropped = missing.filter((one) => one !== 'not').map((one) => asWritten(fact, one));
  const said = [
    ...(dropped.length === 0 ? [] : [`drops ${dropped.join(', ')}`]),
    ...(missing.includes('not') ? [denial(fact, wording)] : []),
  ];
  return said.length === 0 ? null : said.join(' and ');
}

/** A specific as spelled in the text; unchanged if it does not occur literally. */
export function asWritten(text: string, specific: string): string {
  if (specific.length > LIMITS.word) return specific;
  const pattern = specific.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`).replaceAll("'", "['’]");
  const written = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu').exec(text)?.[0];
  return written ?? text.match(/\p{L}+/gu)?.find((word) => plainWeekday(word) === specific) ?? specific;
}

function denial(fact: string, wording: string): string {
  const [was, is] = [fact, wording].map((text) => missingSpecifics('', text).includes('not'));
  if (was !== true) return 'adds a negation';
  return is === true ? 'changes a negation' : 'drops a negation';
}

// Whether a sentence negates the same things as the statements that it rests on, judged by the words that each negation
// covers.

const BOUNDARY =
  /[,，、;；:：。!！?？—()（）\n]|\.(?=\s|$)|\s(?:and|but|because|und|aber|sondern|weil|et|mais|y|pero|sino)\s/giu;
const WORD = /\p{Script=Han}|[\p{L}\p{M}\p{N}]+(?:['’_.-][\p{L}\p{M}\p{N}]+)*/gu;
const LITTLE: ReadonlySet<string> = new Set([
  ...stopWords.words,
  ...(
    'user 的 了 是 在 有 和 与 也 就 都 还 很 再 用 户 为 于 被 longer anymore more der die das den dem ein eine einen ist ' +
    'sind hat haben mehr und am im in zu le la les un une des du est sont a au aux plus el los las una es son en de al'
  ).split(' '),
]);
const ENDED = /no longer|any ?more|nicht mehr|kein\p{L}* mehr|\bplus\b|ya no|不再/iu;
const INSTEAD =
  /(?<![\p{L}\p{N}])(?:rather than|instead of|anstatt|statt|au lieu de|en lugar de|en vez de)(?![\p{L}\p{N}])/giu;
/** Two negations agree if they share this part of the negated words. */
const MOST = 0.6;

interface Denied {
  /** The words that the negation covers. */
  readonly words: readonly string[];
  /** It says that something ended. */
  readonly ended: boolean;
}

interface Reading {
  readonly denied: readonly Denied[];
  /** The words outside negations. */
  readonly others: readonly string[];
}

const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(WORD) ?? []).filter((word) => !LITTLE.has(word) && !/^(?:n['’]t|not)$/.test(word));

function read(given: string): Reading {
  const text = compatibleForm(given).replace(INSTEAD, (words) => 'not'.padEnd(words.length));
  const negations = negationPlaces(text);
  const bounds = Array.from(text.matchAll(BOUNDARY), ({ 0: mark, index }) => ({
    start: index,
    end: index + mark.length,
  }));
  const taken: [number, number][] = [];
  const denied = negations.map(({ start, end }): Denied => {
    const to = bounds.find((bound) => bound.start >= end)?.start ?? text.length;
    const from = bounds.findLast((bound) => bound.end <= start)?.end ?? 0;
    const behind = wordsIn(text.slice(end, to));
    const clause = text.slice(from, to);
    taken.push(behind.length > 0 ? [start, to] : [from, to]);
    return { words: behind.length > 0 ? behind : wordsIn(text.slice(from, start)), ended: ENDED.test(clause) };
  });
  const outside = taken.reduce(
    (rest, [from, to]) => rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to),
    text,
  );
  return { denied, others: wordsIn(outside) };
}

/** "eats" and "eat", "Fridays" and "Friday". */
function isSame(a: string, b: string): boolean {
  if (a === b) return true;
  const short = Math.min(a.length, b.length);
  if (short < 3 || Math.abs(a.length - b.length) > 3) return false;
  let common = 0;
  while (common < short && a[common] === b[common]) common++;
  return common >= Math.max(3, short - 1);
}

const shareOf = (words: readonly string[], among: readonly string[]): number =>
  words.length === 0 ? 0 : words.filter((word) => among.some((other) => isSame(word, other))).length / words.length;

export interface Statements {
  readonly texts: readonly string[];
  /** The texts among them that no longer hold. */
  readonly past: readonly string[];
  /** The sentence is in the past. */
  readonly tellsPast: boolean;
}

/** True if the sentence affirms nothing that a statement negates, and negates nothing that none of them negates. */
export function negationAgrees(sentence: string, { texts, past, tellsPast }: Statements): boolean {
  const own = read(sentence);
  const readings = texts.map(read);
  const ownDenied = own.denied.flatMap(({ words }) => words);
  const affirmed = readings.every((reading) =>
    reading.denied.every(
      ({ words, ended }) =>
        shareOf(words, own.others) < MOST ||
        shareOf(words, ownDenied) >= MOST ||
        (ended && tellsPast) ||
        // Stated both ways: "8 GB, no backup" next to a plain statement of the same.
        readings.some((other) => other.denied.length === 0 && shareOf(words, other.others) >= MOST),
    ),
  );
  const endedWords = past.flatMap((text) => read(text).others);
  const denied = own.denied.every(({ words, ended }) =>
    words.length === 0
      ? readings.some((reading) => reading.denied.length > 0)
      : readings.some((reading) => reading.denied.some((other) => shareOf(words, other.words) > 0)) ||
        (ended && shareOf(words, endedWords) > 0),
  );
  return affirmed && denied;
}

/**
 * True if the sentence affirms something that one statement negates and no other affirms. Stricter than
 * `negationAgrees`: it catches "likes tea, meat" for "never eats meat", where the verb was lost.
 */
export function affirmsDenied(sentence: string, texts: readonly string[]): boolean {
  const own = read(sentence);
  const readings = texts.map(read);
  const ownDenied = own.denied.flatMap(({ words }) => words);
  const affirmed = readings.flatMap(({ others }) => others);
  const isIn = (word: string, among: readonly string[]): boolean => among.some((other) => isSame(word, other));
  return readings.some(({ denied }) =>
    denied.some(
      ({ words }) =>
        shareOf(words, ownDenied) < MOST &&
        // The first word is usually a verb.
        (words.length > 1 ? words.slice(1) : words).some((word) => isIn(word, own.others) && !isIn(word, affirmed)),
    ),
  );
}
