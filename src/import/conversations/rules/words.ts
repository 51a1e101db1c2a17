// Composes patterns from the word lists and named parts of templates/extract: `{name}` stands for one of a list's
// words, or of a part's alternatives.
import en from '../../../../templates/extract/en.json';
import zh from '../../../../templates/extract/zh.json';
import slotWords from '../../../../templates/slots/words.json';
import notNames from '../../../../templates/words/not-names.json';
import numbers from '../../../../templates/words/numbers.json';
import { MONTHS, WEEKDAYS } from '../../../language/dates/calendar.ts';
import { levelOf, oneName, plainForm } from '../../../language/slots/value.ts';

type Named = Readonly<Record<string, readonly string[]>>;

export interface Composer {
  /** The source of a pattern with names expanded. Throws on an unknown name. */
  source(text: string): string;
  pattern(text: string, flags?: string): RegExp;
}

/** Words as alternatives, longest first. */
const anyOf = (words: readonly string[]): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|');

/** `{O}` and `{list}`, but neither `{2,8}` nor `\p{Lu}`. */
const NAME = /(?<!\\[pP])\{([A-Za-z]\w*)\}/g;

function composer(lists: Named, parts: Named): Composer {
  const known = new Map<string, string>();
  const named = (name: string): string => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const [words, alternatives] = [lists[name], parts[name]];
    if (words === undefined && alternatives === undefined) throw new Error(`templates/extract has no "${name}"`);
    const text = `(?:${words === undefined ? source((alternatives ?? []).join('|')) : anyOf(words)})`;
    known.set(name, text);
    return text;
  };
  const source = (text: string): string => text.replace(NAME, (_all, name: string) => named(name));
  return { source, pattern: (text, flags = 'u') => new RegExp(source(text), flags) };
}

/** Fills in the placeholders of a template. */
export const fillIn = (sentence: string, values: Readonly<Record<string, string | undefined>>): string =>
  sentence.replace(NAME, (_all, name: string) => values[name] ?? '');

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** Chinese kin words also appear in English sentences: "my 老婆". */
const kinZh = Object.values(zh.kin)
  .flat()
  .filter((word) => word.length > 1);
const kin = [...Object.values(en.kin).flat(), ...kinZh];

export const EN = composer(
  {
    ...en.lists,
    kin,
    kinWords: [...kin, ...kin.map((word) => `${word}s`), 'boy', 'girl', 'boys', 'girls'],
    languages: en.lists.languages.map(capital),
    months: MONTHS,
    weekdays: WEEKDAYS.map(capital),
    leadingAdverbs: en.lists.adverbs.filter((word) => word !== 'never' && word !== 'do'),
    innerAdverbs: en.lists.adverbs.filter((word) => !['never', 'do', 'only'].includes(word)),
    peoples: notNames.peoples.map(capital),
    numbers: Object.keys(numbers.values).filter((word) => word.length > 2),
  },
  { ...en.parts, number: [String.raw`(?<O>\d{1,3}|{numbers})`] },
);

export const ZH = composer({ ...zh.lists, kin: Object.values(zh.kin).flat() }, zh.parts);

/** A pattern that matches English or Chinese. */
export const either = (english: string, chinese: string): RegExp =>
  new RegExp(`${EN.source(english)}|${ZH.source(chinese)}`, 'iu');

/** A row of a rule table, one for each of its patterns. */
export type Compiled<Row> = Omit<Row, 'says'> & { readonly pattern: RegExp };

/** Returns a function for the rules of a table in order, each matching a whole clause; compiled on first use. */
export function compiledOnce<Row extends { readonly says: readonly string[] }>(
  words: Composer,
  rows: readonly Row[],
): () => readonly Compiled<Row>[] {
  let rules: readonly Compiled<Row>[] | undefined;
  return () =>
    (rules ??= rows.flatMap(({ says, ...rest }) =>
      says.map((text) => ({ ...rest, pattern: words.pattern(`^(?:${text})$`) })),
    ));
}

// Expands contractions in an English sentence and strips openers that state nothing. Pure.

const CONTRACTIONS = en.contractions.map(([short = '', long = '']) => [new RegExp(short, 'giu'), long] as const);
/** Most sentences have no contractions. */
const SHORTENED = EN.pattern(String.raw`['’]|\b{shortened}\b`, 'iu');
const PAUSE = String.raw`[\s,:;!.…–—-]`;
/** "No" is an opener before a comma or a subject; in "no squash merges" it is not. */
const OPENER = EN.pattern(
  String.raw`^(?:{openers}(?=${PAUSE}|$)|{briefOpeners}(?=[,;!.…–—]|\s+[–—-]|\s+(?:I|we|my)\b|$))${PAUSE}*`,
  'iu',
);
/** "Thanks, Mel!": addresses somebody by name. */
const CALLED = EN.pattern(String.raw`^(?:{greetings} )?(?!{timeStarts}\b)\p{Lu}{word}(?:[,!]+| -) (?=\p{L})`, 'iu');
const SUBJECT_NEXT = /^(?:I|we|my|our)\b/i;

export function inPlainWords(sentence: string): string {
  let plain = sentence.replaceAll('’', "'");
  if (SHORTENED.test(plain)) for (const [short, long] of CONTRACTIONS) plain = plain.replace(short, long);
  return plain.replace(/\s+/gu, ' ').trim();
}

/** Strips "By the way," and "Thanks, Mel!" from the start. */
export function withoutOpeners(sentence: string): string {
  for (let rest = sentence; ;) {
    const next = rest.replace(OPENER, '');
    const called = SUBJECT_NEXT.test(next) ? next : next.replace(CALLED, '');
    if (called === rest) return rest;
    rest = called;
  }
}

