// What is read of a canvas is what any reader of JSON makes of it, and each string stands where it is said to.
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseCanvasLinks, parseCanvas } from '../../src/note/canvas.ts';

const links = (text: string): (string | number)[][] =>
  parseCanvasLinks(text).links.map(({ form, target, anchor, line }) => [form, target, anchor, line]);

/** As Obsidian writes one: a card a line. */
const BOARD = `{
	"nodes":[
		{"id":"a1","type":"file","file":"2_Wiki/Ann.md","subpath":"#At work","x":0,"y":0,"width":400,"height":400},
		{"id":"b2","type":"text","text":"Of [[Bob|him]]\\nand ![](../x.png)","x":0,"y":0,"width":250,"height":60},
		{"id":"c3","type":"link","url":"https://example.org","x":0,"y":0,"width":250,"height":60},
		{"id":"d4","type":"group","label":"[[Nobody]]","x":0,"y":0,"width":250,"height":60},
		{"id":"e5","type":"file","file":"4_Assets/Straße \\"7\\".png","x":0,"y":0,"width":250,"height":60}
	],
	"edges":[
		{"id":"f6","fromNode":"a1","toNode":"b2","label":"[[Edge]]"}
	]
}`;

test('the cards that show a file and the links in cards of text, with the line of the file', () => {
  expect(parseCanvasLinks(BOARD).problem).toBeNull();
  expect(links(BOARD)).toEqual([
    ['card', '2_Wiki/Ann.md', 'At work', 3],
    ['wiki', 'Bob', '', 4],
    ['markdown', '../x.png', '', 4],
    ['card', '4_Assets/Straße "7".png', '', 7],
  ]);
  for (const { start, end, form } of parseCanvasLinks(BOARD).links)
    expect([BOARD[start - 1], BOARD[end], form]).toEqual(['"', '"', form]);
});

