import { describe, expect, it } from 'vitest';
import { setFrontMatter } from '../../src/note/front-matter.ts';
import {
  contradictClaim,
  redateClaim,
  removeClaim,
  reviveClaim,
  settleConflict,
  supersedeClaim,
} from '../../src/page/edit-claim.ts';
import {
  addClaims,
  addRelated,
  addSources,
  arrangeClaims,
  citeOnClaim,
  correctClaim,
  unciteClaim,
} from '../../src/page/edit-page.ts';
import { dropEmptied, headsOf } from '../../src/page/key-facts.ts';
import { renderNewPage } from '../../src/vault/render-pages.ts';
import { cpuTime } from '../support/cpu-time.ts';

const orderOf = (fact: string): string => fact;
const claim = (n: number, head: string | null = null) => ({ text: `Claim ${n}.`, facts: [idOf(n)], head });
const source = (n: number) => ({
  fact: idOf(n),
  day: `2026-07-${String(n).padStart(2, '0')}`,
  time: '14:05',
  path: `daily/2026-07-${String(n).padStart(2, '0')}.md`,
  anchored: true,
});
const idOf = (n: number): string => `aaaaaaaa${String(n).padStart(2, '0')}`;

describe('a page from its first day', () => {
  const path = '3_Personal/Work.md';
  const created = renderNewPage({
    type: 'note',
    title: 'Work: C++',
    description: 'The user’s\nwork',
    tags: ['career', 'c, d'],
    updated: '2026-07-02',
  });

  it('has front matter that reads back, and empty sections', () => {
    expect(created).toBe(`---
type: note
title: "Work: C++"
description: "The user’s\\nwork"
tags: [career, "c, d"]
status: stable
review: current
updated: 2026-07-02
---

## Key Facts

## Sources
`);
  });

  it('grows as a careful person would write it', () => {
    let page = created;
    page = addClaims(page, [claim(1), claim(5), claim(3)], orderOf);
    page = addSources(page, path, [1, 3, 5].map(source));
    page = setFrontMatter(page, { updated: '2026-07-06' });
    expect(page.slice(page.indexOf('updated'))).toBe(`updated: 2026-07-06
---

## Key Facts
- Claim 5.[^aaaaaaaa05]
- Claim 3.[^aaaaaaaa03]
- Claim 1.[^aaaaaaaa01]

## Sources
[^aaaaaaaa01]: [2026-07-01 14:05](../daily/2026-07-01.md#^aaaaaaaa01)
[^aaaaaaaa03]: [2026-07-03 14:05](../daily/2026-07-03.md#^aaaaaaaa03)
[^aaaaaaaa05]: [2026-07-05 14:05](../daily/2026-07-05.md#^aaaaaaaa05)
`);
    page = arrangeClaims(
      page,
      new Map([
        [idOf(1), 'Food'],
        [idOf(3), 'July 2026'],
        [idOf(5), 'July 2026'],
      ]),
      orderOf,
    );
    page = addClaims(
      page,
      [claim(2, 'Food'), claim(4, 'July 2026'), claim(6, 'August 2026'), claim(7, 'Travel'), claim(8, 'March 2026')],
      orderOf,
    );
    page = addRelated(page, path, [
      { path: '1_Projects/Atlas.md', title: 'Atlas' },
      { path: '3_Personal/Über uns (neu).md', title: 'Über [uns]' },
    ]);
    expect(page.slice(page.indexOf('## Key Facts'), page.indexOf('## Sources'))).toBe(`## Key Facts

### Food
- Claim 2.[^aaaaaaaa02]
- Claim 1.[^aaaaaaaa01]

### Travel
- Claim 7.[^aaaaaaaa07]

### August 2026
- Claim 6.[^aaaaaaaa06]

### July 2026
- Claim 5.[^aaaaaaaa05]
- Claim 4.[^aaaaaaaa04]
- Claim 3.[^aaaaaaaa03]

### March 2026
- Claim 8.[^aaaaaaaa08]

## Related
- [Atlas](../1_Projects/Atlas.md)
- [Über \\[uns\\]](Über%20uns%20%28neu%29.md)

`);
    expect(headsOf(page)).toEqual(['Food', 'Travel', 'August 2026', 'July 2026', 'March 2026']);
  });
});

