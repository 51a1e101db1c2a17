// docs/import.md describes each format that there is, and each has a sample.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERBS } from '../../src/cli/verbs.ts';
import { formatNamed } from '../../src/import/formats.ts';
import { FORMAT_NAMES, NOTE_FORMATS } from '../../src/import/format.ts';
import { ROOT } from '../docs/pages.ts';

test('docs/import.md describes each format', () => {
  const page = readFileSync(join(ROOT, 'docs/import.md'), 'utf8');
  const rows = page.matchAll(/^\| `([\w-]+)` \|.* Category without one: `(\w+)` \|$/gm);
  const described = Array.from(rows, ([, name, category]) => `${name}: ${category}`);
  expect(described.sort()).toEqual(NOTE_FORMATS.map((name) => `${name}: ${formatNamed(name)?.category}`).sort());
});

test('each format has a sample', () => {
  expect(readdirSync(join(ROOT, 'fixtures/imports')).sort()).toEqual([...NOTE_FORMATS].sort());
});

test('the help page names the formats', () => {
  const option = VERBS.find(({ name }) => name === 'import')?.options.find(({ long }) => long === 'format');
  const named = option?.help.split(': ')[1]?.split(', ') ?? [];
  expect(named.sort()).toEqual([...FORMAT_NAMES].sort());
});
