// On which lines of a text something is likely a secret. Never the words.
import { findSecrets } from './secrets.ts';

export interface SecretLine {
  /** 1-based. */
  readonly line: number;
  /** The rule that knows it. */
  readonly rule: string;
}

/** At most one a line, in the order of the text. */
export function secretLines(text: string): SecretLine[] {
  const lines = new Map<number, SecretLine>();
  let line = 1;
  let next = text.indexOf('\n');
  for (const { start, rule } of findSecrets(text)) {
    for (; next >= 0 && next < start; next = text.indexOf('\n', next + 1)) line++;
    lines.set(line, { line, rule });
  }
  return [...lines.values()];
}
