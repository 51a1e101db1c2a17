// `lint --fix`: what is forgotten goes again where it came back, and what can be put right for certain is, as a run that
// is shown first where a person asks for that, and can be taken back.
import type { LintInput } from '../lint/input.ts';
import { planRepairs, type RepairPlan } from '../lint/repair.ts';
import { repairersFor } from '../lint/repairers.ts';
import type { Rule } from '../lint/rule.ts';
import { renderLink } from '../markdown/links.ts';
import { standingAgain } from '../forget/again.ts';
import { groupBy } from '../model/group-by.ts';
import type { FileChange } from '../model/journal.ts';
import { CATALOGUE_FILE } from '../vault/vault.ts';
import { applyByHand, planByHand, readViewNow, settleByHand, type Made } from './by-hand.ts';
import type { CommitOutcome } from './commit.ts';
import type { Context } from './context.ts';
import { repairForgotten, type TakenOff } from './follow-tombstones.ts';
import { withVaultLock } from './hold-lock.ts';
import { readInput } from './lint-vault.ts';
import { readOpenMerge } from './open-merge.ts';

export interface Fixed {
  /** As it was looked at before, with `plan.now` found in it: it holds where nothing was written. */
  readonly input: LintInput;
  readonly plan: RepairPlan;
  /** Every file that is written, or would be. */
  readonly files: readonly FileChange[];
  /** Null where nothing was written. */
  readonly run: string | null;
  /** Pages that somebody edited in this very moment, and why each was left. */
  readonly unwritten: readonly string[];
  readonly off: TakenOff;
  /** Of what is forgotten, without writing: facts that stand on pages. */
  readonly again: number;
  readonly commit: CommitOutcome | null;
}

export interface FixWishes {
  readonly rules: readonly Rule[];
  readonly dryRun: boolean;
  readonly commit: boolean;
}

const NOTHING: TakenOff = { run: null, left: [] };

export async function fixVault(context: Context, start: Date, wishes: FixWishes): Promise<Fixed> {
  if (wishes.dryRun) {
    const { made: _, ...planned } = await planNow(context, start, wishes);
    return { ...planned, run: null, unwritten: [], off: NOTHING, again: standingAgain(context.vault, planned.input.view, start).facts.length, commit: null };
  }
  return await withVaultLock(context, 'lint', async () => {
    const off = repairForgotten(context, await readViewNow(context), start);
    const { made, ...planned } = await planNow(context, start, wishes);
    const applied = made === null ? null : applyByHand(context, made);
    const isWritten = applied !== null || off.run !== null;
    const commit = isWritten ? await settleByHand(context, start, wishes.commit) : null;
    return { ...planned, run: applied?.journal.run ?? null, unwritten: applied?.unwritten ?? [], off, again: 0, commit };
  });
}

/** What is to be put right as the vault is now, as it would be carried out. */
async function planNow(context: Context, start: Date, { rules, commit, dryRun }: FixWishes): Promise<Pick<Fixed, 'input' | 'plan' | 'files'> & { readonly made: Made | null }> {
  const input = await readInput(context, start, !dryRun);
  const plan = planRepairs(input, rules, repairersFor(rules));
  const isOutOfStep = input.catalogue !== null && rules.some(({ name }) => name === 'catalogue') && !input.unmerged.has(CATALOGUE_FILE);
  if (plan.pages.length === 0 && !isOutOfStep) return { input, plan, files: [], made: null };
  const summary = [...summaryOf(plan), ...(plan.pages.length === 0 ? [`updated ${renderLink('index', 'log.md', CATALOGUE_FILE)}`] : [])].join('; ');
  const made = planByHand(context, { ...input.view, merge: await readOpenMerge(context.world, context.vault) }, 'lint', start, commit, { changes: [], lines: [], edits: plan.pages, about: 'repairs', summary });
  return { input, plan, files: [...made.journal.pages, ...made.journal.generated], made };
}

/** `3 repairs: broken-links 2, back-links 1`. */
function summaryOf({ mended }: RepairPlan): string[] {
  if (mended.length === 0) return [];
  const rules = [...groupBy(mended, ({ rule }) => rule)].map(([rule, some]) => `${rule} ${some.length}`);
  return [`${mended.length} repair${mended.length === 1 ? '' : 's'}: ${rules.join(', ')}`];
}
