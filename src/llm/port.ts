// The interface of a language model: one prompt, one structured answer. The implementation may be a server or a
// program.
import { setTimeout as wait } from 'node:timers/promises';
import type { Usage } from '../model/plan.ts';
import { LLMError } from './errors.ts';

// Retries after network errors and from busy servers, three times, but never after a refusal.

/** Waits that many milliseconds; throws the signal's reason as soon as it aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

const FIRST_WAIT_MS = 1000;

/** Options for retries. */
export interface Retrying {
  /** Maximum number of retries. */
  readonly retries?: number;
  /** Waits between two tries; replaced in tests. */
  readonly sleep?: Sleep;
}

const RETRIES = 3;

/** The longest pause that a server may request. */
const LONGEST_MS = 60_000;

/** The caller checks the signal next. */
const reallySleep: Sleep = async (ms, signal) => await wait(ms, undefined, { signal }).catch(() => undefined);

/**
 * Calls until it succeeds, with up to `retries` retries after 1, 2, 4 … seconds, or later if the server asks for it, at
 * most a minute each. Throws the last LLMError, also if `again` forbids a retry; any that is not `retryable` at once;
 * and the signal's reason if it aborts.
 */
export async function withRetries<T>(
  call: () => Promise<T>,
  { signal, again }: Pick<Asking, 'signal' | 'again'>,
  { retries = RETRIES, sleep = reallySleep }: Retrying = {},
): Promise<T> {
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof LLMError) || !error.retryable || tries >= retries) throw error;
      const pause = Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_MS);
      const longer = Math.max(pause, Math.min(error.retryAfterMs, LONGEST_MS));
      if (again?.(error, longer) === false) throw error;
      await sleep(longer, signal);
    }
  }
}

export interface ModelRequest {
  /** The instructions. Never contain logged text. */
  readonly system: string;
  /** The data; logged text is fenced in it. */
  readonly prompt: string;
  /** Name of the answer, for protocols that require one. */
  readonly name: string;
  /** JSON schema of the answer. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ModelReply {
  /** The answer without the model's reasoning. Untrusted: it may be anything, even empty. */
  readonly text: string;
  /** As counted by the server, else estimated from the characters. */
  readonly promptTokens: number;
  readonly answerTokens: number;
  /** `prompt`: it did not fit and the model saw only part of it. `answer`: it ended at a limit. */
  readonly cut: 'prompt' | 'answer' | null;
}

export interface Asking {
  /** Aborts the call. */
  readonly signal: AbortSignal;
  /** Called on each sign of life, with the number of answer tokens so far. */
  readonly heard: (tokens: number) => void;
  /**
   * Called before a retry with the error and the pause in milliseconds; null if only the form of the question changes.
   * Returns false to prevent it.
   */
  readonly again?: (cause: LLMError | null, pauseMs: number) => boolean;
}

export interface Model {
  /** Engine and model, such as `ollama:qwen3:8b`. */
  readonly name: string;
  /** Maximum tokens of prompt and answer together. */
  readonly context: number;
  /** Throws `LLMError` if it cannot be asked now: no server, no such model, no key. */
  check(signal: AbortSignal): Promise<void>;
  /** Throws `LLMError` after retries, and the signal's reason if it aborted. */
  ask(request: ModelRequest, asking: Asking): Promise<ModelReply>;
}

// What a room needs to ask a model a few questions.

/** Access to a model: counts calls and tokens, enforces limits, detects silence. Throws nothing. */
export interface Asks {
  /** True if a prompt fits with that many tokens left for its answer. */
  fits(request: Pick<ModelRequest, 'system' | 'prompt' | 'schema'>, answerTokens: number): boolean;
  /** `label`: the current work, for the progress line. */
  ask(request: ModelRequest, label: string): Promise<Asked>;
}

