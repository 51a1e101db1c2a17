// What a model says of a conversation, held against it fact by fact: the quote stands in a turn of a person, letter by
// letter; the statement says what the quote says, of its person, with its names, numbers, days and denials, and nothing
// else. Pure; mends nothing.
import { isMarkedUp, isOtherScript } from '../../markdown/plain-text.ts';
import { makeFindQuote } from '../../markdown/quotes.ts';
import type { Candidate, Turn } from '../conversation.ts';
import { withDates } from '../rules/day-words.ts';
import { extractByRules, nameOfSpeaker } from '../rules/rules.ts';
import type { Terms } from '../slots.ts';
import { standsAlone } from './alone.ts';
import { isBorneOut } from './borne-out.ts';
import { fieldsOf } from './fields.ts';
import { isStated, saysI, saysYou } from './said.ts';
import { KINDS, type SaidFact } from './schema.ts';

/**
 * `evidence`: no person says so word for word. `more`: its words say more, or another thing. `alone`: it does not say
 * of whom or when. `talk`: no statement. `form`: no plain words.
 */
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

export function verify(said: SaidFact, evidence: Evidence): Candidate | Refusal {
  const found = quoteIn(said, evidence);
  if (found === null) return 'evidence';
  const { turn, quote, cited } = found;
  const name = nameOfSpeaker(turn);
  const kind = KINDS.find((one) => one === said.kind);
  const text = asStatement(said.statement);
  if (kind === undefined || !isPlain(text, quote, `${cited.map((one) => one.text).join(' ')} ${name} User 用户`))
    return 'form';
  if (!isStated(turn.text, quote, name)) return 'talk';
  const day = turn.at === null ? null : evidence.dayOf(turn.at);
  const dated = withDates(text, day);
  if (dated.unclear || !standsAlone(dated.text, name)) return 'alone';
  if (
    !isOfSpeaker(text, quote, name) ||
    !isBorneOut({
      text,
      quote,
      turn,
      cited,
      day,
      known: `${name} ${evidence.project ?? ''}`,
      name,
      terms: evidence.terms,
    })
  )
    return 'more';
  const at = dated.at ?? withDates(quote, day).at;
  const confidence = Math.round(said.confidence * 100) / 100;
  const fields = fieldsOf(
    { ...said, kind, at, confidence },
    {
      text: dated.text,
      quote,
      name,
      project: evidence.project,
      hasKey: (key) => keysByRules(turn, quote, evidence).includes(key),
    },
  );
  return {
    statement: { category: kind, text: dated.text, tags: [], fields },
    events: cited.map(({ event }) => event),
    quote,
    confidence,
  };
}

/** What the rules find in the quote alone. */
function keysByRules(turn: Turn, quote: string, { project, dayOf }: Evidence): (string | undefined)[] {
  return extractByRules(
    { session: '', format: '', project, events: turn.event, broken: [], turns: [{ ...turn, text: quote }] },
    dayOf,
  ).map(({ statement }) => statement.fields.key);
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
  const found = makeFindQuote(
    own.map(({ text }) => text),
    QUOTE,
  )(quote);
  const turn = found === null ? undefined : own[found.passage];
  return found === null || turn === undefined
    ? null
    : { turn, quote: found.quote, cited: cited.filter(({ event }) => Math.abs(event - turn.event) <= NEAR) };
}

/** In one line, without what ends a sentence, and "the user" as facts have it. */
function asStatement(raw: string): string {
  return raw
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=[^.。])[.。]$/u, '')
    .replace(/^the user\b/iu, 'User');
}

function isPlain(text: string, quote: string, beside: string): boolean {
  const isHan = (one: string): boolean => /\p{Script=Han}/u.test(one);
  if (text.length < SHORTEST || text.length > LONGEST || (/https?:/.test(text) && !/https?:/.test(beside)))
    return false;
  return isHan(text) === isHan(quote) && !isMarkedUp(text, beside) && !isOtherScript(text, beside);
}

/** Who says "I" speaks of themselves, or of somebody whom they name; who says "you", of another. */
function isOfSpeaker(text: string, quote: string, name: string): boolean {
  const isNamed = text.includes(name) || (name === 'User' && text.includes('用户'));
  const [subject] = /^\p{Lu}[\p{L}\p{N}'’-]*|^\p{Script=Han}{2,3}/u.exec(text) ?? [];
  const bare = subject?.replace(/['’]s?$/u, '') ?? '';
  if (isNamed) return !saysYou(quote);
  return (bare !== '' && quote.includes(bare)) || !saysI(quote);
}
