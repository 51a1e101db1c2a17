// What is worth it is tried again, three times; all else fails at once.
import { expect, test } from 'vitest';
import { LLMError } from '../../src/llm/errors.ts';
import { withRetries } from '../../src/llm/port.ts';
import { noSleep } from './tiny-server.ts';

const signal = new AbortController().signal;
const busy = (retryAfterMs = 0) => new LLMError('busy', { retryable: true, retryAfterMs });

async function failing(fault: unknown, times: number, given = signal) {
  const { waits, sleep } = noSleep();
  let calls = 0;
  const call = async (): Promise<string> => {
    if (++calls <= times) throw fault;
    return 'good';
  };
  const result = await withRetries(call, { signal: given }, { sleep }).catch((thrown: unknown) => thrown);
  return { result, calls, waits };
}

test('it waits 1, 2 and 4 seconds', async () => {
  expect(await failing(busy(), 3)).toEqual({ result: 'good', calls: 4, waits: [1000, 2000, 4000] });
});

test('the fourth failure is the last', async () => {
  const error = busy();
  expect(await failing(error, 9)).toEqual({ result: error, calls: 4, waits: [1000, 2000, 4000] });
});

test('whoever asks hears of each further try before it, and may forbid it', async () => {
  const { waits, sleep } = noSleep();
  const told: unknown[] = [];
  const error = busy(9000);
  const again = (cause: unknown, pauseMs: number): boolean => told.push([cause, pauseMs]) < 2;
  await expect(withRetries(() => Promise.reject(error), { signal, again }, { sleep })).rejects.toBe(error);
  expect({ told, waits }).toEqual({
    told: [
      [error, 9000],
      [error, 9000],
    ],
    waits: [9000],
  });
});

test('a server may ask for more time, up to a minute', async () => {
  expect((await failing(busy(3000), 2)).waits).toEqual([3000, 3000]);
  expect((await failing(busy(100_000_000), 1)).waits).toEqual([60_000]);
});

test.each([
  ['what the server refused', new LLMError('no')],
  ['what is no failure of a model', new TypeError('x')],
])('%s is not tried again', async (_what, error) => {
  expect(await failing(error, 1)).toEqual({ result: error, calls: 1, waits: [] });
});

test('an abort ends the wait at once, with its own reason', async () => {
  const abort = new AbortController();
  const reason = new Error('stop');
  const running = withRetries(() => Promise.reject(busy(60_000)), abort);
  setTimeout(() => abort.abort(reason), 20);
  await expect(running).rejects.toBe(reason);
  await expect(withRetries(() => Promise.resolve(1), abort)).rejects.toBe(reason);
});
