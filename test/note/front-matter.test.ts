import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { parseFrontMatter, renderScalar, setFrontMatter } from '../../src/note/front-matter.ts';
import { anyText } from '../page/arbitraries.ts';

declare global {
  var frontMatterRan: boolean | undefined;
}

describe('front matter is read as data', () => {
  it.each<[string, object]>([
    [
      '---\ntitle: Work\ntags: [a, b]\nupdated: 2026-07-01\nconfidence: 0.9\n---\ntext',
      { title: 'Work', tags: ['a', 'b'], updated: '2026-07-01', confidence: 0.9 },
    ],
    ['---\r\ntitle: Work\r\nconfidence: 0.9\r\n---\r\n', { title: 'Work', confidence: 0.9 }],
    ['---\r\nconfidence: 0.9\r\n---', { confidence: 0.9 }],
    ['\uFEFF---\ntitle: Work\n---\n', { title: 'Work' }],
    ['--- \ntitle: Work\n---  \n', { title: 'Work' }],
    ['---\ntext: |\n  ----\n  --- x\n---\n', { text: '----\n--- x\n' }],
    ['---\nbase: &b [x]\ntags: *b\n---\n', { base: ['x'], tags: ['x'] }],
    ['---\n---\n', {}],
    ['---\n# only a comment\n---\n', {}],
  ])('%j', (text, data) => {
    expect(parseFrontMatter(text)).toEqual({ data, broken: null });
  });

  it.each([
    '',
    'text',
    '\n---\ntitle: x\n---\n',
    '---\n\nA rule, then text.\n',
    '---',
    '----\ntitle: x\n----\n',
    '--- a title ---\n',
    'text\n---\ntitle: x\n---\n',
  ])('%j has none', (text) => {
    expect(parseFrontMatter(text)).toEqual({ data: {}, broken: null });
  });

  it.each([
    '---\ntitle: [\n---\n',
    '---\na: 1\na: 2\n---\n',
    '---\n- a\n- b\n---\n',
    '---\njust text\n---\n',
    '---\n\ttab: x\n---\n',
    '---\na: *nowhere\n---\n',
    `---\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(10).fill(`*a${n}`).join(', ')}]\n`).join('')}---\n`,
  ])('%j is broken, in words', (text) => {
    const { data, broken } = parseFrontMatter(text);
    expect(data).toEqual({});
    expect(broken).toMatch(/\w+ \w+/);
    expect(broken).not.toContain('\n');
  });

  it('the bytes of a binary value are data: freezing them threw, and lint and dream failed for the whole vault', () => {
    const { data, broken } = parseFrontMatter('---\nicon: !!binary aGk=\ntags: [x]\n---\n');
    expect([broken, data['tags'], Buffer.from(data['icon'] as Uint8Array).toString()]).toEqual([null, ['x'], 'hi']);
  });

  it.each(['js', 'javascript', 'JS', 'coffee', 'cson', 'json', 'toml', 'constructor', 'toString', '__proto__', 'yaml'])(
    'a head in the language %s is not run, and said to be broken',
    (language) => {
      const { data, broken } = parseFrontMatter(`---${language}\nglobalThis.frontMatterRan = true\n---\n`);
      expect(data).toEqual({});
      expect(broken).toMatch(/never run/);
      expect(globalThis.frontMatterRan).toBeUndefined();
    },
  );

  it.each(['- ', '[', ': ', 'a:\n  ', 'x'])(
    'a head of a megabyte of %j is not read, and brings nothing down',
    (piece) => {
      const text = `---\n# a\n- ${piece.repeat(1_000_000 / piece.length)}b\n---\n`;
      expect(parseFrontMatter(text)).toEqual({ data: {}, broken: 'longer than 64 kB' });
      expect(setFrontMatter(text, { a: 1 })).toBe(text);
    },
  );

  it('gives the same answer each time, for broken ones too', () => {
    const text = '---\ntitle: [\n---\n';
    expect(parseFrontMatter(text)).toEqual(parseFrontMatter(text));
  });
});

