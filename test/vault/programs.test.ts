import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPrograms, isSameFile } from '../../src/vault/lock.ts';

let base: string;
const at = (...parts: string[]): string => join(base, ...parts);

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'memvault-programs-')));
  for (const folder of ['real', 'link', 'plain', 'folder/git']) mkdirSync(at(folder), { recursive: true });
  writeFileSync(at('real', 'git'), '');
  chmodSync(at('real', 'git'), 0o755);
  symlinkSync(at('real', 'git'), at('link', 'git'));
  writeFileSync(at('plain', 'git'), '');
  chmodSync(at('plain', 'git'), 0o644);
});
afterAll(() => rmSync(base, { recursive: true }));

it('finds what may be run, in the order of the PATH, and nothing relative', () => {
  const path = [at('missing'), at('plain'), at('folder'), at('link'), '', '.', 'real', at('real'), at('link')].join(
    ':',
  );
  expect(findPrograms('git', path)).toEqual([at('link', 'git'), at('real', 'git')]);
  expect(findPrograms('git', undefined)).toEqual([]);
});

it('knows one file under two names', () => {
  expect(isSameFile(at('link', 'git'), at('real', 'git'))).toBe(true);
  expect(isSameFile(at('plain', 'git'), at('real', 'git'))).toBe(false);
  expect(isSameFile(at('missing'), at('missing'))).toBe(false);
});
