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
  ['signs', { query: 'lighthouse -stone -nadia tag:travel' }, [['-stone', 1]]],
  [
    'the same sign twice',
    { query: 'lighthouse -stone -stone tag:travel' },
    [
      ['tag:travel', 1],
      ['-stone', 1],
    ],
  ],
  ['the same flag twice', { query: 'lighthouse', tags: ['food', 'food'] }, [['--tag food', 2]]],
  ['signs alone', { query: 'tag:food' }, [['tag:food', 4]]],
  ['a phrase stays', { query: '"lighthouse of stone" until:2026-01' }, [['until:2026-01', 1]]],
])('without %s', async (_, request, expected) => {
  const { words, without } = await near(request);
  expect([words, without.map(({ filter, hits }) => [filter, hits])]).toEqual([[], expected]);
});

test.each<[string, Partial<SearchRequest>, unknown]>([
  ['a tag', { query: 'lighthouse', tags: ['#travle'] }, [{ filter: '--tag #travle', hits: 2, meant: 'travel' }]],
  ['a person', { query: 'lighthouse', persons: ['Nadja'] }, [{ filter: '--person Nadja', hits: 2, meant: 'nadia' }]],
  [
    'a kind of the index',
    { query: 'lighthouse', kinds: ['claims'] },
    [{ filter: '--kind claims', hits: 2, meant: 'claim' }],
  ],
  ['a kind that there may be', { query: 'lighthouse', kinds: ['claim'] }, [{ filter: '--kind claim', hits: 2 }]],
  ['a sign', { query: 'stone category:wrok' }, [{ filter: 'category:wrok', hits: 1, meant: 'work' }]],
  ['a tag that there is', { query: 'nadia', tags: ['travel'] }, [{ filter: '--tag travel', hits: 1 }]],
])('what was meant by %s', async (_, request, expected) => expect((await near(request)).without).toEqual(expected));

test('what is superseded is told of', async () => {
  expect(await near({ query: 'zeppelin' })).toEqual({ words: [], without: [], superseded: 1 });
  expect(await near({ query: 'zeppelin', all: true })).toMatchObject({ superseded: 0 });
});

test('a plain query has no signs to leave out', async () => {
  expect(await near({ query: 'tag:food -rtavel', plain: true })).toMatchObject({
    without: [],
    words: [{ asked: 'rtavel', near: [{ word: 'travel' }] }],
  });
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
  expect(await within({ ...request, query: `${request.query} project:atlas` })).toEqual({
    words: [],
    without: [],
    superseded: 0,
  });
});

test.each<[Partial<SearchRequest>, string]>([
  [{ persons: ['Zebulo'] }, '--person Zebulo'],
  [{ entities: ['tidepol'] }, '--entity tidepol'],
  [{ kinds: ['meetings'] }, '--kind meetings'],
  [{ fields: ['location=Osl'] }, '--field location=Osl'],
  [{ tags: ['metall'] }, '--tag metall'],
  [{ categories: ['hostin'] }, '--category hostin'],
  [{ query: 'lisbon tag:metall' }, 'tag:metall'],
  [{ persons: ['zebulon'] }, '--person zebulon'],
])('within a project no value of another is meant: %j', async (request, filter) => {
  expect((await within({ query: 'lisbon', ...request, project: 'atlas' })).without).toEqual([{ filter, hits: 1 }]);
});

test('within a project its own words and values are near, and what no longer holds is not', async () => {
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
  expect((await within({ query: 'lisbon', persons: ['nadja'], project: 'atlas' })).without).toEqual([
    { filter: '--person nadja', hits: 1, meant: 'nadia' },
  ]);
  expect((await within({ query: 'lisbon', persons: ['nadja'], zone: 'wiki', project: 'atlas' })).without).toEqual([
    { filter: '--person nadja --zone wiki', hits: 1 },
  ]);
});

test('a project that there is not', async () => {
  expect(await within({ query: 'lisbon', project: 'atals' })).toEqual({
    words: [],
    without: [],
    superseded: 0,
    unknown: { filter: '--project atals', meant: 'atlas' },
  });
  expect(await within({ query: 'lisbon project:atals' })).toMatchObject({
    unknown: { filter: 'project:atals', meant: 'atlas' },
  });
  expect(await within({ query: 'lisbon', project: 'qwertyuiop' })).toEqual({ words: [], without: [], superseded: 0 });
});

test('words of time are no slips of others; what there is of the time is told', async () => {
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
    time: { said: 'last week', hits: 2 },
  });
  expect((await ask('lkae in May')).time).toBeUndefined();
});

// A text of 45 kB with 6,000 signs took 100 seconds and 800 MB to say that nothing was found.
test('of very many signs and words some are tried', async () => {
  let counted = 0;
  const counting = (request: SearchRequest): Promise<number> => {
    counted++;
    return count(request);
  };
  const of = (from: number, sign: string): string =>
    Array.from({ length: 3000 }, (_, n) => `${sign}${(n + from).toString(36)}oslp`).join(' ');
  const asked = await nearOf(
    { ...ASKED, query: `${of(1e6, '')} ${of(1e6, '-')} tag:food` },
    index,
    LAYOUT,
    MEMORY.today,
    counting,
  );
  expect([counted < 20, asked.without]).toEqual([true, []]);
  const words = await near({
    query: Array.from(
      { length: 40 },
      (_, n) => `${'abcdefghijklmnpqrstuv'.charAt(n % 20)}${n < 20 ? '' : 'o'}slo`,
    ).join(' '),
  });
  expect(words.words).toHaveLength(32);
});
