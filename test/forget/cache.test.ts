// The cache of the index forgets with the run, not after it: nothing that ends the program leaves the words in it.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { makeForget, planForget } from '../../src/forget/plan.ts';
import { carryOutHandRun } from '../../src/vault/record-run.ts';
import { readView } from '../../src/vault/view.ts';
import { makeVault } from '../lint/folders.ts';
import { dreamtVault, removePrepared, type TestVault, WORD } from './vault.ts';

const open: TestVault[] = [];
afterEach(() => open.splice(0).forEach((vault) => vault.place.remove()));
afterAll(removePrepared);

const CACHE = '.memvault/cache/search';
const inCache = (vault: TestVault) => vault.holding().filter((path) => path.startsWith(`${CACHE}/`));

test('a run that is done has no words left, though the index was not brought in step', async () => {
  const { vault, id } = await dreamtVault();
  open.push(vault);
  await vault.must(['search', 'cardiologist']);
  expect(inCache(vault)).toHaveLength(1);
  const here = { ...makeVault(), root: vault.root };
  const start = new Date(vault.now);
  const view = readView(here);
  const journal = makeForget(here, view, planForget(here, view, { ids: [id], purge: false, start }), {
    start,
    commit: false,
    reason: null,
    purge: false,
    newSalt: () => 'aa',
  });
  if (journal !== null) carryOutHandRun(here, journal);
  expect(vault.holding()).toEqual([]);
});

test('a search that finds less than the cache knows writes it anew, a large one, too', async () => {
  const { vault, id } = await dreamtVault();
  open.push(vault);
  vault.write(
    'daily/2026-06-20.md',
    Array.from({ length: 1200 }, (_, n) => `- [note] Pebble number ${n} is grey\n`).join(''),
  );
  await vault.must(['index']);
  const path = join(vault.root, CACHE);
  const former = join(vault.place.root, 'former');
  cpSync(path, former, { recursive: true });
  await vault.must(['forget', id]);
  rmSync(path, { recursive: true });
  cpSync(former, path, { recursive: true });
  expect(vault.holding()).toEqual(inCache(vault));
  expect(inCache(vault)).toHaveLength(1);
  await vault.must(['search', 'pebble']);
  expect(vault.holding()).toEqual([]);
  expect(readdirSync(path)).toHaveLength(3);
});

test.each([
  ['lacks its digest', '{"fact":"ID","salt":"aa","at":"2026-07-01T00:00:00Z","run":"r-1"}', false],
  ['lacks salt and digest', '{"fact":"ID","at":"2026-07-01T00:00:00Z","run":"r-1"}', false],
  ['has a time that is none', '{"fact":"ID","salt":"aa","digest":"bb","at":"yesterday","run":"r-1"}', false],
  ['is of another type', '{"fact":["ID"],"salt":1,"digest":true}', false],
  ['takes back what it does not name', '{"fact":"ID","undone":true,"at":"2026-07-01T00:00:00Z","run":"r-1"}', false],
  ['names its fact and nothing else, as an older one does', '{"fact":"ID"}', true],
  ['is whole', '{"fact":"ID","salt":null,"digest":null,"at":"2026-07-01T00:00:00Z","run":"r-1"}', true],
])('a tombstone that %s', async (_what, line, forgets) => {
  const { vault, id } = await dreamtVault();
  open.push(vault);
  vault.write('.memvault/tombstones.jsonl', `${line.replace('ID', id)}\n`);
  expect(WORD.test((await vault.must(['search', 'cardiologist'])).stdout)).toBe(!forgets);
  const { stdout } = await vault.run(['lint', '--rule', 'damaged/lines']);
  expect(stdout.includes('not a valid tombstone, ignored')).toBe(!forgets);
});
