// How much of a page goes into one call: as many facts and claims as the model's window holds, with room for the
// answer. Pure: what fits depends on nothing but the page's words and the window.
import type { ModelRequest } from '../../llm/port.ts';
import { estimateTokens } from '../../llm/tokens.ts';
import { answerSchema } from './answer.ts';
import { type Around, cutGroup, type Sheaf, type Size, sizesFrom } from './groups.ts';
import { renderPrompt, renderSystem } from './prompt.ts';
import type { Asker, Group } from './types.ts';

/** One call that fits. */
export interface Fitted {
  readonly group: Group;
  readonly request: ModelRequest;
  /** How long its answer may become, about. */
  readonly answerTokens: number;
}

export interface Wording {
  /** The text of the prompt file. */
  readonly system: string;
  /** The prose of the vault's schema. */
  readonly conventions: string;
}

/**
 * The first facts of a sheaf as a call that fits, no more than `size` says; null where not even one fact with two
 * claims does.
 */
export function fitGroup(
  sheaf: Sheaf,
  size: Size,
  around: Around,
  wording: Wording,
  fits: Asker['fits'],
): Fitted | null {
  // Most of what is asked stands in the system text: where that alone is too much, no size helps.
  if (!fits({ system: renderSystem(wording), prompt: '', schema: {} }, 0)) return null;
  for (const one of sizesFrom(size, sheaf.facts.length)) {
    const group = cutGroup(sheaf, one, around);
    const request = { ...renderPrompt(group, wording), name: 'consolidate', schema: answerSchema(group) };
    const answerTokens = answerSize(group);
    if (fits(request, answerTokens)) return { group, request, answerTokens };
  }
  return null;
}

/** Each fact with a wording of its own, and the words for the page. */
function answerSize({ facts }: Group): number {
  return facts.reduce((sum, { text }) => sum + 70 + estimateTokens(text), 150);
}
