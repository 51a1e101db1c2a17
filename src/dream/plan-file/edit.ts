// What a person changes in a dream that was heard and not yet carried out: a fact is put off, a decision rejected, a
// claim reworded. Pure: a PlanFile in, another out. Decides nothing; whoever replays the file validates all of it.
import type { KeptApart, PageProposal, PlanFile, PlannedBatch, Proposal, Proposals } from '../../model/plan.ts';

export const PUT_OFF = 'you put it off';
const OWN_CLAIM = 'you gave it a claim of its own';
const SET_ASIDE = 'you set it aside';
/** For a page that nobody described. */
const NEW_PAGE = { type: 'note' } as const;

/** What the engine said of a fact; undefined where it was not asked. */
export function proposalFor(file: PlanFile, fact: string): Proposal | undefined {
  for (const { proposals } of file.batches) {
    const found = proposals.proposals.find((one) => one.fact === fact);
    if (found) return found;
  }
  return undefined;
}

/**
 * The facts whose decision names one of these, or names one that does: they cannot be carried out without them. Without
 * these.
 */
export function restingOn(file: PlanFile, facts: ReadonlySet<string>): string[] {
  const all = file.batches.flatMap(({ proposals }) => proposals.proposals);
  const found = new Set(facts);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const proposal of all) if (namedBy(proposal).some((id) => found.has(id))) found.add(proposal.fact);
  }
  return [...found].filter((fact) => !facts.has(fact));
}

/** These stay pending. What a merge or a hand brought was in no engine's hands and is settled all the same. */
export function putOff(file: PlanFile, facts: ReadonlySet<string>): PlanFile {
  return eachBatch(file, ({ facts: asked, proposals }) => {
    const waits = (proposals.waits ?? []).filter(({ fact }) => !facts.has(fact));
    return {
      ...proposals,
      waits: [
        ...waits,
        ...asked
          .filter(({ fact }) => facts.has(fact))
          .map(({ fact }) => ({ fact, reason: PUT_OFF, why: 'later' as const })),
      ],
    };
  });
}

/**
 * The fact gets a claim of its own on the page, in its own words, and is kept apart from what it was to be joined with.
 */
export function ownClaim(file: PlanFile, fact: string, page: string): PlanFile {
  return changed(file, fact, (proposal, proposals) => {
    const apart = apartOf(proposal);
    const pairs = new Set(apart.flatMap(({ facts: [, other] }) => other));
    return {
      ...withPage(proposals, page),
      proposals: replaced(proposals, {
        fact,
        as: 'placed',
        page,
        ...(proposal.head === undefined ? {} : { head: proposal.head }),
        reason: OWN_CLAIM,
      }),
      reviews: proposals.reviews.filter(({ facts }) => !(facts.includes(fact) && facts.some((one) => pairs.has(one)))),
      apart: [...(proposals.apart ?? []), ...apart],
    };
  });
}

/** On no page; search goes on finding it. */
export function setAside(file: PlanFile, fact: string): PlanFile {
  return changed(file, fact, (_proposal, proposals) => ({
    ...proposals,
    proposals: replaced(proposals, { fact, as: 'set-aside', reason: SET_ASIDE }),
    reviews: proposals.reviews.filter(({ facts }) => !facts.includes(fact)),
  }));
}

export interface Reworded {
  /** Null for the fact's own words. */
  readonly text: string | null;
  /** Null for none. */
  readonly head: string | null;
  /** Null where it stays where it was to go. */
  readonly page: string | null;
}

/** Other words, another head, another page for the claim of a fact. */
export function reword(file: PlanFile, fact: string, { text, head, page }: Reworded): PlanFile {
  return changed(file, fact, ({ text: _, ...proposal }, proposals) => ({
    ...(page === null ? proposals : withPage(proposals, page)),
    proposals: replaced(proposals, {
      ...proposal,
      ...(text === null ? {} : { text }),
      head,
      ...(page === null ? {} : { page }),
    }),
  }));
}

function namedBy({ of, supersedes = [], corrects, by, after, ends = [], with: other, frees = [] }: Proposal): string[] {
  return [of, ...supersedes, corrects, by, after, ...ends, other, ...frees].filter((id) => id !== undefined);
}

function apartOf({
  fact,
  as,
  of,
  supersedes = [],
  inTurn = false,
  corrects,
  by,
  after,
  with: other,
}: Proposal): KeptApart[] {
  const kind = as === 'duplicate' ? 'merge' : as === 'conflict' ? 'contradiction' : 'supersede';
  const others = [of, ...(inTurn ? supersedes.slice(-1) : supersedes), corrects, by, after, other].filter(
    (id) => id !== undefined,
  );
  return [...new Set(others)].filter((id) => id !== fact).map((id) => ({ kind, facts: [fact, id] }));
}

const replaced = ({ proposals }: Proposals, by: Proposal): Proposal[] =>
  proposals.map((one) => (one.fact === by.fact ? by : one));

/** A page that nobody proposed is described by its name; whoever plans knows which exist already. */
function withPage(proposals: Proposals, page: string): Proposals {
  if (proposals.pages.some((one) => one.page === page)) return proposals;
  const title = page.slice(page.lastIndexOf('/') + 1).replace(/\.md$/, '');
  const proposed: PageProposal = { page, ...NEW_PAGE, title, about: `What is known under ${title}` };
  return { ...proposals, pages: [...proposals.pages, proposed] };
}

function changed(
  file: PlanFile,
  fact: string,
  change: (proposal: Proposal, proposals: Proposals) => Proposals,
): PlanFile {
  return eachBatch(file, ({ proposals }) => {
    const proposal = proposals.proposals.find((one) => one.fact === fact);
    return proposal === undefined ? proposals : change(proposal, proposals);
  });
}

function eachBatch(file: PlanFile, change: (batch: PlannedBatch) => Proposals): PlanFile {
  return { ...file, batches: file.batches.map((batch) => ({ ...batch, proposals: change(batch) })) };
}

// What a person changes in a plan that decides anew: a change is not made, for good or for this time. Pure: a PlanFile
// in, another out. What stands is the decision of before, so nothing here is put back: it is left out.

/** What would be other than it is. `decided`: facts that the plan came to a decision about. */
export function changesOf({ batches }: PlanFile, decided: ReadonlySet<string>): Proposal[] {
  return batches
    .flatMap(({ proposals }) => proposals.proposals)
    .filter(({ fact, as }) => as !== 'set-aside' && decided.has(fact));
}

/** They stay as they are, and this engine does not propose it again. */
export function leaveAsTheyAre(file: PlanFile, facts: ReadonlySet<string>): PlanFile {
  return eachRedoBatch(file, (batch) => ({
    ...batch,
    proposals: { ...batch.proposals, proposals: batch.proposals.proposals.filter(({ fact }) => !facts.has(fact)) },
  }));
}

/** They stay as they are and are asked about another time. */
export function askAnotherTime(file: PlanFile, facts: ReadonlySet<string>): PlanFile {
  return eachRedoBatch(leaveAsTheyAre(file, facts), (batch) => ({
    ...batch,
    facts: batch.facts.filter(({ fact }) => !facts.has(fact)),
    settled: batch.settled.filter(({ fact }) => !facts.has(fact)),
  }));
}

const eachRedoBatch = (file: PlanFile, change: (batch: PlannedBatch) => PlannedBatch): PlanFile => ({
  ...file,
  batches: file.batches.map(change),
});
