// What a model may answer about a part of a conversation: the schema that it is asked with, and its answer read as
// generously as can be told what is meant. Reads form alone; whether it is so is judged elsewhere.
import * as z from 'zod/mini';
import slots from '../../../../templates/slots/kinds.json';
import { isObject } from '../../../model/json.ts';

export const KINDS = [
  'preference',
  'relationship',
  'experience',
  'skill',
  'goal',
  'constraint',
  'identity',
  'event',
  'decision',
] as const;
export type Kind = (typeof KINDS)[number];

/** What somebody has one of at a time. */
export const SINGLE_KEYS: ReadonlySet<string> = new Set(Object.values(slots.keys).flat());
/** Names of slots; of these the rules have the same. */
const KEYS = [
  'name',
  'nickname',
  'birth-date',
  'birthplace',
  'age',
  'residence',
  'employer',
  'spouse',
  'partner',
  'mother',
  'father',
  'citizenship',
  'native-language',
  'job',
  'nationality',
  'religion',
  'child',
  'sister',
  'brother',
  'friend',
  'colleague',
  'pet',
  'likes',
  'dislikes',
  'prefers',
  'uses',
  'habit',
  'skill',
  'language',
  'learning',
  'goal',
  'diet',
  'allergy',
  'condition',
  'avoids',
  'availability',
  'budget',
  'owns',
  'worked',
  'studies',
  'stay',
  'travel',
  'planned',
  'rule',
  'setup',
];

/** JSON schema of the answer: closed, every property required, as strict servers want it. */
export function factsSchema(): Record<string, unknown> {
  const words = z.nullable(z.string());
  const answer = z.strictObject({
    facts: z.array(
      z.strictObject({
        statement: z.string(),
        kind: z.enum(KINDS),
        key: z.nullable(z.enum(KEYS)),
        value: words,
        persons: z.array(z.string()),
        entities: z.array(z.string()),
        location: words,
        topic: words,
        at: words,
        quote: z.string(),
        events: z.array(z.number()),
        confidence: z.number(),
      }),
    ),
  });
  const { $schema: _, ...schema } = z.toJSONSchema(answer);
  return schema;
}

/** One fact as a model says it. Untrusted. */
export interface SaidFact {
  readonly statement: string;
  readonly kind: string;
  readonly key: string | null;
  readonly value: string | null;
  readonly persons: readonly string[];
  readonly entities: readonly string[];
  readonly location: string | null;
  readonly topic: string | null;
  readonly at: string | null;
  readonly quote: string;
  readonly events: readonly number[];
  /** Zero where it says none. */
  readonly confidence: number;
}

/** An answer that never ends is not followed to its end. */
const MOST = 60;
const MOST_NAMES = 12;

/** Takes any value. Null where it is no answer at all. */
export function parseFacts(value: unknown): readonly SaidFact[] | null {
  const list = isObject(value) ? value.facts : value;
  if (!Array.isArray(list)) return null;
  const items = (list as unknown[]).slice(0, MOST);
  const facts = items.flatMap((item) =>
    isObject(item) && typeof item.statement === 'string' && typeof item.quote === 'string'
      ? [factOf(item, item.statement, item.quote)]
      : [],
  );
  return items.length > 0 && facts.length === 0 ? null : facts;
}

function factOf(item: Readonly<Record<string, unknown>>, statement: string, quote: string): SaidFact {
  const { kind, key, value, persons, entities, location, topic, at, events, confidence } = item;
  const numbers = (Array.isArray(events) ? (events as unknown[]) : [events]).map((one) =>
    typeof one === 'string' && /^\d{1,9}$/.test(one) ? Number(one) : one,
  );
  return {
    statement,
    quote,
    kind: typeof kind === 'string' ? kind.trim().toLowerCase() : '',
    key: textOf(key),
    value: textOf(value),
    persons: textsOf(persons),
    entities: textsOf(entities),
    location: textOf(location),
    topic: textOf(topic),
    at: textOf(at),
    events: numbers
      .filter((one): one is number => typeof one === 'number' && Number.isSafeInteger(one))
      .slice(0, MOST_NAMES),
    confidence: typeof confidence === 'number' && confidence >= 0 && confidence <= 1 ? confidence : 0,
  };
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.replace(/\s+/g, ' ').trim() : null;
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? (value as unknown[]).slice(0, MOST_NAMES).flatMap((one) => textOf(one) ?? []) : [];
