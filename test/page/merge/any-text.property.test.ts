// Whatever the three texts are, a merge gives an answer, and the same in both directions.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeNote } from '../../../src/page/merge/merge.ts';
import { anyText } from '../arbitraries.ts';
import { gitMerge } from './git-merge.ts';
import { EMPTY, factId, take } from './pages.ts';

const LINES = [
  '',
  '',
  '---',
  '---',
  'title: x',
  'updated: 2026-01-01',
  'updated: 2026-02-02',
  'tags: [a]',
  'tags:',
  '  - b',
  '&a x: *a',
  '# c',
  '## Overview',
  '## Key Facts',
  '## History',
  '## Sources',
  '## Related',
  '### Food',
  '### May 2026',
  '#### Deep',
  `- a[^${factId(1)}]`,
  `- b[^${factId(1)}][^${factId(2)}]`,
  `* c[^${factId(3)}]`,
  `  - d[^${factId(2)}]`,
  `p[^${factId(4)}]`,
  `> q[^${factId(5)}]`,
  `> [!warning] Conflicting claims: x[^${factId(5)}]`,
  `[^${factId(1)}]: [2026-01-01](x.md)`,
  `[^${factId(2)}]: y`,
  '- [L](l.md)',
  '- [[M]]',
  '```',
  '<!--',
  '-->',
  '%%',
  '<<<<<<< x',
  '=======',
  '>>>>>>> y',
  '|||||||',
  '<!-- memvault:index -->',
  '<!-- /memvault:index -->',
  '- [A](3_P/A.md): 3 claims',
  '<!-- memvault:memory -->',
  '<!-- /memvault:memory -->',
  '\u0001memvault\u00011',
  'Work: 3 claims from 4 facts, 2026-07-01.',
  '\uDCFF',
  '\u2028',
  'lazy',
  '\t- t',
];
const lines = fc.array(
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...LINES) }, { weight: 1, arbitrary: anyText }),
  { maxLength: 14 },
);
const text = fc
  .tuple(lines, fc.constantFrom('\n', '\n', '\r\n'), fc.boolean(), fc.boolean())
  .map(([all, lineEnd, ends, bom]) => (bom ? '\uFEFF' : '') + all.join(lineEnd) + (ends ? lineEnd : ''));
const page = fc.oneof(
  text,
  text.map((tail) => take(EMPTY, [{ does: 'add', facts: [1, 2, 3], head: null }], '2026-01-01') + tail),
);
const isBinary = (one: string): boolean => one.includes('\u0000');

it('a line like a marker behind a byte order mark', async () => {
  const base = take(EMPTY, [{ does: 'add', facts: [1, 2, 3], head: null }], '2026-01-01');
  const merged = await mergeNote({ ours: '\uFEFF|||||||', base, theirs: '' }, gitMerge);
  const other = await mergeNote({ ours: '', base, theirs: '\uFEFF|||||||' }, gitMerge);
  expect(other.conflicts).toBe(merged.conflicts);
  expect(merged.text).toContain('|||||||');
  expect(other.text).toContain('|||||||');
});

it('any texts', async () => {
  await fc.assert(
    fc.asyncProperty(page, page, page, async (ours, base, theirs) => {
      fc.pre(![ours, base, theirs].some(isBinary));
      const merged = await mergeNote({ ours, base, theirs }, gitMerge);
      const other = await mergeNote({ ours: theirs, base, theirs: ours }, gitMerge);
      expect(other.conflicts).toBe(merged.conflicts);
      if (!merged.conflicts) expect(other.text).toBe(merged.text);
      expect(merged.text.includes('\u0001memvault')).toBe(
        [ours, theirs].some((one) => one.includes('\u0001memvault')) && merged.text.includes('\u0001memvault\u00011'),
      );
      expect((await mergeNote({ ours, base, theirs: base }, gitMerge)).text).toBe(ours);
      expect((await mergeNote({ ours: base, base, theirs }, gitMerge)).text).toBe(theirs);
      expect((await mergeNote({ ours, base, theirs: ours }, gitMerge)).text).toBe(ours);
    }),
    { numRuns: Number(process.env['MERGE_RUNS'] ?? 60) },
  );
});
