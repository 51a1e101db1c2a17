// What a person trusts with a folder of prompts is every file in it that memvault reads, and no other.
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lookAtPrompts } from '../../src/vault/named-files.ts';

const TEMPLATES = join(import.meta.dirname, '../../templates/prompts');

test('each prompt of memvault, by its full name and by its short one, is looked at', () => {
  const folder = mkdtempSync(join(tmpdir(), 'memvault-prompts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const names = readdirSync(TEMPLATES);
  expect(names.length).toBeGreaterThan(4);
  for (const name of names)
    for (const as of [name, name.replace(/-\d+/, '')]) cpSync(join(TEMPLATES, name), join(folder, as));
  writeFileSync(join(folder, 'notes.md'), 'mine');
  const [, ...files] = lookAtPrompts(folder);
  expect(files.map(({ path }) => path).sort()).toEqual(
    names.flatMap((name) => [name, name.replace(/-\d+/, '')]).sort(),
  );
});
