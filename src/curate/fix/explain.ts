// What was decided about a fact, and which corrections make sense for it.
import { MemvaultError } from '../../model/errors.ts';
import { isHistory } from '../../model/page.ts';
import type { View } from '../../vault/view.ts';
import { remedyFor } from './fix.ts';
import { isAlready } from './remedy.ts';
import { findStanding, isCorrected, mustBeCited, type Standing } from './standing.ts';

export interface Offer {
  /** Without dashes. */
  readonly flag: 'separate' | 'restore' | 'current' | 'to' | 'text';
  /** What it takes, or null. */
  readonly takes: string | null;
  readonly does: string;
}

/** A fact that the decision names, with its words. */
export interface Other {
  readonly id: string;
  readonly day: string;
  readonly text: string;
}

export interface Explanation extends Standing {
  /** Those that it was joined with, or that it stands against; the one that the ledger names first. */
  readonly others: readonly Other[];
  /** Only what works. */
  readonly offers: readonly Offer[];
  /** Why nothing does, and what can be done instead; null where something does. */
  readonly obstacle: string | null;
  /** The one that superseded it took its place in the same claim, which has no History of the old words. */
  readonly corrected: boolean;
}

/** Throws `not-found`, and `refused` where nothing was decided. */
export function explain(view: View, id: string): Explanation {
  const standing = findStanding(view, id);
  const { held, claim } = standing;
  const ids = new Set([held.of ?? held.by ?? held.with ?? id, ...(claim?.facts ?? [])]);
  ids.delete(id);
  const others = [...ids].flatMap((other): Other[] => {
    const fact = view.forgotten.has(other) ? undefined : view.factById.get(other);
    return fact === undefined ? [] : [{ id: other, day: fact.day, text: fact.text }];
  });
  const tried = offersFor(standing, others.length > 0).map((one) => ({
    one,
    obstacle: obstacleTo(one, standing, view),
  }));
  const offers = tried.filter(({ obstacle }) => obstacle === null).map(({ one }) => one);
  return {
    ...standing,
    others,
    offers,
    obstacle: offers.length > 0 ? null : (tried[0]?.obstacle ?? null),
    corrected: isCorrected(held, claim),
  };
}

/** Why it would be refused, or null. What takes a page or a text depends on which. */
function obstacleTo({ flag, takes }: Offer, standing: Standing, view: View): string | null {
  try {
    if (takes === null) {
      const outcome =
        flag === 'separate' || flag === 'restore' || flag === 'current'
          ? remedyFor(view, standing.fact.id, flag === 'restore' ? { kind: flag, to: null } : { kind: flag })
          : null;
      return outcome !== null && isAlready(outcome) ? outcome.already : null;
    }
    if (standing.claim !== null) mustBeCited(standing, view);
    return null;
  } catch (error) {
    if (error instanceof MemvaultError && error.code === 'refused')
      return [error.message.replace(/; nothing was changed$/, ''), error.hint]
        .filter((part) => part !== undefined)
        .join('; ');
    throw error;
  }
}

const TO: Offer = { flag: 'to', takes: 'PAGE', does: 'to another page' };
const TEXT: Offer = { flag: 'text', takes: 'TEXT', does: 'the claim in other words' };
const offer = (flag: 'separate' | 'restore' | 'current', does: string): Offer => ({ flag, takes: null, does });

function offersFor({ held, claim }: Standing, shares: boolean): Offer[] {
  if (claim === null)
    return [
      offer(
        'restore',
        held.page === undefined ? 'a claim again, on the page that it had' : `a claim on ${held.page} again`,
      ),
      { ...TO, does: 'a claim on that page' },
    ];
  if (claim.sides.length > 1)
    return [offer('current', 'this one holds, the other is over'), offer('separate', 'both hold, side by side')];
  if (held.as === 'superseded' || isHistory(claim))
    return [
      offer(
        'restore',
        isCorrected(held, claim) ? 'it holds too, beside what corrected it' : 'it holds too, beside the later one',
      ),
      offer('current', 'it holds instead of the later one'),
    ];
  return [...(shares ? [offer('separate', 'a claim of its own')] : []), TO, TEXT];
}
