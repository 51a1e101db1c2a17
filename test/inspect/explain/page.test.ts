// The story of a page, beyond what its transcript shows: where each number begins and ends.
import { expect, test } from 'vitest';
import { pageStory, type PageStory, type Records } from '../../../src/inspect/explain.ts';
import { parseRunLog } from '../../../src/page/run-log.ts';
import { readView } from '../../../src/vault/view.ts';
import { makeFolder, writeExample } from '../../lint/folders.ts';

const TODAY = '2026-07-05';
const WORK = '3_Personal/Work.md';

function story(example: string, more: Partial<Records> = {}): PageStory {
  const vault = makeFolder();
  writeExample(vault, example);
  const records: Records = {
    view: readView(vault),
    marks: [],
    recalls: [],
    reviews: [],
    tombstones: [],
    entries: parseRunLog(''),
    today: TODAY,
    isUndone: () => false,
    reasonOf: () => null,
    ...more,
  };
  const found = pageStory(WORK, records);
  if (found === null) throw new Error('there is no such page');
  return found;
}

const page = (head: string, body: string): string => `
== daily/2026-01-01.md
- [work] User works at Google ^k3v9x2ab4q
== daily/2026-07-01.md
- [work] User works at Google still ^m4w8y3bc5r
== ${WORK}
---
title: Work
${head}
---
${body}`;

test.each([
  ['2026-07-04', true],
  [TODAY, false],
  ['2026-07-06', false],
])('a page that is stale after %s is stale today: %s', (day, stale) => {
  expect(story(page(`stale_after: ${day}`, 'A note.\n'))).toMatchObject({ staleAfter: day, stale });
});

test('a claim has faded once all of its facts have', () => {
  expect(story(page('', '- User works at Google[^k3v9x2ab4q]\n')).confidence).toMatchObject({ faded: 1 });
  expect(story(page('', '- User works at Google[^k3v9x2ab4q][^m4w8y3bc5r]\n')).confidence).toMatchObject({
    faded: 0,
  });
});

test('recalls of the facts that it cites count, and no others', () => {
  const recalls = [
    { fact: 'm4w8y3bc5r', count: 2, last: '2026-07-02T08:00:00.000Z' },
    { fact: 'k3v9x2ab4q', count: 5, last: '2026-07-03T08:00:00.000Z' },
  ];
  expect(story(page('', '- User works at Google still[^m4w8y3bc5r]\n'), { recalls }).recalls).toEqual({
    count: 2,
    last: '2026-07-02T08:00:00.000Z',
  });
});

test('what a person wrote without a source is a statement that rests on nothing', () => {
  expect(
    story(
      page(
        '',
        '## Overview\nThe work of the user.\n\n## Key Facts\n- User works at Google[^k3v9x2ab4q]\n- User likes it there\n',
      ),
    ).claims,
  ).toEqual({ current: 1, past: 0, statements: 2, onFacts: 1 });
});
