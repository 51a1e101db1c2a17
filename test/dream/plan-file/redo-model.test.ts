// What the rules decided is put before a model, over real HTTP: once, and not again.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashFolder } from '../../support/folder-hash.ts';
import type { Ended } from '../../support/memvault.ts';
import { answerAll } from '../../support/model-server/answers.ts';
import { startOllama } from '../../support/model-server/ollama.ts';
import type { ModelServer, Script } from '../../support/model-server/script.ts';
import { useNights, type Night } from '../../models/night.ts';

const use = useNights();

const started = async (script: Script): Promise<ModelServer> => await use.started(startOllama(script));
const FOLDS: Script = (call) => ({
  says: answerAll(call, (fact, { facts }) =>
    fact.says.startsWith('What User prefers')
      ? { as: 'duplicate', claim: facts.find(({ says }) => says === 'User prefers compact dashboards')?.id ?? null }
      : {},
  ),
});

const redo = async (night: Night, url: string, ...args: string[]): Promise<Ended> =>
  await use.nights.memvault(
    use.nights.place,
    ['dream', '--redo', '--since', '2026-06-01', '--engine', 'ollama', '--model', 'm', '--set', `url=${url}`, ...args],
    { cwd: night.vault, env: { ...use.nights.place.env, MEMVAULT_NOW: '2026-07-01T13:00:00Z' } },
  );

test('a plan to look at, then the vault decided anew; a second time nothing is asked', async () => {
  const night = await use.nights.begin();
  await night.run('dream', '--batch', '--force', '--engine', 'rules');
  const server = await started(FOLDS);
  const before = hashFolder(night.vault);
  const planned = await redo(night, server.url, '--plan', join(night.vault, '../plan.json'));
  expect(planned).toMatchObject({ status: 0 });
  expect(planned.stdout).toMatch(
    /= What User prefers is compact dashboards \(two looks agree that it says the same as “User prefers compact dashboards”\)/,
  );
  expect(hashFolder(night.vault)).toEqual(before);
  const calls = server.calls.length;
  expect(calls).toBeGreaterThan(0);
  const applied = await use.nights.memvault(use.nights.place, ['dream', '--apply', join(night.vault, '../plan.json')], {
    cwd: night.vault,
    env: { ...use.nights.place.env, MEMVAULT_NOW: '2026-07-01T14:00:00Z' },
  });
  expect(applied).toMatchObject({ status: 0 });
  expect((await night.run('facts', '--as', 'duplicate')).stdout).toContain('What User prefers is compact dashboards');
  expect((await night.run('lint')).status).toBe(0);
  expect(server.calls).toHaveLength(calls);
  const again = await redo(night, server.url, '--yes');
  expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing to do') as string });
  expect(server.calls).toHaveLength(calls);
});

test('what the model leaves out each time is asked about once', async () => {
  const night = await use.nights.begin();
  await night.run('dream', '--batch', '--force', '--engine', 'rules');
  // What it says of the one is about nothing.
  const server = await started((call) => ({
    says: JSON.stringify(answerAll(call, (fact) => (fact.says.startsWith('User met Anna') ? { fact: 'f99' } : {}))),
  }));
  expect(await redo(night, server.url, '--yes')).toMatchObject({ status: 0 });
  const calls = server.calls.length;
  expect(calls).toBeGreaterThan(0);
  expect(await redo(night, server.url, '--yes')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Nothing to do') as string,
  });
  expect(server.calls).toHaveLength(calls);
});

test('no server: nothing is written, and the status says so', async () => {
  const night = await use.nights.begin();
  const before = hashFolder(night.vault);
  expect(await redo(night, 'http://127.0.0.1:9', '--yes')).toMatchObject({ status: 12 });
  expect(hashFolder(night.vault)).toEqual(before);
});
