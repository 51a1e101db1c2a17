// Keeps what a dream heard from its engine, batch by batch, for a plan file. Never keeps the words of what looks like a
// secret: such a fact is settled without an engine, and its line in the file is empty.
import { factDigest } from '../../markdown/digest.ts';
import { isSecret } from '../../markdown/secrets/secrets.ts';
import type { Fact } from '../../model/fact.ts';
import { type PlanFile, type PlannedBatch, type PlannedFact, PROPOSABLE } from '../../model/plan-file.ts';
import type { Plan, Proposals } from '../../model/plan.ts';
import { pendingIds } from '../../vault/pending.ts';
import type { View } from '../../vault/view.ts';
import type { Heard } from '../dreamt.ts';

/** What was heard, in its order, and what was asked for. */
export function toPlanFile(
  heard: readonly Heard[],
  factById: View['factById'],
  asked: Pick<PlanFile, 'start' | 'today' | 'options'>,
): PlanFile {
  const { start, today, options } = asked;
  return {
    type: 'memvault/plan',
    version: 1,
    start,
    today,
    options,
    batches: heard.flatMap((one) => toPlannedBatch(one, factById) ?? []),
    pages: touchedPages(heard.map(({ plan }) => plan)),
  };
}

/** Null for one that nothing came of, and about which an engine was not asked. */
function toPlannedBatch({ batch, proposals, plan }: Heard, factById: View['factById']): PlannedBatch | null {
  const secret = new Set(batch.facts.filter(isSecret).map(({ id }) => id));
  const asked = batch.facts.filter(({ id }) => !secret.has(id));
  const askedIds = new Set(asked.map(({ id }) => id));
  const settled = [...pendingIds(batch)].filter((id) => !askedIds.has(id)).flatMap((id) => factById.get(id) ?? []);
  if (asked.length === 0 && plan.decisions.length === 0) return null;
  return {
    engine: plan.engine,
    facts: asked.map(toPlannedFact),
    settled: settled.map(toPlannedFact),
    proposals: toKeep(proposals),
    summary: plan.summary ?? null,
  };
}

export function toPlannedFact(fact: Fact): PlannedFact {
  return { fact: fact.id, day: fact.day, says: isSecret(fact) ? '' : fact.text, digest: factDigest(fact) };
}

/**
 * What it cost was paid when the plan was made, and is told again only in log.md. What no engine may propose is not
 * taken anyway.
 */
function toKeep({ usage, ...proposals }: Proposals): Proposals {
  return {
    ...proposals,
    ...(usage === undefined || usage.calls === 0 ? {} : { paid: usage }),
    proposals: proposals.proposals.filter(({ as }) => PROPOSABLE.some((one) => one === as)),
  };
}

/** The pages that the plans touch, as they were before the first of them. */
export function touchedPages(plans: readonly Plan[]): Record<string, string | null> {
  const before = new Map<string, string | null>();
  for (const { pages } of plans)
    for (const [page, digest] of Object.entries(pages)) if (!before.has(page)) before.set(page, digest);
  return Object.fromEntries([...before].sort(([a], [b]) => (a < b ? -1 : 1)));
}
