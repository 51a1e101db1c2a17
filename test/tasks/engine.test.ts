// Which engine a dream asks, and what is done where it cannot be asked: by name, by auto, by the rules; the nights that
// a fact has waited; what status tells of it.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { type Ended, makePlace, memvault, type Place } from '../support/memvault.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import type { ModelServer } from '../support/model-server/script.ts';

let place: Place;
let prepared: string;
let vault: string;
/** Where nobody answers. */
let nobody: string;
let count = 0;
const servers: ModelServer[] = [];

const FACTS = [
  ['2026-06-27', 'work', 'User works at Google'],
  ['2026-06-28', 'preference', 'User prefers compact dashboards'],
] as const;

beforeAll(async () => {
  place = makePlace();
  prepared = join(place.root, 'prepared');
  nobody = await new Promise<string>((resolve, reject) => {
    const server = createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() =>
          address !== null && typeof address === 'object'
            ? resolve(`http://127.0.0.1:${address.port}`)
            : reject(new Error('no port')),
        );
      });
  });
  await memvault(place, ['init', '--no-git', '-q', prepared]);
  for (const [day, category, text] of FACTS)
    await memvault(place, ['log', text, '-c', category, '--date', day, '-q', '--vault', prepared]);
});
afterAll(() => place.remove());
beforeEach(() => {
  vault = join(place.root, `vault-${count++}`);
  cpSync(prepared, vault, { recursive: true });
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const at = (day: string): string => `2026-07-${day}T03:00:00Z`;
const run = async (args: readonly string[], day = '01', env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  await runHere({ place: { ...place, env: { ...place.env, ...env } }, cwd: vault, now: at(day) }, args);
const dream = async (day: string, ...args: string[]): Promise<Ended> =>
  await run(['dream', '--batch', '--force', '--model', 'm', '--set', `url=${nobody}`, ...args], day);
const ollama = async (day: string, ...args: string[]): Promise<Ended> =>
  await dream(day, '--engine', 'ollama', ...args);

interface State {
  readonly waited?: Readonly<Record<string, { readonly nights: number; readonly day: string }>>;
  readonly lastModel?: { readonly name: string; readonly at: string; readonly answered: boolean };
}
const STATE = '.memvault/state.json';
const state = (): State => JSON.parse(readFileSync(join(vault, STATE), 'utf8')) as State;
const nights = (): number[] => Object.values(state().waited ?? {}).map((wait) => wait.nights);
const setState = (change: (before: State) => object): void =>
  writeFileSync(join(vault, STATE), JSON.stringify(change(state())));
const pending = async (): Promise<string[]> =>
  (JSON.parse((await run(['facts', '--pending', '--json'])).stdout) as { facts: { content: string }[] }).facts.map(
    ({ content }) => content,
  );

async function serve(models: readonly string[] = ['m'], window?: number): Promise<ModelServer> {
  const server = await startOllama(() => ({ says: '{}' }), { models, ...(window === undefined ? {} : { window }) });
  servers.push(server);
  return server;
}

describe('an engine that was named', () => {
  test('and cannot be asked: nothing is done, it says what helps, and the next night is due', async () => {
    const ended = await ollama('01');
    expect(ended).toMatchObject({ status: 12, stdout: '' });
    expect(ended.stderr).toMatch(/^memvault: no server at http:\/\/127\.0\.0\.1:\d+\n +start it: ollama serve/);
    expect(await pending()).toHaveLength(2);
    expect((await run(['lint', '-q'])).status).toBe(0);
    expect(JSON.parse((await run(['status', '--json'], '02')).stdout)).toMatchObject({ due: true, failures: 1 });
  });

  test('as JSON', async () => {
    const { status, stdout, stderr } = await ollama('01', '--json');
    expect({ status, stdout }).toEqual({ status: 12, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ type: 'memvault/error', code: 'model' });
  });

  test('is not even looked for where nothing is pending', async () => {
    await dream('01', '--engine', 'rules');
    expect(await ollama('02')).toMatchObject({ status: 0, stderr: '' });
    const server = await serve();
    expect(await ollama('02', '--set', `url=${server.url}`)).toMatchObject({ status: 0, stderr: '' });
    expect(server.requests).toEqual([]);
  });

  test('a dry run says the same and keeps no record of it', async () => {
    expect(
      await run(['dream', '--dry-run', '--engine', 'ollama', '--model', 'm', '--set', `url=${nobody}`]),
    ).toMatchObject({
      status: 12,
    });
    expect(() => state()).toThrow('ENOENT');
  });

  test('by the vault’s config, by a variable, and by a flag in front of both', async () => {
    await run(['config', 'set', 'engine', 'ollama']);
    await run(['config', 'set', 'url', nobody]);
    await run(['config', 'trust', '--yes']);
    const plainly = async (env: Readonly<Record<string, string>>, ...args: string[]): Promise<number | null> =>
      (await run(['dream', '--dry-run', ...args], '01', env)).status;
    expect(await plainly({ MEMVAULT_MODEL: 'm' })).toBe(12);
    expect(await plainly({ MEMVAULT_MODEL: 'm', MEMVAULT_ENGINE: 'rules' })).toBe(0);
    expect(await plainly({ MEMVAULT_ENGINE: 'rules' }, '--engine', 'ollama', '--model', 'm')).toBe(12);
    expect(await plainly({}, '--engine', 'rules')).toBe(0);
  });

  test.each([
    ['--set', 'num_ctx=4095', 'a whole number from 4096'],
    ['--set', 'max_calls=0', 'a whole number from 1'],
    ['--set', 'models.retries=x', 'a whole number from 0 to 10'],
    ['--set', 'url=localhost', 'must be an address'],
    ['--model', ' ', 'the name of a model'],
  ])('%s %s is refused', async (flag, value, says) => {
    expect(await dream('01', flag, value)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(new RegExp(`${flag}( [a-z_.]+)? must be`)) as string,
    });
    expect((await dream('01', flag, value)).stderr).toContain(says);
  });

  test('whose window no prompt fits into is not asked, and it says so', async () => {
    const server = await serve(['m'], 2048);
    const says = 'the window of ollama:m has 2048 tokens, and a dream needs 4096';
    const named = await ollama('01', '--set', `url=${server.url}`);
    expect(named).toMatchObject({ status: 12, stderr: expect.stringContaining(says) as string });
    expect(named.stderr).toContain('choose a model with a larger window');
    expect(await pending()).toHaveLength(FACTS.length);
    expect(server.calls).toEqual([]);
  });

  test('what would become of the facts of today is asked of no model', async () => {
    await run(['dream', '--batch', '--force']);
    await run(['config', 'set', 'engine', 'ollama']);
    const server = await serve();
    await run(['log', 'User drinks tea', '-q']);
    expect(await run(['dream', '--dry-run'], '01', { OLLAMA_HOST: server.url, MEMVAULT_MODEL: 'm' })).toMatchObject({
      status: 0,
    });
    expect(server.requests).toEqual([]);
  });
});

describe('what is said of a model', () => {
  test.each([
    ['--model', 'm'],
    ['--set', 'url=http://127.0.0.1:9'],
    ['--set', 'num_ctx=4096'],
    ['--set', 'max_calls=3'],
  ])('%s without an engine that asks one is not passed over', async (flag, value) => {
    for (const how of ['--batch', '--dry-run', '--yes']) {
      const { status, stderr } = await run(['dream', how, flag, value]);
      expect([status, stderr]).toEqual([
        2,
        `memvault: ${flag === '--set' ? `--set models.${value.split('=')[0] ?? ''}` : flag} needs --engine: the rules are active and use no model\n  such as --engine ollama; memvault config set consolidate.engine ollama makes it the default\n`,
      ]);
    }
    expect((await run(['dream', '--dry-run', flag, value, '--engine', 'rules'])).status).toBe(0);
  });

  test('the engine command takes no model', async () => {
    const { status, stderr } = await run(['dream', '--dry-run', '--engine', 'command', '--model', 'm']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--model is for a server')]);
  });
});

describe('nights of waiting', () => {
  test('are counted once a local day; after three of them the rules decide, and say so', async () => {
    for (const [day, nightsThen] of [
      ['01', 1],
      ['02', 2],
      ['02', 2],
      ['03', 3],
    ] as const) {
      expect((await ollama(day)).status).toBe(12);
      expect(nights()).toEqual([nightsThen, nightsThen]);
    }
    const { status, stderr } = await ollama('04');
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^note: the rules decided 2 facts: no server at \S+\n$/) as string,
    });
    expect(await pending()).toEqual([]);
    expect(state().waited).toBeUndefined();
    expect(
      readFileSync(join(vault, '.memvault/ledger/2026-06.jsonl'), 'utf8').match(/"engine":"rules\/\d+"/g),
    ).toHaveLength(2);
  });

  test('belong to each fact: one that came later waits on, and the rest is done', async () => {
    await ollama('01');
    setState((before) => ({
      ...before,
      waited: Object.fromEntries(
        Object.entries(before.waited ?? {})
          .slice(0, 1)
          .map(([fact]) => [fact, { nights: 3, day: '2026-06-30' }]),
      ),
    }));
    const { status, stdout, stderr } = await ollama('02');
    expect({ status, stdout }).toEqual({ status: 3, stdout: expect.stringContaining('Consolidated 1 fact') as string });
    expect(stderr).toMatch(/1 fact waiting \(\w{10}\): no server at/);
    expect(nights()).toEqual([1]);
    expect((await run(['lint', '-q'])).status).toBe(0);
  });

  test('of a fact that is forgotten are forgotten', async () => {
    await ollama('01');
    const [id] = Object.keys(state().waited ?? {});
    expect((await run(['forget', id ?? '', '--yes'])).status).toBe(0);
    expect(Object.keys(state().waited ?? {})).toHaveLength(1);
    expect(readFileSync(join(vault, STATE), 'utf8')).not.toContain(id);
  });

  test.each<[string, unknown]>([
    ['a text', 'x'],
    ['a list', [1]],
    ['null', null],
    ['nights that are none', { abcdefghjk: { nights: -5, day: '2026-07-01' } }],
    ['a night that is no object', { abcdefghjk: null }],
    ['odd names', { __proto__: { nights: 3, day: 'x' }, constructor: 3 }],
  ])('that somebody wrote as %s count for nothing', async (_, waited) => {
    await ollama('01');
    setState((before) => ({ ...before, waited }));
    expect((await ollama('02')).status).toBe(12);
    expect(nights()).toEqual([1, 1]);
    expect((await run(['status'])).status).toBe(0);
  });
});

