// Which claim a correction puts right: the one of its slot, else the one that it says otherwise in what was said at the
// same sitting, on the same day, or not long before. Where there is a doubt, none: then a person is asked.
import { daysBetween } from '../../model/day.ts';
import { compareFacts, eventDay, type Fact } from '../../model/fact.ts';
import { corrects } from '../../markdown/slots/slots.ts';
import type { KnownClaim, KnownClaims, Sense } from './known-claims.ts';
import type { Near } from './near.ts';

export interface CorrectionContext {
  readonly claims: KnownClaims;
  readonly near: Near;
  isOpen(claim: KnownClaim): boolean;
}

/** What it says without its label. */
export interface Correction {
  readonly fact: Fact;
  readonly text: string;
  readonly key: string;
  readonly sense: Sense;
}

export interface Corrected {
  readonly claim: KnownClaim;
  /** False: it may as well be another. */
  readonly certain: boolean;
}

const RECENT_DAYS = 30;
const MAYBE = 0.5;

export function claimToCorrect(
  { fact, text, key, sense }: Correction,
  { claims, near, isOpen }: CorrectionContext,
): Corrected | null {
  const isBefore = (claim: KnownClaim): boolean =>
    claim.standing === 'current' && isOpen(claim) && claim.facts.every((one) => compareFacts(one, fact) < 0);
  const isRecent = (claim: KnownClaim): boolean => isOfSame(claim, fact) && daysSince(claim, fact) <= RECENT_DAYS;
  const isMeant = (claim: KnownClaim): boolean => isBefore(claim) && corrects(claim.sense.judged, sense.judged);
  const { slot } = sense;
  const isOne = ({ sense: { slot: other } }: KnownClaim): boolean =>
    [slot, other].some((one) => one?.single === true || one?.asks === true);
  const inSlot = slot === null ? [] : claims.inSlot(slot.key).filter((claim) => isOne(claim) && isMeant(claim));
  if (inSlot.length > 0) return oneOf(inSlot);
  const alike = near
    .likest(text, (claim) => isMeant(claim) && isRecent(claim))
    .flatMap((one) => claims.citing(one.fact) ?? []);
  const found = [
    ...new Set([...alike, ...claims.about(key, sense).filter((claim) => isMeant(claim) && isRecent(claim))]),
  ];
  const nearest = [isOfSitting, isOfDay, (): boolean => true]
    .map((isBeside) => found.filter((claim) => claim.facts.some((one) => isBeside(one, fact))))
    .find(({ length }) => length > 0);
  if (nearest) return oneOf(nearest);
  const [maybe] = near
    .likest(text, (claim) => isBefore(claim) && isRecent(claim))
    .filter(({ likeness }) => likeness >= MAYBE)
    .sort((a, b) => b.likeness - a.likeness);
  const claim = maybe && claims.citing(maybe.fact);
  return claim ? { claim, certain: false } : null;
}

/** Of several the one that was said last, and no certainty. */
function oneOf(claims: readonly KnownClaim[]): Corrected | null {
  const [last] = [...claims].sort((a, b) => compareFacts(lastOf(b), lastOf(a)));
  return last ? { claim: last, certain: claims.length === 1 } : null;
}

const lastOf = ({ facts }: KnownClaim): Fact => facts.at(-1) as Fact;
const isOfSitting = (one: Fact, other: Fact): boolean => one.day === other.day && one.session === other.session;
const isOfDay = (one: Fact, other: Fact): boolean => one.day === other.day || eventDay(one) === eventDay(other);

/** About one project, and told by one speaker. */
function isOfSame(claim: KnownClaim, { fields }: Fact): boolean {
  const own = lastOf(claim).fields;
  return own.project === fields.project && (own.persons ?? '') === (fields.persons ?? '');
}

const daysSince = (claim: KnownClaim, fact: Fact): number => daysBetween(eventDay(lastOf(claim)), eventDay(fact));
