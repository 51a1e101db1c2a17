// Facts that no page may cite and one does: set aside, quarantined or forgotten ones. What was removed by hand and is
// back has a rule of its own, removed-by-hand.
import { hasMergeMarkers } from '../../markdown/page.ts';
import type { LintInput } from '../input.ts';
import { claimPlace } from '../places.ts';
import type { Remark } from '../rule.ts';
import { REMOVED_BY_HAND } from '../rules/removed-by-hand.ts';
import { DREAM_RECORDS } from './next-dream.ts';

export function citedInSpite({ view, unmerged }: Pick<LintInput, 'view' | 'unmerged'>): Remark[] {
  const takesOff = (page: string): string =>
    unmerged.has(page) || hasMergeMarkers(view.pages.get(page)?.text ?? '')
      ? 'settle the merge of this page; then memvault dream takes it off'
      : 'memvault dream takes it off, and lint --fix at once';
  return [...view.citedOn].flatMap(([fact, pages]): Remark[] => {
    const held = view.ledger.get(fact);
    const forgotten = view.forgotten.has(fact) || held?.as === 'forgotten';
    if (!forgotten && held?.as !== 'set-aside' && held?.as !== 'quarantined') return [];
    if (!forgotten && held?.reason === REMOVED_BY_HAND) return [];
    return pages.map((page): Remark => ({
      severity: 'error',
      ...claimPlace(view, page, fact),
      message: `${fact} is ${forgotten ? 'forgotten' : held?.as}, and this claim cites it`,
      fix:
        held?.as === 'set-aside' && !forgotten
          ? `take the claim off, or keep it: ${DREAM_RECORDS}`
          : forgotten
            ? takesOff(page)
            : 'take the claim off',
    }));
  });
}
