// One invocation of a dream, batch by batch: collect, propose, plan, apply; and what it is given and comes to. A
// batch that brings out a defect is halved until one fact is left.
import { isSecret } from '../language/secrets/secrets.ts';
import { dayOf } from '../model/day.ts';
import { isCancelled, MemvaultError, systemCode } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { defined } from '../model/json.ts';
import {
  type Left,
  NO_PROPOSALS,
  NO_USAGE,
  type Plan,
  type Proposals,
  type SummaryLine,
  type Usage,
} from '../model/plan.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import type { ReviewLine } from '../model/review.ts';
import { plural } from '../model/text.ts';
import { isPagePath } from '../vault/confine.ts';
import { bringDerived } from '../vault/derived-pages.ts';
import { dueLessons } from '../vault/lessons.ts';
import {
  countPending,
  isInAgreement,
  NOTHING_PENDING,
  type Pending,
  pendingIds,
  readPending,
} from '../vault/pending.ts';
import { readRunLog, readUndone } from '../vault/record-run.ts';
import { renderPages } from '../vault/render-pages.ts';
import { claimsToSummarise } from '../vault/memory-file.ts';
import type { Vault } from '../vault/vault.ts';
import { type OpenMerge, readView, type View } from '../vault/view.ts';
import { type Applied, type Apply, rehearse } from './apply.ts';
import { holdBack } from './breaker.ts';
import { type Batches, byDays, halves, isEmpty, stillPending } from './collect.ts';
import { dueOverviews, duePasses, type Task, thinnedOverviews } from './due-passes.ts';
import {
  type Engine,
  isKeptAside,
  standIn,
  type Summarised,
  withStandIns,
  type WrittenLessons,
  type WrittenOverviews,
} from './engine.ts';
import { closedPages } from './plan/asked.ts';
import { makePlan } from './plan/plan.ts';
import { overviewTimes } from './run.ts';

export interface DreamOptions {
  /** Local days in one batch, at most. */
  readonly maxDays: number;
  /** Time limit: no batch begins after so many minutes. */
  readonly minutes: number;
  readonly start: Date;
  /** The local day whose facts are not over yet; they and later ones are left alone. */
  readonly today: string;
  /** Whether what a person undid may be decided in the same way again: yes where a person asked for this dream. */
  readonly repeatUndone: boolean;
  /** Whether quarantined facts are decided again. */
  readonly retry: boolean;
  /** How often facts have failed of themselves so far. */
  readonly failures: ReadonlyMap<string, number>;
  /** New reviews that this dream asks for, at most, in all its runs together. */
  readonly reviews: number;
  /** How often claims are compared across pages, in days; without it nothing is looked over after the facts. */
  readonly curateDays?: number;
  /** Whether every page is looked over and all claims are compared, whatever was looked over before. */
  readonly redo?: boolean;
  /** The part of a page's claims that may change in a night. */
  readonly breaker: number;
}

export interface DreamDeps {
  readonly vault: Vault;
  readonly progress: Progress;
  readonly cancel: Cancel;
  /** Makes the engine for one invocation, from the facts before today. */
  readonly makeEngine: (facts: readonly Fact[]) => Engine;
  readonly apply: Apply;
  /** What git has not brought to its end. */
  readonly merge?: OpenMerge | null;
  /** Brings what is generated from the pages in step, after the last batch; a rehearsal gives none. */
  readonly settle?: (view: View) => void;
  /** Other batches than all that is pending, by days. */
  readonly batches?: Batches;
  /** Hears of every batch that came to a plan, once that is carried out, and what the engine said of it. */
  readonly hear?: (heard: Heard) => void;
}

export interface Heard {
  readonly batch: Pending;
  readonly proposals: Proposals;
  readonly plan: Plan;
  /** What the proposals cost. */
  readonly usage: Usage;
}

/** What a run came to. Without its view: of many runs, each would keep the whole vault in memory as it was then. */
interface DreamRun extends Omit<Applied, 'view'> {
  readonly plan: Plan;
  readonly usage: Usage;
}

