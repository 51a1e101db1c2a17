// The port to a language model: one prompt, one structured answer. What is behind it may be a server or a program.
import { setTimeout as wait } from 'node:timers/promises';
import type { Usage } from '../model/plan.ts';
import { LLMError } from './errors.ts';

// When a call is tried again: what the network or a busy server did, three times, and never what the server refused.

/** Waits so many milliseconds; throws the signal's reason at once where it is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

const FIRST_WAIT_MS = 1000;

/** What tries a call again. */
export interface Retrying {
  /** Repetitions, at most. */
  readonly retries?: number;
  /** How it waits between two tries; a test waits less. */
  readonly sleep?: Sleep;
}

const RETRIES = 3;

/** Longer than this a server may not make us wait. */
const LONGEST_MS = 60_000;

/** Who calls it looks at the signal next. */
const reallySleep: Sleep = async (ms, signal) => await wait(ms, undefined, { signal }).catch(() => undefined);

/**
 * Calls until it goes well, with up to `retries` repetitions: after 1, 2, 4 … seconds, or as much later as the server
 * asked for, up to a minute. Throws the last LLMError, also where it may not ask `again`; any that is not `retryable`
 * at once; and the signal's reason where it aborts.
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
  /** What the model is to do. Never holds what was logged. */
  readonly system: string;
  /** What it is about; what was logged stands in it as data. */
  readonly prompt: string;
  /** What the answer is called where a protocol wants a name. */
  readonly name: string;
  /** JSON schema of the answer. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ModelReply {
  /** The answer without what the model thought aloud. Untrusted: it may be anything, also nothing. */
  readonly text: string;
  /** As the server counted them, else estimated from the characters. */
  readonly promptTokens: number;
  readonly answerTokens: number;
  /** `prompt`: it did not fit and the model saw a part of it. `answer`: it ended at a limit. */
  readonly cut: 'prompt' | 'answer' | null;
}

export interface Asking {
  /** Aborts the call. */
  readonly signal: AbortSignal;
  /** Hears of each sign of life, with the tokens of the answer so far. */
  readonly heard: (tokens: number) => void;
  /**
   * Told before the same is asked again: what went wrong, and how long it waits before, in milliseconds; null where the
   * question alone is put in another form. False where it may not be.
   */
  readonly again?: (cause: LLMError | null, pauseMs: number) => boolean;
}

export interface Model {
  /** Engine and model, such as `ollama:qwen3:8b`. */
  readonly name: string;
  /** Tokens that prompt and answer may have together. */
  readonly context: number;
  /** Throws `LLMError` where it cannot be asked now: nobody answers, no such model, no key. */
  check(signal: AbortSignal): Promise<void>;
  /** Throws `LLMError`, after what is worth it was tried again; the signal's reason where that aborted it. */
  ask(request: ModelRequest, asking: Asking): Promise<ModelReply>;
}

// What a room that asks a model a few questions needs of the way to it.

/** The way to a model: counts calls and tokens, keeps the limits, watches for silence. Throws nothing. */
export interface Asks {
  /** Does a prompt fit, with so many tokens left for its answer? */
  fits(request: Pick<ModelRequest, 'system' | 'prompt' | 'schema'>, answerTokens: number): boolean;
  /** `label`: what is being done, for the progress line. */
  ask(request: ModelRequest, label: string): Promise<Asked>;
}

/** What came of one call. No words of an error or a server are in it. */
export type Asked =
  /** `value`: the JSON of the answer; undefined where it held none. */
  | { readonly kind: 'answer'; readonly value: unknown }
  /** The prompt did not fit, or the answer ended at a limit. */
  | { readonly kind: 'cut'; readonly what?: 'prompt' | 'answer' }
  /** `all`: not only this call would fail. `reason`: one sentence of memvault's own. */
  | { readonly kind: 'failed'; readonly all?: boolean; readonly reason: string }
  /** A limit is reached: nothing was asked. */
  | { readonly kind: 'limit'; readonly reason: string }
  /** A person pressed Ctrl-C. */
  | { readonly kind: 'stopped' };

export interface PartAsks<Part> {
  readonly asks: Asks;
  readonly answerTokens: number;
  /** Calls at most, and what is said of what is left then. */
  readonly limit?: { readonly calls: number; readonly reason: string };
  /** For the progress line. */
  labelFor(part: Part): string;
  requestFor(part: Part): ModelRequest;
  /** Smaller parts of one that does not fit; none where it cannot be smaller, which is `cut` then. */
  halvesOf(part: Part): readonly Part[];
}

/** Asks about each part in turn, halved until it fits. Who has enough leaves the loop. */
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

/** What reads a text for a room. */
export interface ModelReader {
  /** Such as `ollama:qwen3:8b/inbox-1`. */
  readonly name: string;
  /** The text of the prompt file. */
  readonly system: string;
  readonly asks: Asks;
  /** What it cost so far. */
  readonly usage: () => Usage;
}

// How many tokens a text is, without a tokenizer: rather too many than too few, since a prompt that is cut costs more
// than one that could have been longer.

/** Tokens of 42 UTF-16 units of one kind: whole numbers, so that no sum depends on its order. */
const WEIGHT = { letter: 12, mark: 28, digit: 42, foreign: 21, ideograph: 42 };

/** An estimate from the letters alone; whole, and 0 only for the empty text. */
export function estimateTokens(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += weightOf(text.charCodeAt(at));
  return Math.ceil(sum / 42);
}

function weightOf(unit: number): number {
  // From the radicals of CJK on: kana, Hangul, half an emoji each, and all else that has few tokens of its own.
  if (unit >= 0x2e80) return WEIGHT.ideograph;
  if (unit >= 0x80) return WEIGHT.foreign;
  if (unit === 0x20 || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)) return WEIGHT.letter;
  return unit >= 0x30 && unit <= 0x39 ? WEIGHT.digit : WEIGHT.mark;
}

// What a model is made from. The rooms above resolve it; nothing of llm/ reads a setting or the process's environment.

export interface ModelOptions extends Retrying {
  /** As its server names it; null where none is chosen. */
  readonly model: string | null;
  /** Address of the server; null for that of the environment, else of this machine. */
  readonly url: string | null;
  /** Program and arguments, for the engine `command`. */
  readonly command: string | null;
  /** Tokens of prompt and answer together. */
  readonly numCtx: number;
  /** Keys and addresses are read from it; the engine `command` passes it on. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder in which the engine `command` runs its program, absolute. */
  readonly cwd: string;
  /** As node names it. */
  readonly platform: string;
  /**
   * Told of each group of processes that is started; gives the way to say that it has ended. One that has not ends with
   * memvault, however that ends.
   */
  readonly startsGroup?: (leader: number) => () => void;
}
