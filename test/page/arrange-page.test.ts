import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { arrangePage as arrangeIds, type Group, ownHeads } from '../../src/page/arrange-page.ts';

const page = (...lines: string[]): string =>
  `---\ntitle: X\n---\n\n## Key Facts\n${lines.join('\n')}\n\n## Sources\n[^a]: x\n`;
const idOf = (letter: string): string => letter.repeat(10);
const claim = (letter: string): string => `- Claim ${letter}[^${idOf(letter)}]`;
/** Facts by their letter. */
const arrangePage = (text: string, groups: readonly Group[], fixed: ReadonlySet<string>): string =>
  arrangeIds(
    text,
    groups.map(({ head, facts }) => ({ head, facts: facts.map(idOf) })),
    fixed,
  );
const bodyOf = (text: string): string => /## Key Facts\n([\s\S]*?)\n\n## Sources/.exec(text)?.[1] ?? '';

describe('claims of a page are put in order', () => {
  const NONE = new Set<string>();

  it('under new headings and those that are there, in the order of the groups', () => {
    const text = page(claim('a'), claim('b'), '', '### Old', claim('c'), claim('d'));
    const groups = [
      { head: 'New', facts: ['d', 'a'] },
      { head: 'Old', facts: ['b', 'c'] },
    ];
    expect(bodyOf(arrangePage(text, groups, NONE))).toBe(
      ['', '### New', claim('d'), claim('a'), '', '### Old', claim('b'), claim('c')].slice(1).join('\n'),
    );
  });

  it('one that no group names keeps its place', () => {
    const text = page(claim('a'), claim('b'), '', '### Old', claim('c'), claim('d'), claim('e'));
    expect(bodyOf(arrangePage(text, [{ head: 'Old', facts: ['e', 'c', 'zz'] }], NONE))).toBe(
      [claim('a'), claim('b'), '', '### Old', claim('e'), claim('d'), claim('c')].join('\n'),
    );
  });

  it('a heading goes with its last claim, and what is indented below a claim goes along', () => {
    const text = page('### Old', claim('a'), '  my note on a', '  - and more', '', '### Other', claim('b'));
    expect(bodyOf(arrangePage(text, [{ head: 'Other', facts: ['b', 'a'] }], NONE))).toBe(
      ['### Other', claim('b'), claim('a'), '  my note on a', '  - and more'].join('\n'),
    );
  });

  it('a person’s own heading stays where it is with all below it, and claims may come to it', () => {
    const text = page(
      '### One',
      claim('a'),
      '',
      '### Mine',
      'My words.',
      '',
      claim('b'),
      '',
      '### Two',
      claim('c'),
      claim('d'),
    );
    expect([...ownHeads(text)]).toEqual(['Mine']);
    const groups = [
      { head: 'Two', facts: ['c'] },
      { head: 'Mine', facts: ['d'] },
      { head: 'One', facts: ['b', 'a'] },
    ];
    expect(bodyOf(arrangePage(text, groups, new Set(['Mine'])))).toBe(
      ['### Two', claim('c'), '', '### Mine', 'My words.', '', claim('b'), claim('d'), '', '### One', claim('a')].join(
        '\n',
      ),
    );
  });

  it('other sections, line ends and blank lines around stay, and what is in order already is not written', () => {
    const text = page(claim('a'), claim('b')).replaceAll('\n', '\r\n');
    const arranged = arrangePage(text, [{ head: 'New', facts: ['b'] }], NONE);
    expect(arranged).toBe(page(claim('a'), '', '### New', claim('b')).replaceAll('\n', '\r\n'));
    expect(arrangePage(arranged, [{ head: 'New', facts: ['b'] }], NONE)).toBe(arranged);
  });

  it('a page without Key Facts stays as it is', () => {
    expect(arrangePage('# Mine\n\n- x[^aaaaaaaaaa]\n', [{ head: 'New', facts: ['a'] }], NONE)).toBe(
      '# Mine\n\n- x[^aaaaaaaaaa]\n',
    );
  });
});

test('claims leave a heading that a conflict stands under, and two conflicts stay apart', () => {
  const conflict = (words: string): string =>
    `> [!warning] Conflicting claims: ${words}[^ffffffffff] vs y[^gggggggggg]`;
  const text = page('### Db', conflict('one'), '', conflict('two'), claim('a'), claim('b'), '### Data', claim('c'));
  const arranged = arrangePage(text, [{ head: 'Data', facts: ['c', 'a', 'b'] }], new Set());
  expect(arranged).toContain(
    ['### Db', conflict('one'), '', conflict('two'), '', '### Data', claim('c'), claim('a'), claim('b')].join('\n'),
  );
});

test('no order loses a line, and the same order again changes nothing', () => {
  const line = fc.constantFrom(
    claim('a'),
    claim('b'),
    claim('c'),
    claim('d'),
    claim('e'),
    '  nested',
    '',
    'Prose of a person.',
    '### One',
    '### Two',
    '### Mine',
    '#### Deep',
    '> [!warning] Conflicting claims: x[^ffffffffff] vs y[^gggggggggg]',
    '1. Numbered[^hhhhhhhhhh]',
    '```',
    '- mine',
  );
  const group = fc.record({
    head: fc.constantFrom(null, 'One', 'Two', 'Mine', 'New', 'Newer'),
    facts: fc.array(fc.constantFrom(...'abcdefghxyz'), { maxLength: 6 }),
  });
  const words = (text: string): string[] =>
    text
      .split('\n')
      .filter((one) => one.trim() !== '' && !one.startsWith('### '))
      .sort();
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), fc.array(group, { maxLength: 5 }), (lines, groups) => {
      const text = page(...lines);
      const arranged = arrangePage(text, groups, new Set(['Mine']));
      expect(words(arranged)).toEqual(words(text));
      expect(arrangePage(arranged, groups, new Set(['Mine']))).toBe(arranged);
    }),
    { numRuns: 1000 },
  );
});
