import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { confined, confinedPage, isPagePath } from '../../src/vault/confine.ts';
import type { Vault } from '../../src/vault/vault.ts';

const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
let base: string;
let vault: Vault;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'memvault-confine-'));
  mkdirSync(join(base, 'vault', '3_Personal'), { recursive: true });
  mkdirSync(join(base, 'outside'));
  vault = { root: join(base, 'vault'), dailyDir: 'daily', zones };
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('a page path', () => {
  it.each([
    ['3_Personal/Work.md', true],
    ['2_Wiki/Entities/Anna Müller.md', true],
    ['5_Archives/a/b/c.md', true],
    ['4_Assets/a.md', false],
    ['Work.md', false],
    ['3_Personal/Work.txt', false],
    ['3_Personal/', false],
    ['3_Personal/../../x.md', false],
    ['../3_Personal/x.md', false],
    ['/3_Personal/x.md', false],
    ['3_Personal//x.md', false],
    ['3_Personal/./x.md', false],
    ['C:\\x.md', false],
    ['3_Personal\\..\\x.md', false],
    ['3_Personal/a\0.md', false],
    ['daily/2026-07-01.md', false],
    ['2_Wiki/.md', false],
    ['2_Wiki/.hidden.md', false],
    ['2_Wiki/.obsidian/x.md', false],
    ['2_Wiki/node_modules/x.md', false],
    ['2_Wiki/node_modules.md', true],
    ['2_Wiki/a:b?*#x[1]|^.md', true],
    ['2_Wiki/ .md', true],
  ])('%s: %s', (path, ok) => expect(isPagePath(vault, path)).toBe(ok));
});

describe('a symlink', () => {
  it('that leads a zone out of the vault is refused', () => {
    symlinkSync(join(base, 'outside'), join(vault.root, '2_Wiki'));
    expect(() => confinedPage(vault, '2_Wiki/New.md')).toThrow(/leads out of the vault/);
  });
  it('that leads a page out of the vault is refused', () => {
    writeFileSync(join(base, 'outside', 'x.md'), '');
    symlinkSync(join(base, 'outside', 'x.md'), join(vault.root, '3_Personal', 'Work.md'));
    expect(() => confinedPage(vault, '3_Personal/Work.md')).toThrow(/leads out of the vault/);
  });
  it('that dangles to outside is refused too', () => {
    symlinkSync(join(base, 'outside', 'not-there.md'), join(vault.root, '3_Personal', 'Work.md'));
    expect(() => confinedPage(vault, '3_Personal/Work.md')).toThrow(/leads out of the vault/);
  });
  it('that leads a page into memvault’s own folder or another zone is refused', () => {
    mkdirSync(join(vault.root, '.memvault'));
    symlinkSync(join(vault.root, '.memvault'), join(vault.root, '2_Wiki'));
    expect(() => confinedPage(vault, '2_Wiki/config.md')).toThrow(/leads out/);
  });
  it('that leads a folder of its zone elsewhere in it is refused: what is below is not listed there', () => {
    mkdirSync(join(vault.root, '2_Wiki', 'real'), { recursive: true });
    symlinkSync(join(vault.root, '2_Wiki', 'real'), join(vault.root, '2_Wiki', 'link'));
    expect(() => confinedPage(vault, '2_Wiki/link/x.md')).toThrow(/leads out/);
    expect(confinedPage(vault, '2_Wiki/real/x.md')).toMatch(/x\.md$/);
  });
  it('on the way to the vault itself is fine', () => {
    symlinkSync(vault.root, join(base, 'link'));
    expect(confinedPage({ ...vault, root: join(base, 'link') }, '3_Personal/Work.md')).toMatch(/Work\.md$/);
  });
  it('of the daily folder to outside is refused', () => {
    symlinkSync(join(base, 'outside'), join(vault.root, 'daily'));
    expect(() => confined(vault, 'daily/2026-07-01.md')).toThrow(/leads out/);
  });
});
