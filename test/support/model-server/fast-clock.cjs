// Loaded before the program: its clock runs so many times faster, for waits of seconds and hours of patience. All
// that it waits for ends earlier by the same factor, limits of libraries included, and nothing else is changed. Only
// AbortSignal.timeout keeps real time: a program that starts on a busy machine needs it to see that a server is there.
// Node loads what it is made of when somebody first names it, and it keeps the timers of that moment.
void AbortSignal;
const FACTOR = Number(process.env.MEMVAULT_TEST_CLOCK_FACTOR);
const timers = require('node:timers');
const promises = require('node:timers/promises');

const { now } = Date;
const begun = now();
Date.now = () => begun + (now() - begun) * FACTOR;
const { performance } = globalThis;
const tick = performance.now.bind(performance);
const ticked = tick();
performance.now = () => ticked + (tick() - ticked) * FACTOR;

for (const name of ['setTimeout', 'setInterval']) {
  const plain = globalThis[name];
  const fast = (work, ms, ...rest) => plain(work, (ms ?? 0) / FACTOR, ...rest);
  Object.defineProperties(fast, Object.getOwnPropertyDescriptors(plain));
  globalThis[name] = fast;
  timers[name] = fast;
}
const wait = promises.setTimeout;
promises.setTimeout = (ms, ...rest) => wait((ms ?? 0) / FACTOR, ...rest);
