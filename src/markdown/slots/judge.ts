// What a newer statement is to an older one. It compares slots, plain negations and explicit words, never
// likeness, and answers "none" wherever it is not sure.
import { compareValues, saysMoreOf } from './compare.ts';
import { isCorrection } from './correction.ts';
import { putsRight } from './corrects.ts';
import { plainNegation } from './negation.ts';
import { parseSlot, parseTurn } from './parse-slot.ts';
import { isSameTalk } from './same-talk.ts';
import { parseSwitch } from './switch.ts';
import type { Circumstances, Judged, Slot, Verdict } from './types.ts';

const NONE: Verdict = { as: 'none', reason: '' };

/** Older and newer by the order of facts. That two texts are equal is not judged here: see `decidePair`. */
export function judge(older: Judged, newer: Judged, circumstances: Circumstances): Verdict {
  const correction = isCorrection(newer.text);
  if (circumstances.explicit) return correction ? { as: 'corrects', reason: 'it corrects the one it supersedes' } : { as: 'update', reason: 'it names the one it supersedes' };
  if (correction) return putsRight(older, { ...newer, text: correction.rest }) ? { as: 'corrects', reason: 'it says that it corrects this' } : NONE;
  const [before, after] = [parseSlot(older), parseSlot(newer)];
  if (before && after && before.key === after.key) return judgeSlots(before, after, circumstances);
  const turn = before && parseTurn(newer);
  if (turn && before.key === turn.key) return judgeTurn(before, turn);
  if (before && !before.negated && parseSwitch(newer)?.leaves === before.held) return { as: 'update', reason: `the same ${before.label} was left for another` };
  return before?.form === 'field' || after?.form === 'field' ? NONE : judgeNegation(older, newer, circumstances);
}

/** The same of two slots with one key, whatever the words that they were read from. */
export function judgeSlots(before: Slot, after: Slot, { sameDay }: Pick<Circumstances, 'sameDay'>): Verdict {
  const likeness = compareValues(before.value, after.value, after.kind, before.labelled !== null && before.labelled === after.labelled);
  const { label } = after;
  if (before.negated !== after.negated) {
    const isOver = after.negated && after.changed && saysMoreOf(before.value, after.value);
    if (before.negated && likeness === 'other' && before.single && after.single) return { as: 'update', reason: `the same ${label}, which was only denied another value` };
    if (likeness !== 'same' && !isOver) return NONE;
    return after.changed ? { as: 'update', reason: `the same ${label}, which has changed` } : { as: 'conflict', reason: `the same ${label}, once stated and once denied` };
  }
  if (likeness === 'near') return NONE;
  if (likeness === 'same') return after.beside === '' || after.beside === before.beside ? { as: 'duplicate', reason: `the same ${label} with the same value` } : NONE;
  if (after.negated || !after.single || (!before.single && !after.changed)) return NONE;
  if (sameDay && !after.changed) return { as: 'conflict', reason: `the same ${label} with another value on the same day` };
  return { as: 'update', reason: `the same ${label}, another value` };
}

/** What was so until an event, where that says that it is otherwise since. The event is nothing else to it. */
function judgeTurn(before: Slot, turn: Slot): Verdict {
  const { as } = judgeSlots(before, turn, { sameDay: false });
  return as === 'update' && !before.negated ? { as, reason: `the same ${turn.label}, which has changed` } : NONE;
}

function judgeNegation(older: Judged, newer: Judged, { sameDay }: Circumstances): Verdict {
  if (!isSameTalk(older, newer)) return NONE;
  const [before, after] = [plainNegation(older.text), plainNegation(newer.text)];
  if (!before || !after || before.negated === after.negated || before.form !== after.form) return NONE;
  if (before.former || (!sameDay && (before.past || after.past))) return NONE;
  if (after.changed) return { as: 'update', reason: after.negated ? 'it says that this is no longer so' : 'it says that this is so now' };
  return { as: 'conflict', reason: 'one says what the other denies' };
}
