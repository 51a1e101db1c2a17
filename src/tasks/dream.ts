// A dream as commands set it going: with the settings, the engine, a progress line; for real under the lock, or
// only in the view; by night only when one is due.
import { type Apply, applyTo, rehearse } from '../dream/apply.ts';
import { dream, type DreamDeps, type DreamOptions, type DreamResult } from '../dream/dream.ts';
import type { Engine } from '../dream/engine.ts';
import { createRules } from '../dream/propose/rules/rules.ts';
import { standingAgain } from '../forget/plan.ts';
import { type ListedFact, listFacts } from '../inspect/facts.ts';
import { addDays, dayOf } from '../model/day.ts';
import { MemvaultError, mustBeExpected } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { CLAIMS_PER_PAGE, MAX_DAYS } from '../model/limits.ts';
import { type Decision, NO_USAGE } from '../model/plan.ts';
import { type Cancel, type Progress, UNWATCHED } from '../model/ports.ts';
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
import { uncommittedRuns } from '../vault/journal.ts';
import { readSchema, readTagTable } from '../vault/own-files.ts';
import { NOTHING_PENDING, readPending } from '../vault/pending.ts';
import { readNeighbours } from '../vault/read-index-files.ts';
import { readRecalled } from '../vault/recalls.ts';
import { pruneSessions } from '../vault/sessions.ts';
import { hasTombstones } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';
import { isUndecided, readView, type View } from '../vault/view.ts';
import { commitAndPrune, commitLogs, type CommitOutcome } from './commit.ts';
import type { Context } from './context.ts';
import { readDue } from './due.ts';
import { readOpenMerge } from './git.ts';
import { followPulled, forgetOnPages, NOTHING_OFF, sayTakenOff, type TakenOff, withVaultLock } from './hold-lock.ts';
import { elsewhere, otherHost } from './model.ts';
import { type InboxRead, readInboxByNight, waitsForNight } from './process-inbox.ts';
import { readViewNow } from './record-by-hand.ts';
import { refreshIndex } from './refresh-index.ts';

/** Keeps, between dreams, what came of asking a model: whether it answered, and which facts had to wait for it. */
function keepWaits(vault: Vault, start: Date) {
  let last: { readonly name: string; readonly answered: boolean } | null = null;
  const today = dayOf(start);
  const note = (): void => {
    if (last !== null) recordModel(vault, { ...last, at: start.toISOString() });
  };
  return {
    heard: (name: string, answered: boolean): void => void (last = { name, answered }),
    /** After a dream. What a person stopped is no night that a fact waited. */
    ended: ({ left, view, interrupted }: DreamResult): void => {
      note();
      const waiting = left.filter(({ why }) => why === 'model').map(({ fact }) => fact);
      if (!interrupted) recordWaits(vault, today, waiting, (fact) => isUndecided(fact, view));
    },
    /** After a dream that threw this. A vault that cannot be written keeps no record. */
    failed: (error: unknown): void => {
      if (!(error instanceof MemvaultError) || error.code !== 'model') return;
      try {
        note();
        const waiting = readPending(readView(vault), today).facts.map(({ id }) => id);
        recordWaits(vault, today, waiting, () => false);
      } catch (problem) {
        mustBeExpected(problem);
      }
    },
  };
}

