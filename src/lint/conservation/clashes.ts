// Current claims of which two cannot both hold, or say the same, as a merge brings them. The next dream settles them.
import type { LintInput } from '../input.ts';
import { claimPlace } from '../places.ts';
import type { Remark } from '../rule.ts';
import { DREAM_SETTLES } from './next-dream.ts';

export function clashes({ view, pending }: Pick<LintInput, 'view' | 'pending'>): Remark[] {
  return [...pending.clashes].map(([fact, { as, other, reason }]): Remark => {
    const message =
      as === 'superseded'
        ? `${other} replaces ${fact}: ${reason}`
        : as === 'conflict'
          ? `${fact} contradicts ${other}: ${reason}`
          : `${fact} says what ${other} says: ${reason}`;
    return {
      severity: 'warning',
      ...claimPlace(view, view.ledger.get(fact)?.page ?? '', fact),
      message,
      fix: DREAM_SETTLES,
    };
  });
}
