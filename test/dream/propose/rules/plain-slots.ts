// A language of three sentences, so that the rules can be tested apart from what they understand: "NAME lives in
// PLACE", "NAME no longer lives in PLACE", "NAME does not live in PLACE", each with "now" for a word of change.
import { normalForm } from '../../../../src/language/normal-form.ts';
import type { Circumstances, Judged, Slot, Verdict } from '../../../../src/language/slots/slots.ts';

export const statementCore = (text: string): string => text;
export const isCorrection = (text: string): { rest: string } | null => {
  const rest = /^correction: (.+)$/i.exec(text)?.[1];
  return rest === undefined ? null : { rest };
};
export const statementWithoutLabel = (text: string): string => isCorrection(text)?.rest ?? text;
export const corrects = (older: Judged, newer: Judged): boolean => {
  const [a, b] = [parseSlot(older), parseSlot(newer)];
  return a !== null && b !== null && a.key === b.key && a.value !== b.value;
};
const LIVES = /^(\w+) (now |no longer |does not )?lives? in ([\w ]+?)( now)?$/i;

export function parseSlot({ text, fields }: Judged): Slot | null {
  const [all, name = '', adverb = '', place = '', now = ''] = LIVES.exec(text) ?? [];
  if (all === undefined) return null;
  const negated = /no/i.test(adverb) && !/^now/i.test(adverb);
  const subject = `${fields.project ?? ''}|${name.toLowerCase()}`;
  const value = place.toLowerCase();
  return {
    key: `${subject}|lives`,
    value,
    negated,
    changed: /^now |no longer/i.test(adverb) || now !== '',
    form: 'words',
    single: true,
    label: 'home',
    kind: 'place',
    beside: '',
    labelled: null,
  };
}

/** Nothing happens in it. */
export const parseTurn = (): Slot | null => null;

export function plainNegation(text: string): { form: string; negated: boolean; changed: boolean } | null {
  const positive = text.replace(/ (?:no longer|does not) (\w+?)(?=s? )/, ' $1s');
  return /^\w+ (?:does not |no longer )?(?:lives?|eats?) /.test(text)
    ? {
        form: normalForm(positive.replace(/ss /, 's ')),
        negated: positive !== text,
        changed: text.includes('no longer'),
      }
    : null;
}

export function judge(older: Judged, newer: Judged, { sameDay }: Circumstances): Verdict {
  const [a, b] = [parseSlot(older), parseSlot(newer)];
  const [before, after] = [plainNegation(older.text), plainNegation(newer.text)];
  const reason = 'test';
  if (before && after && before.form === after.form && before.negated !== after.negated)
    return { as: after.changed || before.changed ? 'update' : 'conflict', reason };
  return a && b && a.key === b.key ? judgeSlots(a, b, { sameDay }) : { as: 'none', reason };
}

export function judgeSlots(a: Slot, b: Slot, { sameDay }: Pick<Circumstances, 'sameDay'>): Verdict {
  const reason = 'test';
  if (a.negated || b.negated) return { as: 'none', reason };
  if (a.value === b.value) return { as: 'duplicate', reason };
  if (a.value.startsWith(b.value) || b.value.startsWith(a.value)) return { as: 'none', reason };
  return { as: sameDay && !b.changed ? 'conflict' : 'update', reason };
}
