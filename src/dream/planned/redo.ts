// Proposes anew what an older engine or an older version decided: the engine decides those facts as if they had just
// been logged, in the view alone, and what it would have otherwise becomes a plan to look at. Writes nothing.
import { compareFacts, type Fact } from '../../model/fact.ts';
import type { PlanFile, PlannedBatch } from '../../model/plan-file.ts';
import type { Proposal } from '../../model/plan.ts';
import { readView, type View } from '../../vault/view.ts';
import { rehearse } from '../apply.ts';
import { nextBatch, only, stillPending } from '../batch.ts';
import { dream } from '../dream.ts';
import type { DreamDeps, DreamOptions, DreamResult, Heard } from '../dreamt.ts';
import type { Engine } from '../engine.ts';
import { differences } from './differences.ts';
import { findRedoable, type Redoable, type RedoWishes } from './redoable.ts';
import { replayOf } from './recorded.ts';
import { toPlannedFact, touchedPages } from './recorder.ts';
import { withoutDecisions } from './redo-view.ts';

export type RedoDeps = Pick<DreamDeps, 'vault' | 'progress' | 'cancel' | 'makeEngine' | 'merge'>;

export interface Redone {
  readonly file: PlanFile;
  readonly result: DreamResult;
  /** Name and version of what decides now. */
  readonly engine: string;
}

export interface Redoing extends Pick<RedoWishes, 'since' | 'written'> {
  /** Told before the engine is asked about facts, with the vault as it is then. */
  readonly about?: (engine: string, facts: readonly Fact[], view: View) => Promise<void>;
}

/** Asks the engine only where there is something to ask. Throws what it throws. */
export async function planRedo(
  deps: RedoDeps,
  asked: DreamOptions,
  { about = async () => undefined, ...wishes }: Redoing,
): Promise<Redone> {
  const view = readView(deps.vault, deps.merge);
  const engine = deps.makeEngine(view.facts.filter(({ id, day }) => day < asked.today && !view.forgotten.has(id)));
  // An engine that is chosen late has its name once it was asked, be it about nothing.
  await engine.propose([], view, deps.progress, deps.cancel);
  const redoable = findRedoable(view, { ...wishes, today: asked.today, engine: engine.name });
  const options = { ...asked, start: afterAll(view, redoable, asked.start), repeatUndone: true, retry: false };
  const undecided = withoutDecisions(view, redoable.ask, options.today);
  if (redoable.ask.size > 0)
    await about(
      engine.name,
      view.facts.filter(({ id }) => redoable.ask.has(id)),
      undecided,
    );
  const anew = await decideAnew(deps, options, undecided, redoable.ask);
  const draft = draftOf(view, redoable, anew, { engine: engine.name, options, since: wishes.since });
  return { ...(await rehearsed(deps, options, draft, engine)), engine: engine.name };
}

/**
 * Later than what it decides anew, also where that was decided at this moment, or by a clock that is ahead: the later
 * line holds.
 */
function afterAll({ ledger }: View, { ask, keep }: Redoable, start: Date): Date {
  const last = [...ask, ...keep].reduce((latest, id) => Math.max(latest, Date.parse(ledger.get(id)?.at ?? '') || 0), 0);
  return last < start.getTime() ? start : new Date(last + 1);
}

interface Anew {
  readonly view: View;
  readonly heard: readonly Heard[];
  /** Of which nothing came that can be done: they stay as they are. */
  readonly failed: ReadonlySet<string>;
}

async function decideAnew(deps: RedoDeps, options: DreamOptions, view: View, ask: ReadonlySet<string>): Promise<Anew> {
  if (ask.size === 0) return { view, heard: [], failed: new Set() };
  const heard: Heard[] = [];
  const makeEngine: DreamDeps['makeEngine'] = (facts) => withoutSummary(deps.makeEngine(facts));
  const result = await dream(
    {
      ...deps,
      makeEngine,
      apply: rehearse,
      view,
      hear: (one) => void heard.push(one),
      batches: {
        next: (pending, waiting) =>
          nextBatch(
            only(pending, (fact) => ask.has(fact)),
            waiting,
            options.maxDays,
          ),
        still: stillPending,
      },
    },
    options,
  );
  return {
    view: result.view,
    heard,
    failed: new Set(result.left.flatMap(({ fact, why }) => (why === 'own' || why === 'other' ? [fact] : []))),
  };
}

function withoutSummary(engine: Engine): Engine {
  return {
    get name() {
      return engine.name;
    },
    limitsItself: engine.limitsItself ?? false,
    propose: async (...all) => await engine.propose(...all),
  };
}

