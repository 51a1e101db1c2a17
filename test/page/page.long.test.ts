import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parseBlocks, parseHeading } from '../../src/note/blocks.ts';
import { hasMergeMarkers, parseClaims, parseSources, titleFromPath } from '../../src/page/page.ts';
import { parsePageHead } from '../../src/page/edit-page.ts';
import { appendToSection, findSection, withSection } from '../../src/page/sections.ts';
import { cpuTime } from '../support/cpu-time.ts';

const blocksOf = (text: string) => parseBlocks(text).blocks.map((block) => [block.kind, block.text]);
const claimsOf = (text: string) => parseClaims('p.md', parseBlocks(text));

const PAGE = `---
type: note
title: Work
review: current
---

## Overview
Work: 2 claims from 2 facts.

## Key Facts
- User now works at Microsoft.[^p0d4mm1z5k]

### Pay
- Paid monthly.[^k3v9x2ab4q][^00000000aa]

## History
- ~~User works at Google.~~ 2026-03-02 to 2026-07-01.[^a1b2c3d4e5]

## Sources
[^p0d4mm1z5k]: [2026-07-01 14:05](../daily/2026-07-01.md#^p0d4mm1z5k)
[^a1b2c3d4e5]: [2026-03-02](../daily/2026-03-02.md)
[^1]: a book
`;

describe('a page', () => {
  it('is read as the design shows it', () => {
    expect(parsePageHead('3_Personal/Work.md', PAGE)).toEqual({
      type: 'note',
      title: 'Work',
      description: '',
      aliases: [],
      tags: [],
      hasTagList: false,
      broken: null,
    });
    expect(parseClaims('3_Personal/Work.md', parseBlocks(PAGE))).toEqual([
      {
        page: '3_Personal/Work.md',
        line: 11,
        section: 'Key Facts',
        head: null,
        text: 'User now works at Microsoft.',
        facts: ['p0d4mm1z5k'],
        past: false,
        held: null,
        sides: [],
      },
      {
        page: '3_Personal/Work.md',
        line: 14,
        section: 'Key Facts',
        head: 'Pay',
        text: 'Paid monthly.',
        facts: ['k3v9x2ab4q', '00000000aa'],
        past: false,
        held: null,
        sides: [],
      },
      {
        page: '3_Personal/Work.md',
        line: 17,
        section: 'History',
        head: null,
        text: 'User works at Google.',
        facts: ['a1b2c3d4e5'],
        past: true,
        held: { from: '2026-03-02', to: '2026-07-01' },
        sides: [],
      },
    ]);
    expect(parseClaims('a.md', parseBlocks(PAGE.replaceAll('\n', '\r\n')))).toEqual(
      parseClaims('a.md', parseBlocks(PAGE)),
    );
    expect([...parseSources(parseBlocks(PAGE))]).toEqual([
      ['p0d4mm1z5k', '2026-07-01 14:05'],
      ['a1b2c3d4e5', '2026-03-02'],
      ['1', ''],
    ]);
  });

  it('takes its title from its front matter, else from its name', () => {
    expect(parsePageHead('3_Personal/Über uns.md', 'x').title).toBe('Über uns');
    expect(parsePageHead('a/b.md', '---\ntitle: "  "\n---\n').title).toBe('b');
    expect(parsePageHead('a/b.md', '---\ntitle: [x]\n---\n').title).toBe('b');
    expect(titleFromPath('b.MD')).toBe('b');
  });

  it('with broken front matter has its claims nevertheless', () => {
    const page = '---\ntitle: [\n---\n- x[^p0d4mm1z5k]\n';
    expect(parsePageHead('a/b.md', page).broken).not.toBeNull();
    expect(parseClaims('a/b.md', parseBlocks(page)).map((claim) => claim.text)).toEqual(['x']);
  });

  it.each([
    ['a claim in a fence', '```\n- x[^p0d4mm1z5k]\n```\n'],
    ['a claim in a comment', '<!-- - x[^p0d4mm1z5k] -->\n'],
    ['a claim in a comment of several lines', '<!--\n\n- x[^p0d4mm1z5k]\n\n-->\n'],
    ['a claim in a comment of Obsidian', '%%\n- x[^p0d4mm1z5k]\n%%\n'],
    ['a heading', '## x[^p0d4mm1z5k]\n'],
    ['a definition', '[^p0d4mm1z5k]: x\n    more[^k3v9x2ab4q]\n'],
    ['front matter', '---\ntitle: x[^p0d4mm1z5k]\n---\n'],
  ])('has no claim in %s', (_name, text) => {
    expect(claimsOf(text)).toEqual([]);
  });

  it.each([
    ['an open comment', '<!--\n- x[^p0d4mm1z5k]\n'],
    ['an open comment before another', '<!-- open\n- x[^p0d4mm1z5k]\n<!-- closed -->\n'],
    ['a fence that was left open above a section', '```js\ncode\n## Key Facts\n- x[^p0d4mm1z5k]\n'],
    ['a comment on its own line', '<!-- memo -->\n- x[^p0d4mm1z5k]\n'],
    ['an indented list', '  - x[^p0d4mm1z5k]\n'],
    ['a rule', 'text\n---\n- x[^p0d4mm1z5k]\n---\n'],
    ['a numbered list', '1) x[^p0d4mm1z5k]\n'],
    ['a table', '| x[^p0d4mm1z5k] |\n'],
  ])('has its claim in or behind %s', (_name, text) => {
    expect(claimsOf(text).map((claim) => claim.facts)).toEqual([['p0d4mm1z5k']]);
  });

  it('has a claim for each item of a nested list', () => {
    expect(
      claimsOf(
        '- a[^aaaaaaaaaa]\n  - b[^bbbbbbbbbb]\n    more\n\t- c[^cccccccccc]\n\n  d[^dddddddddd]\n- e[^eeeeeeeeee]\nlazy\n',
      ).map((claim) => [claim.line, claim.text]),
    ).toEqual([
      [1, 'a'],
      [2, 'b more'],
      [4, 'c'],
      [6, 'd'],
      [7, 'e lazy'],
    ]);
  });

  it('names the section and the head above each claim', () => {
    const claims = claimsOf(
      '- a[^aaaaaaaaaa]\n## One ##\n### C#\n- b[^bbbbbbbbbb]\n#### Deep\n- c[^cccccccccc]\n## Two\n#### Deep\n- d[^dddddddddd]\n# Three\n- e[^eeeeeeeeee]\n',
    );
    expect(claims.map(({ section, head }) => [section, head])).toEqual([
      ['', null],
      ['One', 'C#'],
      ['One', 'C#'],
      ['Two', 'Deep'],
      ['', null],
    ]);
  });
});

