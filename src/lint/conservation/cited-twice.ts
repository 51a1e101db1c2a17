// Facts that a second page cites beside the one that the ledger names: a fact has one home. Where two clones put it on
// a page each, the dream after the merge settles it; a copy made by hand is a person's matter.
import { readHomes } from '../../vault/homes.ts';
import type { LintInput } from '../input.ts';
import { claimPlace } from '../places.ts';
import type { Remark } from '../rule.ts';
import { DREAM_SETTLES } from './next-dream.ts';

export function citedTwice({ view }: Pick<LintInput, 'view'>): Remark[] {
  const homes = readHomes(
    view,
    new Set([...view.citedOn].flatMap(([fact, pages]) => (pages.length > 1 ? [fact] : []))),
  );
  return [...view.citedOn].flatMap(([fact, pages]): Remark[] => {
    const home = view.ledger.get(fact)?.page;
    if (pages.length < 2 || home === undefined || !pages.includes(home) || !view.factById.has(fact)) return [];
    const others = pages.filter((page) => page !== home);
    return others.map((page) => ({
      severity: 'warning',
      ...claimPlace(view, page, fact),
      message: `${fact} is cited here too; its page is ${home}`,
      fix: homes.get(fact)?.others.includes(page) ? DREAM_SETTLES : 'take one of the two claims off',
    }));
  });
}
