import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { initVault } from '../../src/init/init.ts';
import { chooseDailyDir } from '../../src/vault/daily.ts';
import { withBlock } from '../../src/vault/attributes.ts';
import type { Vault } from '../../src/vault/vault.ts';

const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
let root: string;
let vault: Vault;
const write = (path: string, text: string): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'memvault-init-'));
  vault = { root, dailyDir: 'daily', zones };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('init', () => {
  it('makes what is missing, keeps what is there, and a second time makes nothing', () => {
    write('index.md', 'mine');
    write('SCHEMA.md', 'my conventions');
    write('.gitignore', 'secret.txt');
    const first = initVault({ vault, config: '# c\n', dryRun: false });
    expect(first.kept).toEqual(['SCHEMA.md', 'index.md']);
    expect(first.extended).toEqual(['.gitignore']);
    expect(readFileSync(join(root, 'index.md'), 'utf8')).toBe('mine');
    expect(existsSync(join(root, 'schema.md'))).toBe(false);
    expect(readFileSync(join(root, '.gitignore'), 'utf8')).toMatch(/^secret\.txt\n# memvault: begin\n/);
    expect(initVault({ vault, config: '# c\n', dryRun: false })).toMatchObject({ created: [], extended: [] });
  });
  it('names the notes that had the name of a new one before, since links by that name lead elsewhere now', () => {
    for (const path of [
      'Notes/Index.md',
      'Notes/deep/index.md',
      'Notes/log.md',
      'Notes/logbook.md',
      '.trash/schema.md',
    ])
      write(path, 'mine');
    const namesakes = [
      { path: 'index.md', others: ['Notes/Index.md', 'Notes/deep/index.md'] },
      { path: 'log.md', others: ['Notes/log.md'] },
    ];
    expect(initVault({ vault, config: '', dryRun: true }).namesakes).toEqual(namesakes);
    expect(initVault({ vault, config: '', dryRun: false }).namesakes).toEqual(namesakes);
    expect(initVault({ vault, config: '', dryRun: false }).namesakes).toEqual([]);
  });
  it('keeps CRLF in a .gitignore', () => {
    write('.gitignore', 'a\r\nb\r\n');
    initVault({ vault, config: '', dryRun: false });
    expect(readFileSync(join(root, '.gitignore'), 'utf8').split('\r\n').length).toBe(
      readFileSync(join(root, '.gitignore'), 'utf8').split('\n').length,
    );
  });
  it('clears away what a killed init left, and nothing of a person’s', () => {
    const left = ['.config.yaml', '.log.md', '.schema.md', '.index.md', '.MEMORY.md', '.gitignore'].map(
      (name) =>
        `${name.startsWith('.config') ? '.memvault/' : ''}${name.startsWith('.g') ? '.' : ''}${name}.memvault-m1abcdefghij.tmp`,
    );
    for (const path of [...left, '.log.md.tmp']) write(path, 'half');
    initVault({ vault, config: '', dryRun: true });
    expect(left.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    initVault({ vault, config: '', dryRun: false });
    expect(left.filter((path) => existsSync(join(root, path)))).toEqual([]);
    expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual(['.log.md.tmp']);
  });
  it('makes nothing on a dry run', () => {
    expect(initVault({ vault, config: '', attributes: true, dryRun: true }).created).toContain('schema.md');
    expect(readdirSync(root)).toEqual([]);
  });
  it('appends its block to attributes of any bytes, and a second time changes nothing', () => {
    const mine = Buffer.from('*.png binary\r\n# caf\xe9\r\n/log.md merge=ours', 'latin1');
    writeFileSync(join(root, '.gitattributes'), mine);
    expect(initVault({ vault, config: '', attributes: true, dryRun: false }).extended).toEqual(['.gitattributes']);
    const after = readFileSync(join(root, '.gitattributes'));
    expect(after.subarray(0, mine.length)).toEqual(mine);
    expect(after.subarray(mine.length).toString()).toMatch(/^(?:\r\n[^\r\n]+)+\r\n$/);
    expect(initVault({ vault, config: '', attributes: true, dryRun: false })).toMatchObject({
      created: [],
      extended: [],
    });
    expect(readFileSync(join(root, '.gitattributes'))).toEqual(after);
  });
});

describe('a marked block', () => {
  it.each<[what: string, before: string, after: string]>([
    ['a new file', '', '# memvault: begin\none\ntwo\n# memvault: end\n'],
    ['a file without an end', 'x', 'x\n# memvault: begin\none\ntwo\n# memvault: end\n'],
    [
      'a block that lacks a line',
      'x\n# memvault: begin\none\nmine\n# memvault: end\ny\n',
      'x\n# memvault: begin\none\nmine\ntwo\n# memvault: end\ny\n',
    ],
    [
      'the same with CRLF',
      'x\r\n# memvault: begin\r\none\r\n# memvault: end\r\ny',
      'x\r\n# memvault: begin\r\none\r\ntwo\r\n# memvault: end\r\ny',
    ],
    ['a block whose end is gone', '# memvault: begin\ntwo\nmine\n', '# memvault: begin\none\ntwo\nmine\n'],
    ['a beginning at the end', 'two\n# memvault: begin', 'two\n# memvault: begin\none\n'],
    [
      'an older end above',
      '# memvault: end\n# memvault: begin\none\n# memvault: end\n',
      '# memvault: end\n# memvault: begin\none\ntwo\n# memvault: end\n',
    ],
  ])('in %s', (_, before, after) => {
    expect(withBlock(before, ['one', 'two'])).toBe(after);
    expect(withBlock(after, ['one', 'two'])).toBe(after);
  });
});

describe('the folder for daily logs', () => {
  it.each([
    ['an empty vault', {}, 'daily'],
    ['memvault’s own logs', { 'daily/2026-07-01.md': '# Daily Log - 2026-07-01\n' }, 'daily'],
    ['an older layout', { 'daily/2026-07-01.md': '## 10:00 - x\n- [work] Something `tag`\n' }, 'daily'],
    ['somebody’s daily notes', { 'daily/2026-07-01.md': 'Dear diary\n' }, 'daily-log'],
    ['daily notes of another form', { 'daily/Monday.md': '# Daily Log - x\n' }, 'daily-log'],
    ['a folder in other case', { 'Daily/2026-07-01.md': 'x' }, 'daily-log'],
    ['a file of that name', { daily: 'x' }, 'daily-log'],
    ['both taken', { 'daily/x.md': 'x', 'daily-log/x.md': 'x' }, 'memvault-daily'],
  ] as const)('with %s', (_, files, chosen) => {
    for (const [path, text] of Object.entries(files)) write(path, text);
    expect(chooseDailyDir(root)).toBe(chosen);
  });
});
