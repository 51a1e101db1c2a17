import { expect, test } from 'vitest';
import { find } from '../../src/search/find.ts';
import { asksOfPast } from '../../src/search/prefer.ts';
import { makeTagTable, type TagTable } from '../../src/model/tag-table.ts';
import { DEFAULT_FADING } from '../../src/model/confidence.ts';
import { notes } from '../index/documents/notes.ts';
import { openNotes } from '../index/open-notes.ts';
import type { Memory } from '../../src/index/ranking/factors.ts';

const LAYOUT = {
  dailyDir: 'daily',
  zones: { inbox: '0', projects: '1_Projects', wiki: '2_Wiki', personal: '3', assets: '4', archives: '5' },
};
const [OLD, NEW] = ['aaaaaaaaaa', 'bbbbbbbbbb'];
const index = openNotes(
  notes({
    'daily/2026-05-01.md': `- [work] The limiter allows 600 requests a minute ^${OLD}\n`,
    'daily/2026-06-01.md':
      `- [work] Cap is 900 now ^${NEW}\n` +
      '- [work] Tea with the vet ^cccccccccc\n- [work] Dog of the vet eats tea in the sun ^dddddddddd\n- [work] The pan is new `cooking` ^eeeeeeeeee\n',
  }),
);

async function search(query: string, more: Partial<Memory> = {}, tagTable?: TagTable) {
  const memory: Memory = { today: '2026-06-02', fading: DEFAULT_FADING, marks: new Map(), lastRecall: null, ...more };
  const request = {
    query,
    limit: 10,
    categories: [],
    tags: [],
    zone: null,
    project: null,
    since: null,
    until: null,
    all: false,
    mode: 'lexical' as const,
    explain: false,
    ...(tagTable && { tagTable }),
  };
  return (await find(request, index, LAYOUT, memory)).result.hits;
}

test('a fact with an open question comes after its rival and says so', async () => {
  const hits = await search('limiter requests', { open: [[OLD, NEW]] });
  expect(hits.map(({ id }) => id)).toEqual([NEW, OLD]);
  expect(hits.map(({ open }) => open)).toEqual([undefined, true]);
});

test('a question about the past leaves the earlier one first', async () => {
  const hits = await search('what did the limiter allow before, requests', { open: [[OLD, NEW]] });
  expect(hits[0]?.id).toBe(OLD);
});

test('a word finds those that are used like it', async () => {
  const neighboursOf = (word: string) => (word === 'clinician' ? [{ word: 'vet', nearness: 0.8 }] : []);
  expect(await search('clinician')).toEqual([]);
  expect((await search('clinician', { neighboursOf })).length).toBe(2);
});

test('another name of a tag is found beside words that are used alike', async () => {
  const { table } = makeTagTable([{ alias: 'kitchen', canonical: 'cooking' }]);
  const neighboursOf = (word: string) => (word === 'giraffe' ? [{ word: 'vet', nearness: 0.8 }] : []);
  const hits = await search('kitchen giraffe', { neighboursOf }, table);
  expect(hits.map(({ id }) => id)).toContain('eeeeeeeeee');
});

test('an exact sentence comes first', async () => {
  expect((await search('tea with the vet'))[0]?.id).toBe('cccccccccc');
});

test.each([
  ['where did I work before', true],
  ['what was it in 2021', true],
  ['我以前住在哪里', true],
  ['où habitait-il avant', true],
  ['where do I live', false],
])('%s: of the past %s', (question, isPast) => expect(asksOfPast(question)).toBe(isPast));
