// The way to a server: how long it waits, where it does not go, and what it does not say on the way.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { LLMError } from '../../src/llm/errors.ts';
import { isOpenWay, send } from '../../src/llm/transport.ts';
import { json, tinyServer } from './tiny-server.ts';

const wire = () => ({ signal: AbortSignal.timeout(15_000), hint: 'start it' });
const call = (url: string, more: object = {}) => ({ url: new URL(url), accept: 'application/json', ...more });
const failure = async (promise: Promise<unknown>): Promise<LLMError> => {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof LLMError)) throw new Error('it did not fail as a model does', { cause: thrown });
  return thrown;
};

/** Where Node keeps what its own fetch goes by. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

test('a server may be silent for longer than fetch waits, before its head and within its body', async () => {
  await using server = await tinyServer((response) => {
    setTimeout(() => response.writeHead(200).write('{'), 1200);
    setTimeout(() => response.end('}'), 2400);
  });
  await fetch('data:,').then((response) => response.text());
  const held = globalThis as unknown as Record<symbol, { constructor: new (options: object) => object }>;
  const usual = held[DISPATCHER];
  if (usual === undefined) throw new Error('Node has no dispatcher of its own');
  const Agent = usual.constructor;
  Object.assign(globalThis, { [DISPATCHER]: new Agent({ headersTimeout: 300, bodyTimeout: 300 }) });
  try {
    const [theirs, ours] = await Promise.allSettled([fetch(server.url), send(call(server.url), wire())]);
    expect(theirs).toMatchObject({ status: 'rejected', reason: { cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } } });
    if (ours.status === 'rejected') throw ours.reason;
    expect((await ours.value.setEncoding('utf8').toArray()).join('')).toBe('{}');
  } finally {
    Object.assign(globalThis, { [DISPATCHER]: usual });
  }
});

test('a redirection to another origin is not followed, and the error names both', async () => {
  await using other = await tinyServer((response) => json(response, {}));
  await using server = await tinyServer(
    (response) => void response.writeHead(307, { location: `${other.url}/v1/chat?key=SECRET` }).end(),
  );
  const error = await failure(send(call(server.url, { body: '{}', key: 'k' }), wire()));
  expect(error).toMatchObject({
    retryable: false,
    message: `${server.url} redirects to ${other.url}; memvault does not follow redirects`,
    hint: `if that is where the model is, set models.url to an address of ${other.url}`,
  });
  expect(other.asked).toEqual([]);
});

test('nor is one within the same origin', async () => {
  await using server = await tinyServer((response) => void response.writeHead(308, { location: '/a/' }).end());
  expect(await failure(send(call(`${server.url}/a`, { body: '{"x":1}', key: 'k' }), wire()))).toMatchObject({
    message: `${server.url} redirects; memvault does not follow redirects`,
    hint: 'set models.url to the address that answers',
  });
  expect(server.asked).toHaveLength(1);
});

test('a key goes only where nobody on the way can read it', () => {
  expect(
    ['http://127.0.0.1', 'http://localhost:8080', 'https://box.example', 'http://[::1]'].map((url) =>
      isOpenWay(new URL(url)),
    ),
  ).toEqual([false, false, false, false]);
  expect(['http://box', 'http://192.168.1.5:8080'].map((url) => isOpenWay(new URL(url)))).toEqual([true, true]);
});

const lan = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

test.skipIf(lan === undefined)('a key is not sent over an open way, here that of a network', async () => {
  await using server = await tinyServer((response) => json(response, {}), lan);
  await send(call(`${server.url}/v1/models`, { key: 'SECRET' }), wire());
  expect(server.asked).toMatchObject([{ path: '/v1/models' }]);
  expect(JSON.stringify(server.asked)).not.toContain('SECRET');
});

const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

test.skipIf(!hasIPv6)('this machine by its IPv6 address', async () => {
  await using server = await tinyServer((response) => json(response, {}), '::1');
  expect((await send(call(server.url), wire())).statusCode).toBe(200);
});

test.each<[what: string, answer: string, message: RegExp, retryable: boolean]>([
  ['something else than http', 'SSH-2.0-OpenSSH_9.6\r\n', /does not speak http$/, false],
  ['nothing', '', /broke off$/, true],
])('a server that says %s', async (_what, answer, message, retryable) => {
  const { createServer: listen } = await import('node:net');
  const server = listen((socket) => {
    socket.on('error', () => {});
    socket.end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const error = await failure(send(call(`http://127.0.0.1:${port}`), wire()));
  expect(error.message).toMatch(message);
  expect(error.retryable).toBe(retryable);
  server.close();
});

test('https to a server that has none', async () => {
  await using server = await tinyServer((response) => json(response, {}));
  const error = await failure(send(call(server.url.replace('http:', 'https:')), wire()));
  expect(error).toMatchObject({
    message: `${server.url.replace('http:', 'https:')} does not speak https`,
    retryable: false,
  });
});

test('a name that nobody knows', async () => {
  const error = await failure(send(call('http://no-such-machine.invalid/'), wire()));
  expect(error).toMatchObject({
    message: expect.stringMatching(/^http:\/\/no-such-machine\.invalid cannot be reached/) as string,
    retryable: true,
  });
});

test('an abort gives its own reason', async () => {
  await using server = await tinyServer(() => {});
  const abort = new AbortController();
  const reason = new Error('stop');
  setTimeout(() => abort.abort(reason), 50);
  await expect(send(call(server.url), { ...wire(), signal: abort.signal })).rejects.toBe(reason);
});
