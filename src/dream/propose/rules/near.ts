// Which claims are near enough to a new one that a person may be asked about the two: found by the words that few
// claims have, so that what it costs does not grow with the vault.
import type { Slot } from '../../../language/slots/types.ts';
import { compareFacts, eventDay, type Fact } from '../../../model/fact.ts';
import type { ReviewKind, ReviewProposal } from '../../../model/review.ts';
import type { View } from '../../../vault/view.ts';
import { type Bag, bagOf, compareBags, likeness } from './alike.ts';
import type { KnownClaim } from './known-claims.ts';
import { createStem } from './terms.ts';

/** A word in more claims than that finds nothing. */
const COMMON = 50;
const CANDIDATES = 40;
/** Of the rarest words so many claims are counted. */
const VISITS = 150;
const COMPARED = 6;
/** Statements whose words are remembered at a time. */
const REMEMBERED = 5000;
const ASKED_FROM = 0.7;

export interface Found {
  readonly claim: KnownClaim;
  readonly kind: ReviewKind;
  readonly score: number;
  readonly reason: string;
}

export interface Near {
  /** From now on this claim is found. Once is enough, also where its words change a little. */
  learn(claim: KnownClaim): void;
  /** The open claim that a person should look at beside this fact, if any. `isOpen`: may this one be named? */
  alike(fact: Fact, text: string, isOpen: (claim: KnownClaim) => boolean): Found | null;
  /** The open claims that share most with a text. */
  likest(text: string, isOpen: (claim: KnownClaim) => boolean): { readonly fact: string; readonly likeness: number }[];
}

export function createNear(claimOf: (fact: string) => KnownClaim | null): Near {
  const stem = createStem();
  const bags = new Map<string, Bag>();
  const bag = (text: string): Bag => {
    const known = bags.get(text) ?? bagOf(text, stem);
    if (bags.size >= REMEMBERED) bags.clear();
    bags.set(text, known);
    return known;
  };
  /** By word the facts whose claims have it; null: too many have. */
  const postings = new Map<string, string[] | null>();
  const learned = new Set<string>();

  /** Facts by the number of rarer words that they share, most first. */
  const candidates = ({ words }: Bag): string[] => {
    // Who has half of the words has one of the rarer half. An unknown word counts, as no claim has it; a common one
    // does not.
    const rare = [...words]
      .map((word) => postings.get(word))
      .filter((list) => list !== null)
      .sort((a, b) => (a?.length ?? 0) - (b?.length ?? 0));
    const rarer = rare.slice(0, Math.floor(rare.length / 2) + 1);
    const shared = new Map<string, number>();
    let visits = 0;
    for (const list of rarer) {
      if (visits >= VISITS) break;
      for (const fact of list ?? []) {
        const count = shared.get(fact);
        if (count !== undefined || shared.size < CANDIDATES) shared.set(fact, (count ?? 0) + 1);
      }
      visits += list?.length ?? 0;
    }
    const byCount: string[][] = rarer.map(() => []);
    for (const [fact, count] of shared) if (count * 2 >= rarer.length) byCount[rarer.length - count]?.push(fact);
    return byCount.flat();
  };
  const likest = (
    own: Bag,
    isOpen: (claim: KnownClaim) => boolean,
  ): { fact: string; claim: KnownClaim; bag: Bag }[] => {
    const found: { fact: string; claim: KnownClaim; bag: Bag }[] = [];
    for (const fact of candidates(own)) {
      const claim = claimOf(fact);
      if (claim && isOpen(claim)) found.push({ fact, claim, bag: bag(claim.text) });
      if (found.length === COMPARED) break;
    }
    return found;
  };

  return {
    learn: ({ fact, text, standing }) => {
      if (standing !== 'current' || learned.has(fact)) return;
      learned.add(fact);
      for (const word of bag(text).words) {
        const list = postings.get(word);
        if (list === undefined) postings.set(word, [fact]);
        else if (list !== null && list.length < COMMON) list.push(fact);
        else postings.set(word, null);
      }
    },
    alike: (fact, text, isOpen) => {
      const own = bag(text);
      let best: Found | null = null;
      const isBeside = ({ facts: [first] }: KnownClaim): boolean => first?.fields.project === fact.fields.project;
      for (const { claim, bag: other } of likest(own, (one) => isBeside(one) && isOpen(one))) {
        const sameDay = claim.facts.some((one) => eventDay(one) === eventDay(fact));
        const alike = compareBags(other, own, sameDay);
        if (alike && alike.score >= ASKED_FROM && alike.score > (best?.score ?? 0)) best = { ...alike, claim };
      }
      return best;
    },
    likest: (text, isOpen) => {
      const own = bag(text);
      return likest(own, isOpen).map(({ fact, bag: other }) => ({ fact, likeness: likeness(own, other) }));
    },
  };
}