export interface DreamResult {
  readonly runs: readonly DreamRun[];
  /** Facts that must wait, and why. */
  readonly left: readonly Left[];
  /** How often facts have failed of themselves, this time counted: for the next dream's `failures`. */
  readonly failed: ReadonlyMap<string, number>;
  /** Facts that were quarantined before and are decided now. */
  readonly retried: readonly string[];
  /** Pages that were not touched, and why. */
  readonly closed: readonly string[];
  readonly interrupted: boolean;
  /** What it cost, also where no run came of it. */
  readonly usage: Usage;
  /** No claim stands against another by then, see `vault/pending.ts`. */
  readonly inAgreement: boolean;
  /** The vault as it is now, or would be. */
  readonly view: View;
}

// A dream: batch after batch until nothing is pending or somebody says stop.

/** Dreams until nothing is pending. The caller holds the lock, where it writes, and has asked the gate. */
export async function dream(deps: DreamDeps, options: DreamOptions): Promise<DreamResult> {
  const night = new Night(deps, options);
  const end = performance.now() + options.minutes * 60_000;
  for (let batch = night.next(); !isEmpty(batch) && !(await isCancelled(deps.cancel)); batch = night.next())
    if (performance.now() < end) await night.consolidate(batch);
    else night.putOff(batch, `the time limit of ${plural(options.minutes, 'minute')} is reached`);
  await night.workQueue();
  await night.lookOver(end);
  night.bringPages();
  deps.progress.end();
  // What is open may still be counted twice, or not at all.
  if (!deps.cancel.requested && closedPages(night.view).reasons.length === 0) deps.settle?.(night.view);
  return night.result();
}

// Which failures are nobody's fault: a model that does not answer, a disk that is full. They stop a dream and
// count against no fact. All else is a defect that some fact or page brought out.

function isOutage(error: unknown): boolean {
  if (error instanceof MemvaultError || systemCode(error) !== null) return true;
  return error instanceof Error && error.cause !== undefined && isOutage(error.cause);
}

/** What went wrong, in the words of a defect, on one line. */
function wordsOf(error: unknown): string {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return words.replace(/\s+/g, ' ').trim().slice(0, 200);
}

// How often facts failed of themselves, over dreams: once a dream at most, and never where the engine, not the
// fact, is to blame.

/** Where nothing at all could be decided, so many failures speak against the engine and not against the facts. */
const TOO_MANY = 5;

/** Do so many failures without a single decision speak against the engine? */
function blamesEngine(left: Iterable<Left>, decided: number): boolean {
  return decided === 0 && [...left].filter(({ why }) => why === 'own').length >= TOO_MANY;
}

/** The counts for the next dream: one more for what failed now, nothing for what is pending no more. */
function countFailures(
  before: ReadonlyMap<string, number>,
  left: readonly Left[],
  pending: ReadonlySet<string>,
): Map<string, number> {
  const failed = new Set(left.filter(({ why }) => why === 'own').map(({ fact }) => fact));
  return new Map(
    [...new Set([...before.keys(), ...failed])]
      .filter((fact) => pending.has(fact))
      .map((fact) => [fact, (before.get(fact) ?? 0) + (failed.has(fact) ? 1 : 0)]),
  );
}

/** Questions that an earlier dream of the day asked. */
const askedOn = (today: string, { reviews }: View): ReviewLine[] =>
  [...reviews.values()].filter(({ status, at }) => status === 'pending' && dayOf(new Date(at)) === today);

/** Does a pair of an earlier night wait for its look or its turn? What a dream of today queued rests until the next. */
const hasQueue = (today: string, { reviews }: View): boolean =>
  [...reviews.values()].some(({ status, at }) => status === 'queued' && dayOf(new Date(at)) !== today);

const nameOf = (task: Task): string => (task.kind === 'page' ? `${task.page} was` : 'pairs of claims were');

