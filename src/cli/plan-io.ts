// Plan files as commands take them: by the name that was typed, `-` for stdin and stdout.
import { resolve } from 'node:path';
import { isPlanText, parsePlan, renderPlan } from '../dream/planned/plan-text.ts';
import { MemvaultError } from '../model/errors.ts';
import type { PlanFile } from '../model/plan-file.ts';
import { readPlanText, writePlanText } from '../vault/plan-files.ts';
import type { World } from './world.ts';

/** Throws `not-found`, `bad-input`. */
export async function readPlan(world: Pick<World, 'cwd' | 'readStdin'>, name: string): Promise<PlanFile> {
  if (name === '-') return parsePlan(await world.readStdin(), 'stdin');
  const text = readPlanText(resolve(world.cwd, name));
  if (text === null) throw new MemvaultError('not-found', `there is no file ${name}`, { hint: 'memvault dream --plan FILE makes a plan' });
  return parsePlan(text, name);
}

/** Throws `refused` where the file is there and is no plan: nothing of a person's is written over. */
export function mustBeFree({ cwd }: Pick<World, 'cwd'>, name: string): void {
  if (name === '-') return;
  const text = readPlanText(resolve(cwd, name));
  if (text !== null && text !== '' && !isPlanText(text)) throw new MemvaultError('refused', `${name} is there already, and it is no plan`, { hint: 'name another file, or move it away' });
}

export function writePlan(world: Pick<World, 'cwd' | 'stdout'>, name: string, file: PlanFile): void {
  const text = renderPlan(file);
  if (name === '-') return world.stdout.write(text);
  mustBeFree(world, name);
  writePlanText(resolve(world.cwd, name), text);
}
