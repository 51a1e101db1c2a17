// The second look: pairs of statements in reverse order, with their days and context only. The model does not learn the
// result of the first look. Calls no model itself. Pure.
import type { ModelRequest } from '../../../llm/port.ts';
import { choiceSchema, fence, fillPrompt, listSchema, objectSchema } from '../../../llm/prompt.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { Look } from '../../../model/review.ts';
import { idIn, meaningOf, pick, rowsOf } from './read-answer.ts';

/** A statement with its day and context. */
export interface Side {
  readonly text: string;
  readonly day: string;
  readonly place: string;
}

export interface Pair {
  readonly older: Side;
  readonly newer: Side;
}

/** The most pairs per call. */
export const PAIRS_A_CALL = 12;
const LONGEST = 400;
const MEANINGS: Readonly<Record<string, Look>> = {
  both: 'both',
  complementary: 'both',
  unrelated: 'both',
  same: 'same',
  duplicate: 'same',
  'a-replaces-b': 'replaces',
  replaces: 'replaces',
  supersedes: 'replaces',
  // The older cannot replace the newer: such an answer shows a misunderstanding.
  'b-replaces-a': 'both',
  contradict: 'contradicts',
  contradicts: 'contradicts',
  contradiction: 'contradicts',
};

export function secondLook(pairs: readonly Pair[], prompt: string): { request: ModelRequest; answerTokens: number } {
  const side = ({ text, day, place }: Side): object => ({
    in: place,
    day,
    says: text.slice(0, LONGEST).toWellFormed(),
  });
  const rows = pairs.map(({ older, newer }, at) =>
    JSON.stringify({ id: `p${at + 1}`, a: side(newer), b: side(older) }),
  );
  return {
    request: {
      name: 'second-look',
      system: fillPrompt(prompt, {}),
      prompt: `${fence(`{"pairs":[\n${rows.join(',\n')}\n]}`)}\n\nDecide each pair. Answer with JSON alone.`,
      schema: secondSchema(pairs.length),
    },
    answerTokens: pairs.length * 20 + 40,
  };
}

const idsOf = (count: number): string[] => Array.from({ length: Math.max(1, count) }, (_, at) => `p${at + 1}`);

export function secondSchema(count: number): JsonObject {
  const pair = objectSchema({
    pair: choiceSchema(idsOf(count)),
    as: choiceSchema(['both', 'same', 'a-replaces-b', 'b-replaces-a', 'contradict']),
  });
  return objectSchema({ pairs: listSchema(pair) });
}

/** The answers by index of the pair; accepts any value. Unreadable answers are missing. */
export function readSecondLook(value: unknown, count: number): Map<number, Look> {
  const known = idsOf(count);
  const looks = new Map<number, Look>();
  for (const row of rowsOf(value, 'pairs', 'decisions')) {
    const id = idIn(pick(row, 'pair', 'id'), 'p', known);
    const look = meaningOf(pick(row, 'as', 'decision'), MEANINGS);
    if (id !== null && look !== null && !looks.has(known.indexOf(id))) looks.set(known.indexOf(id), look);
  }
  return looks;
}
