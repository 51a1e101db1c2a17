// How a command asks at a terminal: one of several choices, or a text to be edited. On stderr, so that stdout stays the
// answer's.

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

export interface Prompts {
  /**
   * `preselected`: what Enter alone picks, which does no harm. `escape`: what Esc says, no choice of the list perhaps;
   * without it the same. Null where a person ended the program instead.
   */
  choose<T extends string>(
    question: string,
    choices: readonly Choice<T>[],
    preselected: NoInfer<T>,
    escape?: NoInfer<T>,
  ): Promise<T | null>;
  /** The text as it was edited; null as above. */
  edit(question: string, initial: string): Promise<string | null>;
}

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
