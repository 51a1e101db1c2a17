// A fact by the beginning of its id.
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { forgottenAmong } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';
import { readFacts } from '../vault/view.ts';

const SHORTEST = 6;

/** The full id. Throws `usage` where it is too short, `not-found`, `ambiguous` with the list. */
export function findFact(vault: Vault, prefix: string): string {
  const facts = readFacts(vault);
  return findFactAmong(facts, prefix, () => forgottenAmong(vault, facts)).id;
}

/** The same among facts at hand, and the fact itself. `forgotten`: whose words are not shown. */
export function findFactAmong(
  facts: readonly Fact[],
  prefix: string,
  forgotten: () => ReadonlySet<string> = () => new Set(),
): Fact {
  const wanted = prefix.replace(/^\^/, '').toLowerCase();
  if (wanted.length < SHORTEST)
    throw new MemvaultError('usage', `${JSON.stringify(prefix)} is too short for an id`, {
      hint: `give at least ${SHORTEST} characters of it`,
    });
  const matches = facts.filter((fact) => fact.id.startsWith(wanted));
  const [only, ...others] = matches;
  if (!only)
    throw new MemvaultError('not-found', `no fact has an id that begins with ${wanted}`, {
      hint: 'memvault facts lists them',
    });
  if (others.length === 0) return only;
  const hidden = forgotten();
  const list = matches.map(
    (fact) => `  ${fact.id}  ${fact.day}  ${hidden.has(fact.id) ? '(forgotten)' : fact.text.slice(0, 60)}`,
  );
  throw new MemvaultError(
    'ambiguous',
    `${matches.length} facts have ids that begin with ${wanted}:\n${list.join('\n')}`,
    { hint: 'give more characters', data: { ids: matches.map((fact) => fact.id) } },
  );
}
