// What is said of a text without a model: its own sentences, word for word, and nothing of them is markup on the page.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeSource, extract, type Extract, nameOf } from '../../../src/import/inbox/extract.ts';
import { renderLiterature } from '../../../src/import/inbox/page.ts';
import { readInline, splitSentences } from '../../../src/import/prose.ts';
import { parseBlocks } from '../../../src/note/blocks.ts';
import { escapeWords } from '../../../src/note/escape.ts';
import { sourceDigestOf, parseClaims } from '../../../src/page/page.ts';
import { parsePageHead } from '../../../src/page/edit-page.ts';
import { RIVERS } from './place.ts';
import { cpuTime } from '../../support/cpu-time.ts';
const of = (
  text: string,
  { isMarkdown = true, maySay = () => true }: { isMarkdown?: boolean; maySay?: (text: string) => boolean } = {},
): Extract => {
  const found = extract({ text, isMarkdown }, { name: 'file', maySay });
  if (found === null) throw new Error('nothing was read');
  return found;
};
const said = (text: string): string[] => of(text).sentences.map((sentence) => sentence.text);
const page = (found: Extract): string =>
  renderLiterature({
    path: '2_Wiki/Literature/x.md',
    extract: found,
    reading: null,
    engine: 'extract/1',
    source: { path: '5_Archives/Inbox/x.md', digest: 'a'.repeat(64) },
    updated: '2026-07-05',
  });

describe('extract', () => {
  test('takes title, heads, sentences and links as they stand', () => {
    const found = of(RIVERS);
    expect(found).toMatchObject({
      title: 'Rivers of the north',
      url: null,
      heads: [
        { level: 2, title: 'How it was measured' },
        { level: 2, title: 'Links' },
      ],
    });
    expect(found.links).toEqual([
      { text: 'the data', address: 'https://example.org/data' },
      { text: 'https://example.org/map', address: 'https://example.org/map' },
    ]);
    expect(said(RIVERS)).toContain(
      'The authors measured the water of 14 rivers every day for 20 years with floats and gauges.',
    );
  });

  test.each([
    [
      'front matter',
      '---\ntitle: Said above\nsource: https://example.com/a\n---\n# A head\n\nWords that are here for a test of titles.\n',
      'Said above',
      'https://example.com/a',
    ],
    ['a first head', '# A head\n\nWords that are here for a test of titles.\n', 'A head', null],
    ['an underlined head', 'A head\n======\n\nWords that are here for a test of titles.\n', 'A head', null],
    ['the name of the file', 'Words that are here for a test of titles.\n\n## Later\n', 'file', null],
    ['broken front matter', '---\ntitle: [a\n---\n\nWords that are here for a test of titles.\n', 'file', null],
    [
      'an address that is none',
      '---\ntitle: T\nsource: javascript:alert(1)\n---\nWords that are here for a test of titles.\n',
      'T',
      null,
    ],
  ])('title and address from %s', (_, text, title, url) => {
    expect(of(text)).toMatchObject({ title, url });
  });

  test('reads plain text by its paragraphs, marks in it are letters', () => {
    const found = of(
      'A title without a stop\n\nThe first line of *this* paragraph is\nbroken in two, and [not a link](https://a.example/x).\n',
      { isMarkdown: false },
    );
    expect(found).toMatchObject({ title: 'A title without a stop', heads: [] });
    expect(found.sentences.map(({ text }) => text)).toEqual([
      'The first line of *this* paragraph is broken in two, and [not a link](https://a.example/x).',
    ]);
  });

  test('reads Chinese, whose lines are joined without a space', () => {
    expect(said('# 標題\n\n這是一個很長的句子，它被分成\n兩行。第二個句子也在這裡，說了別的事情。\n')).toEqual([
      '這是一個很長的句子，它被分成兩行。',
      '第二個句子也在這裡，說了別的事情。',
    ]);
  });

  test('leaves out code, tables, formulas, comments, footnotes, pictures and what looks like a logged fact', () => {
    const found = of(
      'Only this sentence of the text is read.[^1] ![a picture](x.png)\n\n```\nThis is code and no sentence at all.\n```\n\n| This is a cell | of a table with words |\n|---|---|\n\n%% A comment of somebody that nobody sees. %%\n\n<!-- Another comment that nobody sees at all. -->\n\n- [work] User works at another place since today\n\n[^1]: A footnote that nobody reads as a sentence.\n',
    );
    expect(found.sentences.map(({ text }) => text)).toEqual(['Only this sentence of the text is read.']);
  });

  test('of a long text it picks few sentences, in their order, and none twice in other words', () => {
    const filler = Array.from(
      { length: 60 },
      (_, at) => `Paragraph ${at} tells a story about a cat named Tom${at} and nothing else of interest.`,
    );
    const core = [
      'Solar panels on the roof save money for the whole family every year.',
      'The whole family saves money every year with solar panels on the roof.',
    ];
    const sentences = said(
      [...filler.slice(0, 20), core[0], ...filler.slice(20, 40), core[1], ...filler.slice(40)].join('\n\n'),
    );
    expect(sentences.length).toBeLessThanOrEqual(10);
    expect(sentences.filter((one) => core.includes(one)).length).toBeLessThanOrEqual(1);
    const text = [...filler, ...core].join('\n');
    for (const one of sentences) expect(text).toContain(one);
  });

  test('words of what was forgotten are not said', () => {
    const found = of(
      '# Rivers\n\nThe red fox lives at the river near the old mill. Another sentence says something else of it.\n',
      { maySay: (text) => !text.includes('red fox') },
    );
    expect(JSON.stringify(found)).not.toContain('red fox');
    expect(found.sentences.map(({ text }) => text)).toEqual(['Another sentence says something else of it.']);
  });

  test('nothing to read gives nothing', () => {
    expect(extract({ text: '```\ncode\n```\n', isMarkdown: true }, { name: 'x', maySay: () => true })).toBeNull();
  });

  test('every sentence is in the text, for any text of plain paragraphs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[A-Za-z0-9 ,;'()"%$&/+=!?.:日本語文字列。！？\u0e01-\u0e2e-]{0,200}$/), {
          maxLength: 30,
        }),
        (paragraphs) => {
          const text = paragraphs.join('\n\n');
          const found = extract({ text, isMarkdown: false }, { name: 'x', maySay: () => true });
          for (const { text: sentence } of found?.sentences ?? [])
            expect(text.replace(/\s+/g, ' ')).toContain(sentence);
        },
      ),
    );
  });
});

