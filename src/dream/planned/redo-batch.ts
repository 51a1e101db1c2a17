// A batch of facts that were decided before: what its proposals would change of the claims that stand, as what the plan
// can settle. What cannot be changed stays as it is, with a word why; every fact of it gets its line all the same.
import { compareFacts, type Fact } from '../../model/fact.ts';
import { CITED } from '../../model/disposition.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import { missingSpecifics } from '../../markdown/specifics.ts';
import type { Proposal } from '../../model/plan.ts';
import type { Clash } from '../../vault/clashes.ts';
import { NOTHING_PENDING } from '../../vault/pending.ts';
import type { View } from '../../vault/view.ts';
import type { CutPlanned } from './recorded.ts';
import { claimOf, decidedByHand, isPlain } from './redoable.ts';

export const cutAgain: CutPlanned = (planned, _pending, waiting, view) => {
  const said = new Map([...planned.proposals.proposals].reverse().map((one) => [one.fact, one]));
  const facts: Fact[] = [];
  const cited = new Map<string, string>();
  const clashes = new Map<string, Clash>();
  const notices: string[] = [];
  const byHand = decidedByHand(view);
  for (const { fact: id } of [...planned.facts, ...planned.settled]) {
    const [fact, held, proposal] = [view.factById.get(id), view.ledger.get(id), said.get(id)];
    if (!fact || !held || waiting.has(id) || view.forgotten.has(id)) continue;
    if (held.as === 'set-aside') {
      facts.push(fact);
      continue;
    }
    if (!CITED.has(held.as) || held.page === undefined) continue;
    const clash = proposal && toClash(proposal);
    const why =
      proposal === undefined
        ? null
        : clash
          ? whyNoClash(id, clash, view, byHand)
          : whyNotReworded(id, proposal, view, byHand);
    if (why !== null) notices.push(`${id} stays as it is: ${why}`);
    if (proposal === undefined || why !== null) cited.set(id, held.page);
    else if (clash) clashes.set(id, clash);
    else facts.push(fact);
  }
  return { batch: { ...NOTHING_PENDING, facts: facts.sort(compareFacts), cited, clashes }, notices };
};

function toClash({ as, of, by, with: other, reason }: Proposal): Clash | undefined {
  const named = as === 'duplicate' ? of : as === 'superseded' ? by : as === 'conflict' ? other : undefined;
  return named === undefined || (as !== 'duplicate' && as !== 'superseded' && as !== 'conflict')
    ? undefined
    : { as, other: named, reason };
}

function whyNoClash(id: string, { as, other }: Clash, view: View, byHand: ReadonlySet<string>): string | null {
  const [goes, stays] = [settledClaim(id, view), settledClaim(other, view)];
  if (!goes || view.ledger.get(id)?.as !== 'placed') return 'no claim stands for it alone';
  if (!stays || isHistory(stays)) return `nothing current stands for ${other}`;
  if (goes === stays) return `one claim stands for it and ${other}`;
  if (!isPlainOn(goes, view)) return 'its claim is a person’s, too';
  if ([...goes.facts, ...stays.facts].some((one) => view.pinned.has(one))) return 'it is pinned, or the other';
  if (goes.facts.some((a) => stays.facts.some((b) => view.apart(a, b)))) return 'a person keeps them apart';
  if ([...goes.facts, ...(as === 'conflict' ? stays.facts : [])].some((one) => byHand.has(one)))
    return 'a person decided about it, or the other';
  if (as !== 'duplicate') return null;
  const words = sideOf(stays, other).text;
  const missing = goes.facts.flatMap((one) => missingSpecifics(view.factById.get(one)?.text ?? goes.text, words));
  return missing.length === 0 ? null : `the claim of ${other} does not say ${[...new Set(missing)].join(', ')}`;
}

const sideOf = (claim: Claim, fact: string): Pick<Claim, 'text'> =>
  claim.sides.find(({ facts }) => facts.includes(fact)) ?? claim;

function whyNotReworded(id: string, { as }: Proposal, view: View, byHand: ReadonlySet<string>): string | null {
  const claim = settledClaim(id, view);
  const held = view.ledger.get(id)?.as;
  if (as !== 'placed') return 'what stands on a page is set aside by hand alone';
  if (!claim || !isPlainOn(claim, view)) return 'its claim is past, in conflict, or a person’s, too';
  if (claim.facts.some((one) => view.pinned.has(one))) return 'it is pinned';
  if (byHand.has(id)) return 'a person decided about it';
  if (held === 'placed' && claim.facts.length > 1) return 'other facts stand on its claim';
  return held === 'placed' || (held === 'duplicate' && claim.facts.length > 1) ? null : `it is ${held ?? 'pending'}`;
}

/** The one claim that cites it, where all that stands on it is as the ledger says. */
function settledClaim(id: string, view: View): Claim | undefined {
  const page = view.pages.get(view.ledger.get(id)?.page ?? '');
  const claim = page && claimOf(page, id);
  const isSettled = (fact: string): boolean =>
    view.ledger.get(fact)?.page === page?.path && view.citedOn.get(fact)?.length === 1 && !view.forgotten.has(fact);
  return claim?.facts.every(isSettled) === true ? claim : undefined;
}

function isPlainOn(claim: Claim, { pages }: View): boolean {
  const page = pages.get(claim.page);
  return page !== undefined && isPlain(page, claim);
}
