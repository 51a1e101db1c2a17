// The field `supersedes`: which facts a person named as replaced, whichever of the two arrived first.
import type { Fact } from '../../../model/fact.ts';
import { namedAsSuperseded } from '../../../model/superseding.ts';

const MIN_PREFIX = 6;

export interface Explicit {
  /** The facts that it names, each once, in their order. What is unknown or ambiguous is left out. */
  named(fact: Fact): readonly string[];
  /**
   * With what those name in their turn, one after the other, as long as they wait: who replaces one replaces what that
   * replaced.
   */
  through(fact: Fact, waits: (id: string) => boolean): readonly string[];
  /** The facts that name it, in the order in which they happened. */
  naming(fact: Fact): readonly Fact[];
}

/** `facts`: all there are, in their order. */
export function readExplicit(facts: readonly Fact[]): Explicit {
  const claiming = facts.filter(({ fields }) => fields.supersedes !== undefined);
  const ids = new Set(claiming.length === 0 ? [] : facts.map(({ id }) => id));
  let sorted: readonly string[] | undefined;
  const resolve = (token: string): string[] => {
    if (ids.has(token)) return [token];
    if (token.length < MIN_PREFIX) return [];
    sorted ??= [...ids].sort();
    const at = firstFrom(sorted, token);
    const isOne = sorted[at]?.startsWith(token) === true && sorted[at + 1]?.startsWith(token) !== true;
    return isOne ? [sorted[at] ?? ''] : [];
  };
  const named = new Map(
    claiming.map((fact) => [
      fact.id,
      namedAsSuperseded(fact.fields.supersedes ?? '')
        .flatMap(resolve)
        .filter((id, at, all) => id !== fact.id && all.indexOf(id) === at),
    ]),
  );
  const naming = new Map<string, Fact[]>();
  for (const fact of claiming)
    for (const id of named.get(fact.id) ?? []) naming.set(id, [...(naming.get(id) ?? []), fact]);
  const through = (fact: Fact, waits: (id: string) => boolean): readonly string[] => {
    const found = new Set(named.get(fact.id) ?? []);
    for (const id of found)
      if (waits(id)) for (const further of named.get(id) ?? []) if (further !== fact.id) found.add(further);
    return [...found];
  };
  return { through, named: ({ id }) => named.get(id) ?? [], naming: ({ id }) => naming.get(id) ?? [] };
}

/** Does the field of a fact name another one, by its id or the beginning of it? */
export function isNamedBy({ fields: { supersedes = '' } }: Pick<Fact, 'fields'>, id: string): boolean {
  return namedAsSuperseded(supersedes).some(
    (token) => token === id || (token.length >= MIN_PREFIX && id.startsWith(token)),
  );
}

/** Or does a fact that it names, and so on? `waiting` gives those that wait, null for others. */
export function isNamedThrough(
  fact: Pick<Fact, 'fields'>,
  id: string,
  waiting: (id: string) => Pick<Fact, 'fields'> | null,
): boolean {
  if (isNamedBy(fact, id)) return true;
  // A set is gone through to its end, what comes in meanwhile included.
  const names = new Set(namedAsSuperseded(fact.fields['supersedes'] ?? ''));
  for (const name of names) {
    const next = waiting(name);
    if (next === null) continue;
    if (isNamedBy(next, id)) return true;
    for (const further of namedAsSuperseded(next.fields['supersedes'] ?? '')) names.add(further);
  }
  return false;
}

function firstFrom(sorted: readonly string[], from: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