/** What the flags say of a dream. */
export interface DreamWishes extends Pick<DreamOptions, 'repeatUndone' | 'retry'> {
  /** Pending days in one batch. */
  readonly maxDays?: number;
  readonly commit: boolean;
  /** What stands is looked over as a whole. */
  readonly redo?: boolean;
  /** It comes by itself every night, so it asks a person little at a time. */
  readonly isNight: boolean;
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
    check?.(await readViewNow(context));
    recordAttempt(vault, now);
    pruneSessions(vault, now);
    const asking = keepWaits(vault, now);
    const callOff = context.world.processes.atEnd?.(() =>
      recordFailure(vault, new Error('a signal ended it at once; what was done stands')),
    );
    try {
      const off = hasTombstones(vault)
        ? forgetOnPages(context, await readViewNow(context), now, wishes.commit)
        : NOTHING_OFF;
      sayTakenOff(context, off);
      const apply = applyTo(vault, { commit: wishes.commit });
      let settled = false;
      const result = await dreamWith(context, start, wishes, apply, {
        ...course,
        heard: asking.heard,
        settle: (view) => void (settled = writeCatalogue(vault, view)),
      });
      if (result.runs.length > 0 || off.run !== null) await refreshIndex(context);
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
      return {
        result,
        settled,
        forgottenLeft: off.left,
        inbox,
        commit: wishes.commit ? await commitAndPrune(context, now, settled) : null,
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
  check?.(await readViewNow(context));
  return await dreamWith(context, start, wishes, rehearse, course);
}

/** What a dream is asked for, by the settings and the flags. */
export function optionsFor(
  { vault, settings }: Pick<Context, 'vault' | 'settings'>,
  start: Date,
  wishes: Omit<DreamWishes, 'commit' | 'isNight'>,
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
    redo: wishes.redo === true,
    breaker: settings.dream.breaker,
  };
}

async function dreamWith(
  context: Context,
  start: Date,
  wishes: DreamWishes,
  apply: Apply,
  { options, heard, ...course }: Omit<Course, 'check'> & Pick<DreamDeps, 'settle'> & { readonly heard?: Heard },
): Promise<DreamResult> {
  return await dream(
    { ...(await depsFor(context, heard)), apply, ...course },
    { ...optionsFor(context, start, wishes), ...options },
  );
}

/** What every dream reaches: the vault, the engine that the settings choose, a progress line. */
async function depsFor(
  context: Context,
  heard?: Heard,
): Promise<Pick<DreamDeps, 'vault' | 'merge' | 'makeEngine' | 'progress' | 'cancel'>> {
  const { vault, world, answer } = context;
  return {
    vault,
    merge: await readOpenMerge(world, vault),
    makeEngine: engineFor(context, heard),
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
  const { vault } = context;
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
  const { curateDays: _, ...options } = optionsFor(context, start, { repeatUndone: true, retry: false });
  const { runs } = await dream(
    { vault, apply: rehearse, makeEngine: rulesFor(context), ...UNWATCHED },
    { ...options, today: addDays(day, 1) },
  );
  const ids = new Set(facts.map((fact) => fact.id));
  return { day, facts, decisions: runs.flatMap((one) => one.decisions).filter(({ fact }) => ids.has(fact)), runs };
}

// Whether `dream --batch` goes to work: here and not on another clone, and only when a dream is due.

export interface NightOff {
  /** Why there is no dream. */
  readonly reason: string;
  /** Also to somebody who is not at a terminal. */
  readonly said: boolean;
  /** What was committed all the same: facts for another clone to dream, or a night that a crash cut short. */
  readonly commit: CommitOutcome | null;
  /** What is forgotten and stood on pages again: it goes whatever the gate says. */
  readonly off: TakenOff;
  /** What became of the inbox; null where nothing was to be read. */
  readonly inbox: InboxRead | null;
}

/** Null where a dream is due here. */
export async function nightOff(context: Context, start: Date, commit: boolean): Promise<NightOff | null> {
  const { vault } = context;
  await followPulled(context, 'dream');
  const quiet = { said: false, commit: null, off: NOTHING_OFF, inbox: null };
  const host = otherHost(context);
  if (host !== null) {
    const commitNow = async (): Promise<CommitOutcome> => await commitLogs(context, start);
    const committed = commit ? await withVaultLock(context, 'dream', commitNow) : null;
    return { ...quiet, reason: elsewhere(host), said: true, commit: committed };
  }
  const { due, reason, view } = readDue(context, start);
  if (due) return null;
  const again = standingAgain(vault, view, start);
  const isBack = again.facts.length + again.generated.length > 0;
  const isWaiting = waitsForNight(context, view);
  const hasToCommit = (): boolean => commit && uncommittedRuns(vault).length > 0;
  if (!isBack && !isWaiting && !hasToCommit()) return { ...quiet, reason };
  return await withVaultLock(context, 'dream', async () => ({
    reason,
    said: false,
    off: isBack ? await takeOff(context, start, commit) : NOTHING_OFF,
    inbox: isWaiting ? await readWaiting(context, start, commit) : null,
    commit: hasToCommit() ? await commitAndPrune(context, start) : null,
  }));
}

/** Who puts a file into the inbox expects it read by the next morning, whether there are facts or not. */
async function readWaiting(context: Context, start: Date, commit: boolean): Promise<InboxRead | null> {
  const view = await readViewNow(context);
  return view.merge === null ? await readInboxByNight(context, view, start, { commit }) : null;
}

async function takeOff(context: Context, start: Date, commit: boolean): Promise<TakenOff> {
  try {
    const off = forgetOnPages(context, await readViewNow(context), start, commit);
    if (off.run !== null) await refreshIndex(context);
    sayTakenOff(context, off);
    return off;
  } catch (error) {
    recordFailure(context.vault, error, start);
    throw error;
  }
}

// Which engine proposes: the embedded rules, always there, or a model. What a model needs is loaded only where one is
// asked for, and asked whether it is there only once there is something to ask.

/** Told of a model each time that it answered or did not. */
export type Heard = (name: string, answered: boolean) => void;

type MakeEngine = (facts: readonly Fact[]) => Engine;
/** An engine that leaves to these rules what it does not decide itself. */
export type OverRules = (rules: Engine) => Engine;

/**
 * The engine that the settings choose, for one invocation: engines that are made anew in it share what was found out
 * and spent. Its `propose` throws `model` where a model that was chosen by name cannot be asked and nothing else may be
 * done, `refused` where the user has not granted what the vault asks for, and `settings`.
 */
export function engineFor(context: Context, heard: Heard = () => undefined): MakeEngine {
  const rules = rulesFor(context);
  if (context.settings.consolidate.engine === 'rules') return rules;
  let chosen: Promise<OverRules> | null = null;
  const choose = async (progress: Progress, cancel: Cancel): Promise<OverRules> =>
    await (chosen ??= import('./model-engine.ts').then(({ chooseEngine }) =>
      chooseEngine(context, heard, progress, cancel),
    ));
  return (facts) => createLate(rules(facts), choose);
}

/** The embedded rules, whatever the settings say. */
export function rulesFor({ vault, settings, world }: Pick<Context, 'vault' | 'settings' | 'world'>): MakeEngine {
  const schema = readSchema(vault);
  const tagTable = readTagTable(vault);
  const neighbours = readNeighbours(world);
  return (facts) =>
    createRules(facts, {
      zones: vault.zones,
      schema,
      tagTable,
      neighbours,
      claimsPerPage: CLAIMS_PER_PAGE,
      names: (settings.consolidate.owner ?? '')
        .split(/[,，、]/u)
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    });
}

/**
 * An engine that is chosen when it is first asked; until then it goes by the name of the rules, which decide without
 * being asked.
 */
function createLate(rules: Engine, choose: (progress: Progress, cancel: Cancel) => Promise<OverRules>): Engine {
  let engine: Engine | null = null;
  const chosen = async (progress: Progress, cancel: Cancel): Promise<Engine> =>
    (engine ??= (await choose(progress, cancel))(rules));
  return {
    get name() {
      return (engine ?? rules).name;
    },
    propose: async (batch, view, ...how) => await (await chosen(...how)).propose(batch, view, ...how),
    curate: async (task, view, ...how) => (await (await chosen(...how)).curate?.(task, view, ...how)) ?? null,
    summarise: async (...asked) =>
      (await engine?.summarise?.(...asked)) ?? { lines: null, notices: [], usage: NO_USAGE },
    overviews: async (...asked) =>
      (await engine?.overviews?.(...asked)) ?? { overviews: {}, words: {}, notices: [], usage: NO_USAGE },
  };
}