describe('setting a key', () => {
  const set = (head: string, values: Parameters<typeof setFrontMatter>[1]): string =>
    setFrontMatter(`---\n${head}---\nbody\n`, values).slice(4, -9);

  it.each<[string, string, Parameters<typeof setFrontMatter>[1], string]>([
    [
      'a plain value',
      'a: 1\nupdated: 2026-07-01\nb: 2\n',
      { updated: '2026-07-02' },
      'a: 1\nupdated: 2026-07-02\nb: 2\n',
    ],
    [
      'a value that is the same already',
      'updated:   "2026-07-02"   # x\n',
      { updated: '2026-07-02' },
      'updated:   "2026-07-02"   # x\n',
    ],
    ['a missing key', '# mine\na: 1 # x\n', { updated: '2026-07-02' }, '# mine\na: 1 # x\nupdated: 2026-07-02\n'],
    [
      'a missing key of an indented mapping',
      '  a: 1\n  b: 2\n',
      { updated: '2026-07-02' },
      '  a: 1\n  b: 2\n  updated: 2026-07-02\n',
    ],
    ['the first key', '', { updated: '2026-07-02' }, 'updated: 2026-07-02\n'],
    ['the first key below comments', '# mine\n', { updated: '2026-07-02' }, '# mine\nupdated: 2026-07-02\n'],
    [
      'a key behind a block scalar',
      'text: |\n  foo\n\n',
      { updated: '2026-07-02' },
      'text: |\n  foo\n\nupdated: 2026-07-02\n',
    ],
    [
      'a value before a comment',
      'updated: 2026-07-01 # mine\n',
      { updated: '2026-07-02' },
      'updated: 2026-07-02 # mine\n',
    ],
    ['an empty value', 'updated:\nb: 2\n', { updated: '2026-07-02' }, 'updated: 2026-07-02\nb: 2\n'],
    [
      'an empty value before a comment',
      'updated: # mine\nb: 2\n',
      { updated: '2026-07-02' },
      'updated: 2026-07-02 # mine\nb: 2\n',
    ],
    ['an empty value with spaces', 'updated:  \nb: 2\n', { updated: '2026-07-02' }, 'updated: 2026-07-02\nb: 2\n'],
    ['a value in double quotes', 'title: "a"\n', { title: 'b "c"' }, 'title: "b \\"c\\""\n'],
    ['a value with spaces before it', 'title:    a\n', { title: 'b' }, 'title:    b\n'],
    ['a quoted key', '"title": a\n', { title: 'b' }, '"title": b\n'],
    ['a value on the next line', 'title: # mine\n  a\nb: 2\n', { title: 'b' }, 'title: # mine\n  b\nb: 2\n'],
    ['a block scalar', 'title: >-\n  a\n  b\n# mine\nb: 2\n', { title: 'c' }, 'title: c\n# mine\nb: 2\n'],
    [
      'a list in brackets',
      'tags: [a, b] # mine\n',
      { tags: ['a', 'b', 'c, d', '5', 'é'] },
      'tags: [a, b, "c, d", "5", é] # mine\n',
    ],
    [
      'a list on its own lines, which grows',
      'tags: # mine\n  - a # one\n  # two\n  - "b"\n  # after\n\nb: 2\n',
      { tags: ['a', 'b', 'c: d'] },
      'tags: # mine\n  - a # one\n  # two\n  - "b"\n  - "c: d"\n  # after\n\nb: 2\n',
    ],
    ['a list without indentation, which grows', 'tags:\n- a\nb: 2\n', { tags: ['a', 'b'] }, 'tags:\n- a\n- b\nb: 2\n'],
    [
      'a list on its own lines, which changes',
      'tags: # mine\n  - a\n  - b\nb: 2\n',
      { tags: ['b'] },
      'tags: [b] # mine\nb: 2\n',
    ],
    [
      'an anchored list that nothing refers to',
      'tags: &t\n  - a\nb: 2\n',
      { tags: ['a', 'c'] },
      'tags: &t\n  - a\n  - c\nb: 2\n',
    ],
    ['an anchored list, by another', 'tags: &t\n  - a\nb: 2\n', { tags: ['c'] }, 'tags: &t [c]\nb: 2\n'],
    ['an alias', 'a: &t [x]\ntags: *t\n', { tags: ['y'] }, 'a: &t [x]\ntags: [y]\n'],
    ['a mapping', 'a:\n  b: 1\nc: 2\n', { a: 'x' }, 'a: x\nc: 2\n'],
    ['several keys', 'a: 1\n', { a: 2, b: 'x', c: ['y'] }, 'a: 2\nb: x\nc: [y]\n'],
    ['a number', 'confidence: 0.9\n', { confidence: 0.75 }, 'confidence: 0.75\n'],
  ])('replaces or adds %s', (_name, head, values, after) => {
    expect(set(head, values)).toBe(after);
  });

  it.each([
    'no front matter\n',
    '---\nnever closed: x\n',
    '---\nbroken: [\n---\n',
    '---\na: 1\na: 2\n---\n',
    '---\n- a\n---\n',
    '---\n{a: 1}\n---\n',
    '---js\nx\n---\n',
    '---\n? title\n---\n',
    '---\n? title\n: a\n---\n',
    '---\ntitle: &t a\nshort: *t\n---\n',
  ])('%j stays as it is', (text) => {
    expect(setFrontMatter(text, { title: 'x' })).toBe(text);
  });

  it('keeps CRLF, a byte order mark and the body', () => {
    expect(
      setFrontMatter('\uFEFF---\r\na: 1\r\ntags:\r\n  - x\r\n---\r\nbody: y\r\n', { a: 2, tags: ['x', 'z'], b: 'c' }),
    ).toBe('\uFEFF---\r\na: 2\r\ntags:\r\n  - x\r\n  - z\r\nb: c\r\n---\r\nbody: y\r\n');
  });
});

