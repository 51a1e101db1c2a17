// A person's changes to a plan: a fact is put off, or a decision rejected.
import { defined } from '../../model/json.ts';
import {
  type KeptApart,
  namedIn,
  type PageProposal,
  type PlanFile,
  type PlannedBatch,
  type Proposal,
  type Proposals,
} from '../../model/plan.ts';
import { titleFromPath } from '../../page/page.ts';

export const PUT_OFF = 'you put it off';
const OWN_CLAIM = 'you gave it a claim of its own';

/** The engine's proposal for a fact; undefined if there is none. */
export function proposalFor(file: PlanFile, fact: string): Proposal | undefined {
  for (const { proposals } of file.batches) {
    const found = proposals.proposals.find((one) => one.fact === fact);
    if (found) return found;
  }
  return undefined;
}

/** Keeps these facts pending. Facts that need no engine, such as those from a merge, are settled anyway. */
export function putOff(file: PlanFile, facts: ReadonlySet<string>): PlanFile {
  return eachBatch(file, ({ proposals, ...batch }) => {
    const waits = (proposals.waits ?? []).filter(({ fact }) => !facts.has(fact));
    const more = batch.facts.flatMap(({ fact }) =>
      facts.has(fact) ? [{ fact, reason: PUT_OFF, why: 'later' as const }] : [],
    );
    return { ...batch, proposals: { ...proposals, waits: [...waits, ...more] } };
  });
}

/**
 * Gives the fact its own claim on the page, in its own words, and keeps it apart from what it was to be joined with.
 */
export function ownClaim(file: PlanFile, fact: string, page: string): PlanFile {
  const head = proposalFor(file, fact)?.head;
  const proposal: Proposal = { fact, as: 'placed', page, ...defined({ head }), reason: OWN_CLAIM };
  return changed(file, proposal, (proposals) => withPage(proposals, page));
}

/**
 * Makes it replace the claim of another fact, or say the same, and keeps it apart from what it was to be joined with.
 */
export function aboutClaim(
  file: PlanFile,
  fact: string,
  { as, other, page }: { readonly as: 'replaces' | 'same'; readonly other: string; readonly page: string },
): PlanFile {
  const reason = 'you said what it is about';
  return changed(
    file,
    as === 'same'
      ? { fact, as: 'duplicate', of: other, reason }
      : { fact, as: 'placed', page, supersedes: [other], reason },
  );
}

/** On no page; search still finds it. */
export function setAside(file: PlanFile, fact: string): PlanFile {
  return changed(file, { fact, as: 'set-aside', reason: 'you set it aside' });
}

/** Replaces the engine's proposal, and keeps the fact apart from what it was otherwise to be joined with. */
function changed(file: PlanFile, proposal: Proposal, also = (proposals: Proposals): Proposals => proposals): PlanFile {
  const { fact, as } = proposal;
  const isAside = as === 'set-aside';
  return eachBatch(file, ({ proposals, ...batch }) => {
    const former = proposals.proposals.find((one) => one.fact === fact);
    if (former === undefined) return { ...batch, proposals };
    const named = new Set(namedIn(proposal));
    const apart = isAside ? [] : apartOf(former).filter(({ facts: [, other] }) => !named.has(other));
    for (const { facts } of apart) named.add(facts[1]);
    const isSettled = (facts: readonly string[]): boolean =>
      facts.includes(fact) && (isAside || facts.some((one) => named.has(one)));
    return {
      ...batch,
      proposals: also({
        ...proposals,
        proposals: proposals.proposals.map((one) => (one.fact === fact ? proposal : one)),
        reviews: proposals.reviews.filter(({ facts }) => !isSettled(facts)),
        ...(isAside ? {} : { apart: [...(proposals.apart ?? []), ...apart] }),
      }),
    };
  });
}

function apartOf(former: Proposal): KeptApart[] {
  const { ends: _, frees: __, ...named } = former;
  const { fact, as } = former;
  const kind = as === 'duplicate' ? 'merge' : as === 'conflict' ? 'contradiction' : 'supersede';
  return [...new Set(namedIn(named))].filter((id) => id !== fact).map((id) => ({ kind, facts: [fact, id] }));
}

/** Proposes a page with its name as title; the planner knows which pages already exist. */
function withPage(proposals: Proposals, page: string): Proposals {
  if (proposals.pages.some((one) => one.page === page)) return proposals;
  const proposed: PageProposal = { page, type: 'note', title: titleFromPath(page), about: '' };
  return { ...proposals, pages: [...proposals.pages, proposed] };
}

const eachBatch = (file: PlanFile, change: (batch: PlannedBatch) => PlannedBatch): PlanFile => ({
  ...file,
  batches: file.batches.map(change),
});
