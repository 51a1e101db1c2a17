// A look at the vault by the rules of lint, within the scope that the settings name.
import { standingAgain } from '../forget/plan.ts';
import { type LintInput, readLintInput } from '../lint/input.ts';
import { planRepairs, type RepairPlan } from '../lint/repair.ts';
import { repairersFor } from '../lint/repairers.ts';
import { labelOf, type Rule } from '../lint/rule.ts';
import { lintScope } from '../lint/scope.ts';
import { dayOf } from '../model/day.ts';
import { groupBy } from '../model/group-by.ts';
import type { FileChange } from '../model/journal.ts';
import { renderLink } from '../note/link-map.ts';
import { CATALOGUE_FILE } from '../vault/vault.ts';
import type { CommitOutcome } from './commit.ts';
import type { Context } from './context.ts';
import { forgetOnPages, NOTHING_OFF, type TakenOff, withVaultLock } from './hold-lock.ts';
import { readOpenMerge } from './git.ts';
import { applyByHand, type Made, planByHand, readViewNow, settleByHand } from './record-by-hand.ts';

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
    await answer.progress(),
  );
}

// `lint --fix`: takes out again what was forgotten and came back, and repairs what is certain, as a run that
// `--dry-run` shows and `dream --undo` takes back.

/** What was repaired, or would be. */
export interface Fixed {
  /** The vault as it was before, in which `plan.now` was found. Where nothing was written it is so still. */
  readonly input: LintInput;
  readonly plan: RepairPlan;
  /** Every file that is written, or would be. */
  readonly files: readonly FileChange[];
  /** Null where nothing was written. */
  readonly run: string | null;
  /** Why pages were left that somebody edited in this very moment, each a sentence. */
  readonly unwritten: readonly string[];
  /** What was forgotten and taken out again. */
  readonly off: TakenOff;
  /** In a rehearsal: how many forgotten facts stand on pages again. */
  readonly again: number;
  readonly commit: CommitOutcome | null;
}

export interface FixWishes {
  readonly rules: readonly Rule[];
  readonly dryRun: boolean;
  readonly commit: boolean;
}

/** Repairs under the lock, or only plans it. Throws what the lock throws, `io`, `refused`. */
export async function fixVault(context: Context, start: Date, wishes: FixWishes): Promise<Fixed> {
  if (wishes.dryRun) {
    const { made: _, ...planned } = await planNow(context, start, wishes);
    return {
      ...planned,
      run: null,
      unwritten: [],
      off: NOTHING_OFF,
      again: standingAgain(context.vault, planned.input.view, start).facts.length,
      commit: null,
    };
  }
  return await withVaultLock(context, 'lint', async () => {
    const off = forgetOnPages(context, await readViewNow(context), start, false, true);
    const { made, ...planned } = await planNow(context, start, wishes);
    const applied = made === null ? null : applyByHand(context, made);
    const isWritten = applied !== null || off.run !== null;
    const commit = isWritten ? await settleByHand(context, start, wishes.commit) : null;
    return {
      ...planned,
      run: applied?.journal.run ?? null,
      unwritten: applied?.unwritten ?? [],
      off,
      again: 0,
      commit,
    };
  });
}

/**
 * What is to be repaired in the vault as it is now, ready to be carried out; `made` is null where there is nothing to
 * do.
 */
async function planNow(
  context: Context,
  start: Date,
  { rules, commit, dryRun }: FixWishes,
): Promise<Pick<Fixed, 'input' | 'plan' | 'files'> & { readonly made: Made | null }> {
  const input = await readInput(context, start, !dryRun);
  const plan = planRepairs(input, rules, repairersFor(rules));
  const isOutOfStep =
    input.catalogue !== null && rules.some(({ name }) => name === 'catalogue') && !input.unmerged.has(CATALOGUE_FILE);
  if (plan.pages.length === 0 && !isOutOfStep) return { input, plan, files: [], made: null };
  const summary = [
    ...summaryOf(plan),
    ...(plan.pages.length === 0 ? [`updated ${renderLink('index', 'log.md', CATALOGUE_FILE)}`] : []),
  ].join('; ');
  const made = planByHand(
    context,
    { ...input.view, merge: await readOpenMerge(context.world, context.vault) },
    'lint',
    start,
    commit,
    { changes: [], lines: [], edits: plan.pages, about: 'repairs', summary },
  );
  return { input, plan, files: [...made.journal.pages, ...made.journal.generated], made };
}

/** `3 repairs: links/missing 2, unlinked/back-link 1`. */
function summaryOf({ mended }: RepairPlan): string[] {
  if (mended.length === 0) return [];
  const rules = [...groupBy(mended, labelOf)].map(([label, some]) => `${label} ${some.length}`);
  return [`${mended.length} repair${mended.length === 1 ? '' : 's'}: ${rules.join(', ')}`];
}
