// A look at the vault by the rules of lint, within the scope that the settings name.
import { type LintInput, readLintInput } from '../lint/input.ts';
import { lint, type LintResult } from '../lint/lint.ts';
import { RULES } from '../lint/rules.ts';
import { lintScope } from '../lint/scope.ts';
import { dayOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import { type LintCounts, NIGHTLY_LINT, renderLintCounts } from '../page/run-log.ts';
import { isLintDue, recordLint } from '../vault/attempts.ts';
import { writeEntryRun } from '../vault/record-run.ts';
import type { Context } from './context.ts';
import { readOpenMerge } from './open-merge.ts';
import { readViewNow } from './record-by-hand.ts';

/**
 * All that the rules look at, as it is now. `keep`: the cache of notes is brought up to date. Where the first look at
 * many notes takes long, it says so.
 */
export async function readInput(
  { vault, settings, world, answer }: Context,
  now: Date,
  keep = true,
): Promise<LintInput> {
  return readLintInput(
    vault,
    dayOf(now),
    settings.consolidate.max_wait_days,
    (await readOpenMerge(world, vault))?.paths,
    lintScope(settings),
    keep,
    answer.progress(),
  );
}

/** What `lint` without a flag finds. */
export async function lintVault(context: Context, now: Date): Promise<LintResult> {
  return lint(await readInput(context, now), RULES);
}

// Lint by night, once in `lint.every_days`: it looks, and notes in log.md what it found. It repairs nothing, and
// whatever goes wrong with it never harms the dream.

export interface NightLint extends LintCounts {
  readonly run: string;
}

/**
 * Looks where it is time to. The caller holds the lock. Null where it is not time, or where looking failed, which it
 * warns of.
 */
export async function lintIfDue(context: Context, start: Date, commit: boolean): Promise<NightLint | null> {
  const { vault, settings, answer } = context;
  if (!isLintDue(vault, settings.lint.every_days, start)) return null;
  try {
    const { counts, health, findings } = await lintVault(context, start);
    const found: LintCounts = { errors: counts.error, warnings: counts.warning, notes: counts.note, health };
    const { countTagsWaiting } = await import('./tag-reviews.ts');
    const tags = countTagsWaiting(vault, await readViewNow(context));
    const rules = new Map<string, number>();
    for (const { rule } of findings) rules.set(rule, (rules.get(rule) ?? 0) + 1);
    const run = writeEntryRun(
      vault,
      {
        kind: 'lint',
        about: NIGHTLY_LINT,
        summary:
          renderLintCounts(found, rules) +
          (tags === 0 ? '' : `; ${tags} pair${tags === 1 ? '' : 's'} of tags to decide`),
        start,
        commit,
      },
      settings.maintain.keep_runs,
    );
    recordLint(vault, { at: start.toISOString(), ...found });
    return { run, ...found };
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    answer.warn(`memvault: checking the vault's health failed: ${failed}`);
    recordFailed(context, start, failed);
    return null;
  }
}

/** A vault that cannot be written keeps no record. */
function recordFailed({ vault }: Context, start: Date, failed: string): void {
  try {
    recordLint(vault, { at: start.toISOString(), failed });
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
  }
}
