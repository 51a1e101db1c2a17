// What is a link in a note, what is none, and where it stands.
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type NoteLink, parseNoteLinks } from '../../src/note/links.ts';
import { cpuTime } from '../support/cpu-time.ts';

/** As `form target#anchor|alias`, an embed with `!`. */
const said = ({ form, embed, target, anchor, alias }: NoteLink): string =>
  `${embed ? '!' : ''}${form} ${target}${anchor === '' ? '' : `#${anchor}`}${alias === null ? '' : `|${alias}`}`;
const links = (text: string): string[] => parseNoteLinks(text).map(said);

describe('a wikilink', () => {
  it.each([
    ['[[Note]]', 'wiki Note'],
    ['![[image.png|100x200]]', '!wiki image.png|100x200'],
    ['[[ Note ]]', 'wiki Note'],
    ['[[folder/Note.md#Heading#Below|shown]]', 'wiki folder/Note.md#Heading#Below|shown'],
    ['[[#Heading]]', 'wiki #Heading'],
    ['[[Note#^block-1]]', 'wiki Note#^block-1'],
    ['[[My%20Note]]', 'wiki My%20Note'],
    ['[[Note|a [b] c]]', 'wiki Note|a [b] c'],
    ['[[Re: all]]', 'wiki Re: all'],
    ['| [[Note\\|shown]] | x |', 'wiki Note|shown'],
    ['[[[Note]]]', 'wiki Note'],
    ['[[open and [[Note]]', 'wiki Note'],
    ['**[[Note]]**, *[[Note]]*, ==[[Note]]==', 'wiki Note', 'wiki Note', 'wiki Note'],
    ['> [!note] see [[Note]]\n> - and [[Other]]', 'wiki Note', 'wiki Other'],
    ['# Heading with [[Note]]', 'wiki Note'],
    ['up:: [[Note]]', 'wiki Note'],
    ['日本語[[笔记#标题|别名]]。', 'wiki 笔记#标题|别名'],
  ])('%s', (text, ...expected) => expect(links(text)).toEqual(expected));

  it.each([
    '[[]]',
    '[[|x]]',
    '[[#]]',
    '[[a\nb]]',
    '[[open',
    '[ [a]]',
    '\\[[a]]',
    '[\\[a]]',
    '[[https://example.org]]',
    '[[{{date}}]]',
    '[[<% tp.date.now() %>]]',
    '[[1]](https://example.org)',
  ])('%j is none', (text) => expect(links(text)).toEqual([]));

  it('is no embed behind an escaped mark', () =>
    expect(links('\\![[Note]] \\\\![[Note]]')).toEqual(['wiki Note', '!wiki Note']));
});

describe('a markdown link', () => {
  it.each([
    ['[x](Note.md)', 'markdown Note.md|x'],
    ['![x](<a b.png> "title")', '!markdown a b.png|x'],
    ['[x](a%20b.md#A%20heading)', 'markdown a b.md#A heading|x'],
    ['[x](../a(1).md)', 'markdown ../a(1).md|x'],
    ['[x](a\\).md)', 'markdown a).md|x'],
    ['[x](#heading)', 'markdown #heading|x'],
    ['[](a.md)', 'markdown a.md|'],
    ['[a [b] c](d.md)', 'markdown d.md|a [b] c'],
    ['[![alt](a.png)](b.md)', '!markdown a.png|alt', 'markdown b.md|![alt](a.png)'],
    ['[a [b](c.md) d](e.md)', 'markdown c.md|b'],
    ['[two\nlines](a.md)', 'markdown a.md|two\nlines'],
    ["[x]( a.md 'title' )", 'markdown a.md|x'],
    ['[x](100%.md)', 'markdown 100%.md|x'],
    [
      '[x](24%%201%20of%20%C3%A4%25.md#b%20%c3%c3%80%ED%A0%80%f0%9F%99%82)',
      'markdown 24% 1 of ä%.md#b %c3À%ED%A0%80🙂|x',
    ],
    ['[x](a&amp;b.md)', 'markdown a&b.md|x'],
    ['[[Note]](Other.md)', 'wiki Note'],
  ])('%s', (text, ...expected) => expect(links(text).sort()).toEqual(expected.sort()));

  it.each([
    '[x](https://example.org/a.md)',
    '[x](mailto:a@b.c)',
    '[x](obsidian://open?vault=a)',
    '[x](//host/a.md)',
    '[x](a b.md)',
    '[x] (a.md)',
    '[x]()',
    '[x](<a\nb>)',
    '[x](a.md "open)',
    '[x](a(b.md)',
    '\\[x](a.md)',
    '[x](<a.md)',
    '<https://example.org/[x](a.md)>x'.replace('[x](a.md)', ''),
  ])('%j is none', (text) => expect(links(text)).toEqual([]));
});