const secretsIn = ({ facts }: Pending): Set<string> => new Set(facts.filter(isSecret).map(({ id }) => id));

/** Asks the engine about the facts of a batch; null where nobody could be asked. */
type Ask = (facts: readonly Fact[]) => Promise<Proposals | null>;

/** One invocation: what is known while it goes through its batches. */
class Night {
  view: View;
  private engine: Engine;
  private readonly runs: DreamRun[] = [];
  private readonly left = new Map<string, Left>();
  private readonly retried: string[] = [];
  /** Facts that an engine's proposal decided. */
  private decided = 0;
  private done = 0;
  /** Reviews that may still be asked for. */
  private reviews: number;
  /** `MEMORY.md` in the engine's words, as the last batch had it. */
  private summary: readonly SummaryLine[] | undefined;
  /** What was not looked over, and why. */
  private readonly unpassed: string[] = [];
  private readonly total: number;
  private readonly undone: ReturnType<typeof readUndone>;
  private readonly batches: Batches;
  private readonly deps: DreamDeps;
  private readonly options: DreamOptions;

  constructor(deps: DreamDeps, options: DreamOptions) {
    this.deps = deps;
    this.options = options;
    this.batches = deps.batches ?? byDays(options.maxDays);
    this.view = readView(deps.vault, deps.merge);
    this.engine = this.makeEngine();
    this.undone = options.repeatUndone ? new Map() : readUndone(this.view);
    this.total = countPending(this.view, this.pending()).facts;
    this.reviews = options.reviews - askedOn(options.today, this.view).length;
  }

  /** What is to be done next. */
  next(): Pending {
    return this.batches.next(this.pending(), this.left, this.view);
  }

  /** Every fact of the batch is decided then, or named as left. Throws what no fact is to blame for. */
  async consolidate(batch: Pending): Promise<void> {
    if (isEmpty(batch) || (await isCancelled(this.deps.cancel))) return;
    const defect = await this.attempt(batch);
    if (defect === null) return;
    // It may have been left in the middle of a thought.
    this.engine = this.makeEngine();
    const parts = halves(batch);
    if (blamesEngine(this.left.values(), this.decided)) this.putOff(batch, `memvault could not decide it: ${defect}`);
    else if (parts) for (const part of parts) await this.consolidate(stillPending(part, this.pending()));
    else this.failAlone(batch, defect);
  }

  /** Questions and pairs of earlier nights, where no batch came along that they went with. */
  async workQueue(): Promise<void> {
    const waits =
      this.batches.hasQueue?.() ?? (this.deps.batches === undefined && hasQueue(this.options.today, this.view));
    if (waits && this.runs.length === 0 && !(await isCancelled(this.deps.cancel))) await this.attempt(NOTHING_PENDING);
  }

  /** Passes over pages and pairs, as long as there is time and somebody to ask. */
  async lookOver(end: number): Promise<void> {
    for (const task of this.duePasses(this.view)) {
      if (performance.now() >= end || (await isCancelled(this.deps.cancel))) break;
      let isAnswered = true;
      const ask = async (): Promise<Proposals | null> => {
        const proposed = (await this.engine.curate?.(task, this.view, this.deps.progress, this.deps.cancel)) ?? null;
        isAnswered = proposed !== null;
        return proposed;
      };
      const defect = await this.attempt(NOTHING_PENDING, ask, task);
      if (!isAnswered && this.options.redo === true && this.runs.length === 0)
        throw new MemvaultError('model', 'no model answered, and nothing was looked over', {
          hint: 'memvault status says which model is asked',
        });
      if (!isAnswered) break;
      if (defect !== null) this.unpassed.push(`${nameOf(task)} not looked over: ${defect}`);
    }
  }

  /** None where batches are given or somebody listens: a plan that is made for a file has no passes. */
  private duePasses(view: View, entries = readRunLog(this.deps.vault)): readonly Task[] {
    const { batches, hear } = this.deps;
    const { curateDays, today, redo } = this.options;
    if (curateDays === undefined || batches !== undefined || hear !== undefined) return [];
    return duePasses(view, entries, { today, everyDays: curateDays, ...defined({ redo }) }).tasks;
  }

