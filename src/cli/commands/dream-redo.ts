// `memvault dream --redo --since DAY`: what an older engine or version decided is proposed anew, to be looked at first.
import { changesOf } from '../../dream/plan-file/edit.ts';
import { planRedo, type Redone } from '../../dream/plan-file/redo.ts';
import { dayOf } from '../../model/day.ts';
import { MemvaultError } from '../../model/errors.ts';
import type { Fact } from '../../model/fact.ts';
import type { Change } from '../../model/plan.ts';
import type { Context } from '../../tasks/context.ts';
import { depsFor, type DreamWishes, optionsFor } from '../../tasks/dream.ts';
import { finishCutShort } from '../../tasks/hold-lock.ts';
import { mustBeFree, type PlanName, replay, writePlan } from '../../tasks/plan-dream.ts';
import { readJournal } from '../../vault/journal.ts';
import type { View } from '../../vault/view.ts';
import { EXIT } from '../exit-codes.ts';
import { renderEstimate } from '../render/dream-page.ts';
import { toDocument } from '../render/dream.ts';
import { decidedIn, renderRedo } from '../render/rehearsal.ts';
import { sayDream, statusOfLook } from '../say-dream.ts';
import { columnsOf } from '../terminal/wrap.ts';
import { sayNotices } from './dream-plan.ts';
import { usage } from '../spec.ts';

export interface RedoFlags {
  /** A local day. */
  readonly since: string;
  readonly dryRun: boolean;
  /** Undefined without `--plan`. */
  readonly plan: PlanName | undefined;
}

/** Gives the exit status. */
export async function redo(
  context: Context,
  start: Date,
  wishes: DreamWishes,
  { since, dryRun, plan }: RedoFlags,
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
    about: async (engine, facts, view) => await sayEstimate(context, { engine, facts, view, today: dayOf(start) }),
  });
  const shown = renderRedo(redone, since, {
    color: answer.color,
    width: world.stdout.isTerminal ? world.stdout.columns : null,
  });
  const { result, file } = redone;
  if (isLooking) {
    if (plan !== undefined) writePlan(world, plan, file);
    answer.document('dream', {
      ...toDocument(result),
      dryRun: true,
      ran: false,
      redo: since,
      ...(plan === undefined ? {} : { planFile: plan.name }),
      plans: result.runs.map((one) => one.plan),
    });
    if (plan === undefined) answer.print(shown);
    else if (plan.name !== '-') answer.report(shown);
    if (plan !== undefined && plan.name !== '-')
      answer.remark(
        `The plan is in ${plan.name}, for you to read and edit; memvault dream --apply ${plan.name} carries it out.`,
      );
    sayNotices(context, result);
    return statusOfLook(result);
  }
  if (result.interrupted) throw new MemvaultError('interrupted', 'stopped; nothing was written');
  return await carryOut(context, wishes, redone, shown);
}

async function carryOut(context: Context, wishes: DreamWishes, redone: Redone, shown: string): Promise<number> {
  const { answer } = context;
  const { file, result } = redone;
  answer.report(shown);
  if (result.runs.length === 0) {
    answer.document('dream', {
      ...toDocument(result),
      reason: 'nothing is older than the engine',
      settled: [],
      commit: null,
    });
    return EXIT.done;
  }
  sayNotices(context, result);
  // Only that it was looked at is to be recorded: there is nothing to agree to.
  const agreed =
    answer.yes || staysAsItIs(redone)
      ? file
      : await (await import('../dream-terminal/redo.ts')).agreeOnRedo(context, redone);
  if (agreed === null) return EXIT.done;
  return sayDream(context, await replay(context, agreed, { rehearse: false, wishes }), { anew: true });
}

function staysAsItIs(redone: Redone): boolean {
  return (
    changesOf(redone.file, decidedIn(redone)).length === 0 &&
    redone.result.runs.every(({ plan: { changes, reviews } }) => changes.length === 0 && reviews.length === 0)
  );
}

interface Asking {
  readonly engine: string;
  readonly facts: readonly Fact[];
  readonly view: View;
  readonly today: string;
}

/** Before a model is asked. It may be many facts: they are asked about by a word, not night by night. */
async function sayEstimate(context: Context, { engine, facts, view, today }: Asking): Promise<void> {
  if (engine.startsWith('rules/')) return;
  const { estimateFor } = await import('../dream-terminal/estimate.ts');
  const estimate = await estimateFor(context, view, today, () => facts);
  if (estimate !== null && estimate.usage.calls > 0)
    context.answer.remark(renderEstimate(estimate, columnsOf(context.world.stderr)));
}

/** The words that runs gave to claims, as far as their journals are here. */
function writtenIn({ vault }: Context): (run: string, fact: string) => string | undefined {
  const read = new Map<string, ReadonlyMap<string, string>>();
  return (run, fact) => {
    const known = read.get(run) ?? wordsOf(readJournal(vault, run)?.plan?.changes ?? []);
    read.set(run, known);
    return known.get(fact);
  };
}

function wordsOf(changes: readonly Change[]): Map<string, string> {
  return new Map(
    changes.flatMap((change): [string, string][] =>
      change.kind === 'add' || change.kind === 'correct' ? change.facts.map((fact) => [fact, change.text]) : [],
    ),
  );
}
