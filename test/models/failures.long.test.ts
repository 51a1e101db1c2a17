// However a server fails: through the real program, over real HTTP, by a clock that runs faster. After each no fact
// is lost, lint has no error, the exit status is right, the user knows what to do, and the server's words are nowhere.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { type Ended, program } from '../support/memvault.ts';
import { answerAll, factsOf, kindOf } from '../support/model-server/answers.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import { startOpenAI } from '../support/model-server/openai.ts';
import type { Act, ModelServer, Script } from '../support/model-server/script.ts';
import {
  dreamArgs,
  type DreamOptions,
  type Expected,
  expectWhole,
  FAST_CLOCK,
  logsOf,
  useNights,
  MARKER,
  type Night,
  PENDING,
  read,
} from './night.ts';

const use = useNights();

const { started } = use;
const good: Script = (call) => ({ says: answerAll(call) });
/** The first calls get these acts, all later ones a good answer. */
const first =
  (...acts: readonly Act[]): Script =>
  (call) =>
    acts[call.number - 1] ?? good(call);
const always =
  (act: Act): Script =>
  () =>
    act;
const ALL = PENDING.length;
const LAST_DAY = PENDING.at(-1)?.[0] ?? '';
/** Facts that the model is shown in one call, at most. */
const ONE_CALL = 20;
const NAMES = ['Anna', 'Bruno', 'Chloe', 'Dario', 'Edith', 'Felix', 'Greta', 'Hugo', 'Irma', 'Jonas', 'Klara', 'Louis'];
/** Facts of an earlier day, so many that those of the last day come to a second call. */
const MORE = Array.from({ length: ONE_CALL - PENDING.filter(([day]) => day < LAST_DAY).length }, (_, at) =>
  at < NAMES.length
    ? (['2026-06-28', 'friend', `${NAMES[at]} collects stamps of the year ${1900 + at}`] as const)
    : (['2026-06-28', 'travel', `The train to ${NAMES[at % NAMES.length]} village leaves at platform ${at}`] as const),
);
/** What the second call is about. */
const REST = PENDING.filter(([day]) => day === LAST_DAY).length;
/** So fast a clock runs that ten minutes of silence are a real second. */
const SILENT = 600;
/** How many facts each first look was about. */
const sizesOf = ({ calls }: ModelServer): number[] =>
  calls.filter((call) => kindOf(call) === 'first-look').map((call) => factsOf(call).facts.length);
const wholeFolder = (night: Night): Record<string, string> => hashFolder(night.vault);

/** A dream, all that must hold after it, and a night later a server that is well: then nothing waits any more. */
async function expectDreamt(
  script: Script,
  expected: Expected,
  { more = [], ...options }: DreamOptions & { readonly more?: typeof MORE } = {},
): Promise<{ night: Night; server: ModelServer }> {
  const night = await use.nights.begin(more);
  const server = await started(startOllama(script));
  await expectDream(night, server.url, expected, options);
  if ((expected.waiting ?? 0) > 0) {
    const logs = logsOf(night);
    await expectWhole(night, logs, await night.run(...dreamArgs((await started(startOllama(good))).url)), {
      status: 0,
    });
  }
  return { night, server };
}

async function expectDream(night: Night, url: string, expected: Expected, options: DreamOptions = {}): Promise<void> {
  const logs = logsOf(night);
  await expectWhole(night, logs, await night.dream(url, options), expected);
}

test('404, no such model: nothing is done, and it says what to pull and what there is', async () => {
  const night = await use.nights.begin();
  const before = wholeFolder(night);
  const server = await started(startOllama(good, { models: ['mistral:7b', 'm2'] }));
  await expectDream(night, server.url, { status: 12, waiting: ALL, says: /ollama pull m\b/ });
  expect(wholeFolder(night)).toEqual(before);
});

test('401: nothing is done, it says which variable holds the key, and never the key', async () => {
  const night = await use.nights.begin();
  const before = wholeFolder(night);
  const server = await started(startOpenAI(good, { key: 'sesame' }));
  for (const env of [{}, { OPENAI_API_KEY: MARKER }]) {
    await expectDream(
      night,
      server.url,
      { status: 12, waiting: ALL, says: /OPENAI_API_KEY/ },
      { args: ['--engine', 'openai'], env },
    );
  }
  expect(wholeFolder(night)).toEqual(before);
});

test('429, then good', async () => {
  const { server } = await expectDreamt(
    first({ status: 429, error: `slow down, ${MARKER}`, headers: { 'retry-after': '3' } }),
    { status: 0 },
  );
  expect(server.calls[1]?.prompt).toBe(server.calls[0]?.prompt);
});

