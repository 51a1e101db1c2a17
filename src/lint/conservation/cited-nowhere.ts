// Facts that the ledger has on a page, and no page cites. An error although a person may have meant it: until a dream
// has recorded "removed by hand", a wish and a loss look the same. Where a page or its whole zone is gone it is said
// once. Where the ledger names a page out of the vault, confined says so.
import { groupBy } from '../../model/group-by.ts';
import type { LintInput } from '../input.ts';
import type { Remark } from '../rule.ts';
import { count, quote } from '../words.ts';

export function citedNowhere({ view, pending, reach }: Pick<LintInput, 'view' | 'pending' | 'reach'>): Remark[] {
  const uncited = pending.removed.flatMap((fact) => {
    const { as, page = '' } = view.ledger.get(fact.id) ?? {};
    return page === '' || reach.get(page) === 'outside' ? [] : [{ fact, as, page }];
  });
  const here = uncited.filter(({ page }) => view.pages.has(page));
  const gone = groupBy(
    uncited.filter(({ page }) => !view.pages.has(page)),
    ({ page }) => page,
  );
  return [
    ...here.map(({ fact, as, page }): Remark => ({
      severity: 'error',
      path: page,
      line: 1,
      message: `${fact.id} is ${as} here, and no page cites it: ${quote(fact.text)}`,
      fix: 'put it back, or run memvault dream: it records that the claim was removed by hand',
    })),
    ...[...view.lost]
      .filter((lost) => !lost.includes('/'))
      .map((zone): Remark => ({
        severity: 'error',
        path: zone,
        line: 1,
        message: 'the zone is no folder here now, so its pages cannot be looked at',
        fix: 'bring it back, or make an empty folder to say that its pages are gone',
      })),
    ...[...gone].map(([page, facts]): Remark => ({
      severity: 'error',
      path: page,
      line: 1,
      message: `the page is gone, and with it ${count(facts.length, 'fact')} that no other page cites`,
      fix: 'put the page back, or run memvault dream: it records that its claims were removed by hand',
    })),
  ];
}
