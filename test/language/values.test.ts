import { describe, expect, test } from 'vitest';
import { valuesIn } from '../../src/language/values.ts';

const seen = (text: string): Record<string, string[]> =>
  Object.fromEntries([...valuesIn(text)].map(([kind, values]) => [kind, [...values]]));

describe('values of a statement', () => {
  test.each([
    ['the sync is at 10:15 on Mondays', { time: ['10:15'], weekday: ['1'] }],
    ['practice starts at 5 pm', { time: ['5:00'] }],
    ['the lab closes at 20 Uhr', { time: ['8:00'] }],
    ['on ferme aussi le mardi', { weekday: ['2'] }],
    ['组会改到周四', { weekday: ['4'] }],
    ['婚礼推到五月三十号', { month: ['5'], day: ['30'] }],
    ['raised to 900 a month', { number: ['900'] }],
    ['the roof costs $8,400', { money: ['8400'] }],
    ['facture : 1 240 €', { money: ['1240'] }],
    ['the well is 140 foot deep', { length: ['140'] }],
    ['capped at 256 MB', { size: ['256'] }],
    ['needs Kotlin 2.1.3', { version: ['2.1.3'] }],
    ['grandma is eighty years old', { years: ['80'] }],
    ['a plain sentence', {}],
  ])('%s', (text, values) => {
    expect(seen(text)).toMatchObject(values);
    expect(
      Object.keys(seen(text))
        .filter((kind) => !kind.startsWith('count '))
        .sort(),
    ).toEqual(Object.keys(values).sort());
  });

  test('counts of one thing are comparable', () => {
    expect(seen('the course had 14 people')['count peopl']).toEqual(['14']);
  });
});
