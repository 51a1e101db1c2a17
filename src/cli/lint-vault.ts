// A look at the whole vault by all rules, as `lint` without a flag and a night have it.
import { lint, type LintResult } from '../lint/lint.ts';
import { readLintInput } from '../lint/input.ts';
import { RULES } from '../lint/rules.ts';
import { dayOf } from '../model/day.ts';
import type { Context } from './context.ts';
import { readOpenMerge } from './open-merge.ts';

export async function lintVault({ vault, settings, world }: Context, now: Date): Promise<LintResult> {
  return lint(readLintInput(vault, dayOf(now), settings.consolidate.max_wait_days, (await readOpenMerge(world, vault))?.paths), RULES);
}
