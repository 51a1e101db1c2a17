// The clock of one piece of work in this process runs so many times faster, as model-server/fast-clock.cjs has it for a
// process of its own; the server that the work asks, and the test's own limits, keep theirs.
import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';

interface Clock {
  readonly factor: number;
  /** When it began, by the real clocks. */
  readonly date: number;
  readonly tick: number;
}

let clocks: AsyncLocalStorage<Clock> | undefined;

/** For this work alone, and all that it starts and waits for. */
export async function faster<T>(factor: number, work: () => Promise<T>): Promise<T> {
  clocks ??= replaceClocks();
  return await clocks.run({ factor, date: Date.now(), tick: performance.now() }, work);
}

function replaceClocks(): AsyncLocalStorage<Clock> {
  const running = new AsyncLocalStorage<Clock>();
  // Its timeouts keep real time: node loads what it is made of when somebody first names it, with the timers of that
  // moment.
  void AbortSignal;
  const shorter = (ms: number | undefined): number | undefined => {
    const clock = running.getStore();
    return clock === undefined ? ms : (ms ?? 0) / clock.factor;
  };
  const { now } = Date;
  Date.now = () => {
    const clock = running.getStore();
    return clock === undefined ? now() : clock.date + (now() - clock.date) * clock.factor;
  };
  const tick = performance.now.bind(performance);
  performance.now = () => {
    const clock = running.getStore();
    return clock === undefined ? tick() : clock.tick + (tick() - clock.tick) * clock.factor;
  };
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const plain = globalThis[name] as (work: () => void, ms?: number, ...rest: unknown[]) => unknown;
    const fast = (work: () => void, ms?: number, ...rest: unknown[]): unknown => plain(work, shorter(ms), ...rest);
    Object.defineProperties(fast, Object.getOwnPropertyDescriptors(plain));
    Object.assign(globalThis, { [name]: fast });
    Object.assign(timers, { [name]: fast });
  }
  const wait = promises.setTimeout;
  promises.setTimeout = async (ms, ...rest) => await wait(shorter(ms), ...rest);
  syncBuiltinESMExports();
  return running;
}
