// Plan files as commands take them: by the name that was typed, `-` for stdin and stdout.
import { resolve } from 'node:path';
import { isEditedPlan, isPlanText, parsePlan, renderPlan } from '../dream/planned/plan-text.ts';
import { MemvaultError } from '../model/errors.ts';
import type { PlanFile } from '../model/plan-file.ts';
import { readPlanText, writePlanText } from '../vault/plan-files.ts';
import type { World } from './world.ts';

export interface ReadPlan {
  readonly file: PlanFile;
  /** A person changed something in it. */
  readonly isEdited: boolean;
}

/** Throws `not-found`, `bad-input`. */
export async function readPlan(world: Pick<World, 'cwd' | 'readStdin'>, name: string): Promise<ReadPlan> {
  const text = name === '-' ? await world.readStdin() : readPlanText(resolve(world.cwd, name));
  if (text === null)
    throw new MemvaultError('not-found', `there is no file ${name}`, {
      hint: 'memvault dream --plan FILE makes a plan',
    });
  return { file: parsePlan(text, name === '-' ? 'stdin' : name), isEdited: isEditedPlan(text) };
}

/** The file of `--plan`. */
export interface PlanName {
  /** As it was typed. */
  readonly name: string;
  /** It may take the place of a plan that a person edited. */
  readonly force: boolean;
}

/**
 * Throws `refused` where the file is there and is no plan, or one that was edited: nothing of a person's is written
 * over.
 */
export function mustBeFree({ cwd }: Pick<World, 'cwd'>, { name, force }: PlanName): void {
  if (name === '-') return;
  const text = readPlanText(resolve(cwd, name));
  if (text === null || text === '') return;
  if (isPlanText(text) && !force && isEditedPlan(text))
    throw new MemvaultError('refused', `${name} is a plan that was edited`, {
      hint: 'name another file, or say --force to write over it',
    });
  if (!isPlanText(text))
    throw new MemvaultError('refused', `${name} is there already, and it is no plan`, {
      hint: 'name another file, or move it away',
    });
}

export function writePlan(world: Pick<World, 'cwd' | 'stdout'>, to: PlanName, file: PlanFile): void {
  const text = renderPlan(file);
  if (to.name === '-') return world.stdout.write(text);
  mustBeFree(world, to);
  writePlanText(resolve(world.cwd, to.name), text);
}
