// A dream as commands start it: with the settings, the engine and a progress line; for real under the lock, or as a
// rehearsal; by night only when one is due.
import { resolve } from 'node:path';
import { type Apply, applyTo, rehearse } from '../dream/apply.ts';
import { dream, type DreamDeps, type DreamOptions, type DreamResult, type Heard } from '../dream/dream.ts';
import type { Engine } from '../dream/engine.ts';
import { parsePlan, planState, renderPlan } from '../dream/plan-file/parse.ts';
import { mustBeAsPlanned, replayOf, toPlanFile } from '../dream/plan-file/replay.ts';
import { createRules } from '../dream/propose/rules/rules.ts';
import { standingAgain } from '../forget/plan.ts';
import type { ListedFact } from '../inspect/facts.ts';
import { addDays, dayOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { CLAIMS_PER_PAGE, MAX_DAYS } from '../model/limits.ts';
import { type Decision, NO_USAGE, type PlanFile, type Usage } from '../model/plan.ts';
import { type Cancel, type Progress, UNWATCHED } from '../model/ports.ts';
import type { CommitOutcome } from './commit.ts';
import type { Context, World } from './context.ts';
import { readDue } from './dream-due.ts';
import { readOpenMerge } from './git.ts';
import { followPulled, forgetOnPages, NOTHING_OFF, sayTakenOff, type TakenOff, withVaultLock } from './hold-lock.ts';
import { elsewhere, otherHost } from './model.ts';
import type { InboxRead, readInboxByNight } from './process-inbox.ts';
import { readViewNow } from './record-by-hand.ts';
import { orNull } from '../vault/disk.ts';
import { generatedFaults, writeCatalogue } from '../vault/generated.ts';
import { uncommittedRuns } from '../vault/journal.ts';
import { readNamedText, writePlanText } from '../vault/named-files.ts';
import { readSchema, readTagTable } from '../vault/own-files.ts';
import { keepAgreement, NOTHING_PENDING, readPending } from '../vault/pending.ts';
import { readNeighbours } from '../vault/read-index-files.ts';
import { readRecalled } from '../vault/recalls.ts';
import { pruneSessions } from '../vault/sessions.ts';
import { readState, recordFailure, recordSuccess, recordWaits, type RunState, updateState } from '../vault/state.ts';
import { hasTombstones } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';
import { isUndecided, readView, type View } from '../vault/view.ts';

/** Most nights write nothing, and do not load the index. */
const refresh = async (context: Context): Promise<void> =>
  await (await import('./refresh-index.ts')).refreshIndex(context);

/** The model asked last, and whether it answered. */
type Answered = Pick<NonNullable<RunState['lastModel']>, 'name' | 'answered'>;

/** Records whether the model answered, and which facts had to wait for it on this day. */
function recordAsking(
  vault: Vault,
  start: Date,
  last: Answered | null,
  waits: { readonly facts: readonly string[]; readonly isPending: (fact: string) => boolean } | null,
): void {
  if (last !== null) updateState(vault, { lastModel: { ...last, at: start.toISOString() } });
  if (waits !== null) recordWaits(vault, dayOf(start), waits.facts, waits.isPending);
}

/** What the flags ask of a dream. */
export interface DreamWishes extends Pick<DreamOptions, 'repeatUndone' | 'retry'> {
  /** Pending days per batch. */
  readonly maxDays?: number;
  readonly commit: boolean;
  /** Also reviews all existing pages. */
  readonly redo?: boolean;
  /** It runs automatically every night, so it asks few questions at a time. */
  readonly isNight: boolean;
}

/** How a dream differs from the default, for example when it follows a stored plan. */
export interface Course extends Partial<Pick<DreamDeps, 'makeEngine' | 'batches' | 'hear'>> {
  readonly options?: Partial<DreamOptions>;
  /** Throws if the dream must not run on the current vault. Called under the lock, before anything is written. */
  readonly check?: (view: View) => void;
}

export interface Dreamt {
  readonly result: DreamResult;
  /** `index.md` was updated after the last run, or without one. */
  readonly settled: boolean;
  /** Forgotten facts that are still on a page. */
  readonly forgottenLeft: TakenOff['left'];
  /** Null if no commit was requested. */
  readonly commit: CommitOutcome | null;
  /** The result for the inbox; null if it was not read. */
  readonly inbox: InboxRead | null;
}

/**
 * Runs a dream and commits it if requested. Records the attempt and its result; a failed commit does not make the dream
 * a failure.
 */
export async function dreamNow(
  context: Context,
  start: Date,
  wishes: DreamWishes,
  { check, ...course }: Course = {},
): Promise<Dreamt> {
  const { vault, settings } = context;
  // A dream by a stored plan keeps the plan's date, but it happens now.
  const now = course.batches === undefined ? start : context.world.now();
  const dreamt = await withVaultLock(context, 'dream', async (): Promise<Dreamt> => {
    check?.(await readViewNow(context));
    updateState(vault, { lastAttempt: now.toISOString() });
    pruneSessions(vault, now);
    let last: Answered | null = null;
    const callOff = context.world.processes.atEnd?.(() =>
      recordFailure(vault, new Error('ended by a signal; changes made so far stay')),
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
        heard: (name, answered) => void (last = { name, answered }),
        settle: (view) => void (settled = writeCatalogue(vault, view)),
      });
      if (result.runs.length > 0 || off.run !== null) await refresh(context);
      if (result.runs.length > 0)
        for (const { path, fault, fix } of generatedFaults(vault))
          context.answer.remark(`${path} was not brought up to date: ${fault}; ${fix}.`);
      if (result.inAgreement) keepAgreement(vault, result.view);
      const waiting = result.left.filter(({ why }) => why === 'model').map(({ fact }) => fact);
      // A dream that a person stopped does not count as a night of waiting.
      const isPending = (fact: string): boolean => isUndecided(fact, result.view);
      recordAsking(vault, now, last, result.interrupted ? null : { facts: waiting, isPending });
      if (result.interrupted && result.runs.length === 0)
        recordFailure(vault, new Error('it was stopped before anything was written'));
      else
        recordSuccess(vault, now, {
          runs: result.runs.map((one) => one.run),
          left: result.left.length,
          failed: result.failed,
          unfinished: unfinishedBy(result),
        });
      // A dream by a stored plan does only what the plan contains.
      const inbox =
        course.batches === undefined && !result.interrupted && result.view.merge === null
          ? await readInbox(context, result.view, now, { commit: wishes.commit, spent: result.usage })
          : null;
      return {
        result,
        settled,
        forgottenLeft: off.left,
        inbox,
        commit: wishes.commit ? await (await import('./commit.ts')).commitAndPrune(context, now, settled) : null,
      };
    } catch (error) {
      if (error instanceof MemvaultError && error.code === 'model')
        orNull(() => {
          const facts = readPending(readView(vault), dayOf(now)).facts.map(({ id }) => id);
          recordAsking(vault, now, last, { facts, isPending: () => false });
        });
      recordFailure(vault, error);
      throw error;
    } finally {
      callOff?.();
    }
  });
  // Runs without the lock, since embedding can be slow on a small machine.
  if (dreamt.result.runs.length > 0 && !dreamt.result.interrupted && settings.retrieve.embeddings !== 'off')
    await (await import('./embed.ts')).embedAfterDream(context);
  return dreamt;
}

