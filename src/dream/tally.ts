// How often facts failed of themselves, over dreams: once a dream at most, and never where the engine, not the
// fact, is to blame.
import type { Left } from '../model/plan.ts';

/** Where nothing at all could be decided, so many failures speak against the engine and not against the facts. */
const TOO_MANY = 5;

/** Do so many failures without a single decision speak against the engine? */
export function blamesEngine(left: Iterable<Left>, decided: number): boolean {
  return decided === 0 && [...left].filter(({ why }) => why === 'own').length >= TOO_MANY;
}

/** The counts for the next dream: one more for what failed now, nothing for what is pending no more. */
export function countFailures(
  before: ReadonlyMap<string, number>,
  left: readonly Left[],
  pending: ReadonlySet<string>,
): Map<string, number> {
  const failed = new Set(left.filter(({ why }) => why === 'own').map(({ fact }) => fact));
  return new Map(
    [...new Set([...before.keys(), ...failed])]
      .filter((fact) => pending.has(fact))
      .map((fact) => [fact, (before.get(fact) ?? 0) + (failed.has(fact) ? 1 : 0)]),
  );
}
