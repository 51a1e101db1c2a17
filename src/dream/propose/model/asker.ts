// The way to a model for all that a dream asks, one call at a time, and the budget of a dream: what it may spend and
// what it has spent.
import { LLMError } from '../../../llm/errors.ts';
import {
  type Asked,
  type Asks,
  estimateTokens,
  type Model,
  type ModelReply,
  type ModelRequest,
} from '../../../llm/port.ts';
import { readJson } from '../../../llm/prompt.ts';
import { MemvaultError } from '../../../model/errors.ts';
import type { Usage } from '../../../model/plan.ts';
import type { Cancel } from '../../../model/ports.ts';
import { plural } from '../../../model/text.ts';

export interface Limits {
  /** Calls of one dream, at most. */
  readonly maxCalls: number;
  /** Time of one dream. */
  readonly minutes: number;
}

/** What of a call was cut off: its prompt, by a server with a smaller window, or its answer. */
export type Cut = 'cutPrompt' | 'cutAnswer';

/** What a dream may spend, and what it has spent. */
export type Budget = ReturnType<typeof createBudget>;

export function createBudget({ maxCalls, minutes }: Limits) {
  const end = performance.now() + minutes * 60_000;
  const timeLimit = `the time limit of ${plural(minutes, 'minute')} is reached`;
  let [calls, tokens] = [0, 0];
  let stopped: string | null = null;
  let answered = false;
  let isCutOff: Cut | null = null;
  return {
    get usage(): Usage {
      return { calls, tokens };
    },
    /** Why nothing is asked any more in this dream, one sentence; null while it goes on. */
    get stopped() {
      return stopped;
    },
    /** Milliseconds until the time is up. */
    get msLeft() {
      return Math.max(0, end - performance.now());
    },
    /** What is said when it is. */
    timeLimit,
    /** Why no further call is made, `pending` others being under way; null where it may be. */
    refuses: (pending = 0): string | null => {
      if (calls + pending >= maxCalls) return `the limit of ${plural(maxCalls, 'call')} is reached`;
      return performance.now() >= end ? timeLimit : null;
    },
    spend: (more: number, ofTokens: number): void => {
      calls += more;
      tokens += ofTokens;
    },
    /** Whether the model answered anything in this dream. */
    get answered() {
      return answered;
    },
    answer: () => void (answered = true),
    /** The model cuts off whatever it is asked: the rules decide what is left; null while it does not. */
    get isCutOff() {
      return isCutOff;
    },
    cutOff: (what: Cut): void => {
      isCutOff ??= what;
      stopped ??= 'the model cuts off what it is asked';
    },
    /** Nothing is asked any more. The first reason stays. */
    stop: (reason: string) => void (stopped ??= reason),
  };
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

export function createAsker(options: AskerOptions): Asks & { readonly firstFailure: FirstFailure | null } {
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
    return { kind: 'failed', all, reason };
  };
  return {
    get firstFailure() {
      return firstFailure;
    },
    fits: (request, answerTokens) => fitsIn(model.context, request, answerTokens),
    ask: async (request, label) => {
      if (cancel.requested) return { kind: 'stopped' };
      if (budget.stopped !== null) return { kind: 'failed', all: true, reason: budget.stopped };
      const refusal = budget.refuses();
      if (refusal !== null) return { kind: 'limit', reason: refusal };
      const call: Call = { size: sizeOf(request), ended: null, tries: 1, lost: 0, lastCause: null, tokens: 0 };
      try {
        const reply = await make(call, options, request, label);
        budget.spend(call.tries, call.lost + reply.promptTokens + reply.answerTokens);
        budget.answer();
        failures = 0;
        return reply.cut === null ? { kind: 'answer', value: readJson(reply.text) } : { kind: 'cut', what: reply.cut };
      } catch (error) {
        budget.spend(call.tries, spentOn(call));
        if (cancel.requested) return { kind: 'stopped' };
        if (call.ended === 'limit') return { kind: 'limit', reason: budget.timeLimit };
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
interface Call {
  /** Tokens of its prompt, estimated. */
  readonly size: number;
  ended: 'silent' | 'limit' | null;
  /** How often it was sent. */
  tries: number;
  /** What the tries that failed cost. */
  lost: number;
  /** What the last of them came to. */
  lastCause: LLMError | null;
  /** Of the answer so far. */
  tokens: number;
}

/** What it cost where no server counted: nothing before the first word. */
const spentOn = ({ lost, size, tokens }: Call): number => lost + (tokens === 0 ? 0 : size + tokens);

async function make(call: Call, options: AskerOptions, request: ModelRequest, label: string): Promise<ModelReply> {
  const { model, budget, cancel, heard, silenceMs = SILENCE_MS } = options;
  const giveUp = new AbortController();
  const end = (why: 'silent' | 'limit'): void => {
    call.ended ??= why;
    giveUp.abort();
  };
  let timer: NodeJS.Timeout | undefined;
  const restart = (pauseMs = 0): void => {
    clearTimeout(timer);
    const [silence, left] = [silenceMs + pauseMs, budget.msLeft];
    timer = setTimeout(() => end(left < silence ? 'limit' : 'silent'), Math.min(silence, left + TIMER_MS));
    heard(label, budget.usage.tokens + call.lost + call.tokens);
  };
  const stop = (): void => giveUp.abort();
  cancel.signal?.addEventListener('abort', stop, { once: true });
  const aborted = new Promise<never>((_, reject) => {
    giveUp.signal.addEventListener('abort', () => reject(new MemvaultError('model', FAILED)), { once: true });
  });
  restart();
  try {
    // A model that does not heed the signal is not waited for.
    return await Promise.race([
      aborted,
      model.ask(request, {
        signal: giveUp.signal,
        heard: (tokens) => {
          call.tokens = Math.max(call.tokens, tokens);
          restart();
          // The next one would be too many.
          if (budget.msLeft === 0) end('limit');
        },
        again: (cause, pauseMs) => {
          call.lastCause = cause ?? call.lastCause;
          call.lost = spentOn(call);
          call.tokens = 0;
          if (cause !== null && budget.refuses(call.tries) !== null) return false;
          call.tries++;
          // A pause is no silence of the model's.
          restart(pauseMs);
          return true;
        },
      }),
    ]);
  } finally {
    clearTimeout(timer);
    cancel.signal?.removeEventListener('abort', stop);
  }
}

/** Would another call fare better? Where nothing came from a server, it is asked whether it is there. */
async function isStillThere(model: Model, error: unknown, cancel: Cancel): Promise<boolean> {
  const status = error instanceof LLMError ? error.status : null;
  if (status !== null) return !NEVER.has(status);
  try {
    const time = AbortSignal.timeout(CHECK_MS);
    await model.check(cancel.signal === undefined ? time : AbortSignal.any([time, cancel.signal]));
    return true;
  } catch {
    return false;
  }
}
