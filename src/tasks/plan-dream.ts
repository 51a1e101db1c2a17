// Makes a dream's plan as a value that can be stored, edited and applied later without the engine. Applying reuses the
// plan's facts, day and time, so it writes the same bytes.
import { resolve } from 'node:path';
import type { DreamResult, Heard } from '../dream/dream.ts';
import { parsePlan, planState, renderPlan } from '../dream/plan-file/parse.ts';
import { mustBeAsPlanned, replayOf, toPlanFile } from '../dream/plan-file/replay.ts';
import { dayOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import type { PlanFile } from '../model/plan.ts';
import { readPlanText, writePlanText } from '../vault/named-files.ts';
import type { View } from '../vault/view.ts';
import type { Context, World } from './context.ts';
import { dreamNow, type Dreamt, type DreamWishes, optionsFor, rehearseDream } from './dream.ts';

export interface Planned {
  readonly result: DreamResult;
  readonly file: PlanFile;
}

/** Computes what a dream would do, and the plan file. Writes nothing. */
export async function planDream(context: Context, start: Date, wishes: DreamWishes): Promise<Planned> {
  const heard: Heard[] = [];
  const result = await rehearseDream(context, start, wishes, { hear: (one) => void heard.push(one) });
  const { maxDays, reviews, repeatUndone, retry } = optionsFor(context, start, wishes);
  const options = { maxDays, reviews, repeatUndone, retry };
  return {
    result,
    file: toPlanFile(heard, result.view.factById, { start: start.toISOString(), today: dayOf(start), options }),
  };
}

/**
 * Shows what a plan would do, validated like any proposal. Writes nothing. Throws `refused` if the vault has changed.
 */
export async function rehearsePlan(context: Context, file: PlanFile): Promise<DreamResult> {
  const { start, course, ...options } = replayed(context, file);
  return await rehearseDream(context, start, { ...options, isNight: false, commit: false }, course);
}

/** Applies a plan. Throws like `rehearsePlan`, before anything is written. */
export async function applyPlan(context: Context, file: PlanFile, wishes: DreamWishes): Promise<Dreamt> {
  const { start, course, ...options } = replayed(context, file);
  return await dreamNow(context, start, { ...wishes, ...options }, course);
}

function replayed({ world }: Context, file: PlanFile) {
  const [start, today] = [new Date(file.start), dayOf(world.now())];
  // Never trust the plan's dates: today's log is not finished, and a run must not be dated in the future.
  if (file.today > today || dayOf(start) > today)
    throw new MemvaultError('refused', `this plan is dated ${file.today}, which is in the future`, {
      hint: 'check the clock, or make a new plan: memvault dream --plan FILE',
    });
  const { repeatUndone, retry } = file.options;
  const course = { ...replayOf(file), check: (view: View) => mustBeAsPlanned(file, view) };
  return { start, repeatUndone, retry, course };
}

// Plan files as commands take them: by name as typed, `-` for stdin and stdout.

/** Throws `not-found`, `bad-input`. */
export async function readPlan(world: Pick<World, 'cwd' | 'readStdin'>, name: string): Promise<PlanFile> {
  const text = name === '-' ? await world.readStdin() : readPlanText(resolve(world.cwd, name));
  if (text === null)
    throw new MemvaultError('not-found', `no such file: ${name}`, {
      hint: 'memvault dream --plan FILE makes a plan',
    });
  return parsePlan(text, name === '-' ? 'stdin' : name);
}

/** The file of `--plan`. */
export interface PlanName {
  /** As typed. */
  readonly name: string;
  /** Allows overwriting a plan that a person edited. */
  readonly force: boolean;
}

/**
 * Throws `refused` if the file exists and is not a plan, or is an edited plan: a person's work is never overwritten.
 */
export function mustBeFree({ cwd }: Pick<World, 'cwd'>, { name, force }: PlanName): void {
  if (name === '-') return;
  const text = readPlanText(resolve(cwd, name));
  if (text === null || text === '') return;
  const state = planState(text);
  if (state === 'edited' && !force)
    throw new MemvaultError('refused', `${name} is a plan that was edited`, {
      hint: 'name another file, or use --force to overwrite it',
    });
  if (state === null)
    throw new MemvaultError('refused', `${name} exists and is not a plan`, {
      hint: 'name another file, or move it away',
    });
}

export function writePlan(world: Pick<World, 'cwd' | 'stdout'>, to: PlanName, file: PlanFile): void {
  const text = renderPlan(file);
  if (to.name === '-') return world.stdout.write(text);
  mustBeFree(world, to);
  writePlanText(resolve(world.cwd, to.name), text);
}
