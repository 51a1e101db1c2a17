// The relation between a new fact and a claim, by their words or the field `supersedes`, and the fact's effect on the
// claims about the same thing, by chronological order.
import { judge } from '../../../language/slots/slots.ts';
import { compareFacts, eventDay, type Fact, supersededAmong } from '../../../model/fact.ts';
import { groupBy } from '../../../model/group-by.ts';
import type { KnownClaim, Sense } from './known-claims.ts';

export interface Newcomer {
  /** Shared by equal statements. */
  readonly key: string;
  readonly sense: Sense;
}

export function relationTo(
  { keys, sense }: Pick<KnownClaim, 'keys' | 'sense'>,
  newcomer: Newcomer,
  { later, sameDay }: { readonly later: boolean; readonly sameDay: boolean },
): Relation {
  if (keys.includes(newcomer.key)) return 'duplicate';
  const [older, newer] = later ? [sense, newcomer.sense] : [newcomer.sense, sense];
  const { as } = judge(older.judged, newer.judged, { sameDay, explicit: false });
  if (as === 'corrects') return 'none';
  // A negation contradicts an earlier statement; a statement on a later day than a negation is an update.
  return as === 'conflict' && !sameDay && isDenial(older) && !isDenial(newer) ? 'update' : as;
}

const isDenial = ({ slot, denies }: Sense): boolean => slot?.negated ?? denies;

// A full page keeps its name as a hub and gets parts for new claims: `Work - 2025-03.md`, named by the month of the
// part's first fact.

/** The page itself if it has room, else the latest part with room, else a new part. */
export function pageWithRoom(
  page: string,
  fact: Fact,
  { parts, hasRoom }: { readonly parts: readonly string[]; readonly hasRoom: (page: string) => boolean },
): string {
  if (hasRoom(page)) return page;
  const open = [...parts].sort().reverse().find(hasRoom);
  if (open !== undefined) return open;
  const stem = `${page.slice(0, -'.md'.length)} - ${eventDay(fact).slice(0, 7)}`;
  for (let number = 1; ; number++) {
    const part = `${stem}${number === 1 ? '' : ` (${number})`}.md`;
    if (!parts.includes(part)) return part;
  }
}

/** The hub of a part; null if the page is not a part. */
export function hubOf(page: string): string | null {
  const match = /^(.+) - \d{4}-\d{2}(?: \(\d+\))?\.md$/.exec(page);
  return match?.[1] === undefined ? null : `${match[1]}.md`;
}

/** `side`: one of the claims of a callout. */
export type Standing = 'current' | 'side' | 'past';

/** One of the claims about one thing. */
export interface Segment {
  /** The facts that it cites, in chronological order. Never empty. */
  readonly facts: readonly Fact[];
  readonly standing: Standing;
}

/** What the later of two statements is to the earlier; `none`: unrelated. */
export type Relation = 'duplicate' | 'update' | 'conflict' | 'none';

/** Relates the new fact to a claim whose nearest fact is before it (`later`) or after it. */
export type Relate<S> = (
  segment: S,
  which: { readonly nearest: Fact; readonly later: boolean; readonly sameDay: boolean },
) => Relation;

export type Turn<S> =
  /** No known claim is about the same. */
  | { readonly as: 'alone' }
  /** `after`: the fact came late and makes `of` begin earlier than known, so this claim ends there. */
  | { readonly as: 'duplicate'; readonly of: S; readonly after: S | null }
  /** These current claims go to History. */
  | { readonly as: 'update'; readonly of: readonly S[] }
  /**
   * It came late, and its successor is known: the claim of the fact `by`. `after` ended with it; if that is the claim
   * `by`, that was said both before and after. `contradicted`: it did not end there, but where `by` settled it.
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
  /** It repeats a past claim that has no known successor. */
  | { readonly as: 'back'; readonly of: S };

type Late<S> = Extract<Turn<S>, { readonly as: 'late' }>;

const late = <S>(turn: Pick<Late<S>, 'by' | 'byFact'> & Partial<Late<S>>): Late<S> => ({
  as: 'late',
  after: null,
  afterFact: null,
  contradicted: false,
  ...turn,
});

