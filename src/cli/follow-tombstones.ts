// Makes a clone follow its tombstones: the files that are its own alone, and the pages onto which a merge brought what is
// forgotten. For who holds the lock.
import { makeForget } from '../forget/forget.ts';
import { planForget } from '../forget/plan.ts';
import { purgedFacts, standingTombstones } from '../model/tombstone.ts';
import { carryOutHandRun } from '../vault/hand-run.ts';
import { type CacheMarks, dropUnchanged, markScrubbed, needsScrub, scrub } from '../vault/scrub.ts';
import { forgottenAmong, readTombstones } from '../vault/tombstones.ts';
import { readFacts, type View } from '../vault/view.ts';
import type { Context } from './context.ts';

/**
 * Cheap where nothing was forgotten since. `caches`, as they were before: the words are gone from these files already,
 * and from the caches that were written anew.
 */
export function followTombstones({ vault }: Pick<Context, 'vault'>, caches: CacheMarks | null = null): void {
  if (!needsScrub(vault)) return;
  if (caches !== null) dropUnchanged(vault, caches);
  else {
    const facts = readFacts(vault);
    scrub(vault, { facts, forgotten: forgottenAmong(vault, facts) }, { cache: true });
  }
  markScrubbed(vault);
}

/** Takes what is forgotten off the pages that cite it, as a run of its own; its id, or null where none does. */
export function forgetOnPages(context: Context, view: View, start: Date, commit: boolean): string | null {
  return [...view.forgotten].some((id) => view.citedOn.has(id)) ? again(context, view, start, commit, []) : null;
}

/** The same, and lines that were purged and are back. */
export function repairForgotten(context: Context, view: View, start: Date): string | null {
  const purged = purgedFacts(standingTombstones(readTombstones(context.vault)));
  return again(context, view, start, false, view.facts.flatMap(({ id }) => (purged.has(id) ? [id] : [])));
}

function again(context: Context, view: View, start: Date, commit: boolean, ids: readonly string[]): string | null {
  const { vault, settings } = context;
  const purge = ids.length > 0;
  const plan = planForget(vault, view, { ids, purge, start });
  if (plan.edits.length + plan.purges.length === 0) return null;
  const journal = makeForget(vault, view, plan, { start, commit, reason: null, purge, newSalt: newSalt(context) });
  if (journal === null) return null;
  carryOutHandRun(vault, journal, settings.maintain.keep_runs);
  return journal.run;
}

/** For a vault that forgets for the first time. */
export function newSalt({ world }: Pick<Context, 'world'>): () => string {
  return () => Array.from({ length: 32 }, () => Math.floor(world.random() * 16).toString(16)).join('');
}
