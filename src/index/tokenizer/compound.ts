// One written chunk (`maxTokens`, `self-care`, `2023-05-07`, `Caroline's`, `1,000`) to the words in it:
// the whole and its parts, as they are written. Knows no stems and no stop words.
import type { Patterns } from './patterns.ts';

const APOSTROPHE = /['’ʼ]/;
const POSSESSIVE = /['’ʼ][sS]$/;
const CONNECTOR = /['’ʼ.\-‐‑_&·:,/\u200C]/;
const DATE = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?=T|$)/;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const NUMERIC = /^\d+(?:[.,:/]\d+)+$/;

/** A version by itself or before what says which of its kind it is. */
const VERSION = /^v?(\d+(?:\.\d+)+)(?=-|$)/i;

/** The words of a chunk, the whole first; some may be alike but for their case. */
export function wordsOfChunk(chunk: string, patterns: Patterns): string[] {
  // Each pattern costs a quick start something: what has no digit is asked for none.
  const hasNumber = patterns.number.test(chunk);
  const date = hasNumber ? datesOf(chunk, patterns) : null;
  if (date) return date;
  const bare = chunk.replace(POSSESSIVE, '');
  if (hasNumber && THOUSANDS.test(bare))
    return unique([bare.replaceAll(',', ''), bare.replaceAll(',', '').split('.')[0] ?? '']);
  const pieces = bare.split(CONNECTOR).filter((piece) => piece !== '');
  if (hasNumber && NUMERIC.test(bare)) return unique([bare, ...pieces]);
  const cased = pieces.flatMap((piece) => piece.split(patterns.camel));
  const parts = hasNumber ? cased.flatMap((part) => splitNumber(part, patterns)) : cased;
  const whole = hasNumber && /^[\d.]*\d[\d.]*$/.test(bare.replace(/^v/i, '')) ? bare : pieces.join('');
  // A part of one letter (`e-mail`, `l'été`) says nothing beside the whole.
  const kept = parts.length > 1 ? parts.filter((part) => part.length > 1 || patterns.number.test(part)) : [];
  // `l'été` and `O'Brien` hold a word, `didn't` holds none.
  const shortened = APOSTROPHE.test(bare) && (pieces[0] ?? '').length > 2;
  const version = hasNumber && bare.includes('.') ? VERSION.exec(bare) : null;
  return unique([
    whole,
    ...(version ? [version[0], version[1] ?? '', pieces[0] ?? '', pieces[0]?.replace(/^v/i, '') ?? ''] : []),
    ...(shortened ? [] : kept),
  ]);
}

function datesOf(chunk: string, patterns: Patterns): string[] | null {
  const match = DATE.exec(chunk);
  const [year, month, day] = [match?.[1], match?.[2], match?.[3]];
  if (!match || year === undefined || month === undefined || Number(month) < 1 || Number(month) > 12) return null;
  const monthOf = `${year}-${month.padStart(2, '0')}`;
  const rest = chunk.slice(match[0].length + 1);
  const whole = day === undefined ? [] : [`${monthOf}-${day.padStart(2, '0')}`];
  return unique([...whole, monthOf, year, ...(rest === '' ? [] : wordsOfChunk(rest, patterns))]);
}

function splitNumber(part: string, { lettersAndNumber }: Patterns): string[] {
  const match = lettersAndNumber.exec(part);
  if (!match) return [part];
  const pieces = [match[1] ?? match[3] ?? '', match[2] ?? match[4] ?? ''];
  return [part, ...pieces];
}

const unique = (words: readonly string[]): string[] => [...new Set(words)].filter((word) => word !== '');
