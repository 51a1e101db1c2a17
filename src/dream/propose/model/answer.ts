// What a model may answer about a group: the schema that it is asked with, and its answer read as generously as can be
// told what is meant. Reads form alone; whether a decision is right is judged elsewhere.
import * as z from 'zod/mini';
import { isObject } from '../../../model/json.ts';
import type { Group } from './groups.ts';

export const DECISIONS = ['new', 'duplicate', 'supersedes', 'corrects', 'conflicts', 'set-aside'] as const;
export type Verdict = (typeof DECISIONS)[number];

/** What the model says of one fact, each part of the right form or null. */
export interface Said {
  /** `f1`. */
  readonly fact: string;
  readonly as: Verdict;
  /** `c1` or another fact's `f2`; null only where the decision needs none. */
  readonly claim: string | null;
  readonly text: string | null;
  readonly head: string | null;
  /** As the model wrote it; it may be no page that was offered. */
  readonly page: string | null;
  readonly reason: string;
}

export interface Answer {
  /** One for each fact, in the order of the answer. */
  readonly decisions: readonly Said[];
  readonly title: string | null;
  readonly overview: string | null;
  /**
   * Decisions about no fact of the group, second ones about a fact, those of no known form, those that name no claim.
   */
  readonly bad: Readonly<Record<'fact' | 'doubled' | 'form' | 'claim', number>>;
}

const NEEDS_CLAIM: ReadonlySet<string> = new Set(['duplicate', 'supersedes', 'corrects', 'conflicts']);

/** Each word that models say for a decision. */
const SYNONYMS: ReadonlyMap<string, Verdict> = new Map(
  (
    [
      ['new', 'new add added adds create created insert keep own place placed none no-change unrelated complementary'],
      ['duplicate', 'duplicate duplicates duplicated dup same same-as repeat repeats repeated equal equals merge'],
      [
        'supersedes',
        'supersedes supersede superseding supercedes update updates updated replace replaces replaced newer',
      ],
      ['corrects', 'corrects correct corrected correction fix fixes fixed'],
      ['conflicts', 'conflicts conflict conflicting contradicts contradict contradiction contradicted'],
      [
        'set-aside',
        'set-aside setaside set-asides aside ignore ignored skip skipped drop dropped discard discarded ' +
          'delete deleted remove removed noop',
      ],
    ] as const
  ).flatMap(([as, words]) => words.split(' ').map((word): [string, Verdict] => [word, as])),
);

/** JSON schema of the answer about a group: closed and flat, every property required, as strict servers want it. */
export function answerSchema({
  claims,
  facts,
  otherPages,
}: Pick<Group, 'claims' | 'facts' | 'otherPages'>): Record<string, unknown> {
  const ids = facts.map(({ id }) => id);
  const named = [...claims.map(({ id }) => id), ...(ids.length > 1 ? ids : [])];
  const oneOf = (values: readonly string[]): z.ZodMiniType =>
    values.length === 0 ? z.null() : z.nullable(z.enum(values));
  const decision = z.strictObject({
    fact: z.enum(ids),
    as: z.enum(DECISIONS),
    claim: oneOf(named),
    text: z.nullable(z.string()),
    head: z.nullable(z.string()),
    page: oneOf(otherPages.map(({ path }) => path)),
    reason: z.string(),
  });
  const answer = z.strictObject({
    decisions: z.array(decision),
    page: z.strictObject({ title: z.nullable(z.string()), overview: z.nullable(z.string()) }),
  });
  const { $schema: _, ...schema } = z.toJSONSchema(answer);
  return flatten(schema) as Record<string, unknown>;
}

/** `anyOf` a type and null as one type: what small models and strict servers both take. */
export function flatten(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(flatten);
  if (!isObject(schema)) return schema;
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf))
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, flatten(value)]));
  const [one, other] = anyOf as unknown[];
  if (!isObject(one) || !isObject(other) || other.type !== 'null') return schema;
  return {
    ...rest,
    ...one,
    type: [one.type, 'null'],
    ...(Array.isArray(one.enum) ? { enum: [...(one.enum as unknown[]), null] } : {}),
  };
}

