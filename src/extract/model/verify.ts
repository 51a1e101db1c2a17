// What a model says of a conversation, held against it fact by fact: the quote stands in a turn of a person, letter by
// letter; the statement says what the quote says, of its person, with its names, numbers, days and denials, and nothing
// else. Pure; mends nothing.
import { annotateRelativeDates, findRelativeDates } from '../../markdown/dates/relative-dates.ts';
import { isMarkedUp, isOtherScript } from '../../markdown/plain-text.ts';
import { makeFindQuote } from '../../markdown/quotes.ts';
import { missingSpecifics } from '../../markdown/specifics.ts';
import type { Candidate, Turn } from '../conversation.ts';
import { withDates } from '../rules/day-words.ts';
import { nameOfSpeaker } from '../rules/rules.ts';
import { denies, type Terms } from '../slots.ts';
import { standsAlone } from './alone.ts';
import { fieldsOf } from './fields.ts';
import { clausesAround, isStated, saysI, saysYou } from './said.ts';
import { KINDS, type SaidFact } from './schema.ts';

/** `evidence`: no person says so word for word. `more`: its words say more, or another thing. `alone`: it does not say of whom or when. `talk`: no statement. `form`: no plain words. */
export type Refusal = 'evidence' | 'more' | 'alone' | 'talk' | 'form';

/** What it is held against. */
export interface Evidence {
  /** Turns of people that were shown, by event. */
  readonly turns: ReadonlyMap<number, Turn>;
  /** Those of them that are to be noted down. */
  readonly fresh: ReadonlySet<number>;
  readonly project: string | null;
  readonly dayOf: (at: string) => string | null;
  readonly terms: Terms;
}

const QUOTE = { least: 3, leastUnspaced: 2, most: 1000 };
/** What is said further away than so many events bears nothing out: `source` names all between. */
const NEAR = 12;
const SHORTEST = 5;
const LONGEST = 300;
/** Of a long turn so much around the quote bears a statement out. */
const AROUND = 1500;
/** Of its stems, so many are in what was said; of Chinese characters rather more, since each says something. */
const BORNE = 0.5;
const BORNE_HAN = 0.8;
/** Of those so many stand in the quote itself. */
const QUOTED = 0.25;
const LITTLE_HAN = /[的了是在和与有个一也就都而及把被向从到为于用户]/gu;
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

export function verify(said: SaidFact, evidence: Evidence): Candidate | Refusal {
  const found = quoteIn(said, evidence);
  if (found === null) return 'evidence';
  const { turn, quote, cited } = found;
  const name = nameOfSpeaker(turn);
  const kind = KINDS.find((one) => one === said.kind);
  const text = asStatement(said.statement);
  const support = supportOf(cited, turn, quote, evidence);
  if (kind === undefined || !isPlain(text, quote, `${support} ${name} User 用户`)) return 'form';
  if (!isStated(turn.text, quote, name)) return 'talk';
  const day = dayOfTurn(turn, evidence);
  const dated = withDates(text, day);
  if (dated.unclear || !standsAlone(dated.text, name)) return 'alone';
  if (!isOfSpeaker(text, quote, name) || !isBorneOut(text, quote, turn, support, name, evidence.terms)) return 'more';
  const at = dated.at ?? withDates(quote, day).at ?? (said.at !== null && /^\d{4}(?:-\d\d){0,2}$/.test(said.at) && new RegExp(`(?<!\\d)${said.at}(?![\\d-])`).test(support) ? said.at : null);
  const confidence = Math.round(said.confidence * 100) / 100;
  const fields = fieldsOf({ ...said, kind, at, confidence }, { text: dated.text, support, name, project: evidence.project });
  return { statement: { category: kind, text: dated.text, tags: [], fields }, events: cited.map(({ event }) => event), quote, confidence };
}

interface Found {
  readonly turn: Turn;
  readonly quote: string;
  /** Ascending; the turn of the quote among them. */
  readonly cited: readonly Turn[];
}

/** In the turns that it cites, a new one of a person. What was not shown cannot be cited. */
function quoteIn({ quote, events }: SaidFact, { turns, fresh }: Evidence): Found | null {
  const cited = [...new Set(events)].toSorted((a, b) => a - b).flatMap((event) => turns.get(event) ?? []);
  const own = cited.filter(({ event }) => fresh.has(event));
  const found = makeFindQuote(own.map(({ text }) => text), QUOTE)(quote);
  const turn = found === null ? undefined : own[found.passage];
  return found === null || turn === undefined ? null : { turn, quote: found.quote, cited: cited.filter(({ event }) => Math.abs(event - turn.event) <= NEAR) };
}