// Statements that something ended: "no longer live in Ghent", "do not work at Google anymore", 不再喝酒了. Finds what it
// was; does not judge whether it matters. Pure.

export interface Ending {
  /** The former state: "live in Ghent". */
  readonly was: string;
  /** The predicate is with "be": "am vegan". */
  readonly isBe: boolean;
}

const NO_LONGER = /^(?<be>(?:am|are) )?no longer (?<was>.+)$/u;
const ANY_MORE =
  /^(?:do|(?<be>am|are)) not (?<was>.+?) (?:any ?more|any longer)(?<more> (?:since|after|because of|as of) .+)?$/u;
const ZH_ENDING = /^(?:现在|已经|早就)?(?:再也不|不再?)(?<was>.+?)了?$/u;

/** Expects the predicate of "I"; null if nothing ended. */
export function endingOf(predicate: string): Ending | null {
  const groups = (NO_LONGER.exec(predicate) ?? ANY_MORE.exec(predicate))?.groups;
  return groups?.was === undefined ? null : { was: `${groups.was}${groups.more ?? ''}`, isBe: groups.be !== undefined };
}

/** Expects the text after 我: 不再住在北京, 不住在北京了. */
export function chineseEnding(rest: string): string | null {
  const was = /不再|再也不|了$/u.test(rest) ? ZH_ENDING.exec(rest)?.groups?.was : undefined;
  return was === undefined || was === '' ? null : was;
}

// Reduces the value of a place, a firm or a birth date to just that, without the words after it. Pure; the statement
// keeps them.

/** "4 May 1985 in Ghent". */
const BEHIND_DAY = /^(?<name>.*\d.*?),? (?:in|at) (?!\d).+$/u;

const TOOLS: ReadonlySet<string> = new Set(slotWords.tools);
const SLOTS: ReadonlySet<string> = new Set(['residence', 'birthplace', 'employer', 'left']);
const BEHIND_NAMED = EN.pattern('^(?<name>{named}){behindNamed}$');
const BEHIND_FIRM = EN.pattern('^(?<name>{named}){behindFirm}$');
const BEHIND_ANY = EN.pattern('^(?<name>.+?){behindAny}$');

/** "Siemens as an engineer" becomes Siemens, "Ghent on 4 May 1985" becomes Ghent; other slots keep the value. */
export function placeValue(key: string, value: string): string {
  const cut = (text: string, pattern: RegExp): string => pattern.exec(text)?.groups?.name ?? text;
  if (key === 'birth-date') return cut(value, BEHIND_DAY);
  if (!SLOTS.has(key)) return value;
  const bare = cut(cut(value, BEHIND_ANY), BEHIND_NAMED);
  return key === 'employer' || key === 'left' ? cut(bare, BEHIND_FIRM) : bare;
}

/** Whether it may be a firm's name, not that of a city, a country or a program. */
export function isFirm(value: string): boolean {
  const form = oneName(plainForm(placeValue('employer', value)));
  return levelOf(form) === null && !TOOLS.has(form) && !TOOLS.has(form.split(' ')[0] ?? form);
}

// The rules of templates/extract/en.json, compiled once.

interface Row {
  readonly kind: string;
  readonly key: string;
  readonly confidence: number;
  readonly says: readonly string[];
  readonly taste?: boolean;
  readonly goal?: boolean;
  readonly event?: boolean;
  readonly dated?: boolean;
  readonly habit?: boolean;
  /** Only with "always", "usually" and the like. */
  readonly always?: boolean;
  /** Only after "only". */
  readonly only?: boolean;
  readonly concrete?: boolean;
  readonly ongoing?: boolean;
  readonly frequent?: boolean;
  readonly kinObject?: boolean;
  /** The value is a person's name. */
  readonly person?: boolean;
  /** Only after a fact with this key in the same sentence: someone who left a firm and joined another works there. */
  readonly behind?: string;
  /** The value is not a known place. */
  readonly firm?: boolean;
  /** Never a task for an assistant. */
  readonly sure?: boolean;
}

export type Rule = Compiled<Row>;

/** What may follow "I", in order. */
export const rulesOf = compiledOnce<Row>(EN, en.rules);

/** Kin known only by their own word: a landlord must not become "a colleague". */
const BY_WORD = new Set(['colleague', 'in-law', 'step']);
const KIN_KEYS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(zh.kin).flatMap(([key, words]) => words.map((name) => [name, key] as const)),
  ...Object.entries(en.kin).flatMap(([key, words]) =>
    words.flatMap((name) => [[name, BY_WORD.has(key) ? name : key] as const, [`${name}s`, key] as const]),
  ),
]);

/** `sister` for "sister", `pet` for "dogs"; null for other words. */
export const kinOf = (word: string): string | null => KIN_KEYS.get(word.toLowerCase()) ?? null;

/** Words for one's own people, as alternatives. */
export const KIN_WORDS = EN.source('{kin}');

// The types of extraction by rules.

/** The speaker and the setting. */
export interface Teller {
  /** The person's name in facts: that of the transcript, else "User". */
  readonly name: string;
  /** The talk is with an assistant, so a wish for now is a task and not a goal. */
  readonly assisted: boolean;
  readonly project: string | null;
  /** Local day of the turn; null if the format lacks it. */
  readonly day: string | null;
}

/** One thing that was said, with its slot. */
export interface Found {
  readonly kind: string;
  readonly key: string;
  readonly value: string;
  /** Stands alone, without its context. */
  readonly text: string;
  /** `2023-05-07`, `2023-05` or `2023`. */
  readonly at?: string | null;
  /** Names of other people. */
  readonly persons?: readonly string[];
  readonly confidence: number;
}
