// What a dream may spend on a model, and what it has spent. One for all batches of a dream, and for engines that are
// made anew in it. Knows no clock.
import type { Usage } from '../../model/plan.ts';

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
