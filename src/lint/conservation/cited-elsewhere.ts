// Facts that are cited on a page that the ledger does not name: moved by hand, brought by a merge, or written by a run
// that broke off. Nothing is lost, so it is a warning, once for each two pages.
import { CITED } from '../../model/disposition.ts';
import { groupBy } from '../../model/group-by.ts';
import type { LintInput } from '../input.ts';
import { claimPlace } from '../places.ts';
import type { Remark } from '../rule.ts';
import { count, some } from '../words.ts';
import { DREAM_RECORDS } from './next-dream.ts';

export function citedElsewhere({ view, pending, reach }: Pick<LintInput, 'view' | 'pending' | 'reach'>): Remark[] {
  const cited = [...pending.cited].flatMap(([fact, page]) => {
    const held = view.ledger.get(fact);
    if (held === undefined || held.as === 'pending') return [{ fact, page, named: null }];
    return CITED.has(held.as) && reach.get(held.page ?? '') !== 'outside'
      ? [{ fact, page, named: held.page ?? null }]
      : [];
  });
  return [...groupBy(cited, ({ page, named }) => `${named ?? ''}\n${page}`).values()].flatMap((group): Remark[] => {
    const [first] = group;
    if (first === undefined) return [];
    const these = `${count(group.length, 'fact')} (${some(group.map(({ fact }) => fact))})`;
    const message =
      first.named === null
        ? `${these} cited here without a disposition`
        : `${these} cited here, and the ledger names ${first.named}`;
    return [{ severity: 'warning', ...claimPlace(view, first.page, first.fact), message, fix: DREAM_RECORDS }];
  });
}
