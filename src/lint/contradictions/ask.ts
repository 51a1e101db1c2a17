// A model is asked about pairs of claims, a few in one call. What it did not answer is not guessed; what fails ends it.
import type { Asks } from '../../llm/asks.ts';
import { fence, fillPrompt } from '../../llm/fence.ts';
import type { ModelRequest } from '../../llm/port.ts';
import { ANSWER_SCHEMA, type Contradiction, nameOf, parseContradictions } from './answer.ts';
import type { ClaimPair } from './pairs.ts';

export interface AskedPairs {
  readonly found: readonly Contradiction[];
  /** Those that were answered, whatever the answer. */
  readonly answered: readonly ClaimPair[];
  /** Those of them in a call of which all findings were taken: the same question has the same answer. */
  readonly certain: readonly ClaimPair[];
  /** Findings that were not taken. */
  readonly dropped: number;
  /** Why not all were asked about; null where they were. */
  readonly reason: string | null;
  readonly stopped: boolean;
}

const IN_ONE_CALL = 8;
const ANSWER_TOKENS = 800;

/** `system`: the text of the prompt file. */
export async function askAboutPairs(pairs: readonly ClaimPair[], system: string, asks: Asks): Promise<AskedPairs> {
  const waiting = partsOf(pairs, IN_ONE_CALL);
  const found: Contradiction[] = [];
  const answered: ClaimPair[] = [];
  const certain: ClaimPair[] = [];
  let dropped = 0;
  let reason: string | null = null;
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const request = requestFor(part, system);
    const asked = asks.fits(request, ANSWER_TOKENS) ? await asks.ask(request, { label: `${part.length} pairs of claims`, answerTokens: ANSWER_TOKENS }) : { kind: 'cut' as const };
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

/** What was logged stands in it as data. */
function requestFor(pairs: readonly ClaimPair[], system: string): ModelRequest {
  const side = ({ title, text, day }: ClaimPair['older']): Record<string, string> => ({ page: title, day, says: text });
  const data = `{"pairs":[\n${pairs.map(({ older, newer }, at) => JSON.stringify({ id: nameOf(at), older: side(older), newer: side(newer) })).join(',\n')}\n]}`;
  return { system: fillPrompt(system, {}), prompt: `${fence(data)}\n\nWhich of these pairs cannot both be true? Answer with JSON alone.`, name: 'contradictions', schema: ANSWER_SCHEMA };
}
