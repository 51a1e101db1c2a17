// What each field of the engine says about a document, as terms.
import type { IndexDocument } from './document.ts';
import type { Tokenizer } from './tokenizer.ts';

/** In their stored order. */
export const FIELDS = ['text', 'tags', 'category', 'date', 'headings'] as const;
export type Field = (typeof FIELDS)[number];

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

const monthName = (date: string): string => MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
