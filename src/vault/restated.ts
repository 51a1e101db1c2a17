// Facts that stand elsewhere on their page than their disposition says: in History, current again, in a callout or
// out of one. A person or a merge left it so, and the ledger follows. Says what they are now; changes nothing.
import { parseSlot } from '../language/slots/parse-slot.ts';
import { judge } from '../language/slots/slots.ts';
import type { LedgerLine } from '../model/disposition.ts';
import { compareFacts, eventDay, type Fact } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { type Claim, isHistory } from '../model/page.ts';
import { type CurrentClaims, readJudged } from './current-claims.ts';
import type { PageText, View } from './view.ts';

export interface Restated {
  readonly as: 'placed' | 'superseded' | 'conflict';
  /** `superseded`: the fact that took its place. */
  readonly by?: string;
  /** `conflict`: the fact that it contradicts. */
  readonly with?: string;
  /** A fact that it is kept apart from: it is not to replace it again. */
  readonly apart?: string;
  /** It gets a claim of its own: the one that it shares is past, and it is not. */
  readonly isAlone?: boolean;
  readonly reason: string;
}

/** Where a page cites a fact. */
interface Places {
  readonly past: ReadonlyMap<string, Claim>;
  readonly plain: ReadonlyMap<string, Claim>;
  readonly side: ReadonlyMap<string, Claim>;
}

export type PlacesOn = (page: PageText) => Places;

/** A page is looked at once, as long as it is the same. */
export function rememberPlaces(): PlacesOn {
  const known = new WeakMap<PageText, Places>();
  return (page) => {
    const held = known.get(page) ?? readPlaces(page);
    known.set(page, held);
    return held;
  };
}

function readPlaces({ claims }: PageText): Places {
  const of = (some: readonly Claim[]): Map<string, Claim> =>
    new Map(some.flatMap((claim) => claim.facts.map((fact) => [fact, claim] as const)));
  return {
    past: of(claims.filter(isHistory)),
    plain: of(claims.filter((claim) => !isHistory(claim) && claim.sides.length === 0)),
    side: of(claims.filter((claim) => !isHistory(claim) && claim.sides.length > 0)),
  };
}

/** Does the page say something else of the fact than the ledger? */
export function isElsewhere(held: LedgerLine, page: PageText, placesOn: PlacesOn, view: View): boolean {
  const { past, plain, side } = placesOn(page);
  if (held.as === 'duplicate') return past.has(held.fact) && !plain.has(held.fact) && isSaidSince(held, placesOn, view);
  const { fact, by = '' } = held;
  if (past.has(fact)) return held.as !== 'superseded' && !plain.has(fact) && !side.has(fact);
  if (side.has(fact)) return held.as !== 'conflict' && !plain.has(fact) && !isPutRight(side.get(fact), fact, by);
  return held.as === 'conflict' || (held.as === 'superseded' && plain.get(fact)?.facts.includes(by) !== true);
}

/**
 * Does it repeat what was replaced, and happened after that, or contradict it on its day? One clone folded it into a
 * claim that held there still. A decision of a person's, and a line that names what it supersedes, hold whatever the
 * order.
 */
function isSaidSince(
  { fact: id, of = '' }: LedgerLine,
  placesOn: PlacesOn,
  { ledger, factById, pages, apart }: View,
): boolean {
  const gone = ledger.get(of);
  const [fact, first, next] = [factById.get(id), factById.get(of), factById.get(gone?.by ?? '')];
  if (
    !gone ||
    gone.as !== 'superseded' ||
    gone.engine === 'fix' ||
    gone.engine === 'review' ||
    !fact ||
    !first ||
    !next
  )
    return false;
  const page = pages.get(ledger.get(next.id)?.page ?? '');
  const places = page && placesOn(page);
  const isCurrent = places !== undefined && (places.plain.has(next.id) || places.side.has(next.id));
  return (
    isCurrent &&
    compareFacts(first, next) < 0 &&
    isSinceOrAgainst(fact, next) &&
    next.fields.supersedes === undefined &&
    !apart(id, next.id)
  );
}

function isSinceOrAgainst(fact: Fact, next: Fact): boolean {
  return (
    compareFacts(next, fact) < 0 ||
    (eventDay(next) === eventDay(fact) && judge(fact, next, { sameDay: true, explicit: false }).as === 'conflict')
  );
}

function isPutRight(claim: Claim | undefined, fact: string, by: string): boolean {
  return claim?.sides.some(({ facts }) => facts.includes(fact) && facts.includes(by)) === true;
}

/** What such facts are now. One that stands in History is left out where nothing took its place. */
export function readRestated(
  facts: ReadonlySet<string>,
  view: View,
  { claims, placesOn }: { readonly claims: CurrentClaims; readonly placesOn: PlacesOn },
): Map<string, Restated> {
  if (facts.size === 0) return new Map();
  claims.follow(view);
  const histories = groupBy(
    view.ledgerRead.lines.filter((line) => facts.has(line.fact)),
    (line) => line.fact,
  );
  return new Map(
    [...facts].flatMap((fact): [string, Restated][] => {
      const held = view.ledger.get(fact);
      const page = view.pages.get(held?.page ?? '');
      if (!held || !page) return [];
      const { past, plain, side } = placesOn(page);
      if (held.as === 'duplicate')
        return [[fact, { as: 'placed', isAlone: true, reason: 'it says again what was replaced before' }]];
      const [before, open] = [past.get(fact), side.get(fact)];
      if (before !== undefined && !plain.has(fact) && open === undefined) {
        const by = successorOf(fact, before, { view, claims, history: histories.get(fact) ?? [], placesOn });
        if (by !== null) return [[fact, { as: 'superseded', by, reason: 'it stands in History' }]];
        return held.as === 'conflict' ? [[fact, { as: 'placed', reason: 'it is in conflict no more' }]] : [];
      }
      const other = open?.sides.find(({ facts: cited }) => !cited.includes(fact))?.facts[0];
      if (other !== undefined && !plain.has(fact))
        return [[fact, { as: 'conflict', with: other, reason: 'it stands in a callout' }]];
      if (held.as !== 'superseded') return [[fact, { as: 'placed', reason: 'it is in conflict no more' }]];
      return [
        [
          fact,
          {
            as: 'placed',
            ...(held.by === undefined ? {} : { apart: held.by }),
            reason: 'it stands as a current claim again',
          },
        ],
      ];
    }),
  );
}

interface Around {
  readonly view: View;
  readonly claims: CurrentClaims;
  readonly history: readonly LedgerLine[];
  readonly placesOn: PlacesOn;
}

/** What an earlier decision named, else the current claim of its slot. */
function successorOf(id: string, claim: Claim, { view, claims, history, placesOn }: Around): string | null {
  const mayFollow = (other: string): boolean => {
    const page = view.pages.get(view.ledger.get(other)?.page ?? '');
    return (
      other !== id &&
      !claim.facts.includes(other) &&
      page !== undefined &&
      placesOn(page).plain.has(other) &&
      !view.forgotten.has(other) &&
      !view.apart(id, other)
    );
  };
  const undone = new Set(history.flatMap(({ undoes }) => undoes ?? []));
  const named = history.findLast((line) => !undone.has(line.run) && mayFollow(line.by ?? line.with ?? ''));
  if (named) return named.by ?? named.with ?? null;
  const fact = view.factById.get(id);
  const slot = fact && parseSlot(readJudged(claim.text, fact));
  const [next] = slot ? [...claims.inSlot(slot.key)].flatMap(({ cited }) => cited.find(mayFollow) ?? []).sort() : [];
  return next ?? null;
}
