// Which facts look like secrets, each looked at once, and what is said of them.
import { isSecret } from '../markdown/secrets/secrets.ts';
import type { Fact } from '../model/fact.ts';

/** Why such a fact is on no page. Says nothing of what it holds. */
export const SECRET = 'looks like a secret; take it out of the log, or see docs/secrets.md';

export function rememberSecrets(): (fact: Fact) => boolean {
  const known = new WeakMap<Fact, boolean>();
  return (fact) => {
    const found = known.get(fact) ?? isSecret(fact);
    known.set(fact, found);
    return found;
  };
}
