// Which earlier statement one that says that it corrects puts right. Generous, and only for such statements.
import { normalForm } from '../normal-form.ts';
import { compareValues } from './compare.ts';
import { isCorrection } from './correction.ts';
import { plainNegation } from './negation.ts';
import { parseSlot } from './parse-slot.ts';
import { isSameTalk } from './same-talk.ts';
import type { Judged } from './types.ts';

/**
 * Does the newer, which says "Correction: …" or is one without its label, put the older right? The same slot with
 * another value, a plain denial, or the same sentence but for a value. Ask it only where a correction is known as such.
 */
export function corrects(older: Judged, newer: Judged): boolean {
  const rest = isCorrection(newer.text)?.rest ?? newer.text;
  return putsRight({ ...older, text: isCorrection(older.text)?.rest ?? older.text }, { ...newer, text: rest });
}

/** The same for words without the label. */
export function putsRight(older: Judged, newer: Judged): boolean {
  const [before, after] = [parseSlot(older), parseSlot(newer)];
  if (before && after && before.key === after.key)
    return before.negated !== after.negated || compareValues(before.value, after.value, after.kind) !== 'same';
  return (
    isSameTalk(older, newer) &&
    (denies(older.text, newer.text) || differsInFewWords(normalForm(older.text), normalForm(newer.text)))
  );
}

function denies(older: string, newer: string): boolean {
  const [before, after] = [plainNegation(older), plainNegation(newer)];
  return (
    before !== null &&
    after !== null &&
    before.negated !== after.negated &&
    withoutTense(before.form) === withoutTense(after.form)
  );
}

/** "I never lived there" denies "I live there", too. */
const withoutTense = (form: string): string =>
  form
    .split(' ')
    .map((word) => (word.length > 4 ? word.replace(/(?:e?d|e?s|e)$/, '') : word.replace(/^(?:am|was|were|are)$/, 'is')))
    .join(' ');

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
  return (
    left + right > 0 &&
    Math.max(left, right) <= (han ? 4 : 3) &&
    start + end >= (han ? 4 : 2) &&
    start + end >= Math.max(left, right)
  );
}
