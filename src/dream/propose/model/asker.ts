// The way to a model for all that a dream asks, one call at a time, and the budget of a dream: what it may spend and
// what it has spent.
import { LLMError } from '../../../llm/errors.ts';
import { estimateTokens, type Model, type ModelReply, type ModelRequest } from '../../../llm/port.ts';
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

export interface Budget {
  readonly usage: Usage;
  /** Why nothing is asked any more in this dream, one sentence; null while it goes on. */
  readonly stopped: string | null;
  /** Why no further call is made, `pending` others being under way; null where it may be. */
  refuses(pending?: number): string | null;
  /** Milliseconds until the time is up. */
  readonly msLeft: number;
  /** What is said when it is. */
  readonly timeLimit: string;
  spend(calls: number, tokens: number): void;
  /** Whether the model answered anything in this dream. */
  readonly answered: boolean;
  answer(): void;
  /** The model cuts off whatever it is asked: the rules decide what is left; null while it does not. */
  readonly isCutOff: Cut | null;
  cutOff(what: Cut): void;
  /** Nothing is asked any more. The first reason stays. */
  stop(reason: string): void;
}

export function createBudget({ maxCalls, minutes }: Limits): Budget {
  const end = performance.now() + minutes * 60_000;
  const timeLimit = `the time limit of ${plural(minutes, 'minute')} is reached`;
  let [calls, tokens] = [0, 0];
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
    timeLimit,
    refuses: (pending = 0) => {
      if (calls + pending >= maxCalls)
        return `the limit of ${maxCalls} ${maxCalls === 1 ? 'call' : 'calls'} is reached`;
      return performance.now() >= end ? timeLimit : null;
    },
    spend: (more, ofTokens) => {
      calls += more;
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

/** What came of one call. No words of an error or a server are in it. */
export type Asked =
  /** `value`: the JSON of the answer; undefined where it held none. */
  | { readonly kind: 'answer'; readonly value: unknown }
  /** The prompt did not fit, or the answer ended at a limit. */
  | { readonly kind: 'cut'; readonly what: 'prompt' | 'answer' }
  /**
   * `all`: not only this call would fail. `wasMade`: it was tried; else an earlier one failed so that none is.
   * `reason`: one sentence of memvault's own.
   */
  | { readonly kind: 'failed'; readonly all: boolean; readonly wasMade: boolean; readonly reason: string }
  /** A limit is reached: nothing was asked. */
  | { readonly kind: 'limit'; readonly reason: string }
  /** A person pressed Ctrl-C. */
  | { readonly kind: 'stopped' };

/**
 * The way to the model for all that a dream asks: counts calls and tokens, keeps the limits, watches for silence.
 * Throws nothing.
 */
export interface Asker {
  /** Does a prompt fit, with so many tokens left for its answer? */
  fits(request: Pick<ModelRequest, 'system' | 'prompt' | 'schema'>, answerTokens: number): boolean;
  /** `label`: what is being done, for the progress line. */
  ask(request: ModelRequest, about: { readonly label: string; readonly answerTokens: number }): Promise<Asked>;
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
        budget.spend(call.tries, call.lost + reply.promptTokens + reply.answerTokens);
        budget.answer();
        failures = 0;
        return reply.cut === null ? { kind: 'answer', value: readJson(reply.text) } : { kind: 'cut', what: reply.cut };
      } catch (error) {
        budget.spend(call.tries, call.spent);
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
