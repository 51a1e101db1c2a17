// Replays a plan file: checks that the vault is still as planned, then runs the same batches in the same order with the
// recorded answers. Calls no engine. Leaves alone what the file does not name.
import { normalForm } from '../../language/normal-form.ts';
import { isSecret } from '../../language/secrets/secrets.ts';
import { factDigest } from '../../model/bytes.ts';
import { PROPOSABLE } from '../../model/disposition.ts';
import { MemvaultError } from '../../model/errors.ts';
import { experienceKind } from '../../model/experience.ts';
import type { Fact } from '../../model/fact.ts';
import {
  type Left,
  NO_PROPOSALS,
  type Plan,
  type PlanFile,
  type PlannedBatch,
  type PlannedFact,
  type Proposals,
} from '../../model/plan.ts';
import { NOTHING_PENDING, pendingIds, readPending } from '../../vault/pending.ts';
import type { View } from '../../vault/view.ts';
import { type Batches, isEmpty, only } from '../collect.ts';
import type { DreamOptions, Heard } from '../dream.ts';
import type { Engine } from '../engine.ts';

/** For one dream, with the plan's options. */
export function replayOf({ batches: planned, today, options: { maxDays, reviews } }: PlanFile): {
  readonly batches: Batches;
  readonly makeEngine: () => Engine;
  readonly options: Pick<DreamOptions, 'today' | 'maxDays' | 'reviews'>;
} {
  const rest = [...planned];
  let current: PlannedBatch | undefined;
  const next: Batches['next'] = (pending, waiting) => {
    for (current = rest.shift(); current !== undefined; current = rest.shift()) {
      const ids = new Set([...current.facts, ...current.settled].map(({ fact }) => fact));
      const batch = only(pending, (fact) => ids.has(fact) && !waiting.has(fact));
      if (!isEmpty(batch) || isQueueOnly(current)) return batch;
    }
    return NOTHING_PENDING;
  };
  const hasQueue = (): boolean => current !== undefined && isQueueOnly(current);
  const makeEngine = (): Engine => ({
    get name() {
      return current?.engine ?? '';
    },
    propose: async (facts) => await Promise.resolve(answerFor(facts, current)),
    summarise: async () => await Promise.resolve({ lines: current?.summary ?? null, notices: [] }),
  });
  return { batches: { next, hasQueue }, makeEngine, options: { today, maxDays, reviews } };
}

/** Whether it contains only pairs of earlier nights. */
const isQueueOnly = ({ facts, settled }: PlannedBatch): boolean => facts.length === 0 && settled.length === 0;

const NOT_PLANNED = 'it is not in the plan';

/**
 * The recorded answers for these facts. A fact without one is put off, which is not counted as its failure. Answers
 * about other facts of the batch are left for its other half.
 */
function answerFor(facts: readonly Fact[], planned: PlannedBatch | undefined): Proposals {
  const { proposals, waits = [], ...others }: Proposals = planned?.proposals ?? NO_PROPOSALS;
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
    proposals: said.map((one) => (quotes(one.reason, [one.fact]) ? { ...one, reason: 'a plan says so' } : one)),
    reviews: others.reviews.map((one) =>
      quotes(one.reason, one.facts) ? { ...one, reason: 'they may belong together' } : one,
    ),
  };
}

/** Shorter texts may occur in any sentence. */
const SHORT = 16;

/** Whether a reason quotes a fact. Reasons are stored in files that outlive a forgotten fact, so they must not. */
function isQuoted(words: string | undefined, reason: string): boolean {
  return words !== undefined && words.length >= SHORT && normalForm(reason).includes(words);
}

// Records what a dream heard from its engine, batch by batch, for a plan file. Never records the text of a likely
// secret: such a fact is settled without an engine, and its text in the file is empty.

/** What was heard, in order, and the options. */
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

/** Null if the engine was not asked and nothing was decided. */
function toPlannedBatch({ batch, proposals, plan, usage }: Heard, factById: View['factById']): PlannedBatch | null {
  const asked = batch.facts.filter((fact) => !isSecret(fact) && experienceKind(fact) === null);
  const askedIds = new Set(asked.map(({ id }) => id));
  const settled = [...pendingIds(batch)].filter((id) => !askedIds.has(id)).flatMap((id) => factById.get(id) ?? []);
  if (asked.length === 0 && plan.decisions.length === 0 && plan.reviews.length === 0) return null;
  return {
    engine: plan.engine,
    facts: asked.map(toPlannedFact),
    settled: settled.map(toPlannedFact),
    // The cost was paid when the plan was made and is reported again only in log.md. Drops dispositions that an engine
    // must not propose.
    proposals: {
      ...proposals,
      ...(usage.calls === 0 ? {} : { paid: usage }),
      proposals: proposals.proposals.filter(({ as }) => PROPOSABLE.some((one) => one === as)),
    },
    summary: plan.summary ?? null,
  };
}

