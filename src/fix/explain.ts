// What was decided about a fact, and which corrections make sense for it.
import { isHistory } from '../model/page.ts';
import type { View } from '../vault/view.ts';
import { findStanding, type Standing } from './standing.ts';

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
  readonly offers: readonly Offer[];
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
  return { ...standing, others, offers: offersFor(standing, others.length > 0) };
}

const TO: Offer = { flag: 'to', takes: 'PAGE', does: 'to another page' };
const TEXT: Offer = { flag: 'text', takes: 'TEXT', does: 'the claim in other words' };
const offer = (flag: 'separate' | 'restore' | 'current', does: string): Offer => ({ flag, takes: null, does });

function offersFor({ held, claim }: Standing, shares: boolean): Offer[] {
  if (claim === null) return [offer('restore', held.page === undefined ? 'a claim again; say where with --to PAGE' : `a claim on ${held.page} again`), TO];
  if (claim.sides.length > 1) return [offer('current', 'this one holds, the other is over'), offer('separate', 'both hold, side by side')];
  if (held.as === 'superseded' || isHistory(claim)) return [offer('restore', 'it holds too, beside the later one'), offer('current', 'it holds instead of the later one')];
  return [...(shares ? [offer('separate', 'a claim of its own')] : []), TO, TEXT];
}
