// A day as people type it behind a flag.
import { DAY_FORMS, spanOf } from '../model/day-words.ts';
import { dayOf } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import { textValue, type Values } from './spec.ts';

/**
 * The day that was typed, of a month or another span its first, and its last for `until`; null where the flag is not
 * there.
 */
export function dayFlag(values: Values, name: string, now: Date): string | null {
  const typed = textValue(values, name);
  if (typed === undefined) return null;
  const span = spanOf(typed, dayOf(now));
  if (span !== null) return name === 'until' ? span.to : span.from;
  throw new MemvaultError('usage', `--${name} ${JSON.stringify(typed)} is no day`, {
    hint: `write it as ${DAY_FORMS}`,
  });
}
