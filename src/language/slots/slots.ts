// Slots, that is, statements about something single-valued, and the verdict on a newer statement relative to an older
// one: update, conflict, duplicate, or none.
import { isDay } from '../../model/day.ts';
import type { Statement } from '../../model/fact.ts';
import { momentIn } from '../profile.ts';
import { compareValues, isSameTalk, plainNegation, putsRight, saysMoreOf } from './compare.ts';
import { parseSlot, parseTurn } from './parse-slot.ts';
import { isCorrection } from './sentence.ts';
import type { Kind } from './value.ts';

/** `day`: the local day on which it was logged, if known. */
export type Judged = Pick<Statement, 'text' | 'fields' | 'category'> & { readonly day?: string };

export interface Slot {
  /** Project, subject and relation: statements with equal keys are about the same thing. */
  readonly key: string;
  /** Normalised for comparison. */
  readonly value: string;
  /** The statement negates the value. */
  readonly negated: boolean;
  /** It contains words of change: "now", "no longer", "moved to". */
  readonly changed: boolean;
  readonly form: 'words' | 'field';
  /** The key is single-valued. If false ("speaks French"), only an equal value is meaningful. */
  readonly single: boolean;
  /** The relation's name in reasons; general words, never the statement's own. */
  readonly label: string;
  readonly kind: Kind;
  /** Additional information ("since June"); empty for none. */
  readonly beside: string;
  /** The label given to the value: "city" in "the city of". */
  readonly labelled: string | null;
}

export interface Verdict {
  readonly as: 'duplicate' | 'update' | 'conflict' | 'corrects' | 'none';
  /** One short sentence for the user, in general words only. */
  readonly reason: string;
}

export interface Circumstances {
  /** Both are about the same local day. */
  readonly sameDay: boolean;
  /** The newer names the older in its field `supersedes`. */
  readonly explicit: boolean;
}

// Judges a newer statement against an older one. Compares slots, plain negations and explicit words, never similarity,
// and answers "none" whenever it is unsure.

const NONE: Verdict = { as: 'none', reason: '' };

/** Older and newer in fact order. Rewordings are not detected here: see `statementKey`. */
export function judge(older: Judged, newer: Judged, circumstances: Circumstances): Verdict {
  const correction = isCorrection(newer.text);
  if (circumstances.explicit)
    return correction
      ? { as: 'corrects', reason: 'it corrects the one it supersedes' }
      : { as: 'update', reason: 'it names the one it supersedes' };
  if (correction)
    return putsRight(older, { ...newer, text: correction.rest })
      ? { as: 'corrects', reason: 'it says that it corrects this' }
      : NONE;
  const [before, after] = [parseSlot(older), parseSlot(newer)];
  if (before && after && before.key === after.key) return judgeSlots(before, after, circumstances);
  const turn = parseTurn(newer);
  if (before && turn && before.key === turn.key && !before.negated && isSince(older, newer)) {
    const as = turn.value === '' ? 'update' : judgeSlots(before, turn, { sameDay: false }).as;
    return as === 'update' ? { as, reason: `the same ${turn.label}, which has changed` } : NONE;
  }
  return before?.form === 'field' || after?.form === 'field' ? NONE : judgeNegation(older, newer, circumstances);
}

/** The verdict on two slots with equal keys. */
function judgeSlots(before: Slot, after: Slot, { sameDay }: Pick<Circumstances, 'sameDay'>): Verdict {
  const likeness = compareValues(
    before.value,
    after.value,
    after.kind,
    before.labelled !== null && before.labelled === after.labelled,
  );
  const { label } = after;
  if (before.negated !== after.negated) {
    const isOver = after.negated && after.changed && saysMoreOf(before.value, after.value);
    if (before.negated && likeness === 'other' && before.single && after.single)
      return { as: 'update', reason: `the same ${label}, which was only denied another value` };
    if (likeness !== 'same' && !isOver) return NONE;
    return after.changed
      ? { as: 'update', reason: `the same ${label}, which has changed` }
      : { as: 'conflict', reason: `the same ${label}, once stated and once denied` };
  }
  if (likeness === 'near') return NONE;
  if (likeness === 'same')
    return after.beside === '' || after.beside === before.beside
      ? { as: 'duplicate', reason: `the same ${label} with the same value` }
      : NONE;
  if (after.negated || !after.single || (!before.single && !after.changed)) return NONE;
  if (sameDay && !after.changed)
    return { as: 'conflict', reason: `the same ${label} with another value on the same day` };
  return { as: 'update', reason: `the same ${label}, another value` };
}

/**
 * True if the newer event happened after the older was said; if only its month or year is known, then in a later one.
 */
function isSince(older: Judged, newer: Judged): boolean {
  const moment = momentIn(newer);
  if (moment === null || newer.day?.startsWith(moment) === true || isDay((newer.fields.at ?? '').slice(0, 10)))
    return true;
  const at = (older.fields.at ?? '').slice(0, 10);
  const said = isDay(at) ? at : older.day;
  return said !== undefined && said.slice(0, moment.length) < moment;
}

function judgeNegation(older: Judged, newer: Judged, { sameDay }: Circumstances): Verdict {
  if (!isSameTalk(older, newer)) return NONE;
  const [before, after] = [plainNegation(older.text), plainNegation(newer.text)];
  if (!before || !after || before.negated === after.negated || before.form !== after.form) return NONE;
  if (before.past !== after.past || (before.past && !sameDay)) return NONE;
  if (after.changed)
    return {
      as: 'update',
      reason: after.negated ? 'it says that this is no longer so' : 'it says that this is so now',
    };
  return { as: 'conflict', reason: 'one says what the other denies' };
}