/** The question about a claim and a new fact, in the order in which they happened. */
export function reviewOf(
  { kind, claim, score, reason }: Found,
  fact: Fact,
  { factById }: Pick<View, 'factById'>,
): ReviewProposal {
  const other = factById.get(claim.fact);
  return {
    kind,
    facts: other && compareFacts(other, fact) > 0 ? [fact.id, claim.fact] : [claim.fact, fact.id],
    reason,
    score,
  };
}

/** Two that speak of one thing, where it is not sure that the later value takes the place of the other. */
export function slotReview(claim: KnownClaim, slot: Slot): Found | null {
  const kind = claim.sense.slot && kindOfPair(claim.sense.slot, slot);
  if (kind === null) return null;
  if (kind === 'merge') return { claim, kind, score: 0.78, reason: 'one says more closely what the other says' };
  return { claim, kind, score: 0.74, reason: 'they give one thing two values' };
}

/** What may be asked about two statements on one thing; null for nothing. */
export function kindOfPair(a: Slot, b: Slot): 'merge' | 'supersede' | null {
  if (a.negated || b.negated || a.value === '' || b.value === '' || a.value === b.value) return null;
  if (a.asks !== true && b.asks !== true && !(a.single && b.single)) return null;
  return holds(a.value, b.value) || holds(b.value, a.value) ? 'merge' : 'supersede';
}

function holds(long: string, short: string): boolean {
  return ` ${long} `.includes(` ${short} `) || (/\p{Script=Han}/u.test(short) && long.includes(short));
}

// Of many claims on one thing those that can matter to a new fact: so that what was said a thousand times costs no
// thousand comparisons.

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

// How often each subject and tag occurs over all facts: what is common enough to have a page of its own.

/** A label that counts or dates (`sprint-12`, `v2`, `2024-05`) names an occasion, not a topic. */
const SERIAL = /(?:^|[^\p{L}])v?\d[\d.\-/]*$/u;
const TOPIC_FACTS = 3;
const TOPIC_DAYS = 2;

export interface Spread {
  readonly subjects: ReadonlyMap<string, number>;
  tagFacts(tag: string): number;
  /** A tag that three or more facts on two or more days carry, and that does not count or date. */
  isTopic(tag: string): boolean;
}

export interface SpreadInput {
  readonly subject: string | null;
  readonly tags: readonly string[];
  readonly day: string;
}

export function countSpread(facts: Iterable<SpreadInput>): Spread {
  const subjects = new Map<string, number>();
  const tags = new Map<string, { facts: number; days: Set<string> }>();
  for (const { subject, tags: own, day } of facts) {
    if (subject !== null) subjects.set(subject, (subjects.get(subject) ?? 0) + 1);
    for (const tag of own) {
      const seen = tags.get(tag) ?? { facts: 0, days: new Set<string>() };
      seen.facts++;
      seen.days.add(day);
      tags.set(tag, seen);
    }
  }
  return {
    subjects,
    tagFacts: (tag) => tags.get(tag)?.facts ?? 0,
    isTopic: (tag) => {
      const seen = tags.get(tag);
      return seen !== undefined && seen.facts >= TOPIC_FACTS && seen.days.size >= TOPIC_DAYS && !SERIAL.test(tag);
    },
  };
}
