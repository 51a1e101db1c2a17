// The day that a daily note is named for, in the ways that people name them. Pure.
import { isDay } from '../model/day.ts';
import type { DateOrder, Given } from './types.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'pl'];
const NUMBERS = /^(\d{1,2})([-_. ])(\d{1,2})\2(\d{4})(?!\d)/;

export type DayName = { readonly day: string } | 'no day' | 'which first?';

const two = (text: string): string => text.padStart(2, '0');
const asDay = (year: string, month: string, day: string): DayName => {
  const whole = `${year}-${two(month)}-${two(day)}`;
  return isDay(whole) ? { day: whole } : 'no day';
};

/** `beside` tells which of day and month comes first, where a name alone does not. */
export function dayOfName({ path, beside, dateOrder }: Pick<Given, 'path' | 'beside' | 'dateOrder'>): DayName {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
  const [, year = '', , month = '', date = ''] = /^(\d{4})([-_. ]?)(\d{2})\2(\d{2})(?![\dT])/.exec(name) ?? [];
  if (date !== '') return asDay(year, month, date);
  const chinese = /^(\d{4})年(\d{1,2})月(\d{1,2})日/.exec(name);
  if (chinese) return asDay(chinese[1] ?? '', chinese[2] ?? '', chinese[3] ?? '');
  const numbers = NUMBERS.exec(name);
  if (numbers) return ofNumbers(numbers, dateOrder ?? orderAmong(beside));
  const folders = /(?:^|\/)(\d{4})\/(\d{2})(?!\d)[^/]*\/(\d{2})(?!\d)[^/]*$/.exec(path);
  if (folders) return asDay(folders[1] ?? '', folders[2] ?? '', folders[3] ?? '');
  return ofWords(name);
}

function ofNumbers([, first = '', sign, second = '', year = '']: RegExpExecArray, order: DateOrder | null): DayName {
  const known =
    Number(first) > 12 ? 'dmy' : Number(second) > 12 ? 'mdy' : first === second || sign === '.' ? 'dmy' : order;
  if (known === null) return 'which first?';
  return known === 'dmy' ? asDay(year, second, first) : asDay(year, first, second);
}

/** What the names of a folder say, which is asked for each of them. */
const orders = new WeakMap<ReadonlySet<string>, { readonly order: DateOrder | null }>();

function orderAmong(paths: ReadonlySet<string>): DateOrder | null {
  const known = orders.get(paths) ?? { order: orderOf(paths) };
  orders.set(paths, known);
  return known.order;
}

/** As the other names say; null where none says it, or they say both. */
function orderOf(paths: ReadonlySet<string>): DateOrder | null {
  const found = new Set<DateOrder>();
  for (const path of paths) {
    const [, first = '0', , second = '0'] = NUMBERS.exec(path.slice(path.lastIndexOf('/') + 1)) ?? [];
    if (Number(first) > 12) found.add('dmy');
    else if (Number(second) > 12) found.add('mdy');
  }
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

const WITH_MONTH = new RegExp(
  String.raw`(?:^|[^\p{L}\d])(?:(\d{1,2})(?:st|nd|rd|th|er|\.)?\s+(?:of |de )?([\p{L}]+)\.?|` +
    String.raw`([\p{L}]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?),?\s+(?:de )?(\d{4})(?!\d)`,
  'u',
);

/** With the name of a month: `June 1st, 2026`, `1 June 2026`, `Montag, 1. Juni 2026`. */
function ofWords(name: string): DayName {
  const parts = WITH_MONTH.exec(name);
  if (!parts) return 'no day';
  const month = monthOf(parts[2] ?? parts[3] ?? '');
  return month === null ? 'no day' : asDay(parts[5] ?? '', String(month), parts[1] ?? parts[4] ?? '');
}

/** By their names, 1 to 12; made when the first name asks for it. */
let months: ReadonlyMap<string, number> | null = null;

function monthOf(word: string): number | null {
  return (months ??= monthNames()).get(word.toLowerCase()) ?? null;
}

function monthNames(): Map<string, number> {
  const names = new Map<string, number>();
  for (const language of LANGUAGES) {
    for (const style of ['long', 'short'] as const) {
      // With the day beside it, as some languages write another form then.
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: style, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month++) {
        const name =
          format
            .formatToParts(new Date(Date.UTC(2026, month - 1, 1)))
            .find(({ type }) => type === 'month')
            ?.value.toLowerCase()
            .replace(/\.$/, '') ?? '';
        if (name.length > 2 && !names.has(name)) names.set(name, month);
      }
    }
  }
  return names;
}
