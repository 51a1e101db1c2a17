// Suggestions for a search without hits: words of the vault that resemble unmatched words, and filters whose removal
// would give hits. A search within a project reveals nothing outside it.
import { admitting } from '../index/filter.ts';
import { readOperators } from '../index/query.ts';
import { foldWord, isBackwards } from '../index/tokenizer/scan.ts';
import type { OpenIndex, Tables } from '../index/view.ts';
import { editDistance } from '../model/text.ts';
import { writtenAs } from './hit.ts';
import { isTimeWord } from '../language/dates/asked-days.ts';
import { askedTime } from './query-time.ts';
import type { Layout, SearchRequest } from './request.ts';

export interface NearWord {
  /** As spelled in a text. */
  readonly word: string;
  /** Number of documents that contain it. */
  readonly documents: number;
}

export interface Near {
  /** For words of the question that match nothing. */
  readonly words: readonly { readonly asked: string; readonly near: readonly NearWord[] }[];
  /** `filter` as typed, such as `--tag ui`, or all of them together; `hits`: the number of hits without it. */
  readonly without: readonly { readonly filter: string; readonly hits: number }[];
  /** Number of superseded hits that the search excluded; counted only if no filter is to blame. */
  readonly superseded: number;
}

/** Maximum number of suggestions per word. */
const MOST = 3;
/** Maximum number of words that get suggestions: each is compared with every word of the vault. */
const MOST_ASKED = 32;

/** Length of a short word. */
const SHORT = 4;

type Index = Pick<OpenIndex, 'tables' | 'tokenizer' | 'read'>;
type Admits = (row: number) => boolean;

/** `count` returns the number of hits of another request; `today` is the local day. */
export async function nearOf(
  request: SearchRequest,
  index: Index,
  { zones }: Pick<Layout, 'zones'>,
  today: string,
  count: (request: SearchRequest) => Promise<number>,
): Promise<Near> {
  const filters = filtersOf(request);
  const without: { filter: string; hits: number }[] = [];
  const tryWithout = async (some: readonly Filter[]): Promise<void> => {
    const rest = some.reduce((left, { lifted }) => ({ ...left, ...lifted }), request);
    const hits = await count({ ...rest, limit: 1 });
    if (hits > 0) without.push({ filter: some.map(({ filter }) => filter).join(' '), hits });
  };
  for (const one of filters) await tryWithout([one]);
  if (without.length === 0 && filters.length > 1) await tryWithout(filters);
  const superseded = request.all || without.length > 0 ? 0 : await count({ ...request, all: true, limit: 1 });
  const { project, all } = request;
  const admission = { every: [], folder: null, project, projectFolder: zones.projects, since: null, until: null, all };
  return {
    words:
      without.length > 0 || superseded > 0 ? [] : nearWords(request, index, today, admitting(admission, index.tables)),
    without,
    superseded,
  };
}

interface Filter {
  readonly filter: string;
  /** The values that remove the filter from a request. */
  readonly lifted: Partial<SearchRequest>;
}

const FLAGS = {
  category: 'categories',
  tag: 'tags',
  kind: 'kinds',
  person: 'persons',
  entity: 'entities',
  field: 'fields',
} as const;

/** Every filter but the project: a search within it must not reveal how much is outside. */
function filtersOf(request: SearchRequest): Filter[] {
  const filters: Filter[] = [];
  const add = (flag: string, values: readonly string[], lifted: Partial<SearchRequest>): void => {
    const filter = values.map((value) => `--${flag} ${/\s/.test(value) ? `"${value}"` : value}`).join(' ');
    if (values.length > 0) filters.push({ filter, lifted });
  };
  for (const [flag, key] of Object.entries(FLAGS)) add(flag, [...new Set(request[key])], { [key]: [] });
  for (const key of ['zone', 'since', 'until'] as const) {
    const value = request[key];
    if (value !== null) add(key, [value], { [key]: null });
  }
  return filters;
}

