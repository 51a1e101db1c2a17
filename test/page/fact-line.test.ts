import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCategory, parseFactLine, renderFactLine, toTag } from '../../src/page/fact-line.ts';
import { anyText } from './arbitraries.ts';
import { cpuTime } from '../support/cpu-time.ts';

const ID = 'p0d4mm1z5k';
const none = { tags: [], fields: {} };

describe('a fact line', () => {
  it.each<[string, object]>([
    [
      '- [work] User works at Microsoft ^p0d4mm1z5k',
      { id: ID, category: 'work', text: 'User works at Microsoft', ...none },
    ],
    [
      '- [preference] Compact dashboards `ui product` ^p0d4mm1z5k',
      { id: ID, category: 'preference', text: 'Compact dashboards', tags: ['ui', 'product'], fields: {} },
    ],
    [
      '- [work] Works at Microsoft [project:: atlas] [confidence:: 0.9] `career` ^p0d4mm1z5k',
      {
        id: ID,
        category: 'work',
        text: 'Works at Microsoft',
        tags: ['career'],
        fields: { project: 'atlas', confidence: '0.9' },
      },
    ],
    [
      '- [work] Fields may stand behind the tags `career` [project:: atlas] ^p0d4mm1z5k',
      {
        id: ID,
        category: 'work',
        text: 'Fields may stand behind the tags',
        tags: ['career'],
        fields: { project: 'atlas' },
      },
    ],
    [
      '- [work] A line of an older vault `tag1 tag2`',
      { id: null, category: 'work', text: 'A line of an older vault', tags: ['tag1', 'tag2'], fields: {} },
    ],
    [
      '- [work] By hand, with spaces at the end  \t ',
      { id: null, category: 'work', text: 'By hand, with spaces at the end', ...none },
    ],
    [
      '- [work]   By hand, with spaces before',
      { id: null, category: 'work', text: 'By hand, with spaces before', ...none },
    ],
    ['- [work] By hand<br>on two lines', { id: null, category: 'work', text: 'By hand\non two lines', ...none }],
    [
      '- [work] Only `one` span is tags `a`',
      { id: null, category: 'work', text: 'Only `one` span is tags', tags: ['a'], fields: {} },
    ],
    [
      '- [work] Several spans behind a field [project:: atlas] `a` `b c`',
      {
        id: null,
        category: 'work',
        text: 'Several spans behind a field',
        tags: ['a', 'b', 'c'],
        fields: { project: 'atlas' },
      },
    ],
    ['- [work] Two spans `a` `b`', { id: null, category: 'work', text: 'Two spans `a`', tags: ['b'], fields: {} }],
    [
      '- [work] A field [x:: y] inside stays',
      { id: null, category: 'work', text: 'A field [x:: y] inside stays', ...none },
    ],
    ['- [work] No field [std::vector]', { id: null, category: 'work', text: 'No field [std::vector]', ...none }],
    [
      '- [work] An id is ten characters ^abc',
      { id: null, category: 'work', text: 'An id is ten characters ^abc', ...none },
    ],
    [
      '- [work] An id has no capitals ^P0D4MM1Z5K',
      { id: null, category: 'work', text: 'An id has no capitals ^P0D4MM1Z5K', ...none },
    ],
    ['- [my work] Inner space', { id: null, category: 'my work', text: 'Inner space', ...none }],
    ['- [工作] 用户在微软工作', { id: null, category: '工作', text: '用户在微软工作', ...none }],
    ['- [עבודה] המשתמש עובד ב-Microsoft', { id: null, category: 'עבודה', text: 'המשתמש עובד ב-Microsoft', ...none }],
    ['- [e\u0301te\u0301] decomposed', { id: null, category: 'e\u0301te\u0301', text: 'decomposed', ...none }],
    ['- [काम] हिन्दी में', { id: null, category: 'काम', text: 'हिन्दी में', ...none }],
    [
      '- [work] \u{1F642} and \u200Fright to left\u200E',
      { id: null, category: 'work', text: '\u{1F642} and \u200Fright to left\u200E', ...none },
    ],
    [
      '- [work] cut by a power failure\u0000\u0000\u0000',
      { id: null, category: 'work', text: 'cut by a power failure', ...none },
    ],
    [
      '- [work] whole, then a power failure ^p0d4mm1z5k\u0000\u0000 \u0000',
      { id: ID, category: 'work', text: 'whole, then a power failure', ...none },
    ],
    [
      '- [work] with a bad byte \uDCFF ^p0d4mm1z5k',
      { id: ID, category: 'work', text: 'with a bad byte \uDCFF', ...none },
    ],
  ])('%s', (line, fact) => {
    expect(parseFactLine(line)).toEqual(fact);
  });

  it.each([
    '- [ ] todo',
    '- [x] done',
    '- [X] done',
    '- [/] doing',
    '- [-] dropped',
    '- [>] moved',
    '- [!] urgent',
    '- [a] one letter',
    '- [工] one letter',
    '- [é] one letter, composed',
    '- [e\u0301] one letter, decomposed',
    '- [docs](https://example.org)',
    '- [docs](a.md) and more',
    '- [a][b]',
    '- [ref][] text',
    '- [[link]]',
    '- [[link]] text',
    '- [[a|b]] text',
    '- [work]no space',
    '- [work]',
    '- [work] ',
    '- [work]    ',
    '- [work]:  text',
    '- [^p0d4mm1z5k] text',
    '- [work.io] text',
    '- [a, b] text',
    '- [ work ] text',
    '- [-work] text',
    ' - [work] indented',
    '  - [work] nested',
    '\t- [work] nested',
    '* [work] star',
    '+ [work] plus',
    '1. [work] numbered',
    '> - [work] quoted',
    '-[work] text',
    '- [work text',
    '## 14:05 — abc12345',
    '# - [work] x',
    '',
    '-',
    '- ',
    '- text',
    'prose',
    '- [work] ^p0d4mm1z5k',
    '- [work]  ^p0d4mm1z5k',
    '- [work]  `tag` ^p0d4mm1z5k',
    '\u0000\u0000\u0000',
  ])('%s is prose', (line) => {
    expect(parseFactLine(line)).toBeNull();
  });

  it.each(
    [
      'ends in `code`',
      'ends in `two words`',
      'ends in ``',
      'ends in ` `',
      '`only code`',
      ' `tag`',
      'a ` b',
      'ends in [x:: y]',
      'ends in [x:: ]',
      '[x:: y]',
      'ends in [x:: y] `a`',
      'ends in `a` [x:: y]',
      'ends in [x:: y] <!-- -->',
      'ends in ] ',
      'ends in ^k3v9x2ab4q',
      'ends in ^p0d4mm1z5k',
      '^k3v9x2ab4q',
      'ends in `a` ^k3v9x2ab4q',
      'ends in <!-- -->',
      'ends in <!-- --> <!-- -->',
      '<!-- -->',
      ' <!-- -->',
      'ends in `a` <!-- -->',
      '<!-- open',
      '-->',
      'two\nlines',
      'two\r\nlines',
      'old\rMac',
      '\nfirst',
      'last\n',
      '\n\n',
      'a\n\n\nb'.repeat(2),
      'line\u2028separator\u2029',
      '## 14:05 — abc12345',
      'x\n## 14:05 — abc12345\n\n- [work] y ^k3v9x2ab4q',
      '```\ncode\n```',
      '- [work] nested',
      '- [ ] todo',
      '[x] done',
      '[[link]]',
      '<br>',
      'a <br> b',
      '&#60;br>',
      '&#10;',
      '&#38;#10;',
      '&amp;',
      '&#x0A;',
      '&#0010;',
      '&#128;',
      '&#999;',
      '&#',
      'R&D',
      'AT&T &#',
      '\u0000',
      'a\u0000b',
      '\u001B[31mred\u001B[0m',
      '\u007F',
      '\u0085',
      '\uFEFFbom',
      'bom\uFEFF',
      ' leading',
      'trailing ',
      '\ttab\t',
      '\u00A0no-break\u00A0',
      '\u3000ideographic\u3000',
      'cafe\u0301',
      'café',
      '日本語のテキスト',
      'שלום עולם',
      'مرحبا بالعالم',
      '👩‍👩‍👧‍👦',
      '\u{10FFFF}',
      '\uFFFF',
      '\\',
      '\\`',
      '\\[x:: y\\]',
      'x'.repeat(100_000),
      '`[x:: y] '.repeat(10_000),
      '🙂'.repeat(25_000),
    ].filter((text) => text.trim() !== ''),
  )('holds the text %j', (text) => {
    for (const statement of [
      { category: 'work', text, tags: [], fields: {} },
      { category: 'work', text, tags: ['a', 'b'], fields: {} },
      { category: 'work', text, tags: [], fields: { project: 'atlas' } },
      { category: 'work', text: 'x', tags: ['a'], fields: { value: text } },
    ])
      expect(parseFactLine(renderFactLine(statement, ID))).toEqual({ ...statement, id: ID });
  });

  it('holds fields named like what every object has', () => {
    const statement = {
      category: 'work',
      text: 'x',
      tags: [],
      fields: { constructor: 'a', toString: 'b', hasOwnProperty: 'c' },
    };
    expect(parseFactLine(renderFactLine(statement, ID))).toEqual({ ...statement, id: ID });
  });

  it('shows plain text as it is', () => {
    expect(
      renderFactLine(
        {
          category: 'work',
          text: 'Uses `npm ci` (not `npm i`), R&D pays <b>5</b> €',
          tags: ['a'],
          fields: { project: 'x' },
        },
        ID,
      ),
    ).toBe('- [work] Uses `npm ci` (not `npm i`), R&D pays <b>5</b> € [project:: x] `a` ^p0d4mm1z5k');
  });
});

