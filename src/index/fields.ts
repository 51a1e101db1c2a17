// What each field of the index says about a document, as terms.
import type { FoundDocument } from './document.ts';
import { remembering } from './remembering.ts';
import type { Tokenizer } from './tokenizer.ts';

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
