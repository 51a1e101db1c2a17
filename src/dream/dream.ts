// A dream: batch after batch until nothing is pending or somebody says stop. Collect, propose, plan, apply.
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import type { Left, Plan } from '../model/plan.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { hasMergeMarkers } from '../markdown/page.ts';
import { isPagePath } from '../vault/confine.ts';
import { readPending, rememberDigests, type Pending } from '../vault/pending.ts';
import type { Vault } from '../vault/vault.ts';
import { readView, type View, zoneOf } from '../vault/view.ts';
import type { Applied, Apply } from './apply.ts';
import type { Engine } from './engine.ts';
import { makePlan } from './plan.ts';
import { withIdleTimeout } from './idle-timeout.ts';

export interface DreamOptions {
  /** Local days in one batch, at most. */
  readonly maxDays: number;
  /** Seconds in which an engine must show some progress. */
  readonly idleSeconds: number;
  readonly start: Date;
  /** The local day whose facts are not over yet; they and later ones are left alone. */
  readonly today: string;
  /** Whether what a person undid may be decided in the same way again: yes where a person asked for this dream. */
  readonly repeatUndone: boolean;
  /** Whether quarantined facts are decided again. */
  readonly retry: boolean;
  /** How often facts have failed of themselves so far. */
  readonly failures: ReadonlyMap<string, number>;
}

export interface DreamDeps {
  readonly vault: Vault;
  readonly progress: Progress;
  readonly cancel: Cancel;
  /** Makes the engine for one invocation, from the facts before today. */
  readonly makeEngine: (facts: readonly Fact[]) => Engine;
  readonly apply: Apply;
  /** Brings what is generated from the pages in step, after the last batch; a rehearsal gives none. */
  readonly settle?: (view: View) => void;
}

/** What a run came to. Without its view: of many runs, each would keep the whole vault in memory as it was then. */
export interface DreamRun extends Omit<Applied, 'view'> {
  readonly plan: Plan;
}

export interface DreamResult {
  readonly runs: readonly DreamRun[];
  /** Facts that must wait, and why. */
  readonly left: readonly Left[];
  /** How often facts have failed of themselves, this time counted: for the next dream's `failures`. */
  readonly failed: ReadonlyMap<string, number>;
  /** Pages that were not touched, and why. */
  readonly closed: readonly string[];
  readonly interrupted: boolean;
  /** The vault as it is now, or would be. */
  readonly view: View;
}

/** Plans the next batch, or null when nothing waits. Writes nothing. */
async function planBatch(deps: DreamDeps, engine: Engine, view: View, options: DreamOptions, skip: ReadonlySet<string>, digestOf: (fact: Fact) => string): Promise<Plan | null> {
  const pending = withoutSkipped(readPending(view, options.today, digestOf), skip);
  const batch = firstDays(pending.facts, options.maxDays);
  if (batch.length === 0 && pending.cited.size === 0 && pending.removed.length === 0) return null;
  const proposals = batch.length === 0
    ? { proposals: [], pages: [], heads: {}, tags: {}, related: {} }
    : await withIdleTimeout(options.idleSeconds, deps.progress, (progress) => engine.propose(batch, view, progress));
  const marked = closedPages(view);
  const reasonOf = (page: string): string | undefined => (view.lostZones.has(zoneOf(page)) ? lostZone(zoneOf(page)) : marked.get(page));
  return makePlan({
    engine: engine.name, batch, proposals, view,
    closed: { get: reasonOf, has: (page) => reasonOf(page) !== undefined },
    isPagePath: (path) => isPagePath(deps.vault, path),
    cited: pending.cited, removed: pending.removed,
  });
}

/** Dreams until nothing is pending. The caller holds the lock, where it writes, and has asked the gate. */
export async function dream(deps: DreamDeps, options: DreamOptions): Promise<DreamResult> {
  let view = readView(deps.vault);
  const engine = deps.makeEngine(view.facts.filter((fact) => fact.day < options.today && !view.forgotten.has(fact.id)));
  const digestOf = rememberDigests();
  const total = readPending(view, options.today, digestOf).facts.length;
  const runs: DreamRun[] = [];
  const left = new Map<string, Left>();
  let done = 0;
  while (!(await isCancelled(deps.cancel))) {
    const plan = await planBatch(deps, engine, view, options, new Set(left.keys()), digestOf);
    if (plan === null) break;
    for (const one of plan.left) left.set(one.fact, one);
    if (plan.decisions.length === 0) continue;
    const { view: now, ...applied } = deps.apply(plan, view, options.start);
    for (const { reason, facts } of applied.unwritten) for (const fact of facts) left.set(fact, { fact, reason, why: 'page' });
    // A page that moved is read anew, so that the next batch plans with what it says now.
    view = applied.unwritten.length > 0 ? readView(deps.vault) : now;
    if (applied.decisions.length > 0) runs.push({ ...applied, plan });
    done += plan.decisions.length;
    deps.progress.update('consolidating', done, total);
  }
  deps.progress.end();
  return { runs, left: [...left.values()], failed: options.failures, closed: [...closedPages(view).values(), ...lostZones(view)], interrupted: deps.cancel.requested, view };
}

/** Lets a Ctrl-C that came meanwhile be heard: signals wait for the event loop. */
async function isCancelled(cancel: Cancel): Promise<boolean> {
  await new Promise((resolve) => setImmediate(resolve));
  return cancel.requested;
}

function withoutSkipped(pending: Pending, skip: ReadonlySet<string>): Pending {
  if (skip.size === 0) return pending;
  return {
    facts: pending.facts.filter((fact) => !skip.has(fact.id)),
    cited: new Map([...pending.cited].filter(([fact]) => !skip.has(fact))),
    removed: pending.removed.filter((fact) => !skip.has(fact.id)),
  };
}

/** The facts of the first so many days; facts keep the order in which they happened. */
function firstDays(facts: readonly Fact[], maxDays: number): Fact[] {
  if (maxDays < 1) throw new MemvaultError('usage', '--max-days must be at least 1');
  const days = new Set([...new Set(facts.map((fact) => fact.day))].sort().slice(0, maxDays));
  return facts.filter((fact) => days.has(fact.day));
}

function closedPages(view: View): Map<string, string> {
  return new Map([...view.pages.values()].filter((page) => hasMergeMarkers(page.text)).map((page) => [page.path, `${page.path} holds git conflict markers; settle them first`]));
}

/** A zone that is not there: its pages were not deleted one by one, so nothing is concluded and nothing made anew. */
function lostZones(view: View): string[] {
  return [...view.lostZones].map(lostZone);
}

const lostZone = (zone: string): string => `${zone} is no folder here now; bring it back, or make an empty one to say that its pages are gone`;
