// Renders a plan as an editable text file, with each fact's own words next to its proposal, and parses it, reporting
// every problem with its place. Reads and writes no file; trusts only the form of what it parses.
import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { textDigest } from '../../model/bytes.ts';
import { toJson } from '../../model/controls.ts';
import { PROPOSABLE } from '../../model/disposition.ts';
import { MemvaultError } from '../../model/errors.ts';
import { defined, isObject } from '../../model/json.ts';
import {
  AGREEABLE,
  NO_PROPOSALS,
  type PlanFile,
  type PlannedBatch,
  type PlannedFact,
  type Proposal,
} from '../../model/plan.ts';
import { LOOKS, PAIR_KINDS, REVIEW_KINDS, type ReviewProposal } from '../../model/review.ts';

/** The most problems shown. */
const MOST = 8;

// The schema of a plan file. Strict: an unknown key is an error, so that a typo is not ignored. Checks only the form;
// planning validates the content.

const WHY = ['own', 'page', 'undone', 'other', 'model', 'later'] as const;

/** Shown to a person on one line; some end up in files with one record per line. */
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
/** Excludes the names used for a person's decisions. */
const engine = z.string().check(
  z.refine((text) => text.length <= 200 && /^[^\u0000-\u001F\u007F]+\/[^\u0000-\u001F\u007F/]+$/.test(text), {
    error: 'must be the name and version of an engine, as rules/2',
  }),
);
const count = z.int().check(z.gte(0));
const days = z.int().check(z.gte(1));
const optional = z.exactOptional;

const fact = z.strictObject({ fact: id, day, says: words, digest });

const entry = z.strictObject({
  fact: id,
  day: optional(day),
  says: optional(words),
  as: optional(z.enum(PROPOSABLE)),
  page: optional(line),
  head: optional(z.nullable(line)),
  beside: optional(id),
  isLoose: optional(z.literal(true)),
  text: optional(words),
  of: optional(id),
  supersedes: optional(z.array(id)),
  corrects: optional(id),
  by: optional(id),
  after: optional(id),
  ends: optional(z.array(id)),
  with: optional(id),
  frees: optional(z.array(id)),
  reason: optional(line),
  digest: optional(digest),
});

const pair = z.tuple([id, id]);
const look = z.nullable(z.enum(LOOKS));
const review = z.strictObject({
  kind: z.enum(REVIEW_KINDS),
  facts: z.array(id),
  reason: line,
  score: z.number(),
  draft: optional(words),
  pairs: optional(z.array(z.strictObject({ facts: pair, as: z.enum(PAIR_KINDS), text: optional(words) }))),
  looks: optional(z.strictObject({ first: look, second: look })),
});
const agreed = z.strictObject({
  facts: pair,
  as: z.nullable(z.enum(AGREEABLE)),
  text: optional(words),
  reason: line,
});

const batch = z.strictObject({
  engine,
  proposals: z.array(entry),
  waits: optional(z.array(z.strictObject({ fact: id, reason: line, why: z.enum(WHY) }))),
  pages: optional(z.array(z.strictObject({ page: line, type: line, title: line, about: words }))),
  words: optional(z.record(z.string(), z.strictObject({ title: optional(line), about: optional(words) }))),
  overviews: optional(
    z.record(
      z.string(),
      z.array(
        z.strictObject({
          heading: z.nullable(line),
          as: z.enum(['text', 'list']),
          sentences: z.array(z.strictObject({ text: line, facts: z.array(id) })),
        }),
      ),
    ),
  ),
  reviews: optional(z.array(review)),
  moves: optional(z.array(z.strictObject({ fact: id, page: line, reason: line }))),
  queued: optional(z.array(review)),
  agreed: optional(z.array(agreed)),
  apart: optional(z.array(z.strictObject({ kind: z.enum(REVIEW_KINDS), facts: pair }))),
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
    repeatUndone: z.boolean(),
    retry: z.boolean(),
  }),
  batches: z.array(batch),
  pages: z.record(z.string(), z.nullable(digest)),
  /** Digest of everything else as memvault wrote it, to detect a person's edits. */
  written: optional(digest),
});

export type PlanText = z.infer<typeof planSchema>;
export type BatchText = z.infer<typeof batch>;
export type EntryText = z.infer<typeof entry>;

export function renderPlan({ type, version, start, today, options, batches, pages }: PlanFile): string {
  const { maxDays, reviews, repeatUndone, retry } = options;
  const plan: Text = {
    type,
    version,
    start,
    today,
    options: { maxDays, reviews, repeatUndone, retry },
    batches: batches.map(toBatchText),
    pages,
  };
  return `${toJson({ ...plan, written: digestOf(plan) }, 2)}\n`;
}

/** What a file holds: a plan as memvault wrote it, ignoring white space; one that a person changed; or no plan. */
export function planState(text: string): 'written' | 'edited' | null {
  try {
    const value: unknown = JSON.parse(text);
    const { written, ...plan }: Text = isObject(value) ? value : {};
    return plan.type !== 'memvault/plan' ? null : written === digestOf(plan) ? 'written' : 'edited';
  } catch {
    return null;
  }
}

