// Facts that stand elsewhere on their page than was decided, such as a superseded one that is current: moved by hand,
// or brought by a merge. The next dream settles them.
import type { LintInput } from '../input.ts';
import { claimPlace } from '../places.ts';
import type { Remark } from '../rule.ts';
import { DREAM_SETTLES } from './next-dream.ts';

export function standsElsewhere({ view, pending }: Pick<LintInput, 'view' | 'pending'>): Remark[] {
  return [...pending.restated].map(([fact, { reason }]): Remark => {
    const held = view.ledger.get(fact);
    return {
      severity: 'warning',
      ...claimPlace(view, held?.page ?? '', fact),
      message: `${fact} is ${held?.as ?? 'undecided'}, and ${reason}`,
      fix: DREAM_SETTLES,
    };
  });
}
