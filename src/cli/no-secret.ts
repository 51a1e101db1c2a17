// Words that a person types for a page or a merged statement hold no secret that their facts do not hold.
import { mayHoldSecret } from '../markdown/secrets/may-hold.ts';
import { MemvaultError } from '../model/errors.ts';

/** Throws `refused`, without the secret. `known`: the words of the facts. */
export async function mustHoldNoSecret(text: string, known: readonly string[]): Promise<void> {
  if (!mayHoldSecret(text)) return;
  const { findSecrets } = await import('../markdown/secrets/secrets.ts');
  const found = findSecrets(text).filter(
    ({ start, end }) => !known.some((words) => words.includes(text.slice(start, end))),
  );
  const rules = [...new Set(found.map(({ rule }) => rule))];
  if (rules.length > 0)
    throw new MemvaultError('refused', `these words look like a secret (${rules.join(', ')}); nothing was changed`, {
      hint: 'take it out',
      data: { rules },
    });
}
