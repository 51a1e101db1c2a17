// A question that takes a yes.
import { MemvaultError } from '../model/errors.ts';
import type { Context } from './context.ts';

/**
 * Asks; anything but a yes is a no, and is answered with `no`. Throws `interrupted` where a person ended the program
 * instead.
 */
export async function askYes(
  { answer, world }: Pick<Context, 'answer' | 'world'>,
  question: string,
  no = 'Nothing was written.',
): Promise<boolean> {
  const reply = await world.ask(`${question} [y/N] `);
  if (reply === null) throw new MemvaultError('interrupted', 'stopped; nothing was written');
  const agrees = /^y(?:es)?$/i.test(reply.trim());
  if (!agrees) answer.remark(no);
  return agrees;
}
