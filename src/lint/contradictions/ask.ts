// A model is asked about pairs of claims, a few in one call. Where it gives no answer nothing is guessed, and a call
// that fails ends the asking.
import { fence, fillPrompt } from '../../llm/fence.ts';
import type { Asks, ModelRequest } from '../../llm/port.ts';
import type { ClaimPair } from './pairs.ts';

// What a model says of pairs of claims, held against their words: a contradiction counts where both quotes stand in the
// claims letter by letter. Nothing else of its answer is read. Pure.

/** Two claims that a model takes to contradict each other. */
export interface Contradiction extends ClaimPair {
  /** The words of each claim that cannot both be true. */
  readonly olderQuote: string;
  readonly newerQuote: string;
}

/** JSON schema of the answer. */
const ANSWER_SCHEMA: Readonly<Record<string, unknown>> = {
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
const nameOf = (at: number): string => `p${at + 1}`;

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

/** What came of asking. */
export interface AskedPairs {
  readonly found: readonly Contradiction[];
  /** Pairs that an answer could be read for, whatever it was. */
  readonly answered: readonly ClaimPair[];
  /** Those of them from calls of which every item was taken: only such an answer is kept for the next time. */
  readonly certain: readonly ClaimPair[];
  /** How many items of answers were not taken. */
  readonly dropped: number;
  /** Why not all pairs were answered; null where all were. */
  readonly reason: string | null;
  readonly stopped: boolean;
}

/** Pairs in one call. */
const IN_ONE_CALL = 8;
const ANSWER_TOKENS = 800;

/**
 * Asks about all pairs, as long as `asks` lets it; pairs that do not fit into a call are asked about in smaller ones.
 * `system`: the text of the prompt file.
 */
export async function askAboutPairs(pairs: readonly ClaimPair[], system: string, asks: Asks): Promise<AskedPairs> {
  const waiting = partsOf(pairs, IN_ONE_CALL);
  const found: Contradiction[] = [];
  const answered: ClaimPair[] = [];
  const certain: ClaimPair[] = [];
  let dropped = 0;
  let reason: string | null = null;
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const request = requestFor(part, system);
    const asked = asks.fits(request, ANSWER_TOKENS)
      ? await asks.ask(request, { label: `${part.length} pairs of claims`, answerTokens: ANSWER_TOKENS })
      : { kind: 'cut' as const };
    if (asked.kind === 'stopped') return { found, answered, certain, dropped, reason, stopped: true };
    if (asked.kind === 'cut') {
      if (part.length > 1) waiting.unshift(...partsOf(part, Math.ceil(part.length / 2)));
      else reason = 'a pair of claims does not fit into the window of the model';
      continue;
    }
    if (asked.kind !== 'answer') return { found, answered, certain, dropped, reason: asked.reason, stopped: false };
    const answer = parseContradictions(asked.value, part);
    if (answer === null) {
      reason = 'the model gave an answer that cannot be read';
      continue;
    }
    found.push(...answer.found);
    answered.push(...part);
    if (answer.dropped === 0) certain.push(...part);
    dropped += answer.dropped;
  }
  return { found, answered, certain, dropped, reason, stopped: false };
}

function partsOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

/** The claims stand in the prompt as data. */
function requestFor(pairs: readonly ClaimPair[], system: string): ModelRequest {
  const side = ({ title, text, day }: ClaimPair['older']): Record<string, string> => ({ page: title, day, says: text });
  const data =
    `{"pairs":[\n` +
    pairs
      .map(({ older, newer }, at) => JSON.stringify({ id: nameOf(at), older: side(older), newer: side(newer) }))
      .join(',\n') +
    `\n]}`;
  return {
    system: fillPrompt(system, {}),
    prompt: `${fence(data)}\n\nWhich of these pairs cannot both be true? Answer with JSON alone.`,
    name: 'contradictions',
    schema: ANSWER_SCHEMA,
  };
}
