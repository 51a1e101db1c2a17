// Makes a clone follow its tombstones: the files that are its own alone, and the pages onto which a merge brought what
// is forgotten. For who holds the lock.
import { makeForget } from '../forget/forget.ts';
import { planForget, type Remaining, standingAgain } from '../forget/plan.ts';
import { plain } from '../model/controls.ts';
import { purgedFacts, standingTombstones } from '../model/tombstone.ts';
import { carryOutHandRun } from '../vault/record-run.ts';
import { scrub } from '../vault/scrub.ts';
import { forgottenAmong, markScrubbed, needsScrub, readTombstones } from '../vault/tombstones.ts';
import { readFacts, type View } from '../vault/view.ts';
import type { Context } from './context.ts';

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
