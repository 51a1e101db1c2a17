// Proposes anew what an older engine or an older version decided: the engine decides those facts as if they had just
// been logged, in the view alone, and what it would have otherwise becomes a plan to look at. Writes nothing.
import { normalForm } from '../../language/normal-form.ts';
import { counterpartOf } from '../../model/disposition.ts';
import { compareFacts, type Fact } from '../../model/fact.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import { type Change, NO_PROPOSALS, type PlanFile, type PlannedBatch, type Proposal } from '../../model/plan.ts';
import { renderPages } from '../../vault/render-pages.ts';
import { readView, toPageText, updateView, type View } from '../../vault/view.ts';
import { rehearse } from '../apply.ts';
import { nextBatch, only, stillPending } from '../collect.ts';
import { dream, type DreamDeps, type DreamOptions, type DreamResult, type Heard } from '../dream.ts';
import type { Engine } from '../engine.ts';
import { choiceOf } from '../plan/draft.ts';
import { claimOf, findRedoable, type Redoable, type RedoWishes } from './edit.ts';
import { replayOf, toPlannedFact, touchedPages } from './replay.ts';

// What an engine that decided some facts anew, as if for the first time, would have otherwise than it is now: as
// proposals that change what stands. Pages are not left, what is past stays so, and what it would only put elsewhere
// stays.

