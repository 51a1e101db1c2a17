// What a dream may spend on a model, and what it has spent. One for all batches of a dream, and for engines that are
// made anew in it. Knows no clock.
import { estimateTokens, type ModelRequest } from '../../../llm/port.ts';
import type { Usage } from '../../../model/plan.ts';
import { answerSchema } from './answer.ts';
import { type Around, cutGroup, type Sheaf, type Size, sizesFrom } from './groups.ts';
import { renderPrompt, renderSystem } from './prompt.ts';
import type { Asker, Group } from './types.ts';

export interface Limits {
  /** Calls of one dream, at most. */
  readonly maxCalls: number;
  /** Tokens of prompts and answers of one dream, at most. */
  readonly maxTokens: number;
}

/** What a call is about, as its request is named. */
export type About = 'consolidate' | 'classify' | 'merge' | 'memory';

/** What of a call was cut off: its prompt, by a server with a smaller window, or its answer. */
export type Cut = 'cutPrompt' | 'cutAnswer';

export interface Budget {
  readonly usage: Usage;
  /** Why nothing is asked any more in this dream, one sentence; null while it goes on. */
  readonly stopped: string | null;
  /** Why a call of so many tokens is not made, `pending` others being under way; null where it may be. */
  refuses(tokens: number, pending?: number): string | null;
  spend(calls: number, tokens: number, about: string): void;
  /** May another call be about claims that are alike? What they cost follows from what the facts cost. */
  readonly mayAskAboutPairs: boolean;
  /** Whether the model answered anything in this dream. */
  readonly answered: boolean;
  answer(): void;
  /** The model cuts off whatever it is asked: the rules decide what is left; null while it does not. */
  readonly isCutOff: Cut | null;
  cutOff(what: Cut): void;
  /** Nothing is asked any more. The first reason stays. */
  stop(reason: string): void;
}

/** Calls about pairs, at most, beside so many about facts. */
export const mostPairCalls = (factCalls: number): number => (factCalls === 0 ? 0 : Math.floor(factCalls / 5) + 2);

export function createBudget({ maxCalls, maxTokens }: Limits): Budget {
  let [calls, tokens] = [0, 0];
  const callsAbout = new Map<string, number>();
  const about = (what: About): number => callsAbout.get(what) ?? 0;
  let stopped: string | null = null;
  let answered = false;
  let isCutOff: Cut | null = null;
  return {
    get usage() {
      return { calls, tokens };
    },
    get stopped() {
      return stopped;
    },
    refuses: (next, pending = 0) => {
      if (calls + pending >= maxCalls)
        return `the limit of ${maxCalls} ${maxCalls === 1 ? 'call' : 'calls'} is reached`;
      return tokens + next > maxTokens ? `the limit of ${maxTokens} tokens is reached` : null;
    },
    get mayAskAboutPairs() {
      return about('classify') + about('merge') < mostPairCalls(about('consolidate'));
    },
    spend: (more, ofTokens, what) => {
      calls += more;
      callsAbout.set(what, (callsAbout.get(what) ?? 0) + more);
      tokens += ofTokens;
    },
    get answered() {
      return answered;
    },
    answer: () => void (answered = true),
    get isCutOff() {
      return isCutOff;
    },
    cutOff: (what) => {
      isCutOff ??= what;
      stopped ??= 'the model cuts off what it is asked';
    },
    stop: (reason) => void (stopped ??= reason),
  };
}

// How much of a page goes into one call: as many facts and claims as the model's window holds, with room for the
// answer. Pure: what fits depends on nothing but the page's words and the window.

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
