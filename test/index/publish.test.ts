// Two processes publish at once: whoever comes second notices, and nothing that a manifest names is missing.
import { existsSync, readFileSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refresh } from '../../src/index/refresh.ts';
import type { RefreshOptions } from '../../src/index/view.ts';
import { MemvaultError } from '../../src/model/errors.ts';
import { textsOf } from './dump.ts';
import { pause, type VaultFolder, withFolder } from './vault-folder.ts';

const ALWAYS: RefreshOptions = {
  forgotten: new Set(),
  look: 'all',
  write: 'always',
  today: '2026-07-03',
  languages: ['en'],
};
const CHEAP: RefreshOptions = { ...ALWAYS, write: 'cheap' };
const segments = (folder: VaultFolder) =>
  readdirSync(join(folder.cache, 'search')).filter((name) => name.endsWith('.seg'));
const manifest = (folder: VaultFolder) => readFileSync(join(folder.cache, 'search', 'manifest'), 'utf8');
const named = (folder: VaultFolder) =>
  [...manifest(folder).matchAll(/search\/([0-9a-f]{16}\.seg)/g)].map((match) => match[1] ?? '').sort();

/** Does something right before a file of the cache is put in place, the so-manieth time that it is. */
function before(folder: VaultFolder, name: RegExp, at: number, act: () => Promise<void> | void): VaultFolder {
  let count = 0;
  let acted: Promise<void> | void;
  return {
    ...folder,
    walk: async () => {
      await acted;
      return folder.walk();
    },
    publishCache: (path, bytes, isStill) => {
      if (name.test(path) && ++count === at) acted = act();
      return folder.publishCache(path, bytes, isStill);
    },
  };
}

test('`index` begins again where another published meanwhile, and goes on from there', async () => {
  await withFolder({ 'a.md': 'Amber.\n' }, async (folder) => {
    await refresh(folder, ALWAYS);
    const first = manifest(folder);
    folder.write('b.md', 'Basalt.\n');
    await pause();
    await refresh(folder, ALWAYS);
    const other = manifest(folder);
    // As if the other one had not published yet: it does once this one has looked and written its segment.
    folder.publishCache('search/manifest', Buffer.from(first));
    folder.write('c.md', 'Chalk.\n');
    let tries = 0;
    const raced: VaultFolder = {
      ...folder,
      publishCache: (path, bytes, isStill) => {
        if (path !== 'search/manifest' || ++tries > 1) return folder.publishCache(path, bytes, isStill);
        return folder.publishCache(path, bytes, () => {
          folder.publishCache(path, Buffer.from(other));
          return isStill?.() ?? true;
        });
      },
    };
    const index = await refresh(raced, ALWAYS);
    expect([index.rebuilt, tries, textsOf(index)]).toEqual([null, 2, ['Amber.', 'Basalt.', 'Chalk.']]);
    // Of the two that it does not have one is new to the index that the other left.
    expect(index.changes).toEqual({ added: 1, updated: 0, unchanged: 2, removed: 0 });
    index.close();
    expect(named(folder)).toEqual(segments(folder));
    expect((await refresh(folder, { ...ALWAYS, write: 'never' })).changes).toEqual({
      added: 0,
      updated: 0,
      unchanged: 3,
      removed: 0,
    });
  });
});

test('a search lets be what another published meanwhile, and leaves none of its own files', async () => {
  await withFolder({ 'a.md': 'Amber.\n' }, async (folder) => {
    await refresh(folder, ALWAYS);
    folder.write('b.md', 'Basalt.\n');
    folder.write('c.md', 'Chalk.\n');
    let published = '';
    const raced: VaultFolder = {
      ...folder,
      publishCache: (path, bytes, isStill) => {
        if (path !== 'search/manifest') return folder.publishCache(path, bytes, isStill);
        return folder.publishCache(path, bytes, () => {
          const text = manifest(folder);
          folder.publishCache(path, Buffer.from(`${text} `));
          published = manifest(folder);
          return isStill?.() ?? true;
        });
      },
    };
    const index = await refresh(raced, CHEAP);
    expect(textsOf(index)).toEqual(['Amber.', 'Basalt.', 'Chalk.']);
    index.close();
    expect(manifest(folder)).toBe(published);
    expect(segments(folder)).toHaveLength(1);
  });
});

