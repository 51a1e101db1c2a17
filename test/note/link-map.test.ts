// Where links lead, in a vault with notes of one name, attachments, accents and letters of either case.
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { makeLinkMap, type Resolved } from '../../src/note/link-map.ts';
import { cpuTime } from '../support/cpu-time.ts';

const FILES = [
  'Home.md',
  'Note.md',
  'a/Note.md',
  'a/b/Note.md',
  'a/Ann.md',
  'a/x y.md',
  'b/Todo.md',
  'c/Todo.md',
  'c/d/Todo.md',
  'c/d/e/Only.md',
  'b/v1.2.md',
  'img/pic.PNG',
  'b/pic2.png',
  'b/Caf\u0065\u0301.md',
  'LICENSE',
  'b/table.base',
  'twice/Same.md',
  'twice/same.md',
  'b/a\u00A0b.md',
  'z/sub/Deep.md',
  'y/Deep.md',
];
const map = makeLinkMap(FILES, [
  { path: 'a/Ann.md', names: ['Annie', 'Note', 'The boss'] },
  { path: 'b/Todo.md', names: ['The boss', 'the boss'] },
]);
const said = (resolved: Resolved): string =>
  `${resolved.how}${'path' in resolved ? ` ${resolved.path}` : 'paths' in resolved ? ` ${resolved.paths.join(' ')}` : ''}`;

describe('a link leads', () => {
  it.each([
    ['itself', 'a/Ann.md', '', 'found a/Ann.md'],
    ['by its name', 'Home.md', 'Ann', 'found a/Ann.md'],
    ['by its name with .md', 'Home.md', 'Ann.md', 'found a/Ann.md'],
    ['by its path', 'Home.md', 'c/d/Todo', 'found c/d/Todo.md'],
    ['by the end of its path', 'Home.md', 'e/Only', 'found c/d/e/Only.md'],
    ['from the root before all', 'a/Ann.md', 'Note', 'found Note.md'],
    ['from the root by a slash', 'a/Ann.md', '/Note', 'found Note.md'],
    ['from its own folder', 'c/Other.md', 'Todo', 'found c/Todo.md'],
    ['from below its own folder', 'z/Other.md', 'Deep', 'found z/sub/Deep.md'],
    ['by a relative path', 'a/b/Note.md', '../Note', 'found a/Note.md'],
    ['by a relative path with .md', 'c/d/e/Only.md', '../../../a/x y.md', 'found a/x y.md'],
    ['by a relative path of one step', 'a/Ann.md', './b/Note.md', 'found a/b/Note.md'],
    ['below its own folder', 'c/d/e/Only.md', './Only', 'found c/d/e/Only.md'],
    ['to a name with a dot', 'Home.md', 'v1.2', 'found b/v1.2.md'],
    ['to an attachment', 'Home.md', 'pic2.png', 'found b/pic2.png'],
    ['to a file of no ending', 'Home.md', 'LICENSE', 'found LICENSE'],
    ['to a base', 'Home.md', 'table.base', 'found b/table.base'],
    ['to an accent in two characters', 'Home.md', 'Caf\u00E9', 'found b/Cafe\u0301.md'],
    ['to a hard space', 'Home.md', 'a b', 'found b/a\u00A0b.md'],
    ['to a folder', 'a/Ann.md', '../c/', 'found c'],
    ['to the folder above', 'a/Ann.md', '..', 'found '],
    ['in another case', 'Home.md', 'ann', 'wrong-case a/Ann.md'],
    ['in another case of its folder', 'Home.md', 'A/Ann', 'wrong-case a/Ann.md'],
    ['in another case of its ending', 'Home.md', 'pic.png', 'wrong-case img/pic.PNG'],
    ['to the one spelt so', 'Home.md', 'twice/same', 'found twice/same.md'],
    ['to one of two, of which none is spelt so', 'Home.md', 'twice/SAME', 'ambiguous twice/Same.md twice/same.md'],
    ['to one of two from beside them', 'twice/Other.md', 'SAME', 'ambiguous twice/Same.md twice/same.md'],
    ['to one of several', 'Home.md', 'Todo', 'ambiguous b/Todo.md c/Todo.md c/d/Todo.md'],
    ['to one of several ends', 'Home.md', 'todo.md', 'ambiguous b/Todo.md c/Todo.md c/d/Todo.md'],
    ['nowhere but by an alias', 'Home.md', 'annie', 'by-alias a/Ann.md'],
    ['nowhere but by the alias of two', 'Home.md', 'The boss', 'by-alias a/Ann.md b/Todo.md'],
    ['nowhere by a wrong folder', 'Home.md', 'b/Ann', 'missing'],
    ['nowhere by part of a folder', 'Home.md', '/Ann', 'missing'],
    ['nowhere by part of a name', 'Home.md', 'nn', 'missing'],
    ['nowhere without its ending', 'Home.md', 'pic2', 'missing'],
    ['nowhere by a relative path to another folder', 'a/Ann.md', './Todo', 'missing'],
    ['nowhere out of the vault', 'a/Ann.md', '../../Note', 'missing'],
    ['nowhere to a folder that is none', 'a/Ann.md', 'zzz/', 'missing'],
  ])('%s', (_how, from, target, expected) => expect(said(map.resolve(from, target))).toBe(expected));
});

