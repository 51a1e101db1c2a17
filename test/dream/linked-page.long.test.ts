// A page in whose place somebody put a link out of the vault: it is named, and nothing is concluded from what it lacks.
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readView } from '../../src/vault/view.ts';
import { type Ended, makePlace, memvault, type Place } from '../support/memvault.ts';
import { vaultAt } from '../two-clones/state.ts';

const WORK = '3_Personal/Work.md';
let place: Place;
let vault: string;

beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'v');
  await memvault(place, ['init', '--no-git', vault]);
  await log('2026-06-01', 'work', 'User works at Google');
  expect((await dream()).status).toBe(0);
  renameSync(join(vault, WORK), join(place.root, 'Work.md'));
});
afterEach(() => place.remove());

const log = async (date: string, category: string, content: string): Promise<Ended> =>
  await memvault(place, ['log', '--jsonl', '-q'], { cwd: vault, input: JSON.stringify({ date, category, content }) });
const dream = async (): Promise<Ended> => await memvault(place, ['dream', '--batch', '--force'], { cwd: vault });
const dispositions = (): string[] => [...readView(vaultAt(vault)).ledger.values()].map(({ as }) => as);

test.each([
  ['to a file elsewhere', 'other.md'],
  ['to nowhere', 'nowhere.md'],
])('a link %s sets no fact aside', async (_name, target) => {
  writeFileSync(join(place.root, 'other.md'), 'mine\n');
  symlinkSync(join(place.root, target), join(vault, WORK));
  await log('2026-06-02', 'work', 'User met Ann at work');
  await log('2026-06-02', 'preference', 'User prefers tea');
  const { status, stderr } = await dream();
  expect(status).toBe(3);
  expect(stderr).toContain(`${WORK} leads out of the vault`);
  expect(dispositions()).toEqual(['placed', 'placed']);
  expect(readFileSync(join(place.root, 'other.md'), 'utf8')).toBe('mine\n');

  rmSync(join(vault, WORK));
  renameSync(join(place.root, 'Work.md'), join(vault, WORK));
  expect((await dream()).status).toBe(0);
  expect(dispositions()).toEqual(['placed', 'placed', 'placed']);
});

test('once the link is deleted, its claims were removed by hand', async () => {
  symlinkSync(join(place.root, 'Work.md'), join(vault, WORK));
  expect((await dream()).status).toBe(3);
  expect(dispositions()).toEqual(['placed']);
  rmSync(join(vault, WORK));
  expect((await dream()).status).toBe(0);
  expect(dispositions()).toEqual(['set-aside']);
});
