// A dream as commands set it going: with the settings, the engine, a progress line; for real under the lock, or
// only in the view.
import { MAX_DAYS } from '../model/limits.ts';
import { type Apply, applyTo, rehearse } from '../dream/apply.ts';
import { dream, type DreamDeps, type DreamOptions, type DreamResult } from '../dream/dream.ts';
import { type ListedFact, listFacts } from '../inspect/facts.ts';
import { addDays, dayOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Decision } from '../model/plan.ts';
import { keepAgreement } from '../vault/agreement.ts';
import {
  readFailures,
  recordAttempt,
  recordFailure,
  recordModel,
  recordSuccess,
  recordWaits,
} from '../vault/attempts.ts';
import { generatedFaults, writeCatalogue } from '../vault/generated.ts';
import { NOTHING_PENDING, readPending } from '../vault/pending.ts';
import { readRecalled } from '../vault/recalls.ts';
import { pruneSessions } from '../vault/sessions.ts';
import { hasTombstones } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';
import { readView, type View } from '../vault/view.ts';
import { commitAndPrune, type CommitOutcome } from './commit.ts';
import type { Context } from './context.ts';
import { forgetOnPages, sayTakenOff, type TakenOff, withVaultLock } from './hold-lock.ts';
import { lintIfDue, type NightLint } from './lint-vault.ts';
import { engineFor, type EngineWishes, rulesFor } from './make-engine.ts';
import { readOpenMerge } from './git.ts';
import { type InboxRead, readInboxByNight } from './process-inbox.ts';
import { refreshIndex } from './refresh-index.ts';

// Keeps, between dreams, what came of asking a model: whether it answered, and which facts had to wait for it.

export interface Asking {
  readonly heard: EngineWishes['heard'];
  /** After a dream. What a person stopped is no night that a fact waited. */
  ended(result: Pick<DreamResult, 'left' | 'view' | 'interrupted'>): void;
  /** After a dream that threw this. A vault that cannot be written keeps no record. */
  failed(error: unknown): void;
}

function keepWaits(vault: Vault, start: Date): Asking {
  let last: { readonly name: string; readonly answered: boolean } | null = null;
  const today = dayOf(start);
  const note = (): void => {
    if (last !== null) recordModel(vault, { ...last, at: start.toISOString() });
  };
  return {
    heard: (name, answered) => void (last = { name, answered }),
    ended: ({ left, view, interrupted }) => {
      note();
      if (interrupted) return;
      const waiting = left.filter(({ why }) => why === 'model').map(({ fact }) => fact);
      const now = new Set(waiting);
      recordWaits(
        vault,
        today,
        waiting,
        (fact) => now.has(fact) || (view.factById.has(fact) && !view.ledger.has(fact) && !view.forgotten.has(fact)),
      );
    },
    failed: (error) => {
      if (!(error instanceof MemvaultError) || error.code !== 'model') return;
      try {
        note();
        const waiting = readPending(readView(vault), today).facts.map(({ id }) => id);
        const now = new Set(waiting);
        recordWaits(vault, today, waiting, (fact) => now.has(fact));
      } catch (problem) {
        if (!(problem instanceof MemvaultError)) throw problem;
      }
    },
  };
}

/** What the flags say of a dream. */
export interface DreamWishes extends Pick<DreamOptions, 'repeatUndone' | 'retry'> {
  readonly commit: boolean;
  /** It comes by itself every night, so it asks a person little at a time. */
  readonly isNight: boolean;
  /** Pending days in one batch. */
  readonly maxDays?: number;
}

/** Where a dream is other than the usual one, such as one by a plan that was made before. */
export interface Course extends Partial<Pick<DreamDeps, 'makeEngine' | 'batches' | 'hear'>> {
  readonly options?: Partial<DreamOptions>;
  /** Throws where it may not be carried out on the vault as it is; asked under the lock, before anything is written. */
  readonly check?: (view: View) => void;
}

