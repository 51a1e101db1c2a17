import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { confined, makeFolderFor, requireVault, writeInVault } from '../../src/vault/confine.ts';
import { sweep } from '../../src/vault/journal.ts';

const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
const gone = expect.objectContaining({
  code: 'io',
  message: expect.stringContaining('the vault is gone') as string,
  hint: expect.stringContaining('drive') as string,
}) as Error;
const vault = { root: '', dailyDir: 'daily', zones };
const at = (path: string): string => join(vault.root, ...path.split('/'));
const write = (path: string): void => {
  mkdirSync(join(at(path), '..'), { recursive: true });
  writeFileSync(at(path), '');
};

beforeEach(() => {
  vault.root = join(realpathSync(mkdtempSync(join(tmpdir(), 'memvault-folders-'))), 'vault');
  mkdirSync(at('.memvault'), { recursive: true });
});
afterEach(() => rmSync(join(vault.root, '..'), { recursive: true, force: true }));

it('a file gets the folders that it lacks', () => {
  writeInVault(vault, '3_Personal/deep/er/Work.md', 'one');
  writeInVault(vault, '3_Personal/deep/er/Work.md', 'two');
  writeInVault(vault, 'index.md', 'three');
  expect([readFileSync(at('3_Personal/deep/er/Work.md'), 'utf8'), readFileSync(at('index.md'), 'utf8')]).toEqual([
    'two',
    'three',
  ]);
});

it('where the vault is gone nothing is made in its place', () => {
  const target = confined(vault, '3_Personal/Work.md');
  rmSync(vault.root, { recursive: true });
  expect(() => requireVault(vault)).toThrow(gone);
  expect(() => makeFolderFor(vault, target)).toThrow(gone);
  expect(existsSync(vault.root)).toBe(false);
});

it('nor where its drive was, which leaves an empty folder', () => {
  rmSync(at('.memvault'), { recursive: true });
  for (const path of ['3_Personal/Work.md', 'index.md', '.memvault/state.json'])
    expect(() => writeInVault(vault, path, '')).toThrow(gone);
  expect(readdirSync(vault.root)).toEqual([]);
});

it('a file where a folder should be is said', () => {
  write('3_Personal');
  expect(() => makeFolderFor(vault, at('3_Personal/Work.md'))).toThrow(/cannot create the folder .*EEXIST/);
});

it('what killed processes left is swept away, and nothing else', () => {
  const left = [
    '.memvault/.clone.memvault-k3v9x2ab4q1z.tmp',
    '.memvault/.lock.memvault-k3v9x2ab4q1z.tmp',
    '.memvault/cache/.settings.json.memvault-k3v9x2ab4q1z.tmp',
    '.memvault/cache/search/.manifest.memvault-k3v9x2ab4q1z.tmp',
    '.memvault/runs/r-20260701-0300-7f3a9c/.committed.memvault-k3v9x2ab4q1z.tmp',
    'daily/.2026-07-01.md.memvault-k3v9x2ab4q1z.tmp',
    '.index.md.memvault-k3v9x2ab4q1z.tmp',
    '3_Personal/.Work.md.memvault-k3v9x2ab4q1z.tmp',
  ];
  const kept = [
    '.memvault/clone',
    '.memvault/.hidden',
    '.memvault/cache/search/manifest',
    'daily/2026-07-01.md',
    'daily/.2026-07-01.md.swp',
    'daily/.2026-07-01.md.k3v9x2ab4q1z.tmp',
    '3_Personal/Work.md',
  ];
  for (const path of [...left, ...kept]) write(path);
  const page = { path: '3_Personal/Work.md', before: null, after: '' };
  sweep(vault, [
    {
      version: 1,
      run: 'r-20260701-0300-7f3a9c',
      kind: 'ingest',
      start: '',
      engine: '',
      plan: null,
      undoes: [],
      commit: false,
      pages: [page],
      appends: [],
      generated: [],
    },
  ]);
  expect(left.filter((path) => existsSync(at(path)))).toEqual([]);
  expect(kept.filter((path) => !existsSync(at(path)))).toEqual([]);
});
