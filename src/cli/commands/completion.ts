// `memvault completion`: the script for a shell; with the hidden `--list` the words that the script asks for.
import { MemvaultError } from '../../model/errors.ts';
import { nearest } from '../../model/text.ts';
import type { Answer } from '../../tasks/context.ts';
import type { World } from '../../tasks/world.ts';
import { LISTED, type Shell, SHELLS } from '../completion/words.ts';
import { makeAnswer, openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type Command, type Invocation, textValue, usage } from '../spec.ts';

export const run: Command = async (world, invocation) => {
  const answer = makeAnswer(world, invocation);
  const kind = textValue(invocation.values, 'list');
  if (kind !== undefined) return await list(world, invocation, answer, kind);
  const [name] = invocation.args;
  const shell = SHELLS.find((candidate) => candidate === name);
  if (shell === undefined) throw noShell(name);
  const { renderScript } = await import('../completion/script.ts');
  const script = renderScript(shell, world.templates);
  answer.document('completion', { shell, script });
  answer.print(script);
  return EXIT.done;
};

function noShell(name: string | undefined): MemvaultError {
  if (name === undefined) return usage('no shell was named', `name one of ${SHELLS.join(', ')}`);
  const near: Shell | null = nearest(name.replace(/^.*\//, ''), SHELLS) as Shell | null;
  return usage(
    `there is no completion for ${name}`,
    near === null ? `there is one for ${SHELLS.join(', ')}` : `did you mean ${near}?`,
  );
}

/** A word, a tab and what it is on each line. In the middle of somebody's typing nothing is an error. */
async function list(world: World, invocation: Invocation, answer: Answer, name: string): Promise<number> {
  const kind = LISTED.find((candidate) => candidate === name);
  if (kind === undefined) return EXIT.done;
  try {
    const { vault } = await openContext(world, invocation, [], true);
    const { listWords } = await import('../completion/listing.ts');
    const words = await listWords(vault, kind, invocation.args[0] ?? '');
    answer.document('completion', { words });
    answer.print(words.map(({ word, about }) => `${word}\t${about}\n`).join(''));
  } catch {
    // Neither a vault that is not there nor one that cannot be read is worth a word here.
  }
  return EXIT.done;
}