export interface Dreamt {
  readonly result: DreamResult;
  /** `index.md` was brought in step after the last run, or without one. */
  readonly settled: boolean;
  /** What is forgotten and stands on a page still. */
  readonly forgottenLeft: TakenOff['left'];
  /** Null where no commit was asked for. */
  readonly commit: CommitOutcome | null;
  /** What a look at the vault's health found; null where it was not time for one. */
  readonly lint: NightLint | null;
  /** What became of the inbox; null where it was not looked at. */
  readonly inbox: InboxRead | null;
}

/** Dreams and, where it is wished, commits. Attempts and how they went are kept, a failed commit is none of them. */
export async function dreamNow(
  context: Context,
  start: Date,
  wishes: DreamWishes,
  { check, ...course }: Course = {},
): Promise<Dreamt> {
  const { vault, settings } = context;
  // One by a plan is dated as that was, and done now.
  const now = course.batches === undefined ? start : context.world.now();
  const dreamt = await withVaultLock(context, 'dream', async (): Promise<Dreamt> => {
    check?.(readView(vault, await readOpenMerge(context.world, vault)));
    recordAttempt(vault, now);
    pruneSessions(vault, now);
    const asking = keepWaits(vault, now);
    const callOff = context.world.processes.atEnd?.(() =>
      recordFailure(vault, new Error('a signal ended it at once; what was done stands')),
    );
    try {
      const off = hasTombstones(vault)
        ? forgetOnPages(context, readView(vault, await readOpenMerge(context.world, vault)), now, wishes.commit)
        : null;
      if (off !== null) sayTakenOff(context, off);
      const apply = applyTo(vault, { commit: wishes.commit });
      let settled = false;
      const result = await dreamWith(context, start, wishes, apply, {
        ...course,
        heard: asking.heard,
        settle: (view) => void (settled = writeCatalogue(vault, view)),
      });
      if (result.runs.length > 0 || (off?.run ?? null) !== null) await refreshIndex(context);
      if (result.runs.length > 0)
        for (const { path, fault, fix } of generatedFaults(vault))
          context.answer.remark(`${path} was not brought up to date: ${fault}; ${fix}.`);
      if (result.inAgreement) keepAgreement(vault, result.view);
      asking.ended(result);
      if (result.interrupted && result.runs.length === 0)
        recordFailure(vault, new Error('it was stopped before anything was written'));
      else
        recordSuccess(vault, now, {
          runs: result.runs.map((one) => one.run),
          left: result.left.length,
          failed: result.failed,
          unfinished: unfinishedBy(result),
        });
      // A dream by a plan does what is in the plan.
      const inbox =
        course.batches === undefined && !result.interrupted && result.view.merge === null
          ? await readInboxByNight(context, result.view, now, { commit: wishes.commit, spent: result.usage })
          : null;
      if ((inbox?.runs.length ?? 0) > 0) await refreshIndex(context);
      const lint = wishes.isNight && !result.interrupted ? await lintIfDue(context, now, wishes.commit) : null;
      return {
        result,
        settled,
        forgottenLeft: off?.left ?? [],
        inbox,
        lint,
        commit: wishes.commit ? await commitAndPrune(context, now, { settled }) : null,
      };
    } catch (error) {
      asking.failed(error);
      recordFailure(vault, error);
      throw error;
    } finally {
      callOff?.();
    }
  });
  // Without the lock: a small machine may take its time.
  if (dreamt.result.runs.length > 0 && !dreamt.result.interrupted && settings.retrieve.embeddings !== 'off')
    await (await import('./embed.ts')).embedAfterDream(context);
  return dreamt;
}

/**
 * Why the day still has its dream to come; null where it had it. What waits for its page or of itself is not helped by
 * another.
 */
function unfinishedBy({ interrupted, left }: DreamResult): 'stopped' | 'model' | null {
  if (interrupted) return 'stopped';
  return left.some(({ why }) => why === 'model') && !left.some(({ why }) => why === 'own' || why === 'page')
    ? 'model'
    : null;
}