describe('a definition', () => {
  it.each([
    ['[x]: Note.md', 'definition Note.md'],
    ['[x]: <a b.md> "title"\n[y]: c.md#d', 'definition a b.md', 'definition c.md#d'],
    ['text\n\n[x]: Note.md\n', 'definition Note.md'],
    ['text\r\n\r\n[x]: Note.md\r\n[y]: <a b.md> "title"\r\n', 'definition Note.md', 'definition a b.md'],
    ['[x]: Note.md\r', 'definition Note.md'],
  ])('%j', (text, ...expected) => expect(links(text)).toEqual(expected));

  it.each(['[x]: a word and more', '[x]: https://example.org', '[^x]: Note.md', 'text [x]: Note.md'])(
    '%j is none',
    (text) => expect(links(text)).toEqual([]),
  );

  it('of a footnote names it with each of its links', () => {
    const text = '[^a]: [x](a.md)\n[^b]: [[b]]\n  and [[c]]\n\n[[d]]';
    expect(parseNoteLinks(text).map(({ target, footnote }) => [target, footnote])).toEqual([
      ['a.md', 'a'],
      ['b', 'b'],
      ['c', 'b'],
      ['d', null],
    ]);
  });
});

describe('in the front matter', () => {
  it.each([
    [
      '---\nup: "[[Note]]"\nto: [\'[[a|b]]\', "[[c]]"]\n---\n[[d]]',
      'property Note',
      'property a|b',
      'property c',
      'wiki d',
    ],
    ['---\r\nlist:\r\n  - "[[Note]]"\r\n---\r\n', 'property Note'],
    [
      '---\nup: \'[[It\'\'s|x]]\' # \'[[Other]]\'\n# to: "[[Gone]]"\n  # - "[[Gone]]"\nc: ["[[C# and F#]]", \'[[#1]]\', "[[Last]]"]\n---\n',
      "property It's|x",
      'property C#and F#',
      'property #1',
      'property Last',
    ],
    ['---\nup: [[Note]]\ntext: "see [[Note]] there"\n---\n'],
    ['\n---\nup: "[[Note]]"\n---\n', 'wiki Note'],
  ])('%j', (text, ...expected) => expect(links(text)).toEqual(expected));
});

it.each(['```md\n- x\n    ```js\n    [[b]]\n    ```\n```\n[[a]]', '- x\n\n  ```\n      ```\n  [[b]]\n   ```\n  [[a]]'])(
  'a fence ends where its mark does not stand in as far as code: %j',
  (text) => expect(links(text)).toEqual(['wiki a']),
);

it.each([
  '<div>\n\n[[a]]\n\n</div>',
  '<b>[[a]]</b>',
  '<span>\n[[a]]',
  '<br>\n[[a]]',
  '<divine>\n[[a]]',
  '<script>\n[[a]]',
  '> <div>\n\n[[a]]',
  '- <div>\n\n[[a]]',
  'x <div>\n[[a]]',
  '<details>\n<summary>x</summary>\n\n[[a]]\n</details>',
])('what HTML leaves to markdown holds links: %j', (text) => expect(links(text)).toEqual(['wiki a']));

