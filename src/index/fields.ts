// What each field of the index says about a document, as terms.
import type { Fact } from '../model/fact.ts';
import { keyword } from './keywords.ts';
import { ASKING, isAsking } from './query.ts';
import { replacingWords, SIDES } from './replaced.ts';
import { unsureWord } from './state.ts';
import type { Tokenizer } from './tokenizer.ts';

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

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

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

/** Each once. */
export type Keywords = (
  document: Pick<FoundDocument, 'kind' | 'text' | 'tags' | 'category' | 'project' | 'facts' | 'sources'> & {
    readonly isSides?: boolean;
  },
) => readonly string[];

/** Remembers those of tags and categories, which repeat from document to document. */
export function createKeywords(): Keywords {
  const ofTag = remembering((tag) => keyword('tag', tag));
  const ofCategory = remembering((category) => keyword('category', category));
  return (document) => {
    const { text, tags, category, project, facts } = document;
    const words = category === null ? [] : [ofCategory(category)];
    const add = (word: string): void => {
      if (!words.includes(word)) words.push(word);
    };
    if (isAsking(text)) words.push(ASKING);
    if (document.isSides === true) words.push(SIDES);
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