describe('a page that a person wrote', () => {
  it('gets the sections it lacks, in their order, without touching what is there', () => {
    let page = '# My note\n\nSome prose.';
    page = addClaims(page, [claim(1)], orderOf);
    page = addRelated(page, 'a/b.md', [{ path: 'a/c.md', title: 'C' }]);
    page = addSources(page, 'a/b.md', [source(1)]);
    expect(page).toBe(
      '# My note\n\nSome prose.\n\n## Key Facts\n- Claim 1.[^aaaaaaaa01]\n\n## Related\n- [C](c.md)\n\n## Sources\n[^aaaaaaaa01]: [2026-07-01 14:05](../daily/2026-07-01.md#^aaaaaaaa01)\n',
    );
  });

  it('keeps its own sections between those of memvault', () => {
    const page = '## Mine\ntext\n\n## Sources\n[^1]: mine\n\n## After\nmore\n';
    expect(addSources(addClaims(page, [claim(1)], orderOf), 'a/b.md', [source(1)])).toBe(
      '## Mine\ntext\n\n## Key Facts\n- Claim 1.[^aaaaaaaa01]\n\n## Sources\n[^1]: mine\n[^aaaaaaaa01]: [2026-07-01 14:05](../daily/2026-07-01.md#^aaaaaaaa01)\n\n## After\nmore\n',
    );
  });

  it.each([
    [
      'between the person’s own lines',
      '## Key Facts\n- Claim 9.[^aaaaaaaa09]\n\nA word of mine.\n\n- mine\n- Claim 1.[^aaaaaaaa01]\n',
      '## Key Facts\n- Claim 9.[^aaaaaaaa09]\n\nA word of mine.\n\n- mine\n- Claim 5.[^aaaaaaaa05]\n- Claim 1.[^aaaaaaaa01]\n',
    ],
    [
      'behind what a person indented below the last claim',
      '## Key Facts\n- Claim 9.[^aaaaaaaa09]\n  - my note\n\n    and more of it\n\n## Mine\n',
      '## Key Facts\n- Claim 9.[^aaaaaaaa09]\n  - my note\n\n    and more of it\n- Claim 5.[^aaaaaaaa05]\n\n## Mine\n',
    ],
    [
      'before a claim that has more below it',
      '## Key Facts\n- Claim 1.[^aaaaaaaa01]\n  - Claim 9.[^aaaaaaaa09]\n- Claim 2.[^aaaaaaaa02]\n',
      '## Key Facts\n- Claim 1.[^aaaaaaaa01]\n  - Claim 9.[^aaaaaaaa09]\n- Claim 5.[^aaaaaaaa05]\n- Claim 2.[^aaaaaaaa02]\n',
    ],
    [
      'apart, where the claims stand apart',
      '## Key Facts\n\n- Claim 9.[^aaaaaaaa09]\n\n- Claim 1.[^aaaaaaaa01]\n',
      '## Key Facts\n\n- Claim 9.[^aaaaaaaa09]\n\n- Claim 5.[^aaaaaaaa05]\n\n- Claim 1.[^aaaaaaaa01]\n',
    ],
    [
      'behind an introduction',
      '## Key Facts\nMy introduction.\n\n## Mine\n',
      '## Key Facts\nMy introduction.\n\n- Claim 5.[^aaaaaaaa05]\n\n## Mine\n',
    ],
    ['above the person’s own list', '## Key Facts\n\n- mine\n', '## Key Facts\n\n- Claim 5.[^aaaaaaaa05]\n- mine\n'],
    [
      'before a fence that was left open',
      '## Key Facts\n- Claim 9.[^aaaaaaaa09]\n\n```js\ncode\n',
      '## Key Facts\n- Claim 9.[^aaaaaaaa09]\n- Claim 5.[^aaaaaaaa05]\n\n```js\ncode\n',
    ],
    [
      'where a fence before the section was left open',
      '```js\ncode\n\n## Key Facts\n- Claim 9.[^aaaaaaaa09]\n',
      '```js\ncode\n\n## Key Facts\n- Claim 9.[^aaaaaaaa09]\n- Claim 5.[^aaaaaaaa05]\n',
    ],
    [
      'not where a fence quotes the section',
      '```\n## Key Facts\n```\n',
      '```\n## Key Facts\n```\n\n## Key Facts\n- Claim 5.[^aaaaaaaa05]\n',
    ],
    [
      'not where the section is commented out',
      '<!--\n## Mine\n- old[^aaaaaaaa01]\n-->\n',
      '<!--\n## Mine\n- old[^aaaaaaaa01]\n-->\n\n## Key Facts\n- Claim 5.[^aaaaaaaa05]\n',
    ],
    [
      'with CRLF where the page has it',
      '## Key Facts\r\n- Claim 1.[^aaaaaaaa01]\r\n',
      '## Key Facts\r\n- Claim 5.[^aaaaaaaa05]\r\n- Claim 1.[^aaaaaaaa01]\r\n',
    ],
    [
      'below front matter that quotes a heading',
      '---\ntext: |\n  ```\n  ## Key Facts\n---\n',
      '---\ntext: |\n  ```\n  ## Key Facts\n---\n\n## Key Facts\n- Claim 5.[^aaaaaaaa05]\n',
    ],
  ])('gets a claim %s', (_name, before, after) => {
    expect(addClaims(before, [claim(5)], orderOf)).toBe(after);
  });

  it('keeps what is indented below a claim with the claim when it is arranged', () => {
    const page =
      '## Key Facts\nIntroduction.\n\n- Claim 1.[^aaaaaaaa01]\n  - my note\n\n- mine\n- Claim 2.[^aaaaaaaa02]\n\n### Food\nAbout food.\n- Claim 3.[^aaaaaaaa03]\n\n## Mine\n';
    expect(
      arrangeClaims(
        page,
        new Map([
          [idOf(1), 'Food'],
          [idOf(2), 'Travel'],
        ]),
        orderOf,
      ),
    ).toBe(
      '## Key Facts\nIntroduction.\n\n- mine\n\n### Food\nAbout food.\n- Claim 3.[^aaaaaaaa03]\n- Claim 1.[^aaaaaaaa01]\n  - my note\n\n### Travel\n- Claim 2.[^aaaaaaaa02]\n\n## Mine\n',
    );
  });

  it('has one month twice without a line lost or doubled', () => {
    const page =
      '## Key Facts\n\n### July 2026\n- Claim 1.[^aaaaaaaa01]\n\n### July 2026\n- Claim 2.[^aaaaaaaa02]\n\n## Mine\n';
    expect(arrangeClaims(page, new Map([[idOf(1), 'Food']]), orderOf)).toBe(
      '## Key Facts\n\n### Food\n- Claim 1.[^aaaaaaaa01]\n\n### July 2026\n- Claim 2.[^aaaaaaaa02]\n\n## Mine\n',
    );
  });

  it('has claims cited and corrected wherever they stand, and nothing else changed', () => {
    const page =
      'Intro\r\n\r\n> A claim[^aaaaaaaa01]\r\n> in a quote.\r\n\r\n- A claim,\n  on two lines.[^aaaaaaaa02] ^block\n  - nested[^aaaaaaaa03]';
    expect(citeOnClaim(page, idOf(1), [idOf(7)])).toBe(page.replace('01]', '01][^aaaaaaaa07]'));
    expect(correctClaim(page, idOf(2), 'New.')).toBe(page.replace('A claim,\n  on two lines.', 'New.'));
    expect(correctClaim(page, idOf(3), 'New.')).toBe(page.replace('nested', 'New.'));
    expect(correctClaim(page, idOf(1), 'New.')).toBe(
      page.replace('A claim[^aaaaaaaa01]\r\n> in a quote.', 'New.[^aaaaaaaa01]'),
    );
    expect(unciteClaim(citeOnClaim(page, idOf(3), [idOf(7)]), idOf(7))).toBe(page);
    expect(citeOnClaim(page, idOf(9), [idOf(7)])).toBe(page);
  });
});