describe('what is no prose holds no link', () => {
  it.each([
    '```\n[[a]]\n```',
    '~~~md\n[[a]]\n```\n[[a]]\n~~~',
    '````\n```\n[[a]]\n````',
    '```\n[[a]]',
    '> ```\n> [[a]]\n> ```',
    '- item\n  ```\n  [[a]]\n  ```',
    '1. item\n\n   ```\n   [[a]]\n   ```',
    '    [[a]]',
    '\t[[a]]',
    '# Heading\n    [[a]]',
    '`[[a]]`',
    '``x ` [[a]]``',
    '`two\n[[a]] lines`',
    '`[x](a.md)`',
    '-     [[a]]',
    '>     [[a]]',
    '- item\n\n      [[a]]',
    '<!-- x --> [[a]]',
    '- ~~~\n  [[a]]',
    '> %%\n> [[a]]\n> %%',
    '%% [[a]] %%',
    '%%\n[[a]]\n\n[[a]]\n%%',
    '%% open [[a]]',
    '%%\n[[a]]\n\n# x\n\n[[a]]',
    'x\n%% open\n\n- [[a]]',
    '> %%\n> [[a]]',
    '<!-- [[a]] -->',
    '<!--\n[[a]]\n\n[[a]]\n-->',
    'x <!-- [[a]] --> y',
    '$$\n[[a]]\n$$',
    '$$[[a]]$$',
    'so $[[a]]$ is',
    '<a href="x">x</a>',
    '<img alt="](a.md)">',
    '<div>\n[[a]]\n</div>',
    'text\n<DIV class="x">[[a]]</DIV>\n[[a]]',
    '> <details><summary>x</summary>\n> [[a]]\n',
    '- <table>\n  [[a]]',
    '   </section>\n[x](a.md)',
    '<script>\n\n[[a]]\n</script>',
    '<pre>[[a]]</pre>',
    '<Style>\n[[a]]\n\n[[a]]</style> [[a]]',
  ])('%j', (text) => expect(links(text)).toEqual([]));

  it.each([
    ['text\n    [[a]]', 1],
    ['- item\n\n    [[a]]', 1],
    ['- item\n    - [[a]]', 1],
    ['- item\n\n  [[a]]\n\ntext\n\n    [[b]]', 1],
    ['`open [[a]]', 1],
    ['``open` [[a]]', 1],
    ['5 %% open [[a]]', 1],
    ['- x %% open\n\n[[a]]', 1],
    ['$$ open [[a]]', 1],
    ['costs $5 [[a]] and $6', 1],
    ['```js``` [[a]]', 1],
    ['> ```\n> x\n\n[[a]]', 1],
    ['- item\n  ```\n  x\n\n[[a]]', 1],
    ['%% x %% [[a]]', 1],
    ['- ~~~\n  x\n[[a]]', 1],
    ['> <!-- x\n\n[[a]]', 1],
    ['> %% x\n\n[[a]]', 1],
    ['- %% x\n\n[[a]]', 1],
    ['```\n%%\n```\n[[a]]', 1],
    ['$$ x\n\n[[a]]', 1],
    ['x\n    <!-- [[a]]', 1],
    ['x\n    ``` [[a]]', 1],
    ['---\n\n[[a]]', 1],
    ['- a\n\n      x\n\n  [[a]]', 1],
    ['`a`\n\n`[[b]]', 1],
    ['a < b [[c]] > d', 1],
    ['5 %% 6', 0],
    ['```\nx\n```\n[[a]]', 1],
  ])('%j is followed by some', (text, count) => expect(links(text)).toHaveLength(count));
});

test('each has its line and its offsets', () => {
  const text = '\uFEFF---\r\nup: "[[P]]"\r\n---\r\nx [[ A #h|s]]\r\n\r\n> y\r\n> ![i](<b c.png#f> "t") 🙂 [[D]]\r\n';
  const found = parseNoteLinks(text);
  expect(
    found.map(({ line, start, end, targetStart, targetEnd }) => [
      line,
      text.slice(start, end),
      text.slice(targetStart, targetEnd),
    ]),
  ).toEqual([
    [2, '[[P]]', 'P'],
    [4, '[[ A #h|s]]', 'A'],
    [7, '![i](<b c.png#f> "t")', 'b c.png'],
    [7, '[[D]]', 'D'],
  ]);
});

