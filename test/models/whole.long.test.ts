// The vault stays whole around a model: no call where nothing is new, Ctrl-C, other signals and kill -9 in the middle
// of a call, and the same answers give the same bytes.
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { memvault, program } from '../support/memvault.ts';
import { answerAll, type Decide, kindOf } from '../support/model-server/answers.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import type { Act, ModelServer, Script } from '../support/model-server/script.ts';
import { dreamArgs, expectWhole, logsOf, type Night, PENDING, useNights } from './night.ts';

const use = useNights();

const started = async (script: Script): Promise<ModelServer> => await use.started(startOllama(script));
const good: Script = (call) => ({ says: answerAll(call) });

/** More facts than the model is shown in one call. */
const MORE = ['Anna', 'Bruno', 'Chloe', 'Dario', 'Edith', 'Felix', 'Greta', 'Hugo', 'Irma', 'Jonas'].flatMap((name) => [
  ['2026-06-30', 'friend', `${name} collects stamps of the year ${1900 + name.length}`] as const,
  ['2026-06-30', 'travel', `The train to ${name} village leaves at platform ${name.length}`] as const,
]);
const ALL = PENDING.length + MORE.length;
const firstLooks = ({ calls }: ModelServer): number => calls.filter((call) => kindOf(call) === 'first-look').length;

/** Both looks agree that the nightly backup is another by now. */
const update: Decide = ({ says }, { claims }) => {
  const old = claims.find((claim) => claim.says.startsWith('The nightly backup takes'));
  return old && says.startsWith('The nightly backup does not') ? { as: 'supersedes', claim: old.id } : {};
};
const isUpdated = async (night: Night): Promise<boolean> =>
  (await night.facts()).some(({ disposition }) => disposition?.as === 'superseded');

/** A dream that gets this signal while it waits for an answer to the second call about facts. */
async function signalled(night: Night, signal: NodeJS.Signals): Promise<Awaited<ReturnType<Night['dream']>>> {
  let child: ChildProcess | undefined;
  let groups = 0;
  const server = await started((call): Act | Promise<Act> => {
    if (kindOf(call) !== 'first-look' || ++groups < 2) return good(call);
    child?.kill(signal);
    return { does: 'stall' };
  });
  return await night.dream(server.url, { onStart: (one) => void (child = one) });
}

test('nothing new: no call at all, and no byte changes', async () => {
  const night = await use.nights.begin();
  const server = await started(good);
  expect((await night.dream(server.url)).status).toBe(0);
  expect(firstLooks(server)).toBeGreaterThan(0);
  const before = hashFolder(night.vault);
  const second = await started(good);
  const again = await night.dream(second.url);
  expect([again.status, second.calls]).toEqual([0, []]);
  expect(hashFolder(night.vault)).toEqual(before);
});

test('nothing new, and no server either: there is nothing to fail', async () => {
  const night = await use.nights.begin();
  const server = await startOllama(good);
  expect((await night.dream(server.url)).status).toBe(0);
  await server.close();
  const again = await night.dream(server.url);
  expect([again.status, again.stderr]).toEqual([0, '']);
});

test('a rehearsal writes nothing', async () => {
  const night = await use.nights.begin();
  const server = await started(good);
  const before = hashFolder(night.vault, /^$/);
  const rehearsed = await night.dream(server.url, { args: ['--dry-run'] });
  expect(rehearsed.status).toBe(0);
  expect(firstLooks(server)).toBeGreaterThan(0);
  expect(hashFolder(night.vault, /^$/)).toEqual(before);
});

test.each([
  ['Ctrl-C', 'SIGINT', 130],
  ['the signal of `timeout`', 'SIGTERM', 143],
  ['a terminal that is closed', 'SIGHUP', 129],
] as const)('%s in the middle of a call: finished groups are kept, the rest waits', async (_what, signal, status) => {
  const night = await use.nights.begin(MORE);
  const logs = logsOf(night);
  const ended = await signalled(night, signal);
  const open = (await night.facts()).filter(({ disposition }) => disposition === null).length;
  expect(open).toBeGreaterThan(0);
  expect(open).toBeLessThan(ALL);
  await expectWhole(night, logs, ended, { status, waiting: open, says: /[Ss]topped/ });
  await expectWhole(night, logs, await night.dream((await started(good)).url), { status: 0 });
});

