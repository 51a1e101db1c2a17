// --verify looks into segments and vectors, where words share their beginnings and no text is: whatever lies in the
// cache or beside it is named, and after forget there is nothing.
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createKeywords, foundFact } from '../../src/index/document.ts';
import { hashOfDocument } from '../../src/index/hash.ts';
import { buildSegment } from '../../src/index/segment/build.ts';
import type { SegmentRow } from '../../src/index/segment/build.ts';
import { createTokenizer } from '../../src/index/tokenizer.ts';
import { digestOfText, renderChunk } from '../../src/index/vectors/store.ts';
import { readView } from '../../src/vault/view.ts';
import { plainInput, plainRow } from '../index/plain-view.ts';
import { makeVault } from '../lint/folders.ts';
import { dreamtVault, removePrepared, SECRET, type TestVault } from './vault.ts';

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
const termsOf = (text: string): readonly (readonly string[])[] => [createTokenizer().terms(text), [], [], [], [], []];

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

test.each([['forget'], ['reindex']])(
  'a note said it, and then does not: its words go from the index with the next %s',
  async (verb) => {
    const { vault, id } = await start();
    vault.write('note.md', `${SECRET}\n`);
    await vault.must(['forget', id], { status: 3 });
    vault.write('note.md', 'nothing\n');
    await vault.must(['index']);
    expect(await leaks(vault)).toEqual([expect.stringMatching(/\.seg says words unique to it$/)]);
    await vault.must(verb === 'forget' ? ['forget', id] : ['reindex']);
    expect(await leaks(vault)).toEqual([]);
  },
);

test('a row that cites it, and rows of others that hold words or exact words which it alone had', async () => {
  const { vault, id } = await start();
  const own = await vault.log('User plays the theremin', 'music', '2026-06-29');
  await vault.must(['log', 'Met him', '--field', 'persons=Zephyrine', '--date', '2026-06-29']);
  await vault.must(['forget', id, own]);
  vault.write(STRAY, segmentOf({ kind: 'claim', cites: [id] }));
  expect(await leaks(vault)).toEqual([`${STRAY} says it, in an index row`]);
  vault.write(STRAY, segmentOf({ kind: 'text', terms: termsOf(SECRET) }));
  expect(await leaks(vault)).toEqual([`${STRAY} says words unique to it`]);
  vault.write(STRAY, segmentOf({ kind: 'text', terms: termsOf('The theremin stands there, and nobody plays') }));
  expect(await leaks(vault)).toEqual([`${STRAY} says words unique to it`]);
  vault.write(
    STRAY,
    segmentOf({
      kind: 'text',
      terms: termsOf('User swims in Lyon'),
      keywords: createKeywords()({
        kind: 'text',
        text: '',
        tags: [],
        category: 'work',
        project: null,
        facts: [],
        sources: [],
      }),
    }),
  );
  expect(await leaks(vault)).toEqual([]);
});

test('a vector of it, known by its row or by its words as any model gets them; none of what somebody else says', async () => {
  const { vault, id } = await start();
  const fact = readView({ ...makeVault(), root: vault.root }).factById.get(id);
  if (fact === undefined) throw new Error('no fact');
  await vault.must(['forget', id]);
  const path = `${CACHE}/vectors-0000000000000000-0000000000000000.vec`;
  const put = (hash: number, text: string): void =>
    vault.write(
      path,
      renderChunk([
        { hash: 1, digest: digestOfText('x'), bytes: new Int8Array(4), scale: 1 },
        { hash, digest: digestOfText(text), bytes: new Int8Array(4), scale: 1 },
      ]),
    );
  const hash = hashOfDocument(foundFact(fact, fact.time, { path: fact.path, line: fact.line, title: '' }));
  put(hash, 'y');
  expect(await leaks(vault)).toEqual([`${path} says it, as a vector`]);
  for (const prefix of ['', 'search_document: ', 'passage: ']) {
    put(7, `${prefix}${SECRET}`);
    expect(await leaks(vault)).toEqual([`${path} says it, as a vector`]);
  }
  put(7, 'User swims on Fridays');
  expect(await leaks(vault)).toEqual([]);
  await vault.must(['forget', id]);
  put(7, SECRET);
  await vault.must(['reindex']);
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

test('words in a segment that another fact says are not the forgotten one’s alone, though its claim has other words now', async () => {
  const { vault } = await start();
  const lost = await vault.log('User met Anna Berg in Graz at 11:30', 'event');
  const other = await vault.log('USER MET ANNA BERG IN TURIN AT 13:30', 'event');
  await vault.dream();
  await vault.must(['forget', lost]);
  await vault.must(['index']);
  const page = '3_Personal/Events.md';
  vault.write(page, vault.read(page).replace(/USER MET .*?(?=\[\^)/, 'In my own words'));
  expect(vault.read(page)).toContain(`In my own words[^${other}]`);
  await vault.must(['index']);
  expect(await leaks(vault)).toEqual([]);
});
