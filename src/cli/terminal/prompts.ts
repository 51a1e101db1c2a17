// Asks at a terminal: choices, an editable text, yes or no. Everything goes to stderr, since stdout carries the answer.
// If the person ends the program instead of answering, throws an error of the code `interrupted`.
import { MemvaultError } from '../../model/errors.ts';
import type { Choice, Context } from '../../tasks/context.ts';

type Asking = Pick<Context, 'answer' | 'world'>;

export const stopped = (): MemvaultError => new MemvaultError('interrupted', 'stopped; nothing was written');

/** Returns the choice; see `Prompts`. Choices that are false are left out. Throws `interrupted`. */
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

/** Returns the edited text. Throws `interrupted`. */
export async function edit({ answer, world }: Asking, question: string, initial: string): Promise<string> {
  const text = await (await world.prompts(answer.color)).edit(question, initial);
  if (text === null) throw stopped();
  return text;
}

/** Asks for a yes about what was just shown. Enter alone means no. Throws `interrupted`. */
export async function chooseYes(context: Asking, question: string): Promise<boolean> {
  const choices = [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ] as const;
  return (await choose<'yes' | 'no'>(context, question, choices, 'no')) === 'yes';
}

/** Anything but yes means no and prints `no`. Throws `interrupted`. */
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

/** Whether to avoid redrawing: on simple terminals, and for screen readers. */
export function isPlain({ TERM, ACCESSIBLE = '' }: Readonly<Record<string, string | undefined>>): boolean {
  return TERM === 'dumb' || !['', '0', 'false'].includes(ACCESSIBLE);
}
