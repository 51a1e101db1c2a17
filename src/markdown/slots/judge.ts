// What a newer statement is to an older one. It compares slots, plain negations and explicit words, never
// likeness, and answers "none" wherever it is not sure.
import { compareValues } from './compare.ts';
import { isCorrection } from './correction.ts';
import { plainNegation } from './negation.ts';
import { normalForm } from '../normal-form.ts';
import { parseSlot } from './parse-slot.ts';
import { isSameTalk } from './same-talk.ts';
import { parseSwitch } from './switch.ts';
import type { Circumstances, Judged, ReadSlot, Verdict } from './types.ts';

const NONE: Verdict = { as: 'none', reason: '' };

/** Older and newer by the order of facts. That two texts are equal is not judged here: see `decidePair`. */
export function judge(older: Judged, newer: Judged, circumstances: Circumstances): Verdict {
  const correction = isCorrection(newer.text);
  if (circumstances.explicit) return correction ? { as: 'corrects', reason: 'it corrects the one it supersedes' } : { as: 'update', reason: 'it names the one it supersedes' };
  if (correction) return judgeCorrection(older, { ...newer, text: correction.rest });
  const [before, after] = [parseSlot(older), parseSlot(newer)];
  if (before && after && before.key === after.key) return judgeSlots(before, after, circumstances);
  if (before && !before.negated && parseSwitch(newer)?.leaves === before.held) return { as: 'update', reason: `the same ${before.label} was left for another` };
  return before?.form === 'field' || after?.form === 'field' ? NONE : judgeNegation(older, newer, circumstances);
}

function judgeSlots(before: ReadSlot, after: ReadSlot, { sameDay }: Circumstances): Verdict {
  const likeness = compareValues(before.value, after.value, after.kind, before.labelled !== null && before.labelled === after.labelled);
  const { label } = after;
  if (likeness === 'near') return NONE;
  if (before.negated !== after.negated) {
    if (likeness !== 'same') return NONE;
    return after.changed ? { as: 'update', reason: `the same ${label}, which has changed` } : { as: 'conflict', reason: `the same ${label}, once stated and once denied` };
  }
  if (likeness === 'same') return after.beside === '' || after.beside === before.beside ? { as: 'duplicate', reason: `the same ${label} with the same value` } : NONE;
  if (after.negated || !after.single || (!before.single && !after.changed)) return NONE;
  if (sameDay && !after.changed) return { as: 'conflict', reason: `the same ${label} with another value on the same day` };
  return { as: 'update', reason: `the same ${label}, another value` };
}

function judgeNegation(older: Judged, newer: Judged, { sameDay }: Circumstances): Verdict {
  if (!isSameTalk(older, newer)) return NONE;
  const [before, after] = [plainNegation(older.text), plainNegation(newer.text)];
  if (!before || !after || before.negated === after.negated || before.form !== after.form) return NONE;
  if (!sameDay && (before.past || after.past)) return NONE;
  if (after.negated && after.changed) return { as: 'update', reason: 'it says that this is no longer so' };
  return { as: 'conflict', reason: 'one says what the other denies' };
}

/** A correction takes the place of a claim in its slot, or of one that differs in a few words. */
function judgeCorrection(older: Judged, newer: Judged): Verdict {
  const [before, after] = [parseSlot(older), parseSlot(newer)];
  const corrects: Verdict = { as: 'corrects', reason: 'it says that it corrects this' };
  if (before && after && before.key === after.key) return compareValues(before.value, after.value, after.kind) === 'same' ? NONE : corrects;
  return isSameTalk(older, newer) && differsInFewWords(normalForm(older.text), normalForm(newer.text)) ? corrects : NONE;
}

function differsInFewWords(a: string, b: string): boolean {
  const han = /\p{Script=Han}/u.test(a);
  const [first, second] = [a, b].map((text) => (han ? [...text] : text.split(' ')));
  if (!first || !second) return false;
  const least = Math.min(first.length, second.length);
  let start = 0;
  while (start < least && first[start] === second[start]) start++;
  let end = 0;
  while (end < least - start && first.at(-1 - end) === second.at(-1 - end)) end++;
  const [left, right] = [first.length - start - end, second.length - start - end];
  return left + right > 0 && Math.max(left, right) <= (han ? 4 : 3) && start + end >= (han ? 5 : 3) && start + end >= Math.max(left, right);
}
