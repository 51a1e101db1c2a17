// HTTP to a model server. Waits as long as the caller does: a model on a small machine may think for minutes before its
// first word, and fetch gives up after five. Knows no protocol and keeps no connection.
import { type IncomingMessage, request as plain } from 'node:http';
import { request as encrypted, type RequestOptions } from 'node:https';
import { isLoopback } from '../model/ports.ts';
import { LLMError, unreachable } from './errors.ts';

export interface Call {
  readonly url: URL;
  /** POST if present, else GET. */
  readonly body?: string;
  /** Sent only if nobody on the way can read it: to this machine, or by https. */
  readonly key?: string | undefined;
  readonly accept: string;
}

export interface Wire {
  readonly signal: AbortSignal;
  /** What to do if nothing listens at the address. */
  readonly hint: string;
}

/** Interval of keep-alive probes on an idle connection. */
const KEEP_ALIVE_MS = 30_000;

/** True if a key would not be sent. */
export const isOpenWay = (url: URL): boolean => url.protocol === 'http:' && !isLoopback(url.href);

/**
 * Sends one call and returns the response once its headers are there, whatever its status except a redirect. Throws
 * LLMError if the server is unreachable or redirects, and the signal's reason if it aborts.
 */
export async function send(call: Call, wire: Wire): Promise<IncomingMessage> {
  let answer: IncomingMessage;
  try {
    answer = await exchange(call, wire);
  } catch (error) {
    wire.signal.throwIfAborted();
    throw unreachable(call.url, error, wire.hint);
  }
  const {
    statusCode = 0,
    headers: { location },
  } = answer;
  if (statusCode < 300 || statusCode >= 400 || location === undefined) return answer;
  answer.destroy();
  const { origin } = call.url;
  const to = URL.canParse(location, call.url.href) ? new URL(location, call.url).origin : origin;
  throw new LLMError(`${origin} redirects${to === origin ? '' : ` to ${to}`}; memvault does not follow redirects`, {
    status: 300,
    hint:
      to === origin
        ? 'set models.url to the address that answers'
        : `if that is where the model is, set models.url to an address of ${to}`,
  });
}

async function exchange({ url, body, key, accept }: Call, { signal }: Wire): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: body === undefined ? 'GET' : 'POST',
    signal,
    // Node's default agent uses a proxy if NODE_USE_ENV_PROXY is set; connections to this machine must not.
    ...(isLoopback(url.href) && { agent: false }),
    headers: {
      connection: 'close',
      accept,
      'user-agent': 'memvault',
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      ...(key === undefined || isOpenWay(url) ? {} : { authorization: `Bearer ${key}` }),
    },
  };
  const request = (url.protocol === 'https:' ? encrypted : plain)(url, options);
  return await new Promise((resolve, reject) => {
    request.on('response', resolve);
    // Stays attached, because a connection may fail later; the reader of the response gets that error.
    request.on('error', reject);
    request.on('socket', (socket) => void socket.setKeepAlive(true, KEEP_ALIVE_MS));
    request.end(body);
  });
}

// Decodes a streamed response into text and lines; a character may span two chunks.

/** Maximum length of a line in any protocol. */
const MOST_LINE = 4_000_000;

type Bytes = AsyncIterable<unknown>;

/** The text of a body as it arrives. Invalid bytes become U+FFFD. */
async function* textPieces(body: Bytes): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  for await (const piece of body) {
    const text = decoder.decode(piece instanceof Uint8Array ? piece : undefined, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/**
 * The values of a body with one JSON object per line. Skips empty lines, and a truncated last line unless it is the
 * only one. Throws SyntaxError for any other line.
 */
export async function* jsonLines(body: Bytes): AsyncGenerator<object, void, undefined> {
  let waiting = '';
  let some = false;
  for await (const piece of textPieces(body)) {
    const lines = `${waiting}${piece}`.split('\n');
    waiting = lines.pop() ?? '';
    for (const line of lines.filter(isWritten)) {
      yield objectIn(line);
      some = true;
    }
    if (waiting.length > MOST_LINE) throw new SyntaxError('a line without an end');
  }
  if (!isWritten(waiting)) return;
  try {
    yield objectIn(waiting);
  } catch (error) {
    if (!some) throw error;
  }
}

const isWritten = (line: string): boolean => line.trim() !== '';

function objectIn(line: string): object {
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null) throw new SyntaxError('a line that is not an object');
  return value;
}

/** The data of server-sent events; skips comments, names and a truncated event. */
export async function* eventData(body: Bytes): AsyncGenerator<string, void, undefined> {
  const { createParser } = await import('eventsource-parser');
  let ready: string[] = [];
  let isEndless = false;
  const parser = createParser({
    maxBufferSize: MOST_LINE,
    onEvent: ({ data }) => void ready.push(data),
    onError: ({ type }) => {
      isEndless ||= type === 'max-buffer-size-exceeded';
    },
  });
  for await (const piece of textPieces(body)) {
    parser.feed(piece);
    if (isEndless) throw new SyntaxError('an event without an end');
    yield* ready;
    ready = [];
  }
}

/** Model information includes its licence text. */
const MOST_WHOLE = 32_000_000;

/** A whole body as JSON. Throws SyntaxError if it is invalid, or too long for an answer. */
export async function wholeJson(body: Bytes, most = MOST_WHOLE): Promise<unknown> {
  let text = '';
  for await (const piece of textPieces(body)) {
    text += piece;
    if (text.length > most) throw new SyntaxError('too long');
  }
  const value: unknown = JSON.parse(text);
  return value;
}

// Collects an answer while it arrives, counts it, and detects when it exceeds any reasonable size.

export type Hearing = ReturnType<typeof createHearing>;

/** No answer is longer than twice its context window, however the server counts. */
const TOO_MUCH = { pieces: 2, letters: 16 };

export function createHearing(context: number, heard: (tokens: number) => void) {
  let text = '';
  let pieces = 0;
  let letters = 0;
  let tokens = 0;
  return {
    /** Adds the next piece of the answer, and of reasoning; returns false once it is too much. */
    add(piece: string, thought = ''): boolean {
      text += piece;
      pieces += 1;
      letters += piece.length + thought.length;
      tokens += Math.ceil((piece.length + thought.length) / 4);
      heard(tokens);
      return pieces <= TOO_MUCH.pieces * context && letters <= TOO_MUCH.letters * context;
    },
    get text() {
      return text;
    },
    /** An estimate from the number of letters. */
    get tokens() {
      return tokens;
    },
  };
}
