// Which earlier claims a new fact may be about, so that a person is asked, and what is common enough to have a page of
// its own.
import { WEEKDAY } from '../../../language/dates/calendar.ts';
import { tenseOf } from '../../../language/dates/date-phrases.ts';
import type { Neighbours } from '../../../language/neighbours.ts';
import { normalForm } from '../../../language/normal-form.ts';
import type { Slot } from '../../../language/slots/slots.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { valuesIn } from '../../../language/values.ts';
import { compareFacts, eventDay, type Fact } from '../../../model/fact.ts';
import { groupBy } from '../../../model/group-by.ts';
import type { ReviewKind, ReviewProposal } from '../../../model/review.ts';
import type { View } from '../../../vault/view.ts';
import { type LookAlike, LookAlikes, QUESTIONS, statementOf } from '../look-alikes.ts';
import type { KnownClaim } from './known-claims.ts';

const CANDIDATES = 6;
const KIN = 8;
/** So alike are the lines of a list or a habit. */
const ROW = 0.5;
/** So many others that are this much like it make a habit of it. */
const HABIT = { others: 3, likeness: 0.3 };
/** What one claim of a page, or the nearest ones together, must share with a fact so that it goes there. */
const ALIKE = { one: 0.25, all: 0.5 };
/** From so likely on a person is asked: sooner about two that contradict each other, which nothing else will settle. */
const ASKED_FROM: Readonly<Record<LookAlike['kind'], number>> = { merge: 0.35, supersede: 0.36, contradiction: 0.3 };
/** The same words but for one value: as good as sure. */
const SAME_BUT = 0.74;

/** Does each of them name a thing that the other does not? Another number or time is another value of one thing. */
const areTwoThings = (a: string, b: string): boolean =>
  [missingSpecifics(a, b), missingSpecifics(b, a)].every((missing) =>
    missing.some((one) => one !== 'not' && valuesIn(one).size === 0),
  );

/** What happened on one day and again on another happened twice. */
const areTwoEvents = ({ facts, text: older }: KnownClaim, fact: Fact, text: string): boolean =>
  tenseOf(older).past && tenseOf(text).past && facts.every((one) => eventDay(one) !== eventDay(fact));

const VALUE = new RegExp(String.raw`[€$£¥]?\d[\d.,:]*(?: ?[%€$£¥])?|\b(?:${WEEKDAY})s?\b`, 'giu');

/** Its words but for its one value with a unit, time or day of the week, and the kind of that; null for any other. */
function frameOf(text: string): string | null {
  const [kind, ...others] = valuesIn(text).keys();
  if (
    kind === undefined ||
    others.length > 0 ||
    kind === 'number' ||
    kind === 'version' ||
    text.match(VALUE)?.length !== 1
  )
    return null;
  return `${kind} ${normalForm(text.replace(VALUE, '#'))}`;
}

export interface Found {
  readonly claim: KnownClaim;
  readonly kind: ReviewKind;
  readonly score: number;
  readonly reason: string;
}

type Candidate = Omit<LookAlike, 'id'> & { readonly claim: KnownClaim };

export type Near = ReturnType<typeof createNear>;

