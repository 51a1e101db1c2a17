// Which tags count, and which pages get another tag.
import { expect, test } from 'vitest';
import { parseTagsFile } from '../../../src/page/tags-file.ts';
import { NO_TAGS } from '../../../src/model/tag-table.ts';
import type { Fact } from '../../../src/model/fact.ts';
import { listTags, retagPages } from '../../../src/curate/tags/use.ts';
import { readView } from '../../../src/vault/view.ts';
import { makeFolder, writeExample } from '../../lint/folders.ts';

test('a word that nobody types is no tag', () => {
  const fact: Fact = {
    id: 'k3v9x2ab4q',
    computed: false,
    day: '2026-03-10',
    time: null,
    session: null,
    path: 'daily/2026-03-10.md',
    line: 1,
    category: 'work',
    text: 'x',
    tags: ['a'.repeat(64), 'b'.repeat(65), '#', ' '],
    fields: {},
  };
  const view = { facts: [fact], forgotten: new Set<string>(), ledger: new Map(), pages: new Map() };
  expect(listTags(view, NO_TAGS).map(({ tag }) => tag)).toEqual(['a'.repeat(64)]);
});

test('a page of memvault’s with an alias gets the tag, and waits while git has not merged it', () => {
  const vault = makeFolder();
  writeExample(
    vault,
    '== daily/2026-07-01.md\n- [work] One ^k3v9x2ab4q\n== 3_Personal/Work.md\n---\ntags: [fw]\n---\n- One[^k3v9x2ab4q]\n== 2_Wiki/Mine.md\n---\ntags: [fw]\n---\nMine.\n== 2_Wiki/Other.md\n---\ntags: [tea]\n---\nMine.\n',
  );
  const view = readView(vault);
  const { table } = parseTagsFile('aliases:\n  firmware: [fw]\n');
  expect(retagPages(view, table)).toMatchObject({
    edits: [{ path: '3_Personal/Work.md', after: '---\ntags: [firmware]\n---\n- One[^k3v9x2ab4q]\n' }],
    others: ['2_Wiki/Mine.md'],
    closed: [],
  });
  expect(
    retagPages({ ...view, merge: { what: 'a merge', paths: new Set(['3_Personal/Work.md']) } }, table),
  ).toMatchObject({ edits: [], closed: ['3_Personal/Work.md'] });
});
