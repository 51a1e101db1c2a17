// Keeps, between dreams, what came of asking a model: whether it answered, and which facts had to wait for it.
import type { DreamResult } from '../dream/dreamt.ts';
import { dayOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import { recordModel, recordWaits } from '../vault/attempts.ts';
import { readPending } from '../vault/pending.ts';
import type { Vault } from '../vault/vault.ts';
import { readView } from '../vault/view.ts';
import type { EngineWishes } from './make-engine.ts';

export interface Asking {
  readonly heard: EngineWishes['heard'];
  /** After a dream. What a person stopped is no night that a fact waited. */
  ended(result: Pick<DreamResult, 'left' | 'view' | 'interrupted'>): void;
  /** After a dream that threw this. A vault that cannot be written keeps no record. */
  failed(error: unknown): void;
}

export function keepWaits(vault: Vault, start: Date): Asking {
  let last: { readonly name: string; readonly answered: boolean } | null = null;
  const today = dayOf(start);
  const note = (): void => {
    if (last !== null) recordModel(vault, { ...last, at: start.toISOString() });
  };
  return {
    heard: (name, answered) => void (last = { name, answered }),
    ended: ({ left, view, interrupted }) => {
      note();
      if (interrupted) return;
      const waiting = left.filter(({ why }) => why === 'model').map(({ fact }) => fact);
      const now = new Set(waiting);
      recordWaits(
        vault,
        today,
        waiting,
        (fact) => now.has(fact) || (view.factById.has(fact) && !view.ledger.has(fact) && !view.forgotten.has(fact)),
      );
    },
    failed: (error) => {
      if (!(error instanceof MemvaultError) || error.code !== 'model') return;
      try {
        note();
        const waiting = readPending(readView(vault), today).facts.map(({ id }) => id);
        const now = new Set(waiting);
        recordWaits(vault, today, waiting, (fact) => now.has(fact));
      } catch (problem) {
        if (!(problem instanceof MemvaultError)) throw problem;
      }
    },
  };
}
