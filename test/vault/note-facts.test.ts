// What is read of the notes comes out the same from the cache as from the notes, whatever happened to either.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readNoteFacts, readNoteCache } from '../../src/vault/note-files.ts';
import { NOTES_CACHE, type Vault } from '../../src/vault/vault.ts';

const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};

function makeVault(): Vault {
  const root = mkdtempSync(join(tmpdir(), 'memvault-notes-'));
  mkdirSync(join(root, '.memvault'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return { root, dailyDir: 'daily', zones };
}

function write(vault: Vault, path: string, text: string): void {
  mkdirSync(dirname(join(vault.root, path)), { recursive: true });
  writeFileSync(join(vault.root, path), text);
}

const NOTE =
  '---\ntitle: A\naliases: [Other, "Third"]\ntags: [x]\n---\n# Head\n[[b|c]] ![x](d.png#e) ^id\n\n[^f]: [y](<z.md>)\n';
const cacheOf = (vault: Vault): string => join(vault.root, NOTES_CACHE);

/** So that what is written was not written just now. */
const wait = (): Promise<void> => new Promise((done) => void setTimeout(done, 40));

test('a note tells its title, aliases, tags, headings, blocks, links and length', () => {
  const vault = makeVault();
  write(vault, 'sub/a.md', NOTE);
  write(vault, '.hidden/b.md', NOTE);
  const notes = readNoteFacts(vault, true);
  expect([...notes.keys()]).toEqual(['sub/a.md']);
  expect(notes.get('sub/a.md')).toMatchObject({
    path: 'sub/a.md',
    title: 'A',
    aliases: ['Other', 'Third'],
    tags: ['x'],
    lines: 9,
    length: NOTE.length,
    headings: [{ text: 'Head', level: 1, line: 6 }],
    blocks: ['id'],
  });
  expect(notes.get('sub/a.md')?.links.map(({ target, footnote }) => [target, footnote])).toEqual([
    ['b', null],
    ['d.png', null],
    ['z.md', 'f'],
  ]);
});

test('the cache gives back what was read, and is not written again for nothing', async () => {
  const vault = makeVault();
  write(vault, 'a.md', NOTE);
  write(vault, 'b.md', 'a \uD800 [[\uDC80]] \u0000');
  await wait();
  const first = readNoteFacts(vault, true);
  expect([...readNoteCache(vault).values()].map(({ facts }) => facts)).toEqual([...first.values()]);
  const { ino } = statSync(cacheOf(vault));
  expect(readNoteFacts(vault, true)).toEqual(first);
  expect(statSync(cacheOf(vault)).ino).toBe(ino);
});

test('who waits is told of the notes that are read, and of none that is known', async () => {
  const vault = makeVault();
  for (const name of ['a.md', 'b.md', 'c.md']) write(vault, name, NOTE);
  await wait();
  const told: string[] = [];
  const progress = {
    update: (label: string, done: number, total: number) => void told.push(`${label} ${done}/${total}`),
    end: () => void told.push('end'),
  };
  readNoteFacts(vault, true, progress);
  write(vault, 'b.md', `${NOTE}more`);
  readNoteFacts(vault, true, progress);
  expect(told).toEqual([
    'reading notes 0/3',
    'reading notes 1/3',
    'reading notes 2/3',
    'end',
    'reading notes 1/3',
    'end',
  ]);
});

test('of notes that did not change nothing but size and time is looked at', async () => {
  const vault = makeVault();
  write(vault, 'a.md', NOTE);
  await wait();
  readNoteFacts(vault, true);
  writeFileSync(cacheOf(vault), readFileSync(cacheOf(vault), 'utf8').replace('"Head"', '"Tail"'));
  expect(readNoteFacts(vault, true).get('a.md')?.headings[0]?.text).toBe('Tail');
});

test('a note of the same size and time of its bytes that says something else is read anew', async () => {
  const vault = makeVault();
  write(vault, 'a.md', '[[b]]');
  await wait();
  readNoteFacts(vault, true);
  const { atime, mtime } = statSync(join(vault.root, 'a.md'));
  write(vault, 'a.md', '[[c]]');
  utimesSync(join(vault.root, 'a.md'), atime, mtime);
  expect(readNoteFacts(vault, true).get('a.md')?.links[0]?.target).toBe('c');
});

test('a note tells on which lines something is likely a secret, and the cache never holds the words', async () => {
  const key = ['ghp_', '16C7e42F292c6912E7710c838347Ae178B4a'].join('');
  const vault = makeVault();
  write(vault, 'a.md', `one\ntwo ${key} ${key}\n\n${key}\n`);
  await wait();
  const secrets = readNoteFacts(vault, true).get('a.md')?.secrets;
  expect(secrets).toEqual([2, 4].map((line) => ({ line, rule: expect.stringContaining('github') as string })));
  expect(readFileSync(cacheOf(vault), 'utf8')).not.toContain(key.slice(4, 12));
  expect(readNoteFacts(vault, true).get('a.md')?.secrets).toEqual(secrets);
});

test('a note tells what is wrong with its front matter, from the cache too', async () => {
  const vault = makeVault();
  write(vault, 'a.md', '---\ntitle: [a\n---\n');
  write(vault, 'b.md', NOTE);
  await wait();
  const broken = (): unknown[] => [...readNoteFacts(vault, true).values()].map((note) => note.broken);
  const first = broken();
  expect(first).toEqual([expect.stringContaining('at line 2'), null]);
  expect(broken()).toEqual(first);
});

test('without leave nothing is written', () => {
  const vault = makeVault();
  write(vault, 'a.md', NOTE);
  expect(readNoteFacts(vault, false).size).toBe(1);
  expect(existsSync(join(vault.root, '.memvault/cache'))).toBe(false);
});

test.each([
  '',
  'null',
  '[]',
  '{',
  '{"format":8}',
  '{"format":8,"notes":[{"size":1,"changed":1,"digest":"x","facts":{"path":"a.md","title":"t"}}]}',
  '{"format":0,"notes":[]}',
  '\0',
])('a cache of %j is none', (bytes) => {
  const vault = makeVault();
  write(vault, 'a.md', NOTE);
  write(vault, NOTES_CACHE, bytes);
  expect(readNoteFacts(vault, true).get('a.md')?.title).toBe('A');
  expect(readNoteCache(vault).size).toBe(1);
});

test('a cache that cannot be read or written costs nothing but time', () => {
  const vault = makeVault();
  write(vault, 'a.md', NOTE);
  mkdirSync(cacheOf(vault), { recursive: true });
  expect(readNoteFacts(vault, true).get('a.md')?.title).toBe('A');
});

test('whatever happens to the notes, the cache changes nothing of what is told', () => {
  const name = fc.constantFrom('a.md', 'b.md', 'c/a.md', 'c/d.md');
  const text = fc.constantFrom('', '[[a]]', '[[b]]', '# a\n', NOTE, 'x ^id\n');
  const step = fc.oneof(
    fc.record({ does: fc.constant('write' as const), name, text }),
    fc.record({ does: fc.constant('remove' as const), name, text }),
    fc.record({ does: fc.constant('move' as const), name, text: name }),
    fc.record({ does: fc.constant('look' as const), name, text }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const vault = makeVault();
      for (const { does, name: path, text: other } of steps) {
        if (does === 'write') write(vault, path, other);
        if (does === 'remove') rmSync(join(vault.root, path), { force: true });
        if (does === 'move' && existsSync(join(vault.root, path))) {
          mkdirSync(dirname(join(vault.root, other)), { recursive: true });
          renameSync(join(vault.root, path), join(vault.root, other));
        }
        if (does !== 'look') continue;
        const cached = readNoteFacts(vault, true);
        rmSync(join(vault.root, '.memvault/cache.away'), { recursive: true, force: true });
        if (existsSync(cacheOf(vault)))
          renameSync(join(vault.root, '.memvault/cache'), join(vault.root, '.memvault/cache.away'));
        expect(cached).toEqual(readNoteFacts(vault, false));
        if (existsSync(join(vault.root, '.memvault/cache.away')))
          renameSync(join(vault.root, '.memvault/cache.away'), join(vault.root, '.memvault/cache'));
      }
    }),
    { numRuns: 60 },
  );
});