/** `isOpen`: may this one be named? */
export function createNear(claimOf: (fact: string) => KnownClaim | null, neighbours?: Neighbours) {
  const likes = new LookAlikes(neighbours);
  const frames = new Map<string, KnownClaim>();
  const find = (fact: Fact, text: string, isOpen: (claim: KnownClaim) => boolean): Candidate[] =>
    likes.find(statementOf(fact, text), CANDIDATES).flatMap(({ id, kind, score }) => {
      const claim = claimOf(id);
      return claim && isOpen(claim) ? [{ claim, kind, score }] : [];
    });
  const isOfOther = ({ facts: [first] }: KnownClaim, { fields }: Fact): boolean =>
    first?.fields.project !== undefined && fields.project !== undefined && first.fields.project !== fields.project;
  return {
    /** From now on this claim is found by its words, as long as it is current. */
    learn: (claim: KnownClaim): void => {
      const { fact, text, standing, facts } = claim;
      if (standing === 'current' && facts[0]) likes.add({ ...statementOf(facts[0], text), id: fact });
      else likes.remove(fact);
      const frame = frameOf(text);
      if (frame !== null) frames.set(frame, claim);
    },
    forget: ({ fact, text }: KnownClaim): void => {
      likes.remove(fact);
      frames.delete(frameOf(text) ?? '');
    },
    /** The open claim that a person should look at beside this fact, if any. */
    alike: (fact: Fact, text: string, isOpen: (claim: KnownClaim) => boolean): Found | null => {
      const isMeant = (claim: KnownClaim): boolean => isOpen(claim) && !isOfOther(claim, fact);
      const frame = frameOf(text);
      const same = frame === null ? undefined : frames.get(frame);
      const isSame = same?.standing === 'current' && same.text !== text && isMeant(same);
      const [best] = isSame
        ? [{ claim: same, kind: 'supersede' as const, score: SAME_BUT }]
        : find(fact, text, isMeant);
      if (!best || best.score < ASKED_FROM[best.kind]) return null;
      const kin = likes.kin(statementOf(fact, text), KIN);
      const isHabit = kin.filter(({ likeness }) => likeness >= HABIT.likeness).length >= HABIT.others;
      const isAlike = kin.some(({ id, likeness }) => id === best.claim.fact && likeness >= ROW);
      const isRow =
        areTwoEvents(best.claim, fact, text) || (best.kind === 'merge' && areTwoThings(best.claim.text, text));
      // What is said again and again is a habit; two alike of two things or two days are rows of a list.
      return isHabit || (isAlike && isRow) ? null : { ...best, reason: QUESTIONS[best.kind] };
    },
    /** The page of a person, a thing or a topic whose claims share most with the fact, where they share enough. */
    pageLike: (fact: Fact, text: string, isOpen: (page: string) => boolean): string | null => {
      const pages = new Map<string, { most: number; all: number }>();
      for (const { id, likeness } of likes.kin(statementOf(fact, text), KIN)) {
        const page = claimOf(id)?.page;
        if (page === undefined || !isOpen(page)) continue;
        const { most, all } = pages.get(page) ?? { most: 0, all: 0 };
        pages.set(page, { most: Math.max(most, likeness), all: all + likeness });
      }
      const [best] = [...pages].sort(([a, x], [b, y]) => y.all - x.all || (a < b ? -1 : 1));
      return best && (best[1].most >= ALIKE.one || best[1].all >= ALIKE.all) ? best[0] : null;
    },
    /** The open claims that the fact may be about, the likest first, each with how likely, 0 to 1. */
    likest: find,
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
function kindOfPair(a: Slot, b: Slot): 'merge' | 'supersede' | null {
  if (a.negated || b.negated || a.value === '' || b.value === '' || a.value === b.value) return null;
  if (!a.single || !b.single) return null;
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

export type Spread = ReturnType<typeof countSpread>;

export interface SpreadInput {
  readonly subject: string | null;
  readonly tags: readonly string[];
  readonly day: string;
}

export function countSpread(facts: readonly SpreadInput[]) {
  const said = groupBy(
    facts.flatMap(({ tags, day }) => tags.map((tag) => ({ tag, day }))),
    ({ tag }) => tag,
  );
  const topics = new Set(
    [...said].flatMap(([tag, own]) =>
      own.length >= TOPIC_FACTS && new Set(own.map(({ day }) => day)).size >= TOPIC_DAYS && !SERIAL.test(tag)
        ? tag
        : [],
    ),
  );
  const subjects = groupBy(facts, ({ subject }) => subject);
  return {
    subjectFacts: (subject: string): number => subjects.get(subject)?.length ?? 0,
    tagFacts: (tag: string): number => said.get(tag)?.length ?? 0,
    /** A tag that three or more facts on two or more days carry, and that does not count or date. */
    isTopic: (tag: string): boolean => topics.has(tag),
  };
}