test('500 three times, then good', async () => {
  const refusal = { status: 500, error: `out of memory, ${MARKER}` };
  const { server } = await expectDreamt(first(refusal, refusal, refusal), { status: 0 });
  expect(server.calls[3]?.prompt).toBe(server.calls[0]?.prompt);
});

test('500 each time: the facts wait', async () => {
  const { server } = await expectDreamt(always({ status: 500, error: `out of memory, ${MARKER}` }), {
    status: 3,
    waiting: ALL,
    says: /500/,
  });
  expect(server.calls.length).toBeLessThanOrEqual(8);
});

test.each([['--dry-run'], ['--plan', '-']])(
  '500 each time, and a look at what a dream would do ends as that would: %s',
  async (...flags) => {
    const night = await use.nights.begin();
    const before = wholeFolder(night);
    const server = await started(startOllama(always({ status: 500, error: MARKER })));
    const { status, stderr } = await use.nights.memvault(
      use.nights.place,
      ['dream', ...flags, ...dreamArgs(server.url).slice(3)],
      { cwd: night.vault, factor: 60 },
    );
    expect({ status, stderr }).toMatchObject({ status: 3 });
    expect(wholeFolder(night)).toEqual(before);
  },
);

test('each try counts as a call, and the cost of a night that wrote nothing is told', async () => {
  const night = await use.nights.begin();
  const server = await started(startOllama(always({ status: 500, error: MARKER })));
  const { status, stdout } = await night.dream(server.url, { args: ['--set', 'max_calls=3', '--json'] });
  expect(status).toBe(3);
  expect(server.calls).toHaveLength(3);
  expect(JSON.parse(stdout)).toMatchObject({ ran: false, runs: [], usage: { calls: 3, tokens: 0 } });
});

test('a pause before another try is no silence; where it is silent in the end, what went wrong before is told', async () => {
  const busy: Act = { status: 503, error: MARKER, headers: { 'retry-after': '60' } };
  // Of the 10 real seconds that it may be silent 9.5 pass, after a pause of one.
  const [factor, waitMs] = [60, 9500];
  await expectDreamt(
    (call) =>
      (call.number === 1 ? busy : { ...(good(call) as object), ...(call.number === 2 ? { waitMs } : {}) }) as Act,
    { status: 0 },
    { factor },
  );
  await expectDreamt(
    (call) => (call.number % 2 === 1 ? busy : { does: 'stall' }),
    { status: 3, waiting: ALL, says: /silent for too long, after a try that failed: .*503/ },
    { factor: SILENT },
  );
});

test('400: it is not tried again', async () => {
  const { server } = await expectDreamt(always({ status: 400, error: `no such thing, ${MARKER}` }), {
    status: 3,
    waiting: ALL,
    says: /400/,
  });
  expect(server.calls.length).toBeLessThanOrEqual(2);
});

test('after three nights without an answer the rules take over', async () => {
  const night = await use.nights.begin();
  const server = await started(startOllama(always({ status: 500, error: MARKER })));
  for (const day of ['01', '02', '03'])
    await expectDream(
      night,
      server.url,
      { status: 3, waiting: ALL },
      { env: { MEMVAULT_NOW: `2026-07-${day}T03:00:00Z` } },
    );
  await expectDream(night, server.url, { status: 0, says: /rules/ }, { env: { MEMVAULT_NOW: '2026-07-04T03:00:00Z' } });
  // The night is named after who decided.
  expect(read(night, 'log.md')).toMatch(/, rules\/2: 6 facts: /);
  expect(read(night, 'log.md')).not.toContain('ollama');
  expect((await night.run('status')).stdout).toMatch(/last run .*rules\/2: 6 facts/);
});

test.each([
  ['first', 'Sundays', ONE_CALL],
  ['last', 'Lisbon', REST],
])('the %s call about facts fails, the other is done', async (_, word, waiting) => {
  const { night, server } = await expectDreamt(
    (call) =>
      kindOf(call) === 'first-look' && factsOf(call).facts.some(({ says }) => says.includes(word))
        ? { status: 500, error: MARKER }
        : good(call),
    { status: 3, waiting, says: /500/ },
    { more: MORE },
  );
  expect(sizesOf(server)).toEqual(expect.arrayContaining([ONE_CALL, REST]));
  expect((await night.facts()).every(({ disposition }) => disposition !== null)).toBe(true);
});

test('connection refused: nothing is done, and it says how to start the server', async () => {
  const night = await use.nights.begin();
  const before = wholeFolder(night);
  const gone = await startOllama(good);
  await gone.close();
  await expectDream(night, gone.url, { status: 12, waiting: ALL, says: /ollama serve/ });
  expect(wholeFolder(night)).toEqual(before);
});

