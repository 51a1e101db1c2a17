// Which claim a correction puts right: that of the same thing, else the one alone that is very much like it in
// what was said at the same sitting. Where there is a doubt, none.
import { compareFacts, eventDay, type Fact } from '../../model/fact.ts';
import type { KnownClaim, KnownClaims, Sense } from './known-claims.ts';
import type { Near } from './near.ts';

export interface CorrectionContext {
  readonly claims: KnownClaims;
  readonly near: Near;
  senseOf(fact: Fact): Sense;
  isOpen(claim: KnownClaim): boolean;
}

const ALIKE = 0.6;
const CLEARLY = 0.15;

/** `words`: the fact with what it says instead as its text. */
export function claimToCorrect(words: Fact, { claims, near, senseOf, isOpen }: CorrectionContext): KnownClaim | null {
  const isBefore = (claim: KnownClaim): boolean => claim.standing === 'current' && isOpen(claim) && claim.facts.every((fact) => compareFacts(fact, words) < 0);
  const { slot } = senseOf(words);
  const inSlot = slot?.single === true ? claims.inSlot(slot.key).filter(isBefore) : [];
  if (inSlot.length > 0) return inSlot.length === 1 ? (inSlot[0] ?? null) : null;
  const isBeside = (fact: Fact): boolean => (fact.day === words.day && fact.session === words.session) || eventDay(fact) === eventDay(words);
  const [best, second] = near.likest(words.text)
    .flatMap(({ fact, likeness }) => {
      const claim = claims.citing(fact);
      return claim && isBefore(claim) && claim.facts.some(isBeside) ? [{ claim, likeness }] : [];
    })
    .sort((a, b) => b.likeness - a.likeness);
  if (!best || best.likeness < ALIKE) return null;
  return second && best.likeness - second.likeness < CLEARLY ? null : best.claim;
}
