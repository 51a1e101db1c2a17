// How a command asks at a terminal: one of several choices, or a text to be edited. On stderr, so that stdout stays the
// answer's.
import type { Prompts } from './world.ts';
export { type Choice, type Prompts } from './world.ts';

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
