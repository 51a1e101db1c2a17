// Sends all of a dream's requests to a model, one call at a time, within the dream's budget.
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
import { NO_USAGE, type Usage } from '../../../model/plan.ts';
import type { Cancel } from '../../../model/ports.ts';
import { plural } from '../../../model/text.ts';

export interface Limits {
  /** The most calls of one dream. */
  readonly maxCalls: number;
  /** The time limit of one dream. */
  readonly minutes: number;
}

/** What was truncated: the prompt, by a server with a smaller window, or the answer. */
export type Cut = 'cutPrompt' | 'cutAnswer';

/** What a dream may spend and has spent. */
export interface Budget {
  readonly maxCalls: number;
  /** By `performance.now()`. */
  readonly end: number;
  /** The reason once the time is up. */
  readonly timeLimit: string;
  usage: Usage;
  /** Why the dream asks nothing more, in one sentence, the first reason; null while it may. */
  stopped: string | null;
  /** Whether the model has answered anything in this dream. */
  answered: boolean;
  /** How the first call failed, if nothing had been answered by then. */
  firstFailure: FirstFailure | null;
  /** The model truncates everything it is asked, so the rules decide the rest; null if not. */
  cutsOff: Cut | null;
}

export const createBudget = ({ maxCalls, minutes }: Limits): Budget => ({
  maxCalls,
  end: performance.now() + minutes * 60_000,
  timeLimit: `the time limit of ${plural(minutes, 'minute')} is reached`,
  usage: NO_USAGE,
  stopped: null,
  answered: false,
  firstFailure: null,
  cutsOff: null,
});

/** Why no further call is allowed, with `pending` others in progress; null if it is. */
function refusal({ maxCalls, usage, end, timeLimit }: Budget, pending = 0): string | null {
  if (usage.calls + pending >= maxCalls) return `the limit of ${plural(maxCalls, 'call')} is reached`;
  return performance.now() >= end ? timeLimit : null;
}

export interface AskerOptions {
  readonly model: Model;
  readonly budget: Budget;
  readonly cancel: Cancel;
  /** Milliseconds without any output after which a call is abandoned. */
  readonly silenceMs?: number | undefined;
  /** Called on every sign of life, with the subject of the call and the tokens of the dream so far. */
  readonly heard: (label: string, tokens: number) => void;
  /** A single failure before the first answer is enough to give up, because there is a fallback. */
  readonly isTentative?: boolean;
}

/** A failure before anything was answered. */
export interface FirstFailure {
  /** One sentence. */
  readonly words: string;
  /** The reason if no call can succeed at all. */
  readonly refusal: LLMError | null;
}

/** After this many consecutive failures, no more calls are made. */
const FAILURES = 2;
const SILENCE_MS = 600_000;
/** A timer may fire this much too early. */
const TIMER_MS = 2;
/** Errors with these statuses do not depend on the prompt. */
const NEVER = new Set([401, 402, 403, 404]);

/** A running server responds within this time. */
const CHECK_MS = 10_000;

const UNREACHABLE = 'the model cannot be reached';
const SILENT = 'the model was silent for too long';
const FAILED = 'the model did not answer';

/** The tokens of a request, rather overestimated. Some servers add the schema to the prompt. */
function sizeOf({ system, prompt, schema }: Pick<ModelRequest, 'system' | 'prompt' | 'schema'>): number {
  return estimateTokens(system) + estimateTokens(prompt) + estimateTokens(JSON.stringify(schema)) + 50;
}

/** The share of the window reserved for the answer, even a short one, because models may think aloud. */
const ROOM = 4;
const MOST_ROOM = 4096;

export function createAsker(options: AskerOptions): Asks {
  const { model, budget, cancel } = options;
  let failures = 0;
  const spend = (calls: number, tokens: number): void => {
    budget.usage = { calls: budget.usage.calls + calls, tokens: budget.usage.tokens + tokens };
  };
  const failed = async (error: unknown, call: Call): Promise<Asked> => {
    failures++;
    const isFirst = !budget.answered;
    if (isFirst)
      budget.firstFailure ??= {
        words: call.ended === 'silent' ? SILENT : error instanceof LLMError ? error.message : FAILED,
        refusal: error instanceof LLMError && NEVER.has(error.status ?? 0) ? error : null,
      };
    const all =
      failures >= FAILURES || (isFirst && options.isTentative === true) || !(await isStillThere(model, error, cancel));
    const reason =
      call.ended === 'silent'
        ? withCause(call.lastCause === null ? SILENT : `${SILENT}, after a try that failed`, call.lastCause)
        : withCause(all && failures < FAILURES ? UNREACHABLE : FAILED, error);
    if (all) budget.stopped ??= reason;
    return { kind: 'failed', all, reason };
  };
  return {
    fits: (request, answerTokens) =>
      sizeOf(request) + Math.max(answerTokens, Math.min(model.context / ROOM, MOST_ROOM)) <= model.context,
    ask: async (request, label) => {
      if (cancel.requested) return { kind: 'stopped' };
      if (budget.stopped !== null) return { kind: 'failed', all: true, reason: budget.stopped };
      const refused = refusal(budget);
      if (refused !== null) return { kind: 'limit', reason: refused };
      const call: Call = { size: sizeOf(request), ended: null, tries: 1, lost: 0, lastCause: null, tokens: 0 };
      try {
        const reply = await make(call, options, request, label);
        spend(call.tries, call.lost + reply.promptTokens + reply.answerTokens);
        budget.answered = true;
        failures = 0;
        return reply.cut === null ? { kind: 'answer', value: readJson(reply.text) } : { kind: 'cut', what: reply.cut };
      } catch (error) {
        spend(call.tries, spentOn(call));
        if (cancel.requested) return { kind: 'stopped' };
        if (call.ended === 'limit') return { kind: 'limit', reason: budget.timeLimit };
        // A failed request is never a fact's fault.
        return await failed(error, call);
      }
    },
  };
}

/** Adds the cause and the hint of an LLMError, which are in memvault's own words. Other errors are not quoted. */
function withCause(what: string, error: unknown): string {
  if (!(error instanceof LLMError)) return what;
  return [`${what}: ${error.message}`, ...(error.hint === undefined ? [] : [error.hint])].join('; ');
}

/** The state of one call. */
interface Call {
  /** Estimated tokens of its prompt. */
  readonly size: number;
  ended: 'silent' | 'limit' | null;
  /** The number of attempts. */
  tries: number;
  /** The cost of failed attempts. */
  lost: number;
  /** The error of the last failed attempt. */
  lastCause: LLMError | null;
  /** Tokens of the answer so far. */
  tokens: number;
}

/** The estimated cost if no server reported it; 0 before the first token. */
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
    const [silence, left] = [silenceMs + pauseMs, Math.max(0, budget.end - performance.now())];
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
    // Does not wait for a model that ignores the signal.
    return await Promise.race([
      aborted,
      model.ask(request, {
        signal: giveUp.signal,
        heard: (tokens) => {
          call.tokens = Math.max(call.tokens, tokens);
          restart();
          // The time was up within the timer's tolerance.
          if (performance.now() >= budget.end) end('limit');
        },
        again: (cause, pauseMs) => {
          call.lastCause = cause ?? call.lastCause;
          call.lost = spentOn(call);
          call.tokens = 0;
          if (cause !== null && refusal(budget, call.tries) !== null) return false;
          call.tries++;
          // The pause before a retry is not the model's silence.
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

/** Whether another call may succeed. If the server returned no status, checks that it is there. */
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
