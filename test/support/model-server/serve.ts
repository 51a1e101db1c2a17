// What both scripted servers are made of: HTTP on this machine, requests that are read and noted, acts that are
// carried out byte by byte. Bytes go out in slices that keep to no line and no letter, as networks cut them.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fromJSONSchema } from 'zod';
import {
  type Act,
  type JsonSchema,
  type ModelCall,
  type ModelServer,
  piecesOf,
  type Says,
  type Script,
  type ServerOptions,
} from './script.ts';

const SLICE = 997;

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One protocol. */
export interface Protocol {
  /** Path of the base address, such as `/v1`. */
  readonly base: string;
  /** All but questions to the model. */
  answer(request: {
    readonly method: string;
    readonly path: string;
    readonly body: unknown;
    readonly headers: IncomingMessage['headers'];
  }): Reply;
  /** Null where the request is no question to the model. A reply where the server refuses it by itself. */
  readCall(
    path: string,
    body: Readonly<Record<string, unknown>>,
    headers: IncomingMessage['headers'],
  ): Omit<ModelCall, 'number' | 'body' | 'headers'> | null;
  refuses(call: ModelCall): Reply | null;
  refusal(status: number, words: string): unknown;
  readonly streamType: string;
  /** Where a request does not say. */
  readonly streamsUnasked: boolean;
  /** The parts of a streamed answer: how it opens, each piece, how it ends. `error` is a line within it. */
  stream(
    call: ModelCall,
    said: Said,
  ): {
    readonly open: string;
    readonly pieces: readonly string[];
    readonly end: string;
    readonly error: (words: string) => string;
  };
  whole(call: ModelCall, said: Said): unknown;
}

/** What is said, with what the server counts of it. */
export interface Said {
  readonly text: string;
  readonly thinking: string;
  readonly promptTokens: number;
  readonly answerTokens: number;
  readonly cut: boolean;
}

export async function serve(protocol: Protocol, script: Script, { port = 0 }: ServerOptions): Promise<ModelServer> {
  const calls: ModelCall[] = [];
  const requests: string[] = [];
  const faults: unknown[] = [];
  const over = new AbortController();

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '/').replace(/\?.*$/, '');
    const text = await readText(request);
    requests.push(`${request.method ?? ''} ${path}`);
    const body: unknown = text === '' ? {} : JSON.parse(text);
    const record = isRecord(body) ? body : {};
    const asked = request.method === 'POST' ? protocol.readCall(path, record, request.headers) : null;
    if (asked === null)
      return send(response, protocol.answer({ method: request.method ?? '', path, body, headers: request.headers }));
    const call: ModelCall = { ...asked, number: calls.length + 1, body: record, headers: request.headers };
    calls.push(call);
    const refused = protocol.refuses(call);
    if (refused !== null) return send(response, refused);
    await act(protocol, call, await script(call), response, over.signal);
  };
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    respond(request, response).catch((error: unknown) => {
      if (over.signal.aborted) return;
      faults.push(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}${protocol.base}`,
    port: taken,
    calls,
    requests,
    close: async () => {
      over.abort();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (faults.length > 0) throw faults[0];
    },
  };
}

async function act(
  protocol: Protocol,
  call: ModelCall,
  what: Act,
  response: ServerResponse,
  over: AbortSignal,
): Promise<void> {
  if ('redirect' in what) return send(response, { status: 307, body: {}, headers: { location: what.redirect } });
  if ('status' in what)
    return send(response, {
      status: what.status,
      body: protocol.refusal(what.status, what.error ?? 'it does not go'),
      ...(what.headers ? { headers: what.headers } : {}),
    });
  if ('does' in what) return void (what.does === 'drop' && response.destroy());
  const said = saidOf(call, what);
  if (what.waitMs !== undefined) await wait(what.waitMs, over);
  if (!(call.body['stream'] ?? protocol.streamsUnasked))
    return send(response, { status: 200, body: protocol.whole(call, said) });
  const { open, pieces, end, error } = protocol.stream(call, said);
  response.writeHead(200, { 'content-type': protocol.streamType });
  const half = what.halfway === undefined ? pieces.length : Math.floor(pieces.length / 2);
  await write(response, open);
  if (what.pieceMs === undefined) await write(response, pieces.slice(0, half).join(''));
  else
    for (const piece of pieces.slice(0, half)) {
      await wait(what.pieceMs, over);
      await write(response, piece);
    }
  if (what.halfway === 'stall') return;
  if (what.halfway === 'drop') return void response.destroy();
  response.end(what.halfway === undefined ? end : error(what.halfway.error));
}

function saidOf(call: ModelCall, { says, thinking = '', promptTokens, cut = false }: Says): Said {
  if (typeof says !== 'string' && call.schema !== null) mustConform(says, call.schema);
  const text = typeof says === 'string' ? says : JSON.stringify(says);
  const prompt =
    promptTokens ??
    Math.min(Math.ceil((call.system.length + call.prompt.length) / 4), call.window ?? Number.POSITIVE_INFINITY);
  return { text, thinking, promptTokens: prompt, answerTokens: piecesOf(thinking + text).length, cut };
}

/** Throws where a value is none that the grammar made of the schema lets through. */
function mustConform(value: object, schema: JsonSchema): void {
  const { success, error } = fromJSONSchema(schema).safeParse(value);
  if (!success) throw new Error(`the script answers ${JSON.stringify(value)}, against the schema: ${error.message}`);
}

function send(response: ServerResponse, { status, body, headers }: Reply): void {
  const isText = typeof body === 'string';
  response.writeHead(status, {
    'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    ...headers,
  });
  response.end(isText ? body : JSON.stringify(body));
}

async function write(response: ServerResponse, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length && !response.destroyed; at += SLICE) {
    await new Promise<void>((resolve) => response.write(bytes.subarray(at, at + SLICE), () => resolve()));
  }
}

async function wait(ms: number, over: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    over.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new Error('the server was closed'));
      },
      { once: true },
    );
  });
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The words of messages with one of these roles. */
export function wordsOf(messages: unknown, isWanted: (role: unknown) => boolean): string {
  return (Array.isArray(messages) ? messages : [])
    .filter(isRecord)
    .filter(({ role }) => isWanted(role))
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n\n');
}