  /** Brings derived pages up to date that a merge or a person left behind and no run of this dream wrote. */
  bringPages(): void {
    if (this.deps.cancel.requested || bringDerived(this.deps.vault, this.view).changes.length === 0) return;
    const nothing = {
      days: [],
      decisions: [],
      changes: [],
      pages: {},
      left: [],
      notices: [],
      reviews: [],
      updates: [],
    };
    const plan: Plan = { version: 1, engine: this.engine.name, ...nothing };
    this.view = this.deps.apply(plan, this.view, this.options.start).view;
  }

  /** Leaves a batch to the next dream. */
  putOff(batch: Pending, reason: string): void {
    for (const fact of pendingIds(batch)) this.left.set(fact, { fact, reason, why: 'other' });
  }

  result(): DreamResult {
    const { view, runs, retried, decided, options } = this;
    const blamed = blamesEngine(this.left.values(), decided);
    const left = [...this.left.values()].map((one): Left =>
      blamed && one.why === 'own' ? { ...one, why: 'other' } : one,
    );
    // Without --retry what is quarantined is pending no more, so that its counts end.
    const waiting = readPending(view, options.today);
    const pending = pendingIds(waiting);
    return {
      runs,
      left,
      failed: countFailures(options.failures, left, pending),
      retried,
      closed: [...closedPages(view).reasons, ...this.unpassed],
      interrupted: this.deps.cancel.requested,
      usage: this.spent(),
      inAgreement: isInAgreement(view, waiting, options.today),
      view,
    };
  }

  private spent(): Usage {
    return this.engine.usage ?? NO_USAGE;
  }

  private pending(): Pending {
    return readPending(this.view, this.options.today, { retry: this.options.retry });
  }

  private makeEngine(): Engine {
    const { facts, forgotten } = this.view;
    return withStandIns(
      this.deps.makeEngine(
        facts.filter((fact) => fact.day < this.options.today && !forgotten.has(fact.id)).map(standIn),
      ),
    );
  }

  /**
   * Null, or the defect that the batch or the pass brought out, with nothing done. `ask`: null where nobody could be
   * asked, and then nothing is done either.
   */
  private async attempt(
    batch: Pending,
    ask: Ask = (facts) => this.propose(facts),
    pass?: Task,
  ): Promise<string | null> {
    let plan: Plan;
    let proposals: Proposals;
    const before = this.spent();
    try {
      // No engine sees what looks like a secret.
      const secret = secretsIn(batch);
      const open = batch.facts.filter((fact) => !secret.has(fact.id) && !isKeptAside(fact, this.view));
      const proposed = await ask(open);
      if (proposed === null) return null;
      const { today, breaker: share } = this.options;
      proposals = holdBack(open, proposed, this.view, { today, share });
      plan = this.plan(batch, proposals, secret);
      const written = await this.writeOverviews(plan, pass);
      if (written !== null) {
        // Words for a page that were there before stay.
        proposals = {
          ...proposals,
          overviews: { ...written.overviews, ...proposals.overviews },
          words: { ...written.words, ...proposals.words },
          notices: [...(proposals.notices ?? []), ...written.notices],
        };
        plan = this.plan(batch, proposals, secret);
      }
      const lessons = pass === undefined ? await this.writeLessons(plan) : null;
      if (lessons !== null) {
        proposals = {
          ...proposals,
          reviews: [...proposals.reviews, ...lessons.reviews],
          notices: [...(proposals.notices ?? []), ...lessons.notices],
        };
        plan = this.plan(batch, proposals, secret);
      }
      // A pass takes MEMORY.md as the facts of the night have left it.
      const summarised = pass !== undefined && this.summary !== undefined ? null : await this.summarise(plan);
      if (summarised !== null) {
        if (summarised.notices.length > 0) {
          proposals = { ...proposals, notices: [...(proposals.notices ?? []), ...summarised.notices] };
          plan = this.plan(batch, proposals, secret);
        }
        this.summary = summarised.lines ?? undefined;
      }
      if (summarised !== null || pass !== undefined) plan = { ...plan, ...defined({ summary: this.summary }) };
    } catch (error) {
      if (isOutage(error)) throw error;
      return wordsOf(error);
    }
    const after = this.spent();
    const usage = { calls: after.calls - before.calls, tokens: after.tokens - before.tokens };
    const asked = new Set(batch.facts.map((fact) => fact.id));
    const defect = this.apply(plan, asked, usage, proposals.paid);
    if (defect === null) this.deps.hear?.({ batch, proposals, plan, usage });
    return defect;
  }

