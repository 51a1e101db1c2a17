// What a dream may spend on a model, and what it has spent. One for all batches of a dream, and for engines that are
// made anew in it. Knows no clock.
import { fence, fillPrompt } from '../../../llm/fence.ts';
import { estimateTokens, type ModelRequest } from '../../../llm/port.ts';
import { eventDay } from '../../../model/fact.ts';
import type { Usage } from '../../../model/plan.ts';
import { answerSchema } from './answer.ts';
import { type Around, cutGroup, type Sheaf, type Size, sizesFrom } from './groups.ts';
import type { Asker, Group } from './types.ts';

// A group as a model reads it: what it is to do, and apart from that the page and the facts, as JSON between two marks
// that occur nowhere in it. Pure: the same group gives the same prompt.

/** A claim is shown so far: one long one must not keep all others out of the prompt. */
const LONGEST_CLAIM = 600;
/** The prose of the schema is cut there. */
const LONGEST_CONVENTIONS = 4000;

export type Words = Pick<ModelRequest, 'system' | 'prompt'>;

/** `system`: the text of the prompt file. `conventions`: the prose of the vault's schema. */
export function renderPrompt(group: Group, wording: { readonly system: string; readonly conventions: string }): Words {
  const last = group.facts.at(-1)?.id ?? '';
  const which = group.facts.length === 1 ? 'f1' : `each of f1 to ${last}`;
  return {
    system: renderSystem(wording),
    prompt: `${fence(renderData(group))}\n\nDecide ${which} once. Answer with JSON alone.`,
  };
}

function renderSystem({ system, conventions }: { readonly system: string; readonly conventions: string }): string {
  return fillPrompt(system, { conventions: renderConventions(conventions) });
}

/** JSON, one claim and one fact a line. */
function renderData({ page, claims, facts, heads, otherPages }: Group): string {
  const rows = (items: readonly unknown[]): string =>
    items.length === 0 ? '[]' : `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  const claimRows = claims.map(({ id, text, since, isSide }) => ({
    id,
    says: clip(text),
    since,
    ...(isSide ? { disputed: true } : {}),
  }));
  return `{"page":${JSON.stringify({ path: page.path, title: page.title, about: page.about, new: page.isNew })},
"claims":${rows(claimRows)},
"facts":${rows(facts.map(({ id, fact, text }) => ({ id, says: text, day: eventDay(fact), category: fact.category })))},
"heads":${JSON.stringify(heads)},
"other_pages":${rows(otherPages)}}`;
}

const clip = (text: string): string =>
  text.length <= LONGEST_CLAIM ? text : `${text.slice(0, LONGEST_CLAIM).toWellFormed()}…`;

/** What the user wishes for the pages. They wrote it, but it is no more than wishes. */
function renderConventions(prose: string): string {
  const text = prose.trim().slice(0, LONGEST_CONVENTIONS).trim();
  return text === ''
    ? ''
    : `The user's wishes for wording and headings, as far as they agree with the rules above:\n\n${text}`;
}

export interface Limits {
  /** Calls of one dream, at most. */
  readonly maxCalls: number;
  /** Tokens of prompts and answers of one dream, at most. */
  readonly maxTokens: number;
}

/** What a call is about, as its request is named. */
export type About = 'consolidate' | 'classify' | 'merge' | 'memory';

/** What of a call was cut off: its prompt, by a server with a smaller window, or its answer. */
export type Cut = 'cutPrompt' | 'cutAnswer';

export interface Budget {
  readonly usage: Usage;
  /** Why nothing is asked any more in this dream, one sentence; null while it goes on. */
  readonly stopped: string | null;
  /** Why a call of so many tokens is not made, `pending` others being under way; null where it may be. */
  refuses(tokens: number, pending?: number): string | null;
  spend(calls: number, tokens: number, about: string): void;
  /** May another call be about claims that are alike? What they cost follows from what the facts cost. */
  readonly mayAskAboutPairs: boolean;
  /** Whether the model answered anything in this dream. */
  readonly answered: boolean;
  answer(): void;
  /** The model cuts off whatever it is asked: the rules decide what is left; null while it does not. */
  readonly isCutOff: Cut | null;
  cutOff(what: Cut): void;
  /** Nothing is asked any more. The first reason stays. */
  stop(reason: string): void;
}

/** Calls about pairs, at most, beside so many about facts. */
export const mostPairCalls = (factCalls: number): number => (factCalls === 0 ? 0 : Math.floor(factCalls / 5) + 2);

export function createBudget({ maxCalls, maxTokens }: Limits): Budget {
  let [calls, tokens] = [0, 0];
  const callsAbout = new Map<string, number>();
  const about = (what: About): number => callsAbout.get(what) ?? 0;
  let stopped: string | null = null;
  let answered = false;
  let isCutOff: Cut | null = null;
  return {
    get usage() {
      return { calls, tokens };
    },
    get stopped() {
      return stopped;
    },
    refuses: (next, pending = 0) => {
      if (calls + pending >= maxCalls)
        return `the limit of ${maxCalls} ${maxCalls === 1 ? 'call' : 'calls'} is reached`;
      return tokens + next > maxTokens ? `the limit of ${maxTokens} tokens is reached` : null;
    },
    get mayAskAboutPairs() {
      return about('classify') + about('merge') < mostPairCalls(about('consolidate'));
    },
    spend: (more, ofTokens, what) => {
      calls += more;
      callsAbout.set(what, (callsAbout.get(what) ?? 0) + more);
      tokens += ofTokens;
    },
    get answered() {
      return answered;
    },
    answer: () => void (answered = true),
    get isCutOff() {
      return isCutOff;
    },
    cutOff: (what) => {
      isCutOff ??= what;
      stopped ??= 'the model cuts off what it is asked';
    },
    stop: (reason) => void (stopped ??= reason),
  };
}

// How much of a page goes into one call: as many facts and claims as the model's window holds, with room for the
// answer. Pure: what fits depends on nothing but the page's words and the window.

/** One call that fits. */
export interface Fitted {
  readonly group: Group;
  readonly request: ModelRequest;
  /** How long its answer may become, about. */
  readonly answerTokens: number;
}

export interface Wording {
  /** The text of the prompt file. */
  readonly system: string;
  /** The prose of the vault's schema. */
  readonly conventions: string;
}

/**
 * The first facts of a sheaf as a call that fits, no more than `size` says; null where not even one fact with two
 * claims does.
 */
export function fitGroup(
  sheaf: Sheaf,
  size: Size,
  around: Around,
  wording: Wording,
  fits: Asker['fits'],
): Fitted | null {
  // Most of what is asked stands in the system text: where that alone is too much, no size helps.
  if (!fits({ system: renderSystem(wording), prompt: '', schema: {} }, 0)) return null;
  for (const one of sizesFrom(size, sheaf.facts.length)) {
    const group = cutGroup(sheaf, one, around);
    const request = { ...renderPrompt(group, wording), name: 'consolidate', schema: answerSchema(group) };
    const answerTokens = answerSize(group);
    if (fits(request, answerTokens)) return { group, request, answerTokens };
  }
  return null;
}

/** Each fact with a wording of its own, and the words for the page. */
function answerSize({ facts }: Group): number {
  return facts.reduce((sum, { text }) => sum + 70 + estimateTokens(text), 150);
}
