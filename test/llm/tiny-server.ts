// A server that does what a test says, and no more, for what a scripted one would do too well.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ModelRequest, ModelOptions, Sleep } from '../../src/llm/port.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** What stood in the body as JSON, `{}` for none. */
  readonly body: Record<string, unknown>;
}

export interface TinyServer {
  readonly url: string;
  readonly asked: Asked[];
  [Symbol.asyncDispose](): Promise<void>;
}

export async function tinyServer(
  answer: (response: ServerResponse, asked: Asked, number: number) => void,
  host = '127.0.0.1',
): Promise<TinyServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const text = Buffer.concat(parts).toString();
        const one: Asked = {
          method: request.method ?? '',
          path: request.url ?? '',
          headers: request.headers,
          body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
        };
        asked.push(one);
        answer(response, one, asked.length);
      });
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const json = (
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
};

export const optionsOf = (more: Partial<ModelOptions> = {}): ModelOptions => ({
  model: 'm',
  url: null,
  command: null,
  numCtx: 4096,
  env: {},
  cwd: '/',
  platform: 'linux',
  sleep: () => Promise.resolve(),
  ...more,
});

export const REQUEST: ModelRequest = {
  system: 'Say what you are told.',
  prompt: 'Say {"a":1}.',
  name: 'answer',
  schema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false },
};

export const asking = (
  signal: AbortSignal = AbortSignal.timeout(15_000),
  heard: (tokens: number) => void = () => {},
) => ({ signal, heard });

/** A sleep that takes no time and keeps what it was asked for. */
export function noSleep(): { readonly waits: number[]; readonly sleep: Sleep } {
  const waits: number[] = [];
  return {
    waits,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  };
}