describe('auto', () => {
  test('goes by the rules where the model does not answer, says so on one line, and waits for nothing', async () => {
    const { status, stderr } = await dream('01', '--engine', 'auto');
    expect({ status, stderr }).toEqual({ status: 0, stderr: `no server at ${nobody}: the rules decide.\n` });
    expect(await pending()).toEqual([]);
    expect(state().waited).toBeUndefined();
    expect(state().lastModel).toEqual({ name: 'ollama:m', at: '2026-07-01T03:00:00.000Z', answered: false });
  });

  test('goes by the rules where there is no such model', async () => {
    const server = await serve(['other']);
    const { status, stderr } = await dream('01', '--engine', 'auto', '--set', `url=${server.url}`);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^.*no model m.*: the rules decide\.\n$/) as string,
    });
    expect(server.calls).toEqual([]);
  });

  test('asks a model that answers', async () => {
    const server = await serve();
    const { status } = await dream('01', '--engine', 'auto', '--set', `url=${server.url}`);
    expect(status).toBe(0);
    expect(server.calls.length).toBeGreaterThan(0);
    expect(state().lastModel).toMatchObject({ name: 'ollama:m', answered: true });
  });
});

describe('what is left of the limits', () => {
  test('is that of the whole dream, not of a batch', async () => {
    const server = await serve();
    const { status, stderr } = await ollama(
      '01',
      '--set',
      `url=${server.url}`,
      '--max-days',
      '1',
      '--set',
      'max_calls=1',
    );
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringContaining('the limit of 1 call is reached') as string,
    });
    expect(server.calls).toHaveLength(1);
  });
});