/** The outcome of one call. Contains no words of an error or a server. */
export type Asked =
  /** `value`: the JSON of the answer; undefined if it contained none. */
  | { readonly kind: 'answer'; readonly value: unknown }
  /** The prompt did not fit, or the answer ended at a limit. */
  | { readonly kind: 'cut'; readonly what?: 'prompt' | 'answer' }
  /** `all`: other calls would fail too. `reason`: one sentence of memvault's own. */
  | { readonly kind: 'failed'; readonly all?: boolean; readonly reason: string }
  /** A limit was reached: nothing was asked. */
  | { readonly kind: 'limit'; readonly reason: string }
  /** The user pressed Ctrl-C. */
  | { readonly kind: 'stopped' };

export interface PartAsks<Part> {
  readonly asks: Asks;
  readonly answerTokens: number;
  /** Maximum number of calls, and the reason reported for the rest. */
  readonly limit?: { readonly calls: number; readonly reason: string };
  /** For the progress line. */
  labelFor(part: Part): string;
  requestFor(part: Part): ModelRequest;
  /** Splits a part that does not fit; empty if it cannot be split, and then the result is `cut`. */
  halvesOf(part: Part): readonly Part[];
}

/** Asks about each part in turn, split until it fits. The consumer may stop early. */
export async function* askInParts<Part>(
  parts: readonly Part[],
  { asks, answerTokens, limit, labelFor, requestFor, halvesOf }: PartAsks<Part>,
): AsyncGenerator<{ readonly part: Part; readonly asked: Asked }, void, undefined> {
  const waiting = [...parts];
  let calls = 0;
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const request = requestFor(part);
    let asked: Asked = { kind: 'cut' };
    if (limit !== undefined && calls >= limit.calls) asked = { kind: 'limit', reason: limit.reason };
    else if (asks.fits(request, answerTokens)) {
      asked = await asks.ask(request, labelFor(part));
      calls++;
    }
    const halves = asked.kind === 'cut' ? halvesOf(part) : [];
    if (halves.length > 0) waiting.unshift(...halves);
    else yield { part, asked };
  }
}

/** A reader of texts for a room. */
export interface ModelReader {
  /** Such as `ollama:qwen3:8b/inbox-1`. */
  readonly name: string;
  /** The text of the prompt file. */
  readonly system: string;
  readonly asks: Asks;
  /** Its cost so far. */
  readonly usage: () => Usage;
}

// Estimates the tokens of a text without a tokenizer. Errs high, because a truncated prompt costs more than a short
// one.

/** Tokens per 42 UTF-16 units of one kind: integers, so that no sum depends on its order. */
const WEIGHT = { letter: 12, mark: 28, digit: 42, foreign: 21, ideograph: 42 };

/** An estimate from the characters alone; an integer, 0 only for the empty text. */
export function estimateTokens(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += weightOf(text.charCodeAt(at));
  return Math.ceil(sum / 42);
}

function weightOf(unit: number): number {
  // From the CJK radicals on: kana, Hangul, half an emoji each, and others with few tokens of their own.
  if (unit >= 0x2e80) return WEIGHT.ideograph;
  if (unit >= 0x80) return WEIGHT.foreign;
  if (unit === 0x20 || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)) return WEIGHT.letter;
  return unit >= 0x30 && unit <= 0x39 ? WEIGHT.digit : WEIGHT.mark;
}

// Options of a model. The rooms above resolve them; llm/ reads no settings and no process environment.

export interface ModelOptions extends Retrying {
  /** As named by its server; null if none is chosen. */
  readonly model: string | null;
  /** Address of the server; null for that of the environment, else this machine. */
  readonly url: string | null;
  /** Program and arguments, for the engine `command`. */
  readonly command: string | null;
  /** Tokens of prompt and answer together. */
  readonly numCtx: number;
  /** Source of keys and addresses; passed on by the engine `command`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the working directory for the engine `command`. */
  readonly cwd: string;
  /** As named by node. */
  readonly platform: string;
  /**
   * Called for each process group that is started; returns a function to report its end. A group that has not ended is
   * killed with memvault, however that exits.
   */
  readonly startsGroup?: (leader: number) => () => void;
}