describe('History on a page that a person arranged', () => {
  const past = (n: number, from: string, to: string): string => `- ~~Claim ${n}.~~ ${from} to ${to}.[^${idOf(n)}]`;
  const HELD = { from: '2026-03-02', to: '2026-07-01' };

  it.each([
    [
      'between sections',
      '## Key Facts\n- Claim 1.[^aaaaaaaa01]\n- Claim 2.[^aaaaaaaa02]\n\n## Mine\nx\n\n## Sources\n',
      `## Key Facts\n- Claim 2.[^aaaaaaaa02]\n\n## Mine\nx\n\n## History\n${past(1, '2026-03-02', '2026-07-01')}\n\n## Sources\n`,
    ],
    [
      'among what is there',
      `- Claim 1.[^aaaaaaaa01]\n\n## History\nMy words.\n\n${past(3, '2026-01-01', '2026-08-01')}\n- an own line[^aaaaaaaa04]\n${past(5, '2026-01-01', '2026-06-01')}\n\n### Long ago\n- y\n`,
      `\n## History\nMy words.\n\n${past(3, '2026-01-01', '2026-08-01')}\n- an own line[^aaaaaaaa04]\n${past(1, '2026-03-02', '2026-07-01')}\n${past(5, '2026-01-01', '2026-06-01')}\n\n### Long ago\n- y\n`,
    ],
    [
      'with its notes',
      '## Key Facts\n- Claim 1.[^aaaaaaaa01]\n  - my note\n\n    with a paragraph\n    ```\n    code\n    ```\n- mine\n',
      `## Key Facts\n- mine\n\n## History\n${past(1, '2026-03-02', '2026-07-01')}\n  - my note\n\n    with a paragraph\n    \`\`\`\n    code\n    \`\`\`\n`,
    ],
    [
      'from below another, its notes by as much to the left',
      '- mine\n  * Claim 1.[^aaaaaaaa01] ^mine\n      - my note\n\n## History\n',
      `- mine\n\n## History\n${past(1, '2026-03-02', '2026-07-01')} ^mine\n    - my note\n`,
    ],
    [
      'of two lines, as they are',
      '## Key Facts\n- Claim 1[^aaaaaaaa01]\n  goes on.\n  - my note\n',
      '## Key Facts\n\n## History\n- ~~Claim 1\n  goes on.~~ 2026-03-02 to 2026-07-01.[^aaaaaaaa01]\n  - my note\n',
    ],
    [
      'struck in its place where other claims stand below it',
      '## Key Facts\n* Claim 1.[^aaaaaaaa01]\n  - Claim 2.[^aaaaaaaa02]\n',
      `## Key Facts\n* ${past(1, '2026-03-02', '2026-07-01').slice(2)}\n  - Claim 2.[^aaaaaaaa02]\n`,
    ],
    [
      'struck in its place where a fence below it has no end',
      '- Claim 1.[^aaaaaaaa01]\n  ```\n  code\n',
      `${past(1, '2026-03-02', '2026-07-01')}\n  \`\`\`\n  code\n`,
    ],
    [
      'from a paragraph, which stays',
      '## Mine\nThis is what I did,[^aaaaaaaa01] long ago.\n',
      `## Mine\nThis is what I did, long ago.\n\n## History\n- ~~This is what I did, long ago.~~ 2026-03-02 to 2026-07-01.[^aaaaaaaa01]\n`,
    ],
    [
      'with its block id and task box',
      '## Key Facts\n- [x] Claim 1.[^aaaaaaaa01] ^mine\n',
      '## Key Facts\n\n## History\n- [x] ~~Claim 1.~~ 2026-03-02 to 2026-07-01.[^aaaaaaaa01] ^mine\n',
    ],
    [
      'with CRLF',
      '## Key Facts\r\n- Claim 1.[^aaaaaaaa01]\r\n\r\n## Sources\r\n',
      `## Key Facts\r\n\r\n## History\r\n${past(1, '2026-03-02', '2026-07-01')}\r\n\r\n## Sources\r\n`,
    ],
  ])('gets a claim %s', (_how, before, after) => {
    expect(supersedeClaim(before, idOf(1), HELD)).toBe(after);
  });

  it('gives back a claim with its notes', () => {
    const page =
      '## Key Facts\n- Claim 2.[^aaaaaaaa02]\n- Claim 1\n  goes on.[^aaaaaaaa01]\n  - my note\n\n    with a paragraph\n';
    expect(reviveClaim(supersedeClaim(page, idOf(1), HELD), idOf(1), null, orderOf)).toBe(page);
  });

  it('has a claim that is struck elsewhere told from a current one', () => {
    const page = `## Mine\n* ~~Claim 1.~~[^aaaaaaaa01]\n  - Claim 2.[^aaaaaaaa02]\n\n> see ~~Claim 3~~[^aaaaaaaa03]\n`;
    expect(supersedeClaim(page, idOf(1), HELD)).toBe(page);
    expect(redateClaim(page, idOf(1), HELD)).toBe(page);
    expect(reviveClaim(page, idOf(1), 'Job', orderOf)).toBe(page.replace('~~Claim 1.~~', 'Claim 1.'));
    expect(correctClaim(page, idOf(1), 'New.')).toBe(page.replace('Claim 1.', 'New.'));
    expect(reviveClaim(page, idOf(3), null, orderOf)).toBe(page);
    const dated = page.replace('~~[^aaaaaaaa01]', '~~ 2026-03-02.[^aaaaaaaa01]');
    expect(redateClaim(dated, idOf(1), HELD)).toBe(
      page.replace('~~[^aaaaaaaa01]', '~~ 2026-03-02 to 2026-07-01.[^aaaaaaaa01]'),
    );
    expect(reviveClaim(dated, idOf(1), 'Job', orderOf)).toBe(page.replace('~~Claim 1.~~', 'Claim 1.'));
  });

  it('keeps its place and its last line', () => {
    const page = `## History\n${past(1, '2026-03-02', '2026-07-01')}\n\n## Key Facts\n- Claim 2.[^aaaaaaaa02]\n`;
    expect(redateClaim(page, idOf(1), { from: '2026-03-02', to: '2026-05-01' })).toBe(page.replace('07-01', '05-01'));
    expect(reviveClaim(page, idOf(1), null, orderOf)).toBe(
      '## Key Facts\n- Claim 2.[^aaaaaaaa02]\n- Claim 1.[^aaaaaaaa01]\n',
    );
    expect(
      reviveClaim(`## History\nMy words.\n\n${past(1, '2026-03-02', '2026-07-01')}\n`, idOf(1), 'Job', orderOf),
    ).toContain('## History\nMy words.\n');
  });
});

