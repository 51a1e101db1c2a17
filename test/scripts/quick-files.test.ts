// What log and search load is kept light: these are the ways in which it became heavy before.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const dist = join(import.meta.dirname, '../../dist');
const [, program = ''] = /'(.+)'/.exec(readFileSync(join(dist, 'main.cjs'), 'utf8')) ?? [];
const newest = (paths: string[]) =>
  paths
    .map((path) => ({ path: basename(path), text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => text.includes(`"../${program}"`));
const files = [
  { path: program, text: readFileSync(join(dist, program), 'utf8') },
  ...newest(
    readdirSync(join(dist, 'chunks'))
      .filter((name) => /^\w+-path-.{8}\.cjs$/.test(name))
      .map((name) => join(dist, 'chunks', name)),
  ),
];

test('there is the program, and what search needs beyond it', () => {
  expect(files.length).toBeGreaterThan(1);
});

test.each(files)(
  '$path opens at once only what node has at hand, and crypto, which bin/memvault.js opens when it is used',
  ({ text }) => {
    const opened = [...text.matchAll(/^(?:let|const|var) .*require\("(node:[\w/]+)"\)/gm)].map(([, name]) => name);
    const light = ['node:fs', 'node:path', 'node:path/posix', 'node:util', 'node:crypto'];
    expect(opened.filter((name) => !light.includes(name ?? ''))).toEqual([]);
  },
);

test.each(files)('$path makes no expression of Unicode classes before somebody needs it', ({ text }) => {
  // A line that does not begin with white space is run when the file is loaded.
  const made = text.split('\n').filter((line) => /^(?:const|let|var) .*\\p\{/.test(line) && !/=>|function/.test(line));
  expect(made.filter((line) => !/^const [\w$]+ = String\.raw/.test(line))).toEqual([]);
});
