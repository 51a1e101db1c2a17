// Which marks a pin or its end needs.
import { expect, test } from 'vitest';
import type { Fact } from '../../../src/model/fact.ts';
import { foldMarks, isPinned, type MarkLine } from '../../../src/model/page.ts';
import { planPins } from '../../../src/curate/pin.ts';

const fact = (id: string, pinned?: string): Fact => ({
  id,
  category: 'work',
  text: id,
  tags: [],
  fields: pinned === undefined ? {} : { pinned },
  computed: false,
  day: '2026-07-01',
  time: null,
  session: null,
  path: '',
  line: 1,
});
const [A, B] = [fact('aaaaaaaaaa'), fact('bbbbbbbbbb', 'true')];
const NOW = new Date('2026-07-01T12:00:00.000Z');

test('a mark for each fact that is not so already, each fact once', () => {
  const { facts, marks } = planPins([A, B, A], 'pin', [], NOW);
  expect(marks).toEqual([{ fact: A.id, mark: 'pin', at: NOW.toISOString() }]);
  expect(facts.map((one) => [one.fact.id, one.changed])).toEqual([
    [A.id, true],
    [B.id, false],
  ]);
});

test('the end of a pin holds against the field of the line; without a pin there is none', () => {
  const { marks } = planPins([A, B], 'unpin', [], NOW);
  expect(marks.map((mark) => mark.fact)).toEqual([B.id]);
  expect(isPinned(B, foldMarks(marks))).toBe(false);
});

test('the later command holds, also where the clock stood still, went back or was no clock', () => {
  const lines: MarkLine[] = [];
  const clocks = ['2026-07-01T12:00:00Z', '2026-07-01T12:00:00Z', '2026-06-01T12:00:00Z', '2026-08-01T12:00:00Z'];
  clocks.forEach((clock, turn) => {
    const mark = turn % 2 === 0 ? 'pin' : 'unpin';
    lines.push(...planPins([A], mark, lines, new Date(clock)).marks);
    expect([lines.length, isPinned(A, foldMarks(lines.toReversed()))]).toEqual([turn + 1, mark === 'pin']);
  });
  expect(planPins([A], 'pin', [{ fact: A.id, mark: 'unpin', at: 'long ago' }], NOW).marks).toHaveLength(1);
});