/** Skips calendar words: nobody means another word by them. */
function nearWords(
  { query, plain }: SearchRequest,
  { tables, tokenizer, read }: Index,
  today: string,
  admits: Admits,
): Near['words'] {
  const { question, phrases } = plain ? { question: query, phrases: [] } : readOperators(query);
  const time = askedTime(question, today, tokenizer, phrases);
  if (time?.isAll) return [];
  const found: { asked: string; near: NearWord[] }[] = [];
  const tried = new Set<string>();
  let all: string[] | null = null;
  for (const { start, end, terms, tail } of tokenizer.words(question)) {
    const [term = ''] = terms;
    const asked = question.slice(start, end);
    if (tail || /\d/.test(term) || term.length < 3 || term.charCodeAt(0) >= 0x0e00 || tried.has(asked)) continue;
    if (isTimeWord(asked) || time?.places.some(([from, to]) => from <= start && start < to)) continue;
    if (tried.size === MOST_ASKED) break;
    tried.add(asked);
    all ??= tables.startingWith('');
    const near: NearWord[] = [];
    for (const other of nearestTerms([...new Set([term, foldWord(asked)])], all)) {
      const rows = rowsWith(tables, other).filter(admits);
      const word = rows.length === 0 ? null : wordFor(other, rows, read, tokenizer);
      if (
        word !== null &&
        foldWord(word) !== foldWord(asked) &&
        isSlip(foldWord(asked), foldWord(word)) &&
        !near.some((one) => one.word.toLowerCase() === word.toLowerCase())
      )
        near.push({ word, documents: rows.length });
      if (near.length === MOST) break;
    }
    if (near.length > 0) found.push({ asked, near });
  }
  return found;
}

/** In a short word, a different first letter and one more edit make a different word: `Bun` is not `runs`. */
const isSlip = (asked: string, word: string): boolean =>
  asked.length > SHORT ||
  asked.charAt(0) === word.charAt(0) ||
  (asked.length === SHORT && editDistance(asked, word) <= 1);

/** Terms within a few edits of a word, given as its stem and as written; the nearest first. */
function nearestTerms(forms: readonly string[], all: readonly string[]): string[] {
  const close: { term: string; edits: number }[] = [];
  for (const other of all) {
    if (other.length < 3 || isBackwards(other) || /\d/.test(other)) continue;
    let least = Number.POSITIVE_INFINITY;
    for (const form of forms) {
      const most = form.length < 4 ? 1 : Math.min(3, Math.floor(form.length / 3));
      if (Math.abs(other.length - form.length) > most) continue;
      const edits = editDistance(form, other);
      if (edits <= most && edits < least) least = edits;
    }
    if (least < Number.POSITIVE_INFINITY) close.push({ term: other, edits: least });
  }
  // People rarely mistype the first letter of a word.
  const first = (other: string): number => (other.charAt(0) === forms[0]?.charAt(0) ? 0 : 1);
  return close
    .sort((a, b) => a.edits - b.edits || first(a.term) - first(b.term) || (a.term < b.term ? -1 : 1))
    .map((one) => one.term)
    .slice(0, MOST * 4);
}

/** Live rows, without duplicates. */
function rowsWith(tables: Tables, term: string): number[] {
  return [...new Set(tables.postings(term).flatMap(({ rows }) => [...rows]))];
}

/** The spelling of a term in a text: terms are stems, and nobody means `holidai`. */
function wordFor(
  term: string,
  rows: readonly number[],
  read: OpenIndex['read'],
  tokenizer: OpenIndex['tokenizer'],
): string | null {
  for (const row of rows.slice(0, MOST)) {
    const document = read(row);
    if (document === null) continue;
    const word = writtenAs(term, [document.text, document.category ?? '', document.title, ...document.tags], tokenizer);
    if (word !== null) return word;
  }
  return null;
}