describe('a callout that a person left one side', () => {
  const page =
    '## Key Facts\n- Claim 2.[^aaaaaaaa02]\n\n> [!warning] Conflicting claims: Claim 1.[^aaaaaaaa01] (2026-03-02) ^mine\n\n- Claim 3.[^aaaaaaaa03]\n';
  const rest = '## Key Facts\n- Claim 2.[^aaaaaaaa02]\n\n- Claim 3.[^aaaaaaaa03]\n';

  it.each([
    ['corrected', correctClaim(page, idOf(1), 'New.'), page.replace('Claim 1.', 'New.')],
    ['cited', citeOnClaim(page, idOf(1), [idOf(7)]), page.replace('[^aaaaaaaa01]', '[^aaaaaaaa01][^aaaaaaaa07]')],
    ['cited no more', unciteClaim(page, idOf(1)), rest],
    ['taken away', removeClaim(page, idOf(1)), rest],
    ['settled', settleConflict(page, idOf(1)), page.replace(/> .*/, '- Claim 1.[^aaaaaaaa01] ^mine')],
    [
      'past',
      supersedeClaim(page, idOf(1), { from: '2026-03-02', to: '2026-07-01' }),
      `${rest}\n## History\n- ~~Claim 1.~~ 2026-03-02 to 2026-07-01.[^aaaaaaaa01] ^mine\n`,
    ],
    [
      'contradicted',
      contradictClaim(page, idOf(1), { text: 'New.', facts: [idOf(7)] }, () => null),
      page.replace(' ^mine', ' vs New.[^aaaaaaaa07] ^mine'),
    ],
    ['cited no more by one of two facts', unciteClaim(citeOnClaim(page, idOf(1), [idOf(7)]), idOf(7)), page],
  ])('can be %s', (_what, after, expected) => {
    expect(after).toBe(expected);
  });

  it('since the other is struck: that stays as it is, and can come back', () => {
    const struck = page.replace(' ^mine', ' vs ~~Claim 4.~~[^aaaaaaaa04] (2026-03-02)');
    expect(supersedeClaim(struck, idOf(4), { from: '2026-03-02', to: '2026-07-01' })).toBe(struck);
    expect(supersedeClaim(struck, idOf(1), { from: '2026-03-02', to: '2026-07-01' })).toContain(
      '\n- ~~Claim 4.~~[^aaaaaaaa04]\n',
    );
    expect(correctClaim(struck, idOf(4), 'New ~.')).toContain('vs ~~New &#126;.~~[^aaaaaaaa04] (2026-03-02)\n');
    expect(reviveClaim(struck, idOf(4), null, orderOf)).toBe(
      '## Key Facts\n- Claim 4.[^aaaaaaaa04]\n\n- Claim 2.[^aaaaaaaa02]\n\n- Claim 1.[^aaaaaaaa01]\n\n- Claim 3.[^aaaaaaaa03]\n',
    );
  });
});

