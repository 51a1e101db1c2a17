// What a night says of the answers that were not taken.
import { expect, test } from 'vitest';
import { badKindOf, badNotice, foldNotices } from '../../../../src/dream/propose/model/notices.ts';

const bad = (kind: string, count: number): string => badNotice(kind, count) ?? '';

test('a kind is read as it was told', () => {
  for (const kind of ['fact', 'dropped', 'invented', 'overview', 'supersedes', 'corrects', 'conflicts'])
    for (const count of [1, 2, 17]) expect(badKindOf(bad(kind, count))).toEqual({ kind, count });
  expect(badKindOf("of the model's answers 3 were blue")).toBeNull();
});

test('a kind of many runs is one line', () => {
  expect(foldNotices([bad('words', 2), bad('words', 1)])).toEqual([bad('words', 3)]);
  expect(foldNotices([bad('words', 2), bad('claim', 1)])).toEqual([bad('words', 2), bad('claim', 1)]);
  expect(
    foldNotices([
      'the model left out 1 fact, also when it was asked again: the rules decided',
      'the model left out 3 facts, also when it was asked again: the rules decided',
    ]),
  ).toEqual(['the model left out 4 facts, also when it was asked again: the rules decided']);
  expect(
    foldNotices(['the rules decided 1 fact: x', 'the rules decided 1 fact: y', 'the rules decided 1 fact: x']),
  ).toEqual(['the rules decided 2 facts: x', 'the rules decided 1 fact: y']);
  expect(foldNotices(['3 pairs of claims: not asked', '1 pair of claims: not asked'])).toEqual([
    '4 pairs of claims: not asked',
  ]);
});

test('each cause is said once', () => {
  const [decided, pairs, memory] = [
    'the rules decided 2 facts: x',
    '1 pair of claims that are alike: not put before the model, x',
    'MEMORY.md has the claims as they are: x',
  ] as const;
  expect(foldNotices([decided, pairs, decided, memory])).toEqual(['the rules decided 4 facts: x']);
  expect(foldNotices([pairs, memory])).toEqual([pairs]);
  expect(foldNotices([decided, pairs, memory], ['x'])).toEqual(['the rules decided 2 facts']);
  expect(foldNotices(['the rules decided 1 fact after three nights of waiting: x', decided])).toEqual([
    'the rules decided 1 fact after three nights of waiting: x',
    'the rules decided 2 facts',
  ]);
  expect(foldNotices([decided, pairs.replace('x', 'y'), memory], ['z'])).toEqual([decided, pairs.replace('x', 'y')]);
});

test('many kinds are one line', () => {
  expect(
    foldNotices([bad('words', 2), 'it is so', bad('dropped', 1), bad('claim', 1), 'it is so', bad('overview', 4)]),
  ).toEqual([
    'it is so',
    "of the model's answers 3 wordings, 1 decision and 4 headings and descriptions were not taken: the facts’ own words and the rules stand (--json tells each)",
  ]);
});

test('pages whose words were not taken are named where it is one, and counted where they are many', () => {
  const one = 'the description for A.md was not taken: its claims do not say so, or it is no plain line';
  expect(foldNotices([one])).toEqual([one]);
  expect(foldNotices([one, one.replace('A.md', 'B.md')])).toEqual([bad('overview', 2)]);
});

test('lines of MEMORY.md', () => {
  expect(foldNotices(['MEMORY.md: 1 line was x', 'MEMORY.md: 2 lines was x'])).toEqual(['MEMORY.md: 3 lines was x']);
  expect(foldNotices(['MEMORY.md: 1 line was x', 'MEMORY.md: 2 lines had y'])).toEqual([
    'MEMORY.md: 3 lines of the model’s were not taken: the claims stand as they are',
  ]);
});
