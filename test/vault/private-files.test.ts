// What a clone keeps to itself is for its owner alone: everything that memvault's block in .gitignore names.
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isPrivate } from '../../src/vault/vault.ts';
import { memvault, makePlace, type Place } from '../support/memvault.ts';

let place: Place;
let vault: string;

beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'v');
  expect((await memvault(place, ['init', '--no-git', vault])).status).toBe(0);
});
afterEach(() => place.remove());

const run = async (args: readonly string[], input = ''): Promise<number | null> =>
  (await memvault(place, args, { cwd: vault, input })).status;

function privateFiles(): string[] {
  const files = readdirSync(join(vault, '.memvault'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(vault.length + 1)).filter(isPrivate);
}

const readable = (): string[] => privateFiles().filter((path) => (statSync(join(vault, path)).mode & 0o077) !== 0);

test('others can read no file that git ignores', async () => {
  const secret = ['ghp', 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2'].join('_');
  const lines = [
    { date: '2026-06-01', category: 'work', content: 'User works at Google' },
    { date: '2026-06-01', category: 'work', content: `the token is ${secret}` },
  ];
  expect(await run(['log', '--jsonl', '-q'], lines.map((line) => JSON.stringify(line)).join('\n'))).toBe(3);
  expect(await run(['dream', '--batch', '--force'])).toBe(0);
  expect(await run(['search', 'Google'])).toBe(0);
  expect(await run(['lint'])).toBe(0);
  const files = privateFiles();
  for (const name of ['quarantine.jsonl', 'recall.jsonl', 'state.json', 'runs', 'cache'])
    expect(
      files.some((path) => path.includes(`/${name}`)),
      name,
    ).toBe(true);
  expect(readable()).toEqual([]);
});

test('a file of an older memvault is closed when it grows', async () => {
  const secret = (at: number): string =>
    `the token is ${['ghp', `aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC${at}`].join('_')}`;
  await run(['log', '-q', '-'], `${secret(1)}\n`);
  await run(['log', '-q', 'User works at Google']);
  await run(['search', 'Google']);
  for (const name of ['quarantine.jsonl', 'recall.jsonl']) chmodSync(join(vault, '.memvault', name), 0o644);
  await run(['log', '-q', '-'], `${secret(2)}\n`);
  await run(['search', 'Google']);
  expect(readable()).toEqual([]);
});
