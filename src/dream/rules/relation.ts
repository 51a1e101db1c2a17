// What a new fact and a claim are to each other, by the words of both. Pure; which of them is the later one is given.
import { judge } from '../../markdown/slots/slots.ts';
import type { KnownClaim, Sense } from './known-claims.ts';
import type { Relation } from './timeline.ts';

export interface Newcomer {
  /** Equal statements share it. */
  readonly key: string;
  readonly sense: Sense;
}

export function relationTo({ keys, sense }: Pick<KnownClaim, 'keys' | 'sense'>, newcomer: Newcomer, { later, sameDay }: { readonly later: boolean; readonly sameDay: boolean }): Relation {
  if (keys.includes(newcomer.key)) return 'duplicate';
  const [older, newer] = later ? [sense, newcomer.sense] : [newcomer.sense, sense];
  if (older.lent || newer.lent) return relationOfSlots(older, newer, sameDay);
  const { as } = judge(older.judged, newer.judged, { sameDay, explicit: false });
  if (as === 'corrects') return 'none';
  // A denial contradicts what was said; what is said again on another day after a denial is how it is now.
  return as === 'conflict' && !sameDay && isDenial(older) && !isDenial(newer) ? 'update' : as;
}

/** Where the words of one do not say what it is about, the slots do. */
function relationOfSlots({ slot: was }: Sense, { slot: is }: Sense, sameDay: boolean): Relation {
  if (was === null || is === null || was.key !== is.key) return 'none';
  if (was.value === is.value) return 'duplicate';
  return sameDay && !is.changed ? 'conflict' : 'update';
}

const isDenial = ({ slot, denies }: Sense): boolean => slot?.negated ?? denies;
