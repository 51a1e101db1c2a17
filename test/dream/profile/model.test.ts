// A model words what has a kind like any other fact; where it stands, and its date, are not the model's to choose.
import { expect, test } from 'vitest';
import { readAnswer } from '../../../src/dream/propose/model/answer.ts';
import { mayMove } from '../../../src/dream/propose/model/groups.ts';
import { take } from '../../../src/dream/propose/model/check-answer.ts';
import type { Proposal } from '../../../src/model/plan.ts';
import { fact } from '../propose/rules/nights.ts';
import { factId, isPagePath, OTHER, PAGE, setUp, type Given } from '../propose/model/groups.ts';

function taken(given: Given, says: object, heads: readonly string[] = []): Proposal | undefined {
  const { group, view } = setUp({ facts: [given], heads });
  const answer = {
    decisions: [{ fact: 'f1', as: 'new', claim: null, text: null, head: null, page: null, reason: '', ...says }],
  };
  return take(readAnswer(answer, group), group, view, { isPagePath }).proposals.get(factId(1));
}

const NAMES_IT = { text: 'User lives in Berlin' };

test('another page, which the fact names', () => {
  expect(taken(NAMES_IT, { page: OTHER })?.page).toBe(OTHER);
  expect(taken({ ...NAMES_IT, fields: { kind: 'identity' } }, { page: OTHER })?.page).toBe(PAGE);
  expect(taken({ ...NAMES_IT, fields: { kind: 'event' } }, { page: OTHER })?.page).toBe(PAGE);
  expect(taken({ ...NAMES_IT, fields: { kind: 'recipe' } }, { page: OTHER })?.page).toBe(OTHER);
});

test('another head of the page', () => {
  const heads = ['Identity', 'Skills'];
  const base = { head: 'Identity' };
  expect(taken({ ...NAMES_IT, base }, { head: 'Skills' }, heads)?.head).toBe('Skills');
  expect(taken({ ...NAMES_IT, base, fields: { kind: 'identity' } }, { head: 'Skills' }, heads)?.head).toBe('Identity');
});

test('a wording without the date before it', () => {
  const given = {
    text: 'So the user flew to Oslo',
    said: '2026-05-01: So the user flew to Oslo',
    fields: { kind: 'event', at: '2026-05-01' },
  };
  expect(taken(given, { text: 'The user flew to Oslo' })?.text).toBe(given.said);
  expect(taken(given, { text: '2026-05-01: So User flew to Oslo' })?.text).toBe('2026-05-01: So User flew to Oslo');
});

test('no other pages are put before it', () => {
  const schema = { routes: new Map<string, string>() };
  expect(mayMove(fact('User likes tea', '2026-06-01'), schema)).toBe(true);
  expect(mayMove(fact('User likes tea', '2026-06-01', { fields: { kind: 'preference' } }), schema)).toBe(false);
  expect(mayMove(fact('User flew to Oslo', '2026-06-01', { fields: { kind: 'event' } }), schema)).toBe(false);
});
