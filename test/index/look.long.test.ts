// What a search looks at, in a vault of more notes than it looks at each time: the newest, the last logs, what a writer
// named, every folder; and once a minute everything.
import { existsSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refresh } from '../../src/index/refresh.ts';
import type { RefreshOptions } from '../../src/index/view.ts';
import { noteTouched, appendToDay } from '../../src/vault/daily.ts';
import { withTerm } from './dump.ts';
import { pause, type VaultFolder, withFolder } from './vault-folder.ts';

const ALWAYS: RefreshOptions = {
  forgotten: new Set(),
  look: 'all',
  write: 'always',
  today: '2026-07-03',
  languages: ['en'],
};
const CHEAP: RefreshOptions = { ...ALWAYS, look: 'quick', write: 'cheap' };
const ZONES = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
const LOOKED_AT = 2000;

let folder: VaultFolder;
let end = (): void => undefined;
const old = (path: string) => utimesSync(join(folder.root, path), 1e9, 1e9);
const later = () => utimesSync(join(folder.cache, 'search', 'looked'), 1e9, 1e9);
/** The tests before may have taken more than a minute. */
const justLooked = () => utimesSync(join(folder.cache, 'search', 'looked'), new Date(), new Date());
const found = async (word: string, options = CHEAP) => {
  const index = await refresh(folder, options);
  try {
    return withTerm(index, word).length;
  } finally {
    index.close();
  }
};

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    void withFolder({}, async (made) => {
      folder = made;
      for (const path of ['5_Archives/a.md', '5_Archives/b.md', 'daily/2026-06-20.md', 'daily/2026-01-20.md'])
        folder.write(path, path.startsWith('daily') ? '- [work] Grey stone\n' : 'Grey stone.\n');
      await pause();
      for (let n = 0; n < LOOKED_AT; n++) folder.write(`2_Wiki/note-${n}.md`, `Pebble ${n}.\n`);
      await pause();
      await refresh(folder, ALWAYS);
      resolve();
      await new Promise<void>((done) => (end = done));
    });
  });
});
afterAll(() => end());

test('the newest are looked at, the rest are counted', async () => {
  justLooked();
  const index = await refresh(folder, CHEAP);
  // The log of the last 30 days is looked at by its name.
  expect([index.documents, index.notLookedAt]).toEqual([LOOKED_AT + 4, 3]);
  index.close();
  folder.write('2_Wiki/note-7.md', 'Amber.\n');
  expect(await found('amber')).toBe(1);
});

test('a log of the last 30 days is looked at, however old its time is', async () => {
  folder.write('daily/2026-06-20.md', '- [work] Grey stone\n- [work] Basalt\n');
  old('daily/2026-06-20.md');
  expect(await found('basalt')).toBe(1);
});

test('an older note is found changed once everything was looked at, and by `index` at once', async () => {
  justLooked();
  folder.write('5_Archives/a.md', 'Quartz.\n');
  expect(await found('quartz')).toBe(0);
  expect(await found('quartz', { ...ALWAYS, write: 'never' })).toBe(1);
  expect(await found('quartz')).toBe(0);
  later();
  expect(await found('quartz')).toBe(1);
  expect(await found('quartz')).toBe(1);
});

test('of many files an older log waits for the look at all, unless its folder shows that another file took its place or a writer named it', async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`2_Wiki/n-${n}.md`, 'Pebble.\n']));
  await withFolder(
    { ...many, 'daily/2026-01-20.md': '- [work] Grey stone\n', 'daily/2026-01-21.md': '- [work] Grey stone\n' },
    async (own) => {
      await pause();
      (await refresh(own, ALWAYS)).close();
      const count = async (word: string, options: RefreshOptions = CHEAP) => {
        const index = await refresh(own, options);
        const answer = [withTerm(index, word).length, index.notLookedAt];
        index.close();
        return answer;
      };
      writeFileSync(join(own.root, 'daily/2026-01-20.md'), '- [work] Grey slate\n');
      expect(await count('slate')).toEqual([0, 2]);
      noteTouched({ root: own.root, dailyDir: 'daily', zones: ZONES }, 'daily/2026-01-20.md');
      expect(await count('slate')).toEqual([1, 1]);
      writeFileSync(join(own.root, 'daily/new'), '- [work] Grey basalt\n');
      renameSync(join(own.root, 'daily/new'), join(own.root, 'daily/2026-01-21.md'));
      expect(await count('basalt')).toEqual([1, 0]);
      expect(await count('slate', ALWAYS)).toEqual([1, 0]);
    },
  );
});

test('an older log that a writer named is looked at; the name goes once everything was', async () => {
  const vault = { root: folder.root, dailyDir: 'daily', zones: ZONES };
  appendToDay(vault, '2026-01-20', '- [work] Feldspar\n', '2026-07-03');
  old('daily/2026-01-20.md');
  expect(await found('feldspar')).toBe(1);
  expect(existsSync(join(folder.cache, 'touched'))).toBe(true);
  noteTouched(vault, 'nowhere.md');
  expect(await found('feldspar', ALWAYS)).toBe(1);
  expect(existsSync(join(folder.cache, 'touched'))).toBe(false);
  appendToDay(vault, '2026-07-02', '- [work] Gneiss\n', '2026-07-03');
  appendToDay(vault, '2026-07-02', '- [work] Gneiss\n', '2026-07-03');
  expect(existsSync(join(folder.cache, 'touched'))).toBe(false);
  expect(await found('gneiss')).toBe(2);
});

test('what comes into a folder or goes from one is found', async () => {
  folder.write('5_Archives/c.md', 'Topaz.\n');
  expect(await found('topaz')).toBe(1);
  folder.write('new/folder/d.md', 'Topaz.\n');
  expect(await found('topaz')).toBe(2);
  folder.remove('5_Archives/c.md');
  expect(await found('topaz')).toBe(1);
  folder.remove('5_Archives/b.md');
  expect(await found('stone')).toBe(2);
  mkdirSync(join(folder.root, 'empty'));
  expect(await found('topaz')).toBe(1);
  folder.write('empty/e.md', 'Topaz.\n');
  expect(await found('topaz')).toBe(2);
});

test('what git ignores is left out, in a folder that changed, too; other rules mean another look at everything', async () => {
  folder.write('.gitignore', 'secret*\n/.memvault/cache/\n');
  folder.write('5_Archives/secret.md', 'Onyx.\n');
  folder.write('5_Archives/plain.md', 'Onyx.\n');
  expect(await found('onyx')).toBe(1);
  folder.write('5_Archives/secret-too.md', 'Onyx.\n');
  folder.write('.gitignore', 'nothing\n');
  expect(await found('onyx')).toBe(3);
});

test('a note that becomes a link to outside is gone', async () => {
  folder.write('5_Archives/link.md', 'Opal.\n');
  expect(await found('opal')).toBe(1);
  folder.remove('5_Archives/link.md');
  symlinkSync('/etc/hostname', join(folder.root, '5_Archives/link.md'));
  expect(await found('opal')).toBe(0);
});
