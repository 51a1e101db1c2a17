// Which words are names, learned from how all statements write them: capitals in mid-sentence, and hardly
// ever without. In doubt a word is no name, because a page may be called after it.
import irregular from '../../../templates/words/irregular.en.json';
import notNames from '../../../templates/words/not-names.json';
import stopWords from '../../../templates/words/stop-words.en.json';
import { isCaseless, isSpelledAsName, isVerb, nameOf, runsOf, wordsOf } from './capitals.ts';
import type { Run, Word } from './capitals.ts';

export interface NameIndex {
  /** Learns from one more statement. */
  addStatement(text: string): void;
  /** Is this word or sequence, as written, a name? */
  isName(name: string): boolean;
  /** The form that a page would be called by: "The Beatles" for "Beatles". */
  titleOf(name: string): string;
  /** How many statements begin with the name. */
  timesSubject(name: string): number;
}

interface Seen {
  mid: number;
  first: number;
  /** Followed by what persons do ("said", "prefers"), at the start of a sentence. */
  acting: number;
}

const STOP = new Set(stopWords.words);
const INTERJECTIONS = new Set(notNames.interjections);
const VERBS = irregular.verbs.flatMap((line) => [`${line.split(' ')[0]}s`, ...line.split(' ')]);
const STARTERS = new Set([
  ...notNames.interjections,
  ...notNames.starters,
  ...notNames.personVerbs,
  ...notNames.auxiliaries,
  ...VERBS,
]);
const NEVER_ALONE = new Set([...notNames.roles, ...notNames.calendar, ...notNames.peoples]);
const PEOPLES = new Set(notNames.peoples);
const CALENDAR = new Set(notNames.calendar);
const DAYS = new Set(notNames.calendar.filter((word) => /^(?:mon|tue|wed|thu|fri|sat|sun)/.test(word)));
/** Surnames that are little words too. */
const SURNAMES = new Set(['May', 'Will']);
/** After these the name of a month is a date. */
const AFTER = new Set([
  'in',
  'on',
  'of',
  'by',
  'since',
  'until',
  'till',
  'from',
  'to',
  'for',
  'last',
  'next',
  'this',
  'early',
  'late',
  'mid',
  'during',
  'before',
  'after',
]);
const PERSON_VERBS = new Set(notNames.personVerbs);
const GERMAN = new Set(notNames.german);