/** What would be other than it is, and what stays, by days. */
function draftOf(
  view: View,
  { ask, keep }: Redoable,
  { view: then, heard, failed }: Anew,
  { engine, options, since }: { readonly engine: string; readonly options: DreamOptions; readonly since: string },
): PlanFile {
  // What another had to decide in the place of this engine was not decided by it. But what it was asked about and left
  // out stays as it is, and is not asked about again.
  const stoodIn = new Set(heard.flatMap(({ proposals: { by = {} } }) => Object.keys(by)));
  const leftOut = new Set(heard.flatMap(({ proposals }) => proposals.leftOut ?? []));
  const isKnown = (id: string): boolean =>
    leftOut.has(id) || ((then.ledger.has(id) || failed.has(id)) && !stoodIn.has(id));
  const known = view.facts.filter(({ id }) => (ask.has(id) && isKnown(id)) || keep.has(id)).sort(compareFacts);
  const reasons = new Map(
    heard.flatMap(({ plan }) => plan.decisions.map(({ fact, reason }) => [fact, reason] as const)),
  );
  const proposals = differences(
    view,
    { view: then, reasons },
    known.flatMap(({ id }) => (ask.has(id) && !leftOut.has(id) ? [id] : [])),
  );
  for (const { id } of known)
    if (!proposals.has(id) && view.ledger.get(id)?.as === 'set-aside')
      proposals.set(id, { fact: id, as: 'set-aside', reason: view.ledger.get(id)?.reason ?? 'as before' });
  const { maxDays, reviews, reviewsInCatchUp = reviews, repeatUndone, retry } = options;
  return {
    type: 'memvault/plan',
    version: 1,
    start: options.start.toISOString(),
    today: options.today,
    options: { maxDays, reviews, reviewsInCatchUp, repeatUndone, retry, redo: since },
    batches: byDays(known, maxDays).map((facts, index) => toBatch(facts, proposals, engine, index === 0 ? heard : [])),
    pages: {},
  };
}

function byDays(facts: readonly Fact[], maxDays: number): Fact[][] {
  const days = [...new Set(facts.map(({ day }) => day))].sort();
  const parts = days.flatMap((_, index) =>
    index % maxDays === 0 ? [new Set(days.slice(index, index + maxDays))] : [],
  );
  return parts.map((part) => facts.filter(({ day }) => part.has(day)));
}

/** `heard`: what the engine said beside of all of them. */
function toBatch(
  facts: readonly Fact[],
  said: ReadonlyMap<string, Proposal>,
  engine: string,
  heard: readonly Heard[],
): PlannedBatch {
  const [told, still] = [facts.filter(({ id }) => said.has(id)), facts.filter(({ id }) => !said.has(id))];
  return {
    engine,
    facts: told.map(toPlannedFact),
    settled: still.map(toPlannedFact),
    summary: null,
    proposals: {
      proposals: told.flatMap(({ id }) => said.get(id) ?? []),
      heads: {},
      tags: {},
      related: {},
      pages: heard.flatMap(({ proposals: { pages } }) => pages),
      reviews: heard.flatMap(({ proposals: { reviews } }) => reviews),
      notices: heard.flatMap(({ proposals: { notices = [] } }) => notices),
    },
  };
}

/** As it would be carried out; with the pages that it touches, and what the engine makes of `MEMORY.md` then. */
async function rehearsed(
  deps: RedoDeps,
  options: DreamOptions,
  draft: PlanFile,
  engine: Engine,
): Promise<Pick<Redone, 'file' | 'result'>> {
  const { options: own, makeEngine, batches, isLast } = replayOf(draft);
  const heard: Heard[] = [];
  const recorded = makeEngine();
  const speaking: Engine = {
    get name() {
      return recorded.name;
    },
    limitsItself: true,
    propose: async (...all) => await recorded.propose(...all),
    ...(engine.summarise === undefined ? {} : { summarise: engine.summarise.bind(engine) }),
  };
  const result = await dream(
    {
      ...deps,
      makeEngine: () => speaking,
      apply: rehearse,
      batches: { ...batches, isLast },
      hear: (one) => void heard.push(one),
    },
    { ...options, ...own },
  );
  const summaries = new Map(
    heard.map(({ plan: { decisions, summary } }) => [
      decisions.find(({ beside }) => beside !== true)?.fact,
      summary ?? null,
    ]),
  );
  const summaryOf = ({ facts, settled }: PlannedBatch): PlannedBatch['summary'] =>
    [...facts, ...settled].map(({ fact }) => summaries.get(fact)).find((one) => one !== undefined) ?? null;
  return {
    result,
    file: {
      ...draft,
      batches: draft.batches.map((batch) => ({ ...batch, summary: summaryOf(batch) })),
      pages: touchedPages(heard.map(({ plan }) => plan)),
    },
  };
}
