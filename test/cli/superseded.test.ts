// `log --supersedes`: full ids from their beginnings, a warning where no fact has one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { A, B, plant, TODAY } from '../curate/fix/planted.ts';
import { runHere } from '../support/here.ts';
import { type Ended, makePlace, type Place } from '../support/memvault.ts';

let place: Place;
let vault: string;

beforeAll(() => {
  place = makePlace();
  vault = plant(place, 'superseded', {
    name: '',
    facts: { [A]: ['2026-07-01', 'User works at Google'], [B]: ['2026-07-02', 'User lives in Berlin'] },
    ledger: { [A]: { as: 'placed' }, [B]: { as: 'placed' } },
    keyFacts: `- User works at Google[^${A}]\n- User lives in Berlin[^${B}]`,
    fix: [],
    after: { current: [] },
    as: {},
  });
});
afterAll(() => place.remove());

const log = async (ids: string): Promise<Ended> =>
  await runHere({ place, cwd: vault, now: TODAY }, ['log', 'User works at Microsoft', '--supersedes', ids, '-q']);
const lines = (): string[] =>
  readFileSync(join(vault, 'daily/2026-08-01.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- '));

describe('log --supersedes', () => {
  test.each([
    ['aaaaaa', A],
    [`^${A.toUpperCase()}`, A],
    [`${A}, bbbbbbb`, `${A} ${B}`],
  ])('%s is %s', async (typed, full) => {
    expect(await log(typed)).toMatchObject({ status: 0, stderr: '' });
    expect(lines().at(-1)).toContain(`[supersedes:: ${full}]`);
  });

  test('an id that no fact has is logged, and warned about', async () => {
    expect(await log('zzzzzzzzzz')).toMatchObject({
      status: 0,
      stderr: 'memvault: no fact has the id zzzzzzzzzz; it takes effect once one has\n',
    });
    expect(lines().at(-1)).toContain('[supersedes:: zzzzzzzzzz]');
  });

  test.each([
    ['zzzzzzz', 'no fact has an id that begins with'],
    ['aaa', 'too short'],
    ['', 'too short'],
    ['Google!', 'invalid --supersedes: "google!"'],
    ['aaaaaaaaaaaa', 'invalid --supersedes'],
  ])('%j is refused', async (typed, says) => {
    const before = lines().length;
    expect(await log(typed)).toMatchObject({ status: 2, stderr: expect.stringContaining(says) as string });
    expect(lines()).toHaveLength(before);
  });

  test('what is pinned goes, too: who names it means it', async () => {
    const own = plant(place, 'superseded-pinned', {
      name: '',
      facts: { [A]: ['2026-07-01', 'User works at Google'] },
      ledger: { [A]: { as: 'placed' } },
      keyFacts: `- User works at Google[^${A}]`,
      fix: [],
      after: { current: [] },
      as: {},
    });
    const run = async (...args: string[]): Promise<Ended> => await runHere({ place, cwd: own, now: TODAY }, args);
    const become = async (): Promise<Record<string, unknown>> => {
      expect(await run('dream', '--yes', '--force')).toMatchObject({ status: 0 });
      const { facts } = JSON.parse((await run('facts', '--json')).stdout) as {
        facts: { content: string; disposition: { as: string } | null }[];
      };
      return Object.fromEntries(facts.map(({ content, disposition }) => [content, disposition?.as]));
    };
    expect(await run('log', 'User was seen in Rome', '--date', '2026-07-03', '--pin', '-q')).toMatchObject({
      status: 0,
    });
    expect(await become()).toMatchObject({ 'User was seen in Rome': 'placed' });
    const [, id = ''] = / \^(\w+)$/m.exec(readFileSync(join(own, 'daily/2026-07-03.md'), 'utf8')) ?? [];
    expect(await run('log', 'User was seen in Oslo', '--date', '2026-07-04', '--supersedes', id, '-q')).toMatchObject({
      status: 0,
    });
    expect(await become()).toMatchObject({ 'User was seen in Rome': 'superseded', 'User was seen in Oslo': 'placed' });
  });
});