test.each([
  ['second-look', 2],
  ['first-look', 3],
] as const)('the server goes in the middle of the night, at a %s: what was done stands', async (kind, number) => {
  const night = await use.nights.begin(MORE);
  const server = await startOllama((call) => {
    if (call.number === number) void server.close();
    return call.number < number ? good(call) : { does: 'drop' };
  });
  const ended = night.dream(server.url);
  const logs = logsOf(night);
  await expectWhole(night, logs, await ended, { status: 3, waiting: REST });
  expect(server.calls.map(kindOf)[number - 1]).toBe(kind);
  // The next night is about what is left alone: facts, and a pair that got no second look.
  const well = await started(startOllama(good));
  await expectWhole(night, logs, await night.run(...dreamArgs(well.url)), { status: 0 });
  expect(sizesOf(well)[0]).toBe(REST);
  const asks = well.calls.filter((call) => kindOf(call) === 'second-look').map(({ prompt }) => prompt);
  expect(asks.some((prompt) => prompt.includes('run on Sundays'))).toBe(kind === 'second-look');
});

test('a stream that breaks off is asked for again', async () => {
  const broken: Act = { says: '{"decisions":[{"fact":"f1","as":"new"', halfway: 'drop' };
  await expectDreamt(first(broken, { does: 'drop' }), { status: 0 });
  await expectDreamt(always(broken), { status: 3, waiting: ALL });
});

test('an error in the middle of a stream', async () => {
  await expectDreamt(
    always({ says: '{"decisions":[]}', halfway: { error: `llama runner process has terminated: ${MARKER}` } }),
    { status: 3, waiting: ALL },
  );
});

test('a stall before and in the middle of an answer ends after ten minutes of silence', async () => {
  const options = { factor: SILENT };
  await expectDreamt(always({ does: 'stall' }), { status: 3, waiting: ALL, says: /silent/ }, options);
  await expectDreamt(
    always({ says: '{"decisions":[]}', halfway: 'stall' }),
    { status: 3, waiting: ALL, says: /silent/ },
    options,
  );
});

test('a stall ends at the time limit of the dream, and what is left waits', async () => {
  const says = /the time limit of 1 minute is reached/;
  const options = { args: ['--timeout', '1'] };
  await expectDreamt(always({ does: 'stall' }), { status: 3, waiting: ALL, says }, options);
  await expectDreamt(
    always({ says: '{"decisions":[]}', halfway: 'stall' }),
    { status: 3, waiting: ALL, says },
    options,
  );
  // What was decided in time stands.
  const { night } = await expectDreamt(
    (call) => (call.number === 1 ? good(call) : { does: 'stall' }),
    { status: 3, waiting: REST, says: /the time limit of 2 minutes is reached/ },
    { args: ['--timeout', '2'], more: MORE },
  );
  expect(read(night, 'log.md')).toMatch(/ollama:m/);
});