const PIECES = [
  '[[',
  ']]',
  '[',
  ']',
  '(',
  ')',
  '](',
  '![',
  '`',
  '```',
  '~~~',
  '$',
  '$$',
  '%%',
  '<!--',
  '-->',
  '<a',
  '>',
  '<',
  '\\',
  '|',
  '#',
  '^b',
  '"',
  "'",
  ' ',
  '\n',
  '\r\n',
  '    ',
  '- ',
  '> ',
  '---',
  '\n---\n',
  '[^f]:',
  '[d]:',
  'a',
  'Note',
  '.md',
  '%20',
  '🙂',
  '\uD800',
  '\t',
  '===\n',
];
const anyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(''));

test('whatever the text, offsets give back what is written', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      let before = -1;
      for (const { form, embed, line, start, end, target, anchor, alias, targetStart, targetEnd } of parseNoteLinks(
        text,
      )) {
        const whole = text.slice(start, end);
        expect(start).toBeGreaterThanOrEqual(before);
        before = start;
        expect(text.slice(0, start).split('\n')).toHaveLength(line);
        expect(targetStart).toBeGreaterThan(start);
        expect(targetEnd).toBeLessThanOrEqual(end);
        if (form === 'wiki' || form === 'property') {
          expect(whole.startsWith(embed ? '![[' : '[[') && whole.endsWith(']]')).toBe(true);
          expect(text.slice(targetStart, targetEnd)).toBe(target);
          expect(whole).not.toContain('\n');
        } else {
          expect(whole.startsWith(embed ? '![' : '[')).toBe(true);
        }
        if (alias !== null) expect(whole).toContain(alias);
        expect(target !== '' || anchor !== '').toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

test('a link that is written is found, wherever it stands in prose', () => {
  const word = fc.stringMatching(/^[a-z0-9][a-z0-9 .-]{0,8}[a-z0-9]$/);
  const before = fc.constantFrom(
    '',
    'text ',
    '- ',
    '> ',
    '> - ',
    '1. ',
    '# ',
    'a\n',
    '- a\n  - ',
    '| ',
    '`code` ',
    '%% c %% ',
    '$x$ ',
  );
  fc.assert(
    fc.property(before, word, word, fc.constantFrom('', '!'), (lead, target, shown, bang) => {
      expect(links(`${lead}${bang}[[${target}|${shown}]]`)).toEqual([`${bang}wiki ${target}|${shown}`]);
      expect(links(`${lead}${bang}[${shown}](<${target}>)`)).toEqual([`${bang}markdown ${target}|${shown}`]);
    }),
    { numRuns: 300 },
  );
});

describe('a text made to take long takes a moment', () => {
  // Long enough that what is not linear takes minutes.
  const length = 1_000_000;
  it.each([
    '[[',
    '[[a',
    '[',
    ']',
    '](',
    '[a](',
    '[a](<',
    '[a](b "',
    '[a](b (',
    "[a](b '",
    '[a](b "[a](b \'',
    '`',
    '``` ',
    '` `` ',
    '$',
    '$a ',
    '%%',
    '<',
    '<a ',
    '<!--',
    '![',
    '[[a|',
    '\\[',
    '[[\n\n',
    '`\n\n',
    '$a\n\n',
    '%%\n\n',
    '$$\n',
    '%%\n',
    '> ',
    '- ',
    '>',
    '```\n',
    '[a]: ',
    '[a]:b\n',
    '[^a]: ',
    '---\n',
    'a\n',
    ' ',
    '\t',
    '(',
    '[](<a[](y (z> (t ',
    '"[[',
    '!',
    '[[a]]',
  ])('%j', (piece) => {
    const time = (text: string): number => cpuTime(() => void parseNoteLinks(text));
    const text = piece.repeat(length / piece.length);
    for (const whole of [`${text}]]`, ...(piece.includes('"') ? [`---\nx: ${text}\n---\n`] : [])])
      expect(time(whole)).toBeLessThan(6000);
  });

  it('runs of back-ticks of every length', () => {
    const text = Array.from({ length: 1000 }, (_, index) => '`'.repeat(index + 1)).join(' ');
    expect(cpuTime(() => expect(parseNoteLinks(text)).toEqual([]))).toBeLessThan(1500);
  });
});
