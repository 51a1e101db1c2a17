// A name is no markup, wherever memvault writes it: a project, a tag, a title, a file.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderLiterature } from '../../src/import/inbox/page.ts';
import { parseBlocks, parseHeading } from '../../src/note/blocks.ts';
import { escapeWords, unescapeWords } from '../../src/note/escape.ts';
import { renderLink } from '../../src/note/link-map.ts';
import { parseNoteLinks } from '../../src/note/links.ts';
import { citationsIn } from '../../src/page/claim-text.ts';
import { addRelated } from '../../src/page/edit-page.ts';
import { renderCatalogue } from '../../src/page/own-part.ts';
import { parseRunLog, renderRunEntry } from '../../src/page/run-log.ts';
import { renderTitle } from '../../src/page/memory-file.ts';
import { anyText } from './arbitraries.ts';

const PAGE = '1_Projects/Page.md';
const OTHER = '1_Projects/Other.md';

const anyName = fc
  .oneof(
    fc.constantFrom(
      '^k3v9x2ab4q',
      '[^k3v9x2ab4q]',
      '[[Work]]',
      '![[Work]]',
      '[Work](x.md)',
      '](x.md)',
      'a]',
      'a\\',
      'a ^block',
      '<!-- memvault:index -->',
      '<!-- /memvault:memory -->',
      '%% a %%',
      '# a',
      'a #',
      '#tag',
      '[!warning] Conflicting claims: a vs b',
      '> a',
      '- a',
      '1. a',
      '[x] a',
      '---',
      '`a`',
      '``',
      '*a*',
      '_a_',
      '~~a~~',
      '==a==',
      '$a$',
      '$$',
      '<b>a</b>',
      '&amp;',
      '&#91;',
      'a | b',
      '<https://example.org>',
      '| - |',
    ),
    anyText,
  )
  .filter((name) => escapeWords(name) !== '');

/** The name as it reads: on one line, without what nobody sees. */
const shown = (name: string): string => unescapeWords(escapeWords(name));

/** Links of a text, each as what it says and where it leads. */
const linksOf = (text: string): string[] =>
  parseNoteLinks(text).map(
    ({ form, embed, alias, target }) => `${form}${embed ? '!' : ''} ${unescapeWords(alias ?? '')} ${target}`,
  );

/** What else a name could become. */
function expectNoMarkup(text: string): void {
  expect(citationsIn(text)).toEqual([]);
  expect(text).not.toMatch(/\[\^|(?<!\\)\[\[|(?:^|\s)\^[\w-]+$/m);
  expect(text.replaceAll(/^<!-- \/?memvault:\w+ -->$/gm, '')).not.toContain('<!--');
  expect(
    parseBlocks(text)
      .blocks.filter(({ kind }) => ['quote', 'definition', 'fence', 'comment'].includes(kind))
      .filter((block) => !block.text.startsWith('<!-- ')),
  ).toEqual([]);
}

const headings = (text: string): string[] =>
  parseBlocks(text).blocks.flatMap((block) =>
    block.kind === 'heading' ? [unescapeWords(parseHeading(block.text)?.title ?? '')] : [],
  );

const check = (holds: (name: string) => void): void => fc.assert(fc.property(anyName, holds), { numRuns: 300 });

describe('a name that looks like markdown', () => {
  test('reads as it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const flat = text
          .toWellFormed()
          .replace(/(?!\s)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '')
          .replace(/\s+/g, ' ')
          .trim();
        expect(shown(text)).toBe(flat);
      }),
      { numRuns: 500 },
    );
  });

  test('is one link under Related', () =>
    check((name) => {
      const text = addRelated('', PAGE, [{ path: OTHER, title: name }]);
      expect(linksOf(text)).toEqual([`markdown ${shown(name)} Other.md`]);
      expect(headings(text)).toEqual(['Related']);
      expectNoMarkup(text);
    }));

  test('is one link in index.md, beside the same name in a description', () =>
    check((name) => {
      const text = `# Index\n\n${renderCatalogue([{ path: OTHER, title: name, description: `About ${name}`, claims: 3 }])}\n`;
      expect(linksOf(text)).toEqual([`markdown ${shown(name)} ${OTHER}`]);
      expect(headings(text)).toEqual(['Index', '1_Projects']);
      expectNoMarkup(text);
    }));

  test('is one heading of MEMORY.md', () =>
    check((name) => {
      const text = `${renderTitle(name)}\n\n- User drinks tea\n`;
      expect([linksOf(text), headings(text)]).toEqual([[], [shown(name)]]);
      expectNoMarkup(text);
    }));

  test('is one link of a run in log.md', () =>
    check((name) => {
      const text = renderRunEntry({
        day: '2026-07-01',
        kind: 'inbox',
        about: 'inbox',
        watermark: null,
        run: 'r-20260701-0300-7f3a9c',
        summary: `moved ${renderLink(name, 'log.md', OTHER)}`,
      });
      expect(linksOf(text)).toEqual([`markdown ${shown(name)} ${OTHER}`]);
      expect(parseRunLog(text)).toHaveLength(1);
      expectNoMarkup(text);
    }));

  test('is a heading in Contents and a link under Sources of a literature page', () =>
    check((name) => {
      const text = renderLiterature({
        path: '2_Wiki/Literature/T.md',
        reading: null,
        engine: 'extract/1',
        source: { path: '4_Assets/file.txt', digest: 'a'.repeat(64) },
        updated: '2026-07-01',
        extract: {
          title: name,
          url: null,
          passages: [],
          sentences: [],
          heads: [{ level: 1, title: name }],
          links: [{ text: name, address: 'https://example.org/' }],
          extent: '5 words',
        },
      });
      const body = text.slice(text.indexOf('\n---\n') + 5);
      expect(linksOf(body)).toEqual(['markdown file.txt ../../4_Assets/file.txt']);
      expect(headings(body)).toEqual(['Overview', 'Contents', 'Links', 'Sources']);
      expectNoMarkup(body);
    }));
});
