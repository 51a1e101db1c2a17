// The current claims of the pages as they will stand, while the facts of a batch are decided one call after the other:
// a later call sees what an earlier one brought, and nothing that it took away. Pure but for its own state.
import { findSecrets } from '../../../language/secrets/secrets.ts';
import { eventDay, type Fact } from '../../../model/fact.ts';
import { type Claim, isHistory } from '../../../model/page.ts';
import type { Proposal } from '../../../model/plan.ts';
import type { View } from '../../../vault/view.ts';
import type { GroupClaim } from './types.ts';

/** A claim without the name that it has in one call. */
export type BoardClaim = Omit<GroupClaim, 'id'>;

export interface Board {
  /** The current claims of a page, in its order; new ones last. */
  claimsOn(page: string): readonly BoardClaim[];
  /** The claim that cites a fact, on any page. */
  citing(fact: string): BoardClaim | null;
  /** What the proposal for a fact does to claims. */
  apply(fact: Fact, proposal: Proposal): void;
}

export function createBoard(view: View): Board {
  const pages = new Map<string, BoardClaim[]>();
  const pageOf = new Map<string, string>();
  const secrets = new Map<string, boolean>();
  const looksSecret = (text: string): boolean => {
    const known = secrets.get(text) ?? findSecrets(text).length > 0;
    secrets.set(text, known);
    return known;
  };
  const read = (path: string): BoardClaim[] => {
    const known = pages.get(path);
    if (known) return known;
    const claims = (view.pages.get(path)?.claims ?? []).flatMap((claim) => readClaim(claim, view));
    pages.set(path, claims);
    return claims;
  };
  const find = (fact: string): { claims: BoardClaim[]; at: number } | null => {
    for (const path of [...(pageOf.has(fact) ? [pageOf.get(fact) ?? ''] : []), ...(view.citedOn.get(fact) ?? [])]) {
      const claims = read(path);
      const at = claims.findIndex(({ facts }) => facts.includes(fact));
      if (at >= 0) return { claims, at };
    }
    return null;
  };
  const change = (fact: string, by: (claim: BoardClaim) => BoardClaim | null): void => {
    const found = find(fact);
    const claim = found?.claims[found.at];
    if (!found || !claim) return;
    const changed = by(claim);
    found.claims.splice(found.at, 1, ...(changed === null ? [] : [changed]));
  };
  const add = (fact: Fact, { page, text, head }: Proposal, isSide: boolean): void => {
    if (page === undefined) return;
    read(page).push({
      fact: fact.id,
      facts: [fact.id],
      text: text ?? fact.text,
      head: head ?? null,
      since: eventDay(fact),
      isSide,
    });
    pageOf.set(fact.id, page);
  };
  const cite = (of: string, fact: Fact, text?: string): void => {
    const found = find(of);
    const page = pageOf.get(of) ?? view.citedOn.get(of)?.[0];
    if (!found || page === undefined) return;
    change(of, (claim) => ({ ...claim, text: text ?? claim.text, facts: [...claim.facts, fact.id] }));
    pageOf.set(fact.id, page);
  };
  return {
    claimsOn: (page) => read(page).filter(({ text }) => !looksSecret(text)),
    citing: (fact) => {
      const found = find(fact);
      return found?.claims[found.at] ?? null;
    },
    apply: (fact, proposal) => {
      const { as, of, corrects, supersedes = [], with: other } = proposal;
      // Its claim stands already, with the words of before or after.
      if (find(fact.id) !== null && as === 'placed')
        return change(fact.id, (claim) => ({ ...claim, text: proposal.text ?? claim.text }));
      if (as === 'duplicate' && of !== undefined) cite(of, fact);
      if (as === 'conflict' && other !== undefined) {
        change(other, (claim) => ({ ...claim, isSide: true }));
        add(fact, proposal, true);
      }
      if (as !== 'placed') return;
      if (corrects !== undefined && find(corrects) !== null) return cite(corrects, fact, proposal.text);
      for (const id of supersedes) change(id, () => null);
      add(fact, proposal, false);
    },
  };
}

function readClaim(claim: Claim, view: Pick<View, 'factById'>): BoardClaim[] {
  if (isHistory(claim)) return [];
  const said = claim.sides.length > 0 ? claim.sides : [claim];
  return said.flatMap(({ text, facts }) => {
    const days = facts
      .flatMap((id) => view.factById.get(id) ?? [])
      .map(eventDay)
      .sort();
    const first = facts.find((id) => view.factById.has(id));
    // What no log holds any more cannot be named in a proposal.
    return first === undefined
      ? []
      : [{ fact: first, facts, text, head: claim.head, since: days[0] ?? '', isSide: claim.sides.length > 0 }];
  });
}
