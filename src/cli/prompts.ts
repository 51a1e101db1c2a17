// How a command asks at a terminal: one of several choices, or a text to be edited. On stderr, so that stdout stays the answer's.

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

export interface Prompts {
  /** Null where a person ended the program instead. */
  choose<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<T | null>;
  /** The text as it was edited; null as above. */
  edit(question: string, initial: string): Promise<string | null>;
}
