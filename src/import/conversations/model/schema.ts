// The model's answer about a part of a conversation: its schema, and a lenient parser. Checks only the form; verify.ts
// checks the content.
import * as z from 'zod/mini';
import slots from '../../../../templates/slots/kinds.json';
import { isObject, isText } from '../../../model/json.ts';

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

/** Slots with one value at a time. */
export const SINGLE_KEYS: ReadonlySet<string> = new Set(Object.values(slots.keys).flat());
/** Slot names, the same as the rules use. */
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

/** JSON schema of the answer: closed, with every property required, as strict servers demand. */
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

/** Cuts off an answer that never ends. */
const MOST = 60;
const MOST_NAMES = 12;

const flat = (value: unknown): string => (isText(value) ? value.replace(/\s+/g, ' ').trim() : '');
/** A list, or a single value. */
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]).slice(0, MOST_NAMES);
const read = <T>(as: (value: unknown) => T) => z.pipe(z.optional(z.unknown()), z.transform(as));
const WORDS = read((value) => flat(value) || null);
const NAMES = read((value) =>
  listOf(value)
    .map(flat)
    .filter((name) => name !== ''),
);

/** One fact from a model, parsed leniently. Untrusted. */
const SAID = z.object({
  statement: z.string(),
  kind: read((value) => flat(value).toLowerCase()),
  key: WORDS,
  value: WORDS,
  persons: NAMES,
  entities: NAMES,
  location: WORDS,
  topic: WORDS,
  at: WORDS,
  quote: z.string(),
  events: read((value) =>
    listOf(value)
      .map((one) => (isText(one) && /^\d{1,9}$/.test(one) ? Number(one) : one))
      .filter((one): one is number => Number.isSafeInteger(one)),
  ),
  /** 0 if missing. */
  confidence: read((value) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : 0)),
});
export type SaidFact = z.infer<typeof SAID>;

/** Accepts any value. Null if it is not an answer at all. */
export function parseFacts(value: unknown): readonly SaidFact[] | null {
  const list = isObject(value) ? value.facts : value;
  if (!Array.isArray(list)) return null;
  const items = (list as unknown[]).slice(0, MOST);
  const facts = items.flatMap((item) => SAID.safeParse(item).data ?? []);
  return items.length > 0 && facts.length === 0 ? null : facts;
}