/** Gathers the names of all statements; more may be added later. */
export function buildNameIndex(texts: Iterable<string>): NameIndex {
  const seen = new Map<string, Seen>();
  const lower = new Map<string, number>();
  const articles = new Map<string, { written: number; leading: number; any: number }>();
  const leads = new Map<string, number>();

  const note = (name: string): Seen => {
    const entry = seen.get(name) ?? { mid: 0, first: 0, acting: 0 };
    seen.set(name, entry);
    return entry;
  };
  const lowerOf = (word: string): number => lower.get(word.toLowerCase()) ?? 0;

  const addRun = (words: readonly Word[], run: Run): void => {
    const head = words[run.start];
    if (!head) return;
    const part = trimRun(words, run);
    if (part.start === part.end) return;
    const name = nameOf(words, part);
    const entry = note(name);
    const article = words[part.start - 1];
    if (article?.lower === 'the' && words[part.start]?.gap === ' ') {
      const the = articles.get(name) ?? { written: 0, leading: 0, any: 0 };
      if (article.text === 'The' && !article.first) the.written++;
      if (article.text === 'The' && article.first && speaksOn(words, part.end)) the.leading++;
      the.any++;
      articles.set(name, the);
    }
    if (!words[part.start]?.first) entry.mid++;
    else {
      entry.first++;
      if (PERSON_VERBS.has(words[part.end]?.lower ?? '') && words[part.end]?.gap === ' ') entry.acting++;
    }
  };

  const isWordName = (word: string): boolean => {
    const low = word.toLowerCase();
    if (STOP.has(low) || NEVER_ALONE.has(low) || word.length < 2) return false;
    const { mid, first, acting } = seen.get(word) ?? { mid: 0, first: 0, acting: 0 };
    const plain = lowerOf(word);
    if (isSpelledAsName(word)) return mid + first > 0;
    if (STARTERS.has(low)) return mid > 0 && acting > 1 && plain * 10 <= mid;
    if (isShouted(word) && (plain > 0 || (word.length > 5 && mid < 2))) return false;
    if (mid === 0) return acting >= 2 && plain === 0;
    return mid === 1 ? plain === 0 : plain * 10 <= mid;
  };

  const isSequenceName = (name: string, words: readonly string[]): boolean => {
    const entry = seen.get(name);
    const head = words[0] ?? '';
    if (!entry || words.every((word) => NEVER_ALONE.has(word.toLowerCase()))) return false;
    const ordinary = words.every((word) => lowerOf(word) > 0);
    if (entry.mid > (ordinary ? 1 : 0)) return !STOP.has(head.toLowerCase());
    if (PEOPLES.has(head.toLowerCase()) && words.length > 2) return true;
    return !isCommonStart(head) && (lowerOf(head) === 0 || (entry.first > 1 && !ordinary));
  };

  /** A first word of a sentence that is more likely what is said about the name after it: "Visited Paris". */
  const isCommonStart = (word: string): boolean => {
    const low = word.toLowerCase();
    if (STOP.has(low) || STARTERS.has(low) || NEVER_ALONE.has(low)) return true;
    return /(?:ed|ing)$/.test(low) && (seen.get(word)?.mid ?? 0) === 0;
  };

  const index: NameIndex = {
    addStatement(text) {
      if (isCaseless(text)) return;
      const words = wordsOf(text);
      if (saysNothingByCapitals(words)) return;
      // Who writes no capitals at all says nothing of words that others capitalise.
      if (/\p{Lu}/u.test(text))
        for (const word of words) if (!word.capital) lower.set(word.lower, (lower.get(word.lower) ?? 0) + 1);
      const runs = runsOf(words);
      for (const run of runs) addRun(words, run);
      const lead = runs[0]?.start === 0 ? nameOf(words, runs[0]).replace(/^The /, '') : '';
      if (lead !== '') leads.set(lead, (leads.get(lead) ?? 0) + 1);
    },
    isName(name) {
      const words = name.split(/ (?:& )?/);
      return words.length === 1 ? isWordName(name) : isSequenceName(name, words);
    },
    titleOf(name) {
      const the = articles.get(name);
      const { mid, first } = seen.get(name) ?? { mid: 0, first: 0 };
      if (!the || the.any * 2 <= mid + first) return name;
      const taken = the.written > 0 || (the.leading > 0 && (!name.includes(' ') || /[^s]s$/.test(name)));
      return taken ? `The ${name}` : name;
    },
    timesSubject: (name) => leads.get(name.replace(/^The /, '')) ?? 0,
  };
  for (const text of texts) index.addStatement(text);
  return index;
}

/** The run without what stands around a name: "Hey", "The", "And", "Monday", the May of "in May". */
function trimRun(words: readonly Word[], run: Run): Run {
  let { start, end } = run;
  const isLoose = (word: Word | undefined): boolean =>
    word !== undefined &&
    ((STOP.has(word.lower) && !(end - start > 1 && SURNAMES.has(word.text))) ||
      DAYS.has(word.lower) ||
      (word.first && INTERJECTIONS.has(word.lower)));
  while (start < end && (isLoose(words[start]) || (isMonth(words[start]) && AFTER.has(words[start - 1]?.lower ?? ''))))
    start++;
  while (end > start && (isLoose(words[end - 1]) || (isMonth(words[end - 1]) && /^\d/.test(words[end]?.text ?? ''))))
    end--;
  return { start, end };
}

/** Does a verb follow, or a possessive stand before? Then the name is the whole of what is spoken of. */
function speaksOn(words: readonly Word[], at: number): boolean {
  return words[at - 1]?.owns === true || (words[at]?.gap === ' ' && isVerb(words[at]));
}

function isMonth(word: Word | undefined): boolean {
  return word !== undefined && CALENDAR.has(word.lower);
}

/** SHOUTED words and those of headlines have their capitals for another reason; German ones all have them. */
function saysNothingByCapitals(words: readonly Word[]): boolean {
  const capitals = words.filter((word) => word.capital).length;
  if (words.length >= 4 && capitals === words.length) return true;
  return words.filter((word) => GERMAN.has(word.text)).length >= 2;
}

function isShouted(word: string): boolean {
  return /^\p{Lu}{2,}$/u.test(word);
}
