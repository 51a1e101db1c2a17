// The two looks at new facts, as calls and the answers to them. First: facts with the claims that they may be about,
// many per call. Second: pairs of statements in reverse order, with their days and context only; the model does not
// learn the result of the first look. Calls no model itself. Pure.
import type { Asks, ModelRequest } from '../../../llm/port.ts';
import { choiceSchema, fence, fillPrompt, listSchema, objectSchema, orNull, textSchema } from '../../../llm/prompt.ts';
import { eventDay, type Fact } from '../../../model/fact.ts';
import type { JsonObject } from '../../../model/json.ts';
import type { Proposal } from '../../../model/plan.ts';
import type { Look } from '../../../model/review.ts';
import { type Board, type BoardClaim, placeOf } from './board.ts';
import { idIn, meaningOf, pick, rowsOf, textIn } from './read-answer.ts';

/** A fact that the rules leave open. */
export interface OpenFact {
  readonly fact: Fact;
  /** The rules' proposal. */
  readonly base: Proposal;
}

const VERDICTS = ['new', 'duplicate', 'supersedes', 'corrects', 'conflicts', 'set-aside'] as const;
export type Verdict = (typeof VERDICTS)[number];

const MEANINGS: Readonly<Record<string, Verdict>> = Object.fromEntries(
  Object.entries({
    new: 'new add none unrelated keep both',
    duplicate: 'duplicate duplicates duplicate-of same same-as repeats',
    supersedes: 'supersedes supersede superseded update updates replaces replace',
    corrects: 'corrects correct correction',
    conflicts: 'conflicts conflict contradicts contradiction',
    'set-aside': 'set-aside setaside ignore skip',
  }).flatMap(([verdict, words]) => words.split(' ').map((word) => [word, verdict as Verdict])),
);

/** The answer about one fact. `other`: a claim or an earlier fact, by the fact that identifies it. */
export interface Said {
  readonly as: Verdict;
  readonly other: string | null;
  readonly text: string | null;
}

/** One call. */
export interface FirstLook {
  readonly facts: readonly OpenFact[];
  readonly claims: readonly BoardClaim[];
  readonly request: ModelRequest;
  readonly answerTokens: number;
}

/** The most facts per call, and claims for each. */
export interface Size {
  readonly facts: number;
  readonly claims: number;
}

export const FULL: Size = { facts: 20, claims: 6 };
/** In characters; a long claim must not crowd out the others. */
const LONGEST_CLAIM = 400;
/** The least score of a claim to be shown. The best claim is always shown. */
const LEAST_SCORE = 0.02;
const LONGEST_CONVENTIONS = 4000;

export interface LookOptions {
  readonly size?: Size;
  readonly board: Board;
  /** The text of the prompt file. */
  readonly system: string;
  /** The prose of the vault's schema. */
  readonly conventions: string;
  readonly fits: Asks['fits'];
}

/** The first facts as one call that fits, at most `size`; null if not even one fact with one claim fits. */
export function firstLook(facts: readonly OpenFact[], { size = FULL, fits, ...about }: LookOptions): FirstLook | null {
  for (let { facts: count, claims } = { ...size, facts: Math.min(size.facts, facts.length) }; ;) {
    const look = lookAt(facts.slice(0, count), claims, about);
    if (fits(look.request, look.answerTokens)) return look;
    if (count > 1) count = Math.ceil(count / 2);
    else if (claims > 1) claims = Math.floor(claims / 2);
    else return null;
  }
}

/** The next size after a truncated call; null if it cannot be smaller. */
export function halfOf({ facts, claims }: Size): Size | null {
  if (facts > 1) return { facts: Math.ceil(facts / 2), claims };
  return claims > 1 ? { facts, claims: Math.floor(claims / 2) } : null;
}

function lookAt(
  facts: readonly OpenFact[],
  most: number,
  { board, system, conventions }: Omit<LookOptions, 'size' | 'fits'>,
): FirstLook {
  const claims = new Map<string, BoardClaim>();
  for (const { fact, base } of facts) {
    const near = board.nearest(fact, base.text ?? fact.text, most);
    for (const { claim, score } of near.filter(({ score: own }, at) => at === 0 || own >= LEAST_SCORE))
      if (score > 0) claims.set(claim.fact, claim);
  }
  const shown = [...claims.values()].sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
  const claimRows = shown.map(({ text, since, place }, at) =>
    JSON.stringify({ id: `c${at + 1}`, in: place, since, says: clip(text) }),
  );
  const factRows = facts.map(({ fact, base }, at) =>
    JSON.stringify({
      id: `f${at + 1}`,
      in: placeOf(fact, base.page ?? ''),
      day: eventDay(fact),
      says: base.text ?? fact.text,
    }),
  );
  const rows = (items: readonly string[]): string => (items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n]`);
  return {
    facts,
    claims: shown,
    request: {
      name: 'first-look',
      system: fillPrompt(system, { conventions: renderConventions(conventions) }),
      prompt: `${fence(`{"claims":${rows(claimRows)},\n"facts":${rows(factRows)}}`)}\n\nDecide ${
        facts.length === 1 ? 'f1' : `f1 to f${facts.length}`
      }. Answer with JSON alone.`,
      schema: firstSchema(shown.length, facts.length),
    },
    answerTokens: facts.length * 35 + 60,
  };
}

const clip = (text: string): string =>
  text.length <= LONGEST_CLAIM ? text : `${text.slice(0, LONGEST_CLAIM).toWellFormed()}…`;

function renderConventions(prose: string): string {
  const text = prose.trim().slice(0, LONGEST_CONVENTIONS).trim();
  return text === '' ? '' : `The user's wishes for wording, as far as they agree with the rules above:\n\n${text}`;
}

