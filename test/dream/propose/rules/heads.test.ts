// Heads over the claims of a long section: what a person would write over them.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseHeads, headFor, type HeadClaim } from '../../../../src/dream/propose/rules/arrange.ts';

const claim = (id: string, text: string, extra: Partial<HeadClaim> = {}): HeadClaim => ({
  id,
  text,
  subject: null,
  tags: [],
  date: '2023-05-08',
  ...extra,
});

/** Claims that share nothing with any other, so that what is tested is at most half. */
const LONE = [
  'quartz',
  'walnut',
  'ladder',
  'pepper',
  'saddle',
  'copper',
  'lantern',
  'violin',
  'harbor',
  'meadow',
  'pigeon',
  'marble',
];
const lone = (count: number, extra: Partial<HeadClaim> = {}): HeadClaim[] =>
  LONE.slice(0, count).map((word) => claim(word, `There is a ${word} in it`, extra));

/** The titles in the order of the claims. */
const titles = (claims: readonly HeadClaim[], exclude: string[] = []): (string | undefined)[] => {
  const heads = chooseHeads(claims, { exclude, months: true });
  return claims.map(({ id }) => heads.get(id));
};

describe('chooseHeads', () => {
  test('a key term that three share, in the form it is written most', () => {
    const claims = [
      claim('a', 'She painted in her pottery class'),
      claim('b', 'The pottery was fired'),
      claim('c', 'Potteries are closed, her pottery too'),
      ...lone(4),
    ];
    expect(titles(claims)).toEqual(['Pottery', 'Pottery', 'Pottery', ...Array<string>(4).fill('May 2023')]);
  });

  test('two that share something stand under their month', () => {
    const claims = [
      claim('a', 'Her pottery class'),
      claim('b', 'The pottery was fired', { date: '2024-01-31' }),
      ...lone(4),
    ];
    expect(titles(claims).slice(0, 2)).toEqual(['May 2023', 'January 2024']);
  });

  test('a pair of words comes before its parts, also where both say little alone', () => {
    const claims = [
      claim('a', 'Went to a support group'),
      claim('b', 'The support group helps'),
      claim('c', 'Two support groups meet here'),
      ...lone(6),
    ];
    expect(titles(claims).slice(0, 3)).toEqual(['Support group', 'Support group', 'Support group']);
  });

  test('what more than half of the claims share is too general', () => {
    const claims = [
      claim('a', 'Her pottery class'),
      claim('b', 'The pottery was fired'),
      claim('c', 'A pottery fair'),
      ...lone(2),
    ];
    expect(new Set(titles(claims))).toEqual(new Set(['May 2023']));
  });

  test.each([
    'thing',
    'people',
    'time',
    'good',
    'make',
    'want',
    'feeling',
    'Monday',
    'recently',
    'decided',
    'wonderful',
    'user',
  ])('"%s" is no head', (word) => {
    const claims = [
      claim('a', `One ${word} here`),
      claim('b', `The ${word} there`),
      claim('c', `That ${word} again`),
      ...lone(5),
    ];
    expect(new Set(titles(claims))).toEqual(new Set(['May 2023']));
  });

  test('subjects and topic tags are heads, serial tags are not', () => {
    const claims = [
      ...['a', 'b', 'c'].map((id) => claim(id, 'It stands', { subject: 'Claude Monet' })),
      ...['d', 'e', 'f'].map((id) => claim(id, 'It runs', { tags: ['home-office', 'sprint-12'] })),
      ...['g', 'h', 'i'].map((id) => claim(id, 'It sits', { tags: ['v2', '2024-05', 'sprint-12'] })),
    ];
    expect(titles(claims)).toEqual([
      ...Array<string>(3).fill('Claude Monet'),
      ...Array<string>(3).fill('Home office'),
      ...Array<string>(3).fill('May 2023'),
    ]);
  });

  test('what the page itself is about is no head of it', () => {
    const claims = [
      ...['a', 'b', 'c'].map((id) => claim(id, "Caroline's art show", { subject: 'Caroline', tags: ['caroline'] })),
      ...lone(5),
    ];
    expect(titles(claims, ['Caroline']).slice(0, 3)).toEqual(Array(3).fill('Art show'));
  });

  test('other languages and scripts have no terms, but subjects, tags and months', () => {
    const spanish = [
      'La reunión de hoy fue larga para todos',
      'Otra reunión de equipo para hablar mucho',
      'Una reunión más para los jefes',
    ].map((text, i) => claim(`s${i}`, text));
    const chinese = ['今天开会', '昨天开会', '明天开会'].map((text, i) => claim(`c${i}`, text, { tags: ['会议'] }));
    expect(titles([...spanish, ...chinese])).toEqual([
      ...Array<string>(3).fill('May 2023'),
      ...Array<string>(3).fill('会议'),
    ]);
  });

  test('code, addresses and paths are no terms', () => {
    const claims = [
      claim('a', 'Run `restic` now'),
      claim('b', 'See https://x.org/restic and `restic`'),
      claim('c', 'In /opt/restic/bin'),
      ...lone(5),
    ];
    expect(new Set(titles(claims))).toEqual(new Set(['May 2023']));
  });

  test('what shares no topic stands under its category, three or more and not what most are', () => {
    const of = (category: string, ids: string): HeadClaim[] =>
      [...ids].map((id, at) => claim(id, `It has a ${LONE[at + ids.charCodeAt(0) - 97]}`, { category }));
    const claims = [...of('convention', 'abc'), ...of('work', 'def'), ...of('people', 'gh'), ...of('general', 'ijkl')];
    const heads = chooseHeads(claims, { exclude: ['Work'], months: false });
    expect([...heads]).toEqual(['a', 'b', 'c'].map((id) => [id, 'Conventions']));
    const more = chooseHeads(claims.slice(6), { exclude: [], categories: ['People'], months: false });
    expect([...more]).toEqual([
      ['g', 'People'],
      ['h', 'People'],
    ]);
  });

  test('no topic says again in other words what is a heading already', () => {
    const claims = [
      claim('a', 'She opened a store in Lyon'),
      claim('b', 'The store has a cat'),
      claim('c', 'Her store closes at noon'),
      ...lone(4),
    ];
    const options = { exclude: [], months: false };
    expect(chooseHeads(claims, options).get('a')).toBe('Store');
    expect(chooseHeads(claims, { ...options, present: ['Clothing store'] }).size).toBe(0);
  });

  test('a claim without company has no head, unless months are wanted and it has a day', () => {
    expect(chooseHeads([claim('a', 'It is', { date: '' })], { exclude: [], months: true }).size).toBe(0);
    expect(chooseHeads(lone(5), { exclude: [], months: false }).size).toBe(0);
  });
});

