// How a command asks at a terminal: one of several choices, a text to be edited, a yes. On stderr, so that stdout stays
// the answer's. Whoever ends the program instead of replying is answered with an error of the code `interrupted`.
import { MemvaultError } from '../../model/errors.ts';
import type { Choice, Context } from '../../tasks/context.ts';

type Asking = Pick<Context, 'answer' | 'world'>;

export const stopped = (): MemvaultError => new MemvaultError('interrupted', 'stopped; nothing was written');

/** What was chosen; see `Prompts`. Choices that are false are left out. Throws `interrupted`. */
export async function choose<T extends string>(
  { answer, world }: Asking,
  question: string,
  choices: readonly (Choice<T> | false)[],
  preselected: NoInfer<T>,
  escape?: NoInfer<T>,
): Promise<T> {
  const prompts = await world.prompts(answer.color);
  const offered = choices.filter((choice) => choice !== false);
  const picked = await prompts.choose(question, offered, preselected, escape);
  if (picked === null) throw stopped();
  return picked;
}

/** The text as it was edited. Throws `interrupted`. */
export async function edit({ answer, world }: Asking, question: string, initial: string): Promise<string> {
  const text = await (await world.prompts(answer.color)).edit(question, initial);
  if (text === null) throw stopped();
  return text;
}

/** Of what was typed just now and shown as it will be. Enter alone is a no. Throws `interrupted`. */
export async function chooseYes(context: Asking, question: string): Promise<boolean> {
  const choices = [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ] as const;
  return (await choose<'yes' | 'no'>(context, question, choices, 'no')) === 'yes';
}

/** Anything but a yes is a no, and is answered with `no`. Throws `interrupted`. */
export async function askYes(
  { answer, world }: Asking,
  question: string,
  no = 'Nothing was written.',
): Promise<boolean> {
  const reply = await world.ask(`${question} [y/N] `);
  if (reply === null) throw stopped();
  const agrees = /^y(?:es)?$/i.test(reply.trim());
  if (!agrees) answer.remark(no);
  return agrees;
}

/** Is nothing to be drawn anew? On a terminal that cannot, and for a person who has it read aloud. */
export function isPlain({ TERM, ACCESSIBLE = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return TERM === 'dumb' || !['', '0', 'false'].includes(ACCESSIBLE);
}
