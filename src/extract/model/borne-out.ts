// Whether a statement says what was said: its numbers, names, days and denials, and most of its words, are those of its
// quote, or of the turns around it where the quote points there. Pure.
import { MONTHS } from '../../markdown/dates/date-phrases.ts';
import { annotateRelativeDates, findRelativeDates } from '../../markdown/dates/relative-dates.ts';
import { missingSpecifics } from '../../markdown/specifics.ts';
import type { Turn } from '../conversation.ts';
import { withDates } from '../rules/day-words.ts';
import { denies, type Terms } from '../slots.ts';
import { clausesAround } from './said.ts';

export interface Borne {
  /** The statement, its days as the model has them. */
  readonly text: string;
  /** As the turn has it. */
  readonly quote: string;
  readonly turn: Turn;
  /** Turns of people that it cites. */
  readonly cited: readonly Turn[];
  /** Local day of the turn; null where nobody knows. */
  readonly day: string | null;
  /** Who speaks. */
  readonly name: string;
  /** What needs no evidence. */
  readonly known: string;
  readonly terms: Terms;
}

/** Of a long turn so much around the quote counts. */
const AROUND = 1500;
/** Of its stems, so many are in what was said; of Chinese characters rather more, since each says something. */
const BORNE = 0.5;
const BORNE_HAN = 0.8;
/** Where it speaks of what was said before, so many are in the quote itself. */
const QUOTED = 0.25;
/** What it means stands elsewhere. */
const POINTS = new RegExp(
  String.raw`\b(?:he|she|it|they|him|her|his|hers|its|them|theirs?|this|that|these|those|there|here|ones?|both|` +
    String.raw`same)\b|[他她它这那其]`,
  'iu',
);
const LITTLE_HAN = /[的了是在和与有个一也就都而及把被向从到为于用户]/gu;
/** What was told in the past tense is no denial of it. */
const FORMERLY = /\b(?:used to|former(?:ly)?)\b/giu;

export function isBorneOut(borne: Borne): boolean {
  const { text, quote, day, known, name, terms } = borne;
  const around = borne.cited.map((turn) => aroundQuote(turn, borne)).join('\n');
  const points = POINTS.test(quote);
  const support = `${withDays(points ? around : quote, day)} ${known}`;
  if (missingSpecifics(text, support).some((one) => one !== 'not')) return false;
  const bare = text.replaceAll(name, ' ').replaceAll('用户', ' ');
  const own = [...new Set(terms(bare))];
  const [has, quoted] = [new Set(terms(support)), new Set(terms(withDays(quote, day)))];
  if (
    own.length === 0 ||
    own.filter((term) => has.has(term)).length < own.length * BORNE ||
    own.filter((term) => quoted.has(term)).length < own.length * QUOTED
  )
    return false;
  const han = [...new Set(bare.replaceAll(LITTLE_HAN, '').match(/\p{Script=Han}/gu) ?? [])];
  if (han.length > 0 && han.filter((letter) => support.includes(letter)).length < han.length * BORNE_HAN) return false;
  // "I prefer dogs. Cats are fine": what the quote does not say is not taken from beside it.
  const beside = points ? new Set<string>() : new Set(terms(around.replace(quote, ' ')));
  return !own.some((term) => !quoted.has(term) && beside.has(term)) && saysAsMuch(borne, own);
}

function aroundQuote({ event, text }: Turn, { turn, quote }: Borne): string {
  if (text.length <= AROUND * 2) return text;
  const at = event === turn.event ? Math.max(0, text.indexOf(quote)) : 0;
  return text.slice(Math.max(0, at - AROUND), at + quote.length + AROUND);
}

/** With the days that it means, and its own, in the ways in which they are written. */
function withDays(text: string, day: string | null): string {
  if (day === null) return text;
  const labels = findRelativeDates(text, day).map(({ label }) => label);
  return [annotateRelativeDates(text, day), withDates(text, day).text, ...[...labels, day].map(inWords)].join(' ');
}

/** "2026-05-07" as people and models write it. */
function inWords(label: string): string {
  const [, year = '', month, day] = /(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(label) ?? [];
  if (month === undefined) return `${year} ${year}年`;
  const name = MONTHS[Number(month) - 1] ?? '';
  const [m, d] = [Number(month), Number(day ?? '1')];
  return day === undefined
    ? `${name} ${year} ${year}-${month} ${year}年${m}月`
    : `${label} ${d} ${name} ${year}, ${name} ${d}, ${year} ${year}年${m}月${d}日`;
}

/** A "not" stands where the quote has one, in the part of it that has most of the words. */
function saysAsMuch({ text, quote, turn, terms }: Borne, own: readonly string[]): boolean {
  const clauses = clausesAround(turn.text, quote).map((clause) => ({
    clause,
    shared: own.filter((term) => terms(clause).includes(term)).length,
  }));
  const most = clauses.reduce((best, { shared }) => Math.max(best, shared), 0);
  return clauses.some(
    ({ clause, shared }) =>
      shared === most && (denies(clause) === denies(text) || (!denies(clause) && !denies(text.replace(FORMERLY, '')))),
  );
}
