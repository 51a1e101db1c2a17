// What MEMORY.md says without a model: which claims, under which heading, in which order.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fact } from '../../src/model/fact.ts';
import { type Candidate, isOver, rankClaims } from '../../src/page/rank-memory-file.ts';

const TODAY = '2026-10-05';
let count = 0;
const fact = (category: string, text: string, more: Partial<Fact> = {}): Fact => ({
  id: `a${String(count++).padStart(9, '0')}`,
  category,
  text,
  tags: [],
  fields: {},
  computed: false,
  day: '2026-09-20',
  time: null,
  session: null,
  path: 'daily/2026-09-20.md',
  line: 1,
  ...more,
});
const claim = (category: string, text: string, more: Partial<Fact> = {}, pinned = false): Candidate => ({
  page: `3_Personal/${category}.md`,
  title: category,
  text,
  facts: [fact(category, text, more)],
  pinned,
  confidence: 0.9,
  recalls: 0,
});
const rank = (claims: readonly Candidate[]) =>
  rankClaims(claims, TODAY, (page) =>
    page.startsWith('1_Projects/')
      ? 'project'
      : page.startsWith('2_Wiki/Entities/')
        ? 'entity'
        : page.startsWith('2_Wiki/')
          ? 'topic'
          : null,
  );

test.each<[string, string, Partial<Fact>, string, string | null]>([
  ['identity', 'User is Hanna', {}, 'User', null],
  ['Preferences', 'User prefers tabs', {}, 'User', null],
  ['constraint', 'User does not work on Fridays', {}, 'User', null],
  ['family', 'Zosia is in class 1b', {}, 'Family', null],
  ['health', 'Zosia is allergic to hazelnuts', {}, 'Family', null],
  ['health', 'User is allergic to penicillin', {}, 'User', null],
  ['health', 'User has Dr. Roth as a doctor', {}, 'User', null],
  ['general', 'I sing in the choir of Saint-Bruno', {}, 'User', null],
  ['general', 'I sing', {}, 'User', 'kind'],
  ['general', 'If Ann moves to Rome, I might follow', {}, 'User', 'kind'],
  ['people', 'Gina encourages Jon to go on', {}, 'People', 'attitude'],
  ['people', 'Gina has encouraged 40 dancers', {}, 'People', null],
  ['family', 'The clinic rang, her operation is in the afternoon', {}, 'Family', 'subject'],
  ['family', 'Maman rang, her operation went well', {}, 'Family', null],
  ['event', 'The concert is on 13 December', {}, 'Upcoming', null],
  ['work', 'Tidepool goes live on 1 December', { fields: { project: 'tidepool' } }, 'Upcoming', null],
  ['event', 'The concert', { fields: { at: '2026-11-02' } }, 'Upcoming', null],
  ['goal', 'User wants to run 10 km in December', {}, 'User', null],
  ['event', 'The concert is on 13 June', {}, 'User', 'kind'],
  ['relationship', 'Beata owns Latarnia', {}, 'People', null],
  ['work', 'Meetings are on Mondays', {}, 'Work', null],
  ['work', 'Tidepool is live', { fields: { project: 'tidepool' } }, 'Tidepool', null],
  [
    'technical',
    'Tidepool runs on Django',
    { fields: { project: 'tidepool' }, day: '2026-08-20' },
    'Tidepool',
    'unchanged',
  ],
  ['technical', 'User prefers tabs', { fields: { kind: 'preference' } }, 'User', null],
  ['recipe', 'Plum cake: 1 kg of plums', {}, 'User', 'kind'],
])('[%s] %s', (category, text, more, heading, out) => {
  const [one] = rank([claim(category, text, more)]);
  expect([one?.heading, one?.out]).toEqual([heading, out]);
});

