// docs/import.md lists the formats that there are, and each has a sample.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VERBS } from '../../src/cli/verbs.ts';
import { FORMATS } from '../../src/import/exports/formats.ts';
import { FORMAT_NAMES, NOTE_FORMATS } from '../../src/import/format-names.ts';
import { ROOT, row, settlePage, withPart } from '../docs/pages.ts';

test('docs/import.md lists the formats', () => {
  const wanted = withPart(
    'docs/import.md',
    'formats',
    [
      row('format', 'what', 'known by', 'what becomes a fact'),
      row('---', '---', '---', '---'),
      ...FORMATS.map(({ name, what, known, takes, category }) =>
        row(`\`${name}\``, what, known, `${takes}. Category without one: \`${category}\``),
      ),
    ].join('\n'),
  );
  expect(settlePage('docs/import.md', wanted)).toBe(wanted);
});

test('each format has a sample', () => {
  expect(readdirSync(join(ROOT, 'fixtures/imports')).sort()).toEqual([...NOTE_FORMATS].sort());
});

test('each named format is read', () => {
  expect(FORMATS.map(({ name }) => name).sort()).toEqual([...NOTE_FORMATS].sort());
});

test('the help page names the formats', () => {
  const option = VERBS.find(({ name }) => name === 'import')?.options.find(({ long }) => long === 'format');
  const named = option?.help.split(': ')[1]?.split(', ') ?? [];
  expect(named.sort()).toEqual([...FORMAT_NAMES].sort());
});
