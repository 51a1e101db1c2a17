// Suggestions for a search without hits: words of the vault like those that nothing holds, and filters without which
// there are hits. A search within a project learns nothing here of what is outside.
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
  /** As a text has it. */
  readonly word: string;
  /** How many documents hold it. */
  readonly documents: number;
}

export interface Near {
  /** For words of the question that nothing holds. */
  readonly words: readonly { readonly asked: string; readonly near: readonly NearWord[] }[];
  /** `filter` as it is typed, such as `--tag ui`, or all of them; `hits` there are without it. */
  readonly without: readonly { readonly filter: string; readonly hits: number }[];
  /** Hits among what is superseded, which a search leaves out; counted where no filter is to blame. */
  readonly superseded: number;
}

/** Words that are told for one of the question, at most. */
const MOST = 3;
/** Words of the question that near ones are sought for, at most: each is held against all words of the vault. */
const MOST_ASKED = 32;

/** Letters of a word that is short. */
const SHORT = 4;

type Index = Pick<OpenIndex, 'tables' | 'tokenizer' | 'read'>;
type Admits = (row: number) => boolean;

/** `count` tells how many hits another request has, `today` is the local day. */
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
  /** What a request without it has in its place. */
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

/** All but the project: how much there is outside it is nothing that a search within it tells. */
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

/** When something was is said by the words of a calendar, which nobody finds by others. */
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

/** Of a short word another first letter and one more change make another word: `Bun` is no `runs`. */
const isSlip = (asked: string, word: string): boolean =>
  asked.length > SHORT ||
  asked.charAt(0) === word.charAt(0) ||
  (asked.length === SHORT && editDistance(asked, word) <= 1);

/** Terms that a slip or two make of a word, given as its stem and as it is written; the nearest first. */
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
  // Who mistypes a word seldom mistypes its first letter.
  const first = (other: string): number => (other.charAt(0) === forms[0]?.charAt(0) ? 0 : 1);
  return close
    .sort((a, b) => a.edits - b.edits || first(a.term) - first(b.term) || (a.term < b.term ? -1 : 1))
    .map((one) => one.term)
    .slice(0, MOST * 4);
}

/** Live rows, each once. */
function rowsWith(tables: Tables, term: string): number[] {
  return [...new Set(tables.postings(term).flatMap(({ rows }) => [...rows]))];
}

/** How a text writes a term: terms are stems, and nobody means `holidai`. */
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
