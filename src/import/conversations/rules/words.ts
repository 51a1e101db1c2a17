// Patterns put together from the words and the named parts of templates/extract: `{name}` stands for one of a list's
// words, or of a part's alternatives. Decides nothing by itself.
import en from '../../../../templates/extract/en.json';
import zh from '../../../../templates/extract/zh.json';
import slotWords from '../../../../templates/slots/words.json';
import notNames from '../../../../templates/words/not-names.json';
import numbers from '../../../../templates/words/numbers.json';
import data from '../../../../templates/extract/en.json';
import { MONTHS, WEEKDAYS } from '../../../language/dates/calendar.ts';
import { levelOf, oneName, plainForm } from '../../../language/slots/value.ts';

type Named = Readonly<Record<string, readonly string[]>>;

export interface Composer {
  /** The text of a pattern with its names written out. Throws on a name that the file does not have. */
  source(text: string): string;
  pattern(text: string, flags?: string): RegExp;
}

/** Words as one choice, the longest first. */
const anyOf = (words: readonly string[]): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|');

/** `{O}` and `{list}`, but no `{2,8}` and no `\p{Lu}`. */
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

/** A sentence of a table with the values of the names in its braces. */
export const fillIn = (sentence: string, values: Readonly<Record<string, string | undefined>>): string =>
  sentence.replace(NAME, (_all, name: string) => values[name] ?? '');

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** In a sentence of English too: "my 老婆". */
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

/** A pattern of English or of Chinese words. */
export const either = (english: string, chinese: string): RegExp =>
  new RegExp(`${EN.source(english)}|${ZH.source(chinese)}`, 'iu');

/** A row of a table of rules, one for each of its patterns. */
export type Compiled<Row> = Omit<Row, 'says'> & { readonly pattern: RegExp };

/** Gives the rules of a table in order, each on a whole clause; compiled when they are first asked for. */
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

// An English sentence in whole words and without what opens it and states nothing. Pure.

const CONTRACTIONS = en.contractions.map(([short = '', long = '']) => [new RegExp(short, 'giu'), long] as const);
/** Most sentences have nothing to write out. */
const SHORTENED = EN.pattern(String.raw`['’]|\b{shortened}\b`, 'iu');
const PAUSE = String.raw`[\s,:;!.…–—-]`;
/** "No" opens a sentence before a comma and before who speaks; "no squash merges" is none. */
const OPENER = EN.pattern(
  String.raw`^(?:{openers}(?=${PAUSE}|$)|{briefOpeners}(?=[,;!.…–—]|\s+[–—-]|\s+(?:I|we|my)\b|$))${PAUSE}*`,
  'iu',
);
/** "Thanks, Mel!": somebody is called by name. */
const CALLED = EN.pattern(String.raw`^(?:{greetings} )?(?!{timeStarts}\b)\p{Lu}{word}(?:[,!]+| -) (?=\p{L})`, 'iu');
const SUBJECT_NEXT = /^(?:I|we|my|our)\b/i;

export function inPlainWords(sentence: string): string {
  let plain = sentence.replaceAll('’', "'");
  if (SHORTENED.test(plain)) for (const [short, long] of CONTRACTIONS) plain = plain.replace(short, long);
  return plain.replace(/\s+/gu, ' ').trim();
}

/** Without "By the way," and "Thanks, Mel!" before what is said. */
export function withoutOpeners(sentence: string): string {
  for (let rest = sentence; ;) {
    const next = rest.replace(OPENER, '');
    const called = SUBJECT_NEXT.test(next) ? next : next.replace(CALLED, '');
    if (called === rest) return rest;
    rest = called;
  }
}

// What is no longer so: "no longer live in Ghent", "do not work at Google anymore", 不再喝酒了. Finds what it was; says
// nothing about whether that is worth telling. Pure.

export interface Ending {
  /** As it was: "live in Ghent". */
  readonly was: string;
  /** Said of what somebody is: "am vegan". */
  readonly isBe: boolean;
}

const NO_LONGER = /^(?<be>(?:am|are) )?no longer (?<was>.+)$/u;
const ANY_MORE =
  /^(?:do|(?<be>am|are)) not (?<was>.+?) (?:any ?more|any longer)(?<more> (?:since|after|because of|as of) .+)?$/u;
const ZH_ENDING = /^(?:现在|已经|早就)?(?:再也不|不再?)(?<was>.+?)了?$/u;

/** Of the predicate of "I"; null where nothing ended. */
export function endingOf(predicate: string): Ending | null {
  const groups = (NO_LONGER.exec(predicate) ?? ANY_MORE.exec(predicate))?.groups;
  return groups?.was === undefined ? null : { was: `${groups.was}${groups.more ?? ''}`, isBe: groups.be !== undefined };
}

