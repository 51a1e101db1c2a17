import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listNotes } from '../../src/vault/notes.ts';
import type { Vault } from '../../src/vault/vault.ts';

const zones = { inbox: '0', projects: '1', wiki: '2', personal: '3', assets: '4', archives: '5' };
let base: string;
let vault: Vault;
const write = (path: string, text = 'x'): void => {
  mkdirSync(join(vault.root, path, '..'), { recursive: true });
  writeFileSync(join(vault.root, path), text);
};
const paths = (): string[] => listNotes(vault).map((file) => file.path);

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'memvault-notes-'));
  vault = { root: join(base, 'v'), dailyDir: 'daily', zones };
  mkdirSync(vault.root);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('the notes of a vault', () => {
  it('are its markdown files, without dot-folders and node_modules, by path', () => {
    for (const path of [
      'b.md',
      'a/é ü.md',
      'a.txt',
      '.obsidian/x.md',
      '.git/x.md',
      'node_modules/p/readme.md',
      '.hidden.md',
    ])
      write(path);
    expect(paths()).toEqual(['a/é ü.md', 'b.md']);
  });

  it('are exactly those that git does not ignore', () => {
    write(
      '.gitignore',
      '*.tmp.md\n/private/\ndrafts/*\n!drafts/keep.md\n# comment\nsp\\ ace.md\n**/deep/*.md\n/.memvault/cache/\n.*.tmp\n!.obsidian/\n',
    );
    write('sub/.gitignore', 'local.md\r\n!x.tmp.md\n/anchored.md\n');
    write('dots/.gitignore', '/.memvault/\n.*\n!.keep.md\n');
    const files = [
      'ok.md',
      'dots/a.md',
      'dots/private/b.md',
      'x.tmp.md',
      'private/a.md',
      'sub/private/a.md',
      'drafts/no.md',
      'drafts/keep.md',
      'sp ace.md',
      'a/deep/b.md',
      'sub/local.md',
      'sub/x.tmp.md',
      'sub/in/local.md',
      'sub/anchored.md',
      'sub/in/anchored.md',
      'excluded.md',
    ];
    for (const path of files) write(path);
    const own = { cwd: vault.root, env: { PATH: process.env['PATH'], HOME: base, GIT_CONFIG_NOSYSTEM: '1' } };
    execFileSync('git', ['init', '-q'], own);
    write('.git/info/exclude', 'excluded.md\n');
    const git = execFileSync(
      'git',
      ['-c', 'core.quotePath=false', 'ls-files', '--others', '--exclude-standard', '*.md'],
      { ...own, encoding: 'utf8' },
    )
      .split('\n')
      .filter(Boolean)
      .sort();
    expect(paths()).toEqual(git);
  });

  it('do not include what a link leads out of the vault to, nor loops', () => {
    mkdirSync(join(base, 'outside'));
    writeFileSync(join(base, 'outside', 'secret.md'), 'x');
    write('real.md');
    symlinkSync(join(base, 'outside', 'secret.md'), join(vault.root, 'link.md'));
    symlinkSync(join(base, 'outside'), join(vault.root, 'folder'));
    symlinkSync(vault.root, join(vault.root, 'loop'));
    expect(paths()).toEqual(['real.md']);
  });

  it('stand at their own place, whatever links lead to them; what is no note by itself is one by a link', () => {
    write('notes/real.md');
    write('README');
    write('.hidden/deep.md');
    const link = (to: string, from: string): void => symlinkSync(join(vault.root, to), join(vault.root, from));
    link('notes/real.md', 'inside.md');
    link('inside.md', 'twice.md');
    link('README', 'readme.md');
    link('.hidden/deep.md', 'deep.md');
    link('gone.md', 'nowhere.md');
    expect(paths()).toEqual(['deep.md', 'notes/real.md', 'readme.md']);
  });
});
