// Finds the names in statements: by form, as runs of capitalised words, and by how all statements write them, with
// capitals in mid-sentence and hardly ever without. In doubt a word is not a name, because a page may be titled after
// it.
import irregular from '../../templates/words/irregular.en.json';
import notNames from '../../templates/words/not-names.json';
import stopWords from '../../templates/words/stop-words.en.json';
import { LIMITS } from '../model/limits.ts';

interface Word {
  /** Without a trailing possessive or contracted verb. */
  readonly text: string;
  readonly lower: string;
  /** It looks like a name, by a capital or by its spelling. */
  readonly capital: boolean;
  /** First word of a sentence, line, quotation or the like, where a capital means nothing. */
  readonly first: boolean;
  /** Ends in 's: a possessive, or "is". */
  readonly owns: boolean;
  /** The text between it and the previous word. */
  readonly gap: string;
}

/** A run of words that may be one name: from `start` to `end` (exclusive). */
interface Run {
  readonly start: number;
  readonly end: number;
}

/** Letters of scripts without capitals separate words here, like spaces. */
const LETTER = String.raw`\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{N}`;
const WORD = new RegExp(
  String.raw`(?<![${LETTER}])(?:(?:\p{Lu}\.){2,}|(?!I\.)\p{Lu}\.(?=\s+\p{Lu}))|[${LETTER}](?:[${LETTER}\p{M}]|` +
    String.raw`['’&-](?=[${LETTER}])|\.(?=\p{Ll}{2,4}(?!\p{L})))*[+#]*`,
  'gu',
);
const CODE = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g;
/** An address, a path or a footnote. */
const ADDRESS = /:\/\/|@.+\.|[\\/].*[\\/]|\[\^/;
const TAIL = /['’](?:s|d|ll|ve|re|m)$|(?<=s)['’]$/iu;
const SENTENCE = /[.!?…:;\n"“”„«»()[\]{}—–•]|\s-\s|^\s*[-*>#]/u;
const TITLES = new Set(notNames.titles);
const LINKS = new Set(notNames.links);
const VERBS = new Set([...notNames.auxiliaries, ...notNames.personVerbs]);
/** "Potter-related", "Oscar-winning": adjectives, whoever they name. */
const COMPOUND = new RegExp(
  String.raw`-(?:\p{Ll}+(?:ed|ing|ly|wide|like)|free|friendly|style|born|only|specific|compatible|first|level|` +
    String.raw`time|size|made|led|run|themes?|to|in|up|on|off|out|of|the|a|and)(?:$|-)`,
  'u',
);
const SITE = /^(?!(?:index|main|app|server|config|package|test)\.)\p{L}{2,}\.(?:js|io|net|ai)$/iu;

/** True if most of its letters belong to scripts without capitals, which show no names. */
export function isCaseless(text: string): boolean {
  if (!/[^\u0000-\u024f]/.test(text)) return false;
  return (text.match(/\p{Lo}/gu)?.length ?? 0) > (text.match(/[\p{Lu}\p{Ll}]/gu)?.length ?? 0);
}

/** Reads only as much text as a fact may have. */
export function wordsOf(text: string): Word[] {
  const plain = withoutCode(text.slice(0, LIMITS.fact));
  const words: Word[] = [];
  let end = 0;
  for (const match of plain.matchAll(WORD)) {
    const gap = plain.slice(end, match.index);
    end = match.index + match[0].length;
    const quoted = /['’]/.test(match[0]);
    const text = quoted ? match[0].replace(TAIL, '') : match[0];
    const before = words.at(-1);
    words.push({
      text,
      lower: text.toLowerCase(),
      capital: looksNamed(text),
      first: before === undefined || (gap !== ' ' && SENTENCE.test(gap) && !(gap === '. ' && TITLES.has(before.text))),
      owns: quoted && /['’]s$/i.test(match[0]),
      gap,
    });
  }
  return words;
}

/** Replaces code, addresses and footnotes with line breaks, as if a new sentence started after them. */
function withoutCode(text: string): string {
  const prose = text.includes('`') ? text.replace(CODE, '\n') : text;
  return /[@/\\^]/.test(prose) ? prose.replace(/\S+/g, (token) => (ADDRESS.test(token) ? '\n' : token)) : prose;
}

function looksNamed(text: string): boolean {
  if (/^[a-z]+$/.test(text)) return false;
  if (/^\p{Lu}/u.test(text)) return !COMPOUND.test(text) && !/^\p{Lu}\d+$/u.test(text);
  return isSpelledAsName(text);
}

/** A spelling that ordinary words do not have: PostgreSQL, iPhone, node.js, GPT-4. */
function isSpelledAsName(text: string): boolean {
  if (SITE.test(text)) return true;
  if (COMPOUND.test(text) || /^\p{Lu}\d+$|^\p{Ll}+-/u.test(text)) return false;
  return /\p{Ll}\p{Lu}|^\p{Lu}[\p{L}-]*\d/u.test(text);
}

/** True if this is certainly a verb in a form that follows a name. */
export function isVerb(word: Word): boolean {
  return VERBS.has(word.lower) || /^\p{Ll}{2,}ed$/u.test(word.text);
}

/** The longest runs of capitalised words, joined by spaces, `&` and small words such as "of" and "van". */
export function runsOf(words: readonly Word[]): Run[] {
  const runs: Run[] = [];
  for (let start = 0; start < words.length; start++) {
    if (!words[start]?.capital) continue;
    let end = start + 1;
    while (!words[end - 1]?.owns) {
      const to = nextCapital(words, end);
      if (to === null) break;
      end = to + 1;
    }
    runs.push({ start, end });
    start = end - 1;
  }
  return runs;
}

/** The capitalised word that continues a run after at most two small words. */
function nextCapital(words: readonly Word[], at: number): number | null {
  for (let i = at; i < at + 3; i++) {
    const word = words[i];
    if (!word || !(word.gap === ' ' || (i === at && (word.gap === ' & ' || (word.gap === '. ' && !word.first)))))
      return null;
    if (word.capital) return i;
    if (!LINKS.has(word.text) && !(word.text === 'the' && words[i - 1]?.text === 'of')) return null;
  }
  return null;
}

/** The words of a run as one name, as written. */
export function nameOf(words: readonly Word[], { start, end }: Run): string {
  let name = words[start]?.text ?? '';
  for (let i = start + 1; i < end; i++) name += `${words[i]?.gap ?? ' '}${words[i]?.text ?? ''}`;
  return name;
}

interface Seen {
  mid: number;
  first: number;
  /** Followed by a verb typical of persons ("said", "prefers"), at the start of a sentence. */
  acting: number;
}

const STOP = new Set(stopWords.words);
const INTERJECTIONS = new Set(notNames.interjections);
const IRREGULAR_FORMS = irregular.verbs.flatMap((line) => [`${line.split(' ')[0]}s`, ...line.split(' ')]);
const STARTERS = new Set([
  ...notNames.interjections,
  ...notNames.starters,
  ...notNames.personVerbs,
  ...notNames.auxiliaries,
  ...IRREGULAR_FORMS,
]);
const NEVER_ALONE = new Set([...notNames.roles, ...notNames.calendar, ...notNames.peoples]);
const PEOPLES = new Set(notNames.peoples);
const CALENDAR = new Set(notNames.calendar);
const DAYS = new Set(notNames.calendar.filter((word) => /^(?:mon|tue|wed|thu|fri|sat|sun)/.test(word)));
/** Surnames that are also function words. */
const SURNAMES = new Set(['May', 'Will']);
/** After these words the name of a month is a date. */
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

/** Collects the names of all statements; more may be added later. */
export function buildNameIndex(texts: Iterable<string>): NameIndex {
  const index = new NameIndex();
  for (const text of texts) index.addStatement(text);
  return index;
}

/** Names as statements write them. */
class NameIndex {
  private readonly seen = new Map<string, Seen>();
  private readonly lower = new Map<string, number>();
  private readonly articles = new Map<string, { written: number; leading: number; any: number }>();
  private readonly leads = new Map<string, number>();

  /** Adds another statement. */
  addStatement(text: string): void {
    if (isCaseless(text)) return;
    const words = wordsOf(text);
    if (saysNothingByCapitals(words)) return;
    // A text without any capitals says nothing about words that others capitalise.
    if (/\p{Lu}/u.test(text))
      for (const word of words) if (!word.capital) this.lower.set(word.lower, this.lowerOf(word.lower) + 1);
    const runs = runsOf(words);
    for (const run of runs) this.addRun(words, run);
    const lead = runs[0]?.start === 0 ? nameOf(words, runs[0]).replace(/^The /, '') : '';
    if (lead !== '') this.leads.set(lead, this.timesSubject(lead) + 1);
  }

  /** True if this word or sequence, as written, is a name. */
  isName(name: string): boolean {
    const words = name.split(/ (?:& )?/);
    return words.length === 1 ? this.isWordName(name) : this.isSequenceName(name, words);
  }

  /** The form for a page title: "The Beatles" for "Beatles". */
  titleOf(name: string): string {
    const the = this.articles.get(name);
    const { mid, first } = this.seenAs(name);
    if (!the || the.any * 2 <= mid + first) return name;
    const taken = the.written > 0 || (the.leading > 0 && (!name.includes(' ') || /[^s]s$/.test(name)));
    return taken ? `The ${name}` : name;
  }

  /** How many statements start with the name. */
  timesSubject(name: string): number {
    return this.leads.get(name.replace(/^The /, '')) ?? 0;
  }

  private seenAs(name: string): Seen {
    return this.seen.get(name) ?? { mid: 0, first: 0, acting: 0 };
  }

  private lowerOf(word: string): number {
    return this.lower.get(word.toLowerCase()) ?? 0;
  }

  private addRun(words: readonly Word[], run: Run): void {
    if (!words[run.start]) return;
    const part = trimRun(words, run);
    if (part.start === part.end) return;
    const name = nameOf(words, part);
    const entry = this.seenAs(name);
    this.seen.set(name, entry);
    const article = words[part.start - 1];
    if (article?.lower === 'the' && words[part.start]?.gap === ' ') {
      const the = this.articles.get(name) ?? { written: 0, leading: 0, any: 0 };
      if (article.text === 'The' && !article.first) the.written++;
      if (article.text === 'The' && article.first && speaksOn(words, part.end)) the.leading++;
      the.any++;
      this.articles.set(name, the);
    }
    if (!words[part.start]?.first) entry.mid++;
    else {
      entry.first++;
      if (PERSON_VERBS.has(words[part.end]?.lower ?? '') && words[part.end]?.gap === ' ') entry.acting++;
    }
  }

  private isWordName(word: string): boolean {
    const low = word.toLowerCase();
    if (STOP.has(low) || NEVER_ALONE.has(low) || word.length < 2) return false;
    const { mid, first, acting } = this.seenAs(word);
    const plain = this.lowerOf(word);
    if (isSpelledAsName(word)) return mid + first > 0;
    if (STARTERS.has(low)) return mid > 0 && acting > 1 && plain * 10 <= mid;
    if (isShouted(word) && (plain > 0 || (word.length > 5 && mid < 2))) return false;
    if (mid === 0) return acting >= 2 && plain === 0;
    return mid === 1 ? plain === 0 : plain * 10 <= mid;
  }

  private isSequenceName(name: string, words: readonly string[]): boolean {
    const entry = this.seen.get(name);
    const head = words[0] ?? '';
    if (!entry || words.every((word) => NEVER_ALONE.has(word.toLowerCase()))) return false;
    const ordinary = words.every((word) => this.lowerOf(word) > 0);
    if (entry.mid > (ordinary ? 1 : 0)) return !STOP.has(head.toLowerCase());
    if (PEOPLES.has(head.toLowerCase()) && words.length > 2) return true;
    return !this.isCommonStart(head) && (this.lowerOf(head) === 0 || (entry.first > 1 && !ordinary));
  }

  /** A sentence-initial word that more likely says something about the name after it: "Visited Paris". */
  private isCommonStart(word: string): boolean {
    const low = word.toLowerCase();
    if (STOP.has(low) || STARTERS.has(low) || NEVER_ALONE.has(low)) return true;
    return /(?:ed|ing)$/.test(low) && this.seenAs(word).mid === 0;
  }
}

/** Trims words around a name: "Hey", "The", "And", "Monday", the May of "in May". */
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

/** True if a verb follows or the name is possessive: then it is the whole subject. */
function speaksOn(words: readonly Word[], at: number): boolean {
  return words[at - 1]?.owns === true || (words[at]?.gap === ' ' && isVerb(words[at]));
}

function isMonth(word: Word | undefined): boolean {
  return word !== undefined && CALENDAR.has(word.lower);
}

/** True if the capitals carry no information: shouted text, headlines, and German, where every noun has one. */
function saysNothingByCapitals(words: readonly Word[]): boolean {
  const capitals = words.filter((word) => word.capital).length;
  if (words.length >= 4 && capitals === words.length) return true;
  return words.filter((word) => GERMAN.has(word.text)).length >= 2;
}

function isShouted(word: string): boolean {
  return /^\p{Lu}{2,}$/u.test(word);
}

// The subject of a statement, for routing, and the names that it mentions. A page may be titled after the result, so it
// returns null rather than guess; scripts without capitals are never guessed at.

/** After a leading name these words show that it was addressed rather than talked about: "Melanie you are great". */
const SPOKEN_TO = new Set([
  'you',
  'your',
  "you're",
  'i',
  'we',
  'it',
  'that',
  'this',
  'what',
  'how',
  'why',
  'when',
  'where',
  'let',
  'lets',
  'please',
  'thanks',
  'thank',
  'they',
  'my',
  'our',
  'here',
  'there',
  'so',
  'did',
  'do',
  'are',
  'have',
  'can',
  'could',
  'will',
  'would',
]);
const APPOSITION = new Set([
  'a',
  'an',
  'the',
  'who',
  'whose',
  'which',
  'also',
  'formerly',
  'aka',
  'called',
  'born',
  'like',
  'as',
  'along',
  'together',
  'my',
  'our',
  'his',
  'her',
  'their',
  'user',
]);

/** A subject needs no more than this many characters, a name no more than this many words. */
const REACH = 160;
const LONGEST = 8;

/**
 * The name that a statement starts with if it is about it, in the form of a page title ("Caroline", "Ellie Kemper" from
 * "Ellie Kemper's father", "The Beatles"), else null.
 */
export function subjectOf(text: string, names: NameIndex): string | null {
  if (isCaseless(text)) return null;
  const words = wordsOf(text.slice(0, REACH));
  const the = words[0]?.text === 'The' && words[1]?.gap === ' ';
  const start = the ? 1 : 0;
  if (!words[start]?.capital || /\p{L}/u.test(words[0]?.gap ?? '')) return null;
  const run = runsOf(words.slice(start))[0];
  if (run?.start !== 0) return null;
  const name = longestName(words, start, run.end + start, names);
  if (name === null || !isSpokenOf(words, name, the)) return null;
  return names.titleOf(nameOf(words, name));
}

/** All names in a statement, in order and without duplicates; of two overlapping ones the longer. */
export function mentionsOf(text: string, names: NameIndex): string[] {
  if (isCaseless(text)) return [];
  const words = wordsOf(text);
  const found = new Set<string>();
  for (const run of runsOf(words)) {
    for (let start = run.start; start < run.end; start++) {
      const name = longestName(words, start, run.end, names);
      if (name === null) continue;
      found.add(names.titleOf(nameOf(words, name)));
      start = name.end - 1;
    }
  }
  return [...found];
}

/** The longest name that starts at `start` and ends by `limit`. */
function longestName(words: readonly Word[], start: number, limit: number, names: NameIndex): Run | null {
  if (!words[start]?.capital) return null;
  for (let end = Math.min(limit, start + LONGEST); end > start; end--) {
    if (words[end - 1]?.capital && names.isName(nameOf(words, { start, end }))) return { start, end };
  }
  return null;
}

/** True if the statement goes on to say something about the name. */
function isSpokenOf(words: readonly Word[], name: Run, the: boolean): boolean {
  const last = words[name.end - 1];
  const next = words[name.end];
  if (!last || !next) return false;
  if (last.owns) return true;
  if (/^\s*(?::\s|[-–—]\s|\()/.test(next.gap)) return true;
  if (/^\s*,/.test(next.gap)) return APPOSITION.has(next.lower);
  if (next.gap !== ' ') return false;
  if (isVerb(next)) return !asksOf(words, name);
  if (SPOKEN_TO.has(next.lower)) return false;
  // "The PostgreSQL server", "LGBTQ youth": the name is only a modifier.
  const adjective = the || /^\p{Lu}{2,}$/u.test(last.text);
  return !adjective || (isSpelledAsName(last.text) && !the);
}

/** "Caroline can you help": a question to someone. */
function asksOf(words: readonly Word[], name: Run): boolean {
  return /^(?:you|we|i)$/.test(words[name.end + 1]?.lower ?? '');
}