export interface Decided {
  readonly view: View;
  /** By fact, in a sentence. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** By fact; one that stays as it is has none. Facts without a new decision are not looked at. */
function differences(now: View, { view: then, reasons }: Decided, asked: readonly string[]): Map<string, Proposal> {
  const found = new Map<string, Proposal>();
  const touched = new Set<Claim>();
  const reasonOf = (fact: string): string => reasons.get(fact) ?? 'it was looked at again';
  const put = (proposal: Proposal, ...claims: readonly (Claim | undefined)[]): void => {
    found.set(proposal.fact, proposal);
    for (const claim of claims) if (claim) touched.add(claim);
  };
  const decided = asked.flatMap((fact) => then.ledger.get(fact) ?? []);
  const open = new Set(asked);
  for (const held of decided) {
    const { fact } = held;
    const [claim, target] = [standing(now, fact), counterpartOf(held)];
    if (now.ledger.get(fact)?.as !== 'placed' || !claim || target === undefined) continue;
    const other = standing(now, target);
    if (!other || other === claim || isHistory(other)) continue;
    const { page: _, ...choice } = choiceOf(held);
    const { as } = choice;
    // A contradiction changes both, so both must be open; what two say of each other is said once, of the later.
    if (as === 'conflict' && (!open.has(target) || !isLater(now, fact, target))) continue;
    if (as === 'duplicate' && found.get(target)?.of !== undefined && claim.facts.includes(found.get(target)?.of ?? ''))
      continue;
    put({ fact, ...choice, reason: reasonOf(fact) }, claim, other);
  }
  for (const { fact } of decided) {
    const words = found.has(fact) ? null : changedWords(now, then, fact, touched);
    if (words !== null) put({ fact, as: 'placed', ...words, reason: reasonOf(fact) });
  }
  for (const { fact } of decided)
    if (now.ledger.get(fact)?.as === 'set-aside') put(setAsideAgain(now, then, fact, found, reasonOf(fact)));
  return found;
}

function standing({ pages, ledger }: View, fact: string): Claim | undefined {
  const page = pages.get(ledger.get(fact)?.page ?? '');
  return page && claimOf(page, fact);
}

function isLater({ factById }: View, fact: string, other: string): boolean {
  const [a, b] = [factById.get(fact), factById.get(other)];
  return a !== undefined && b !== undefined && compareFacts(a, b) > 0;
}

/** Other words for a claim that cites it alone; or a claim of its own for what is no duplicate after all. */
function changedWords(
  now: View,
  then: View,
  fact: string,
  touched: ReadonlySet<Claim>,
): Pick<Proposal, 'page' | 'head' | 'text'> | null {
  const [claim, fresh, held] = [standing(now, fact), standing(then, fact), now.ledger.get(fact)];
  if (
    !claim ||
    !fresh ||
    !held ||
    touched.has(claim) ||
    then.ledger.get(fact)?.as !== 'placed' ||
    isHistory(fresh) ||
    fresh.sides.length > 0
  )
    return null;
  const words = { page: claim.page, head: fresh.head, text: fresh.text };
  const isSaid = normalForm(fresh.text) === normalForm(claim.text);
  if (held.as === 'placed') return claim.facts.length === 1 && fresh.facts.length === 1 && !isSaid ? words : null;
  const own = normalForm(now.factById.get(fact)?.text ?? '');
  const isAlone = !fresh.facts.some((other) => other !== fact && claim.facts.includes(other));
  return held.as === 'duplicate' && isAlone && !isSaid && own !== normalForm(claim.text) ? words : null;
}

function setAsideAgain(
  now: View,
  then: View,
  fact: string,
  found: ReadonlyMap<string, Proposal>,
  reason: string,
): Proposal {
  const [held, fresh] = [then.ledger.get(fact), standing(then, fact)];
  const of = held?.as === 'duplicate' ? (held.of ?? '') : '';
  if (held?.as === 'placed' && fresh && !isHistory(fresh))
    return { fact, as: 'placed', page: fresh.page, head: fresh.head, text: fresh.text, reason };
  const twin = standing(now, of);
  if ((twin && !isHistory(twin)) || found.get(of)?.as === 'placed') return { fact, as: 'duplicate', of, reason };
  return { fact, as: 'set-aside', reason: now.ledger.get(fact)?.reason ?? reason };
}

// The vault as if some facts had not been decided yet: no ledger line, and off the claims that cite them.

const REASON = 'it is decided anew';

function withoutDecisions(view: View, facts: ReadonlySet<string>, today: string): View {
  const changes = [...view.pages.values()].flatMap(({ path, claims }) =>
    claims.flatMap((claim): Change[] => {
      const going = claim.facts.filter((id) => facts.has(id));
      if (going.length === 0) return [];
      const off: Change[] =
        going.length === claim.facts.length
          ? [{ kind: 'remove', page: path, claim: going[0] ?? '', facts: going, reason: REASON }]
          : going.map((id): Change => ({ kind: 'uncite', page: path, claim: id, facts: [id], reason: REASON }));
      return [...off, { kind: 'unsource', page: path, facts: going, reason: REASON }];
    }),
  );
  const pages = renderPages({ changes }, view, today).map(({ path, after }) => toPageText(path, after ?? ''));
  return { ...updateView(view, pages, []), ledger: new Map([...view.ledger].filter(([fact]) => !facts.has(fact))) };
}

/** What waits for its look is the matter of the nights: here nobody would keep what a look at it found. */
function withoutQueue(view: View): View {
  return { ...view, reviews: new Map([...view.reviews].filter(([, { status }]) => status !== 'queued')) };
}

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
  await engine.propose([], withoutQueue(view), deps.progress, deps.cancel);
  const redoable = findRedoable(view, { ...wishes, today: asked.today, engine: engine.name });
  const options = { ...asked, start: afterAll(view, redoable, asked.start), repeatUndone: true, retry: false };
  const undecided = withoutQueue(withoutDecisions(view, redoable.ask, options.today));
  if (redoable.ask.size > 0)
    await about(
      engine.name,
      view.facts.filter(({ id }) => redoable.ask.has(id)),
      undecided,
    );
  const anew = await decideAnew(deps, options, undecided, redoable.ask);
  const draft = draftOf(view, redoable, anew, { engine: engine.name, options, since: wishes.since });
  return { ...(await rehearsed(deps, options, draft)), engine: engine.name };
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
  const { maxDays, reviews, repeatUndone, retry } = options;
  return {
    type: 'memvault/plan',
    version: 1,
    start: options.start.toISOString(),
    today: options.today,
    options: { maxDays, reviews, repeatUndone, retry, redo: since },
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
      ...NO_PROPOSALS,
      proposals: told.flatMap(({ id }) => said.get(id) ?? []),
      pages: heard.flatMap(({ proposals: { pages } }) => pages),
      reviews: heard.flatMap(({ proposals: { reviews } }) => reviews),
      notices: heard.flatMap(({ proposals: { notices = [] } }) => notices),
    },
  };
}

/** As it would be carried out; with the pages that it touches. */
async function rehearsed(
  deps: RedoDeps,
  asked: DreamOptions,
  draft: PlanFile,
): Promise<Pick<Redone, 'file' | 'result'>> {
  const { options, ...recorded } = replayOf(draft);
  const heard: Heard[] = [];
  const hear = (one: Heard): void => void heard.push(one);
  const result = await dream({ ...deps, ...recorded, apply: rehearse, hear }, { ...asked, ...options });
  return { result, file: { ...draft, pages: touchedPages(heard.map(({ plan }) => plan)) } };
}