/**
 * Why the day's dream is not finished; null if it is. Another dream would not help facts that wait for a page or failed
 * themselves.
 */
function unfinishedBy({ interrupted, left }: DreamResult): 'stopped' | 'model' | null {
  if (interrupted) return 'stopped';
  return left.some(({ why }) => why === 'model') && !left.some(({ why }) => why === 'own' || why === 'page')
    ? 'model'
    : null;
}

/** Computes what a dream would do. Writes nothing. */
export async function rehearseDream(
  context: Context,
  start: Date,
  wishes: DreamWishes,
  { check, ...course }: Course = {},
): Promise<DreamResult> {
  check?.(await readViewNow(context));
  return await dreamWith(context, start, wishes, rehearse, course);
}

/** The options of a dream, from the settings and the flags. */
function optionsFor(
  { vault, settings }: Pick<Context, 'vault' | 'settings'>,
  start: Date,
  wishes: Omit<DreamWishes, 'commit' | 'isNight'>,
): DreamOptions {
  return {
    start,
    today: dayOf(start),
    repeatUndone: wishes.repeatUndone,
    retry: wishes.retry,
    failures: new Map(Object.entries(readState(vault).failedFacts ?? {})),
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
  { options, heard, ...course }: Omit<Course, 'check'> & Pick<DreamDeps, 'settle'> & { readonly heard?: HearModel },
): Promise<DreamResult> {
  const { vault, world, answer } = context;
  const deps = {
    vault,
    merge: await readOpenMerge(world, vault),
    makeEngine: engineFor(context, heard),
    progress: await answer.progress(),
    cancel: world.cancellable(),
    apply,
  };
  return await dream({ ...deps, ...course }, { ...optionsFor(context, start, wishes), ...options });
}

/** The facts of today, and what a dream by the rules would decide about them once the day is over. */
export interface Today {
  /** The local day. */
  readonly day: string;
  /** Without forgotten ones. */
  readonly facts: readonly ListedFact[];
  readonly decisions: readonly Decision[];
  /** Includes the pending facts of earlier days. */
  readonly runs: DreamResult['runs'];
}

/** Writes nothing. `view`: the vault's current state. */
export async function rehearseToday(context: Context, start: Date, view: View): Promise<Today> {
  const { vault } = context;
  const day = dayOf(start);
  const { listFacts } = await import('../inspect/facts.ts');
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

// Decides whether `dream --batch` runs: only on this clone's turn and only when a dream is due.

export interface NightOff {
  /** Why there is no dream. */
  readonly reason: string;
  /** Reported even without a terminal. */
  readonly said: boolean;
  /** What was committed anyway: facts for another clone to dream, or a night that a crash cut short. */
  readonly commit: CommitOutcome | null;
  /** Forgotten facts that were back on pages. They are removed whether or not a dream is due. */
  readonly off: TakenOff;
  /** The result for the inbox; null if there was nothing to read. */
  readonly inbox: InboxRead | null;
}

/** Null if a dream is due here. */
export async function nightOff(context: Context, start: Date, commit: boolean): Promise<NightOff | null> {
  const { vault } = context;
  await followPulled(context, 'dream');
  const quiet = { said: false, commit: null, off: NOTHING_OFF, inbox: null };
  const host = otherHost(context);
  if (host !== null) {
    const committed = commit
      ? await withVaultLock(
          context,
          'dream',
          async () => await (await import('./commit.ts')).commitLogs(context, start),
        )
      : null;
    return { ...quiet, reason: elsewhere(host), said: true, commit: committed };
  }
  const { due, reason, view } = readDue(context, start);
  if (due) return null;
  const again = standingAgain(vault, view, start);
  const isBack = again.facts.length + again.generated.length > 0;
  const isWaiting =
    context.settings.inbox.nightly === 'on' && (await import('./process-inbox.ts')).waitsForNight(context, view);
  const hasToCommit = (): boolean => commit && uncommittedRuns(vault).length > 0;
  if (!isBack && !isWaiting && !hasToCommit()) return { ...quiet, reason };
  return await withVaultLock(context, 'dream', async () => {
    const off = isBack ? await takeOff(context, start, commit) : NOTHING_OFF;
    // A file in the inbox should be read by the next morning, whether or not there are facts.
    const now = isWaiting ? await readViewNow(context) : null;
    const inbox = now?.merge === null ? await readInbox(context, now, start, { commit }) : null;
    return {
      reason,
      said: false,
      off,
      inbox,
      commit: hasToCommit() ? await (await import('./commit.ts')).commitAndPrune(context, start) : null,
    };
  });
}

/** Loads what reads an inbox only where one is read by night. */
const readInbox: typeof readInboxByNight = async (context, ...how) =>
  context.settings.inbox.nightly === 'off'
    ? null
    : await (await import('./process-inbox.ts')).readInboxByNight(context, ...how);

async function takeOff(context: Context, start: Date, commit: boolean): Promise<TakenOff> {
  try {
    const off = forgetOnPages(context, await readViewNow(context), start, commit);
    if (off.run !== null) await refresh(context);
    sayTakenOff(context, off);
    return off;
  } catch (error) {
    recordFailure(context.vault, error, start);
    throw error;
  }
}

// Chooses the engine: the embedded rules, always available, or a model. Model code is loaded only if a model is
// configured, and the model is contacted only once there is something to ask.

/** Called with a model's name each time it answers or fails to. */
export type HearModel = (name: string, answered: boolean) => void;

type MakeEngine = (facts: readonly Fact[]) => Engine;
/** Makes an engine that falls back to these rules for what it does not decide itself. */
export type OverRules = (rules: Engine) => Engine;
type Choose = (rules: Engine, progress: Progress, cancel: Cancel) => Promise<Engine>;

/**
 * Returns the configured engine for one invocation. Engines made through it share what was found out and spent.
 * `propose` throws `model` if a model chosen by name is unavailable and there is no fallback, `refused` if the user has
 * not trusted what the vault asks for, and `settings`.
 */
export function engineFor(context: Context, heard: HearModel = () => undefined): MakeEngine {
  const rules = rulesFor(context);
  if (context.settings.consolidate.engine === 'rules') return rules;
  let chosen: Promise<OverRules> | null = null;
  let latest: Engine | null = null;
  const choose: Choose = async (own, progress, cancel) => {
    chosen ??= import('./model-engine.ts').then(({ chooseEngine }) => chooseEngine(context, heard, progress, cancel));
    return (latest = (await chosen)(own));
  };
  // All engines of a dream spend from one budget.
  return (facts) => createLate(rules(facts), choose, () => latest?.usage ?? NO_USAGE);
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

/** An engine chosen on its first use. Until then it has the name of the rules, which need no choosing. */
function createLate(rules: Engine, choose: Choose, spent: () => Usage): Engine {
  let engine: Engine | null = null;
  const chosen = async (progress: Progress, cancel: Cancel): Promise<Engine> =>
    (engine ??= await choose(rules, progress, cancel));
  return {
    get name() {
      return (engine ?? rules).name;
    },
    get usage() {
      return spent();
    },
    propose: async (batch, view, ...how) => await (await chosen(...how)).propose(batch, view, ...how),
    curate: async (task, view, ...how) => (await (await chosen(...how)).curate?.(task, view, ...how)) ?? null,
    summarise: async (...asked) => (await engine?.summarise?.(...asked)) ?? { lines: null, notices: [] },
    lessons: async (...asked) => (await engine?.lessons?.(...asked)) ?? { reviews: [], notices: [] },
    overviews: async (...asked) => (await engine?.overviews?.(...asked)) ?? { overviews: {}, words: {}, notices: [] },
  };
}

// Makes a dream's plan as a value that can be stored, edited and applied later without the engine. Applying reuses the
// plan's facts, day and time, so it writes the same bytes.

export interface Planned {
  readonly result: DreamResult;
  readonly file: PlanFile;
}

/** Computes what a dream would do, and the plan file. Writes nothing. */
export async function planDream(context: Context, start: Date, wishes: DreamWishes): Promise<Planned> {
  const heard: Heard[] = [];
  const result = await rehearseDream(context, start, wishes, { hear: (one) => void heard.push(one) });
  const { maxDays, reviews, repeatUndone, retry } = optionsFor(context, start, wishes);
  const options = { maxDays, reviews, repeatUndone, retry };
  return {
    result,
    file: toPlanFile(heard, result.view.factById, { start: start.toISOString(), today: dayOf(start), options }),
  };
}

/**
 * Shows what a plan would do, validated like any proposal. Writes nothing. Throws `refused` if the vault has changed.
 */
export async function rehearsePlan(context: Context, file: PlanFile): Promise<DreamResult> {
  const { start, course, ...options } = replayed(context, file);
  return await rehearseDream(context, start, { ...options, isNight: false, commit: false }, course);
}

/** Applies a plan. Throws like `rehearsePlan`, before anything is written. */
export async function applyPlan(context: Context, file: PlanFile, wishes: DreamWishes): Promise<Dreamt> {
  const { start, course, ...options } = replayed(context, file);
  return await dreamNow(context, start, { ...wishes, ...options }, course);
}

function replayed({ world }: Context, file: PlanFile) {
  const [start, today] = [new Date(file.start), dayOf(world.now())];
  // Never trust the plan's dates: today's log is not finished, and a run must not be dated in the future.
  if (file.today > today || dayOf(start) > today)
    throw new MemvaultError('refused', `this plan is dated ${file.today}, which is in the future`, {
      hint: 'check the clock, or make a new plan: memvault dream --plan FILE',
    });
  const { repeatUndone, retry } = file.options;
  const course = { ...replayOf(file), check: (view: View) => mustBeAsPlanned(file, view) };
  return { start, repeatUndone, retry, course };
}

// Plan files as commands take them: by name as typed, `-` for stdin and stdout.

/** Throws `not-found`, `bad-input`. */
export async function readPlan(world: Pick<World, 'cwd' | 'readStdin'>, name: string): Promise<PlanFile> {
  const text = name === '-' ? await world.readStdin() : readNamedText(resolve(world.cwd, name));
  if (text === null)
    throw new MemvaultError('not-found', `no such file: ${name}`, {
      hint: 'memvault dream --plan FILE makes a plan',
    });
  return parsePlan(text, name === '-' ? 'stdin' : name);
}

/** The file of `--plan`. */
export interface PlanName {
  /** As typed. */
  readonly name: string;
  /** Allows overwriting a plan that a person edited. */
  readonly force: boolean;
}

/**
 * Throws `refused` if the file exists and is not a plan, or is an edited plan: a person's work is never overwritten.
 */
export function mustBeFree({ cwd }: Pick<World, 'cwd'>, { name, force }: PlanName): void {
  if (name === '-') return;
  const text = readNamedText(resolve(cwd, name)) ?? '';
  const refused = (what: string, hint: string): MemvaultError => new MemvaultError('refused', name + what, { hint });
  if (text === '') return;
  const state = planState(text);
  if (state === null) throw refused(' exists and is not a plan', 'name another file, or move it away');
  if (!force && state === 'edited')
    throw refused(' is a plan that was edited', 'name another file, or use --force to overwrite it');
}

export function writePlan(world: Pick<World, 'cwd' | 'stdout'>, to: PlanName, file: PlanFile): void {
  const text = renderPlan(file);
  if (to.name === '-') return world.stdout.write(text);
  mustBeFree(world, to);
  writePlanText(resolve(world.cwd, to.name), text);
}
