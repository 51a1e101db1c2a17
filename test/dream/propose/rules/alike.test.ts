// About which two statements a person is asked: few, and never about what differs in something specific for a merge.
import { describe, expect, it } from 'vitest';
import { bagOf, compareBags, likeness } from '../../../../src/dream/propose/rules/near.ts';
import { createStem } from '../../../../src/dream/propose/rules/terms.ts';

const stem = createStem();
const compare = (older: string, newer: string, sameDay = false) =>
  compareBags(bagOf(older, stem), bagOf(newer, stem), sameDay);

describe('two that a person should look at', () => {
  it.each([
    ['Lena enjoys hiking in the hills with her dog', 'Lena loves hiking in the hills with her dog', 'merge'],
    ['The printer in the hall needs new toner', 'The printer in the hall needs some new toner', 'merge'],
    ['用户喜欢喝绿茶', '用户很喜欢喝绿茶', 'merge'],
    ['The nightly backup takes 40 minutes', 'The nightly backup now takes 55 minutes', 'supersede'],
    ['The choir meets on Thursdays', 'The choir meets on Tuesdays', 'supersede'],
    ['The build server is build1.example.net', 'The build server is build2.example.net', 'supersede'],
    ['The parking spot is at 14', 'The parking spot is at 22', 'supersede'],
    ['The release captain is Mona', 'The release captain is Piet', 'supersede'],
    ['The shop uses Stripe for card payments', 'The shop uses Adyen for card payments', 'supersede'],
  ])('%s / %s', (older, newer, kind) => {
    expect(compare(older, newer)).toMatchObject({ kind });
  });

  it('of an event only where it is the same day', () => {
    const [a, b] = [
      'Went to the harbour with Lena and fed the seagulls there',
      'Went to the harbour with Lena and fed seagulls there',
    ];
    expect(compare(a, b, true)).toMatchObject({ kind: 'merge' });
    expect(compare(a, b)).toBeNull();
  });
});

it.each([
  [
    'another name at the beginning',
    'Braemar chess club plays in the northern league',
    'Stirling chess club plays in the northern league',
  ],
  ['another name in the middle', 'The keys of the shed belong to Anton', 'The keys of the shed belong to Berta'],
  [
    'the names the other way round',
    'Lena trusts Otto and his advice on boats',
    'Otto trusts Lena and her advice on boats',
  ],
  ['a negation', 'The old boiler in the cellar works', 'The old boiler in the cellar never works'],
  ['a little word that turns it', 'The lift in the east wing is up', 'The lift in the east wing is down'],
  [
    'a verb that says the contrary',
    'Lena likes long walks along the river bank',
    'Lena hates long walks along the river bank',
  ],
  ['another wish', 'Lena has a garden behind the old house', 'Lena wants a garden behind the old house'],
  ['one more that is liked', 'Lena likes apples from the market', 'Lena likes pears from the market'],
  ['events of two days', 'Went running in the park', 'Went running in the forest park'],
  ['what was eaten', 'Had pizza with Otto', 'Had pasta with Otto'],
  ['what happens now', 'Lena is painting the fence behind the house', 'Lena is painting the gate behind the house'],
  ['what is preferred over what', 'Lena prefers the ferry over the old bus', 'Lena prefers the old bus over the ferry'],
  [
    'what is better than what, further apart',
    'Lena likes black bread with butter better than white rolls after eight',
    'Lena likes white rolls better than black bread with butter after eight',
  ],
  [
    'another thing that somebody looks after',
    'Lena takes over the rose beds in October',
    'Lena takes over the tool shed in October',
  ],
  ['a plan', 'Lena will buy two tickets for the ferry', 'Lena will buy three tickets for the ferry'],
  ['a question', 'Is the choir room open at 9?', 'Is the choir room open at 8?'],
  ['another daughter', '用户的女儿叫小美', '用户的女儿叫小丽'],
  ['a language that is not known', 'Лена живёт в старом доме у реки', 'Лена живёт в новом доме у реки'],
  ['little in common', 'The choir meets on Thursdays', 'The printer needs new toner'],
  [
    'another occasion',
    'The review of the fence is on 2026-03-04 at 9:00',
    'The review of the fence is on 2026-06-10 at 9:00',
  ],
  ['two subjects', 'The front door closes at 8', 'The back door closes at 8'],
])('silent about %s', (_, older, newer) => {
  expect(compare(older, newer)).toBeNull();
});

it('likeness is 1 for the same words and 0 for none', () => {
  expect(likeness(bagOf('The keys hang in the hall', stem), bagOf('Keys hanging, the hall', stem))).toBe(1);
  expect(likeness(bagOf('one two', stem), bagOf('绿茶很好', stem))).toBe(0);
  expect(likeness(bagOf('', stem), bagOf('the', stem))).toBe(0);
});
