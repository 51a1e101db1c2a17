// A hit is read back by a few bytes of its files; where they say something else than before there is no document.
import { expect, test } from 'vitest';
import { readDocument } from '../../../src/index/read-document.ts';
import { liveRows, type Notes, notes, wholeTables } from './notes.ts';

const FILES = {
  'daily/2026-07-01.md':
    '# Daily Log - 2026-07-01\n\n## 14:05 \u2014 s1\n- [work] User works at Microsoft [project:: atlas] `career` ^aaaaaaaaaa\n- [idea] A boat ^bbbbbbbbbb\n- [work] The office is in Basel ^cccccccccc\n',
  '3_Personal/Work.md':
    '## Key Facts\n- User works at Microsoft.[^aaaaaaaaaa]\n\n> [!warning] Conflicting claims: ~~A boat~~[^bbbbbbbbbb] (2026-07-01) vs Two boats[^dddddddddd] (2026-07-01)\n',
  'n.md': 'Prose.\n\n```\ncode\n```\n',
};

function read(vault: Notes, change: (vault: Notes) => void) {
  const tables = wholeTables(vault);
  change(vault);
  Object.assign(vault.seen, { wholes: [], parts: 0 });
  const { files } = vault.options();
  return liveRows(tables).map((row) => [tables.spot(row).kind, readDocument(tables, files, row)?.text ?? null]);
}

test('one read of a part for a fact or a passage, one more for each fact that a claim cites, none of a whole file', () => {
  const vault = notes(FILES);
  expect(read(vault, () => {})).toEqual(
    expect.arrayContaining([
      ['fact', 'The office is in Basel'],
      ['claim', 'User works at Microsoft.'],
      ['claim', 'A boat'],
      ['claim', 'Two boats'],
      ['text', 'Prose.'],
      ['text', '```\ncode\n```'],
    ]),
  );
  expect(vault.seen).toEqual({ wholes: [], parts: 6 + 2 });
});

test.each([
  ['another word', 'daily/2026-07-01.md', 'office', 'garage', ['The office is in Basel']],
  [
    'a line on top',
    'daily/2026-07-01.md',
    '# Daily',
    'x\n# Daily',
    ['The office is in Basel', 'User works at Microsoft.', 'A boat'],
  ],
  ['a longer line', 'daily/2026-07-01.md', '^cccccccccc', '^cccccccccc x', ['The office is in Basel']],
  ['a fact that a claim cites', 'daily/2026-07-01.md', 'career', 'caroar', ['User works at Microsoft.']],
  ['a claim', '3_Personal/Work.md', 'User works', 'User worked', ['User works at Microsoft.', 'A boat', 'Two boats']],
  ['a side of a callout', '3_Personal/Work.md', 'vs Two', 'vs Too', ['Two boats']],
  ['prose', 'n.md', 'Prose', 'Prosa', ['Prose.']],
  ['a shorter file', 'n.md', 'Prose.\n\n```\ncode\n```\n', 'Prose.', ['```\ncode\n```']],
  ['nothing but what is appended', 'n.md', 'code\n```\n', 'code\n```\n\nmore\n', []],
])('%s: what it changes has no document any more', (_, path, from, to, gone) => {
  const before = read(notes(FILES), () => {}).map(([, text]) => text);
  const after = read(notes(FILES), (vault) =>
    vault.write(
      path,
      Buffer.from(vault.all.get(path) ?? [])
        .toString()
        .replace(from, to),
    ),
  ).map(([, text]) => text);
  expect(before.filter((text, i) => after[i] !== text)).toEqual(expect.arrayContaining(gone));
  expect(before.filter((text, i) => after[i] !== text)).toHaveLength(gone.length);
});

test('a file that is gone', () => {
  expect(read(notes(FILES), (vault) => vault.remove('n.md')).filter(([, text]) => text === null)).toEqual([
    ['text', null],
    ['text', null],
  ]);
});

test('a fact longer than one read takes is whole in the claim that cites it', () => {
  const words = 'very long '.repeat(2000).trim();
  const vault = notes({
    'daily/2026-07-01.md': `- [work] ${words} [project:: atlas] ^aaaaaaaaaa\n- [idea] next ^bbbbbbbbbb`,
    '2_Wiki/W.md': '- It is long.[^aaaaaaaaaa][^bbbbbbbbbb]',
  });
  const tables = wholeTables(vault);
  expect(liveRows(tables).map((row) => readDocument(tables, vault.options().files, row))).toMatchObject([
    { project: 'atlas', category: 'idea', facts: [{ id: 'aaaaaaaaaa' }, { id: 'bbbbbbbbbb' }] },
  ]);
});
