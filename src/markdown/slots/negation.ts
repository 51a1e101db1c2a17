// Whether a statement plainly denies another.

/** The normal form of the positive statement, shared by a simple statement and its plain negation; null where a negation is not plain. `changed`: it says so with "no longer". */
export function plainNegation(_text: string): { form: string; negated: boolean; changed: boolean } | null {
  return null;
}
