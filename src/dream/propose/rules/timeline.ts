// What a new fact does to the claims that speak of the same thing, by the order in which their facts happened and
// never by arrival. Pure; which statements speak of one thing, and what one is to the other, is decided elsewhere.
import { compareFacts, eventDay, type Fact } from '../../../model/fact.ts';

/** `side`: one of the claims that a callout holds against each other. */
export type Standing = 'current' | 'side' | 'past';

/** One claim among those that speak of one thing. */
export interface Segment {
  /** The facts that it cites, in the order in which they happened. Never empty. */
  readonly facts: readonly Fact[];
  readonly standing: Standing;
}

/** What the later of two statements is to the earlier; `none`: they have nothing to do with each other. */
export type Relation = 'duplicate' | 'update' | 'conflict' | 'none';

/** The relation between the new fact and a claim, whose nearest fact lies before it (`later`) or after it. */
export type Relate<S> = (
  segment: S,
  which: { readonly nearest: Fact; readonly later: boolean; readonly sameDay: boolean },
) => Relation;

export type Turn<S> =
  /** Nothing that is known speaks of the same. */
  | { readonly as: 'alone' }
  /** `after`: it came late and `of` begins earlier than was known; there this claim ends. */
  | { readonly as: 'duplicate'; readonly of: S; readonly after: S | null }
  /** These are current and go to History. */
  | { readonly as: 'update'; readonly of: readonly S[] }
  /** It says `of` again after another value. Each of `ends`, `of` among them, is current and ended with the next. */
  | { readonly as: 'return'; readonly of: S; readonly ends: readonly S[] }
  /**
   * It came late, and what followed is known: the claim of the fact `by`. `after` ended with it; where that is the
   * claim `by`, it was said before and again after. `contradicted`: it did not end there, but where `by` settled it.
   */
  | {
      readonly as: 'late';
      readonly by: S;
      readonly byFact: Fact;
      readonly after: S | null;
      readonly afterFact: Fact | null;
      readonly contradicted: boolean;
    }
  | { readonly as: 'conflict'; readonly with: S }
  /** It says again what is past, and nothing that is known came after that. */
  | { readonly as: 'back'; readonly of: S };

/** A claim beside the new fact: its facts that lie nearest on either side, and what the two are to each other there. */
interface Beside<S> {
  readonly segment: S;
  readonly before: Fact | null;
  readonly after: Fact | null;
  readonly earlier: Relation;
  readonly later: Relation;
}

export function turnOf<S extends Segment>(fact: Fact, known: readonly S[], relate: Relate<S>): Turn<S> {
  const day = eventDay(fact);
  const beside = known.map((segment): Beside<S> => {
    const at = placeIn(segment.facts, fact);
    const [before, after] = [segment.facts[at - 1] ?? null, segment.facts[at] ?? null];
    return {
      segment,
      before,
      after,
      earlier: before ? relate(segment, { nearest: before, later: true, sameDay: eventDay(before) === day }) : 'none',
      later: after ? relate(segment, { nearest: after, later: false, sameDay: eventDay(after) === day }) : 'none',
    };
  });
  const earlier = beside.filter((one) => one.earlier !== 'none').sort((a, b) => compareNullable(a.before, b.before));
  const later = beside.filter((one) => one.later !== 'none').sort((a, b) => compareNullable(a.after, b.after));
  const [previous, next] = [earlier.at(-1), later[0]];

  if (!next?.after) return lastTurn(earlier, day);
  if (previous?.earlier === 'duplicate') return { as: 'duplicate', of: previous.segment, after: null };
  // A claim that was said again after this fact did not end with it, and neither did one that it only contradicted.
  const ended =
    previous?.segment.standing === 'past' && previous.after === null && previous.earlier === 'update' ? previous : null;
  // A contradiction lasts until a later day says one of the two again, or something else.
  const isSettled = previous?.earlier === 'conflict' && eventDay(next.after) !== day;
  if (next.later === 'duplicate' && !isSettled)
    return { as: 'duplicate', of: next.segment, after: ended?.segment ?? null };
  if (next.later === 'conflict') return contradicting(fact, next, previous ?? null, later);
  // What was said before this fact and again after it is two claims now.
  const around = previous?.segment === next.segment ? previous : null;
  if (around)
    return {
      as: 'late',
      by: next.segment,
      byFact: next.after,
      after: around.segment,
      afterFact: around.before,
      contradicted: around.earlier === 'conflict',
    };
  return {
    as: 'late',
    by: next.segment,
    byFact: next.after,
    after: ended?.segment ?? null,
    afterFact: ended?.before ?? null,
    contradicted: false,
  };
}

/** A late fact and the claim `next` contradict each other, until a later day says that again, or something else. */
function contradicting<S extends Segment>(
  fact: Fact,
  next: Beside<S>,
  previous: Beside<S> | null,
  later: readonly Beside<S>[],
): Turn<S> {
  const { segment } = next;
  const isAround = previous?.segment === segment && previous.earlier === 'conflict';
  const begins = eventDay(isAround ? fact : (next.after ?? fact));
  const again = segment.facts.find((one) => compareFacts(one, fact) > 0 && eventDay(one) > begins);
  const other = later.find((one) => one.later !== 'conflict');
  if (again && !(other?.after && compareFacts(other.after, again) < 0))
    return {
      as: 'late',
      by: segment,
      byFact: again,
      after: segment,
      afterFact: isAround ? previous.before : next.after,
      contradicted: true,
    };
  if (other?.after)
    return { as: 'late', by: other.segment, byFact: other.after, after: null, afterFact: null, contradicted: false };
  if (segment.standing !== 'past' || !next.after) return { as: 'conflict', with: segment };
  return { as: 'late', by: segment, byFact: next.after, after: null, afterFact: null, contradicted: false };
}

/** The turn of a fact that no known one follows; `earlier` in their order. */
function lastTurn<S extends Segment>(earlier: readonly Beside<S>[], day: string): Turn<S> {
  const previous = earlier.at(-1);
  if (!previous) return { as: 'alone' };
  const current = earlier.filter(({ segment }) => segment.standing !== 'past');
  const same = current.filter((one) => one.earlier === 'duplicate');
  const against = current.filter((one) => one.earlier === 'conflict');
  // A later day that repeats one side of a contradiction settles it; the day itself does not.
  const isOfToday = against.some(({ before }) => before !== null && eventDay(before) === day);
  const settles =
    same.length > 0 &&
    same.length < current.length &&
    !isOfToday &&
    same.every(({ segment }) => segment.standing === 'side');
  const [said, other] = settles ? [] : [same.at(-1), against.at(-1)];
  const ends = current.filter((one) => one.earlier !== 'conflict');
  if (said && ends.at(-1)?.earlier === 'update') {
    return { as: 'return', of: said.segment, ends: ends.map(({ segment }) => segment) };
  }
  if (said) return { as: 'duplicate', of: said.segment, after: null };
  if (other) return { as: 'conflict', with: other.segment };
  if (current.length > 0) return { as: 'update', of: current.map(({ segment }) => segment) };
  return previous.earlier === 'duplicate' ? { as: 'back', of: previous.segment } : { as: 'alone' };
}

/** How many of them happened before it; both in their order. */
export function placeIn(facts: readonly Fact[], fact: Fact): number {
  let [low, high] = [0, facts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = facts[middle];
    if (at && compareFacts(at, fact) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareNullable(a: Fact | null, b: Fact | null): number {
  return a && b ? compareFacts(a, b) : Number(b === null) - Number(a === null);
}
