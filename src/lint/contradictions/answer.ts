// What a model says of pairs of claims, held against their words: a contradiction counts where both quotes stand in the
// claims letter by letter. What else it says is not even read. Pure.
import type { ClaimPair } from './pairs.ts';

export interface Contradiction extends ClaimPair {
  /** The words of each that cannot be true together. */
  readonly olderQuote: string;
  readonly newerQuote: string;
}

/** JSON schema of the answer. */
export const ANSWER_SCHEMA: Readonly<Record<string, unknown>> = {
  type: 'object', additionalProperties: false, required: ['contradictions'],
  properties: {
    contradictions: {
      type: 'array',
      items: {
        type: 'object', additionalProperties: false, required: ['pair', 'older', 'newer'],
        properties: { pair: { type: 'string' }, older: { type: 'string' }, newer: { type: 'string' } },
      },
    },
  },
};

/** The pair as the model is told of it: `p1` is the first. */
export const nameOf = (at: number): string => `p${at + 1}`;

/** Null where it is no answer at all. `dropped`: what it says of no pair, twice, or without words of the claims. */
export function parseContradictions(value: unknown, pairs: readonly ClaimPair[]): { readonly found: Contradiction[]; readonly dropped: number } | null {
  const list: unknown = typeof value === 'object' && value !== null && 'contradictions' in value ? value.contradictions : null;
  if (!Array.isArray(list)) return null;
  const found = new Map<ClaimPair, Contradiction>();
  for (const said of list as unknown[]) {
    const { pair: name, older, newer } = isRecord(said) ? said : {};
    const pair = pairs.find((_, at) => nameOf(at) === name);
    const quotes = pair === undefined || found.has(pair) ? null : [quoteIn(older, pair.older.text), quoteIn(newer, pair.newer.text)];
    const [olderQuote, newerQuote] = quotes ?? [];
    if (pair !== undefined && olderQuote && newerQuote && olderQuote.toLowerCase() !== newerQuote.toLowerCase()) found.set(pair, { ...pair, olderQuote, newerQuote });
  }
  return { found: [...found.values()], dropped: list.length - found.size };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Words that stand there as they are; two letters say nothing, unless they are of a script that needs no more. */
function quoteIn(said: unknown, text: string): string | null {
  const quote = typeof said === 'string' ? said.trim() : '';
  return (quote.length > 2 || /\p{Script=Han}{2}/u.test(quote)) && text.includes(quote) ? quote : null;
}
