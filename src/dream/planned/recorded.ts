// Dreams from a plan file: the same batches in the same order, and for each the answer that its engine gave then. Asks
// nobody. What the file does not name is left as it is.
import { normalForm } from '../../markdown/normal-form.ts';
import type { Fact } from '../../model/fact.ts';
import type { PlanFile, PlannedBatch } from '../../model/plan-file.ts';
import { type Left, NO_USAGE, type Proposals } from '../../model/plan.ts';
import { NOTHING_PENDING, type Pending } from '../../vault/pending.ts';
import { type Batches, isEmpty, only, stillPending } from '../batch.ts';
import type { DreamOptions } from '../dreamt.ts';
import type { Engine } from '../engine.ts';
import { cutAgain } from './redo-batch.ts';

export interface Recorded {
  readonly batches: Batches;
  readonly makeEngine: () => Engine;
  /** Is the batch that it is at the last? */
  readonly isLast: () => boolean;
}

/** How a batch of a plan file is cut out of what is there, and what is not done as it says. */
export type CutPlanned = (
  planned: PlannedBatch,
  ...rest: Parameters<Batches['next']>
) => { readonly batch: Pending; readonly notices: readonly string[] };

/** What is pending of the facts that it names. */
const pendingOf: CutPlanned = ({ facts, settled }, pending, waiting) => {
  const ids = new Set([...facts, ...settled].map(({ fact }) => fact));
  return { batch: only(pending, (fact) => ids.has(fact) && !waiting.has(fact)), notices: [] };
};

/** For one dream, with the options of then. */
export function replayOf({
  batches,
  today,
  options: { maxDays, reviews, reviewsInCatchUp, redo },
}: PlanFile): Recorded & {
  readonly options: Pick<DreamOptions, 'today' | 'maxDays' | 'reviews' | 'reviewsInCatchUp'>;
} {
  // What was decided before is open again to the end; the rest is no more once it is decided.
  const recorded: Recorded =
    redo === null ? fromRecord(batches, pendingOf, stillPending) : fromRecord(batches, cutAgain, (part) => part);
  return { ...recorded, options: { today, maxDays, reviews, reviewsInCatchUp } };
}

function fromRecord(planned: readonly PlannedBatch[], cut: CutPlanned, still: Batches['still']): Recorded {
  const rest = [...planned];
  let current: PlannedBatch | undefined;
  let notices: readonly string[] = [];
  const next: Batches['next'] = (...waiting) => {
    for (current = rest.shift(); current !== undefined; current = rest.shift()) {
      const found = cut(current, ...waiting);
      notices = found.notices;
      if (!isEmpty(found.batch)) return found.batch;
    }
    return NOTHING_PENDING;
  };
  const makeEngine = (): Engine => ({
    get name() {
      return current?.engine ?? '';
    },
    limitsItself: true,
    propose: async (facts) => await Promise.resolve(answerFor(facts, current, notices)),
    summarise: async () => await Promise.resolve({ lines: current?.summary ?? null, notices: [], usage: NO_USAGE }),
  });
  return { batches: { next, still }, makeEngine, isLast: () => rest.length === 0 };
}

const NOT_PLANNED = 'the plan says nothing of it';

/**
 * What was said of these facts; one of which nothing was is put off, and counts as no failure of its own. What was
 * said of others of the batch is for its other half.
 */
function answerFor(facts: readonly Fact[], planned: PlannedBatch | undefined, notices: readonly string[]): Proposals {
  const {
    proposals,
    waits = [],
    ...others
  }: Proposals = planned?.proposals ?? { proposals: [], pages: [], heads: {}, tags: {}, related: {}, reviews: [] };
  const asked = new Set(facts.map(({ id }) => id));
  const named = new Set([...(planned?.facts ?? []), ...(planned?.settled ?? [])].map(({ fact }) => fact));
  const said = proposals.filter(({ fact }) => asked.has(fact) || !named.has(fact));
  const spoken = new Set([...said, ...waits].map(({ fact }) => fact));
  const putOff = facts
    .filter(({ id }) => !spoken.has(id))
    .map(({ id }): Left => ({ fact: id, reason: NOT_PLANNED, why: 'later' }));
  const textOf = new Map(facts.map(({ id, text }) => [id, normalForm(text)]));
  const quotes = (reason: string, ids: readonly string[]): boolean =>
    ids.some((id) => isQuoted(textOf.get(id), reason));
  return {
    ...others,
    waits: [...waits, ...putOff],
    notices: [...(others.notices ?? []), ...notices],
    proposals: said.map((one) => (quotes(one.reason, [one.fact]) ? { ...one, reason: 'a plan says so' } : one)),
    reviews: others.reviews.map((one) =>
      quotes(one.reason, one.facts) ? { ...one, reason: 'they may belong together' } : one,
    ),
  };
}

/** A word or two may stand in any sentence. */
const SHORT = 16;

/** Reasons end in files that outlive a fact that is forgotten: none may hold its words. */
function isQuoted(words: string | undefined, reason: string): boolean {
  return words !== undefined && words.length >= SHORT && normalForm(reason).includes(words);
}
