// What a plan file may hold, as a schema. Strict: a key that it does not know is an issue, so that a slip of the pen
// is told and not passed over. It checks forms alone; what is said in them is validated by who plans.
import * as z from 'zod/mini';
import { PROPOSABLE } from '../../model/plan-file.ts';
import { REVIEW_KINDS } from '../../model/review.ts';

const WHY = ['own', 'page', 'undone', 'other', 'model', 'later'] as const;

/** A person reads them in one line; some end in files where a line is a record. */
const MAX_LINE = 1_000;
const line = z.string().check(
  z.refine((text) => text.length <= MAX_LINE && !/[\u0000-\u001F\u007F]/.test(text), {
    error: `must be one line of at most ${MAX_LINE} letters`,
  }),
);
const words = z.string().check(z.maxLength(20_000));
const id = z.string().check(z.regex(/^[0-9a-z]{10}$/, { error: 'must be the id of a fact: ten letters and digits' }));
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'must be a day, as 2026-07-01' }));
const instant = z.string().check(
  z.refine((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text)), {
    error: 'must be a time in UTC, as 2026-07-01T03:00:00.000Z',
  }),
);
const digest = z.string().check(z.regex(/^[0-9a-f]{8,128}$/, { error: 'must be a digest, as memvault wrote it' }));
/** The names under which a person decides are no engine's. */
const engine = z.string().check(
  z.refine((text) => text.length <= 200 && /^[^\u0000-\u001F\u007F]+\/[^\u0000-\u001F\u007F/]+$/.test(text), {
    error: 'must be the name and version of an engine, as rules/2',
  }),
);
const count = z
  .number()
  .check(
    z.refine((value) => Number.isSafeInteger(value) && value >= 0, { error: 'must be a whole number of 0 or more' }),
  );
const days = z
  .number()
  .check(
    z.refine((value) => Number.isSafeInteger(value) && value >= 1, { error: 'must be a whole number of 1 or more' }),
  );
const optional = z.exactOptional;

const fact = z.strictObject({ fact: id, day, says: words, digest });

const entry = z.strictObject({
  fact: id,
  day: optional(day),
  says: optional(words),
  as: optional(z.enum(PROPOSABLE)),
  page: optional(line),
  head: optional(z.nullable(line)),
  text: optional(words),
  of: optional(id),
  supersedes: optional(z.array(id)),
  inTurn: optional(z.boolean()),
  corrects: optional(id),
  by: optional(id),
  after: optional(id),
  ends: optional(z.array(id)),
  with: optional(id),
  frees: optional(z.array(id)),
  reason: optional(line),
  digest: optional(digest),
});

const review = z.strictObject({
  kind: z.enum(REVIEW_KINDS),
  facts: z.array(id),
  reason: line,
  score: z.number(),
  draft: optional(words),
});

const batch = z.strictObject({
  engine,
  proposals: z.array(entry),
  waits: optional(z.array(z.strictObject({ fact: id, reason: line, why: z.enum(WHY) }))),
  pages: optional(z.array(z.strictObject({ page: line, type: line, title: line, about: words }))),
  words: optional(z.record(z.string(), z.strictObject({ title: optional(line), about: optional(words) }))),
  reviews: optional(z.array(review)),
  apart: optional(z.array(z.strictObject({ kind: z.enum(REVIEW_KINDS), facts: z.tuple([id, id]) }))),
  settled: optional(z.array(fact)),
  summary: optional(z.array(z.strictObject({ group: line, text: words, facts: z.array(id) }))),
  heads: optional(z.record(z.string(), z.record(z.string(), line))),
  tags: optional(z.record(z.string(), z.array(line))),
  related: optional(z.record(z.string(), z.array(line))),
  decidedBy: optional(z.record(z.string(), engine)),
  notices: optional(z.array(words)),
  cost: optional(z.strictObject({ calls: count, tokens: count })),
});

export const planSchema = z.strictObject({
  type: z.literal('memvault/plan'),
  version: z.literal(1),
  start: instant,
  today: day,
  options: z.strictObject({
    maxDays: days,
    reviews: count,
    reviewsInCatchUp: count,
    repeatUndone: z.boolean(),
    retry: z.boolean(),
    redo: z.nullable(day),
  }),
  batches: z.array(batch),
  pages: z.record(z.string(), z.nullable(digest)),
  /** Of all the rest, as memvault wrote it: tells whether a person changed it. */
  written: optional(digest),
});

export type PlanText = z.infer<typeof planSchema>;
export type BatchText = z.infer<typeof batch>;
export type EntryText = z.infer<typeof entry>;