  /**
   * `MEMORY.md` in the engine's words, once a dream: for the claims as the last plan that does something leaves them.
   * Null where nobody was asked.
   */
  private async summarise(plan: Plan): Promise<Summarised | null> {
    const { vault, progress, cancel } = this.deps;
    if (this.engine.summarise === undefined || plan.decisions.length === 0) return null;
    const view = this.afterLast(plan);
    const claims = view === null ? [] : claimsToSummarise(vault, view, this.options.start);
    return claims.length === 0 ? null : await this.engine.summarise(claims, progress, cancel);
  }

  /**
   * Overviews of pages as the last plan that does something leaves them: one a night, so that a page that waits for a
   * pass gets it from the pass, and so does one that the pass made. Null where nobody was asked.
   */
  private async writeOverviews(plan: Plan, pass: Task | undefined): Promise<WrittenOverviews | null> {
    const { progress, cancel } = this.deps;
    const isIdle = plan.decisions.length === 0 && pass?.kind !== 'page';
    if (this.engine.overviews === undefined || isIdle || pass?.kind === 'pairs') return null;
    const view = this.afterLast(plan);
    if (view === null) return null;
    const entries = readRunLog(this.deps.vault);
    const closed = closedPages(view);
    const made = plan.changes.flatMap(({ kind, page }) => (kind === 'create' ? [page] : []));
    const own = pass && new Set([pass.page, ...made]);
    const passed = new Set(
      pass === undefined ? this.duePasses(view, entries).map((task) => (task.kind === 'page' ? task.page : null)) : [],
    );
    const pages = dueOverviews(view, {
      created: new Set([...this.created, ...made]),
      written: new Set([...this.runs.flatMap(({ updated }) => updated), ...this.created, ...Object.keys(plan.pages)]),
      thinned: thinnedOverviews(this.view, view),
      mayWrite: (page) => !closed.has(page) && !passed.has(page) && own?.has(page) !== false,
      times: overviewTimes(entries),
    });
    return pages.length === 0 ? null : await this.engine.overviews(pages, progress, cancel);
  }

  /** What archived decisions teach, with what the facts of the night made archived. Null where nobody was asked. */
  private async writeLessons(plan: Plan): Promise<WrittenLessons | null> {
    const { vault, progress, cancel } = this.deps;
    if (this.engine.lessons === undefined || plan.decisions.length === 0) return null;
    const view = this.afterLast(plan);
    const asked = plan.reviews.filter(({ status }) => status === undefined).length;
    const due = view === null ? [] : dueLessons(view, vault).slice(0, Math.max(0, this.reviews - asked));
    return due.length === 0 ? null : await this.engine.lessons(due, progress, cancel);
  }

  private get created(): readonly string[] {
    return this.runs.flatMap((run) => run.created);
  }

  /** The vault as the plan leaves it, where nothing else of this dream comes after it; null for any other plan. */
  private afterLast(plan: Plan): View | null {
    const { start, today, retry } = this.options;
    if (this.deps.cancel.requested) return null;
    const { view } = rehearse(plan, this.view, start);
    const waiting = new Set([...this.left.keys(), ...plan.left.map(({ fact }) => fact)]);
    return this.batches.isLast?.(readPending(view, today, { retry }), waiting) === false ? null : view;
  }

