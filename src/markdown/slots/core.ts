// What of a statement counts when two are compared for equality.

/** The text without what says nothing: a leading "Note:", "currently" in a clause of state. */
export function statementCore(text: string): string {
  return text;
}