/** A claim next to the new fact: its nearest facts before and after, and the relation to each. */
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
  // A claim that was repeated after this fact did not end with it, and neither did one that it only contradicts.
  const ended =
    previous?.segment.standing === 'past' && previous.after === null && previous.earlier === 'update' ? previous : null;
  // A contradiction lasts until a later day repeats one side, or says something else.
  const isSettled = previous?.earlier === 'conflict' && eventDay(next.after) !== day;
  if (next.later === 'duplicate' && !isSettled)
    return { as: 'duplicate', of: next.segment, after: ended?.segment ?? null };
  if (next.later === 'conflict') return contradicting(fact, next, previous ?? null, later);
  // A claim said both before and after this fact becomes two claims.
  const around = previous?.segment === next.segment ? previous : null;
  const [by, byFact] = [next.segment, next.after];
  if (around)
    return late({ by, byFact, after: by, afterFact: around.before, contradicted: around.earlier === 'conflict' });
  return late({ by, byFact, after: ended?.segment ?? null, afterFact: ended?.before ?? null });
}

/** A late fact that contradicts the claim `next`, until a later day repeats that, or says something else. */
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
    return late({
      by: segment,
      byFact: again,
      after: segment,
      afterFact: isAround ? previous.before : next.after,
      contradicted: true,
    });
  if (other?.after) return late({ by: other.segment, byFact: other.after });
  return segment.standing !== 'past' || !next.after
    ? { as: 'conflict', with: segment }
    : late({ by: segment, byFact: next.after });
}

/** The turn of a fact without known successors; `earlier` is sorted. */
function lastTurn<S extends Segment>(earlier: readonly Beside<S>[], day: string): Turn<S> {
  const previous = earlier.at(-1);
  if (!previous) return { as: 'alone' };
  const current = earlier.filter(({ segment }) => segment.standing !== 'past');
  const same = current.filter((one) => one.earlier === 'duplicate');
  const against = current.filter((one) => one.earlier === 'conflict');
  // A later day that repeats one side settles a contradiction; the same day does not.
  const isOfToday = against.some(({ before }) => before !== null && eventDay(before) === day);
  const settles =
    same.length > 0 &&
    same.length < current.length &&
    !isOfToday &&
    same.every(({ segment }) => segment.standing === 'side');
  const [said, other] = settles ? [] : [same.at(-1), against.at(-1)];
  const ends = current.filter((one) => one.earlier !== 'conflict');
  // It repeats a claim that was followed by another value: the claim begins again.
  if (said && ends.at(-1)?.earlier === 'update') return { as: 'update', of: ends.map(({ segment }) => segment) };
  if (said) return { as: 'duplicate', of: said.segment, after: null };
  if (other) return { as: 'conflict', with: other.segment };
  if (current.length > 0) return { as: 'update', of: current.map(({ segment }) => segment) };
  return previous.earlier === 'duplicate' ? { as: 'back', of: previous.segment } : { as: 'alone' };
}

/** The number of facts before this one; `facts` is sorted. */
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

export interface Explicit {
  /** The facts that it names, each once, in order. Skips unknown and ambiguous ones. */
  named(fact: Fact): readonly string[];
  /** Also the facts that those name in turn, while they wait: replacing a fact means replacing what it replaced. */
  through(fact: Fact, waits: (id: string) => boolean): readonly string[];
  /** The facts that name it, in chronological order. */
  naming(fact: Fact): readonly Fact[];
}

/** `facts`: all facts, in order. */
export function readExplicit(facts: readonly Fact[]): Explicit {
  const claiming = facts.filter(({ fields }) => fields.supersedes !== undefined);
  const namedBy = supersededAmong(facts);
  const named = new Map(claiming.map((fact) => [fact.id, namedBy(fact)]));
  const pairs = claiming.flatMap((fact) => (named.get(fact.id) ?? []).map((id) => ({ id, fact })));
  const naming = groupBy(pairs, ({ id }) => id);
  return {
    through: ({ id }, waits) => [...supersededThrough(id, (one) => named.get(one) ?? [], waits)],
    named: ({ id }) => named.get(id) ?? [],
    naming: ({ id }) => naming.get(id)?.map(({ fact }) => fact) ?? [],
  };
}

/** The facts that it names, and through those that wait, what these name in turn. `namedBy`: by id, those it names. */
export function supersededThrough(
  fact: string,
  namedBy: (id: string) => readonly string[],
  waits: (id: string) => boolean,
): ReadonlySet<string> {
  // Iterating a set includes what is added meanwhile.
  const found = new Set(namedBy(fact));
  for (const id of found) if (waits(id)) for (const further of namedBy(id)) if (further !== fact) found.add(further);
  return found;
}
