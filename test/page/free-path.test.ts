// Names that nothing has: numbers behind them, spellings that are one, and names that are as long as they may be.
import { expect, test } from 'vitest';
import { firstFree, type Given, isFree, withSuffix, foldName } from '../../src/page/page-name.ts';

const given = (there: readonly string[], taken: readonly string[] = []): Given => ({
  namesIn: (folder) =>
    new Set(
      there.filter((path) => path.startsWith(`${folder}/`)).map((path) => foldName(path.slice(folder.length + 1))),
    ),
  taken: new Set(taken.map(foldName)),
});
const long = (letters: number): string => 'x'.repeat(letters);

test.each<readonly [path: string, there: readonly string[], taken: readonly string[], free: string]>([
  ['a/x.md', [], [], 'a/x.md'],
  ['a/x.md', ['b/x.md'], ['c/x.md'], 'a/x.md'],
  ['a/x.md', ['a/x.md'], [], 'a/x 2.md'],
  ['a/x.md', ['a/X.MD'], [], 'a/x 2.md'],
  ['a/Grüße.md', ['a/Gru\u0308ße.md'], [], 'a/Grüße 2.md'],
  ['a/x.md', ['a/x.md'], ['a/x 2.md', 'A/X 3.md'], 'a/x 4.md'],
  ['a/b/x', ['a/b/x'], [], 'a/b/x 2'],
  ['a/x.tar.gz', ['a/x.tar.gz'], [], 'a/x.tar 2.gz'],
  ['a/.md', ['a/.md'], [], 'a/.md 2'],
  [`a/${long(252)}.md`, [], [], `a/${long(252)}.md`],
  [`a/${long(252)}.md`, [`a/${long(252)}.md`], [], `a/${long(250)} 2.md`],
  [`a/${'ü'.repeat(126)}.md`, [`a/${'ü'.repeat(126)}.md`], [], `a/${'ü'.repeat(125)} 2.md`],
  [`a/${'🌊'.repeat(63)}.md`, [`a/${'🌊'.repeat(63)}.md`], [], `a/${'🌊'.repeat(62)} 2.md`],
])('%s beside %j and %j: %s', (path, there, taken, free) => {
  expect(firstFree(path, given(there, taken))).toBe(free);
  expect(isFree(path, given(there, taken))).toBe(free === path);
});

test('what is put behind a name stands before its ending', () => {
  expect([withSuffix('a/x.md', ' (source)'), withSuffix('a.b/x', ' (source)')]).toEqual([
    'a/x (source).md',
    'a.b/x (source)',
  ]);
});
