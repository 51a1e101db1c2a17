// The parts in which a model reads a conversation: each new word of a person in one of them, in order, and nothing that
// may not be sent.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Turn } from '../../../../src/import/conversations/conversation.ts';
import {
  halvesOf,
  rangesOf,
  rowsOf,
  type RowWishes,
  shownOf,
} from '../../../../src/import/conversations/model/candidates.ts';

const ALL: RowWishes = {
  after: 0,
  upTo: 1e6,
  dayOf: (at) => at.slice(0, 10),
  maySend: (text) => text,
  isClosed: () => false,
};
const turn = (event: number, text: string, more: Partial<Turn> = {}): Turn => ({
  event,
  role: 'person',
  speaker: null,
  at: null,
  text,
  ...more,
});

const TURNS = fc.array(
  fc.record({
    role: fc.constantFrom<Turn['role']>('person', 'assistant'),
    text: fc.string({ minLength: 1, maxLength: 9000, unit: fc.constantFrom('a', 'b', ' ', '.', '\n', '好', '😀') }),
  }),
  { maxLength: 80 },
);

test('every turn of people that is new is in the parts once, in order, each part within its size', () => {
  fc.assert(
    fc.property(TURNS, fc.nat(40), (list, after) => {
      const turns = list.map(({ role, text }, at) => turn(at + 1, text, { role }));
      const { rows, fresh } = rowsOf({ turns }, { ...ALL, after });
      const ranges = rangesOf(rows, fresh);
      const events = ranges
        .flatMap(({ start, end }) => rows.slice(start, end))
        .flatMap(({ event, isPerson }) => (isPerson ? [event] : []));
      expect([...new Set(events)]).toEqual(
        turns
          .filter(({ event, role, text }) => event > after && role === 'person' && text.trim() !== '')
          .map(({ event }) => event),
      );
      expect(events).toEqual(events.toSorted((a, b) => a - b));
      for (const { start, end } of ranges)
        expect([
          end - start <= 60,
          end - start === 1 || rows.slice(start, end).reduce((sum, { says }) => sum + says.length, 0) <= 12_000,
        ]).toEqual([true, true]);
      for (const { says } of rows) expect(says.isWellFormed()).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('without an assistant a long turn is shown whole; with one its beginning and its end', () => {
  const text = `Begin. ${'word '.repeat(4000)}The end.`;
  expect(
    rowsOf({ turns: [turn(1, text)] }, ALL)
      .rows.map(({ says }) => says)
      .join(''),
  ).toBe(text);
  const { rows } = rowsOf(
    { turns: [turn(1, text), turn(2, 'x'.repeat(900), { role: 'assistant' }), turn(3, 'Fine.')] },
    ALL,
  );
  expect(rows.map(({ event, says }) => [event, says.length <= 2000])).toEqual([
    [1, true],
    [1, true],
    [2, true],
    [3, true],
  ]);
  expect([rows[0]?.says.startsWith('Begin.'), rows[1]?.says.endsWith('The end.'), rows[2]?.says.length]).toEqual([
    true,
    true,
    403,
  ]);
});

test('before a part stands a little of what was said, which is none of it', () => {
  const turns = Array.from({ length: 10 }, (_, at) => turn(at + 1, `Turn ${at + 1}.`));
  const { rows, fresh } = rowsOf({ turns }, { ...ALL, after: 6 });
  const shown = shownOf(rows, { start: fresh, end: rows.length });
  expect([shown.before.map(({ event }) => event), shown.rows.map(({ event }) => event)]).toEqual([
    [3, 4, 5, 6],
    [7, 8, 9, 10],
  ]);
  expect(halvesOf({ start: 2, end: 5 })).toEqual([
    { start: 2, end: 4 },
    { start: 4, end: 5 },
  ]);
  expect(halvesOf({ start: 2, end: 3 })).toEqual([]);
});

test('what may not be sent is in no row, nor what is closed, yet to be written, or said last by an assistant', () => {
  const turns = [
    turn(1, 'open'),
    turn(2, 'closed'),
    turn(3, 'secret'),
    turn(4, 'late'),
    turn(5, 'Bye.', { role: 'assistant' }),
    turn(6, 'torn'),
  ];
  const { rows } = rowsOf(
    { turns },
    { ...ALL, upTo: 5, isClosed: (event) => event === 2, maySend: (text) => (text === 'secret' ? ' ' : text) },
  );
  expect(rows.map(({ says }) => says)).toEqual(['open', 'late']);
});
