// A day as people type it.
import { addDays, dayOf, isDay } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import { textValue, type Values } from './spec.ts';

/** `2026-07-01`, `2026-07` (its first day), `today`, `yesterday`, `30d` (so many days ago); null where the flag is not there. */
export function dayFlag(values: Values, name: string, now: Date): string | null {
  const typed = textValue(values, name);
  if (typed === undefined) return null;
  const today = dayOf(now);
  const ago = /^(\d{1,5})d$/.exec(typed)?.[1];
  const day = typed === 'today' ? today : typed === 'yesterday' ? addDays(today, -1) : ago !== undefined ? addDays(today, -Number(ago)) : monthEdge(typed, name);
  if (isDay(day)) return day;
  throw new MemvaultError('usage', `--${name} ${JSON.stringify(typed)} is no day`, { hint: 'write it as 2026-07-01, 2026-07, today, yesterday or 30d' });
}

function monthEdge(typed: string, name: string): string {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(typed)) return typed;
  if (name === 'since') return `${typed}-01`;
  const [year = 0, month = 0] = typed.split('-').map(Number);
  return addDays(new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10), -1);
}
