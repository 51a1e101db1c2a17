// What a request comes to: flags and signs together, and what is said of those that cannot be.
import { expect, test } from 'vitest';
import { type Layout, resolveRequest, type SearchRequest } from '../../src/search/request.ts';

const LAYOUT: Layout = {
  dailyDir: 'daily',
  zones: {
    inbox: '0_Inbox',
    projects: '1_Projects',
    wiki: '2_Wiki',
    personal: '3_Personal',
    assets: '4_Assets',
    archives: '5_Archives',
  },
};
const ASKED: SearchRequest = {
  query: 'x',
  limit: 10,
  categories: [],
  tags: [],
  zone: null,
  project: null,
  since: null,
  until: null,
  all: false,
  mode: 'lexical',
  explain: false,
};
const TODAY = '2026-07-01';
const resolve = (request: Partial<SearchRequest>) => resolveRequest({ ...ASKED, ...request }, LAYOUT, TODAY);
const every = (request: Partial<SearchRequest>) => resolve(request).admission.every;

test.each<[string, Partial<SearchRequest>, string[][]]>([
  ['categories are any of them', { categories: ['Work', 'event'] }, [['category:work', 'category:event']]],
  [
    'a category of the question narrows them',
    { query: 'x category:work', categories: ['work', 'event'] },
    [['category:work', 'category:event'], ['category:work']],
  ],
  ['tags are all of them', { query: 'x tag:b', tags: ['#A'] }, [['tag:a'], ['tag:b']]],
  ['kinds are any of them', { kinds: ['fact', 'Event'] }, [['kind:fact', 'kind:event']]],
  [
    'persons, entities and fields are all of them',
    { persons: ['Nadia', 'Ben  Okri'], entities: ['Tidepool'], fields: ['Location=Oslo Central', 'a=b=c'] },
    [['person:nadia'], ['person:ben okri'], ['entity:tidepool'], ['field:location=oslo central'], ['field:a=b=c']],
  ],
])('%s', (_, request, expected) => expect(every(request)).toEqual(expected));

test.each<[string, string | null, string | null]>([
  ['x since:2026-05', '2026-05-01', null],
  ['x until:2026-05', null, '2026-05-31'],
  ['x since:2025 until:2025', '2025-01-01', '2025-12-31'],
  ['x since:yesterday', '2026-06-30', null],
  ['x since:last week until:last week', '2026-06-22', '2026-06-28'],
  ['x since:"this week"', '2026-06-29', null],
  ['x since:last month until:last month', '2026-06-01', '2026-06-30'],
  ['x since:may until:may', '2026-05-01', '2026-05-31'],
  ['x since:August until:aug', '2025-08-01', '2025-08-31'],
  ['x since:"May 2024"', '2024-05-01', null],
  ['x since:"21 May"', '2026-05-21', null],
  ['x until:"3 March"', null, '2026-03-03'],
  ['x until:"last June"', null, '2026-06-30'],
  ['x since:"two weeks ago"', '2026-06-17', null],
  ['x since:21 May until:May 21, 2026', '2026-05-21', '2026-05-21'],
  ['x since:May 2024 until:last June', '2024-05-01', '2026-06-30'],
  ['x since:two weeks ago', '2026-06-17', null],
  ['x until:last Monday', null, '2026-06-29'],
  ['x since:30d', '2026-06-01', null],
  ['x since:2w', '2026-06-17', null],
  ['x since:1m', '2026-06-01', null],
  ['x since:1y', '2025-07-01', null],
  ['x since:2026-02-10 since:2026-03', '2026-03-01', null],
  ['x until:2024-02', null, '2024-02-29'],
])('days of %s', (query, since, until) => expect(resolve({ query }).admission).toMatchObject({ since, until }));

test('what stands behind a day stays a word', () => {
  expect(
    ['x since:May 5000', 'x since:last week 12', 'x until:3 March rain', 'x since:today two weeks'].map(
      (query) => resolve({ query }).question,
    ),
  ).toEqual(['x 5000', 'x 12', 'x rain', 'x two weeks']);
});

