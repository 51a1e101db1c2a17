// What makes two statements one fact, and what keeps them two.
import { expect, test } from 'vitest';
import { denies, identityOf, saysAgain } from '../../../src/import/conversations/settle.ts';
import { createTokenizer } from '../../../src/index/tokenizer.ts';
import type { Statement } from '../../../src/model/fact.ts';

const tokenizer = createTokenizer();
const terms = (text: string): string[] => tokenizer.terms(text);
const statement = (text: string, fields: Record<string, string> = {}): Statement => ({
  text,
  category: fields['kind'] ?? 'preference',
  tags: [],
  fields,
});
const same = (a: Statement, b: Statement): boolean => identityOf(a, terms) === identityOf(b, terms);
const likes = (text: string, value: string, key = 'likes'): Statement =>
  statement(text, { kind: 'preference', key, value });

test.each<[Statement, Statement]>([
  [likes('User loves sushi', 'sushi'), likes('User likes sushi', 'sushi')],
  [likes('User loves sushi', 'sushi'), likes('User really enjoys sushi', 'sushi', 'food')],
  [
    statement('User lives in Rome', { kind: 'identity', key: 'residence', value: 'Rome' }),
    statement('User lives in Rome', { kind: 'identity', key: 'city', value: 'in Rome' }),
  ],
  [statement('User lives in Rome'), statement('User lives in Rome now')],
  [statement('User works at Acme', { kind: 'identity' }), statement('The user works for Acme', { kind: 'experience' })],
])('%j is %j', (a, b) => expect(same(a, b)).toBe(true));

test.each<[Statement, Statement]>([
  [likes('User loves sushi', 'sushi'), likes('User loves ramen', 'ramen')],
  [likes('User loves sushi', 'sushi'), likes('User does not love sushi', 'sushi')],
  [likes('User loves sushi', 'sushi'), likes('User hates sushi', 'sushi')],
  [likes("User's sister loves sushi", 'sushi'), likes('User loves sushi', 'sushi')],
  [likes('User loves sushi', 'sushi'), likes('User loves sushi with 2 sauces', 'sushi')],
  [statement('User lives in Rome'), statement('User lives in Oslo')],
  [statement('User went to the dentist on 2026-05-01'), statement('User went to the dentist on 2026-05-08')],
  [
    statement('User bought a car', { kind: 'event', value: 'car' }),
    statement('User sold a car', { kind: 'event', value: 'car' }),
  ],
  [
    statement('用户喜欢茶', { kind: 'preference', value: '茶' }),
    statement('用户不喜欢茶', { kind: 'preference', value: '茶' }),
  ],
])('%j is not %j', (a, b) => expect(same(a, b)).toBe(false));

test.each([
  ['User prefers tabs over spaces', 'User prefers tabs', true],
  ['User prefers tabs', 'User prefers tabs over spaces in Go', false],
  ['User has 2 dogs', 'User has 3 dogs', false],
  ['User prefers tabs', 'User really prefers to use tabs', true],
  ['User works at Acme', 'User works at Acme as a nurse', false],
  ['User likes tea', 'User likes coffee', false],
  ['User eats meat', 'User does not eat meat', false],
  ["User's sister Anna is a nurse in Rome", 'Anna is a nurse', true],
])('who said %j says %j again: %s', (earlier, later, again) =>
  expect(saysAgain(statement(earlier), statement(later), terms)).toBe(again),
);

test('denials, in words of either language', () => {
  expect(
    [
      'User dislikes tea',
      'User avoids gluten',
      "User can't swim",
      'User stopped smoking',
      '用户讨厌香菜',
      '用户不吃肉',
    ].map(denies),
  ).toEqual([true, true, true, true, true, true]);
  expect(['User likes tea', 'User is allergic to nuts', '用户喜欢茶'].map(denies)).toEqual([false, false, false]);
});
