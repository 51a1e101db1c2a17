// What a request comes to, and what is said of those that cannot be.
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
const resolve = (request: Partial<SearchRequest>) => resolveRequest({ ...ASKED, ...request }, LAYOUT);
const every = (request: Partial<SearchRequest>) => resolve(request).admission.every;

test.each<[string, Partial<SearchRequest>, string[][]]>([
  ['categories are any of them', { categories: ['Work', 'event'] }, [['category:work', 'category:event']]],
  ['tags are all of them', { tags: ['#A', 'b'] }, [['tag:a'], ['tag:b']]],
  ['kinds are any of them', { kinds: ['fact', 'Event'] }, [['kind:fact', 'kind:event']]],
  [
    'persons, entities and fields are all of them',
    { persons: ['Nadia', 'Ben  Okri'], entities: ['Tidepool'], fields: ['Location=Oslo Central', 'a=b=c'] },
    [['person:nadia'], ['person:ben okri'], ['entity:tidepool'], ['field:location=oslo central'], ['field:a=b=c']],
  ],
])('%s', (_, request, expected) => expect(every(request)).toEqual(expected));

test('what is left is the question; signs alone list the newest', () => {
  expect(resolve({ query: 'x "blue door" -yes' })).toMatchObject({
    question: 'x blue door',
    phrases: ['blue door'],
    without: [{ text: 'yes', isPhrase: false }],
  });
  expect([resolve({ query: '-yes' }).question, resolve({ query: ' * ' }).question]).toEqual(['*', '*']);
});

test('a plain query has no signs', () => {
  expect(resolve({ query: 'say "a b" -c', plain: true })).toMatchObject({
    question: 'say "a b" -c',
    phrases: [],
    without: [],
    admission: { every: [] },
  });
});

test.each<[string, Partial<SearchRequest>, RegExp, RegExp]>([
  ['no question', { query: ' ' }, /nothing to search for/, /\*/],
  ['a day that is none', { since: '2026-02-30' }, /invalid date: --since 2026-02-30/, /2026-07-01/],
  ['a field without a value', { fields: ['oslo'] }, /--field "oslo"/, /location=Oslo/],
  ['a field without a name', { fields: ['=oslo'] }, /--field "=oslo"/, /location=Oslo/],
  ['an unknown zone', { zone: 'wikki' }, /no such zone: wikki/, /Wiki/],
  ['the beginning of a zone', { zone: '1_proj' }, /no such zone: 1_proj/, /did you mean 1_Projects\?/],
  ['a name that is in every object', { zone: 'constructor' }, /no such zone: constructor/, /zones are 0_Inbox/],
  [
    'kinds in one word',
    { kinds: ['fact,claim'] },
    /invalid kind: --kind "fact,claim"/,
    /name each by itself: --kind fact --kind claim$/,
  ],
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
    ['projects', 'Projects', 'vorhaben'].map((zone) => resolveRequest({ ...ASKED, zone }, layout).admission.folder),
  ).toEqual(['Vorhaben', 'Vorhaben', 'Vorhaben']);
});
