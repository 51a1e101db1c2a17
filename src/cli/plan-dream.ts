// A dream that stops at its plan, as a value that can be stored and edited, and the same carried out later without
// its engine: with the facts, the day and the time of then, so that it comes to the same bytes.
import { mustBeAsPlanned } from '../dream/planned/moved.ts';
import { toPlanFile } from '../dream/planned/recorder.ts';
import { replayOf } from '../dream/planned/recorded.ts';
import type { DreamResult, Heard } from '../dream/dreamt.ts';
import { dayOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import type { PlanFile } from '../model/plan-file.ts';
import type { View } from '../vault/view.ts';
import type { Context } from './context.ts';
import { type Dreamt, dreamNow, type DreamWishes, optionsFor, rehearseDream } from './dream-now.ts';

export interface Planned {
  readonly result: DreamResult;
  readonly file: PlanFile;
}

/** What a dream would do, and what it would do it with. Writes nothing. */
export async function planDream(context: Context, start: Date, wishes: DreamWishes): Promise<Planned> {
  const heard: Heard[] = [];
  const result = await rehearseDream(context, start, wishes, { hear: (one) => void heard.push(one) });
  const { maxDays, reviews, reviewsInCatchUp = reviews, repeatUndone, retry } = optionsFor(context, start, wishes);
  const options = { maxDays, reviews, reviewsInCatchUp, repeatUndone, retry, redo: null };
  return {
    result,
    file: toPlanFile(heard, result.view.factById, { start: start.toISOString(), today: dayOf(start), options }),
  };
}

/**
 * Carries out what such a value says, or shows it: everything in it is validated as any proposal is. Throws `refused`
 * before anything is written where the vault is not as it was.
 */
export async function replay(context: Context, file: PlanFile, how: { readonly rehearse: true }): Promise<DreamResult>;
export async function replay(
  context: Context,
  file: PlanFile,
  how: { readonly rehearse: false; readonly wishes: DreamWishes },
): Promise<Dreamt>;
export async function replay(
  context: Context,
  file: PlanFile,
  how: { readonly rehearse: true } | { readonly rehearse: false; readonly wishes: DreamWishes },
): Promise<DreamResult | Dreamt> {
  const { repeatUndone, retry } = file.options;
  const course = { ...replayOf(file), check: (view: View) => mustBeAsPlanned(file, view) };
  const [start, today] = [new Date(file.start), dayOf(context.world.now())];
  // Whatever its file says: today's log is not over, and no run is dated on a later day. Clocks may differ by less.
  if (file.today > today || dayOf(start) > today)
    throw new MemvaultError('refused', `this plan is dated ${file.today}, which is in the future`, {
      hint: 'check the clock, or make a new plan: memvault dream --plan FILE',
    });
  if (how.rehearse)
    return await rehearseDream(context, start, { repeatUndone, retry, isNight: false, commit: false }, course);
  return await dreamNow(context, start, { ...how.wishes, repeatUndone, retry }, course);
}