/** In one line, without what ends a sentence, and "the user" as facts have it. */
function asStatement(raw: string): string {
  return raw.replace(/\s+/g, ' ').trim().replace(/(?<=[^.。])[.。]$/u, '').replace(/^the user\b/iu, 'User');
}

function isPlain(text: string, quote: string, beside: string): boolean {
  const isHan = (one: string): boolean => /\p{Script=Han}/u.test(one);
  if (text.length < SHORTEST || text.length > LONGEST || /https?:/.test(text) && !/https?:/.test(beside)) return false;
  return isHan(text) === isHan(quote) && !isMarkedUp(text, beside) && !isOtherScript(text, beside);
}

const dayOfTurn = ({ at }: Turn, { dayOf }: Pick<Evidence, 'dayOf'>): string | null => (at === null ? null : dayOf(at));

/** All that was said in the turns that it cites, with the days that it means in the ways in which these are written. */
function supportOf(cited: readonly Turn[], own: Turn, quote: string, evidence: Evidence): string {
  const said = cited.map((turn) => {
    const at = turn === own ? Math.max(0, turn.text.indexOf(quote)) : 0;
    const text = turn.text.length <= AROUND * 2 ? turn.text : turn.text.slice(Math.max(0, at - AROUND), at + quote.length + AROUND);
    const day = dayOfTurn(turn, evidence);
    if (day === null) return text;
    const labels = findRelativeDates(text, day).map(({ label }) => label);
    return [annotateRelativeDates(text, day), withDates(text, day).text, ...[...labels, day].map(inWords)].join(' ');
  });
  return [...said, evidence.project ?? ''].join('\n');
}

/** "2026-05-07" as people and models write it. */
function inWords(label: string): string {
  const [, year = '', month, day] = /(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(label) ?? [];
  if (month === undefined) return `${year} ${year}年`;
  const name = MONTHS[Number(month) - 1] ?? '';
  const [m, d] = [Number(month), Number(day ?? '1')];
  return day === undefined ? `${name} ${year} ${year}-${month} ${year}年${m}月` : `${label} ${d} ${name} ${year}, ${name} ${d}, ${year} ${year}年${m}月${d}日`;
}

/** Who says "I" speaks of themselves, or of somebody whom they name; who says "you", of another. */
function isOfSpeaker(text: string, quote: string, name: string): boolean {
  const isNamed = text.includes(name) || (name === 'User' && text.includes('用户'));
  const [subject] = /^\p{Lu}[\p{L}\p{N}'’-]*|^\p{Script=Han}{2,3}/u.exec(text) ?? [];
  const bare = subject?.replace(/['’]s?$/u, '') ?? '';
  if (isNamed) return !saysYou(quote);
  return (bare !== '' && quote.includes(bare)) || !saysI(quote);
}

function isBorneOut(text: string, quote: string, turn: Turn, support: string, name: string, terms: Terms): boolean {
  if (missingSpecifics(text, `${support} ${name}`).some((one) => one !== 'not')) return false;
  const bare = text.replaceAll(name, ' ').replaceAll('用户', ' ');
  const own = [...new Set(terms(bare))];
  const has = new Set(terms(support));
  if (own.length === 0 || own.filter((term) => has.has(term)).length < own.length * BORNE) return false;
  const quoted = new Set(terms(quote));
  if (own.filter((term) => quoted.has(term)).length < own.length * QUOTED) return false;
  const han = [...new Set(bare.replaceAll(LITTLE_HAN, '').match(/\p{Script=Han}/gu) ?? [])];
  if (han.length > 0 && han.filter((letter) => support.includes(letter)).length < han.length * BORNE_HAN) return false;
  return saysAsMuch(text, quote, turn, own, terms);
}

/** What was told in the past tense is no denial of it. */
const FORMERLY = /\b(?:used to|former(?:ly)?)\b/giu;

/** A "not" stands where the quote has one, in the part of it that has most of the words. */
function saysAsMuch(text: string, quote: string, turn: Turn, own: readonly string[], terms: Terms): boolean {
  const clauses = clausesAround(turn.text, quote).map((clause) => ({ clause, shared: own.filter((term) => terms(clause).includes(term)).length }));
  const most = clauses.reduce((best, { shared }) => Math.max(best, shared), 0);
  return clauses.some(({ clause, shared }) => shared === most && (denies(clause) === denies(text) || (!denies(clause) && !denies(text.replace(FORMERLY, '')))));
}
