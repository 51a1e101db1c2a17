// `init` as a program: what it makes, what it leaves alone, and what it says where git cannot.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashFolder } from '../support/folder-hash.ts';
import { makePlace, memvault, type Place, program } from '../support/memvault.ts';

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const git = async (...args: string[]): Promise<string> => {
  const { status, stdout, stderr } = await program(place, 'git', ['-C', join(place.root, 'notes'), ...args]);
  if (status !== 0) throw new Error(stderr);
  return stdout;
};

test('an Obsidian vault becomes one in git, keeps every byte, and a second time nothing changes', async () => {
  const root = join(place.root, 'notes');
  const files = {
    '.obsidian/app.json': '{}\n',
    '.gitattributes': '*.canvas binary\r\n',
    '.gitignore': '.trash/',
    'Welcome.md': 'Hello',
    'daily/2026-05-01.md': 'Dear diary\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const dry = await memvault(place, ['init', '--dry-run', 'notes', '--json']);
  expect(JSON.parse(dry.stdout)).toMatchObject({
    extended: ['.gitignore', '.gitattributes'],
    git: { repository: 'created', driver: 'registered' },
  });
  expect(Object.keys(hashFolder(root)).sort()).toEqual(Object.keys(files).sort());

  const made = await memvault(place, ['init', 'notes', '--json']);
  expect(JSON.parse(made.stdout)).toMatchObject({
    dailyDir: 'daily-log',
    created: expect.arrayContaining(['daily-log/.gitattributes', '.memvault/.gitattributes']),
    git: { repository: 'created', top: root, driver: 'registered', ignored: false, uncommitted: true },
  });
  for (const [path, text] of Object.entries(files))
    expect(readFileSync(join(root, path), 'utf8').slice(0, text.length)).toBe(text);
  expect(readFileSync(join(root, '.gitattributes'), 'utf8')).not.toMatch(/[^\r]\n/);
  expect(await git('rev-list', '--all', '--count')).toBe('0\n');

  const before = hashFolder(root, /^\.git\/index$/);
  const again = await memvault(place, ['init', 'notes', '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({
    created: [],
    extended: [],
    git: { repository: 'kept', driver: 'kept' },
  });
  expect(hashFolder(root, /^\.git\/index$/)).toEqual(before);
});

test('it works from an empty environment, and without git it makes the vault, says so, and git can come later', async () => {
  const env = { MEMVAULT_NOW: '2026-07-01T12:00:00Z', HOME: place.env['HOME'] ?? '' };
  const bare = await memvault(place, ['init', 'notes'], { env });
  expect(bare.stderr).toBe('');
  expect(bare.status).toBe(0);
  expect(await git('config', 'merge.memvault.driver')).toContain(' merge-driver %O %A %B %L %P');
  const without = await memvault(place, ['init', 'other'], { env: { ...place.env, PATH: place.root } });
  expect(without).toMatchObject({
    status: 0,
    stderr:
      'memvault: the vault has no git repository: git is not installed, or not on the PATH\n  install git, or add its folder to the PATH\n',
  });
  expect(Object.keys(hashFolder(place.root)).filter((path) => path.startsWith('other/'))).toContain('other/index.md');
  const later = JSON.parse((await memvault(place, ['init', 'other', '--json'])).stdout) as object;
  expect(later).toMatchObject({ created: [], git: { repository: 'created', driver: 'registered' } });
});

test('inside another work tree it makes no repository, uses that one and says so', async () => {
  await program(place, 'git', ['init', '-q', place.root]);
  const { status, stdout } = await memvault(place, ['init', 'notes']);
  expect([status, stdout]).toEqual([0, expect.stringContaining(`using    the git repository in ${place.root}`)]);
  expect(existsSync(join(place.root, 'notes/.git'))).toBe(false);
  const ignoring = await memvault(place, ['init', 'left', '--json']);
  writeFileSync(join(place.root, '.gitignore'), 'left/\n');
  expect(JSON.parse(ignoring.stdout)).toMatchObject({ git: { repository: 'kept', ignored: false } });
  const ignored = await memvault(place, ['init', 'left']);
  expect([ignored.status, ignored.stderr]).toEqual([0, expect.stringContaining('ignores this vault')]);
});

test('--no-git makes none', async () => {
  const { stdout } = await memvault(place, ['init', '--no-git', 'notes', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ git: null });
  expect(Object.keys(hashFolder(place.root)).filter((path) => path.includes('.git/'))).toEqual([]);
});