describe('a canvas', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['a new one', '{}'],
    ['a mark of UTF-8', '\uFEFF{}'],
    ['no cards', '{"nodes":[],"edges":[]}'],
    ['cards that are no list', '{"nodes":{"type":"file","file":"a.md"}}'],
    ['cards that are a word', '{"nodes":"file","b":[{"type":"file","file":"a.md"}]}'],
    [
      'cards that are no objects',
      '{"nodes":[1,null,"file",["type","file","file","a.md"],[{"type":"file","file":"a.md"}]]}',
    ],
    ['cards of edges', '{"edges":[{"type":"file","file":"a.md"}]}'],
    ['cards further in', '{"a":{"nodes":[{"type":"file","file":"a.md"}]}}'],
    ['cards below a key of an edge', '{"edges":[{"nodes":[{"type":"file","file":"a.md"}]}]}'],
    ['no file', '{"nodes":[{"type":"file"}]}'],
    ['a file that is no text', '{"nodes":[{"type":"file","file":["a.md"]},{"type":"file","file":7}]}'],
    ['an empty file', '{"nodes":[{"type":"file","file":""}]}'],
    ['another type', '{"nodes":[{"type":"group","file":"a.md"}]}'],
    ['a type that is no text', '{"nodes":[{"type":{"type":"file"},"file":"a.md"}]}'],
    ['a file that was taken away by a second key', '{"nodes":[{"type":"file","file":"a.md","file":null}]}'],
    ['cards taken away by a second key', '{"nodes":[{"type":"file","file":"a.md"}],"nodes":[]}'],
  ])('with %s links to nothing', (_what, text) => expect(parseCanvasLinks(text)).toEqual({ links: [], problem: null }));
  it.each([
    ['the last of two keys', '{"nodes":[{"type":"file","file":"a.md","file":"b.md"}]}', 'b.md'],
    [
      'the last of two lists',
      '{"nodes":[{"type":"file","file":"a.md"}],"nodes":[{"type":"file","file":"b.md"}]}',
      'b.md',
    ],
    ['a key in escapes', '{"n\\u006fdes":[{"type":"file","f\\u0069le":"b\\u002emd"}]}', 'b.md'],
    [
      'what comes behind a list of its own',
      '{"nodes":[{"x":[{"file":"a.md"}],"type":"file","y":{"type":"text"},"file":"b.md"}]}',
      'b.md',
    ],
    [
      'a key that is named as what all objects have',
      '{"__proto__":{"nodes":[]},"nodes":[{"__proto__":{"type":"text"},"type":"file","file":"b.md"}]}',
      'b.md',
    ],
    ['a name of backslashes', '{"nodes":[{"type":"file","file":"\\\\\\\\"}]}', '\\\\'],
    ['a mark of UTF-8', '\uFEFF{"nodes":[{"type":"file","file":"b.md"}]}', 'b.md'],
  ])('holds %s', (_what, text, target) => expect(links(text)).toEqual([['card', target, '', 1]]));
  it.each([
    ['{', 'it is not JSON'],
    ['{"nodes":[{"type":"file","file":"a.md"}]', 'it is not JSON'],
    ['[]', 'it holds no object'],
    ['null', 'it holds no object'],
    ['7', 'it holds no object'],
    ['# A note', 'it is not JSON'],
    ["{'nodes':[]}", 'it is not JSON'],
  ])('%s is none', (text, problem) => expect(parseCanvasLinks(text)).toEqual({ links: [], problem }));
  it('may be nested deeper than anybody draws', () => {
    for (const open of ['[', '{"nodes":', '{"nodes":['])
      expect(() => parseCanvasLinks(open.repeat(50_000))).not.toThrow();
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)},"nodes":[{"type":"file","file":"b.md"}]}`;
    expect(['', 'b.md']).toContain(parseCanvasLinks(deep).links[0]?.target ?? '');
  });
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          '"',
          ':',
          ',',
          '\\',
          'nodes',
          '"file"',
          '"type"',
          '\n',
          'a',
          '\uDC80',
        ),
      }),
      (text) => {
        parseCanvasLinks(text);
      },
    ),
  );
});

/** JSON as somebody may write it: keys twice, white space anywhere, letters as escapes. */
const written: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => {
  const gap = fc.constantFrom('', '', ' ', '\n', '\r\n\t');
  const word = fc
    .array(
      fc.constantFrom(
        'type',
        'file',
        'text',
        'nodes',
        'a.md',
        '\\"',
        '\\\\',
        '\\n',
        '\\u0066ile',
        'é',
        '#',
        '[[b]]',
        '}',
        ']',
        ',',
        ':',
      ),
      { maxLength: 3 },
    )
    .map((parts) => `"${parts.join('')}"`);
  const key = fc.oneof(fc.constantFrom('"nodes"', '"type"', '"file"', '"text"', '"subpath"', '"f\\u0069le"'), word);
  const joined = (items: fc.Arbitrary<string>, [open, close]: readonly [string, string]): fc.Arbitrary<string> =>
    fc
      .array(
        fc.tuple(gap, items, gap).map((parts) => parts.join('')),
        { maxLength: 4 },
      )
      .map((all) => `${open}${all.join(',')}${close}`);
  const pair = fc.tuple(key, gap, tie('value')).map(([name, space, value]) => `${name}${space}:${space}${value}`);
  const file = fc.constantFrom('"type":"file"', '"type":"text"');
  return {
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('1', 'null', 'true', '-2.5e3', '"file"', '"text"'),
      word,
      joined(tie('value'), ['[', ']']),
      joined(fc.oneof(pair, file), ['{', '}']),
    ),
  };
}).value;

test('the cards are those that JSON.parse finds, at the places that are said', () => {
  const canvas = fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.array(written, { maxLength: 4 }).map((all) => `"nodes":[${all.join(',\n')}]`) },
        {
          weight: 1,
          arbitrary: fc.tuple(fc.constantFrom('"nodes"', '"edges"'), written).map((both) => both.join(' : ')),
        },
      ),
      { maxLength: 3 },
    )
    .map((all) => `{${all.join(', ')}}`);
  fc.assert(
    fc.property(canvas, (text) => {
      const value = JSON.parse(text) as { nodes?: unknown };
      const wanted = (Array.isArray(value.nodes) ? value.nodes : [])
        .filter(
          (node): node is Record<string, unknown> => typeof node === 'object' && node !== null && !Array.isArray(node),
        )
        .map((node) => Object.fromEntries(Object.entries(node).filter(([, held]) => typeof held === 'string')));
      const { nodes, problem } = parseCanvas(text);
      expect(problem).toBeNull();
      expect(nodes.map((node) => Object.fromEntries([...node].map(([key, { value: held }]) => [key, held])))).toEqual(
        wanted,
      );
      for (const { value: held, start, end, line } of nodes.flatMap((node) => [...node.values()])) {
        expect(JSON.parse(text.slice(start - 1, end + 1))).toBe(held);
        expect(line).toBe(text.slice(0, start).split('\n').length);
      }
    }),
    { numRuns: 400 },
  );
});
