// `memvault dream --redo` at a terminal: all that would change at once, or one change after the other, each taken, left
// or put off. It goes by changes, not by pages: what stays has no line to look at, and putting a change off or leaving
// it is another edit here than for a fact that is new. Writes nothing; all on stderr.
import { askAnotherTime, changesOf, leaveAsTheyAre } from '../../dream/plan-file/edit.ts';
import type { Redone } from '../../dream/plan-file/redo.ts';
import type { PlanFile } from '../../model/plan.ts';
import { plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import type { Prompts } from '../../tasks/world.ts';
import { decidedIn, renderAgain } from '../render/rehearsal.ts';
import { painter } from '../terminal/paint.ts';
import { columnsOf } from '../terminal/wrap.ts';
import { stopped } from './walk.ts';

export type Agreed = 'take' | 'leave' | 'off';

/** The plan as a person wants it; null where nothing is to be written. Throws `interrupted`. */
export async function agreeOnRedo(
  { answer, world }: Pick<Context, 'answer' | 'world'>,
  redone: Redone,
): Promise<PlanFile | null> {
  const prompts = await world.prompts(answer.color);
  const changes = changesOf(redone.file, decidedIn(redone));
  const picked = await prompts.choose<'write' | 'each' | 'drop'>(
    'Write this?',
    [
      { value: 'write', label: changes.length === 0 ? 'Write it' : 'Write all of it' },
      ...(changes.length === 0
        ? []
        : [{ value: 'each' as const, label: 'Go through it', hint: plural(changes.length, 'change') }]),
      { value: 'drop', label: 'Drop it', hint: 'nothing is written' },
    ],
    'drop',
    'drop',
  );
  if (picked === null) throw stopped();
  if (picked === 'write') return redone.file;
  const chosen = picked === 'each' ? await eachOf({ answer, world }, prompts, redone) : null;
  if (chosen === null) answer.remark('Nothing was written.');
  return chosen;
}

async function eachOf(
  { answer, world }: Pick<Context, 'answer' | 'world'>,
  prompts: Prompts,
  redone: Redone,
): Promise<PlanFile | null> {
  const changes = changesOf(redone.file, decidedIn(redone));
  const said: Record<Agreed, Set<string>> = { take: new Set(), leave: new Set(), off: new Set() };
  for (const [at, change] of changes.entries()) {
    answer.warn(
      `\nChange ${at + 1} of ${changes.length}\n` +
        renderAgain(change, redone.result.view, {
          columns: columnsOf(world.stderr),
          paint: painter(answer.color),
        }).join('\n') +
        `\n`,
    );
    const picked = await prompts.choose<Agreed | 'rest' | 'quit'>(
      'What becomes of it?',
      [
        { value: 'take', label: 'Take it' },
        ...(at + 1 < changes.length
          ? [{ value: 'rest' as const, label: 'Take all that is left', hint: plural(changes.length - at, 'change') }]
          : []),
        { value: 'leave', label: 'Leave it as it is', hint: 'this engine does not propose it again' },
        { value: 'off', label: 'Put off', hint: 'asked again another time' },
        { value: 'quit', label: 'Quit', hint: 'nothing is written' },
      ],
      'take',
      'quit',
    );
    if (picked === null) throw stopped();
    if (picked === 'quit') return null;
    if (picked === 'rest') break;
    said[picked].add(change.fact);
  }
  return askAnotherTime(leaveAsTheyAre(redone.file, said.leave), said.off);
}
