// The way to a model for all that a dream asks, one call at a time, and the budget of a dream: what it may spend and
// what it has spent.
import { LLMError } from '../../../llm/errors.ts';
import { estimateTokens, type Model, type ModelReply, type ModelRequest } from '../../../llm/port.ts';
import { fence, fillPrompt, readJson } from '../../../llm/prompt.ts';
import { MemvaultError } from '../../../model/errors.ts';
import { eventDay } from '../../../model/fact.ts';
import type { Usage } from '../../../model/plan.ts';
import type { Cancel } from '../../../model/ports.ts';
import { answerSchema } from './answer.ts';
import {
  type Around,
  type Asked,
  type Asker,
  cutGroup,
  type Group,
  type Sheaf,
  type Size,
  sizesFrom,
} from './groups.ts';

// A group as a model reads it: what it is to do, and apart from that the page and the facts, as JSON between two
// marks that occur nowhere in it.

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
  /** Time of one dream. */
  readonly seconds: number;
}

/** What a call is about, as its request is named. */
export type About = 'consolidate' | 'classify' | 'merge' | 'memory';

/** What of a call was cut off: its prompt, by a server with a smaller window, or its answer. */
export type Cut = 'cutPrompt' | 'cutAnswer';

export interface Budget {
  readonly usage: Usage;
  /** Why nothing is asked any more in this dream, one sentence; null while it goes on. */
  readonly stopped: string | null;
  /** Why no further call is made, `pending` others being under way; null where it may be. */
  refuses(pending?: number): string | null;
  /** Milliseconds until the time is up. */
  readonly msLeft: number;
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

export function createBudget({ maxCalls, seconds }: Limits): Budget {
  const end = performance.now() + seconds * 1000;
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
    get msLeft() {
      return Math.max(0, end - performance.now());
    },
    refuses: (pending = 0) => {
      if (calls + pending >= maxCalls)
        return `the limit of ${maxCalls} ${maxCalls === 1 ? 'call' : 'calls'} is reached`;
      return performance.now() >= end ? `the time limit of ${seconds} seconds is reached` : null;
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
// answer.

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

export interface AskerOptions {
  readonly model: Model;
  readonly budget: Budget;
  readonly cancel: Cancel;
  /** Milliseconds of silence after which a call is given up. */
  readonly silenceMs?: number | undefined;
  /** Hears of each sign of life: what is asked about, and the tokens of the dream so far. */
  readonly heard: (label: string, tokens: number) => void;
  /** One failure is enough as long as nothing was answered: somebody else takes over. */
  readonly isTentative?: boolean;
}

/** What failed before anything was answered. */
export interface FirstFailure {
  /** One sentence. */
  readonly words: string;
  /** Where no call at all can go well, why. */
  readonly refusal: LLMError | null;
}

/** So many calls in a row that failed each by itself, and no other is made. */
const FAILURES = 2;
const SILENCE_MS = 600_000;
/** A timer may fire so much too early. */
const TIMER_MS = 2;
/** Their status is no matter of one prompt. */
const NEVER = new Set([401, 402, 403, 404]);

/** A server that is there says so by then. */
const CHECK_MS = 10_000;

const UNREACHABLE = 'the model cannot be reached';
const SILENT = 'the model was silent for too long';
const FAILED = 'the model did not answer';

/** Tokens of a prompt, rather too many. Some servers put the schema into it. */
export function sizeOf({ system, prompt, schema }: Pick<ModelRequest, 'system' | 'prompt' | 'schema'>): number {
  return estimateTokens(system) + estimateTokens(prompt) + estimateTokens(JSON.stringify(schema)) + 50;
}

/** A part of the window stays free for the answer, however short that should be: models think aloud. */
const ROOM = 4;
const MOST_ROOM = 4096;

/** Does a prompt fit into so many tokens, with those that its answer needs? */
export function fitsIn(
  context: number,
  request: Pick<ModelRequest, 'system' | 'prompt' | 'schema'>,
  answerTokens: number,
): boolean {
  return sizeOf(request) + Math.max(answerTokens, Math.min(context / ROOM, MOST_ROOM)) <= context;
}

export function createAsker(options: AskerOptions): Asker & { readonly firstFailure: FirstFailure | null } {
  const { model, budget, cancel } = options;
  let failures = 0;
  let firstFailure: FirstFailure | null = null;
  const failed = async (error: unknown, call: Call): Promise<Asked> => {
    failures++;
    const isFirst = !budget.answered;
    if (isFirst)
      firstFailure ??= {
        words: call.ended === 'silent' ? SILENT : error instanceof LLMError ? error.message : FAILED,
        refusal: error instanceof LLMError && NEVER.has(error.status ?? 0) ? error : null,
      };
    const all =
      failures >= FAILURES || (isFirst && options.isTentative === true) || !(await isStillThere(model, error, cancel));
    const reason =
      call.ended === 'silent'
        ? withCause(call.lastCause === null ? SILENT : `${SILENT}, after a try that failed`, call.lastCause)
        : withCause(all && failures < FAILURES ? UNREACHABLE : FAILED, error);
    if (all) budget.stop(reason);
    return { kind: 'failed', all, wasMade: true, reason };
  };
  return {
    get firstFailure() {
      return firstFailure;
    },
    fits: (request, answerTokens) => fitsIn(model.context, request, answerTokens),
    ask: async (request, { label }) => {
      if (cancel.requested) return { kind: 'stopped' };
      if (budget.stopped !== null) return { kind: 'failed', all: true, wasMade: false, reason: budget.stopped };
      const size = sizeOf(request);
      const refusal = budget.refuses();
      if (refusal !== null) return { kind: 'limit', reason: refusal };
      const call = new Call(options, size);
      try {
        const reply = await call.make(request, label);
        budget.spend(call.tries, call.lost + reply.promptTokens + reply.answerTokens, request.name);
        budget.answer();
        failures = 0;
        return reply.cut === null ? { kind: 'answer', value: readJson(reply.text) } : { kind: 'cut', what: reply.cut };
      } catch (error) {
        budget.spend(call.tries, call.spent, request.name);
        if (cancel.requested) return { kind: 'stopped' };
        if (call.ended === 'limit') return { kind: 'limit', reason: budget.refuses() ?? 'the time limit is reached' };
        // Whatever went wrong on the way to a model is no fault of a fact.
        return await failed(error, call);
      }
    },
  };
}

/** Why, and what would help: an LLMError says both in memvault's own words. Of any other error nothing is said. */
function withCause(what: string, error: unknown): string {
  if (!(error instanceof LLMError)) return what;
  return [`${what}: ${error.message}`, ...(error.hint === undefined ? [] : [error.hint])].join('; ');
}

/** One call: what was heard of it, and why it was given up. */
class Call {
  ended: 'silent' | 'limit' | null = null;
  /** How often it was sent. */
  tries = 1;
  /** What the tries that failed cost. */
  lost = 0;
  /** What the last of them came to. */
  lastCause: LLMError | null = null;
  private tokens = 0;
  private readonly options: AskerOptions;
  private readonly size: number;
  private readonly giveUp = new AbortController();

  constructor(options: AskerOptions, size: number) {
    this.options = options;
    this.size = size;
  }

  /** What it cost where no server counted: nothing before the first word. */
  get spent(): number {
    return this.lost + (this.tokens === 0 ? 0 : this.size + this.tokens);
  }

  async make(request: ModelRequest, label: string): Promise<ModelReply> {
    const { model, budget, cancel, heard, silenceMs = SILENCE_MS } = this.options;
    let timer: NodeJS.Timeout | undefined;
    const restart = (pauseMs = 0): void => {
      clearTimeout(timer);
      const [silence, left] = [silenceMs + pauseMs, budget.msLeft];
      timer = setTimeout(() => this.abort(left < silence ? 'limit' : 'silent'), Math.min(silence, left + TIMER_MS));
    };
    const stop = (): void => this.giveUp.abort();
    cancel.signal?.addEventListener('abort', stop, { once: true });
    const aborted = new Promise<never>((_, reject) => {
      this.giveUp.signal.addEventListener('abort', () => reject(new MemvaultError('model', FAILED)), { once: true });
    });
    restart();
    heard(label, budget.usage.tokens);
    try {
      // A model that does not heed the signal is not waited for.
      return await Promise.race([
        aborted,
        model.ask(request, {
          signal: this.giveUp.signal,
          heard: (tokens) => {
            this.tokens = Math.max(this.tokens, tokens);
            restart();
            heard(label, budget.usage.tokens + this.lost + this.tokens);
            // The next one would be too many.
            if (budget.msLeft === 0) this.abort('limit');
          },
          again: (cause, pauseMs) => {
            this.lastCause = cause ?? this.lastCause;
            this.lost = this.spent;
            this.tokens = 0;
            if (cause !== null && budget.refuses(this.tries) !== null) return false;
            this.tries++;
            // A pause is no silence of the model's.
            restart(pauseMs);
            heard(label, budget.usage.tokens + this.lost);
            return true;
          },
        }),
      ]);
    } finally {
      clearTimeout(timer);
      cancel.signal?.removeEventListener('abort', stop);
    }
  }

  private abort(why: 'silent' | 'limit'): void {
    this.ended ??= why;
    this.giveUp.abort();
  }
}

/** Would another call fare better? Where nothing came from a server, it is asked whether it is there. */
async function isStillThere(model: Model, error: unknown, cancel: Cancel): Promise<boolean> {
  const status = statusOf(error);
  if (status !== null) return !NEVER.has(status);
  try {
    const time = AbortSignal.timeout(CHECK_MS);
    await model.check(cancel.signal === undefined ? time : AbortSignal.any([time, cancel.signal]));
    return true;
  } catch {
    return false;
  }
}

function statusOf(error: unknown): number | null {
  const { status } = (error ?? {}) as Partial<LLMError>;
  return typeof status === 'number' ? status : null;
}
