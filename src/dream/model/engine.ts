// The engine that asks a model: the rules propose first, and what they do not settle is put before the model, page by
// page. Whatever comes back, every fact of the batch gets a proposal or waits.
import type { Model } from '../../llm/port.ts';
import type { Engine } from '../engine.ts';
import type { Budget } from './budget.ts';
import type { Prompts } from './prompts.ts';
import type { PairLimits } from './types.ts';

export interface ModelEngineOptions {
  /** What settles the plain cases, and takes what the model does not decide. */
  readonly rules: Engine;
  readonly model: Model;
  /** Made once a dream: engines that are made anew in it share it. */
  readonly budget: Budget;
  readonly prompts: Prompts;
  /** The prose of the vault's schema. */
  readonly conventions: string;
  /** Silence after which a call is given up. */
  readonly idleSeconds: number;
  /** What becomes of facts that the model failed to decide. */
  readonly onFailure: 'wait' | 'rules';
  /** Nights that a fact has waited for a model before this dream. */
  readonly waited: (fact: string) => number;
  readonly isPagePath: (path: string) => boolean;
  readonly pairs: PairLimits;
}

export function createModelEngine({ rules, model, prompts }: ModelEngineOptions): Engine {
  return { ...rules, name: `${model.name}/${prompts.consolidate.version}`, limitsItself: true };
}
