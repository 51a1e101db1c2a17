// Of many claims on one thing those that can matter to a new fact: so that what was said a thousand times costs no
// thousand comparisons.
import { compareFacts, type Fact } from '../../model/fact.ts';
import type { KnownClaim } from './known-claims.ts';

const MANY = 16;
const NEAREST = 4;

/** All that are current, and of the past ones those that lie nearest before and after. */
export function nearestTo(fact: Fact, claims: readonly KnownClaim[]): readonly KnownClaim[] {
  if (claims.length <= MANY) return claims;
  const begin = ({ facts: [first] }: KnownClaim): Fact => first ?? fact;
  const past = claims.filter(({ standing }) => standing === 'past').sort((a, b) => compareFacts(begin(a), begin(b)));
  const at = past.findIndex((claim) => compareFacts(begin(claim), fact) > 0);
  const middle = at < 0 ? past.length : at;
  const current = claims.filter(({ standing }) => standing !== 'past');
  return [...current.slice(-MANY), ...past.slice(Math.max(0, middle - NEAREST), middle + NEAREST)];
}