describe('sentences', () => {
  test.each([
    ['Dr. Smith came. He left at 5 p.m. on Monday.', ['Dr. Smith came.', 'He left at 5 p.m. on Monday.']],
    ['Version 1.2.3 is out! Is it good? Yes… It is.', ['Version 1.2.3 is out!', 'Is it good?', 'Yes…', 'It is.']],
    ['He said: "It rains." Then he left.', ['He said: "It rains."', 'Then he left.']],
    ['一。二！三？', ['一。', '二！', '三？']],
    ['No stop at all', ['No stop at all']],
  ])('%s', (passage, sentences) => {
    expect(splitSentences(passage)).toEqual(sentences);
  });

  test('nothing is lost but blanks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(splitSentences(text).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});

describe('inline', () => {
  test.each([
    ['a **bold** and _slanted_ ~~word~~', 'a bold and slanted word'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['see [[Some/Page#Head|that]] and [[Some/Page#Head]]', 'see that and Page'],
    ['`code *as* it is` and \\*stars\\*', 'code *as* it is and *stars*'],
    ['a [link](<a b.md> "title") and ![[picture.png]]', 'a link and'],
    ['words ^block-1', 'words'],
    ['above <script type="x">fetch("http://x.example")</script> below <style>a {}', 'above below'],
    ['`<script>` holds a program', '<script> holds a program'],
  ])('%s', (markdown, words) => {
    expect(readInline(markdown).words).toBe(words);
  });

  test('a text that is made to keep patterns busy is read in time', () => {
    expect(
      cpuTime(() => {
        for (const part of [
          '[',
          '`',
          '**a ',
          '<!-- ',
          '![[',
          '__a',
          '.',
          '。',
          '[^',
          '\\',
          '%%',
          '<a',
          '[a](',
          '- a\n',
        ])
          extract({ text: part.repeat(100_000), isMarkdown: true }, { name: 'x', maySay: () => true });
      }),
    ).toBeLessThan(20_000);
  });
});

describe('the page', () => {
  test('of any text has no claim, no footnote, no mark of memvault and no wikilink, and its head can be read', () => {
    const nasty = fc.constantFrom(
      '[^k3v9x2ab4q]',
      '[^k3v9x2ab4q]: x',
      '<!-- memvault:index -->',
      '<!-- /memvault:index -->',
      '[[Work]]',
      '![[x]]',
      '- [work] User lies ^k3v9x2ab4q',
      '\n## Key Facts\n\n',
      '\n- a\n',
      '> [!warning] Conflicting claims: A vs B',
      '\n---\n',
      '#tag',
      ' ^k3v9x2ab4q',
      '%%',
      '$$',
      '“',
      '”',
      '`',
      '\\',
      '&#91;',
      '&lt;',
      '<script>',
      '<b>',
      '| a | b |',
      '~~x~~',
      '==x==',
      '\r\n',
      '\u2028',
      '\u202E',
      ' ',
      'words of a sentence that is long enough to be one. ',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 30 })), { maxLength: 40 }),
        fc.boolean(),
        (parts, isMarkdown) => {
          const found = extract({ text: parts.join(''), isMarkdown }, { name: 'x', maySay: () => true });
          if (found === null) return;
          const text = page(found);
          expect(parseClaims('x.md', parseBlocks(text))).toEqual([]);
          expect(text).not.toMatch(/\[\^|<!--|(?<!\\)\[\[|!\[/);
          expect(text).not.toMatch(/ \^[\w-]+$/m);
          const blocks = parseBlocks(text);
          expect(blocks.blocks.filter(({ kind }) => kind === 'heading').map((block) => block.text)).toEqual(
            ['## Overview', '## Key Sentences', '## Contents', '## Links', '## Sources'].filter((head) =>
              text.includes(`\n${head}\n`),
            ),
          );
          expect(parsePageHead('x.md', text)).toMatchObject({ broken: null });
          expect(sourceDigestOf(text)).toBe('a'.repeat(64));
          expect(text.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('quotes ordinary words as they are', () => {
    const words = 'It’s 50 % of $5, isn’t it? See a_b, C#, R&D, 2 * 3 and https://a.example/x_y (page 3).';
    expect(escapeWords(words)).toBe(words);
  });
});

describe('decodeSource', () => {
  test.each([
    ['UTF-16', Buffer.from('\uFEFFHello you', 'utf16le'), 'it is UTF-16; save it as UTF-8'],
    ['Latin-1', Buffer.from('Grüße', 'latin1'), 'it is not UTF-8; save it as UTF-8'],
    ['nothing', Buffer.alloc(0), 'it is empty'],
    ['blanks', Buffer.from(' \n\t\r\n'), 'it is empty'],
    ['NUL', Buffer.from('a\0b'), 'it is not a text file, despite its name'],
  ])('%s is no text', (_, bytes, why) => {
    expect(decodeSource('x.md', bytes)).toBe(why);
  });
  test('a byte order mark and CRLF are none of its words', () => {
    expect(decodeSource('x.md', Buffer.from('\uFEFFa\r\nb\rc'))).toEqual({ text: 'a\nb\nc', isMarkdown: true });
  });
  test.each([
    ['0_Inbox/v1.2 notes.md', 'v1.2 notes'],
    ['0_Inbox/a/README', 'README'],
    ['0_Inbox/x.TXT', 'x'],
  ])('%s is called %s', (path, name) => {
    expect(nameOf(path)).toBe(name);
  });
});

test('a long line of a script without spaces gets none, and one with spaces keeps its own', () => {
  for (const words of ['河水在春天上涨得最多🌊'.repeat(1200), 'Rivers carry water in spring. '.repeat(500).trim()])
    expect(readInline(words).words).toBe(words);
});
