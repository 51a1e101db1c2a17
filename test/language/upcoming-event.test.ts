// When what a statement announces happens.
import { expect, test } from 'vitest';
import { hasPassed, upcomingDate } from '../../src/language/event-time.ts';

const [SAID, TODAY] = ['2026-03-20', '2026-03-31'] as const;

test.each<[string, string | null]>([
  ['Our summer concert is the Fauré Requiem, 13 June, Saint-Bruno', '2026-06-13'],
  ['Flying to Chengdu in July, three weeks', '2026-07'],
  ['The operation is moved from 14 April to 28 April', '2026-04-28'],
  ['The operation is on Tuesday the 28th', null],
  ['The fair is on the 11th of April', '2026-04-11'],
  ['Le concert est le 13 juin', '2026-06-13'],
  ['音乐会在6月13日', '2026-06-13'],
  ['New Year is on 1 January', null],
  ['We planted the garlic on 2 May', null],
  ['Practice is on Thursdays from April on', null],
  ['Maman stays in Bron until the end of May', null],
  ['Birch pollen gets Yue every April', null],
  ["Maman's birthday is 9 May", null],
  ['Would 13 June suit people better?', null],
  ['If it rains on 13 June we stay', null],
  ['The flat is 74 m²', null],
])('%s', (text, date) => expect(upcomingDate(text, SAID, TODAY)).toBe(date));

test('a day of this month is to come while it lasts', () => {
  expect(upcomingDate('The fair is on 31 March', SAID, TODAY)).toBe(TODAY);
  expect(hasPassed('The fair is on 31 March', SAID, TODAY)).toBe(false);
  expect(hasPassed('The fair is on 30 March', SAID, TODAY)).toBe(true);
});
