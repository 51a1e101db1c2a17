// How the engine that asks a model stands, for `status`: which it is, whether it may be asked, whether it answered
// last, and what waits for it. Asks nothing.
import { MemvaultError } from '../model/errors.ts';
import { readWaited } from '../vault/attempts.ts';
import { readState } from '../vault/state.ts';
import type { View } from '../vault/view.ts';
import type { Context } from './context.ts';
import { readModelChoice } from './model-choice.ts';
import { modelOf } from './model-of.ts';
import { untrusted } from './model-trust.ts';

// What keeps a model from being asked, as `status` says it: a setting that is not trusted, or settings that do not go
// together.

/** One line; null where nothing does. `look` throws what is wrong with the settings. */
export function trustProblem(look: () => ReturnType<typeof untrusted>): string | null {
  try {
    const held = look();
    return held === null
      ? null
      : held.needs.map(({ key }) => key).join(', ') +
          ' ' +
          (held.standing === 'changed' ? 'changed since you trusted it' : 'not trusted') +
          ': memvault config trust';
  } catch (error) {
    if (error instanceof MemvaultError) return error.message;
    throw error;
  }
}

export interface ModelStatus {
  /** Engine and model, such as `ollama:qwen3:8b`. */
  readonly name: string;
  /** The rules decide where it does not answer. */
  readonly auto: boolean;
  /** Why it is not asked, whatever it would say; null where nothing stands in the way. */
  readonly problem: string | null;
  /** When a dream asked it last, ISO; null for never. */
  readonly lastAsked: string | null;
  readonly answered: boolean | null;
  /** Facts that had to wait for it. */
  readonly waiting: number;
}

/** Null where the rules decide alone. */
export function readModelStatus(context: Context, view: View): ModelStatus | null {
  const choice = readModelChoice(context);
  if (choice.kind === null) return null;
  const { lastModel } = readState(context.vault);
  const name = nameOf(() => modelOf(context, choice).name) ?? choice.kind;
  const last = lastModel?.name === name ? lastModel : null;
  const waiting = [...readWaited(context.vault).keys()].filter(
    (fact) => view.factById.has(fact) && !view.ledger.has(fact) && !view.forgotten.has(fact),
  ).length;
  return {
    name,
    auto: choice.isAuto,
    problem: trustProblem(() => untrusted(context, choice)),
    lastAsked: last?.at ?? null,
    answered: last?.answered ?? null,
    waiting,
  };
}

/** Null where its settings do not go together: `trustProblem` says why. */
function nameOf(read: () => string): string | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof MemvaultError) return null;
    throw error;
  }
}