describe('headFor', () => {
  const heads = ['Support group', 'Pottery', 'Claude Monet', 'Home office', 'May 2023'];

  test.each([
    ['Two support groups meet', {}, 'Support group'],
    ['She fires her potteries', {}, 'Pottery'],
    ['It hangs there', { subject: 'Claude Monet' }, 'Claude Monet'],
    ['It hums', { tags: ['home-office'] }, 'Home office'],
    ['Her support is great, the group too', {}, null],
    ['Cooked again', {}, null],
    ['', {}, null],
  ] as const)('%s', (text, extra, head) => {
    expect(headFor(claim('a', text, extra), heads)).toBe(head);
  });

  test('the subject before a tag before a term', () => {
    expect(headFor(claim('a', 'pottery', { subject: 'Claude Monet', tags: ['home-office'] }), heads)).toBe(
      'Claude Monet',
    );
    expect(headFor(claim('a', 'pottery', { tags: ['home-office'] }), heads)).toBe('Home office');
  });
});

describe('properties', () => {
  const words = fc.constantFrom(
    'pottery',
    'class',
    'support',
    'group',
    'the',
    'of',
    'Anna',
    'Rome',
    'paints',
    'people',
    '陶器',
    'LGBTQ',
    "Anna's",
    ',',
  );
  const claims = fc
    .array(
      fc.record({
        text: fc.array(words, { maxLength: 8 }).map((list) => list.join(' ')),
        subject: fc.option(fc.constantFrom('Anna', 'Rome')),
        tags: fc.array(fc.constantFrom('art', 'v2', 'sprint-1'), { maxLength: 2 }),
      }),
      { maxLength: 30 },
    )
    .map((list) => list.map((part, i) => claim(`f${i}`, part.text, part)));

  test('every claim has a head, and topics hold three or more and at most half', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const found = titles(list);
        expect(found).not.toContain(undefined);
        const topics = new Map<string, number>();
        for (const title of found)
          if (title !== undefined && title !== 'May 2023') topics.set(title, (topics.get(title) ?? 0) + 1);
        expect([...topics.values()].filter((count) => count * 2 > list.length)).toEqual([]);
      }),
    );
  });

  test('the order of the claims does not matter', () => {
    fc.assert(
      fc.property(claims, (list) => {
        expect(titles([...list].reverse()).reverse()).toEqual(titles(list));
      }),
    );
  });

  test('a claim fits under the head that it was given, or under one before it', () => {
    fc.assert(
      fc.property(claims, (list) => {
        const topics = [...new Set(titles(list))].filter(
          (title) => title !== undefined && title !== 'May 2023',
        ) as string[];
        const heads = chooseHeads(list, { exclude: [], months: true });
        const lost = list.filter((one) => topics.includes(heads.get(one.id) ?? '') && headFor(one, topics) === null);
        expect(lost).toEqual([]);
      }),
    );
  });
});