describe('the blocks of a note', () => {
  it('are told apart', () => {
    expect(
      blocksOf(
        '# T\npara\nmore\n\n- a\n  b\n- c\n> q\n> r\n[^1]: d\n    e\nf\n---\n***\n1. n\n```\nx\n```\n```\ny\n```\n%% z %%\n',
      ),
    ).toEqual([
      ['heading', '# T'],
      ['paragraph', 'para\nmore'],
      ['item', '- a\n  b'],
      ['item', '- c'],
      ['quote', '> q\n> r'],
      ['definition', '[^1]: d\n    e'],
      ['paragraph', 'f'],
      ['item', '1. n'],
      ['fence', '```\nx\n```'],
      ['fence', '```\ny\n```'],
      ['comment', '%% z %%'],
    ]);
  });

  it.each<[string, { level: number; title: string } | null]>([
    ['# a', { level: 1, title: 'a' }],
    ['## Key Facts ##', { level: 2, title: 'Key Facts' }],
    ['### C#', { level: 3, title: 'C#' }],
    ['### C #', { level: 3, title: 'C' }],
    ['##', { level: 2, title: '' }],
    ['## #', { level: 2, title: '' }],
    ['###### six', { level: 6, title: 'six' }],
    ['####### seven', null],
    ['#tag', null],
    [' # indented', null],
    ['text', null],
  ])('a heading %j', (line, heading) => {
    expect(parseHeading(line)).toEqual(heading);
  });
});

describe('sections', () => {
  it.each<[string, [number, number] | null]>([
    ['## Sources\na\n## More\n', [0, 2]],
    ['## Sources ##\n', [0, 1]],
    ['x\n## Sources\n### a\n# T\n', [1, 3]],
    ['# Sources\n', null],
    ['### Sources\n', null],
    ['## sources\n', null],
    ['```\n## Sources\n```\n', null],
    ['---\na: "\n## Sources\n"\n---\n', null],
  ])('are found: %j', (text, place) => {
    const section = findSection(text, 'Sources');
    expect(section && [section.heading, section.end]).toEqual(place);
  });

  it.each([
    ['', '## Related\n'],
    ['text', 'text\n\n## Related\n'],
    ['text\n\n', 'text\n\n## Related\n'],
    ['## Sources\n', '## Related\n\n## Sources\n'],
    ['text\n## Sources\n', 'text\n\n## Related\n\n## Sources\n'],
    ['## Mine\n', '## Mine\n\n## Related\n'],
    ['a\r\n', 'a\r\n\r\n## Related\r\n'],
    ['---\na: 1\n---\n', '---\na: 1\n---\n\n## Related\n'],
    ['```\nopen\n', '## Related\n\n```\nopen\n'],
    ['text\n\n```\nopen\n', 'text\n\n## Related\n\n```\nopen\n'],
  ])('are made in their place: %j', (before, after) => {
    expect(withSection(before, 'Related')).toBe(after);
    expect(withSection(after, 'Related')).toBe(after);
  });

  it.each([
    ['## Sources\n', '## Sources\n[^1]: x\n'],
    ['## Sources\n\n\n## Mine\n', '## Sources\n[^1]: x\n\n\n## Mine\n'],
    ['## Sources\n[^0]: y\n## Mine\n', '## Sources\n[^0]: y\n[^1]: x\n\n## Mine\n'],
    ['## Sources\nMy words.\n', '## Sources\nMy words.\n\n[^1]: x\n'],
    ['## Sources\n- item\n\n', '## Sources\n- item\n\n[^1]: x\n\n'],
    ['## Sources\n[^0]: y', '## Sources\n[^0]: y\n[^1]: x\n'],
    ['## Sources\n[^0]: y\n    more\n', '## Sources\n[^0]: y\n    more\n[^1]: x\n'],
  ])('are appended to: %j', (before, after) => {
    expect(appendToSection(before, 'Sources', ['[^1]: x'])).toBe(after);
  });
});