/** Of what follows 我: 不再住在北京, 不住在北京了. */
export function chineseEnding(rest: string): string | null {
  const was = /不再|再也不|了$/u.test(rest) ? ZH_ENDING.exec(rest)?.groups?.was : undefined;
  return was === undefined || was === '' ? null : was;
}

// The value of a place, a firm or a day of birth: that alone, without what stands behind it in the sentence. Pure; the
// statement keeps its words.

/** "4 May 1985 in Ghent". */
const BEHIND_DAY = /^(?<name>.*\d.*?),? (?:in|at) (?!\d).+$/u;

const TOOLS: ReadonlySet<string> = new Set(slotWords.tools);
const SLOTS: ReadonlySet<string> = new Set(['residence', 'birthplace', 'employer', 'left']);
const BEHIND_NAMED = EN.pattern('^(?<name>{named}){behindNamed}$');
const BEHIND_FIRM = EN.pattern('^(?<name>{named}){behindFirm}$');
const BEHIND_ANY = EN.pattern('^(?<name>.+?){behindAny}$');

/** "Siemens as an engineer" is Siemens, "Ghent on 4 May 1985" is Ghent; of another slot the value as it is. */
export function placeValue(key: string, value: string): string {
  const cut = (text: string, pattern: RegExp): string => pattern.exec(text)?.groups?.name ?? text;
  if (key === 'birth-date') return cut(value, BEHIND_DAY);
  if (!SLOTS.has(key)) return value;
  const bare = cut(cut(value, BEHIND_ANY), BEHIND_NAMED);
  return key === 'employer' || key === 'left' ? cut(bare, BEHIND_FIRM) : bare;
}

/** May it be the name of a firm: not that of a city, a country or a program? */
export function isFirm(value: string): boolean {
  const form = oneName(plainForm(placeValue('employer', value)));
  return levelOf(form) === null && !TOOLS.has(form) && !TOOLS.has(form.split(' ')[0] ?? form);
}

// The rules of templates/extract/en.json, compiled once, and the nouns of extraction.

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
  /** Only what is always or usually so. */
  readonly always?: boolean;
  /** Behind "only". */
  readonly only?: boolean;
  readonly concrete?: boolean;
  readonly ongoing?: boolean;
  readonly frequent?: boolean;
  readonly wholeJob?: boolean;
  readonly kinObject?: boolean;
  /** Its value is somebody's name. */
  readonly person?: boolean;
  /** Only behind a fact with this key, in one sentence: who left a firm and joined another works there. */
  readonly behind?: string;
  /** Its value is no place that is known. */
  readonly firm?: boolean;
  /** Never a task for an assistant. */
  readonly sure?: boolean;
}

export type Rule = Compiled<Row>;

/** What may follow "I", in order. */
export const rulesOf = compiledOnce<Row>(EN, data.rules);

/** Those whom only their own word names: nobody is "a colleague" who is a landlord. */
const BY_WORD = new Set(['colleague', 'in-law', 'step']);
let kinKeys: Map<string, string> | undefined;

/** `sister` for "sister", `pet` for "dogs"; null for what is no one of a family or a circle. */
export function kinOf(word: string): string | null {
  kinKeys ??= new Map([
    ...Object.entries(zh.kin).flatMap(([key, words]) => words.map((name) => [name, key] as const)),
    ...Object.entries(data.kin).flatMap(([key, words]) =>
      words.flatMap((name) => [[name, BY_WORD.has(key) ? name : key] as const, [`${name}s`, key] as const]),
    ),
  ]);
  return kinKeys.get(word.toLowerCase()) ?? null;
}

/** The words for people of one's own, as one choice. */
export const KIN_WORDS = EN.source('{kin}');

// The nouns of extraction by rules. Nothing here reads or decides.

/** Who speaks, and about what. */
export interface Teller {
  /** As the facts call the person: the name of the transcript, else "User". */
  readonly name: string;
  /** The talk is with an assistant: what the person wants now is a task and no goal. */
  readonly assisted: boolean;
  readonly project: string | null;
  /** Local day of the turn; null where the format does not say. */
  readonly day: string | null;
}

/** One thing that was said, with what it is about. */
export interface Found {
  readonly kind: string;
  readonly key: string;
  readonly value: string;
  /** Stands alone. */
  readonly text: string;
  /** `2023-05-07`, `2023-05` or `2023`. */
  readonly at?: string | null;
  /** Names of others. */
  readonly persons?: readonly string[];
  readonly confidence: number;
}
