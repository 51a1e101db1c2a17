// The days that a question names, as ranges of days and as months or days of any year, each with the words that name
// it.
import { boundDays, type DayPhrase, dayPhrases, tokensOf } from '../language/dates/asked-days.ts';
import { monthNumber, monthOf } from '../language/dates/calendar.ts';
import { addDays, dayNumber } from '../model/day.ts';

/** A range of days, both inclusive, in days since 1970-01-01; infinite if open. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A month or day of any year. */
interface Yearly {
  /** 1 to 12. */
  readonly month: number;
  /** Null for the whole month. */
  readonly day: number | null;
}

export type Span = Stretch | Yearly;

/** A span with the words that name it, normalised to how a statement would name it. */
export type Said = Span & { readonly said: string };

/** Used without a clock; then only dates with a year, or of any year, are kept. */
const NO_DAY = '2000-02-29';

/** In the order of the question. `today`: the local day, null without a clock. A day is followed by its month. */
export function spansIn(text: string, today: string | null): Said[] {
  const tokens = tokensOf(text);
  const wordAt = (place: number): string => (tokens[place]?.word ?? '').toLowerCase();
  const phrases = dayPhrases(tokens, today ?? NO_DAY).filter(({ at, kind, words }) => {
    const before = wordAt(at - 1) === 'other' ? wordAt(at - 2) : wordAt(at - 1);
    return before !== 'every' && before !== 'each' && (today !== null || kind === 'calendar') && !/^\d{4}$/.test(words);
  });
  return boundDays(tokens, phrases).flatMap(({ phrase, upTo, bound }): Said[] => {
    const spans = spansOf(phrase);
    const said = spans[0]?.said ?? '';
    const [from, to] = [dayNumber(phrase.from), dayNumber(phrase.to)];
    if (upTo !== null) {
      const others = spansOf(upTo);
      if (!isDated(phrase) || !isDated(upTo)) return [...spans, ...others];
      const [start, end] = [Math.min(from, dayNumber(upTo.from)), Math.max(to, dayNumber(upTo.to))];
      return [{ from: start, to: end, said: `${said} ${others[0]?.said ?? ''}` }];
    }
    if (bound === null) return spans;
    const isOpen = bound === 'since' || bound === 'after';
    if (!isDated(phrase) && !(isOpen && today !== null)) return [];
    return [
      isOpen
        ? { from: bound === 'since' ? from : to + 1, to: Infinity, said }
        : { from: -Infinity, to: bound === 'before' ? from - 1 : to, said },
    ];
  });
}

/** True if the phrase has a year or is relative to the clock. */
const isDated = ({ kind, hasYear }: DayPhrase): boolean => kind !== 'calendar' || hasYear;

function spansOf({ kind, hasYear, words, from, to }: DayPhrase): Said[] {
  if (kind !== 'calendar') return [{ from: dayNumber(from), to: dayNumber(to), said: words }];
  const [year, month, day] = [from.slice(0, 4), monthOf(from), Number(from.slice(8))];
  const isIso = /^\d{4}-/.test(words);
  // "May" is a month only after "in".
  const name = (words.split(' ').find((word) => monthNumber(word) > 0) ?? '').replace(/^may$/, 'in May');
  const inMonth = isIso ? from.slice(0, 7) : hasYear ? `${name} ${year}` : name;
  const first = dayNumber(from) - day + 1;
  const last = dayNumber(addDays(`${from.slice(0, 8)}28`, 4).slice(0, 8) + '01') - 1;
  const whole: Said = { ...(hasYear ? { from: first, to: last } : { month, day: null }), said: inMonth };
  if (from !== to) return [whole];
  const said = isIso ? words : `${day} ${inMonth}`;
  return [{ ...(hasYear ? { from: dayNumber(from), to: dayNumber(to) } : { month, day }), said }, whole];
}
