// What each field of the engine says about a document, as terms.
import type { FoundDocument, IndexDocument } from './document.ts';
import type { Tokenizer } from './tokenizer.ts';

/** In their stored order. */
export const FIELDS = ['text', 'tags', 'category', 'date', 'headings'] as const;
export type Field = (typeof FIELDS)[number];

/** Those of a segment, in their stored order. */
export const ROW_FIELDS = ['text', 'tags', 'names', 'category', 'date', 'headings'] as const;
export type RowField = (typeof ROW_FIELDS)[number];

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'] as const;

export function termsOfField(tokenizer: Tokenizer, document: IndexDocument, field: Field): string[] {
  switch (field) {
    case 'text': return tokenizer.terms(document.text);
    case 'tags': return tokenizer.terms([...document.tags, document.persons, document.about].join(' '));
    case 'category': return tokenizer.terms(document.category ?? '');
    case 'date': return document.date === null ? [] : tokenizer.terms(`${document.date} in ${monthName(document.date)}`);
    case 'headings': return tokenizer.terms(document.headings);
    default: return field satisfies never;
  }
}

/** The terms of a document by field, in the order of ROW_FIELDS. */
export type Terms = (document: Pick<FoundDocument, 'text' | 'tags' | 'category' | 'date' | 'facts'>, headings: string) => readonly (readonly string[])[];

/** Remembers the short fields, which repeat from document to document. */
export function createTerms(tokenizer: Tokenizer): Terms {
  const known = new Map<string, readonly string[]>();
  const remembered = (text: string): readonly string[] => {
    if (text === '') return NONE;
    let terms = known.get(text);
    if (!terms) {
      if (known.size > MOST) known.clear();
      known.set(text, (terms = tokenizer.terms(text)));
    }
    return terms;
  };
  return ({ text, tags, category, date, facts }, headings) => [
    tokenizer.terms(text), remembered(tags.join(' ')), remembered(namesOf(facts)), remembered(category ?? ''),
    date === null ? NONE : remembered(`${date} in ${monthName(date)}`), remembered(headings),
  ];
}

const NONE: readonly string[] = [];
const MOST = 20_000;
/** The fields of a fact that say whom and what it is about. */
const NAMING = ['persons', 'entities', 'project', 'location', 'topic', 'key', 'value'] as const;

function namesOf(facts: FoundDocument['facts']): string {
  const names = new Set<string>();
  for (const { fields } of facts) for (const name of NAMING) if (fields[name] !== undefined) names.add(fields[name]);
  return names.size === 0 ? '' : [...names].join(' ');
}

const monthName = (date: string): string => MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
