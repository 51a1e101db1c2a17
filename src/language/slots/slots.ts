// What a statement says of something that has one value at a time (a slot), and what a newer statement is
// to an older one. Pure; it never decides by likeness, and says nothing where it is not sure.
import { isDay } from '../../model/day.ts';
import { normalForm } from '../normal-form.ts';
import { momentIn } from '../profile.ts';
import { compareValues, putsRight, saysMoreOf } from './compare.ts';
import { isCorrection, isSameTalk } from './correction.ts';
import { plainNegation } from './negation.ts';
import { parseSlot, parseTurns } from './parse-slot.ts';
import { statementCore } from './subject.ts';
import { parseSwitch } from './switch.ts';
import type { Circumstances, Judged, Slot, Verdict } from './types.ts';

// What a newer statement is to an older one. It compares slots, plain negations and explicit words, never
// likeness, and answers "none" wherever it is not sure.

const NONE: Verdict = { as: 'none', reason: '' };

/** Older and newer by the order of facts. That two texts are equal is not judged here: see `decidePair`. */
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
  const turn =
    before &&
    parseTurns(newer)
      .map((one) => (one.key === before.key && isSince(older, newer, one) ? judgeTurn(before, one) : NONE))
      .find(({ as }) => as !== 'none');
  if (turn) return turn;
  if (before && !before.negated && parseSwitch(newer)?.leaves === before.held)
    return { as: 'update', reason: `the same ${before.label} was left for another` };
  return before?.form === 'field' || after?.form === 'field' ? NONE : judgeNegation(older, newer, circumstances);
}

/** The same of two slots with one key, whatever the words that they were read from. */
export function judgeSlots(before: Slot, after: Slot, { sameDay }: Pick<Circumstances, 'sameDay'>): Verdict {
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
 * What was so until an event, or a word that it is over, where that says that it is otherwise since. It is nothing else
 * to it.
 */
function judgeTurn(before: Slot, turn: Slot): Verdict {
  if (before.negated) return NONE;
  const isMeant = turn.negated ? isEnded(before, turn) : judgeSlots(before, turn, { sameDay: false }).as === 'update';
  return isMeant ? { as: 'update', reason: `the same ${turn.label}, which has changed` } : NONE;
}

/** Is what ended this value? Of a person a shorter name is enough: nobody has two spouses. */
function isEnded({ value, kind }: Slot, turn: Slot): boolean {
  if (turn.value === '' || saysMoreOf(value, turn.value)) return true;
  const likeness = compareValues(value, turn.value, turn.kind);
  return likeness === 'same' || (kind === 'person' && likeness === 'near');
}

/**
 * Did it happen after the older was said? Where only a month or a year is known, what ends a value that it names may be
 * of the same.
 */
function isSince(older: Judged, newer: Judged, turn: Slot): boolean {
  const moment = momentIn(newer);
  if (moment === null || newer.day?.startsWith(moment) === true || isDay((newer.fields.at ?? '').slice(0, 10)))
    return true;
  const at = (older.fields.at ?? '').slice(0, 10);
  const said = (isDay(at) ? at : older.day)?.slice(0, moment.length);
  return said !== undefined && (said < moment || (said === moment && turn.negated && turn.value !== ''));
}

function judgeNegation(older: Judged, newer: Judged, { sameDay }: Circumstances): Verdict {
  if (!isSameTalk(older, newer)) return NONE;
  const [before, after] = [plainNegation(older.text), plainNegation(newer.text)];
  if (!before || !after || before.negated === after.negated || before.form !== after.form) return NONE;
  if (before.former || (!sameDay && (before.past || after.past))) return NONE;
  if (after.changed)
    return {
      as: 'update',
      reason: after.negated ? 'it says that this is no longer so' : 'it says that this is so now',
    };
  return { as: 'conflict', reason: 'one says what the other denies' };
}

// Equality and judgement together: what is done with a newer statement beside one older.

/** The decision over one pair, older and newer by the order of facts. */
export function decidePair(older: Judged, newer: Judged, circumstances: Circumstances): Verdict {
  if (!circumstances.explicit && isSaidAlike(older, newer)) return { as: 'duplicate', reason: 'the same statement' };
  return judge(older, newer, circumstances);
}

function isSaidAlike(older: Judged, newer: Judged): boolean {
  if (!isSameTalk(older, newer)) return false;
  if ((older.fields.at ?? '').slice(0, 10) !== (newer.fields.at ?? '').slice(0, 10)) return false;
  return normalForm(statementCore(older.text)) === normalForm(statementCore(newer.text));
}
