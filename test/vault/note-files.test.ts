// The names that links can lead to, those behind links of the file system too.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readVaultFiles } from '../../src/vault/note-files.ts';
import type { Vault } from '../../src/vault/vault.ts';

const zones = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};

function makePlace(...files: string[]): { readonly base: string; readonly vault: Vault } {
  const base = mkdtempSync(join(tmpdir(), 'memvault-files-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  for (const file of ['vault/.memvault/x', ...files]) {
    mkdirSync(dirname(join(base, file)), { recursive: true });
    writeFileSync(join(base, file), '');
  }
  return { base, vault: { root: join(base, 'vault'), dailyDir: 'daily', zones } };
}

test('notes and attachments of every folder but hidden ones', () => {
  const { vault } = makePlace(
    'vault/a.md',
    'vault/b/c.png',
    'vault/b/.hidden/d.md',
    'vault/node_modules/e.md',
    'vault/.f.md',
  );
  expect(readVaultFiles(vault).sort()).toEqual(['a.md', 'b/c.png']);
});

test('what lies behind a link to a folder elsewhere, once', () => {
  const { base, vault } = makePlace('vault/a.md', 'else/b.md', 'else/sub/c.md', 'else/.git/d.md', 'third/e.md');
  symlinkSync(join(base, 'else'), join(base, 'vault/links'));
  symlinkSync(join(base, 'else/sub'), join(base, 'vault/again'));
  symlinkSync(join(base, 'third'), join(base, 'else/third'));
  symlinkSync(join(base, 'else'), join(base, 'else/sub/round'));
  expect(readVaultFiles(vault).sort()).toEqual(['a.md', 'links/b.md', 'links/sub/c.md', 'links/third/e.md']);
});

test('a link to a file is one, a link to nowhere and one back into the vault are none', () => {
  const { base, vault } = makePlace('vault/a.md', 'vault/b/c.md', 'else.md');
  symlinkSync(join(base, 'else.md'), join(base, 'vault/d.md'));
  symlinkSync(join(base, 'nowhere'), join(base, 'vault/e'));
  symlinkSync(join(base, 'vault/b'), join(base, 'vault/f'));
  symlinkSync(base, join(base, 'vault/g'));
  expect(readVaultFiles(vault).sort()).toEqual(['a.md', 'b/c.md', 'd.md']);
});

test('a folder that is gone is told', () => {
  const { base, vault } = makePlace();
  rmSync(join(base, 'vault'), { recursive: true });
  expect(() => readVaultFiles(vault)).toThrow(expect.objectContaining({ code: 'io' }) as Error);
});
