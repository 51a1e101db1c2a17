// Whether the next `dream --batch` goes on where a night with a model did not come to its end: at once after it was
// stopped, the next day where facts wait for a model.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { type Ended, memvault } from '../support/memvault.ts';
import { answerAll, kindOf } from '../support/model-server/answers.ts';
import { startOllama } from '../support/model-server/ollama.ts';
import type { ModelServer, Script } from '../support/model-server/script.ts';
import { PENDING, useNights, type Night } from './night.ts';

const use = useNights();

const started = async (script: Script): Promise<ModelServer> => await use.started(startOllama(script));
const good: Script = (call) => ({ says: answerAll(call) });
/** The first call about facts is answered. */
const once: Script = (call) => (call.number === 1 ? good(call) : { status: 400 });
const flags = (url: string): string[] => [
  'dream',
  '--batch',
  '--engine',
  'ollama',
  '--model',
  'm',
  '--set',
  `url=${url}`,
];
const statusOf = async (
  night: Night,
  day = '02',
): Promise<{ due: boolean; dueReason: string; pending: { facts: number } }> =>
  JSON.parse((await at(night, day, 'status', '--json')).stdout) as never;
const at = async (night: Night, day: string, ...args: string[]): Promise<Ended> =>
  await runHere({ place: use.nights.place, cwd: night.vault, now: `2026-07-${day}T12:00:00Z` }, args);
const open = async (night: Night): Promise<number> =>
  (await night.facts()).filter(({ disposition }) => disposition === null).length;

/** More facts than the model is shown in one call. */
const MORE = ['Anna', 'Bruno', 'Chloe', 'Dario', 'Edith', 'Felix', 'Greta', 'Hugo', 'Irma', 'Jonas'].flatMap((name) => [
  ['2026-06-30', 'friend', `${name} collects stamps of the year ${1900 + name.length}`] as const,
  ['2026-06-30', 'travel', `The train to ${name} village leaves at platform ${name.length}`] as const,
]);

/** For which each pending fact is enough. `isFirst`: the clone remembers no dream. */
async function begin({ isFirst }: { readonly isFirst: boolean }): Promise<Night> {
  const night = await use.nights.begin(MORE);
  await night.run('config', 'set', 'consolidate.min_facts', '1');
  if (isFirst) rmSync(join(night.vault, '.memvault/state.json'));
  return night;
}

test.each([true, false])(
  'facts that wait for a model are no reason until tomorrow, and no other dream is held back; the first of its clone: %s',
  async (isFirst) => {
    const night = await begin({ isFirst });
    const failing = await started(once);
    expect((await at(night, '02', ...flags(failing.url), '--force')).status).toBe(3);
    const waiting = await open(night);
    expect(waiting).toBeGreaterThan(0);
    expect(await statusOf(night)).toMatchObject({
      due: false,
      dueReason: `${waiting} facts wait for the model, which is asked again tomorrow`,
      pending: { facts: waiting },
    });
    const server = await started(good);
    expect(await at(night, '02', ...flags(server.url))).toMatchObject({ status: 0, stderr: '' });
    expect(server.calls).toEqual([]);
    await use.nights.memvault(use.nights.place, [
      'log',
      'User plays the viola',
      '-c',
      'music',
      '--date',
      '2026-06-30',
      '-q',
      '--vault',
      night.vault,
    ]);
    expect(await statusOf(night)).toMatchObject({ due: true, dueReason: '1 fact is pending' });
    expect((await statusOf(night, '03')).due).toBe(true);
    expect((await at(night, '03', ...flags(server.url))).status).toBe(0);
    expect(await open(night)).toBe(0);
  },
);

test('after Ctrl-C the next dream of the night goes on, and then the day has had its dream', async () => {
  const night = await begin({ isFirst: true });
  let groups = 0;
  let stop = (): void => undefined;
  const server = await started((call) => {
    if (kindOf(call) !== 'first-look' || ++groups < 2) return good(call);
    stop();
    return { does: 'stall' };
  });
  const ended = await memvault(use.nights.place, flags(server.url), {
    cwd: night.vault,
    env: { ...use.nights.place.env, MEMVAULT_NOW: '2026-07-02T12:00:00Z' },
    onStart: (child) => void (stop = () => void child.kill('SIGINT')),
  });
  expect(ended.status).toBe(130);
  const waiting = await open(night);
  expect(waiting).toBeGreaterThan(0);
  expect(waiting).toBeLessThan(PENDING.length + MORE.length);
  expect(await statusOf(night)).toMatchObject({
    due: true,
    dueReason: `the last dream was stopped before its end; ${waiting} facts are pending`,
  });
  expect((await at(night, '02', ...flags((await started(good)).url))).status).toBe(0);
  expect(await open(night)).toBe(0);
  await use.nights.memvault(use.nights.place, [
    'log',
    'User plays the viola',
    '-c',
    'music',
    '--date',
    '2026-06-30',
    '-q',
    '--vault',
    night.vault,
  ]);
  expect(await statusOf(night)).toMatchObject({
    due: false,
    dueReason: expect.stringContaining('there was a successful dream today') as string,
  });
});
