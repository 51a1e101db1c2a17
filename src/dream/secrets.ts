// Which facts look like secrets, each looked at once.
import { isSecret } from '../markdown/secrets/secrets.ts';
import type { Fact } from '../model/fact.ts';

export function rememberSecrets(): (fact: Fact) => boolean {
  const known = new WeakMap<Fact, boolean>();
  return (fact) => {
    const found = known.get(fact) ?? isSecret(fact);
    known.set(fact, found);
    return found;
  };
}
