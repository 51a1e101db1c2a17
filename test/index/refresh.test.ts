// Bringing the index up to date: what counts as changed, what is read and written, what a damaged index does.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { rebuild, refresh } from '../../src/index/refresh.ts';
import type { RefreshOptions } from '../../src/index/view.ts';
import { dump, rowsOf, textsOf, withTerm } from './dump.ts';
import { pause, type VaultFolder, withFolder } from './vault-folder.ts';

const LOG = '- [work] User works at Microsoft ^aaaaaaaaaa\n';
const ALWAYS: RefreshOptions = {
  forgotten: new Set(),
  look: 'all',
  write: 'always',
  today: '2026-07-03',
  languages: ['en'],
};
/** As a search does it. */
const CHEAP: RefreshOptions = { ...ALWAYS, look: 'quick', write: 'cheap' };
const NEVER: RefreshOptions = { ...ALWAYS, write: 'never' };
const old = (folder: VaultFolder, path: string) => utimesSync(join(folder.root, path), 1e9, 1e9);
const segmentsIn = (folder: VaultFolder) =>
  (existsSync(join(folder.cache, 'search')) ? readdirSync(join(folder.cache, 'search')) : [])
    .filter((name) => name.endsWith('.seg'))
    .map((name) => join(folder.cache, 'search', name));