describe('a line of a megabyte takes no longer than it must', () => {
  it.each<[string, string]>([
    ['spaces', ' '],
    ['back-ticks', '`'],
    ['spaced back-ticks', ' `'],
    ['brackets', '['],
    ['spaced brackets', ' ['],
    ['fields', ' [a:: b]'],
    ['ends of text', ' <!-- -->'],
    ['carets', ' ^'],
    ['ids', ' ^k3v9x2ab4q'],
    ['NUL bytes', '\u0000'],
    ['NUL bytes and spaces', ' \u0000'],
    ['references', '&#38;'],
    ['breaks', '<br>'],
    ['letters', 'a'],
    ['marks', 'e\u0301'],
  ])('%s', (_name, piece) => {
    const filling = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const spent = cpuTime(() => {
      for (const line of [
        `- [work] a${filling}b`,
        `- [work] a${filling}`,
        `- [work] a${filling} ^${ID}`,
        `- [${filling}] text`,
        `- [a${filling}`,
      ])
        parseFactLine(line);
      const statement = { category: 'work', text: `a${filling}b`, tags: [], fields: {} };
      expect(parseFactLine(renderFactLine(statement, ID))?.text).toBe(statement.text);
    });
    expect(spent).toBeLessThan(3000);
  });
});

describe('a category', () => {
  it.each(['work', 'my work', 'to_do', 'a-b', '10', 'x1', '工作', 'über', 'u\u0308ber', 'ai ml ops'])(
    '%s is one',
    (text) => {
      expect(isCategory(text)).toBe(true);
    },
  );

  it.each(['', 'a', 'é', 'e\u0301', ' ab', 'ab ', '-ab', '_ab', 'a/b', 'a.b', 'a]b', 'a\nb', 'a\tb', '🙂🙂'])(
    '%j is none',
    (text) => {
      expect(isCategory(text)).toBe(false);
    },
  );
});

describe('a tag', () => {
  it.each([
    ['ui', 'ui'],
    ['#ui', 'ui'],
    ['##ui', 'ui'],
    ['# ui', 'ui'],
    ['`#ui`', 'ui'],
    ['# #ui', 'ui'],
    [' two words ', 'two-words'],
    ['two\nlines', 'two-lines'],
    ['tab\tbed', 'tab-bed'],
    ['c++', 'c++'],
    ['C#', 'C#'],
    ['-5', '-5'],
    ['', ''],
    ['#', ''],
    ['`', ''],
    ['\u0000', ''],
    ['日本', '日本'],
  ])('%j becomes %j', (text, tag) => {
    expect(toTag(text)).toBe(tag);
  });

  it('stands in a fact line whatever it was made of', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tag = toTag(text);
        expect(toTag(tag)).toBe(tag);
        if (tag === '') return;
        expect(
          parseFactLine(renderFactLine({ category: 'work', text: 'x', tags: [tag], fields: {} }, ID))?.tags,
        ).toEqual([tag]);
      }),
    );
  });
});
