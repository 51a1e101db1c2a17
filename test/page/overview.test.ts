// The overview as text: written, read back, edited by a person, thinned out.
import { expect, test } from 'vitest';
import { parseBlocks } from '../../src/note/blocks.ts';
import type { OverviewPart } from '../../src/model/page.ts';
import {
  forgetSentences,
  keepSentences,
  mayWriteOverview,
  parseOverview,
  setOverview,
} from '../../src/page/overview.ts';
import { parseClaims } from '../../src/page/page.ts';

const [A, B, C] = ['p0d4mm1z5k', 'a1b2c3d4e5', 'csv96h8srb'];
const PAGE = `---
title: Work
---

## Key Facts
- User now works at Microsoft[^${A}]

## History
- ~~User works at Google~~ 2026-03-02 to 2026-07-01.[^${B}]

## Sources
`;
const PARTS: readonly OverviewPart[] = [
  {
    heading: null,
    as: 'text',
    sentences: [
      { text: 'User has worked at Microsoft since July 2026.', facts: [A] },
      { text: 'User was at Google before.', facts: [A, B] },
    ],
  },
  { heading: null, as: 'text', sentences: [{ text: 'A second paragraph.', facts: [C] }] },
  {
    heading: 'Timeline',
    as: 'list',
    sentences: [
      { text: '2 March 2026: Google.', facts: [B] },
      { text: '1 July: Microsoft.', facts: [A] },
    ],
  },
];

test('writes the section in its place, and reads the same parts back', () => {
  const text = setOverview(PAGE, PARTS);
  expect(text).toMatchInlineSnapshot(`
    "---
    title: Work
    ---

    ## Overview
    <!-- memvault:overview 2ca70892 -->
    User has worked at Microsoft since July 2026.[^p0d4mm1z5k] User was at Google before.[^p0d4mm1z5k][^a1b2c3d4e5]

    A second paragraph.[^csv96h8srb]

    ### Timeline
    - 2 March 2026: Google.[^a1b2c3d4e5]
    - 1 July: Microsoft.[^p0d4mm1z5k]
    <!-- /memvault:overview -->

    ## Key Facts
    - User now works at Microsoft[^p0d4mm1z5k]

    ## History
    - ~~User works at Google~~ 2026-03-02 to 2026-07-01.[^a1b2c3d4e5]

    ## Sources
    "
  `);
  expect(parseOverview(text)).toMatchObject({ parts: PARTS, isEdited: false });
  expect(setOverview(text, PARTS)).toBe(text);
});

test('an overview that goes leaves the page as it was', () => {
  expect(setOverview(setOverview(PAGE, PARTS), [])).toBe(PAGE);
  expect(keepSentences(setOverview(PAGE, PARTS), () => false)).toBe(PAGE);
});

test('keeps line ends, and a section that a person left empty', () => {
  const windows = PAGE.replaceAll('\n', '\r\n');
  expect(setOverview(windows, PARTS)).toBe(setOverview(PAGE, PARTS).replaceAll('\n', '\r\n'));
  expect(parseOverview(setOverview(windows, PARTS))).toMatchObject({ parts: PARTS, isEdited: false });
  const empty = PAGE.replace('## Key Facts', '## Overview\n\n## Key Facts');
  expect(setOverview(empty, PARTS)).toBe(setOverview(PAGE, PARTS));
});

test('the footnotes of an overview are no claims', () => {
  const claims = (text: string): string[] => parseClaims('', parseBlocks(text)).map((claim) => claim.text);
  const text = setOverview(PAGE, PARTS);
  expect(claims(text)).toEqual(claims(PAGE));
  expect(claims(text.replace('was at Google', 'was at Gugel'))).toEqual(claims(PAGE));
  expect(claims(text.replace('<!-- /memvault:overview -->\n', ''))).toEqual(claims(PAGE));
});

test('takes out sentences, and a heading with the last of its own', () => {
  const text = keepSentences(setOverview(PAGE, PARTS), ({ facts }) => !facts.includes(B));
  expect(parseOverview(text)?.parts).toEqual([
    { heading: null, as: 'text', sentences: [PARTS[0]?.sentences[0]] },
    PARTS[1],
    { heading: 'Timeline', as: 'list', sentences: [PARTS[2]?.sentences[1]] },
  ]);
  const bare = keepSentences(setOverview(PAGE, PARTS), ({ facts }) => facts.includes(C));
  expect(bare).not.toContain('### Timeline');
});

test('what a person edited is theirs', () => {
  const edited = setOverview(PAGE, PARTS).replace('A second paragraph', 'My own words');
  expect(parseOverview(edited)?.isEdited).toBe(true);
  expect(mayWriteOverview(edited)).toBe(false);
  expect(setOverview(edited, PARTS)).toBe(edited);
  expect(keepSentences(edited, () => false)).toBe(edited);
  const own = PAGE.replace('## Key Facts', '## Overview\nAll about my work.\n\n## Key Facts');
  expect(mayWriteOverview(own)).toBe(false);
  expect(setOverview(own, PARTS)).toBe(own);
});

test('reads back what could be taken for markup', () => {
  const parts: OverviewPart[] = [
    {
      heading: null,
      as: 'text',
      sentences: [
        { text: 'It is at https://delfin.example/docs', facts: [A] },
        { text: '- no item, [^csv96h8srb] no note.', facts: [B] },
        { text: '用户在微软工作。', facts: [A] },
        { text: '用户曾在谷歌工作。', facts: [B] },
      ],
    },
  ];
  expect(parseOverview(setOverview(PAGE, parts))).toMatchObject({ parts, isEdited: false });
});

test('what is forgotten leaves no sentence, also where a person edited the text', () => {
  const own = setOverview(PAGE, PARTS);
  const isForgotten = (fact: string): boolean => fact === B;
  expect(forgetSentences(own, isForgotten)).toBe(keepSentences(own, ({ facts }) => !facts.includes(B)));
  const edited = forgetSentences(own.replace('A second paragraph', 'My own words'), isForgotten);
  expect(edited).toContain(`User has worked at Microsoft since July 2026.[^${A}]\n\nMy own words.[^${C}]`);
  expect(edited).toContain(`### Timeline\n- 1 July: Microsoft.[^${A}]\n`);
  expect(parseOverview(edited)?.isEdited).toBe(true);
});
