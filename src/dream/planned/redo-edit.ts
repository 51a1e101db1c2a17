// What a person changes in a plan that decides anew: a change is not made, for good or for this time. Pure: a PlanFile
// in, another out. What stands is the decision of before, so nothing here is put back: it is left out.
import type { PlanFile, PlannedBatch } from '../../model/plan-file.ts';
import type { Proposal } from '../../model/plan.ts';

/** What would be other than it is. `decided`: facts that the plan came to a decision about. */
export function changesOf({ batches }: PlanFile, decided: ReadonlySet<string>): Proposal[] {
  return batches
    .flatMap(({ proposals }) => proposals.proposals)
    .filter(({ fact, as }) => as !== 'set-aside' && decided.has(fact));
}

/** They stay as they are, and this engine does not propose it again. */
export function leaveAsTheyAre(file: PlanFile, facts: ReadonlySet<string>): PlanFile {
  return eachBatch(file, (batch) => ({
    ...batch,
    proposals: { ...batch.proposals, proposals: batch.proposals.proposals.filter(({ fact }) => !facts.has(fact)) },
  }));
}

/** They stay as they are and are asked about another time. */
export function askAnotherTime(file: PlanFile, facts: ReadonlySet<string>): PlanFile {
  return eachBatch(leaveAsTheyAre(file, facts), (batch) => ({
    ...batch,
    facts: batch.facts.filter(({ fact }) => !facts.has(fact)),
    settled: batch.settled.filter(({ fact }) => !facts.has(fact)),
  }));
}

const eachBatch = (file: PlanFile, change: (batch: PlannedBatch) => PlannedBatch): PlanFile => ({
  ...file,
  batches: file.batches.map(change),
});
