// tags.yaml: what it says, and that edits keep every byte that is a person's.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTagsFile, withAlias } from '../../src/page/tags-file.ts';

const OWN = `# mine
aliases:
  firmware: [fw]   # the board
  kubernetes:
    - k8s
    # more to come
apart:
  - [ui, ux]

# the end
`;

test('a file says which tags are one', () => {
  const { aliases, table, problems, broken } = parseTagsFile(OWN);
  expect(aliases).toEqual([
    { alias: 'fw', canonical: 'firmware' },
    { alias: 'k8s', canonical: 'kubernetes' },
  ]);
  expect([problems, broken]).toEqual([[], null]);
  expect(table.canonicalOf('#FW')).toBe('firmware');
  expect(table.formsOf('Firmware')).toEqual(['firmware', 'fw']);
  expect(table.formsOf('other')).toEqual(['other']);
});

test.each([
  [
    'a new alias of a tag on one line',
    OWN,
    'firmware-control',
    'firmware',
    OWN.replace('[fw]', '[fw, firmware-control]'),
  ],
  ['of a tag with lines', OWN, 'kube', 'kubernetes', OWN.replace('    - k8s\n', '    - k8s\n    - kube\n')],
  [
    'of a new tag',
    OWN,
    'js',
    'javascript',
    OWN.replace('    # more to come\n', '    # more to come\n  javascript: [js]\n'),
  ],
  [
    'in no file',
    '',
    'fw',
    'firmware',
    '# Tags that are one. memvault tags writes here; so may you.\naliases:\n  firmware: [fw]\n',
  ],
  ['below a bare key', 'aliases:\napart: []\n', 'fw', 'firmware', 'aliases:\n  firmware: [fw]\napart: []\n'],
  ['beside one alone', 'aliases:\n  firmware: fw # x\n', 'f-w', 'firmware', 'aliases:\n  firmware: [fw, f-w] # x\n'],
  [
    'with line ends of Windows',
    'aliases:\r\n  firmware: [fw]\r\n',
    'k8s',
    'kubernetes',
    'aliases:\r\n  firmware: [fw]\r\n  kubernetes: [k8s]\r\n',
  ],
  ['a number', 'aliases:\n  firmware: [fw]', '2024', 'año', 'aliases:\n  firmware: [fw]\n  año: ["2024"]\n'],
  ['as it is', OWN, 'FW', 'Firmware', OWN],
])('%s', (_what, before, alias, canonical, after) => {
  expect(withAlias(before, { alias, canonical })).toBe(after);
});

test('what stands in braces is left to a person', () => {
  expect(withAlias('aliases: {a: [b]}\n', { alias: 'fw', canonical: 'firmware' })).toBeNull();
});

describe('what is wrong', () => {
  test.each([
    ['aliases:\n  a: [b\n', 2],
    ['- a\n', 1],
    ['aliases:\n<<<<<<< ours\n  a: [b]\n=======\n  a: [c]\n>>>>>>> theirs\n', 2],
    ['a: &a [*a, *a]\n'.repeat(8000), 1],
  ])('nothing of it holds, and its line is known', (text, line) => {
    const { broken, table } = parseTagsFile(text);
    if (text.length < 65_536) expect(broken?.line).toBeGreaterThanOrEqual(line);
    expect(broken).not.toBeNull();
    expect(table.size).toBe(0);
    expect(withAlias(text, { alias: 'x', canonical: 'y' })).toBeNull();
  });

  test.each([
    ['a circle', 'aliases:\n  a: [b]\n  b: [a]\n', /is a cycle/, 2],
    ['an alias of two', 'aliases:\n  a: [c]\n  b: [c]\n', /alias of a and of b/, 2],
    ['white space', 'aliases:\n  a: ["b c"]\n', /white space/, 2],
    ['a line break', 'aliases:\n  a: ["b\\nc"]\n', /white space/, 2],
    ['a word that means nothing', 'aliasses: {}\n', /aliasses/, 1],
    ['a list where lines belong', 'aliases: [a]\n', /aliases:/, 1],
    ['a map as a tag', 'aliases:\n  a: [{b: c}]\n', /not a tag/, 2],
  ])('%s is told, and the rest holds', (_what, text, message, line) => {
    const { problems, broken } = parseTagsFile(text);
    expect(broken).toBeNull();
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toMatch(message);
    expect(problems[0]?.line).toBe(line);
  });

  test('a circle takes only itself out', () => {
    const { table } = parseTagsFile('aliases:\n  a: [b, x]\n  b: [a]\n  c: [d]\n  d: [e]\n');
    expect(['a', 'b', 'x', 'd', 'e'].map((tag) => table.canonicalOf(tag))).toEqual(['a', 'b', 'a', 'c', 'c']);
    expect(table.formsOf('e')).toEqual(['c', 'd', 'e']);
  });
});

test('whatever is put in is read back', () => {
  const tag = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((text) => text.replace(/[\s#`]/gu, ''))
    .filter((text) => text.trim() !== '' && !/^[\uFEFF]/.test(text));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(tag, tag), { maxLength: 6 }),
      fc.constantFrom('', OWN, 'apart:\n- [x, y]\naliases:\n  q:\n  - r\n'),
      (pairs, start) => {
        let text: string = start;
        for (const [alias, canonical] of pairs) {
          const next = withAlias(text, { alias, canonical });
          expect(next).not.toBeNull();
          text = next ?? '';
        }
        const before = parseTagsFile(start).aliases.length;
        expect(parseTagsFile(text).aliases.length).toBeLessThanOrEqual(before + pairs.length);
        expect(parseTagsFile(text).broken).toBeNull();
      },
    ),
    { numRuns: 150 },
  );
});