  private failAlone(batch: Pending, defect: string): void {
    const failing = new Map([...pendingIds(batch)].map((fact) => [fact, defect]));
    const worse = this.apply(this.plan(batch, NO_PROPOSALS, secretsIn(batch), failing), new Set(), NO_USAGE);
    if (worse !== null) throw new Error(worse);
  }

  private async propose(facts: readonly Fact[]): Promise<Proposals> {
    // A plan that was made before may put off what no engine is asked about.
    if (facts.length === 0 && this.deps.batches === undefined && !hasQueue(this.options.today, this.view))
      return NO_PROPOSALS;
    const { progress, cancel } = this.deps;
    return await this.engine.propose(facts, this.view, progress, cancel);
  }

  private plan(
    batch: Pending,
    proposals: Proposals,
    secret: ReadonlySet<string>,
    failing: ReadonlyMap<string, string> = new Map(),
  ): Plan {
    return makePlan({
      engine: this.engine.name,
      batch,
      proposals,
      failing,
      view: this.view,
      closed: closedPages(this.view),
      isPagePath: (path) => isPagePath(this.deps.vault, path),
      undone: this.undone,
      waiting: this.left,
      failures: this.options.failures,
      secret,
      created: new Set(this.created),
      maxReviews: this.reviews,
      askedToday: askedOn(this.options.today, this.view),
    });
  }

  /** Null, or the defect that rendering its pages brought out, with nothing written. */
  private apply(plan: Plan, proposed: ReadonlySet<string>, usage: Usage, paid = usage): string | null {
    const before = this.view;
    // Facts that wait take their questions along: they are proposed again with them.
    const isIdle =
      plan.decisions.length === 0 && (plan.reviews.length === 0 || plan.left.length > 0) && plan.pass === undefined;
    const applied = isIdle ? null : this.applyOrExplain(plan, paid);
    if (typeof applied === 'string') return applied;
    for (const one of plan.left) this.left.set(one.fact, one);
    if (applied === null) return null;
    const { view, ...run } = applied;
    for (const { page, reason, facts } of run.unwritten)
      for (const fact of [...facts, ...copiesOn(plan, page)]) this.left.set(fact, { fact, reason, why: 'page' });
    // A page that moved is read anew, so that the next batch plans with what it says now.
    this.view = run.unwritten.length > 0 ? readView(this.deps.vault, this.deps.merge) : view;
    if (run.decisions.length + plan.reviews.length > 0 || plan.pass !== undefined)
      this.runs.push({ ...run, plan, usage });
    const settled = run.decisions.filter((decision) => decision.as !== 'quarantined');
    this.reviews -= run.reviews.length;
    this.decided += settled.filter(({ fact }) => proposed.has(fact)).length;
    this.retried.push(
      ...settled.map(({ fact }) => fact).filter((fact) => before.ledger.get(fact)?.as === 'quarantined'),
    );
    this.deps.progress.update('consolidating', (this.done += plan.decisions.length), this.total);
    return null;
  }

  /** Pages are rendered before anything is written, so what fails there failed in time; all else stops the dream. */
  private applyOrExplain(plan: Plan, cost: Usage): Applied | string {
    try {
      return this.deps.apply(plan, this.view, this.options.start, cost);
    } catch (error) {
      if (isOutage(error) || !this.failsToRender(plan)) throw error;
      return wordsOf(error);
    }
  }

  private failsToRender(plan: Plan): boolean {
    try {
      renderPages(plan, this.view, dayOf(this.options.start));
      return false;
    } catch {
      return true;
    }
  }
}

/** Facts to be removed from a page that is not their home: they must be decided again. */
function copiesOn({ changes }: Plan, page: string): string[] {
  return changes
    .filter((change) => change.page === page && (change.kind === 'remove' || change.kind === 'uncite'))
    .flatMap((change) => change.facts);
}
