// A document of the index, made from a fact, a claim or a passage, identically when an index is built and when a hit is
// read; and the terms of each of its fields.
import { MONTHS } from '../language/dates/calendar.ts';
import { isDay, isTime } from '../model/day.ts';
import { eventDay, type Fact, type Fields } from '../model/fact.ts';
import { keyword, replacingWords, SIDES } from './keywords.ts';
import { ASKING, isAsking } from './query.ts';
import type { Tokenizer } from './tokenizer.ts';
import { unsureWord } from './keywords.ts';

// Memoised functions of texts.

const MOST = 20_000;

/** Caches results per text; clears the cache once it holds MOST entries. */
function remembering<T>(of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      if (known.size > MOST) known.clear();
      known.set(text, (value = of(text)));
    }
    return value;
  };
}

// The unit of search: one document for each fact that no page cites, each claim and each passage of prose.

export interface Source {
  readonly id: string;
  /** The daily log and line of the fact; null if it is no longer in any log. */
  readonly path: string | null;
  readonly line: number | null;
}

/** A document as users see it, read back from the markdown for a hit. */
export interface FoundDocument {
  readonly kind: 'fact' | 'claim' | 'text';
  /** The id of the fact, of the first fact that a claim cites, or one computed from a passage. */
  readonly id: string;
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The local day that it is about; null for undated prose. */
  readonly date: string | null;
  /** The local day of the fact's log, for a claim that of its newest fact; null for prose and if no log holds one. */
  readonly logged: string | null;
  /** `HH:MM` of the entry, to order documents within a day. */
  readonly time: string | null;
  readonly text: string;
  readonly category: string | null;
  readonly tags: readonly string[];
  /** The title of its file. */
  readonly title: string;
  readonly project: string | null;
  readonly superseded: boolean;
  /** The local days between which a superseded claim held, if its line says so. */
  readonly held: { readonly from: string; readonly to: string } | null;
  /** The facts that a claim cites. */
  readonly sources: readonly Source[];
  /** The fact, or those facts of a claim that a log still holds; used to compute confidence. Empty for prose. */
  readonly facts: readonly Pick<Fact, 'id' | 'category' | 'fields' | 'day'>[];
}

/** In stored order. */
export const ROW_FIELDS = ['text', 'tags', 'names', 'category', 'date', 'headings'] as const;
export type RowField = (typeof ROW_FIELDS)[number];

/** The terms of a document by field, in the order of ROW_FIELDS. */
export type Terms = (
  document: Pick<FoundDocument, 'text' | 'tags' | 'category' | 'date' | 'facts'>,
  headings: string,
) => readonly (readonly string[])[];

/** Caches the short fields, which repeat across documents. */
export function createTerms(tokenizer: Tokenizer): Terms {
  const words = remembering((text: string): readonly string[] => tokenizer.terms(text));
  const dates = remembering((date: string): readonly string[] => tokenizer.terms(`${date} in ${monthName(date)}`));
  const each = (list: readonly string[]): readonly string[] => {
    if (list.length === 0) return NONE;
    return list.length === 1 ? words(list[0] ?? '') : list.flatMap(words);
  };
  return ({ text, tags, category, date, facts }, headings) => [
    tokenizer.terms(text),
    each(tags),
    each(namesOf(facts)),
    category === null ? NONE : words(category),
    date === null ? NONE : dates(date),
    headings === '' ? NONE : words(headings),
  ];
}

const NONE: readonly string[] = [];
/** Fields of a fact that name people and things. */
const NAMING = ['persons', 'entities', 'project', 'location', 'topic', 'key', 'value'] as const;

function namesOf(facts: FoundDocument['facts']): readonly string[] {
  let names: string[] | null = null;
  for (const { fields } of facts) {
    for (const name of NAMING) {
      const value = fields[name];
      if (value !== undefined && !names?.includes(value)) (names ??= []).push(value);
    }
  }
  return names ?? NONE;
}

const monthName = (date: string): string => MONTHS[Number(date.slice(5, 7)) - 1] ?? '';

// The exact keywords by which documents are filtered.

const SEPARATORS = /[,;，；、]/;

/** Without duplicates. `isSides`: the claim is a callout of conflicting claims. */
export type Keywords = (
  document: Pick<FoundDocument, 'kind' | 'text' | 'tags' | 'category' | 'project' | 'facts' | 'sources'>,
  isSides?: boolean,
) => readonly string[];