const digestOf = (plan: Text): string => textDigest(JSON.stringify(plan));

const NEW = 'make a new one: memvault dream --plan FILE';

/** `name`: the file's name for messages. Throws `bad-input`. */
export function parsePlan(text: string, name: string): PlanFile {
  if (text.includes('\0')) throw noPlan(name, 'it is not a text file');
  const value = parseJson(text, name);
  const { type, version }: Text = isObject(value) ? value : {};
  if (type !== 'memvault/plan') throw noPlan(name, 'it does not say "type": "memvault/plan"');
  if (version !== 1)
    throw new MemvaultError(
      'bad-input',
      `${name} is a plan of version ${JSON.stringify(version)}; this memvault reads version 1`,
      { hint: NEW },
    );
  const checked = planSchema.safeParse(value, { error: en().localeError });
  if (checked.success) return toPlanFile(checked.data);
  // By place, without the text of the file, which contains the words of the vault.
  const all = checked.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${z.core.toDotPath(path)}: ${message}`,
  );
  const problems = all.length <= MOST ? all : [...all.slice(0, MOST), `and ${all.length - MOST} more`];
  throw new MemvaultError(
    'bad-input',
    [`${name} cannot be applied:`, ...problems.map((problem) => `  ${problem}`)].join('\n'),
    { hint: `correct it, or ${NEW}`, data: { problems } },
  );
}

const noPlan = (name: string, why: string): MemvaultError =>
  new MemvaultError('bad-input', `${name} is not a plan: ${why}`, { hint: 'memvault dream --plan FILE makes one' });

function parseJson(text: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    // The parser's message would quote the text.
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    throw noPlan(
      name,
      `it is not JSON${at === undefined ? '' : `; look at line ${text.slice(0, Number(at)).split('\n').length}`}`,
    );
  }
}

/** Any JSON value: only its form is checked when it is parsed again. */
type Text = Readonly<Record<string, unknown>>;

/** In schema order, without empty values. */
function toBatchText({ engine, facts, settled, proposals, summary }: PlannedBatch): Text {
  const { reviews, queued = [], tags, by: decidedBy, paid: cost, ...others } = proposals;
  const said = new Map<string, Proposal>();
  const more: Proposal[] = [];
  const known = new Set(facts.map(({ fact }) => fact));
  for (const one of proposals.proposals) {
    if (!known.has(one.fact) || said.has(one.fact)) more.push(one);
    else said.set(one.fact, one);
  }
  const entries = [
    ...facts.map((fact) => toEntry(fact, said.get(fact.fact))),
    ...more.map((one) => toEntry({ fact: one.fact }, one)),
  ];
  const all: Text = {
    ...others,
    reviews: reviews.map(toReview),
    queued: queued.map(toReview),
    settled,
    tags: Object.fromEntries(Object.entries(tags).filter(([, some]) => some.length > 0)),
    decidedBy,
    cost,
  };
  // An empty summary is meaningful.
  const isFilled = (key: string): boolean => Object.keys(all[key] ?? {}).length > 0;
  return {
    engine,
    proposals: entries,
    ...Object.fromEntries(
      Object.keys(batch.shape).flatMap((key) =>
        key === 'summary' && summary !== null
          ? [[key, summary]]
          : isFilled(key) && key !== 'proposals'
            ? [[key, all[key]]]
            : [],
      ),
    ),
  };
}

/** Without extra fields of a stored review line. */
const toReview = (proposed: ReviewProposal): Text =>
  Object.fromEntries(Object.entries(proposed).filter(([key]) => Object.hasOwn(review.shape, key)));

/** The fact in its own words, then its proposal. */
function toEntry(
  { digest, ...fact }: Pick<PlannedFact, 'fact'> & Partial<PlannedFact>,
  proposal: Proposal | undefined,
): Text {
  // Omitted if equal to the fact's own words just above.
  const text = proposal?.text === fact.says ? undefined : proposal?.text;
  const all: Text = { ...fact, ...proposal, text, digest };
  return Object.fromEntries(Object.keys(entry.shape).map((key) => [key, all[key]]));
}

function toPlanFile({ batches, written: _, ...plan }: PlanText): PlanFile {
  return { ...plan, batches: batches.map(toBatch) };
}

function toBatch({
  engine,
  proposals: entries,
  settled = [],
  summary,
  decidedBy: by,
  cost: paid,
  ...others
}: BatchText): PlannedBatch {
  const facts = entries.flatMap(({ fact, day, says = '', digest }): PlannedFact[] =>
    day === undefined || digest === undefined ? [] : [{ fact, day, says, digest }],
  );
  return {
    engine,
    facts,
    settled,
    summary: summary ?? null,
    proposals: {
      ...NO_PROPOSALS,
      ...others,
      proposals: entries.flatMap(toProposal),
      ...defined({ by, paid }),
    },
  };
}

function toProposal({ day: _, says: __, digest: ___, as, reason = '', ...rest }: EntryText): Proposal[] {
  return as === undefined ? [] : [{ ...rest, as, reason: reason || 'a plan says so' }];
}