const manifestOf = (folder: VaultFolder) => join(folder.cache, 'search', 'manifest');
/** As if a minute had passed since somebody looked at everything. */
const laterOn = (folder: VaultFolder) => utimesSync(join(folder.cache, 'search', 'looked'), 1e9, 1e9);
const seenSince = (folder: VaultFolder) => {
  folder.seen.reads.length = 0;
  folder.seen.writes = 0;
};
/** Every byte of the cache, as text. */
const cached = (folder: VaultFolder) =>
  readdirSync(folder.cache, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder.cache, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
const facts = (count: number, word = 'cat') =>
  Array.from({ length: count }, (_, i) => `- [work] ${word} number ${i} about topic${i % 7}`).join('\n') + '\n';

test('counts files, not documents; the second time everything is unchanged and nothing is read or written', async () => {
  await withFolder(
    {
      'daily/2026-07-01.md': `${LOG}${LOG.replace('aaaaaaaaaa', 'bbbbbbbbbb')}`,
      'n.md': 'A.\n\nB.\n',
      'log.md': 'x\n',
    },
    async (folder) => {
      const first = await refresh(folder, ALWAYS);
      expect(first.changes).toEqual({ added: 2, updated: 0, removed: 0, unchanged: 0 });
      expect([first.rebuilt, first.documents]).toEqual(['missing', 4]);
      folder.write('new.md', 'C.\n');
      old(folder, 'daily/2026-07-01.md');
      folder.write('n.md', 'A.\n');
      const second = await refresh(folder, ALWAYS);
      expect(second.changes).toEqual({ added: 1, updated: 1, removed: 0, unchanged: 1 });
      expect(second.rebuilt).toBeNull();
      await pause();
      folder.write('new.md', 'D.\n');
      folder.remove('n.md');
      await pause();
      expect((await refresh(folder, ALWAYS)).changes).toEqual({ added: 0, updated: 1, removed: 1, unchanged: 1 });
      for (const options of [ALWAYS, CHEAP]) {
        seenSince(folder);
        expect((await refresh(folder, options)).changes).toEqual({ added: 0, updated: 0, removed: 0, unchanged: 2 });
        expect(folder.seen).toEqual({ writes: 0, reads: [] });
      }
    },
  );
});

test('who waits is told of what is read for a new index and for many changes, and is not asked for where little is to be done', async () => {
  const notes = (count: number, text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}.md`, `${text}\n`]));
  await withFolder({ 'daily/2026-07-01.md': LOG, ...notes(2, 'Known from the log. ^aaaaaaaaaa') }, async (folder) => {
    const told: string[] = [];
    const progress = {
      update: (label: string, done: number, total: number) => void told.push(`${label} ${done}/${total}`),
      end: () => void told.push('end'),
    };
    const waits: RefreshOptions = { ...ALWAYS, progress: async () => await Promise.resolve(progress) };
    const { documents } = await refresh(folder, waits);
    expect(told).toEqual([
      ...[0, 1, 2].map((at) => `reading notes ${at}/3`),
      ...Array.from({ length: documents }, (_, at) => `indexing ${at}/${documents}`),
      'end',
    ]);
    await pause();
    const asked = async () => await Promise.reject(new Error('nobody waits'));
    for (const text of [LOG, `${LOG}${LOG.replace('aaaaaaaaaa', 'bbbbbbbbbb')}`]) {
      folder.write('daily/2026-07-01.md', text);
      for (const options of [ALWAYS, CHEAP]) (await refresh(folder, { ...options, progress: asked })).close();
    }
    await pause();
    await refresh(folder, ALWAYS);
    told.length = 0;
    for (const [path, text] of Object.entries(notes(120, 'Now it says this.'))) folder.write(path, text);
    await refresh(folder, { ...waits, write: 'cheap' });
    expect(told).toEqual([
      ...Array.from({ length: 120 }, (_, at) => `reading notes ${at}/120`),
      ...Array.from({ length: 120 }, (_, at) => `indexing ${at}/120`),
      'end',
    ]);
  });
});

test('a change of the same size in the same moment is seen', async () => {
  await withFolder({ 'n.md': 'The cat sleeps.\n' }, async (folder) => {
    const now = Date.now() / 1000;
    utimesSync(join(folder.root, 'n.md'), now, now);
    await refresh(folder, ALWAYS);
    folder.write('n.md', 'The dog sleeps.\n');
    utimesSync(join(folder.root, 'n.md'), now, now);
    expect(textsOf(await refresh(folder, CHEAP))).toEqual(['The dog sleeps.']);
  });
});

test('a change of the same size is seen though its time was set back to what it was', async () => {
  for (const options of [CHEAP, ALWAYS]) {
    await withFolder({ 'n.md': 'The cat sleeps.\n', 'notes/a.md': 'A.\n' }, async (folder) => {
      const path = join(folder.root, 'n.md');
      for (const one of ['n.md', 'notes/a.md', 'notes']) old(folder, one);
      await pause();
      await refresh(folder, ALWAYS);
      await pause();
      writeFileSync(path, 'The dog sleeps.\n');
      folder.write('notes/b.md', 'B.\n');
      for (const one of ['n.md', 'notes']) old(folder, one);
      const index = await refresh(folder, options);
      expect(textsOf(index)).toEqual(['The dog sleeps.', 'A.', 'B.']);
      expect(withTerm(index, 'cat')).toEqual([]);
    });
  }
});

test('what only a hit tells to have changed is kept at once, so that the next search finds it by its new words', async () => {
  await withFolder({ 'n.md': 'The cat sleeps.\n', 'm.md': 'Another.\n' }, async (real) => {
    // A file system that tells nothing of a change.
    const still = <T extends { mtimeMs: number }>(stat: T): T => ({ ...stat, mtimeMs: 1e12 });
    const folder = {
      ...real,
      folderTime: () => 1e12,
      stat: (path: string) => {
        const stat = real.stat(path);
        return stat && still(stat);
      },
      walk: async () => {
        const listing = await real.walk();
        return { notes: listing.notes.map(still), folders: listing.folders.map(still), rules: [] };
      },
    };
    await refresh(folder, ALWAYS);
    folder.write('n.md', 'The dog sleeps.\n');
    const index = await refresh(folder, CHEAP);
    const unread = rowsOf(index).filter((row) => index.read(row) === null);
    expect(withTerm(await index.again(unread), 'dog')).toEqual(['The dog sleeps.']);
    seenSince(real);
    expect(withTerm(await refresh(folder, CHEAP), 'dog')).toEqual(['The dog sleeps.']);
    expect(real.seen.reads).toEqual([]);
  });
});

test('a vault that was copied with its index is read once', async () => {
  const paths = Array.from({ length: 30 }, (_, n) => `n${n}.md`);
  await withFolder(Object.fromEntries(paths.map((path) => [path, `Note of ${path}.\n`])), async (folder) => {
    await pause();
    await refresh(folder, ALWAYS);
    for (const path of paths) old(folder, path);
    await pause();
    const readsOf = async () => {
      seenSince(folder);
      expect((await refresh(folder, CHEAP)).changes).toMatchObject({ unchanged: 30 });
      return folder.seen.reads.length;
    };
    expect([await readsOf(), await readsOf()]).toEqual([30, 0]);
  });
});

test('a file that comes into a folder in the moment the folder was looked at is found', async () => {
  await withFolder({ 'notes/a.md': 'A.\n' }, async (folder) => {
    const now = Date.now() / 1000;
    const stamp = () => utimesSync(join(folder.root, 'notes'), now, now);
    stamp();
    await refresh(folder, ALWAYS);
    folder.write('notes/b.md', 'B.\n');
    stamp();
    expect(textsOf(await refresh(folder, CHEAP))).toEqual(['A.', 'B.']);
  });
});

test('files read in the moment they were written are read once more, and then no more', async () => {
  await withFolder({ 'n.md': 'The cat sleeps.\n', 'm.md': 'So does the dog.\n' }, async (folder) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const now = Date.now();
    for (const path of ['n.md', 'm.md'])
      utimesSync(join(folder.root, path), (now + 60_000) / 1000, (now + 60_000) / 1000);
    await refresh(folder, ALWAYS);
    const readsOf = async (): Promise<[number, number]> => {
      seenSince(folder);
      laterOn(folder);
      await refresh(folder, CHEAP);
      return [folder.seen.reads.length, folder.seen.writes];
    };
    expect((await readsOf())[0]).toBe(2);
    vi.setSystemTime(now + 120_000);
    expect(await readsOf()).toEqual([2, 1]);
    expect(await readsOf()).toEqual([0, 0]);
  });
});

test('a file with a new time and the same content is unchanged', async () => {
  await withFolder({ 'n.md': 'The cat sleeps.\n' }, async (folder) => {
    await refresh(folder, ALWAYS);
    old(folder, 'n.md');
    expect((await refresh(folder, ALWAYS)).changes).toEqual({ added: 0, updated: 0, removed: 0, unchanged: 1 });
  });
});

const flip = (path: string, at: (size: number) => number) => {
  const bytes = readFileSync(path);
  const place = at(bytes.length);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};
const damages: [what: string, damage: (folder: VaultFolder) => void, why: 'missing' | 'corrupt' | 'version'][] = [
  ['a manifest that is missing', (folder) => folder.removeCache('search/manifest'), 'missing'],
  ['a manifest that is empty', (folder) => writeFileSync(manifestOf(folder), ''), 'corrupt'],
  ['a manifest that is something else', (folder) => writeFileSync(manifestOf(folder), 'hello\nworld\n'), 'corrupt'],
  [
    'a manifest that is cut short',
    (folder) => writeFileSync(manifestOf(folder), readFileSync(manifestOf(folder)).subarray(0, -7)),
    'corrupt',
  ],
  ['a manifest with one bit changed', (folder) => flip(manifestOf(folder), (size) => size - 30), 'corrupt'],
  [
    'a manifest of another version',
    (folder) =>
      writeFileSync(
        manifestOf(folder),
        readFileSync(manifestOf(folder), 'utf8').replace(/^memvault-search \d+/, 'memvault-search 99'),
      ),
    'version',
  ],
  [
    'a segment that is missing',
    (folder) => folder.removeCache(`search/${segmentsIn(folder)[0]?.split('/').at(-1)}`),
    'corrupt',
  ],
  ['a segment that is empty', (folder) => writeFileSync(segmentsIn(folder)[0] ?? '', ''), 'corrupt'],
  [
    'a segment that is cut short',
    (folder) => writeFileSync(segmentsIn(folder)[0] ?? '', readFileSync(segmentsIn(folder)[0] ?? '').subarray(0, -16)),
    'corrupt',
  ],
  [
    'a segment with one bit changed at its beginning',
    (folder) => flip(segmentsIn(folder)[0] ?? '', () => 9),
    'corrupt',
  ],
  [
    'a segment with one bit changed in its midst',
    (folder) => flip(segmentsIn(folder)[0] ?? '', (size) => size >> 1),
    'corrupt',
  ],
  [
    'a segment with one bit changed at its end',
    (folder) => flip(segmentsIn(folder)[0] ?? '', (size) => size - 1),
    'corrupt',
  ],
];
test.each(damages)('%s: the index is built anew, which is said once', async (_, damage, why) => {
  await withFolder({ 'daily/2026-07-01.md': LOG }, async (folder) => {
    await refresh(folder, ALWAYS);
    damage(folder);
    const index = await refresh(folder, CHEAP);
    expect(index.rebuilt).toBe(why);
    expect(withTerm(index, 'microsoft')).toHaveLength(1);
    expect((await refresh(folder, CHEAP)).rebuilt).toBeNull();
  });
});

test('a segment that is whole and another one than the manifest names is damage', async () => {
  await withFolder({ 'a.md': 'Amber.\n\nOpal.\n' }, async (other) => {
    await withFolder({ 'daily/2026-07-01.md': LOG }, async (folder) => {
      await refresh(other, ALWAYS);
      await refresh(folder, ALWAYS);
      writeFileSync(segmentsIn(folder)[0] ?? '', readFileSync(segmentsIn(other)[0] ?? ''));
      const index = await refresh(folder, CHEAP);
      expect([index.rebuilt, textsOf(index)]).toEqual(['corrupt', ['User works at Microsoft']]);
    });
  });
});

test('a segment that was copied is read through, once', async () => {
  await withFolder({ 'daily/2026-07-01.md': LOG }, async (folder) => {
    await pause();
    await refresh(folder, ALWAYS);
    const [path = ''] = segmentsIn(folder);
    const identity = () => /"identity":"([^"]*)"/.exec(readFileSync(manifestOf(folder), 'utf8'))?.[1];
    const before = identity();
    writeFileSync(path, readFileSync(path));
    expect((await refresh(folder, CHEAP)).rebuilt).toBeNull();
    expect(identity()).toBe(before);
    laterOn(folder);
    expect((await refresh(folder, CHEAP)).rebuilt).toBeNull();
    expect(identity()).not.toBe(before);
  });
});

test('other folders or languages in the settings mean another index, without a word', async () => {
  await withFolder({ 'daily/2026-07-01.md': LOG, 'Wiki/W.md': '- At M.[^aaaaaaaaaa]\n' }, async (folder) => {
    const kinds = async (from: VaultFolder, options = ALWAYS) => {
      const index = await refresh(from, options);
      return [
        index.rebuilt,
        ...rowsOf(index)
          .map((row) => index.tables.spot(row).kind)
          .sort(),
      ];
    };
    expect(await kinds(folder)).toEqual(['missing', 'fact', 'text']);
    expect(await kinds({ ...folder, zones: ['Wiki'] })).toEqual([null, 'claim']);
    expect(await kinds({ ...folder, dailyDir: 'journal' }, NEVER)).toEqual([null, 'text', 'text']);
    seenSince(folder);
    await refresh({ ...folder, zones: ['Wiki'] }, { ...CHEAP, languages: ['de', 'en'] });
    expect(folder.seen.writes).toBe(1);
    await refresh({ ...folder, zones: ['Wiki'] }, { ...CHEAP, languages: ['en', 'de', 'zh'] });
    expect(folder.seen.writes).toBe(1);
  });
});

test('never writes under `never`; a rebuild does not look at what was there', async () => {
  await withFolder({ 'n.md': 'The cat sleeps.\n' }, async (folder) => {
    await refresh(folder, NEVER);
    await rebuild(folder, NEVER);
    expect(readdirSync(folder.cache)).toEqual([]);
    await refresh(folder, ALWAYS);
    writeFileSync(manifestOf(folder), 'broken');
    expect((await rebuild(folder, ALWAYS)).rebuilt).toBeNull();
    expect((await refresh(folder, NEVER)).rebuilt).toBeNull();
  });
});

test('a search finds a few new facts without writing them, also behind a tail; once it looked at everything it writes them', async () => {
  await withFolder({ 'daily/2026-07-01.md': facts(200) }, async (folder) => {
    await pause();
    await refresh(folder, CHEAP);
    expect(folder.seen.writes).toBe(1);
    const more = `${facts(200)}- [work] One more, about zebras ^zzzzzzzzzz\n`;
    folder.write('daily/2026-07-01.md', more);
    for (let i = 0; i < 2; i++)
      expect(withTerm(await refresh(folder, CHEAP), 'zebra')).toEqual(['One more, about zebras']);
    expect(folder.seen.writes).toBe(1);
    laterOn(folder);
    expect(withTerm(await refresh(folder, CHEAP), 'zebra')).toHaveLength(1);
    expect([folder.seen.writes, segmentsIn(folder).length]).toEqual([2, 2]);
    await pause();
    folder.write('daily/2026-07-01.md', `${more}- [work] And zebras again ^yyyyyyyyyy\n`);
    const index = await refresh(folder, CHEAP);
    expect(withTerm(index, 'zebra')).toHaveLength(2);
    expect(folder.seen.writes).toBe(2);
    expect(dump(index)).toEqual(dump(await rebuild(folder, NEVER)));
  });
});

test('more than a few new facts are written by a search, too, beside the large segment; `index` folds many into it', async () => {
  await withFolder({ 'daily/2026-06-01.md': facts(1000) }, async (folder) => {
    await refresh(folder, CHEAP);
    const [large = ''] = segmentsIn(folder);
    folder.write('daily/2026-07-01.md', facts(200, 'dogs'));
    expect(withTerm(await refresh(folder, CHEAP), 'dog')).toHaveLength(200);
    expect(segmentsIn(folder)).toHaveLength(2);
    expect(segmentsIn(folder)).toContain(large);
    folder.write('daily/2026-07-02.md', facts(30, 'birds'));
    expect(withTerm(await refresh(folder, CHEAP), 'bird')).toHaveLength(30);
    expect(segmentsIn(folder)).toHaveLength(2);
    expect(segmentsIn(folder)).toContain(large);
    await pause();
    // Nothing else is new by then.
    expect((await refresh(folder, ALWAYS)).changes).toEqual({ added: 0, updated: 0, removed: 0, unchanged: 3 });
    expect(segmentsIn(folder)).toHaveLength(1);
    expect(segmentsIn(folder)).not.toContain(large);
    seenSince(folder);
    expect((await refresh(folder, ALWAYS)).documents).toBe(1230);
    expect(folder.seen.writes).toBe(0);
    expect(dump(await refresh(folder, NEVER))).toEqual(dump(await rebuild(folder, NEVER)));
  });
});

test('one new fact leaves the large segment as it is', async () => {
  await withFolder({ 'daily/2026-06-01.md': facts(1000) }, async (folder) => {
    await refresh(folder, ALWAYS);
    const [large = ''] = segmentsIn(folder);
    for (let day = 1; day < 4; day++) {
      folder.write(`daily/2026-07-0${day}.md`, '- [work] One more\n');
      await refresh(folder, ALWAYS);
      expect(segmentsIn(folder)).toContain(large);
      expect(segmentsIn(folder)).toHaveLength(2);
    }
  });
});

test('a change of all of the index is written', async () => {
  await withFolder({ 'daily/2026-07-01.md': facts(300) }, async (folder) => {
    await refresh(folder, CHEAP);
    folder.write('daily/2026-07-01.md', facts(300, 'dogs'));
    const index = await refresh(folder, CHEAP);
    expect([withTerm(index, 'dog').length, withTerm(index, 'cat').length]).toEqual([300, 0]);
    expect(folder.seen.writes).toBe(2);
    expect(segmentsIn(folder)).toHaveLength(2);
    expect((await refresh(folder, ALWAYS)).documents).toBe(300);
    expect(segmentsIn(folder)).toHaveLength(1);
  });
});

test('no word of a forgotten fact stays in the cache, and it comes back when it is remembered', async () => {
  const log = '- [work] User adores zabaglione ^aaaaaaaaaa\n- [work] User likes tea ^bbbbbbbbbb\n';
  await withFolder(
    { 'daily/2026-07-01.md': log, '3_Personal/Sweets.md': '- Mad about zabaglione.[^aaaaaaaaaa]\n' },
    async (folder) => {
      await refresh(folder, ALWAYS);
      expect(cached(folder)).toContain('zabaglion');
      const forgotten = new Set(['aaaaaaaaaa']);
      // A segment that a process left which was killed before it published.
      folder.publishCache('search/0123456789abcdef.seg', Buffer.from('zabaglione'));
      // A search, too, takes it away at once.
      const without = await refresh(folder, { ...CHEAP, forgotten });
      expect(withTerm(without, 'zabaglion')).toEqual([]);
      expect(withTerm(without, 'tea')).toHaveLength(1);
      expect(cached(folder)).not.toContain('zabaglion');
      await rebuild(folder, { ...ALWAYS, forgotten });
      expect(cached(folder)).not.toContain('zabaglion');
      expect(withTerm(await refresh(folder, ALWAYS), 'zabaglion')).toEqual(['Mad about zabaglione.']);
    },
  );
});

test.each([
  ['a field', '[project:: atlas]', '[project:: borealis]', 'atlas', 'boreali'],
  ['a person', '[persons:: Ada]', '[persons:: Bob]', 'ada', 'bob'],
  ['a tag', '`ui`', '`cli`', 'ui', 'cli'],
  ['the event time', '[at:: 2026-03-04]', '[at:: 2026-04-04]', 'march', 'april'],
])('a fact of which only %s changed is found by the new one alone', async (_, before, after, gone, come) => {
  await withFolder({ 'daily/2026-07-01.md': `- [work] Same words ${before} ^aaaaaaaaaa\n` }, async (folder) => {
    await refresh(folder, ALWAYS);
    folder.write(
      'daily/2026-07-01.md',
      `- [work] Same words ${after} ^aaaaaaaaaa\n- [work] More ^bbbbbbbbbb\n- [work] And more ^cccccccccc\n`,
    );
    const index = await refresh(folder, ALWAYS);
    const found = index.tokenizer.terms(`${gone} ${come}`).map((term) => withTerm(index, term).length);
    expect(found).toEqual([0, 1]);
  });
});

test('a file that cannot be read is as if it were not there, and found once it can be', async () => {
  await withFolder({ 'n.md': 'A.\n', 'm.md': 'B.\n' }, async (folder) => {
    await refresh(folder, ALWAYS);
    folder.write('n.md', 'Changed.\n');
    const blind = { ...folder, read: (path: string) => (path === 'n.md' ? null : folder.read(path)) };
    const index = await refresh(blind, ALWAYS);
    expect(index.changes).toMatchObject({ removed: 1 });
    expect(textsOf(index)).toEqual(['B.']);
    await pause();
    expect(textsOf(await refresh(folder, CHEAP))).toEqual(['B.', 'Changed.']);
  });
});

test('a log that cannot be read when a changed page leads to it is found as soon as it can be', async () => {
  for (const look of [ALWAYS, CHEAP]) {
    await withFolder(
      { 'daily/2026-07-01.md': `${LOG}- [work] User works from home ^bbbbbbbbbb\n`, '3_Personal/Work.md': '# Work\n' },
      async (folder) => {
        await pause();
        await refresh(folder, ALWAYS);
        folder.write('3_Personal/Work.md', '# Work\n\n## Key Facts\n\n- At Microsoft.[^aaaaaaaaaa]\n');
        // The same bytes at another time: it is read twice, as what may have changed and as what the page cites.
        old(folder, 'daily/2026-07-01.md');
        let times = 0;
        const blind = {
          ...folder,
          read: (path: string) => (path.startsWith('daily') && ++times === 2 ? null : folder.read(path)),
        };
        expect([textsOf(await refresh(blind, ALWAYS)), times]).toEqual([['At Microsoft.'], 2]);
        await pause();
        expect(textsOf(await refresh(folder, look))).toEqual(['At Microsoft.', 'User works from home']);
      },
    );
  }
});

test('ids taken by an earlier day hold across refreshes, and go back when that day is gone', async () => {
  await withFolder({ 'daily/2026-07-02.md': '- [work] Second ^aaaaaaaaaa\n' }, async (folder) => {
    const ids = async () => {
      const index = await refresh(folder, ALWAYS);
      return Object.fromEntries(rowsOf(index).map((row) => [index.read(row)?.text ?? '', index.tables.spot(row).id]));
    };
    expect(await ids()).toEqual({ Second: 'aaaaaaaaaa' });
    folder.write('daily/2026-07-01.md', '- [work] First ^aaaaaaaaaa\n');
    const clash = await ids();
    expect(clash).toMatchObject({ First: 'aaaaaaaaaa' });
    expect(clash['Second']).not.toBe('aaaaaaaaaa');
    expect(await ids()).toEqual(clash);
    folder.write('daily/2026-07-02.md', '- [work] Second ^aaaaaaaaaa\n- [work] Third ^cccccccccc\n');
    expect(await ids()).toEqual({ ...clash, Third: 'cccccccccc' });
    folder.remove('daily/2026-07-01.md');
    expect(await ids()).toEqual({ Second: 'aaaaaaaaaa', Third: 'cccccccccc' });
  });
});

test('a row whose file changed after the look is read again, one that a cited log moved, too', async () => {
  await withFolder(
    { 'daily/2026-07-01.md': LOG, '3_Personal/Work.md': '- At Microsoft.[^aaaaaaaaaa]\n', 'n.md': 'A note.\n' },
    async (folder) => {
      await pause();
      await refresh(folder, ALWAYS);
      let index = await refresh(folder, CHEAP);
      for (const path of ['3_Personal/Work.md', 'daily/2026-07-01.md']) {
        folder.write(
          path,
          path.startsWith('daily')
            ? `- [home] Another one ^bbbbbbbbbb\n${LOG}`
            : '# Where\n\n- At Microsoft.[^aaaaaaaaaa]\n',
        );
        const unread = rowsOf(index).filter((row) => index.read(row) === null);
        expect(unread).toHaveLength(1);
        index = await index.again(unread);
        expect(textsOf(index)).not.toContain(undefined);
      }
      expect(textsOf(index)).toEqual(['At Microsoft.', 'Another one', 'A note.']);
      index.close();
      index.close();
    },
  );
});

// Each search ended with "cannot read the folder … ENOTDIR" until the next `index`.
test('a folder in whose place a file came is gone with what was in it', async () => {
  await withFolder({ 'notes/deep/a.md': 'Amber.\n', 'b.md': 'Basalt.\n' }, async (folder) => {
    await refresh(folder, ALWAYS);
    rmSync(join(folder.root, 'notes'), { recursive: true });
    folder.write('notes', 'no folder any more\n');
    expect(textsOf(await refresh(folder, CHEAP))).toEqual(['Basalt.']);
    rmSync(join(folder.root, 'notes'));
    symlinkSync('notes', join(folder.root, 'notes'));
    expect(textsOf(await refresh(folder, CHEAP))).toEqual(['Basalt.']);
  });
});

// What lay outside the vault was found until the next look at all.
test('a link that took the place of a folder is not followed, nor are the folders below it', async () => {
  await withFolder({ 'notes/deep/a.md': 'Amber.\n', 'b.md': 'Basalt.\n' }, async (folder) => {
    await withFolder(
      { 'deep/a.md': 'Outside.\n', 'deep/new.md': 'Outside, too.\n', 'here.md': 'Outside as well.\n' },
      async (outside) => {
        await refresh(folder, ALWAYS);
        for (const name of readdirSync(outside.root))
          if (name.startsWith('.')) rmSync(join(outside.root, name), { recursive: true });
        rmSync(join(folder.root, 'notes'), { recursive: true });
        symlinkSync(outside.root, join(folder.root, 'notes'));
        expect(textsOf(await refresh(folder, CHEAP))).toEqual(['Basalt.']);
        rmSync(join(folder.root, 'notes'));
        mkdirSync(join(folder.root, 'notes'));
        symlinkSync(join(outside.root, 'deep'), join(folder.root, 'notes/deep'));
        expect(textsOf(await refresh(folder, CHEAP))).toEqual(['Basalt.']);
      },
    );
  });
});