test('flags and signs narrow each other', () => {
  expect(resolve({ query: 'x since:2026-05', since: '2026-06-01', until: '2026-06-30' }).admission).toMatchObject({
    since: '2026-06-01',
    until: '2026-06-30',
  });
  expect(resolve({ query: 'x project:atlas', project: 'Atlas' }).admission.project).toBe('Atlas');
});

test('what is left is the question; signs alone list the newest', () => {
  expect(resolve({ query: 'x "blue door" -yes tag:z' })).toMatchObject({
    question: 'x blue door',
    phrases: ['blue door'],
    without: [{ text: 'yes', isPhrase: false }],
  });
  expect([
    resolve({ query: 'tag:z' }).question,
    resolve({ query: '-yes' }).question,
    resolve({ query: ' * ' }).question,
  ]).toEqual(['*', '*', '*']);
  expect(resolve({ query: '-tag:a -category:b -project:c' }).admission.none).toEqual([
    'tag:a',
    'category:b',
    'project:c',
  ]);
});

test('a plain query has no signs', () => {
  expect(resolve({ query: 'say "a b" -c tag:d', plain: true })).toMatchObject({
    question: 'say "a b" -c tag:d',
    phrases: [],
    without: [],
    admission: { every: [] },
  });
});

test.each<[string, Partial<SearchRequest>, RegExp, RegExp]>([
  ['no question', { query: ' ' }, /nothing to search for/, /\*/],
  ['a day that is none', { query: 'x since:yesteday' }, /^since:yesteday is no day$/, /did you mean since:yesterday\?/],
  ['a month that is none', { query: 'x until:febuary' }, /^until:febuary is no day$/, /did you mean until:february\?/],
  ['words for a span', { query: 'x since:lastweek' }, /is no day/, /did you mean since:"last week"\?/],
  ['a day unlike any', { query: 'x since:2026-02-30' }, /is no day/, /2026-07-01.*yesterday/],
  ['days that are not', { query: 'x -since:2026' }, /-since:2026/, /until:/],
  ['days in the wrong order', { query: 'x since:2026-05 until:2026-04' }, /2026-05-01 is after until 2026-04-30/, /.*/],
  ['two projects', { query: 'x project:a', project: 'b' }, /two projects, b and a/, /one after the other/],
  ['a field without a value', { fields: ['oslo'] }, /--field "oslo"/, /location=Oslo/],
  ['a field without a name', { fields: ['=oslo'] }, /--field "=oslo"/, /location=Oslo/],
  ['an unknown zone', { zone: 'wikki' }, /no zone wikki/, /Wiki/],
  ['the beginning of a zone', { zone: '1_proj' }, /no zone 1_proj/, /did you mean 1_Projects\?/],
  ['a name that is in every object', { zone: 'constructor' }, /no zone constructor/, /zones are 0_Inbox/],
  [
    'kinds in one word',
    { kinds: ['fact,claim'] },
    /--kind "fact,claim" is no kind/,
    /name each by itself: --kind fact --kind claim$/,
  ],
  ['a very long day', { query: `x since:${'1'.repeat(5000)}` }, /^since:1{200}… is no day$/, /.*/],
])('usage: %s', (_, request, message, hint) => {
  let error: unknown = null;
  try {
    resolve(request);
  } catch (caught) {
    error = caught;
  }
  expect(error).toMatchObject({ code: 'usage', message: expect.stringMatching(message) });
  expect((error as { hint?: string }).hint ?? '').toMatch(hint);
});

test.each([
  ['1_Projects', '1_Projects'],
  ['1_projects/', '1_Projects'],
  ['Projects', '1_Projects'],
  ['PROJECTS', '1_Projects'],
  ['daily', 'daily'],
])('zone %s', (zone, folder) => expect(resolve({ zone }).admission.folder).toBe(folder));

test('a zone goes by its key too, whatever its folder is called', () => {
  const layout: Layout = { ...LAYOUT, zones: { ...LAYOUT.zones, projects: 'Vorhaben' } };
  expect(
    ['projects', 'Projects', 'vorhaben'].map(
      (zone) => resolveRequest({ ...ASKED, zone }, layout, TODAY).admission.folder,
    ),
  ).toEqual(['Vorhaben', 'Vorhaben', 'Vorhaben']);
});