test.each<[string, string, string, Partial<Fact>, string]>([
  ['convention', 'No deploys on Fridays', '1_Projects/Tidepool.md', { fields: { project: 'tidepool' } }, 'Tidepool'],
  ['work', 'I charge Tidepool 600 € a day', '1_Projects/Tidepool.md', { fields: { project: 'tidepool' } }, 'Work'],
  ['people', 'Ingrid is who I report to', '1_Projects/Tidepool.md', { fields: { project: 'tidepool' } }, 'People'],
  ['health', "Birch pollen gets Yue, she's allergic to it", '2_Wiki/Entities/Yue.md', {}, 'Family'],
  ['convention', 'Concert dress: all black, no tie', '2_Wiki/Choir.md', { tags: ['choir'] }, 'Choir'],
  ['health', 'Maman takes 1 g of paracetamol', '2_Wiki/Entities/Maman.md', {}, 'Family'],
  ['preference', 'User prefers the second row', '2_Wiki/Choir.md', { tags: ['choir'] }, 'User'],
  ['general', 'Practice is Tuesdays at 19:30', '2_Wiki/Choir.md', { tags: ['choir'] }, 'Choir'],
])('[%s] %s on %s', (category, text, page, more, heading) => {
  const title = page.replace(/^.*\/|\.md$/g, '');
  expect(rank([{ ...claim(category, text, more), page, title }])[0]?.heading).toBe(heading);
});

test('what is pinned stands whatever it is, first', () => {
  const ranked = rank([claim('constraint', 'a b'), claim('recipe', 'Plum cake', {}, true)]);
  expect(ranked.map(({ claim: { text }, must, out }) => [text, must, out])).toEqual([
    ['Plum cake', true, null],
    ['a b', true, null],
  ]);
});

test('the order is the same whatever order they come in', () => {
  const categories = ['identity', 'preference', 'work', 'family', 'constraint', 'recipe'];
  const claims = categories.flatMap((category) => [1, 2, 3].map((n) => claim(category, `${category} ${n}`)));
  const texts = (all: readonly Candidate[]) => rank(all).map((one) => one.claim.text);
  fc.assert(
    fc.property(fc.shuffledSubarray(claims, { minLength: claims.length }), (shuffled) => {
      expect(texts(shuffled)).toEqual(texts(claims));
    }),
  );
});

test('an event is over once its day has passed; what is pinned never is', () => {
  const trip = { text: 'The trip is on 2026-09-28', day: '2026-09-20' };
  expect(isOver(claim('travel', trip.text), TODAY)).toBe(true);
  expect(isOver(claim('travel', trip.text, {}, true), TODAY)).toBe(false);
  expect(isOver(claim('travel', trip.text), '2026-09-28')).toBe(false);
});

test.each<[string, boolean]>([
  ["Posy's dentist is September 22 at 3:15", true],
  ['hosting the bonfire on Friday the 25th', true],
  ['the fair is on the 28th', true],
  ['rent is due on the 1st', false],
  ["Mom's birthday is September 22", false],
  ['no meetings from 1 October on', false],
])('a date without a year is the next after the day it was said on: %s', (text, over) =>
  expect(isOver(claim('family', text), TODAY)).toBe(over),
);

test('what is to come stands the soonest first, with a date that only a field says', () => {
  const ranked = rank([
    claim('event', 'The trip to Chengdu is in January'),
    claim('event', 'Dress rehearsal', { fields: { at: '2026-12-11' } }),
    claim('event', 'The concert is on 12 December, in Saint-Bruno'),
  ]);
  expect(ranked.map(({ line, when }) => [when, line])).toEqual([
    ['2026-12-11', '2026-12-11: Dress rehearsal'],
    ['2026-12-12', 'The concert is on 12 December, in Saint-Bruno'],
    ['2027-01', 'The trip to Chengdu is in January'],
  ]);
});

test('of equal worth, what was said twice comes first, then what names more', () => {
  const twice = claim('family', 'The cat is grey');
  const ranked = rank([
    claim('family', 'the cat is hungry'),
    claim('family', 'Maman lives in Villeurbanne, rue Anatole-France 12'),
    { ...twice, facts: [...twice.facts, fact('family', 'Grey is the cat')] },
    claim('family', 'Maman called Biscuit'),
  ]);
  expect(ranked.map(({ weight }) => weight)).toEqual([3, 2, 1, 0]);
});