describe('related pages', () => {
  it.each([
    ['- [Work](Work.md)'],
    ['- [my own name](Work.md)'],
    ['- [[Work]]'],
    ['- [[Work|my job]]'],
    ['- [[Work#Key Facts]]'],
    ['- [[3_Personal/Work]]'],
    ['see [[Work]] for more'],
  ])('that %s names are not named again', (line) => {
    const page = `## Related\n${line}\n`;
    expect(addRelated(page, '3_Personal/Me.md', [{ path: '3_Personal/Work.md', title: 'Work' }])).toBe(page);
  });

  it.each([['- [[Work Notes]]'], ['- [Work](Workshop.md)'], ['- [x](../Work.md)'], ['Work']])(
    'are named where %s names another',
    (line) => {
      expect(
        addRelated(`## Related\n${line}\n`, '3_Personal/Me.md', [{ path: '3_Personal/Work.md', title: 'Work' }]),
      ).toContain('- [Work](Work.md)');
    },
  );
});

describe('a page of five thousand claims', () => {
  it('is added to and arranged in a time that grows with it only', () => {
    const ids = Array.from({ length: 5000 }, (_, n) => String(n).padStart(10, '0'));
    const page = `## Key Facts\n${ids
      .map((id) => `- A claim.[^${id}]\n`)
      .reverse()
      .join('')}\n## Sources\n`;
    const added = ids
      .filter((_, n) => n % 5 === 0)
      .map((id) => ({ text: 'A new claim.', facts: [`${id.slice(1)}5`], head: null }));
    const spent = cpuTime(() => {
      const grown = addClaims(page, added, (fact) => fact);
      expect(grown.split('\n').length).toBe(page.split('\n').length + 1000);
      const arranged = arrangeClaims(grown, new Map(ids.map((id) => [id, `Topic ${id.at(-1)}`])), orderOf);
      expect(headsOf(arranged).length).toBe(10);
      expect(arranged.match(/^- A claim/gm)?.length).toBe(5000);
    });
    expect(spent).toBeLessThan(5000);
  });
});

it('drops headings below which nothing stands any more, or ever did, but none that a person left empty', () => {
  const claims = `- One.[^${idOf(1)}]\n`;
  const before = `## Key Facts\n\n### Mine\n\n### Left\n${claims}`;
  const after = `## Key Facts\n\n### Mine\n\n### Left\n\n### Came and went\n\n### Kept\n${claims}`;
  expect(headsOf(dropEmptied(before, after))).toEqual(['Mine', 'Kept']);
});