/** Caches the keywords of tags and categories, which repeat across documents. */
export function createKeywords(): Keywords {
  const ofTag = remembering((tag) => keyword('tag', tag));
  const ofCategory = remembering((category) => keyword('category', category));
  return (document, isSides = false) => {
    const { text, tags, category, project, facts } = document;
    const words = category === null ? [] : [ofCategory(category)];
    const add = (word: string): void => {
      if (!words.includes(word)) words.push(word);
    };
    if (isAsking(text)) words.push(ASKING);
    if (isSides) words.push(SIDES);
    for (const word of replacingWords(document)) words.push(word);
    const unsure = unsureWord(facts);
    if (unsure !== null) words.push(unsure);
    for (const tag of tags) add(ofTag(tag));
    if (project !== null) add(keyword('project', project));
    for (const { fields, day } of facts) {
      if (facts.length > 1) add(keyword('logged', day));
      for (const name of Object.keys(fields)) {
        const value = fields[name] ?? '';
        add(keyword('field', `${name}=${value.trim()}`));
        if (name === 'kind') add(keyword('kind', value));
        else if (name === 'persons') for (const one of namesIn(value)) add(keyword('person', one));
        else if (name === 'entities') for (const one of namesIn(value)) add(keyword('entity', one));
      }
    }
    return words;
  };
}

function namesIn(list: string): string[] {
  return list.split(SEPARATORS).filter((name) => name.trim() !== '');
}

// Hashtags in a passage.

const PLAIN = /(?<=^|\s)#([\w/-]*[A-Za-z_][\w/-]*)/g;

/** In order, without duplicates, without the `#`. */
function hashtagsIn(text: string): string[] {
  if (!text.includes('#')) return [];
  // Unicode classes take half a millisecond to compile, so the pattern is created only when needed.
  const pattern = /[^\x00-\x7F]/.test(text) ? /(?<=^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gu : PLAIN;
  return [...new Set(Array.from(text.matchAll(pattern), (match) => match[1] ?? ''))];
}

/** What a fact contributes to a document. */
export type FactWords = Pick<Fact, 'id' | 'category' | 'tags' | 'fields' | 'day'>;

interface Spot {
  readonly path: string;
  readonly line: number;
  readonly title: string;
}

/** The event time of a fact if it has one, else the time of its entry header. */
export function timeOfFact(fields: Fields, header: string | null): string | null {
  if (fields.at === undefined) return header;
  const time = fields.at.slice(11, 16);
  return isTime(time) && isDay(fields.at.slice(0, 10)) ? time : header;
}

export function foundFact(
  fact: FactWords & Pick<Fact, 'text'>,
  time: string | null,
  { path, line, title }: Spot,
): FoundDocument {
  const { id, category, text, tags, fields, day } = fact;
  return {
    kind: 'fact',
    id,
    path,
    line,
    date: eventDay(fact),
    logged: day,
    time,
    text,
    category,
    tags,
    title,
    project: fields.project ?? null,
    superseded: false,
    held: null,
    sources: [],
    facts: [{ id, category, fields, day }],
  };
}

export interface ClaimWords {
  readonly text: string;
  readonly past: boolean;
  readonly held: FoundDocument['held'];
  readonly sources: readonly Source[];
}

/** `facts`: the cited facts that a log holds, in order; `newest` is one of them and `time` is its time. */
export function foundClaim(
  claim: ClaimWords,
  facts: readonly FactWords[],
  newest: FactWords | null,
  time: string | null,
  { path, line, title }: Spot,
): FoundDocument {
  const { text, past, held, sources } = claim;
  return {
    kind: 'claim',
    id: sources[0]?.id ?? '',
    path,
    line,
    date: newest && eventDay(newest),
    logged: newest && newest.day,
    time,
    text,
    category: newest?.category ?? null,
    tags: facts.length === 1 ? (facts[0]?.tags ?? []) : unique(facts.flatMap((fact) => fact.tags)),
    title,
    project: newest?.fields.project ?? facts.find((fact) => fact.fields.project !== undefined)?.fields.project ?? null,
    superseded: past,
    held,
    sources,
    facts: facts.map(({ id, category, fields, day }) => ({ id, category, fields, day })),
  };
}

/** `tags`: those of the note; `day`: the day of its daily log, if any. */
export function foundText(
  id: string,
  text: string,
  { tags, day }: { readonly tags: readonly string[]; readonly day: string | null },
  { path, line, title }: Spot,
): FoundDocument {
  const own = hashtagsIn(text);
  return {
    kind: 'text',
    id,
    path,
    line,
    date: day ?? dayInName(path),
    logged: null,
    time: null,
    text,
    category: null,
    tags: own.length === 0 ? tags : unique([...tags, ...own]),
    title,
    project: null,
    superseded: false,
    held: null,
    sources: [],
    facts: [],
  };
}

/** The date at the start of a note's file name. */
function dayInName(path: string): string | null {
  const start = path.lastIndexOf('/') + 1;
  const day = path.slice(start, start + 10);
  return isDay(day) && !/\d/.test(path[start + 10] ?? '') ? day : null;
}

const unique = (list: readonly string[]): string[] => [...new Set(list)];
