// A look at the vault by the rules of lint, within the scope that the settings name.
import { type LintInput, readLintInput } from '../lint/input.ts';
import { lint, type LintResult } from '../lint/lint.ts';
import { RULES } from '../lint/rules.ts';
import { lintScope } from '../lint/scope.ts';
import { dayOf } from '../model/day.ts';
import type { Context } from './context.ts';
import { readOpenMerge } from './open-merge.ts';

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
