// What a model may answer about a text: the schema that it is asked with, and its answer, read generously wherever it
// is clear what is meant. Looks at its form alone; whether the text says so is judged in ask.ts.
import * as z from 'zod/mini';
import { isObject } from '../model/json.ts';

/** JSON schema of the answer: closed, every property required, as strict servers want it. */
export function readingSchema(): Record<string, unknown> {
  const note = z.strictObject({ text: z.string(), quote: z.string() });
  const answer = z.strictObject({
    claims: z.array(note),
    methods: z.array(note),
    contradictions: z.array(z.strictObject({ statement: z.string(), quote: z.string() })),
    related: z.array(z.string()),
  });
  const { $schema: _, ...schema } = z.toJSONSchema(answer);
  return schema;
}

/** One thing that a model noted down, and the words of the text that are to bear it out. */
export interface Noted {
  readonly text: string;
  readonly quote: string;
}

/**
 * An answer by its form. `against` is what speaks against a statement of the vault, which is named by the id that it
 * had in the call.
 */
export interface ReadingAnswer {
  readonly claims: readonly Noted[];
  readonly methods: readonly Noted[];
  readonly against: readonly { readonly statement: string; readonly quote: string }[];
  readonly related: readonly string[];
}

/** Items of each list that are read; a model may never stop. */
const MOST = 30;

/** The answer in any value; null where there is none. */
export function parseReading(value: unknown): ReadingAnswer | null {
  if (!isObject(value) || ![value.claims, value.methods, value.contradictions].some(Array.isArray)) return null;
  const notes = (list: unknown): Noted[] =>
    itemsOf(list).flatMap((item) =>
      isObject(item) && typeof item.quote === 'string'
        ? [{ text: typeof item.text === 'string' ? item.text : '', quote: item.quote }]
        : typeof item === 'string'
          ? [{ text: '', quote: item }]
          : [],
    );
  return {
    claims: notes(value.claims),
    methods: notes(value.methods),
    against: itemsOf(value.contradictions).flatMap((item) =>
      isObject(item) && typeof item.quote === 'string' && typeof item.statement === 'string'
        ? [{ statement: item.statement.trim().toLowerCase(), quote: item.quote }]
        : [],
    ),
    related: itemsOf(value.related).flatMap((item) => (typeof item === 'string' ? [item.trim()] : [])),
  };
}

const itemsOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? (list as unknown[]).slice(0, MOST) : []);
