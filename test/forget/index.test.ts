// --verify looks into segments and vectors, where words share their beginnings and no text is: whatever lies in the
// cache or beside it is named, and after forget there is nothing.
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { buildSegment, type SegmentRow } from '../../src/index/segment/build.ts';
import { renderChunk } from '../../src/index/vectors/store.ts';
import { plainInput, plainRow } from '../index/plain-view.ts';
import { dreamtVault, removePrepared, type TestVault } from './vault.ts';

const open: TestVault[] = [];
afterEach(() => open.splice(0).forEach((vault) => vault.place.remove()));
afterAll(removePrepared);

const CACHE = '.memvault/cache/search';
const STRAY = `${CACHE}/0123456789abcdef.seg`;

async function start(): Promise<{ vault: TestVault; id: string; segment: Uint8Array }> {
  const made = await dreamtVault();
  open.push(made.vault);
  await made.vault.must(['reindex']);
  const [segment] = readdirSync(join(made.vault.root, CACHE)).filter((name) => name.endsWith('.seg'));
  return { ...made, segment: readFileSync(join(made.vault.root, CACHE, segment ?? '')) };
}

interface Verified {
  readonly remaining: readonly { readonly path: string; readonly what: string; readonly fact: string | null }[];
}

async function leaks(vault: TestVault, ...args: string[]): Promise<string[]> {
  const { stdout, status } = await vault.run(['forget', '--verify', '--json', ...args]);
  const { remaining } = JSON.parse(stdout) as Verified;
  expect(status).toBe(remaining.length > 0 ? 1 : 0);
  return remaining.map(({ path, what }) => `${path} ${what}`);
}

const segmentOf = (row: Partial<SegmentRow>): Uint8Array =>
  buildSegment(plainInput([plainRow({ id: 'zzzzzzzzzz', ...row })]));

test('a segment of before, in the cache or copied anywhere, holds a row of it; after forget there is none', async () => {
  const { vault, id, segment } = await start();
  await vault.must(['forget', id]);
  expect(await leaks(vault)).toEqual([]);
  vault.write(STRAY, segment);
  expect(await leaks(vault)).toEqual([`${STRAY} says it, in an index row`]);
  expect(await leaks(vault, id)).toEqual([`${STRAY} says it, in an index row`]);
  vault.write('copies/index (conflict).seg', segment);
  expect(await leaks(vault)).toEqual([`copies/index (conflict).seg says it, in an index row`]);
});

test('the cache as it was is named, though its manifest is whole', async () => {
  const { vault, id } = await start();
  const former = join(vault.place.root, 'former');
  cpSync(join(vault.root, CACHE), former, { recursive: true });
  await vault.must(['forget', id]);
  cpSync(former, join(vault.root, CACHE), { recursive: true });
  expect(await leaks(vault)).toEqual([expect.stringMatching(/\.seg says it, in an index row$/)]);
  await vault.must(['search', 'swims']);
  expect(await leaks(vault)).toEqual([]);
});

test('a row that cites it', async () => {
  const { vault, id } = await start();
  await vault.must(['forget', id]);
  vault.write(STRAY, segmentOf({ kind: 'claim', cites: [id] }));
  expect(await leaks(vault)).toEqual([`${STRAY} says it, in an index row`]);
  vault.write(STRAY, segmentOf({ kind: 'text' }));
  expect(await leaks(vault)).toEqual([]);
});

test('after a purge rows tell it by the id alone; a fact that is not forgotten may be in the index', async () => {
  const { vault, id, segment } = await start();
  const other = await vault.log('User owns a kayak', 'hobby', '2026-06-29');
  await vault.must(['index']);
  expect(await leaks(vault, other)).toEqual([]);
  await vault.must(['forget', id, '--purge', '--yes']);
  expect(await leaks(vault)).toEqual([]);
  vault.write(STRAY, segment);
  expect(await leaks(vault)).toEqual([`${STRAY} says it, in an index row`]);
});

test('a segment or vectors that are damaged are no error', async () => {
  const { vault, id, segment } = await start();
  await vault.must(['forget', id]);
  vault.write(STRAY, segment.subarray(0, segment.length - 40));
  vault.write(`${CACHE}/vectors-1.vec`, renderChunk([]).subarray(0, 20));
  expect((await vault.run(['forget', '--verify'])).stderr).toBe('');
});
