// Citations off pages that are not their facts' own. A claim of which none is left goes with its line; where it
// stands among a person's words, only the footnotes go.
import { isWholeClaim } from '../markdown/remove-claim.ts';
import type { Change, Plan } from '../model/plan.ts';
import type { View } from '../vault/view.ts';

const REASON = 'another page is their own since a merge';

/**
 * `off`: by page the facts to go. The changes of a page are in the order of its claims, each about the first that cites
 * its fact then.
 */
export function takeOff(view: View, off: ReadonlyMap<string, ReadonlySet<string>>): Change[] {
  return [...off]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, facts]) => {
      const page = view.pages.get(path);
      if (!page) return [];
      const changes = page.claims.flatMap((claim): Change[] => {
        const going = claim.facts.filter((fact) => facts.has(fact));
        const [first] = going;
        if (first === undefined) return [];
        // A side that rests on nothing else goes; the last one left is a plain claim again.
        if (claim.sides.length > 0)
          return claim.sides.flatMap((side): Change[] => {
            const [own] = side.facts;
            if (own !== undefined && side.facts.every((fact) => facts.has(fact)))
              return [{ kind: 'remove', page: path, claim: own, facts: side.facts, reason: REASON }];
            return side.facts
              .filter((fact) => facts.has(fact))
              .map((fact): Change => ({ kind: 'uncite', page: path, claim: fact, facts: [fact], reason: REASON }));
          });
        if (going.length === claim.facts.length && isWholeClaim(page.text, claim.line))
          return [{ kind: 'remove', page: path, claim: first, facts: going, reason: REASON }];
        return going.map((fact): Change => ({
          kind: 'uncite',
          page: path,
          claim: fact,
          facts: [fact],
          reason: REASON,
        }));
      });
      return [...changes, { kind: 'unsource', page: path, facts: [...facts], reason: REASON }];
    });
}

/** Facts that were to go from a page that is not theirs: decided, and to be looked at again. */
export function copiesOn({ changes }: Plan, page: string): string[] {
  return changes
    .filter((change) => change.page === page && (change.kind === 'remove' || change.kind === 'uncite'))
    .flatMap((change) => change.facts);
}
