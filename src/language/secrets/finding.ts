// What was found, and how it may be shown.

/** One likely secret: the rule that knows it, and where it stands in the text. Never the secret itself. */
export interface Finding {
  readonly rule: string;
  /** Offsets as of `slice`. */
  readonly start: number;
  readonly end: number;
}

const SHOWN = 4;

/** What may be said of a secret aloud: its first characters, at most four and never more than a third of it. */
export function maskSecret(secret: string): string {
  const characters = [...secret.trim()];
  return `${characters.slice(0, Math.min(SHOWN, Math.floor(characters.length / 3))).join('')}…`;
}
