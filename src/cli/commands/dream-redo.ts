// `memvault dream --redo --since DAY`: proposes anew what an older engine or version decided. Shows what would change,
// and writes all of it or nothing; a plan file is for one change at a time.
import { changesOf } from '../../dream/plan-file/edit.ts';
import { planRedo } from '../../dream/plan-file/redo.ts';
import { dayOf } from '../../model/day.ts';
import type { Context } from '../../tasks/context.ts';
import { depsFor, type DreamWishes, optionsFor } from '../../tasks/dream.ts';
import { finishCutShort } from '../../tasks/hold-lock.ts';
import { applyPlan, mustBeFree, type PlanName, writePlan } from '../../tasks/plan-dream.ts';
import { readJournal } from '../../vault/journal.ts';
import { estimateFor } from '../dream-terminal/dream-terminal.ts';
import { noticesOf, renderNotices, toDocument } from '../render/dream.ts';
import { decidedIn, renderRedo } from '../render/rehearsal.ts';
import { sayDream, sayLook } from '../say-dream.ts';
import { EXIT, usage } from '../spec.ts';
import { faceOf } from '../terminal/face.ts';
import { chooseYes, stopped } from '../terminal/prompts.ts';

/** Gives the exit status. `since`: a local day; `plan`: undefined without `--plan`. */
export async function redo(
  context: Context,
  start: Date,
  wishes: DreamWishes,
  { since, dryRun, plan }: { readonly since: string; readonly dryRun: boolean; readonly plan: PlanName | undefined },
): Promise<number> {
  const { answer, world } = context;
  const isLooking = dryRun || plan !== undefined;
  if (!isLooking && !answer.yes && !answer.asks)
    throw usage(
      'dream --redo asks before it writes, and nobody is here to ask',
      'say --plan FILE for a plan to look at, --yes to accept, or --dry-run',
    );
  if (plan !== undefined) mustBeFree(world, plan);
  if (!isLooking) await finishCutShort(context);
  const redone = await planRedo(await depsFor(context), optionsFor(context, start, wishes), {
    since,
    written: writtenIn(context),
    about: async (engine, facts, view) => {
      // Before a model is asked. It may be many facts: they are asked about by a word, not night by night.
      if (engine.startsWith('rules/')) return;
      const estimate = await estimateFor(context, view, dayOf(start), facts);
      if (estimate !== null) answer.remark(estimate.words);
    },
  });
  const { result, file } = redone;
  const shown = renderRedo(redone, since, faceOf(context));
  if (plan !== undefined) writePlan(world, plan, file);
  if (isLooking) return sayLook(context, result, shown, { plan, redo: since });
  if (result.interrupted) throw stopped();
  answer.report(shown);
  if (result.runs.length === 0) {
    const reason = 'nothing is older than the engine';
    answer.document('dream', { ...toDocument(result), reason, settled: [], commit: null });
    return EXIT.done;
  }
  for (const line of renderNotices(noticesOf(result.runs))) answer.remark(line);
  // Only that it was looked at is to be recorded: there is nothing to agree to.
  const staysAsItIs =
    changesOf(file, decidedIn(redone)).length === 0 &&
    result.runs.every(({ plan: { changes, reviews } }) => changes.length === 0 && reviews.length === 0);
  if (!answer.yes && !staysAsItIs && !(await agrees(context))) return EXIT.done;
  return sayDream(context, await applyPlan(context, file, wishes), true);
}

/** The words that runs gave to claims, as far as their journals are here. */
function writtenIn({ vault }: Context): (run: string, fact: string) => string | undefined {
  const read = new Map<string, ReadonlyMap<string, string>>();
  return (run, fact) => {
    const known =
      read.get(run) ??
      new Map(
        (readJournal(vault, run)?.plan?.changes ?? []).flatMap((change): [string, string][] =>
          change.kind === 'add' || change.kind === 'correct' ? change.facts.map((id) => [id, change.text]) : [],
        ),
      );
    read.set(run, known);
    return known.get(fact);
  };
}

/** Throws `interrupted`. */
async function agrees(context: Context): Promise<boolean> {
  const isAgreed = await chooseYes(context, 'Write all of it?');
  if (!isAgreed) context.answer.remark('Nothing was written. dream --redo --plan FILE lets you edit it one by one.');
  return isAgreed;
}