test('an answer after six minutes, which is longer than node waits by itself', async () => {
  const factor = 240;
  const silent = await started(startOllama(always({ does: 'stall' })));
  const code = `fetch('${silent.url}/api/chat', { method: 'POST', body: '{"model":"m","messages":[]}' }).catch(({ cause }) => console.log(cause.code))`;
  const byNode = spawn(process.execPath, ['--require', FAST_CLOCK, '-e', code], {
    env: { ...use.nights.place.env, MEMVAULT_TEST_CLOCK_FACTOR: String(factor) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = once(byNode.stdout, 'data') as Promise<[Buffer]>;
  const late = await started(
    startOllama(
      (call) => ({ ...(good(call) as object), ...(call.number === 1 ? { waitMs: 360_000 / factor } : {}) }) as Act,
    ),
  );
  const night = await use.nights.begin();
  await expectDream(night, late.url, { status: 0 }, { factor });
  expect((await said)[0].toString()).toContain('UND_ERR_HEADERS_TIMEOUT');
});

test('the faster clock leaves a server its real time to say that it is there', async () => {
  const code =
    "setTimeout(() => console.log('timer'), 600); AbortSignal.timeout(100).addEventListener('abort', () => { console.log('signal'); process.exit() }); setInterval(() => {}, 60_000)";
  const { place } = use.nights;
  const { stdout } = await program(place, process.execPath, ['--require', FAST_CLOCK, '-e', code], {
    env: { ...place.env, MEMVAULT_TEST_CLOCK_FACTOR: '60' },
  });
  expect(stdout).toBe('timer\nsignal\n');
});

test('a redirect to another host is not followed', async () => {
  const other = await started(startOllama(good));
  const { night } = await expectDreamt(always({ redirect: `${other.url}/api/chat` }), {
    status: 3,
    waiting: ALL,
    says: /models\.url/,
  });
  expect(other.requests).toEqual([]);
  expect((await night.facts()).every(({ disposition }) => disposition !== null)).toBe(true);
});

test('the same over the protocol of OpenAI', async () => {
  const broken: Act = { says: '{"decisions":[{"fact":"f1","as":"new"', halfway: 'drop' };
  const other = await started(startOllama(good));
  const cases: readonly (readonly [Script, Expected])[] = [
    [first({ status: 429, error: MARKER }, { status: 500, error: MARKER }, broken), { status: 0 }],
    [always({ status: 500, error: MARKER }), { status: 3, waiting: ALL, says: /500/ }],
    [always({ status: 400, error: MARKER }), { status: 3, waiting: ALL, says: /400/ }],
    [always(broken), { status: 3, waiting: ALL }],
    [always({ says: '{"decisions":[]}', halfway: { error: MARKER } }), { status: 3, waiting: ALL }],
    [always({ does: 'stall' }), { status: 3, waiting: ALL, says: /silent/ }],
    [always({ redirect: other.url }), { status: 3, waiting: ALL, says: /models\.url/ }],
  ];
  for (const [script, expected] of cases) {
    await expectDream(await use.nights.begin(), (await started(startOpenAI(script))).url, expected, {
      args: ['--engine', 'openai'],
      ...(expected.says?.test('silent') === true ? { factor: SILENT } : {}),
    });
  }
  // A list of models need not be all that a server has: it says so when it is asked.
  const none = await started(startOpenAI(good, { models: ['other'] }));
  await expectDream(
    await use.nights.begin(),
    none.url,
    { status: 12, waiting: ALL, says: /no model m\n +it has other/ },
    { args: ['--engine', 'openai'] },
  );
  expect(other.requests).toEqual([]);
});

test('the limit of calls: what is left waits for the next night', async () => {
  const night = await use.nights.begin(MORE);
  const server = await started(startOllama(good));
  const logs = logsOf(night);
  const ended = await night.run(...dreamArgs(server.url), '--set', 'max_calls=2');
  await expectWhole(night, logs, ended, { status: 3, waiting: REST, says: /the limit of 2 calls is reached/ });
  expect(server.calls.map(kindOf)).toEqual(['first-look', 'second-look']);
  await expectWhole(night, logs, await night.run(...dreamArgs(server.url)), { status: 0 });
  // Claims that are compared across pages come after them.
  expect(sizesOf(server).slice(0, 2)).toEqual([ONE_CALL, REST]);
});

test('auto: the model where OLLAMA_HOST answers, else the rules with one line', async () => {
  const server = await started(startOllama(good));
  const night = await use.nights.begin();
  const logs = logsOf(night);
  const dream = async (one: Night, url: string): Promise<Ended> =>
    await use.nights.memvault(use.nights.place, ['dream', '--batch', '--force', '--engine', 'auto', '--model', 'm'], {
      cwd: one.vault,
      env: { ...use.nights.place.env, OLLAMA_HOST: url.replace('http://', '') },
    });
  await expectWhole(night, logs, await dream(night, server.url), { status: 0 });
  expect(server.calls.length).toBeGreaterThan(0);
  const gone = await startOllama(good);
  await gone.close();
  const other = await use.nights.begin();
  const ended = await dream(other, gone.url);
  await expectWhole(other, logs, ended, { status: 0, says: /no server at .*: the rules decide/ });
  expect(ended.stderr.trim().split('\n')).toHaveLength(1);
});

test.each([
  [500, /failed \(status 500\): the rules decide\./],
  [401, /wants a key: the rules decide\./],
])('auto: the rules with one line where the server is there and the first call fails with %i', async (status, says) => {
  const night = await use.nights.begin();
  const server = await started(startOllama(always({ status, error: MARKER })));
  const ended = await night.dream(server.url, { args: ['--engine', 'auto'] });
  await expectWhole(night, logsOf(night), ended, { status: 0, says });
  expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  expect(read(night, 'log.md')).toContain(', rules/2: 6 facts');
});

test('auto: what fails after an answer waits', async () => {
  const night = await use.nights.begin(MORE);
  const server = await started(
    startOllama((call) => (call.number === 1 ? good(call) : { status: 401, error: MARKER })),
  );
  const logs = logsOf(night);
  const ended = await night.dream(server.url, { args: ['--engine', 'auto'] });
  await expectWhole(night, logs, ended, { status: 3, waiting: REST, says: /wants a key/ });
});

test('a real wait of a second between two tries', async () => {
  const begin = performance.now();
  await expectDreamt(first({ status: 503, error: MARKER }), { status: 0 }, { factor: 1 });
  expect(performance.now() - begin).toBeGreaterThan(1000);
});
