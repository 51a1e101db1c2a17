// A search request, its resolved form, and the rows that its filters, phrases and exclusions select.
import { type Admission, admitting } from '../index/filter.ts';
import { keyword } from '../index/keywords.ts';
import { type Asking, type Question, readOperators } from '../index/query.ts';
import type { Tokenizer } from '../index/tokenizer.ts';
import { foldWord, isAscii } from '../index/tokenizer/scan.ts';
import type { Tables } from '../index/view.ts';
import { checkOrder, isDay } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import { PRIVATE } from '../model/fact.ts';
import { LIMITS } from '../model/limits.ts';
import type { TagTable } from '../model/tag-table.ts';
import { nearest, shortened } from '../model/text.ts';

export const SEARCH_MODES = ['lexical', 'hybrid', 'semantic'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

export interface SearchRequest {
  /** `*` lists the newest. */
  readonly query: string;
  /** Treats the query as plain words, without operators. */
  readonly plain?: boolean;
  /** Maximum number of hits. */
  readonly limit: number;
  /** Any of them. */
  readonly categories: readonly string[];
  /** All of them. */
  readonly tags: readonly string[];
  /** Aliases of tags, if there are any. */
  readonly tagTable?: TagTable;
  /** `fact`, `claim`, `text` or the field `kind` of a fact; any of them. */
  readonly kinds?: readonly string[];
  /** All of them, as named in a fact's fields. */
  readonly persons?: readonly string[];
  readonly entities?: readonly string[];
  /** `key=value`, all of them. */
  readonly fields?: readonly string[];
  /** A zone by its folder or its name without number, or the folder of the daily logs. */
  readonly zone: string | null;
  readonly project: string | null;
  /** What to do with rows of no project: include them beside the project's, or show only them. */
  readonly noProject?: Admission['noProject'];
  /** Local days `YYYY-MM-DD`, both inclusive. */
  readonly since: string | null;
  readonly until: string | null;
  /** Include superseded claims. */
  readonly all: boolean;
  /** Exclude everything tagged private: the answer goes to an agent. */
  readonly open?: boolean;
  readonly mode: SearchMode;
  /** Explain the score of each hit. */
  readonly explain: boolean;
}

/** A request without filters other than the project. */
export const NO_FILTERS = {
  categories: [],
  tags: [],
  kinds: [],
  persons: [],
  entities: [],
  fields: [],
  zone: null,
  since: null,
  until: null,
} satisfies Partial<SearchRequest>;

/** The folders that a search may name as a zone. */
export interface Layout {
  readonly dailyDir: string;
  readonly zones: Readonly<Record<'inbox' | 'projects' | 'wiki' | 'personal' | 'assets' | 'archives', string>>;
}

/** A request as the index expects it. */
export interface Resolved {
  /** The words to rank by, or `*` for the newest. */
  readonly question: string;
  readonly phrases: Asking['phrases'];
  readonly without: Asking['without'];
  /** Operators beyond the limit that were ignored, as typed. */
  readonly leftOut: readonly string[];
  readonly admission: Admission;
}

/**
 * Throws `usage` for an empty question, an unknown zone, an invalid day, days in the wrong order, or a field without a
 * value.
 */
export function resolveRequest(request: SearchRequest, layout: Layout): Resolved {
  const query = request.query.trim();
  if (query === '')
    throw new MemvaultError('usage', 'nothing to search for', { hint: 'give some words, or * for the newest' });
  const asking: Asking = request.plain ? { question: query, phrases: [], without: [] } : readOperators(query);
  const { question } = asking;
  const phrases = asking.phrases.slice(0, LIMITS.list);
  const without = asking.without.slice(0, LIMITS.list);
  checkDays(request);
  const tagWords = (tag: string): string[] =>
    (request.tagTable?.formsOf(tag) ?? [tag]).map((form) => keyword('tag', form.replace(/^#/, '')));
  const anyOf = (words: readonly string[]): string[][] => (words.length === 0 ? [] : [[...words]]);
  const each = (words: readonly string[]): string[][] => words.map((word) => [word]);
  return {
    // A query of exclusions alone lists what remains, newest first.
    question: question === '' && without.length > 0 ? '*' : question,
    phrases,
    without,
    leftOut: [
      ...asking.phrases.slice(LIMITS.list).map((phrase) => JSON.stringify(phrase)),
      ...asking.without.slice(LIMITS.list).map(({ text, isPhrase }) => `-${isPhrase ? JSON.stringify(text) : text}`),
    ],
    admission: {
      every: [
        ...anyOf(request.categories.map((name) => keyword('category', name))),
        ...request.tags.map(tagWords),
        ...anyOf((request.kinds ?? []).map(kindWord)),
        ...each((request.persons ?? []).map((name) => keyword('person', name))),
        ...each((request.entities ?? []).map((name) => keyword('entity', name))),
        ...each((request.fields ?? []).map(fieldWord)),
      ],
      none: request.open === true ? [keyword('tag', PRIVATE)] : [],
      folder: request.zone === null ? null : resolveZone(request.zone, layout),
      project: request.project,
      noProject: request.noProject,
      projectFolder: layout.zones.projects,
      since: request.since,
      until: request.until,
      all: request.all,
    },
  };
}

/** Rejects a comma-separated list: it would never match. */
function kindWord(typed: string): string {
  if (!typed.includes(',')) return keyword('kind', typed);
  const ways = typed
    .split(',')
    .map((kind) => kind.trim())
    .filter((kind) => kind !== '')
    .map((kind) => `--kind ${kind}`);
  throw new MemvaultError('usage', `invalid kind: --kind ${JSON.stringify(shortened(typed))}`, {
    hint: `name each by itself: ${shortened(ways.join(' '))}`,
  });
}

function fieldWord(typed: string): string {
  const at = typed.indexOf('=');
  const [name, value] = [typed.slice(0, at).trim(), typed.slice(at + 1).trim()];
  if (at > 0 && name !== '' && value !== '') return keyword('field', `${name}=${value}`);
  throw new MemvaultError('usage', `invalid field: --field ${JSON.stringify(typed)}`, {
    hint: 'give a name and a value, such as --field location=Oslo',
  });
}

function checkDays({ since, until }: Pick<SearchRequest, 'since' | 'until'>): void {
  for (const [flag, day] of [
    ['--since', since],
    ['--until', until],
  ] as const) {
    if (day !== null && !isDay(day))
      throw new MemvaultError('usage', `invalid date: ${flag} ${day}`, { hint: 'write days as 2026-07-01' });
  }
  checkOrder(since, until);
}

function resolveZone(name: string, { dailyDir, zones }: Layout): string {
  const folders = [...Object.values(zones), dailyDir];
  const asked = name.replace(/\/+$/, '').toLowerCase();
  const found =
    folders.find((folder) => [folder, bareName(folder)].some((known) => known.toLowerCase() === asked)) ??
    Object.entries(zones).find(([key]) => key === asked)?.[1];
  if (found !== undefined) return found;
  const near = nearest(name, [...folders, ...folders.map(bareName), ...Object.keys(zones)]);
  throw new MemvaultError('usage', `no such zone: ${shortened(name)}`, {
    hint: near === null ? `zones are ${folders.join(', ')}` : `did you mean ${near}?`,
  });
}

/** `2_Wiki` is also `Wiki`. */
const bareName = (folder: string): string => folder.replace(/^\d+[_ -]+/, '');

/** Where to look. `textOf` returns a row's statement or passage; null if it can no longer be read. */
export interface Selectable {
  readonly view: Tables;
  readonly tokenizer: Tokenizer;
  readonly textOf: (row: number) => string | null;
}

type Selects = (row: number) => boolean;

/** Cheapest if rows are tested in ascending order. */
export function selecting(
  admission: Admission,
  { phrases, without }: Pick<Asking, 'phrases' | 'without'>,
  selectable: Selectable,
): Selects {
  const admits = admitting(admission, selectable.view);
  if (phrases.length === 0 && without.length === 0) return admits;
  const place = { ...selectable, wordsOf: lastWords(selectable) };
  const unwanted = without.map(({ text, isPhrase }) => (isPhrase ? withPhrase(text, place) : withWord(text, place)));
  const wanted = [admits, ...phrases.map((phrase) => withPhrase(phrase, place))];
  // Rows are tested more than once, and their text may be long.
  const known = new Map<number, boolean>();
  return (row) => {
    const is = known.get(row) ?? (wanted.every((test) => test(row)) && !unwanted.some((test) => test(row)));
    known.set(row, is);
    return is;
  };
}

/** Rows that contain a word in any form and any field: the whole of a compound, all pairs of an unspaced run. */
function withWord(word: string, { view, tokenizer }: Selectable): Selects {
  const holding = tokenizer
    .words(word)
    .filter(({ tail }) => !tail)
    .map(({ terms }) => rowsWith(view, terms.slice(0, 1)));
  return holding.length === 0 ? () => false : (row) => holding.every((rows) => rows[row] === 1);
}

function withPhrase(
  phrase: string,
  { view, tokenizer, wordsOf }: Selectable & { readonly wordsOf: (row: number) => string },
): Selects {
  const holding = tokenizer
    .words(phrase)
    .filter(({ tail }) => !tail)
    .map(({ terms }) => rowsWith(view, terms));
  const holds = phraseIn(phrase);
  return (row) => holding.every((rows) => rows[row] === 1) && holds(wordsOf(row));
}

/** Caches the words of the last row: all phrases are tested on one row before the next. */
function lastWords({ textOf }: Selectable): (row: number) => string {
  let [last, words] = [-1, ''];
  return (row) => {
    if (row !== last) [last, words] = [row, plainWords(textOf(row) ?? '')];
    return words;
  };
}

/** 1 for each row that contains one of the terms. */
function rowsWith(view: Tables, terms: readonly string[]): Uint8Array {
  const holding = new Uint8Array(view.rows);
  for (const term of terms) {
    for (const { rows } of view.postings(term)) for (let i = 0; i < rows.length; i++) holding[rows[i] as number] = 1;
  }
  return holding;
}

/**
 * Tests whether a text contains the words of a phrase in order, separated only by punctuation or space. Ignores case
 * and accents.
 */
export function phraseTest(phrase: string): (text: string) => boolean {
  const holds = phraseIn(phrase);
  return (text) => holds(plainWords(text));
}

/** The same for a text normalised by `plainWords`. */
function phraseIn(phrase: string): (words: string) => boolean {
  const wanted = plainWords(phrase);
  if (wanted === '') return () => true;
  const [first, last] = [wanted.charAt(0), wanted.charAt(wanted.length - 1)];
  return (words) => {
    for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + 1)) {
      const [before, after] = [words.charAt(at - 1), words.charAt(at + wanted.length)];
      if ((isUnspaced(first) || before === '' || before === ' ') && (isUnspaced(last) || after === '' || after === ' '))
        return true;
    }
    return false;
  };
}

/** Scripts without spaces have no word boundaries to respect. */
const isUnspaced = (letter: string): boolean => letter.charCodeAt(0) >= 0x0e00;

/** Unicode classes take a millisecond to compile, and most texts need none. */
const plainWords = (text: string): string =>
  text
    .split(isAscii(text) ? /[^A-Za-z0-9]+/ : /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/u)
    .map(foldWord)
    .filter((word) => word !== '')
    .join(' ');

/** Adds the aliases of tags to the terms of a question. Skips aliases of several words. */
export function withTagNames(question: Question, { groups }: TagTable, tokenizer: Tokenizer): Question {
  const others = new Map<string, readonly string[]>();
  for (const forms of groups) {
    const terms = [
      ...new Set(
        forms.flatMap((form) => {
          const [only, ...more] = new Set(tokenizer.terms(form));
          return only === undefined || more.length > 0 ? [] : [only];
        }),
      ),
    ];
    if (terms.length > 1)
      for (const term of terms)
        others.set(
          term,
          terms.filter((one) => one !== term),
        );
  }
  if (!question.asked.some(({ term }) => others.has(term))) return question;
  return {
    ...question,
    asked: question.asked.map((one) => {
      const also = others.get(one.term);
      return also === undefined ? one : { ...one, also };
    }),
  };
}
