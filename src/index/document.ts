// A document of the index: as people see it, from a fact, a claim or a passage, the same when an index is built and
// when a hit is read, and what each field says about it, as terms.
import { MONTHS } from '../language/dates/calendar.ts';
import { isDay, isTime } from '../model/day.ts';
import { eventDay, type Fact, type Fields } from '../model/fact.ts';
import { keyword, replacingWords, SIDES } from './keywords.ts';
import { ASKING, isAsking } from './query.ts';
import type { Tokenizer } from './tokenizer.ts';
import { unsureWord } from './view.ts';

// Functions that are asked the same again and again.

const MOST = 20_000;

/** What a function of a text gave, for as long as there are not too many. */
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

// What search finds: one document for each fact that no page cites, each claim, each passage of prose.

export interface Source {
  readonly id: string;
  /** The daily log and line of the fact; null when no log holds it any more. */
  readonly path: string | null;
  readonly line: number | null;
}

/** A document as people see it: what is read back from the markdown for a hit. */
export interface FoundDocument {
  readonly kind: 'fact' | 'claim' | 'text';
  /** The fact, the first fact that a claim cites, or computed from a passage. */
  readonly id: string;
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The local day that it speaks of; null for undated prose. */
  readonly date: string | null;
  /**
   * The local day of the log that the fact stands in, of a claim its newest; null for prose and where no log holds one.
   */
  readonly logged: string | null;
  /** `HH:MM` of the entry, for the order within a day. */
  readonly time: string | null;
  readonly text: string;
  readonly category: string | null;
  readonly tags: readonly string[];
  /** The title of the file it stands in. */
  readonly title: string;
  readonly project: string | null;
  readonly superseded: boolean;
  /** The local days from which and to which a superseded claim held, where its line says so. */
  readonly held: { readonly from: string; readonly to: string } | null;
  /** The facts that a claim cites. */
  readonly sources: readonly Source[];
  /** The fact, or those of a claim that a log holds: what tells how sure it is. Empty for prose. */
  readonly facts: readonly Pick<Fact, 'id' | 'category' | 'fields' | 'day'>[];
}

/** In their stored order. */
export const ROW_FIELDS = ['text', 'tags', 'names', 'category', 'date', 'headings'] as const;
export type RowField = (typeof ROW_FIELDS)[number];

/** The terms of a document by field, in the order of ROW_FIELDS. */
export type Terms = (
  document: Pick<FoundDocument, 'text' | 'tags' | 'category' | 'date' | 'facts'>,
  headings: string,
) => readonly (readonly string[])[];

/** Remembers the short fields, which repeat from document to document. */
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
/** The fields of a fact that say whom and what it is about. */
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

// All exact words that a document is filtered by.

const SEPARATORS = /[,;，；、]/;

/** Each once. `isSides`: it is a callout of claims that contradict each other. */
export type Keywords = (
  document: Pick<FoundDocument, 'kind' | 'text' | 'tags' | 'category' | 'project' | 'facts' | 'sources'>,
  isSides?: boolean,
) => readonly string[];

/** Remembers those of tags and categories, which repeat from document to document. */
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

// The hashtags in a passage.

const PLAIN = /(?<=^|\s)#([\w/-]*[A-Za-z_][\w/-]*)/g;

/** In their order, each once, without the `#`. */
function hashtagsIn(text: string): string[] {
  if (!text.includes('#')) return [];
  // The classes of Unicode take half a millisecond to make: not before somebody needs them.
  const pattern = /[^\x00-\x7F]/.test(text) ? /(?<=^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gu : PLAIN;
  return [...new Set(Array.from(text.matchAll(pattern), (match) => match[1] ?? ''))];
}

/** What a fact lends to a document. */
export type FactWords = Pick<Fact, 'id' | 'category' | 'tags' | 'fields' | 'day'>;

interface Spot {
  readonly path: string;
  readonly line: number;
  readonly title: string;
}

/** The time of a fact's event where it names one, else that of the header it stands under. */
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

/** `facts`: those that it cites and a log holds, in their order, `newest` one of them; `time` is that of the newest. */
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

/** `tags`: those of the note; `day`: of the log that it stands in. */
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

/** The day that the name of a note begins with. */
function dayInName(path: string): string | null {
  const start = path.lastIndexOf('/') + 1;
  const day = path.slice(start, start + 10);
  return isDay(day) && !/\d/.test(path[start + 10] ?? '') ? day : null;
}

const unique = (list: readonly string[]): string[] => [...new Set(list)];