const ids = (letter: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);

export function firstSchema(claims: number, facts: number): JsonObject {
  const own = ids('f', facts);
  const decision = objectSchema({
    fact: choiceSchema(own),
    as: choiceSchema(VERDICTS),
    claim: orNull(choiceSchema([...ids('c', claims), ...own])),
    text: orNull(textSchema),
  });
  return objectSchema({ decisions: listSchema(decision) });
}

export interface FirstAnswer {
  /** By fact id; unreadable answers are missing. */
  readonly said: ReadonlyMap<string, Said>;
  /** The number of decisions that are malformed, or about an unknown fact or claim. */
  readonly bad: number;
}

/** Accepts any value. Of two decisions about a fact, the first counts. */
export function readFirstLook(value: unknown, { facts, claims }: Pick<FirstLook, 'facts' | 'claims'>): FirstAnswer {
  const [own, known] = [ids('f', facts.length), ids('c', claims.length)];
  const said = new Map<string, Said>();
  let bad = 0;
  for (const row of rowsOf(value, 'decisions', 'facts')) {
    const id = idIn(pick(row, 'fact', 'id'), 'f', own);
    const fact = id === null ? undefined : facts[own.indexOf(id)]?.fact;
    const as = meaningOf(pick(row, 'as', 'decision', 'action'), MEANINGS);
    const named = idIn(pick(row, 'claim', 'of', 'target'), 'c', [...known, ...own]);
    const other =
      named === null
        ? null
        : named.startsWith('c')
          ? (claims[known.indexOf(named)]?.fact ?? null)
          : own.indexOf(named) < own.indexOf(id ?? '')
            ? (facts[own.indexOf(named)]?.fact.id ?? null)
            : null;
    const needsOther = as !== 'new' && as !== 'set-aside';
    if (!fact || as === null || said.has(fact.id) || (needsOther && other === null)) bad++;
    else said.set(fact.id, { as, other: needsOther ? other : null, text: textIn(pick(row, 'text', 'wording')) });
  }
  return { said, bad };
}

// The second look.

/** A statement with its day and context. */
export interface Side {
  readonly text: string;
  readonly day: string;
  readonly place: string;
}

export interface Pair {
  readonly older: Side;
  readonly newer: Side;
}

/** The most pairs per call. */
export const PAIRS_A_CALL = 12;
const LOOKS: Readonly<Record<string, Look>> = {
  both: 'both',
  complementary: 'both',
  unrelated: 'both',
  same: 'same',
  duplicate: 'same',
  'a-replaces-b': 'replaces',
  replaces: 'replaces',
  supersedes: 'replaces',
  // The older cannot replace the newer: such an answer shows a misunderstanding.
  'b-replaces-a': 'both',
  contradict: 'contradicts',
  contradicts: 'contradicts',
  contradiction: 'contradicts',
};

export function secondLook(pairs: readonly Pair[], prompt: string): { request: ModelRequest; answerTokens: number } {
  const side = ({ text, day, place }: Side): object => ({
    in: place,
    day,
    says: text.slice(0, LONGEST_CLAIM).toWellFormed(),
  });
  const rows = pairs.map(({ older, newer }, at) =>
    JSON.stringify({ id: `p${at + 1}`, a: side(newer), b: side(older) }),
  );
  return {
    request: {
      name: 'second-look',
      system: fillPrompt(prompt, {}),
      prompt: `${fence(`{"pairs":[\n${rows.join(',\n')}\n]}`)}\n\nDecide each pair. Answer with JSON alone.`,
      schema: secondSchema(pairs.length),
    },
    answerTokens: pairs.length * 20 + 40,
  };
}

export function secondSchema(count: number): JsonObject {
  const pair = objectSchema({
    pair: choiceSchema(ids('p', Math.max(1, count))),
    as: choiceSchema(['both', 'same', 'a-replaces-b', 'b-replaces-a', 'contradict']),
  });
  return objectSchema({ pairs: listSchema(pair) });
}

/** The answers by index of the pair; accepts any value. Unreadable answers are missing. */
export function readSecondLook(value: unknown, count: number): Map<number, Look> {
  const known = ids('p', count);
  const looks = new Map<number, Look>();
  for (const row of rowsOf(value, 'pairs', 'decisions')) {
    const id = idIn(pick(row, 'pair', 'id'), 'p', known);
    const look = meaningOf(pick(row, 'as', 'decision'), LOOKS);
    if (id !== null && look !== null && !looks.has(known.indexOf(id))) looks.set(known.indexOf(id), look);
  }
  return looks;
}
