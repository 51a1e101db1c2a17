// What waits is the same with the mark in the cache that claims agree, and without it.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { factDigest } from '../../src/model/bytes.ts';
import { keepAgreement, wasInAgreement } from '../../src/vault/pending.ts';
import { readView } from '../../src/vault/view.ts';
import { TestVault } from '../forget/vault.ts';
import { vaultAt } from '../two-clones/state.ts';

const MARK = '.memvault/cache/agreement';
const WORK = '3_Personal/Work.md';

let vault: TestVault;
beforeEach(async () => {
  vault = new TestVault();
  await vault.must(['init', '--no-git', vault.root]);
  await vault.log('User works at Google', 'work');
  await vault.log('User likes the canteen', 'work');
  await vault.log('User is a nurse', 'identity');
  await vault.dream();
});
afterEach(() => vault.place.remove());

const pending = async (): Promise<number> =>
  (JSON.parse((await vault.must(['status', '--json'])).stdout) as { pending: { facts: number } }).pending.facts;
const isMarked = (): boolean => wasInAgreement(vaultAt(vault.root), readView(vaultAt(vault.root)));

test('a dream leaves it, and a look at the vault that finds nothing', async () => {
  expect(isMarked()).toBe(true);
  rmSync(join(vault.root, MARK));
  expect(isMarked()).toBe(false);
  expect(await pending()).toBe(0);
  expect(isMarked()).toBe(true);
});

test('with it nothing is compared', async () => {
  await secondEmployer();
  expect([await pending(), isMarked()]).toEqual([1, false]);
  keepAgreement(vaultAt(vault.root), readView(vaultAt(vault.root)));
  expect(await pending()).toBe(0);
});

/** As two clones leave it that did not know of each other. */
async function secondEmployer(): Promise<void> {
  const view = readView(vaultAt(vault.root));
  const first = view.facts.find(({ text }) => text === 'User works at Google');
  const line = view.ledger.get(first?.id ?? '');
  if (first === undefined || line === undefined) throw new Error('there is no first one');
  const id = await vault.log('User works at Microsoft', 'work', '2026-06-29');
  const fact = readView(vaultAt(vault.root)).factById.get(id);
  if (fact === undefined) throw new Error('it is not logged');
  vault.append(
    '.memvault/ledger/2026-06.jsonl',
    `${JSON.stringify({ ...line, fact: id, day: '2026-06-29', digest: factDigest(fact) })}\n`,
  );
  vault.edit(
    WORK,
    `- User works at Google[^${first.id}]\n`,
    `- User works at Google[^${first.id}]\n- User works at Microsoft[^${id}]\n`,
  );
  vault.append(WORK, `[^${id}]: [2026-06-29](../daily/2026-06-29.md#^${id})\n`);
}

const CHANGES: Readonly<Record<string, () => Promise<unknown> | void>> = {
  'a fact that is logged': async () => await vault.log('User works at Apple', 'work', '2026-06-30'),
  'a claim that a hand changed': () => vault.edit(WORK, 'likes the canteen', 'loathes the canteen'),
  'a claim that a hand set against another': () =>
    vault.edit(WORK, 'User likes the canteen', 'User works at Microsoft'),
  'two claims that cannot both hold': secondEmployer,
  'a line that a hand changed': () => vault.edit('daily/2026-06-28.md', 'likes the canteen', 'likes the cellar'),
  'a line that went': () => vault.edit('daily/2026-06-28.md', /^.*likes the canteen.*\n/m, ''),
  'a claim that went': () => vault.edit(WORK, /^- User likes the canteen.*\n/m, ''),
  'a run that was undone': async () => await vault.must(['dream', '--undo']),
  'a fact that was forgotten': async () => await vault.must(['forget', 'User likes the canteen']),
};

test.each(Object.entries(CHANGES))('what waits after %s', async (_what, change) => {
  await change();
  const withMark = await pending();
  if (existsSync(join(vault.root, MARK))) rmSync(join(vault.root, MARK));
  expect(withMark).toBe(await pending());
});

test('a line that comes back may stand against another', async () => {
  await secondEmployer();
  const log = vault.read('daily/2026-06-28.md');
  vault.edit('daily/2026-06-28.md', /^.*works at Google.*\n/m, '');
  await pending();
  vault.write('daily/2026-06-28.md', log);
  expect(await pending()).toBe(1);
});
