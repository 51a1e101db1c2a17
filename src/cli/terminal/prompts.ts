// How a command asks at a terminal: one of several choices, or a text to be edited. On stderr, so that stdout stays the
// answer's.
import { MemvaultError } from '../../model/errors.ts';
import type { Context } from '../../tasks/context.ts';
import type { Prompts } from '../../tasks/world.ts';

/** Of what was typed just now and shown as it will be. Enter alone is a no; null as above. */
export async function chooseYes(prompts: Prompts, question: string): Promise<boolean | null> {
  const picked = await prompts.choose(
    question,
    [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
    'no',
  );
  return picked === null ? null : picked === 'yes';
}

/** Is nothing to be drawn anew? On a terminal that cannot, and for a person who has it read aloud. */
export function isPlain({ TERM, ACCESSIBLE = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return TERM === 'dumb' || !['', '0', 'false'].includes(ACCESSIBLE);
}

// A question that takes a yes.

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