test('`timeout`, which signals the program and its group, stops it once', async () => {
  const night = await use.nights.begin(MORE);
  const logs = logsOf(night);
  let groups = 0;
  let child: ChildProcess | undefined;
  const server = await started((call): Act => {
    if (kindOf(call) !== 'first-look' || ++groups < 2) return good(call) as Act;
    child?.kill('SIGTERM');
    return { does: 'stall' };
  });
  // Signalled itself, it does to the program what it does when the time is up.
  const ended = await program(
    use.nights.place,
    'timeout',
    ['--preserve-status', '100', 'memvault', ...dreamArgs(server.url)],
    { cwd: night.vault, onStart: (one) => void (child = one) },
  );
  const open = (await night.facts()).filter(({ disposition }) => disposition === null).length;
  expect(open).toBeGreaterThan(0);
  expect(open).toBeLessThan(ALL);
  await expectWhole(night, logs, ended, { status: 143, waiting: open, says: /[Ss]topped/ });
});

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGINT', 130],
] as const)('%s while a program is asked ends it with all that it started', async (signal, status) => {
  const night = await use.nights.begin();
  const mark = `${night.vault}-asked`;
  // Deaf to what asks it to end, with a child that is no less so.
  const code = `process.on('SIGTERM', () => {}); if (process.argv[2] !== 'child') { const { pid } = require('node:child_process').spawn(process.execPath, [__filename, 'child'], { stdio: 'ignore' }); require('node:fs').writeFileSync('${mark}', process.pid + ' ' + pid) } setInterval(() => {}, 1000)`;
  writeFileSync(`${mark}.cjs`, code);
  const config = `${mark}-config`;
  mkdirSync(join(config, 'memvault'), { recursive: true });
  writeFileSync(join(config, 'memvault/config.yaml'), `models:\n  command: node ${mark}.cjs\n`);
  const logs = logsOf(night);
  const ended = await memvault(use.nights.place, ['dream', '--batch', '--force', '--engine', 'command'], {
    cwd: night.vault,
    env: { ...use.nights.place.env, XDG_CONFIG_HOME: config },
    onStart: (child) =>
      void (async () => {
        while (child.exitCode === null && !(existsSync(mark) && readFileSync(mark, 'utf8').includes(' ')))
          await sleep(10);
        await sleep(100);
        child.kill(signal);
      })(),
  });
  expect(ended.status).toBe(status);
  const ids = readFileSync(mark, 'utf8').split(' ').map(Number);
  for (let tries = 0; tries < 200 && ids.some(isAlive); tries++) await sleep(50);
  expect(ids.filter(isAlive)).toEqual([]);
  expect(existsSync(join(night.vault, '.memvault/lock'))).toBe(false);
  expect((await night.run('status')).stdout).toMatch(
    /failures +1 in a row; the last: failed: it was stopped before anything was written/,
  );
  expect(hashFolder(join(night.vault, 'daily'))).toEqual(logs);
});

/** One that has ended and that nobody has asked after is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

test('kill -9 in the middle of a call loses nothing', async () => {
  const night = await use.nights.begin(MORE);
  const logs = logsOf(night);
  const ended = await signalled(night, 'SIGKILL');
  expect(ended.status).toBe(null);
  const { findings } = JSON.parse((await night.run('lint', '--json')).stdout) as { findings: { severity: string }[] };
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  await expectWhole(night, logs, await night.dream((await started(good)).url), { status: 0 });
});

test('a plan that is carried out later, without a model, gives the bytes of a direct run', async () => {
  const script: Script = (call) => ({
    says: answerAll(call, (fact, asked) => ({ text: 'The words of a model', ...update(fact, asked) })),
  });
  const server = await started(script);
  // Too few claims for a pass over them, which is no part of a plan.
  const direct = await use.nights.begin(MORE.slice(0, 2));
  expect((await direct.dream(server.url)).status).toBe(0);
  expect(await isUpdated(direct)).toBe(true);
  const planned = direct.before();
  const before = hashFolder(planned.vault);
  const file = join(planned.vault, '../plan.json');
  const plan = await use.nights.memvault(
    use.nights.place,
    ['dream', '--plan', file, '--engine', 'ollama', '--model', 'm', '--set', `url=${server.url}`],
    { cwd: planned.vault },
  );
  expect({ status: plan.status, stderr: plan.stderr }).toEqual({ status: 0, stderr: plan.stderr });
  expect(hashFolder(planned.vault)).toEqual(before);
  const calls = server.calls.length;
  const applied = await use.nights.memvault(use.nights.place, ['dream', '--apply', file], { cwd: planned.vault });
  expect({ status: applied.status, stderr: applied.stderr }).toEqual({ status: 0, stderr: applied.stderr });
  expect(server.calls).toHaveLength(calls);
  expect(hashFolder(planned.vault)).toEqual(hashFolder(direct.vault));
});

test('the same answers give the same bytes', async () => {
  const recorded = new Map<string, Act>();
  const record: Script = (call) => {
    const act: Act = {
      says: answerAll(call, (fact, asked) => ({
        text: fact.says.replace(/^What User/, 'User'),
        ...update(fact, asked),
      })),
    };
    recorded.set(`${call.system}\n${call.prompt}`, act);
    return act;
  };
  const replay: Script = (call) =>
    recorded.get(`${call.system}\n${call.prompt}`) ?? { status: 400, error: 'that was never asked' };
  const one = await use.nights.begin(MORE);
  const other = one.before();
  const server = await started(record);
  const first = await one.dream(server.url);
  const second = await other.dream((await started(replay)).url);
  expect([first.status, second.status]).toEqual([0, 0]);
  expect(firstLooks(server)).toBeGreaterThan(1);
  expect(await isUpdated(one)).toBe(true);
  expect(second.stdout).toBe(first.stdout);
  expect(hashFolder(other.vault)).toEqual(hashFolder(one.vault));
});