test('files of a name', () => {
  expect(map.named('todo')).toEqual(['b/Todo.md', 'c/Todo.md', 'c/d/Todo.md']);
  expect([map.named('Ann.md'), map.named('a/Ann'), map.named('pic.png')]).toEqual([['a/Ann.md'], [], ['img/pic.PNG']]);
});

test('every file is found by its path from anywhere, by its name where it is the only one, by the way from another', () => {
  const part = fc.stringMatching(/^[a-c]{1,2}$/);
  const paths = fc.uniqueArray(
    fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}.md`),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(paths, (files) => {
      const links = makeLinkMap(files, []);
      for (const from of files) {
        for (const path of files) {
          expect(links.resolve(from, path)).toEqual({ how: 'found', path });
          expect(links.resolve(from, path.slice(0, -3))).toEqual({ how: 'found', path });
          const up = '../'.repeat(from.split('/').length - 1);
          expect(links.resolve(from, `${up === '' ? './' : up}${path}`)).toEqual({ how: 'found', path });
          const name = path.slice(path.lastIndexOf('/') + 1, -3);
          const same = files.filter((file) => `/${file}`.endsWith(`/${name}.md`));
          const found = links.resolve(from, name);
          if (same.length === 1) expect(found).toEqual({ how: 'found', path });
          else
            expect(found.how === 'found' ? same.includes(found.path) : found).toEqual(
              found.how === 'found' ? true : { how: 'ambiguous', paths: expect.arrayContaining([]) as unknown },
            );
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('a target of anything leads somewhere or nowhere', () => {
  const anything = fc
    .array(fc.constantFrom('..', '.', '/', 'a', 'Note', '.md', ' ', '\\', '🙂', '\uD800'), { maxLength: 8 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(anything, fc.constantFrom(...FILES), (target, from) => {
      const found = map.resolve(from, target);
      if (found.how === 'found' && found.path !== from)
        expect(FILES.some((file) => file === found.path || file.startsWith(found.path))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('many files of one name and many links take a moment', () => {
  const files = Array.from({ length: 20_000 }, (_, index) => `f${index}/Note.md`);
  expect(
    cpuTime(() => {
      const links = makeLinkMap(files, []);
      for (let index = 0; index < 100_000; index++)
        links.resolve(`f${index % 10}/Note.md`, `../daily/2026-07-${index % 30}.md`);
      expect(links.resolve('Home.md', 'Note').how).toBe('ambiguous');
    }),
  ).toBeLessThan(2000);
});
