// What a model may answer about MEMORY.md: the schema that it is asked with, and its answer read as generously as can
// be told what is meant. Reads form alone; whether a line may stand is judged elsewhere.
import * as z from 'zod/mini';
import type { SummaryClaim } from '../../markdown/summary.ts';
import { isObject } from '../../model/json.ts';
import type { SummaryLine } from '../../model/plan.ts';

/** JSON schema of the answer: closed, every property required, as strict servers want it. */
export function summarySchema(): Record<string, unknown> {
  const line = z.strictObject({ text: z.string(), claims: z.array(z.int()) });
  const answer = z.strictObject({ groups: z.array(z.strictObject({ title: z.string(), lines: z.array(line) })) });
  const { $schema: _, ...schema } = z.toJSONSchema(answer);
  return withoutBounds(schema) as Record<string, unknown>;
}

/** Limits of what a number can be tell a model nothing, and not every server knows them. */
function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      key === 'minimum' || key === 'maximum' ? [] : [[key, withoutBounds(value)]],
    ),
  );
}

export interface SummaryAnswer {
  /** With the facts of the claims that each names; an id that no fact has, for a claim that was not shown. */
  readonly lines: readonly SummaryLine[];
  /** Lines that name no claim or say nothing. */
  readonly bad: number;
}

/** No fact has that id. */
const NO_FACT = '';

/** Takes any value. `claims`: as they were shown, so that the first is number 1. Null where it is no answer at all. */
export function readSummary(value: unknown, claims: readonly SummaryClaim[]): SummaryAnswer | null {
  const groups: unknown = isObject(value) ? value.groups : value;
  if (!Array.isArray(groups)) return null;
  const lines: SummaryLine[] = [];
  let bad = 0;
  for (const group of (groups as unknown[]).slice(0, claims.length * 2)) {
    const [title, said]: unknown[] = isObject(group) ? [group.title, group.lines] : [];
    for (const line of Array.isArray(said) ? (said as unknown[]) : []) {
      const [text, named]: unknown[] = isObject(line) ? [line.text, line.claims] : [];
      const numbers = (Array.isArray(named) ? (named as unknown[]) : [named]).flatMap(numberOf);
      // An answer that never ends is not followed to its end.
      if (typeof text !== 'string' || numbers.length === 0 || lines.length >= claims.length * 2) bad++;
      else
        lines.push({
          group: typeof title === 'string' ? title : '',
          text: withoutListMark(text.trim()),
          facts: numbers.flatMap((n) => claims[n - 1]?.facts ?? [NO_FACT]),
        });
    }
  }
  return { lines, bad };
}

/** 3 of 3, "3", "[3]", "n3". */
function numberOf(value: unknown): number[] {
  const [, digits] =
    /^\D{0,2}(\d{1,4})\D{0,2}$/.exec(typeof value === 'number' || typeof value === 'string' ? String(value) : '') ?? [];
  return digits === undefined ? [] : [Number(digits)];
}

const withoutListMark = (text: string): string => text.replace(/^[-*•] +/, '');
