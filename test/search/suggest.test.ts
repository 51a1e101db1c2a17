// What is said where a search found nothing.
import { expect, test } from 'vitest';
import { find } from '../../src/search/find.ts';
import type { SearchRequest } from '../../src/search/request.ts';
import { nearOf } from '../../src/search/suggest.ts';
import { notes } from '../index/documents/notes.ts';
import { ASKED, LAYOUT, MEMORY, openNotes } from '../index/open-notes.ts';

const VAULT = notes({
  'daily/2026-05-02.md':
    '- [work] Holidays in Oslo `travel` ^aaaaaaaaaa\n- [event] Met Nadia at the lighthouse [persons:: Nadia] [kind:: meeting] ^bbbbbbbbbb\n- [work] A lighthouse of stone `travel` ^cccccccccc\n',
  '2_Wiki/Old.md':
    '## Key Facts\n- New.[^dddddddddd]\n\n## History\n- ~~Zeppelin.~~ 2026-01-01 to 2026-02-01.[^eeeeeeeeee]\n',
});
const index = openNotes(VAULT);
const count = async (request: SearchRequest) => (await find(request, index, LAYOUT, MEMORY)).result.total;
const near = (request: Partial<SearchRequest>) => nearOf({ ...ASKED, ...request }, index, LAYOUT, MEMORY.today, count);

test.each<[string, unknown]>([
  ['lihgthuose', [['lihgthuose', [['lighthouse', 2]]]]],
  ['hoildays', [['hoildays', [['Holidays', 1]]]]],
  ['Olso', [['Olso', [['Oslo', 1]]]]],
  ['pslo', [['pslo', [['Oslo', 1]]]]],
  ['of sotne xy', [['sotne', [['stone', 1]]]]],
  ['rtavel', [['rtavel', [['travel', 2]]]]],
  ['qwertyuiop', []],
  ['2025 12', []],
  ['咖啡', []],
])('words near %s', async (query, expected) => {
  const { words, without } = await near({ query });
  expect([
    words.map(({ asked, near: found }) => [asked, found.map(({ word, documents }) => [word, documents])]),
    without,
  ]).toEqual([expected, []]);
});

test.each<[string, Partial<SearchRequest>, [string, number][]]>([
  ['a tag', { query: 'lighthouse', tags: ['food'] }, [['--tag food', 2]]],
  [
    'one of two',
    { query: 'lighthouse', tags: ['travel'], persons: ['Nadia'] },
    [
      ['--tag travel', 1],
      ['--person Nadia', 1],
    ],
  ],
  ['categories together', { query: 'lighthouse', categories: ['a b', 'c'] }, [['--category "a b" --category c', 2]]],
  ['each of two shuts out all', { query: 'lighthouse', tags: ['food'], zone: 'wiki' }, [['--tag food --zone wiki', 2]]],
  ['days', { query: 'oslo', since: '2026-06-01' }, [['--since 2026-06-01', 1]]],
  ['the same flag twice', { query: 'lighthouse', tags: ['food', 'food'] }, [['--tag food', 2]]],
])('without %s', async (_, request, expected) => {
  const { words, without } = await near(request);
  expect([words, without.map(({ filter, hits }) => [filter, hits])]).toEqual([[], expected]);
});

test('what is superseded is told of', async () => {
  expect(await near({ query: 'zeppelin' })).toEqual({ words: [], without: [], superseded: 1 });
  expect(await near({ query: 'zeppelin', all: true })).toMatchObject({ superseded: 0 });
});

const TWO = notes({
  'daily/2026-05-02.md':
    '- [hosting] Zebracloud hosts it `metal` [project:: beacon] [persons:: Zebulon] [entities:: Tidepool] [kind:: meeting] [location:: Oslo] ^aaaaaaaaaa\n- [travel] Lives in Lisbon `trips` [project:: atlas] [persons:: Nadia] ^bbbbbbbbbb\n- [work] Of nobody ^cccccccccc\n',
  '1_Projects/Atlas.md':
    '## Key Facts\n- Uses Hetzner.[^dddddddddd]\n\n## History\n- ~~Used Zeppelin.~~ 2026-01-01 to 2026-02-01.[^eeeeeeeeee]\n',
});
const two = openNotes(TWO);
const within = (request: Partial<SearchRequest>) =>
  nearOf(
    { ...ASKED, ...request },
    two,
    LAYOUT,
    MEMORY.today,
    async (other) => (await find(other, two, LAYOUT, MEMORY)).result.total,
  );

test.each<Partial<SearchRequest>>([
  { query: 'zebracloud' },
  { query: 'zebraclout' },
  { query: 'nobdy' },
  { query: '"zebracloud hosts"' },
  { query: 'zebracloud', kinds: ['text'] },
  { query: 'zebracloud', kinds: ['text'], zone: 'wiki' },
  { query: 'hosting' },
  { query: 'metall' },
])('within a project nothing is said of what is outside: %j', async (request) => {
  expect(await within({ ...request, project: 'atlas' })).toEqual({ words: [], without: [], superseded: 0 });
});

test('within a project its own words are near, and what no longer holds is not', async () => {
  expect((await within({ query: 'lsiobn', project: 'atlas' })).words).toEqual([
    { asked: 'lsiobn', near: [{ word: 'Lisbon', documents: 1 }] },
  ]);
  const slip = async (request: Partial<SearchRequest>) =>
    (await within({ query: 'zepelni', ...request })).words.map(({ near: [first] }) => first?.word);
  expect([
    await slip({ all: true, project: 'atlas' }),
    await slip({ project: 'atlas' }),
    await slip({ all: true, project: 'beacon' }),
    await slip({}),
  ]).toEqual([['Zeppelin'], [], [], []]);
});

test('words of time are no slips of others', async () => {
  const dated = openNotes(
    notes({
      'daily/2026-06-24.md':
        '- [event] Sundays are lost at the first event ^aaaaaaaaaa\n- [event] The lake of lasts ^bbbbbbbbbb\n',
    }),
  );
  const ask = (query: string) =>
    nearOf(
      { ...ASKED, query },
      dated,
      LAYOUT,
      MEMORY.today,
      async (other) => (await find(other, dated, LAYOUT, MEMORY)).result.total,
    );
  for (const query of ['recently', 'last Monday', 'yesterday', 'last sunday', 'lkae monday'])
    expect([query, (await ask(query)).words.map(({ asked }) => asked)]).toEqual([
      query,
      query === 'lkae monday' ? ['lkae'] : [],
    ]);
  expect(await ask('lkae last week')).toMatchObject({
    words: [{ asked: 'lkae', near: [{ word: 'lake' }] }],
  });
});

test('of very many words some are tried', async () => {
  const words = await near({
    query: Array.from(
      { length: 40 },
      (_, n) => `${'abcdefghijklmnpqrstuv'.charAt(n % 20)}${n < 20 ? '' : 'o'}slo`,
    ).join(' '),
  });
  expect(words.words).toHaveLength(32);
});
