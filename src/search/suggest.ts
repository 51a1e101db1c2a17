// What is near where a search found nothing: words of the vault like those that nothing holds, and filters without
// which there are hits. Looks through all terms of the index, which only who found nothing waits for. Who asks within a
// project learns nothing here of what is outside.
import { admitting } from '../index/filter.ts';
import { keyword, type KeywordOf } from '../index/keywords.ts';
import { readOperators } from '../index/query.ts';
import { ROW_KINDS } from '../index/segment/row.ts';
import { foldWord, isBackwards } from '../index/tokenizer/scan.ts';
import type { OpenIndex, View } from '../index/view.ts';
import { editDistance, nearest } from '../model/text.ts';
import { writtenAs } from './hit.ts';
import { askedTime, isTimeWord } from './query-time.ts';
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
  /**
   * `filter` as it is typed, such as `--tag ui`, or several; `hits` there are without it. `meant`: a value that the
   * vault has, where it has none of those typed.
   */
  readonly without: readonly { readonly filter: string; readonly hits: number; readonly meant?: string }[];
  /**
   * Hits there are among what is superseded, which a search leaves out; not counted where there is anything else to
   * say.
   */
  readonly superseded: number;
  /**
   * What there is of the time that the question names beside other words: nothing of it holds one of these. Present
   * where there is anything.
   */
  readonly time?: { readonly said: string; readonly hits: number };
  /** A project that the vault has no fact of, and the one that was probably meant. Present where there is one. */
  readonly unknown?: { readonly filter: string; readonly meant: string };
}

/** Words that are told for one of the question, at most. */
const MOST = 3;
/**
 * Filters and signs that are tried without, at most: each is a search of its own. A text that was pasted may have
 * thousands of signs.
 */
const MOST_FILTERS = 16;
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
  const project = projectOf(request);
  const admits = admitting(
    {
      every: [],
      none: [],
      folder: null,
      project: project?.name ?? null,
      projectFolder: zones.projects,
      since: null,
      until: null,
      all: request.all,
    },
    index.tables,
  );
  const without: { filter: string; hits: number; meant?: string }[] = [];
  const filters = filtersOf(request);
  for (const { filter, rest, of, values } of filters.slice(0, MOST_FILTERS)) {
    const hits = await count({ ...rest, limit: 1 });
    const meant = of === null ? null : meantBy(values, of, index.tables, admits);
    if (hits > 0) without.push({ filter, hits, ...(meant !== null && { meant }) });
  }
  if (filters.length > 1 && filters.length <= MOST_FILTERS && without.length === 0) {
    const hits = await count({ ...withoutAll(request, project?.name ?? null), limit: 1 });
    if (hits > 0) without.push({ filter: filters.map(({ filter }) => filter).join(' '), hits });
  }
  const superseded = request.all || without.length > 0 ? 0 : await count({ ...request, all: true, limit: 1 });
  const meant = project === null ? null : meantBy([project.name], 'project', index.tables, () => true);
  const isElsewhere = without.length > 0 || superseded > 0;
  const time = isElsewhere ? null : await besideTime(request, index, today, count);
  return {
    words: isElsewhere ? [] : nearWords(request, index, today, admits),
    without,
    superseded,
    ...(time && { time }),
    ...(project !== null && meant !== null && { unknown: { filter: project.filter, meant } }),
  };
}

/** Of a question without signs. */
async function besideTime(
  request: SearchRequest,
  { tokenizer }: Index,
  today: string,
  count: (request: SearchRequest) => Promise<number>,
): Promise<NonNullable<Near['time']> | null> {
  const time =
    request.plain || readOperators(request.query).question === request.query.trim()
      ? askedTime(request.query, today, tokenizer)
      : null;
  if (time === null || time.isAll) return null;
  const hits = await count({ ...request, query: time.said, limit: 1 });
  return hits === 0 ? null : { said: time.said, hits };
}

/** By flag or by sign. */
function projectOf({ project, plain, query }: SearchRequest): { name: string; filter: string } | null {
  if (project !== null) return { name: project, filter: `--project ${typed(project)}` };
  const sign = plain
    ? undefined
    : readOperators(query).conditions.find(({ operator, not }) => operator === 'project' && !not);
  return sign === undefined ? null : { name: sign.value, filter: `project:${typed(sign.value)}` };
}