/** What a dream would do. Writes nothing. */
export async function rehearseDream(
  context: Context,
  start: Date,
  wishes: DreamWishes,
  { check, ...course }: Course = {},
): Promise<DreamResult> {
  check?.(readView(context.vault, await readOpenMerge(context.world, context.vault)));
  return await dreamWith(context, start, wishes, rehearse, course);
}

/** What a dream is asked for, by the settings and the flags. */
export function optionsFor(
  { vault, settings }: Pick<Context, 'vault' | 'settings'>,
  start: Date,
  wishes: DreamWishes,
): DreamOptions {
  return {
    start,
    today: dayOf(start),
    repeatUndone: wishes.repeatUndone,
    retry: wishes.retry,
    failures: readFailures(vault),
    reviews: settings.review.nightly,
    maxDays: wishes.maxDays ?? MAX_DAYS,
    minutes: settings.dream.max_minutes,
    curateDays: settings.curate.every_days,
    breaker: settings.dream.breaker,
  };
}

async function dreamWith(
  context: Context,
  start: Date,
  wishes: DreamWishes,
  apply: Apply,
  {
    options,
    heard = () => undefined,
    ...course
  }: Omit<Course, 'check'> & Pick<DreamDeps, 'settle'> & Partial<Pick<EngineWishes, 'heard'>>,
): Promise<DreamResult> {
  const asked = { ...optionsFor(context, start, wishes), ...options };
  return await dream({ ...(await depsFor(context, { reviews: asked.reviews, heard })), apply, ...course }, asked);
}

/** What every dream reaches: the vault, the engine that the settings choose, a progress line. */
export async function depsFor(
  context: Context,
  asking: Partial<EngineWishes> = {},
): Promise<Pick<DreamDeps, 'vault' | 'merge' | 'makeEngine' | 'progress' | 'cancel'>> {
  const { vault, world, answer } = context;
  const merge = await readOpenMerge(world, vault);
  return {
    vault,
    merge,
    makeEngine: engineFor(context, asking),
    progress: await answer.progress(),
    cancel: world.cancellable(),
  };
}

/** The facts of today, and what a dream by the rules would do with them once the day is over. */
export interface Today {
  /** The local day. */
  readonly day: string;
  /** None that are forgotten. */
  readonly facts: readonly ListedFact[];
  readonly decisions: readonly Decision[];
  /** With those of earlier days that are pending. */
  readonly runs: DreamResult['runs'];
}

/** Writes nothing. `view` is what the vault holds now. */
export async function rehearseToday(context: Context, start: Date, view: View): Promise<Today> {
  const { vault, settings } = context;
  const day = dayOf(start);
  const facts = listFacts(
    view,
    NOTHING_PENDING,
    { pending: false, as: null, since: day, until: day, categories: [], tags: [] },
    { today: day, recalled: readRecalled(vault) },
  )
    .filter((fact) => fact.disposition?.as !== 'forgotten')
    .map((fact) => ({ ...fact, disposition: null }));
  if (facts.length === 0) return { day, facts, decisions: [], runs: [] };
  const { runs } = await dream(
    {
      vault,
      apply: rehearse,
      makeEngine: rulesFor(context),
      progress: { update: () => undefined, end: () => undefined },
      cancel: { requested: false },
    },
    {
      repeatUndone: true,
      retry: false,
      failures: new Map(),
      reviews: settings.review.nightly,
      start,
      today: addDays(day, 1),
      maxDays: MAX_DAYS,
      minutes: settings.dream.max_minutes,
      breaker: settings.dream.breaker,
    },
  );
  const ids = new Set(facts.map((fact) => fact.id));
  return { day, facts, decisions: runs.flatMap((one) => one.decisions).filter(({ fact }) => ids.has(fact)), runs };
}
