// A diff of pages is one that other programs take: applied, it gives the page after, and turned around the page before.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { applyPatch, reversePatch, parsePatch } from 'diff';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { decisionsOf, diffPages } from '../../../src/inspect/diff.ts';
import { gitIn } from '../../../src/git/repository.ts';
import type { LedgerLine } from '../../../src/model/disposition.ts';
import type { FileChange, Journal } from '../../../src/model/journal.ts';

const anyLine = fc.oneof(
  fc.constantFrom(
    '- User prefers tabs[^aaaaaaaaaa]',
    '',
    '## Key Facts',
    '--- a',
    '+++ b',
    '@@',
    '日本語',
    '\r',
    '-',
    '+x',
  ),
  fc.string({ maxLength: 6 }).map((text) => text.replaceAll('\n', '')),
);
const anyPage = fc
  .tuple(fc.array(anyLine, { maxLength: 12 }), fc.boolean())
  .map(([lines, ended]) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''));

test('what is added and removed gives one page from the other, both ways', () => {
  fc.assert(
    fc.property(anyPage, anyPage, (before, after) => {
      const [diff] = diffPages([{ path: 'a.md', before, after }]);
      if (before === after) {
        expect(diff).toBeUndefined();
        return;
      }
      const [patch] = parsePatch(diff?.patch ?? '');
      if (!patch) throw new Error('no patch');
      expect(applyPatch(before, patch, { autoConvertLineEndings: false })).toBe(after);
      expect(applyPatch(after, reversePatch(patch), { autoConvertLineEndings: false })).toBe(before);
      const count = (text: string): number =>
        text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
      expect(count(before) - (diff?.removed ?? 0) + (diff?.added ?? 0)).toBe(count(after));
    }),
  );
});

const CHANGES: readonly FileChange[] = [
  { path: '3_Personal/Work.md', before: 'one\ntwo\nthree\n', after: 'one\n2\nthree\n' },
  { path: '2_Wiki/A page with blanks.md', before: 'one\r\ntwo\r\n', after: 'one\r\ntwo\r\nthree\r\n' },
  { path: '2_Wiki/食べ物.md', before: null, after: 'new\n' },
  { path: '2_Wiki/"quoted".md', before: 'old\n', after: 'newer' },
  { path: '1_Projects/Gone.md', before: 'gone\n', after: null },
];

test('git takes it all, with names of every kind, and takes it back', async () => {
  const root = mkdtempSync(join(tmpdir(), 'memvault-diff-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const file = (path: string): string => join(root, path);
  for (const { path, before } of CHANGES) {
    mkdirSync(dirname(file(path)), { recursive: true });
    if (before !== null) writeFileSync(file(path), before);
  }
  const git = gitIn(root, {
    env: { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', GIT_CEILING_DIRECTORIES: dirname(root) },
    home: root,
    platform: process.platform,
  });
  const diffs = diffPages(CHANGES);
  expect(diffs.map(({ path, change, added, removed }) => [path, change, added, removed])).toEqual([
    ['1_Projects/Gone.md', 'removed', 0, 1],
    ['2_Wiki/"quoted".md', 'updated', 1, 1],
    ['2_Wiki/A page with blanks.md', 'updated', 1, 0],
    ['2_Wiki/食べ物.md', 'created', 1, 0],
    ['3_Personal/Work.md', 'updated', 1, 1],
  ]);
  const input = diffs.map(({ path, patch }) => `\n# ${path} (a remark between pages)\n${patch}`).join('');
  const now = (): unknown =>
    CHANGES.map(({ path }) => (existsSync(file(path)) ? readFileSync(file(path), 'utf8') : null));
  expect(await git(['apply', '-p1', '-'], { input })).toMatchObject({ status: 0, stderr: '' });
  expect(now()).toEqual(CHANGES.map(({ after }) => after));
  expect(await git(['apply', '-p1', '-R', '-'], { input })).toMatchObject({ status: 0, stderr: '' });
  expect(now()).toEqual(CHANGES.map(({ before }) => before));
});

test('decisions carry the reasons of the plan in its order; without the journal those of the ledger', () => {
  const line = (fact: string, more: Partial<LedgerLine>): LedgerLine => ({
    fact,
    day: '2026-07-01',
    as: 'placed',
    digest: 'd',
    run: 'r',
    engine: 'rules/1',
    at: '2026-07-02T00:00:00.000Z',
    ...more,
  });
  const lines = [
    line('a', { page: 'x.md' }),
    line('b', { as: 'set-aside', reason: 'no use' }),
    line('c', { as: 'pending', undoes: 'r-1' }),
    line('a', { page: 'x.md' }),
  ];
  const journal = {
    plan: {
      decisions: [
        { fact: 'b', reason: 'no use at all' },
        { fact: 'a', reason: 'the schema says so' },
        { fact: 'z', reason: 'its page moved' },
      ],
    },
  } as unknown as Journal;
  expect(decisionsOf(lines, null).map(({ id, as, page, reason }) => [id, as, page, reason])).toEqual([
    ['a', 'placed', 'x.md', null],
    ['b', 'set-aside', null, 'no use'],
    ['c', 'pending', null, 'undo of r-1'],
  ]);
  expect(decisionsOf(lines, journal).map(({ id, reason }) => [id, reason])).toEqual([
    ['b', 'no use at all'],
    ['a', 'the schema says so'],
    ['c', 'undo of r-1'],
  ]);
});
