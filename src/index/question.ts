// What a question asks for: its terms, the months it names, the words it puts in quotes.
import type { Asked } from './score.ts';
import type { Tokenizer } from './tokenizer.ts';
import { isMonthMay } from './tokenizer/may.ts';

export interface Month {
  /** 1 to 12. */
  readonly month: number;
  readonly year: number | null;
}

export interface Question {
  readonly asked: readonly Asked[];
  readonly months: readonly Month[];
  /** Texts in double quotes, as written. */
  readonly phrases: readonly string[];
}

const SHORTEST_PREFIX = 4;

export function parseQuestion(text: string, tokenizer: Tokenizer): Question {
  const words = tokenizer.words(text).filter((word) => !word.tail);
  const terms = [...new Set(words.flatMap((word) => word.terms))];
  return { asked: terms.map(askFor), months: monthsIn(text), phrases: phrasesIn(text) };
}

/** Numbers match exactly or not at all: 15 is not 16, and 1 is not the beginning of 12. */
function askFor(term: string): Asked {
  if (/\d/.test(term)) return { term, prefix: false, fuzzy: 0 };
  const length = [...term].length;
  const isWide = term.charCodeAt(0) >= 0x0e00;
  return { term, prefix: isWide || length >= SHORTEST_PREFIX, fuzzy: isWide || length < 4 ? 0 : length < 8 ? 1 : 2 };
}

const NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = /\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?(?:\s+\d{1,2}(?:st|nd|rd|th)?)?(?:,?\s+(?:of\s+)?(\d{4}))?/gi;
const NUMERIC = /\b(\d{4})-(0[1-9]|1[0-2])\b/g;
/** More often something else than a month unless written large. */
const AMBIGUOUS = /^(?:march|mar|jan|dec|sep)$/;

function monthsIn(text: string): Month[] {
  const found: Month[] = [];
  // The patterns cost more than all the rest where, as mostly, there is nothing for them.
  if (!text.includes('-') && !text.toLowerCase().split(' ').some((word) => NAMES.includes(word.slice(0, 3)))) return found;
  for (const match of text.matchAll(MONTH)) {
    const [, name = '', year] = match;
    if (AMBIGUOUS.test(name) || (/^may$/i.test(name) && !(name === 'May' && isMonthMay(text, match.index)))) continue;
    found.push({ month: NAMES.indexOf(name.slice(0, 3).toLowerCase()) + 1, year: year === undefined ? null : Number(year) });
  }
  for (const [, year, month] of text.matchAll(NUMERIC)) found.push({ month: Number(month), year: Number(year) });
  return found;
}

function phrasesIn(text: string): string[] {
  return Array.from(text.matchAll(/["“”]([^"“”]{2,})["“”]/g), (match) => match[1]?.trim() ?? '').filter((phrase) => phrase !== '');
}