describe('a value on one line of YAML', () => {
  it('is what every reader takes it for', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.integer(), fc.array(anyText, { maxLength: 4 })), (value) => {
        const line = renderScalar(value);
        expect(line).not.toMatch(/[\r\n\u0085\u2028\u2029]/);
        expect(parse(`key: ${line}\n`)).toEqual({ key: value });
        expect(parse(`key: ${line} # comment\nnext: 1\n`)).toEqual({ key: value, next: 1 });
      }),
      { numRuns: 600 },
    );
  });

  it.each<[string | string[], string]>([
    ['Work', 'Work'],
    ['Work: C++', '"Work: C++"'],
    ['2026-07-01', '2026-07-01'],
    ['true', '"true"'],
    ['42', '"42"'],
    ['', '""'],
    ['#x', '"#x"'],
    ['a\nb', '"a\\nb"'],
    ['日本語', '日本語'],
    ['it’s', 'it’s'],
    [['a', 'c++', 'x y'], '[a, c++, x y]'],
    [['a,b', '[x]', ' y', '', '#z'], '["a,b", "[x]", " y", "", "#z"]'],
    [[], '[]'],
  ])('of %j is %s', (value, line) => {
    expect(renderScalar(value)).toBe(line);
  });
});

it('of a template, with keys that are lists, warns nobody on stderr', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  try {
    for (const text of [
      '---\ntitle: {{title}}\n---\n',
      '---\n? [a, b]\n: c\ntags: [x]\n---\n',
      '---\ntitle: !mine x\n---\n',
    ]) {
      parseFrontMatter(text);
      setFrontMatter(text, { status: 'stable' });
    }
    expect(warned.mock.calls).toEqual([]);
  } finally {
    warned.mockRestore();
  }
});
