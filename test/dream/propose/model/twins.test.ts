// Rewording makes no two statements equal.
import { expect, test } from 'vitest';
import { withoutTwins } from '../../../../src/dream/propose/model/engine.ts';
import type { Proposal } from '../../../../src/model/plan.ts';
import { factId, PAGE, setUp } from './groups.ts';

const reword = (claims: string[], facts: string[], texts: (string | null)[]): (string | undefined)[] => {
  const { group, view } = setUp({ claims, facts });
  const base = new Map(group.facts.map(({ fact, base: proposal }) => [fact.id, proposal]));
  const proposals = texts.map((text, at): Proposal => ({
    ...base.get(factId(at + 1)),
    fact: factId(at + 1),
    as: 'placed',
    page: PAGE,
    reason: 'x',
    ...(text === null ? {} : { text }),
  }));
  return withoutTwins(proposals, base, view).map(({ text }) => text);
};

test('a wording that a page says already, or another fact of the batch, is not taken', () => {
  expect(reword(['User likes green tea.'], ['I like green tea'], ['User likes green tea'])).toEqual([
    'I like green tea',
  ]);
  expect(reword(['User likes black tea.'], ['I like green tea'], ['User likes green tea'])).toEqual([
    'User likes green tea',
  ]);
  expect(reword([], ['I like green tea', 'User likes green tea'], ['User likes green tea', null])).toEqual([
    'I like green tea',
    'User likes green tea',
  ]);
  expect(
    reword([], ['I like green tea', 'I like green tea'], ['User likes green tea', 'User likes green tea']),
  ).toEqual(['I like green tea', 'I like green tea']);
  expect(reword(['用户喜欢茶'], ['我喜欢茶'], ['用户喜欢茶'])).toEqual(['我喜欢茶']);
});

test('a wording by which a statement would speak of what another claim speaks of is not taken', () => {
  expect(reword(['User likes tea.'], ['fyi I live in Bergen'], ['User lives in Bergen'])).toEqual([
    'User lives in Bergen',
  ]);
  expect(reword(['User lives in Oslo.'], ['fyi I live in Bergen'], ['User lives in Bergen'])).toEqual([
    'fyi I live in Bergen',
  ]);
  expect(reword([], ['fyi I live in Bergen', 'User lives in Oslo'], ['User lives in Bergen', null])).toEqual([
    'fyi I live in Bergen',
    'User lives in Oslo',
  ]);
});
