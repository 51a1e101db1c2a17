// What a dream may spend on a model, and what it has spent. One for all batches of a dream, and for engines that are
// made anew in it. Knows no clock.
import type { Usage } from '../../model/plan.ts';

export interface Limits {
  /** Calls of one dream, at most. */
  readonly maxCalls: number;
  /** Tokens of prompts and answers of one dream, at most. */
  readonly maxTokens: number;
}

export interface Budget {
  readonly usage: Usage;
  /** Why nothing is asked any more in this dream, one sentence; null while it goes on. */
  readonly stopped: string | null;
  /** Why a call of so many tokens is not made; null where it may be. */
  refuses(tokens: number): string | null;
  spend(calls: number, tokens: number): void;
  /** Nothing is asked any more. The first reason stays. */
  stop(reason: string): void;
}

export function createBudget({ maxCalls, maxTokens }: Limits): Budget {
  let [calls, tokens] = [0, 0];
  let stopped: string | null = null;
  return {
    get usage() {
      return { calls, tokens };
    },
    get stopped() {
      return stopped;
    },
    refuses: (next) => {
      if (calls >= maxCalls) return `the limit of ${maxCalls} ${maxCalls === 1 ? 'call' : 'calls'} is reached`;
      return tokens + next > maxTokens ? `the limit of ${maxTokens} tokens is reached` : null;
    },
    spend: (more, ofTokens) => {
      calls += more;
      tokens += ofTokens;
    },
    stop: (reason) => void (stopped ??= reason),
  };
}
