// The vault as it would be once repairs were written is judged by what would stand in it, and only where a rule asks.
import { expect, test } from 'vitest';
import { type LintInput, readLintInput, toLintInput } from '../../src/lint/input.ts';
import { withPages } from '../../src/lint/repair.ts';
import { makeFolder, read, write, writeExample } from './folders.ts';

const SOURCE = '\n[^k3v9x2ab4q]: [2026-07-01](../daily/2026-07-01.md#^k3v9x2ab4q)\n';
const WORK = `- User works at Microsoft[^k3v9x2ab4q]\n${SOURCE}`;

function readVault(): LintInput {
  const vault = makeFolder();
  writeExample(
    vault,
    '== daily/2026-07-01.md\n- [work] User works at Microsoft ^k3v9x2ab4q\n== index.md\n<!-- memvault:index -->\n<!-- /memvault:index -->\n',
  );
  write(vault, '3_Personal/Work.md', WORK);
  write(vault, '2_Wiki/Tea.md', 'See [[Job]].\n');
  expect(read(vault, '3_Personal/Work.md')).toBe(WORK);
  return readLintInput(vault, '2026-07-04', 3);
}

const after = (text: string) => [{ path: '3_Personal/Work.md', before: WORK, after: text }];

test('a link that a repair adds is followed, and another name that it gives a page is known', () => {
  const input = readVault();
  expect(input.followed.find(({ link }) => link.target === 'Job')?.to.how).toBe('missing');
  const repaired = withPages(input, after(`---\ntitle: Job\n---\n${WORK}[[Tea]]\n`));
  expect(repaired.followed.map(({ from, link, to }) => [from, link.target, to.how])).toEqual(
    expect.arrayContaining([
      ['3_Personal/Work.md', 'Tea', 'found'],
      ['2_Wiki/Tea.md', 'Job', 'by-alias'],
    ]),
  );
  expect(repaired.links.resolve('2_Wiki/Tea.md', 'Job')).toEqual({ how: 'by-alias', paths: ['3_Personal/Work.md'] });
});

test('a page that would be no page of memvault’s any more is not looked at', () => {
  const input = readVault();
  expect([input.lookedAt, input.looksAt('3_Personal/Work.md')]).toEqual([['3_Personal/Work.md'], true]);
  const repaired = withPages(input, after('Nothing.\n'));
  expect([repaired.lookedAt, repaired.looksAt('3_Personal/Work.md'), repaired.pages]).toEqual([[], false, []]);
});

test('index.md is that of the pages as they would be', () => {
  const input = readVault();
  const repaired = withPages(input, after(`---\ntitle: Job\n---\n${WORK}`), true);
  expect(repaired.catalogue).toBeNull();
  expect(repaired.textOf('index.md')).toContain('- [Job](3_Personal/Work.md): 1 claim');
  expect(repaired.followed.some(({ from, to }) => from === 'index.md' && to.how === 'found')).toBe(true);
});

test('what no rule asks for is not read', () => {
  const unread = (): never => {
    throw new Error('it was read');
  };
  const { seen } = readVault();
  const input = toLintInput({
    ...seen,
    readNotes: unread,
    readPaths: unread,
    readTemplateFolders: unread,
    readCatalogue: unread,
  });
  expect(withPages(input, after('Nothing.\n')).pages).toEqual([]);
});

test('what a model said is not lost', () => {
  const contradictions: LintInput['contradictions'] = [];
  expect(withPages({ ...readVault(), contradictions }, after('Nothing.\n')).contradictions).toBe(contradictions);
});
