// `memvault dream --redo --since DAY`: what an older engine or version decided is proposed anew, to be looked at first: all
// that would change at once, or one change after the other, each taken, left or put off.
import { askAnotherTime, changesOf, leaveAsTheyAre } from '../../dream/plan-file/edit.ts';
import { planRedo, type Redone } from '../../dream/plan-file/redo.ts';
import { dayOf } from '../../model/day.ts';
import type { Change, PlanFile, Proposal } from '../../model/plan.ts';
import { plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { depsFor, type DreamWishes, optionsFor } from '../../tasks/dream.ts';
import { finishCutShort } from '../../tasks/hold-lock.ts';
import { mustBeFree, type PlanName, replay, writePlan } from '../../tasks/plan-dream.ts';
import { readJournal } from '../../vault/journal.ts';
import { estimateFor, renderEstimate } from '../dream-terminal/engine.ts';
import { EXIT } from '../exit-codes.ts';
import { noticesOf, renderNotices, toDocument } from '../render/dream.ts';
import { decidedIn, renderAgain, renderRedo } from '../render/rehearsal.ts';
import { sayDream, sayLook } from '../say-dream.ts';
import { usage } from '../spec.ts';
import { faceOf } from '../terminal/face.ts';
import { choose, stopped } from '../terminal/prompts.ts';

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
    about: async (engine, facts, view) => {
      // Before a model is asked. It may be many facts: they are asked about by a word, not night by night.
      if (engine.startsWith('rules/')) return;
      const estimate = await estimateFor(context, view, dayOf(start), () => facts);
      if (estimate !== null && estimate.usage.calls > 0) answer.remark(renderEstimate(estimate));
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
  const agreed = answer.yes || staysAsItIs ? file : await agreeOnRedo(context, redone);
  if (agreed === null) return EXIT.done;
  return sayDream(context, await replay(context, agreed, { rehearse: false, wishes }), true);
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

/** The plan as a person wants it; null where nothing is to be written. Throws `interrupted`. */
export async function agreeOnRedo(
  context: Pick<Context, 'answer' | 'world'>,
  redone: Redone,
): Promise<PlanFile | null> {
  const changes = changesOf(redone.file, decidedIn(redone));
  const picked = await choose<'write' | 'each' | 'drop'>(
    context,
    'Write this?',
    [
      { value: 'write', label: changes.length === 0 ? 'Write it' : 'Write all of it' },
      changes.length > 0 && { value: 'each', label: 'Go through it', hint: plural(changes.length, 'change') },
      { value: 'drop', label: 'Drop it', hint: 'nothing is written' },
    ],
    'drop',
  );
  if (picked === 'write') return redone.file;
  const chosen = picked === 'each' ? await eachOf(context, redone, changes) : null;
  if (chosen === null) context.answer.remark('Nothing was written.');
  return chosen;
}

async function eachOf(
  context: Pick<Context, 'answer' | 'world'>,
  { file, result }: Redone,
  changes: readonly Proposal[],
): Promise<PlanFile | null> {
  const [leave, off]: [Set<string>, Set<string>] = [new Set(), new Set()];
  for (const [at, change] of changes.entries()) {
    const lines = renderAgain(change, result.view, faceOf(context, 'stderr'));
    context.answer.warn(`\nChange ${at + 1} of ${changes.length}\n${lines.join('\n')}\n`);
    const left = changes.length - at;
    const picked = await choose<'take' | 'rest' | 'leave' | 'off' | 'quit'>(
      context,
      'What becomes of it?',
      [
        { value: 'take', label: 'Take it' },
        left > 1 && { value: 'rest', label: 'Take all that is left', hint: plural(left, 'change') },
        { value: 'leave', label: 'Leave it as it is', hint: 'this engine does not propose it again' },
        { value: 'off', label: 'Put off', hint: 'asked again another time' },
        { value: 'quit', label: 'Quit', hint: 'nothing is written' },
      ],
      'take',
      'quit',
    );
    if (picked === 'quit') return null;
    if (picked === 'rest') break;
    if (picked === 'leave') leave.add(change.fact);
    if (picked === 'off') off.add(change.fact);
  }
  return askAnotherTime(leaveAsTheyAre(file, leave), off);
}
