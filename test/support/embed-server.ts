// A scripted server that turns texts into vectors over real HTTP, by Ollama's protocol (/api/embed) and OpenAI's
// (/v1/embeddings) at once. Its vectors are made of the words of a text, the same each time; a script may have it
// answer anything else, or nothing.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EmbedCall {
  /** From 1, in the order of their arrival. */
  readonly number: number;
  readonly path: string;
  readonly model: string | undefined;
  readonly texts: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
}

/**
 * `vectors`: these instead of the usual ones. `drop`: the connection breaks before a status came. `stall`: nothing
 * comes at all.
 */
export type EmbedAct =
  | { readonly vectors: readonly unknown[] }
  | { readonly status: number; readonly error?: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly sends: string }
  | { readonly redirect: string }
  | { readonly does: 'drop' | 'stall' | 'halfway' };

export interface EmbedServer {
  /** As `retrieve.embeddings_url` of Ollama takes it; OpenAI's is below /v1. */
  readonly url: string;
  readonly calls: readonly EmbedCall[];
  close(): Promise<void>;
}

export interface EmbedServerOptions {
  readonly dimensions?: number;
  /** The key it wants; without one it wants none. */
  readonly key?: string;
  /** The models it has; any, where none are named. */
  readonly models?: readonly string[];
  readonly vectorOf?: (text: string) => readonly number[];
}

/** Null from a script is the usual answer. */
export type EmbedScript = (call: EmbedCall) => EmbedAct | null;

export async function startEmbedServer(
  script: EmbedScript = () => null,
  { dimensions = 32, key, models, vectorOf = (text) => wordsVector(text, dimensions) }: EmbedServerOptions = {},
): Promise<EmbedServer> {
  const calls: EmbedCall[] = [];

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '/').replace(/\?.*$/, '');
    const body = parse(await readText(request));
    const isOllama = path === '/api/embed';
    const say = (status: number, value: object, headers = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    const refuse = (status: number, words: string, headers = {}): void =>
      say(status, isOllama ? { error: words } : { error: { message: words, type: 'invalid_request_error' } }, headers);
    if (request.method !== 'POST' || (!isOllama && path !== '/v1/embeddings'))
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
      return refuse(401, `Incorrect API key provided: ${request.headers.authorization ?? ''}`);
    const { model, input } = body;
    const texts = (Array.isArray(input) ? input : [input]).map(String);
    const call: EmbedCall = {
      number: calls.length + 1,
      path,
      model: typeof model === 'string' ? model : undefined,
      texts,
      body,
      headers: request.headers,
    };
    calls.push(call);
    if (models !== undefined && !models.includes(String(model)))
      return refuse(404, `model "${String(model)}" not found, try pulling it first`);
    const act = script(call) ?? { vectors: texts.map((text) => vectorOf(text)) };
    if ('redirect' in act) return say(307, {}, { location: act.redirect });
    if ('status' in act) return refuse(act.status, act.error ?? 'it does not go', act.headers);
    if ('sends' in act) return void response.writeHead(200, { 'content-type': 'application/json' }).end(act.sends);
    if ('does' in act) {
      if (act.does === 'halfway')
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .write('{"embeddings":[[0.1', () => response.destroy());
      return void (act.does === 'drop' && response.destroy());
    }
    // Backwards, as a server may that works on several at once.
    const data = act.vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse();
    say(
      200,
      isOllama
        ? { model, embeddings: act.vectors, total_duration: 1_000_000, prompt_eval_count: texts.length }
        : { object: 'list', data, model, usage: { prompt_tokens: texts.length, total_tokens: texts.length } },
    );
  };

  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Of length 1: texts are the nearer the more words they share. `same`: words that mean one thing. */
export function wordsVector(text: string, dimensions: number, same: Readonly<Record<string, string>> = {}): number[] {
  const sum = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\d]+/gu) ?? ['']) {
    const random = randomOf(digest(same[word] ?? word));
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + gauss(random);
  }
  return normal(sum);
}

/** Of length 1, in no direction that has to do with the text. */
export function randomVector(seed: number, dimensions: number): number[] {
  const random = randomOf(seed);
  return normal(Array.from({ length: dimensions }, () => gauss(random)));
}

function normal(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((number) => number / length);
}

export function digest(text: string): number {
  let value = 2166136261;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16777619);
  return value >>> 0;
}

function randomOf(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const gauss = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(random() || 1e-12)) * Math.cos(2 * Math.PI * random());

function parse(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