describe('a git conflict', () => {
  it.each(['a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n', '<<<<<<< HEAD\r\n', '>>>>>>> x', '<<<<<<<\n'])(
    'is seen in %j',
    (text) => {
      expect(hasMergeMarkers(text)).toBe(true);
    },
  );

  it.each(['<<<<<< HEAD\n', 'a <<<<<<< HEAD\n', '=======\n', 'Title\n=======\n', '<<<<<<<HEAD\n'])(
    'is not seen in %j',
    (text) => {
      expect(hasMergeMarkers(text)).toBe(false);
    },
  );
});

describe('a large vault', () => {
  it('10 MB of pages are read in well below a second', () => {
    const page =
      PAGE +
      Array.from(
        { length: 150 },
        (_, n) =>
          `- A claim of a common length, with a \`code\` span and some more words.[^${String(n).padStart(10, '0')}]\n`,
      ).join('');
    const count = Math.ceil(10_000_000 / page.length);
    const spent = cpuTime(() => {
      let claims = 0;
      for (let i = 0; i < count; i++) claims += claimsOf(page).length;
      expect(claims).toBe(count * 153);
    });
    expect(spent).toBeLessThan(1500);
  });

  it.each(['# ', '#', '`', '~', '> ', '- ', '---', '- - ', '* ', '[^', '<!--', '%%', ' ', '\t', '1. ', '|'])(
    'a line of a megabyte of %j takes no longer than it must',
    (piece) => {
      const line = piece.repeat(1_000_000 / piece.length);
      const spent = cpuTime(() => {
        for (const text of [line, `a${line}b`, `# a${line}b`, `- ${line}b`, `## a${line}# b`, `> ${line}\n${line}`]) {
          claimsOf(text);
          findSection(text, 'Sources');
          parsePageHead('a.md', `---\n${text}\n---\n`);
        }
      });
      expect(spent).toBeLessThan(8000);
    },
  );

  it.each(['```js\n', '<!--\n', '%% a\n', '~~~\n## Sources\n', '- a\n', '> a\n\n', '# a\n'])(
    'a hundred thousand lines of %j take no longer than they must',
    (line) => {
      const text = line.repeat(100_000);
      const spent = cpuTime(() => {
        claimsOf(text);
      });
      expect(spent).toBeLessThan(3000);
    },
  );
});

describe('a claim that is remembered', () => {
  it('keeps no other word of its page in memory, whatever it stands beside', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const prose = 'Words of a page that nobody remembers. '.repeat(10_000);
    const before = heap();
    const kept = Array.from({ length: 60 }, (_, at) => {
      const [plain, past, sides] = claimsOf(
        `# Page ${at}\n\n${prose}\n\n- User has lived in Lisbon for ${at} years.[^p0d4mm1z5k]\n- ~~User lives in a house by the sea ${at}.~~ 2026-03-02 to 2026-07-01.[^a1b2c3d4e5]\n\n> [!warning] Conflicting claims: User works at Google.[^k3v9x2ab4q] (2026-03-02) vs User works at Microsoft.[^00000000aa] (2026-07-01)\n`,
      );
      return [plain?.text, past?.text, sides?.text, ...(sides?.sides ?? []).map(({ text }) => text)];
    });
    for (const text of ['a', 'b']) claimsOf(text);
    expect(heap() - before).toBeLessThan(4_000_000);
    expect(kept[7]).toEqual([
      'User has lived in Lisbon for 7 years.',
      'User lives in a house by the sea 7.',
      expect.stringContaining('Conflicting claims'),
      'User works at Google.',
      'User works at Microsoft.',
    ]);
  });
});
