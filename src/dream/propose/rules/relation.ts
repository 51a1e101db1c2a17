// What a new fact and a claim are to each other, by the words of both. Pure; which of them is the later one is given.
import { judge, judgeSlots } from '../../../language/slots/slots.ts';
import type { Slot, Verdict } from '../../../language/slots/types.ts';
import type { KnownClaim, Sense } from './known-claims.ts';
import type { Relation } from './timeline.ts';

export interface Newcomer {
  /** Equal statements share it. */
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
  const as =
    older.lent || newer.lent
      ? relationOfSlots(older, newer, sameDay)
      : judge(older.judged, newer.judged, { sameDay, explicit: false }).as;
  if (as === 'corrects') return 'none';
  // A denial contradicts what was said; what is said again on another day after a denial is how it is now.
  return as === 'conflict' && !sameDay && isDenial(older) && !isDenial(newer) ? 'update' : as;
}

/** Where the words of one do not say what it is about, the slots do. */
function relationOfSlots(older: Sense, newer: Sense, sameDay: boolean): Verdict['as'] {
  const [was, is] = [ownSlot(older), ownSlot(newer)];
  if (was === null || is === null || was.key !== is.key) return 'none';
  // What it names as left is over, also where one may have several of the kind.
  if (newer.leaves === was.held && !was.negated) return 'update';
  return judgeSlots(was, is, { sameDay }).as;
}

/** A lent slot has nothing but the value from the words of its own statement. */
const ownSlot = ({ slot, lent }: Sense): Slot | null =>
  slot !== null && lent ? { ...slot, beside: '', labelled: null } : slot;

const isDenial = ({ slot, denies }: Sense): boolean => slot?.negated ?? denies;