interface Filter {
  readonly filter: string;
  /** The request without it. */
  readonly rest: SearchRequest;
  /** What sort of word it wants; null for a folder, days and what is to be left out. */
  readonly of: KeywordOf | null;
  readonly values: readonly string[];
}

/** The word of the vault that is nearest to the first of these values, where it has none of them. */
function meantBy(values: readonly string[], of: KeywordOf, tables: View, admits: Admits): string | null {
  const isKnown = (word: string): boolean => tables.keyword(word).some(admits);
  if (
    values.some(
      (value) =>
        isKnown(keyword(of, value)) || (of === 'kind' && ROW_KINDS.some((kind) => kind === value.toLowerCase())),
    )
  )
    return null;
  const known = tables
    .keywords(`${of}:`)
    .filter(isKnown)
    .map((word) => word.slice(of.length + 1));
  return nearest(keyword(of, values[0] ?? '').slice(of.length + 1), of === 'kind' ? [...ROW_KINDS, ...known] : known);
}

const KEYWORD_OF = {
  tags: 'tag',
  categories: 'category',
  kinds: 'kind',
  persons: 'person',
  entities: 'entity',
  fields: 'field',
} as const;

/** All but the project: how much there is outside it is nothing that a search within it tells. */
function filtersOf(request: SearchRequest): Filter[] {
  const filters: Filter[] = [];
  const each = (flag: string, key: 'tags' | 'categories' | 'kinds' | 'persons' | 'entities' | 'fields'): void => {
    // Of categories and kinds one is enough, so they go together.
    const values = request[key] ?? [];
    if (key === 'categories' || key === 'kinds') {
      if (values.length > 0)
        filters.push({
          filter: values.map((value) => `--${flag} ${typed(value)}`).join(' '),
          rest: { ...request, [key]: [] },
          of: KEYWORD_OF[key],
          values,
        });
    } else
      for (const value of new Set(values))
        filters.push({
          filter: `--${flag} ${typed(value)}`,
          rest: { ...request, [key]: values.filter((other) => other !== value) },
          of: KEYWORD_OF[key],
          values: [value.replace(/^#/, '')],
        });
  };
  each('category', 'categories');
  each('tag', 'tags');
  each('kind', 'kinds');
  each('person', 'persons');
  each('entity', 'entities');
  each('field', 'fields');
  for (const key of ['zone', 'since', 'until'] as const) {
    const value = request[key];
    if (value !== null)
      filters.push({ filter: `--${key} ${typed(value)}`, rest: { ...request, [key]: null }, of: null, values: [] });
  }
  if (!request.plain) filters.push(...signsOf(request));
  return filters;
}

/** The signs of the question, each left out of it in turn. */
function signsOf(request: SearchRequest): Filter[] {
  const { question, phrases, without, conditions } = readOperators(request.query);
  const signs = [
    ...conditions.map(({ operator, value, not }) => ({
      sign: `${not ? '-' : ''}${operator}:${typed(value)}`,
      of: not || operator === 'since' || operator === 'until' ? null : operator,
      values: [value.replace(/^#/, '')],
    })),
    ...without.map(({ text, isPhrase }) => ({ sign: isPhrase ? `-"${text}"` : `-${text}`, of: null, values: [] })),
  ];
  const words = [question, ...phrases.map((phrase) => `"${phrase}"`)].filter((word) => word !== '');
  const tried = new Map(signs.filter(({ of }) => of !== 'project').map((one) => [one.sign, one]));
  return [...tried.values()].slice(0, MOST_FILTERS + 1).map(({ sign, of, values }) => {
    const query = [...words, ...signs.filter((other) => other.sign !== sign).map((other) => other.sign)].join(' ');
    return { filter: sign, rest: { ...request, query: query === '' ? '*' : query }, of, values };
  });
}

function withoutAll(request: SearchRequest, project: string | null): SearchRequest {
  const question = request.plain ? request.query : readOperators(request.query).question;
  return {
    ...request,
    query: question === '' ? '*' : question,
    categories: [],
    tags: [],
    kinds: [],
    persons: [],
    entities: [],
    fields: [],
    zone: null,
    project,
    since: null,
    until: null,
  };
}

const typed = (value: string): string => (/\s/.test(value) ? `"${value}"` : value);

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
function rowsWith(tables: View, term: string): number[] {
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
