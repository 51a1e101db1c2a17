// `memvault dream --plan FILE` and `--apply FILE`: stops at the plan, and goes on from there another time.
import { countReviews } from '../../curate/review/review.ts';
import type { DreamResult } from '../../dream/dream.ts';
import type { Context } from '../../tasks/context.ts';
import type { DreamWishes } from '../../tasks/dream.ts';
import { finishCutShort } from '../../tasks/hold-lock.ts';
import {
  mustBeFree,
  planDream,
  type PlanName,
  type Planned,
  readPlan,
  replay,
  writePlan,
} from '../../tasks/plan-dream.ts';
import { renderNotices, toDocument } from '../render/dream.ts';
import { renderRehearsal } from '../render/rehearsal.ts';
import { sayDream, statusOfLook } from '../say-dream.ts';
import { columnsOf } from '../terminal/wrap.ts';

/** Gives the exit status. Writes nothing of the vault. */
export async function makePlanFile(context: Context, start: Date, wishes: DreamWishes, to: PlanName): Promise<number> {
  mustBeFree(context.world, to);
  return sayPlanned(context, await planDream(context, start, wishes), to);
}

/** Writes the file and says what it does. */
export function sayPlanned(context: Context, { result, file }: Planned, to: PlanName): number {
  const { answer, world } = context;
  const { name } = to;
  writePlan(world, to, file);
  answer.document('dream', {
    ...toDocument(result),
    dryRun: true,
    ran: false,
    planFile: name,
    plans: result.runs.map(({ plan }) => plan),
  });
  if (name !== '-') {
    answer.report(
      renderRehearsal(
        result,
        answer.color,
        world.stdout.isTerminal ? world.stdout.columns : null,
        countReviews(result.view),
      ),
    );
    answer.remark(
      file.batches.length === 0
        ? `The plan in ${name} is empty.`
        : `The plan is in ${name}, for you to read and edit; memvault dream --apply ${name} carries it out.`,
    );
  }
  sayNotices(context, result);
  return statusOfLook(result);
}

/** Gives the exit status. */
export async function applyPlanFile(
  context: Context,
  name: string,
  { wishes, dryRun }: { readonly wishes: DreamWishes; readonly dryRun: boolean },
): Promise<number> {
  const file = await readPlan(context.world, name);
  if (dryRun) return sayRehearsed(context, await replay(context, file, { rehearse: true }));
  await finishCutShort(context);
  // Once before anything is written: what brings out a defect, or moved, leaves the vault as it is.
  await replay(context, file, { rehearse: true });
  const dreamt = await replay(context, file, { rehearse: false, wishes });
  const status = sayDream(context, dreamt, { anew: file.options.redo !== null });
  sayNotices(context, dreamt.result);
  return status;
}

function sayRehearsed(context: Context, result: DreamResult): number {
  const {
    answer,
    world: { stdout },
  } = context;
  answer.document('dream', {
    ...toDocument(result),
    dryRun: true,
    ran: false,
    plans: result.runs.map(({ plan }) => plan),
  });
  answer.print(
    renderRehearsal(result, answer.color, stdout.isTerminal ? stdout.columns : null, countReviews(result.view)),
  );
  sayNotices(context, result);
  return statusOfLook(result);
}

/** What was not taken of what was said, and what is done instead. */
export function sayNotices({ answer, world }: Context, { runs }: Pick<DreamResult, 'runs'>): void {
  for (const line of renderNotices(
    runs.flatMap(({ plan }) => plan.notices),
    columnsOf(world.stderr),
  ))
    answer.remark(line);
}
