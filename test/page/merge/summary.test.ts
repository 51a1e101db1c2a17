// MEMORY.md on two clones: statements united under their headings, a person's own part by lines.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeNote } from '../../../src/page/merge/merge.ts';
import { MOST_ROOM, replaceSummary } from '../../../src/page/memory-file.ts';
import { gitMerge } from './git-merge.ts';

const file = (statements: readonly (readonly [page: string, text: string])[], mine = 'Mine.\n'): string =>
  replaceSummary(
    `# Memory\n\n<!-- memvault:memory -->\n<!-- /memvault:memory -->\n\n${mine}`,
    statements.map(([heading, text], order) => ({ heading, text, order })),
    MOST_ROOM,
  ) ?? '';

async function merged(ours: string, base: string, theirs: string): Promise<string> {
  const one = await mergeNote({ ours, base, theirs }, gitMerge);
  expect(one).toEqual(await mergeNote({ ours: theirs, base, theirs: ours }, gitMerge));
  expect(one.conflicts).toBe(false);
  return one.text;
}

const BASE = file([
  ['Work', 'a'],
  ['Home', 'b'],
]);

test('each statement stays under its heading', async () => {
  const text = await merged(
    file([
      ['Work', 'a'],
      ['Home', 'b'],
      ['Home', 'c'],
    ]),
    BASE,
    file([
      ['Home', 'b'],
      ['Home', 'd'],
      ['Cars', 'e'],
      ['Work', 'a'],
    ]),
  );
  expect(text).toBe(
    file([
      ['Home', 'b'],
      ['Home', 'c'],
      ['Home', 'd'],
      ['Cars', 'e'],
      ['Work', 'a'],
    ]),
  );
});

test('what one side left out is gone, with its heading', async () => {
  expect(
    await merged(
      file([
        ['Work', 'a'],
        ['Home', 'c'],
      ]),
      BASE,
      file([
        ['Home', 'b'],
        ['Home', 'd'],
      ]),
    ),
  ).toBe(
    file([
      ['Home', 'c'],
      ['Home', 'd'],
    ]),
  );
});

test("a person's own part merges by lines", async () => {
  expect(await merged(file([['Work', 'x']], 'Mine, too.\n'), BASE, file([['Work', 'y']]))).toBe(
    file(
      [
        ['Work', 'y'],
        ['Work', 'x'],
      ],
      'Mine, too.\n',
    ),
  );
});

test('what somebody wrote between the markers is not lost', async () => {
  const text = await merged(BASE.replace('- a', '- a\nfree words'), BASE, BASE.replace('- b', '- b2'));
  expect(text).toContain('free words');
  expect(text).toContain('- b2');
});

const statements = fc.array(
  fc.tuple(
    fc.constantFrom('Work', 'Home', 'Cars'),
    fc.nat(400).map((n) => `fact ${n}`),
  ),
  { maxLength: 190 },
);

test('two of any make one that keeps within the limit, all of it under its heading', async () => {
  await fc.assert(
    fc.asyncProperty(statements, statements, statements, async (a, b, c) => {
      const [ours, base, theirs] = [file(a), file(b), file(c)];
      const text = await merged(ours, base, theirs);
      expect(text.split('\n').length).toBeLessThanOrEqual(206);
      let heading = '';
      for (const line of text.split('\n')) {
        if (line.startsWith('## ')) heading = line;
        else if (line.startsWith('- '))
          expect([...a, ...c].map(([page, fact]) => `## ${page} - ${fact}`)).toContain(`${heading} ${line}`);
      }
    }),
    { numRuns: 40 },
  );
});
