// Where git may have something to say, without git: never a folder less than git itself finds.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayBeInRepository } from '../../src/tasks/git.ts';

let root: string;
const git = (...args: string[]) =>
  spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', HOME: root },
  });
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'memvault-above-')));
  for (const folder of ['plain/vault', 'repository/notes/vault', 'module'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const args of [
    ['init', '-q', 'repository'],
    ['init', '-q', '--bare', 'bare'],
    ['init', '-q', '--separate-git-dir', 'elsewhere', 'module'],
  ])
    expect(git(...args)).toMatchObject({ status: 0 });
  symlinkSync(join(root, 'repository/notes'), join(root, 'plain/link'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ['plain', false],
  ['plain/vault', false],
  ['repository', true],
  ['repository/notes/vault', true],
  ['module', true],
  ['bare', true],
  ['bare/refs', true],
  ['plain/link', true],
  ['plain/link/vault', true],
  ['gone', true],
])('%s', (folder, may) => {
  expect(mayBeInRepository(join(root, folder))).toBe(may);
  if (!may) expect(git('-C', folder, 'rev-parse', '--git-dir').stderr).toMatch(/not a git repository/);
});