describe('status', () => {
  const engineRows = async (day = '01'): Promise<string> =>
    /^engine {4}.*(?:\n {10}.*)*/m.exec((await run(['status'], day)).stdout)?.[0] ?? '';
  beforeEach(async () => {
    await run(['config', 'set', 'engine', 'ollama']);
    await run(['config', 'set', 'model', 'm']);
    await run(['config', 'set', 'url', nobody]);
    await run(['config', 'trust', '--yes']);
  });

  test('names the engine and the model, and whether it answered last', async () => {
    expect(await engineRows()).toBe('engine    ollama:m: not asked yet');
    await ollama('01');
    expect(await engineRows()).toBe(
      'engine    ollama:m: did not answer when it was asked last (2026-07-01)\n          2 facts wait for it',
    );
    const server = await serve();
    await ollama('02', '--set', `url=${server.url}`);
    expect(await engineRows()).toBe('engine    ollama:m: answered when it was asked last (2026-07-02)');
  });

  test('says so where the vault is not trusted, and asks nobody', async () => {
    await run(['config', 'set', 'url', 'http://evil.example']);
    expect(await engineRows()).toBe(
      'engine    ollama:m: consolidate.engine, models.url of this vault changed since you trusted it: memvault config trust',
    );
    await run(['config', 'set', 'engine', 'auto']);
    expect(await engineRows()).toMatch(/^engine {4}ollama:m, or the rules where it does not answer: /);
  });

  test('as JSON', async () => {
    await ollama('01');
    expect(JSON.parse((await run(['status', '--json'])).stdout)).toMatchObject({
      engine: 'ollama',
      model: {
        name: 'ollama:m',
        auto: false,
        problem: null,
        lastAsked: '2026-07-01T03:00:00.000Z',
        answered: false,
        waiting: 2,
      },
    });
  });
});

test('a setting that asks for trust says so when it is set', async () => {
  for (const [key, value, isSaid] of [
    ['models.command', 'claude -p', true],
    ['models.prompts', 'prompts', true],
    ['models.url', 'http://gpu:11434', true],
    ['models.url', nobody, true],
    ['models.command', 'null', false],
  ] as const) {
    expect((await run(['config', 'set', key, value])).stderr.includes('memvault config trust')).toBe(isSaid);
  }
  expect((await run(['config', 'set', '--user', 'models.command', 'claude -p'])).stderr).not.toContain(
    'memvault config trust',
  );
});