function toPlannedFact(fact: Fact): PlannedFact {
  return { fact: fact.id, day: fact.day, says: isSecret(fact) ? '' : fact.text, digest: factDigest(fact) };
}

/** The pages that the plans change, with their digests before the first of them. */
function touchedPages(plans: readonly Plan[]): Record<string, string | null> {
  const before = new Map<string, string | null>();
  for (const { pages } of plans)
    for (const [page, digest] of Object.entries(pages)) if (!before.has(page)) before.set(page, digest);
  return Object.fromEntries([...before].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns whether a fact of the plan is still undecided. */
function openIn(file: PlanFile, view: View): (fact: string) => boolean {
  const pending = pendingIds(readPending(view, file.today, { retry: file.options.retry }));
  return (fact) => pending.has(fact);
}

function whyNot({ fact, digest, says }: PlannedFact, view: View): string[] | null {
  const now = view.factById.get(fact);
  if (now === undefined) return [`${fact} is in no daily log any more`];
  if (view.forgotten.has(fact)) return [`${fact} was forgotten`];
  if (factDigest(now) !== digest) return [`the log line of ${fact} was edited`];
  return says === '' || says === now.text ? null : [`"says" of ${fact} is not what was logged; "text" rewords a claim`];
}

function decided({ fact }: PlannedFact, view: View): string {
  const held = view.ledger.get(fact);
  return held === undefined ? `a page cites ${fact} already` : `${fact} was decided by ${held.run}`;
}

function movedPage(page: string, digest: string | null, view: View): string[] {
  const now = view.pages.get(page)?.digest ?? null;
  if (now === digest) return [];
  return [digest === null ? `${page} was made` : now === null ? `${page} is gone` : `${page} was changed`];
}

/** The most reasons shown. */
const MOST = 5;

/** Throws `refused`, with what changed and what to do, also if this plan was already applied. */
export function mustBeAsPlanned(file: PlanFile, view: View): void {
  const facts = new Map(file.batches.flatMap((batch) => batch.facts).map((fact) => [fact.fact, fact]));
  const settled = new Map(file.batches.flatMap((batch) => batch.settled).map((fact) => [fact.fact, fact]));
  const open = openIn(file, view);
  const run = runOf(file, [...facts.keys(), ...settled.keys()], open, view);
  const said = new Set(file.batches.flatMap(({ proposals }) => proposals.proposals.map(({ fact }) => fact)));
  const waits = new Set(file.batches.flatMap(({ proposals }) => (proposals.waits ?? []).map(({ fact }) => fact)));
  if (run !== undefined && ![...facts.keys()].some((fact) => open(fact) && said.has(fact) && !waits.has(fact)))
    throw new MemvaultError('refused', `this plan was carried out already, as ${run}; nothing was written`, {
      hint: `memvault diff ${run} shows what it did`,
    });
  // A fact that no engine was asked about may become pending only after earlier steps of the plan.
  const moved = new Set([
    ...[...facts.values(), ...settled.values()].flatMap(
      (fact) => whyNot(fact, view) ?? (open(fact.fact) || !facts.has(fact.fact) ? [] : [decided(fact, view)]),
    ),
    ...Object.entries(file.pages).flatMap(([page, digest]) => movedPage(page, digest, view)),
  ]);
  if (moved.size === 0) return;
  const what = [...moved];
  const shown = what.length <= MOST ? what : [...what.slice(0, MOST), `and ${what.length - MOST} more`];
  throw new MemvaultError(
    'refused',
    'the vault has changed since this plan was made; nothing was written:\n' +
      shown.map((one) => `  ${one}`).join('\n'),
    {
      hint: 'make a new plan: memvault dream --plan FILE',
      data: { moved: what },
    },
  );
}

/** The run that applied it. */
function runOf(
  file: PlanFile,
  facts: readonly string[],
  open: (fact: string) => boolean,
  view: View,
): string | undefined {
  const lines = facts.flatMap((fact) => (open(fact) ? [] : (view.ledger.get(fact) ?? [])));
  return lines.find(({ at }) => at === file.start)?.run;
}
