// What a statement says of something that has one value at a time (a slot), and what a newer statement is to an older
// one: an update, a contradiction, the same again, or nothing.
import { isDay } from '../../model/day.ts';
import type { Statement } from '../../model/fact.ts';
import { momentIn } from '../profile.ts';
import { compareValues, putsRight, saysMoreOf } from './compare.ts';
import { isSameTalk, plainNegation } from './equal.ts';
import { parseSlot, parseTurn } from './parse-slot.ts';
import { isCorrection } from './sentence.ts';
import type { Kind } from './value.ts';

/** `day`: the local day on which it was logged, where that is known. */
export type Judged = Pick<Statement, 'text' | 'fields' | 'category'> & { readonly day?: string };

export interface Slot {
  /** Project, subject and relation: statements with one key speak of one thing. */
  readonly key: string;
  /** In the form in which values are compared. */
  readonly value: string;
  /** The statement denies the value. */
  readonly negated: boolean;
  /** It has words of change: "now", "no longer", "moved to". */
  readonly changed: boolean;
  readonly form: 'words' | 'field';
  /** The key has one value at a time. Where false ("speaks French"), only an equal value says anything. */
  readonly single: boolean;
  /** What the relation is called in a reason; general words, never the statement's own. */
  readonly label: string;
  readonly kind: Kind;
  /** What it says beside the slot ("since June"); empty for nothing. */
  readonly beside: string;
  /** "the city of": what it says the value is. */
  readonly labelled: string | null;
}

export interface Verdict {
  readonly as: 'duplicate' | 'update' | 'conflict' | 'corrects' | 'none';
  /** One short sentence for a person, of general words only. */
  readonly reason: string;
}

export interface Circumstances {
  /** Both speak of the same local day. */
  readonly sameDay: boolean;
  /** The newer names the older in its field `supersedes`. */
  readonly explicit: boolean;
}

// What a newer statement is to an older one. It compares slots, plain negations and explicit words, never
// likeness, and answers "none" wherever it is not sure.

const NONE: Verdict = { as: 'none', reason: '' };

/** Older and newer by the order of facts. Other words for the same are not judged here: see `statementKey`. */
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

/** The same of two slots with one key. */
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

/** Did it happen after the older was said? Where only a month or a year is known, in a later one. */
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
