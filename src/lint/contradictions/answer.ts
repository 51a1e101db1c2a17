// What a model says of pairs of claims, held against their words: a contradiction counts where both quotes stand in the
// claims letter by letter. Nothing else of its answer is read. Pure.
import type { ClaimPair } from './pairs.ts';

/** Two claims that a model takes to contradict each other. */
export interface Contradiction extends ClaimPair {
  /** The words of each claim that cannot both be true. */
  readonly olderQuote: string;
  readonly newerQuote: string;
}

/** JSON schema of the answer. */
export const ANSWER_SCHEMA: Readonly<Record<string, unknown>> = {
  type: 'object',
  additionalProperties: false,
  required: ['contradictions'],
  properties: {
    contradictions: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['pair', 'older', 'newer'],
        properties: { pair: { type: 'string' }, older: { type: 'string' }, newer: { type: 'string' } },
      },
    },
  },
};

/** The name of a pair in a call, by its index: `p1` is the first. */
export const nameOf = (at: number): string => `p${at + 1}`;

/**
 * The contradictions of an answer; null for a value that is no answer. `dropped`: how many of its items name no pair,
 * name one again, or quote what the claims do not say.
 */
export function parseContradictions(
  value: unknown,
  pairs: readonly ClaimPair[],
): { readonly found: Contradiction[]; readonly dropped: number } | null {
  const list: unknown =
    typeof value === 'object' && value !== null && 'contradictions' in value ? value.contradictions : null;
  if (!Array.isArray(list)) return null;
  const found = new Map<ClaimPair, Contradiction>();
  for (const said of list as unknown[]) {
    const { pair: name, older, newer } = isRecord(said) ? said : {};
    const pair = pairs.find((_, at) => nameOf(at) === name);
    const quotes =
      pair === undefined || found.has(pair) ? null : [quoteIn(older, pair.older.text), quoteIn(newer, pair.newer.text)];
    const [olderQuote, newerQuote] = quotes ?? [];
    if (pair !== undefined && olderQuote && newerQuote && olderQuote.toLowerCase() !== newerQuote.toLowerCase())
      found.set(pair, { ...pair, olderQuote, newerQuote });
  }
  return { found: [...found.values()], dropped: list.length - found.size };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * The quote, where it stands in the text as it is; null elsewhere, and for one or two letters, unless they are two
 * Chinese characters.
 */
function quoteIn(said: unknown, text: string): string | null {
  const quote = typeof said === 'string' ? said.trim() : '';
  return (quote.length > 2 || /\p{Script=Han}{2}/u.test(quote)) && text.includes(quote) ? quote : null;
}