/** Takes any value; a fact of which nothing can be read is not among the decisions. */
export function readAnswer(value: unknown, group: Pick<Group, 'claims' | 'facts'>): Answer {
  const bad = { fact: 0, doubled: 0, form: 0, claim: 0 };
  const decisions = new Map<string, Said>();
  for (const one of listOf(value).slice(0, group.facts.length * 4 + 20)) {
    const fact = idOf(pick(one, 'fact', 'fact_id', 'id'), 'f', group.facts);
    if (fact === null) bad.fact++;
    else if (decisions.has(fact)) bad.doubled++;
    else {
      const said = decisionOf(fact, one, group);
      if (typeof said === 'string') bad[said]++;
      else decisions.set(fact, said);
    }
  }
  const page = isObject(value) ? value.page : undefined;
  return {
    decisions: [...decisions.values()],
    title: textOf(pick(page, 'title')),
    overview: textOf(pick(page, 'overview', 'about', 'description')),
    bad,
  };
}

function decisionOf(
  fact: string,
  one: Readonly<Record<string, unknown>>,
  { claims, facts }: Pick<Group, 'claims' | 'facts'>,
): Said | 'form' | 'claim' {
  const word = pick(one, 'as', 'decision', 'action');
  const as =
    typeof word === 'string'
      ? SYNONYMS.get(
          word
            .trim()
            .toLowerCase()
            .replace(/[\s_]+/g, '-'),
        )
      : undefined;
  if (as === undefined) return 'form';
  const named = pick(one, 'claim', 'target', 'of');
  const [only] = Array.isArray(named) && named.length === 1 ? (named as unknown[]) : [named];
  const claim = idOf(only, 'c', claims) ?? (typeof only === 'string' ? idOf(only, 'f', facts, true) : null);
  if (NEEDS_CLAIM.has(as) && (claim === null || claim === fact)) return 'claim';
  return {
    fact,
    as,
    claim: NEEDS_CLAIM.has(as) ? claim : null,
    text: textOf(pick(one, 'text', 'wording')),
    head: textOf(pick(one, 'head', 'heading')),
    page: textOf(one.page),
    reason: textOf(pick(one, 'reason', 'why')) ?? '',
  };
}

/** The decisions, wherever they stand: an array, by the ids of the facts, or one alone. */
function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  const list = isObject(value)
    ? (pick(value, 'decisions', 'facts') ?? (value.fact === undefined ? value : [value]))
    : value;
  if (Array.isArray(list)) return (list as unknown[]).filter(isObject);
  return isObject(list)
    ? Object.entries(list).flatMap(([fact, one]) =>
        /^(?:f|fact)?[\s._-]*\d+$/i.test(fact) && isObject(one) ? [{ ...one, fact }] : [],
      )
    : [];
}

/**
 * `f1` of "f1", "F1", "1", 1, "fact 1", "[f1]"; null where nothing of that name was shown. `isStrict`: not without its
 * letter.
 */
function idOf(
  value: unknown,
  letter: 'c' | 'f',
  shown: readonly { readonly id: string }[],
  isStrict = false,
): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const [, named = '', digits = ''] =
    /^\s*["'[(#^]*\s*(c|f|claim|fact|)[\s._#-]*0*(\d{1,4})\s*[\])"'.:]*\s*$/i.exec(String(value)) ?? [];
  if (digits === '' || (named === '' ? isStrict : named[0]?.toLowerCase() !== letter)) return null;
  const id = `${letter}${digits}`;
  return shown.some((one) => one.id === id) ? id : null;
}

/** The first of these keys that says something. */
function pick(value: unknown, ...keys: readonly string[]): unknown {
  return isObject(value) ? keys.map((key) => value[key]).find((one) => one !== undefined && one !== null) : undefined;
}

/** A text that says something; models write "null" and "none" where they mean nothing. */
function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || /^(?:null|none|n\/a|undefined|-)$/i.test(text) ? null : text;
}
