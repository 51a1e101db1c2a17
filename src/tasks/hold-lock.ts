// The vault's lock as commands take it. Whoever takes it first finishes the runs that a crash cut short and follows the
// tombstones that a merge brought.
import { type Finished, finishOpenRuns } from '../dream/apply.ts';
import { makeForget } from '../forget/forget.ts';
import { planForget, type Remaining, standingAgain } from '../forget/plan.ts';
import { plain } from '../model/controls.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Journal } from '../model/journal.ts';
import { purgedFacts, standingTombstones } from '../model/tombstone.ts';
import { recordFailure, recordFinished } from '../vault/attempts.ts';
import { openRuns } from '../vault/journal.ts';
import { withLock } from '../vault/lock.ts';
import { carryOutHandRun } from '../vault/record-run.ts';
import { scrub } from '../vault/scrub.ts';
import { forgottenAmong, markScrubbed, needsScrub, readTombstones } from '../vault/tombstones.ts';
import { readFacts, type View } from '../vault/view.ts';
import type { Context } from './context.ts';

/**
 * Runs `work` as the only writer of pages. It gets the runs that were finished for those that a crash cut short.
 * Throws `locked`; a dream that is kept out so is an attempt that failed.
 */
export async function withVaultLock<T>(
  { vault, world, answer }: Context,
  verb: string,
  work: (finished: readonly Finished[]) => Promise<T>,
): Promise<T> {
  const start = world.now();
  const owner = { pid: world.pid, host: world.host, start: start.toISOString(), verb };
  const holding = withLock(vault, owner, world.processes, async () => {
    const { finished, damaged } = finishOpenRuns(vault);
    for (const { journal, unwritten } of finished) {
      if (journal.kind === 'ingest' || journal.kind === 'curate') recordFinished(vault, journal.start, journal.run);
      answer.remark(`Finished ${journal.run}, which was cut short.`);
      for (const reason of unwritten) answer.warn(`memvault: ${reason}; ${whatFollows(journal)}`);
    }
    for (const run of damaged)
      answer.warn(
        `memvault: the journal of ${run} cannot be read and was put aside; what it wrote stays, and a dream records it`,
      );
    followTombstones({ vault });
    return await work(finished);
  });
  return await holding.catch((error: unknown) => {
    // A lock that nobody gives back would else stop night after night, and nobody would be told.
    if (verb === 'dream' && error instanceof MemvaultError && error.code === 'locked')
      recordFailure(vault, error, start);
    throw error;
  });
}

/** Of a page that was left: the decisions of a dream wait for its page; what a person said stands without it. */
function whatFollows({ plan, kind }: Journal): string {
  if (plan !== null) return 'its facts are pending again';
  if (kind === 'lint') return 'memvault lint --fix repairs it again';
  return kind === 'forget'
    ? 'what was forgotten stays forgotten, and the next dream takes it off the page'
    : 'what the run says of its facts stays, and the next dream records what the page says';
}

/** Brings a run that was cut short to its end, before anybody looks at what is pending. */
export async function finishCutShort(context: Context): Promise<void> {
  if (openRuns(context.vault).length > 0) await withVaultLock(context, 'dream', async () => await Promise.resolve());
}

/**
 * For a command that writes without the lock: takes the words of what a pull brought tombstones for out of this clone's
 * own files. Another process that holds the lock leaves that to the next command.
 */
export async function followPulled(context: Context, verb: string): Promise<void> {
  if (!needsScrub(context.vault)) return;
  try {
    await withVaultLock(context, verb, async () => await Promise.resolve());
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
    if (error.code === 'locked') return;
    context.answer.warn(`memvault: what was forgotten elsewhere is still in this clone’s files: ${error.message}`);
  }
}

// Makes a clone follow its tombstones: the files that are its own alone, and the pages onto which a merge brought what
// is forgotten. For who holds the lock.

/** Cheap where nothing was forgotten since. `isDone`: a run took the words out of these files already. */
export function followTombstones({ vault }: Pick<Context, 'vault'>, isDone = false): void {
  if (!needsScrub(vault)) return;
  if (!isDone) {
    const facts = readFacts(vault);
    scrub(vault, { facts, forgotten: forgottenAmong(vault, facts) });
  }
  markScrubbed(vault);
}

/** What came of taking off again what was forgotten before. */
export interface TakenOff {
  /** Null where nothing was written. */
  readonly run: string | null;
  /** What was to go and could not. */
  readonly left: readonly Remaining[];
}

export const NOTHING_OFF: TakenOff = { run: null, left: [] };

/** Takes what is forgotten off the pages that cite it and out of what is made from them, as a run of its own. */
export function forgetOnPages(context: Context, view: View, start: Date, commit: boolean): TakenOff {
  const { facts, generated } = standingAgain(context.vault, view, start);
  return facts.length + generated.length === 0
    ? { run: null, left: [] }
    : again(context, view, start, commit, [], generated.length > 0);
}

/** Says which run that was, and names what stands there still. */
export function sayTakenOff({ answer }: Pick<Context, 'answer'>, { run, left }: TakenOff): void {
  if (run !== null) answer.remark(`Took out what was forgotten and had come back (${run}).`);
  for (const line of renderLeft(left)) answer.warn(`memvault: ${line}`);
}

/** The same, and lines that were purged and are back. */
export function repairForgotten(context: Context, view: View, start: Date): TakenOff {
  const purged = purgedFacts(standingTombstones(readTombstones(context.vault)));
  const { generated } = standingAgain(context.vault, view, start);
  return again(
    context,
    view,
    start,
    false,
    view.facts.flatMap(({ id }) => (purged.has(id) ? [id] : [])),
    generated.length > 0,
  );
}

function again(
  context: Context,
  view: View,
  start: Date,
  commit: boolean,
  ids: readonly string[],
  remake: boolean,
): TakenOff {
  const { vault } = context;
  const purge = ids.length > 0;
  const plan = planForget(vault, view, { ids, purge, start });
  const left = plan.remaining.filter(({ failed }) => failed);
  if (plan.edits.length + plan.purges.length === 0 && !remake) return { run: null, left };
  const journal = makeForget(vault, view, plan, {
    start,
    commit,
    reason: null,
    purge,
    remake,
    newSalt: newSalt(context),
  });
  if (journal === null) return { run: null, left };
  const unwritten = [...carryOutHandRun(vault, journal)];
  return {
    run: journal.run,
    left: [...left, ...unwritten.map(([path, why]) => ({ path, line: 1, what: `cites it: ${why}`, failed: true }))],
  };
}

/** For a vault that forgets for the first time. */
export function newSalt({ world }: Pick<Context, 'world'>): () => string {
  return () => Array.from({ length: 32 }, () => Math.floor(world.random() * 16).toString(16)).join('');
}

/** A line each, of what was forgotten before and could not be taken off now. */
function renderLeft(left: readonly Remaining[]): string[] {
  return left.map(
    ({ path, line, what }) => `${plain(path)}:${line} ${what.replace(/^cites it/, 'cites what is forgotten')}`,
  );
}