test('two that publish one after the other in turn both end with everything', async () => {
  await withFolder({ 'a.md': 'Amber.\n' }, async (folder) => {
    await refresh(folder, ALWAYS);
    folder.write('b.md', 'Basalt.\n');
    const raced = before(folder, /\.seg$/, 1, async () => {
      const other = await refresh(folder, ALWAYS);
      other.close();
    });
    const index = await refresh(raced, ALWAYS);
    expect(textsOf(index)).toEqual(['Amber.', 'Basalt.']);
    index.close();
    expect(named(folder)).toEqual(segments(folder));
    const last = await refresh(folder, ALWAYS);
    expect([last.rebuilt, textsOf(last)]).toEqual([null, ['Amber.', 'Basalt.']]);
  });
});

// Eight searches at once in a vault without a cache: each took the segments of the others away, and the last one named
// its own that was gone, so that the next eight found a damaged index and did it again.
test.each([
  ['right before', 1],
  ['right after', 0],
] as const)(
  'two that build at once leave an index that is whole, though one swept the segment of the other %s it was named',
  async (_, isBefore) => {
    await withFolder({ 'a.md': 'Amber.\n' }, async (folder) => {
      let sweeps = 0;
      const sweep = (): void => {
        if (sweeps++ === 0) for (const name of segments(folder)) folder.removeCache(`search/${name}`);
      };
      const raced: VaultFolder = {
        ...folder,
        publishCache: (path, bytes, isStill) => {
          if (path !== 'search/manifest') return folder.publishCache(path, bytes, isStill);
          if (isBefore) sweep();
          const isDone = folder.publishCache(path, bytes, isStill);
          if (!isBefore) sweep();
          return isDone;
        },
      };
      expect(textsOf(await refresh(raced, CHEAP))).toEqual(['Amber.']);
      expect([named(folder), sweeps]).toEqual([segments(folder), 2]);
      expect((await refresh(folder, { ...ALWAYS, write: 'never' })).rebuilt).toBe(null);
    });
  },
);

test('a segment that is gone before it could be opened has a newer manifest', async () => {
  await withFolder({ 'a.md': 'Amber.\n' }, async (folder) => {
    await refresh(folder, ALWAYS);
    const old = manifest(folder);
    folder.write('a.md', Array.from({ length: 200 }, (_, n) => `Basalt ${n}.\n`).join('\n'));
    await refresh(folder, ALWAYS);
    let reads = 0;
    const slow: VaultFolder = {
      ...folder,
      readCache: (name) => (name === 'search/manifest' && ++reads === 1 ? old : folder.readCache(name)),
    };
    expect(named(folder)).not.toContain(/search\/([0-9a-f]{16}\.seg)/.exec(old)?.[1]);
    const index = await refresh(slow, { ...ALWAYS, write: 'never' });
    expect([index.rebuilt, index.documents]).toEqual([null, 200]);
  });
});

test('what a killed process left goes once it is older than ten minutes, and no temporary file is taken for a segment', async () => {
  await withFolder({ 'a.md': 'Amber.\n' }, async (folder) => {
    await refresh(folder, ALWAYS);
    for (const name of ['0123456789abcdef.seg', 'fedcba9876543210.seg'])
      folder.publishCache(`search/${name}`, Buffer.from('x'));
    utimesSync(join(folder.cache, 'search', 'fedcba9876543210.seg'), 1e9, 1e9);
    folder.write('b.md', 'Basalt.\n');
    await refresh(folder, ALWAYS);
    expect(segments(folder)).toEqual([...named(folder), '0123456789abcdef.seg'].sort());
    expect(existsSync(join(folder.cache, 'search', 'looked'))).toBe(true);
  });
});

test.each([
  ['a search', 'cheap', 0],
  ['`index`', 'always', 1],
] as const)('a disk that is full: %s', async (_, write, failures) => {
  await withFolder({ 'a.md': 'Amber.\n' }, async (folder) => {
    await refresh(folder, ALWAYS);
    const [text, before] = [manifest(folder), segments(folder)];
    folder.write('b.md', 'Basalt.\n');
    for (const full of [/\.seg$/, /manifest$/]) {
      const small: VaultFolder = {
        ...folder,
        publishCache: (path, bytes, isStill) => {
          if (!full.test(path)) return folder.publishCache(path, bytes, isStill);
          if (write === 'cheap') return false;
          throw new MemvaultError('io', `cannot write ${path}: ENOSPC`);
        },
      };
      const told = await refresh(small, { ...ALWAYS, write }).then(
        (index) => textsOf(index),
        (error: unknown) => error,
      );
      if (failures === 0) expect(told).toEqual(['Amber.', 'Basalt.']);
      else expect(told).toBeInstanceOf(MemvaultError);
      expect([manifest(folder), segments(folder)]).toEqual([text, before]);
    }
    expect(textsOf(await refresh(folder, ALWAYS))).toEqual(['Amber.', 'Basalt.']);
  });
});
