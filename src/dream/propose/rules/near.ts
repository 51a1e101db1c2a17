// Finds earlier claims that a new fact may be about, so that a person is asked, and what is common enough for a page of
// its own.
import { WEEKDAY } from '../../../language/dates/calendar.ts';
import { tenseOf } from '../../../language/dates/relative-dates.ts';
import type { Neighbours } from '../../../language/neighbours.ts';
import { normalForm } from '../../../language/normal-form.ts';
import type { Slot } from '../../../language/slots/slots.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { valuesIn } from '../../../language/values.ts';
import { compareFacts, eventDay, type Fact } from '../../../model/fact.ts';
import { groupBy } from '../../../model/group-by.ts';
import { QUESTIONS, type ReviewKind, type ReviewProposal } from '../../../model/review.ts';
import type { View } from '../../../vault/view.ts';
import { type LookAlike, LookAlikes, statementOf } from '../look-alikes.ts';
import type { KnownClaim } from './known-claims.ts';

const CANDIDATES = 6;
const KIN = 8;
/** The similarity of lines of a list or a habit. */
const ROW = 0.5;
/** This many other statements with this similarity make a habit. */
const HABIT = { others: 3, likeness: 0.3 };
/** The similarity to a page's best claim, or to its nearest ones together, at which a fact goes to that page. */
const ALIKE = { one: 0.25, all: 0.5 };
/** The least score for a question; lower for contradictions, which nothing else settles. */
const ASKED_FROM: Readonly<Record<LookAlike['kind'], number>> = { merge: 0.35, supersede: 0.36, contradiction: 0.3 };
/** The same words except for one value: almost certain. */
const SAME_BUT = 0.74;

/**
 * Whether each names a thing that the other does not. Numbers and times do not count, since they are values of one
 * thing.
 */
const areTwoThings = (a: string, b: string): boolean =>
  [missingSpecifics(a, b), missingSpecifics(b, a)].every((missing) =>
    missing.some((one) => one !== 'not' && valuesIn(one).size === 0),
  );

/** Whether both are past events on different days. */
const areTwoEvents = ({ facts, text: older }: KnownClaim, fact: Fact, text: string): boolean =>
  tenseOf(older).past && tenseOf(text).past && facts.every((one) => eventDay(one) !== eventDay(fact));

const VALUE = new RegExp(String.raw`[€$£¥]?\d[\d.,:]*(?: ?[%€$£¥])?|\b(?:${WEEKDAY})s?\b`, 'giu');

/**
 * A statement's words with its only value replaced, if that has a unit, a time or a weekday, and the value's kind; null
 * otherwise.
 */
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

/** `isOpen`: whether a claim may be named. */
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
    /** Makes the claim findable by its words while it is current. */
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
    /** The open claim that a person should compare with this fact, if any. */
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
      // Frequent repetition is a habit; similar statements about two things or two days are rows of a list.
      return isHabit || (isAlike && isRow) ? null : { ...best, reason: QUESTIONS[best.kind] };
    },
    /** The page of a person, a thing or a topic whose claims are most similar to the fact, if similar enough. */
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
    /** The open claims that the fact may be about, most likely first, each with its score, 0 to 1. */
    likest: find,
  };
}

/** The question about a claim and a new fact, in chronological order. */
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

/** A question about two statements on one thing, if it is not certain that the later value replaces the other. */
export function slotReview(claim: KnownClaim, slot: Slot): Found | null {
  const kind = claim.sense.slot && kindOfPair(claim.sense.slot, slot);
  if (kind === null) return null;
  if (kind === 'merge') return { claim, kind, score: 0.78, reason: 'one is more specific than the other' };
  return { claim, kind, score: 0.74, reason: 'they give different values for the same thing' };
}

/** The kind of question about two slots; null for none. */
function kindOfPair(a: Slot, b: Slot): 'merge' | 'supersede' | null {
  if (a.negated || b.negated || a.value === '' || b.value === '' || a.value === b.value) return null;
  if (!a.single || !b.single) return null;
  return holds(a.value, b.value) || holds(b.value, a.value) ? 'merge' : 'supersede';
}

function holds(long: string, short: string): boolean {
  return ` ${long} `.includes(` ${short} `) || (/\p{Script=Han}/u.test(short) && long.includes(short));
}

// Limits the claims about one thing to those that can matter to a new fact, so that a thousand repetitions do not cost
// a thousand comparisons.

const MANY = 16;
const NEAREST = 4;

/** The current ones, and the past ones nearest before and after. */
export function nearestTo(fact: Fact, claims: readonly KnownClaim[]): readonly KnownClaim[] {
  if (claims.length <= MANY) return claims;
  const begin = ({ facts: [first] }: KnownClaim): Fact => first ?? fact;
  const past = claims.filter(({ standing }) => standing === 'past').sort((a, b) => compareFacts(begin(a), begin(b)));
  const at = past.findIndex((claim) => compareFacts(begin(claim), fact) > 0);
  const middle = at < 0 ? past.length : at;
  const current = claims.filter(({ standing }) => standing !== 'past');
  return [...current.slice(-MANY), ...past.slice(Math.max(0, middle - NEAREST), middle + NEAREST)];
}

// How often each subject and tag occurs in all facts; decides which are common enough for a page of their own.

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
    /** A tag on three or more facts of two or more days that is not a counter or a date. */
    isTopic: (tag: string): boolean => topics.has(tag),
  };
}
