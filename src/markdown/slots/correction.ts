// Statements that say that they correct another.

/** "Correction: …", "I meant …": what is said instead, or null. */
export function isCorrection(_text: string): { rest: string } | null {
  return null;
}
