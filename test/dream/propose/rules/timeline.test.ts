// What a new fact does to the claims of one thing, by the order of facts alone.
import { describe, expect, it } from 'vitest';
import { turnOf, type Segment, type Standing } from '../../../../src/dream/propose/rules/timeline.ts';
import { fact } from './nights.ts';

interface Valued extends Segment {
  readonly value: string;
}

/** `value@day,day` with `?` for a side and `-` for what is past. */
const segment = (told: string): Valued => {
  const [, mark = '', value = '', days = ''] = /^([?-]?)(\w)@(.+)$/.exec(told) ?? [];
  const standing: Standing = mark === '?' ? 'side' : mark === '-' ? 'past' : 'current';
  return { value, standing, facts: days.split(',').map((day) => fact(value, `2026-07-${day.padStart(2, '0')}`)) };
};
const told = ({ value, standing }: Valued): string =>
  `${standing === 'side' ? '?' : standing === 'past' ? '-' : ''}${value}`;

/**
 * In short what becomes of `value@day` among the claims. Another value is an update, on the same day a conflict; `x`
 * has to do with nothing.
 */
function turn(claims: string, newcomer: string): string {
  const [value = '', day = ''] = newcomer.split('@');
  const known = claims === '' ? [] : claims.split(' ').map(segment);
  const made = turnOf(fact(value, `2026-07-${day.padStart(2, '0')}`), known, (one, { sameDay }) =>
    one.value === 'x' ? 'none' : one.value === value ? 'duplicate' : sameDay ? 'conflict' : 'update',
  );
  if (made.as === 'alone') return 'alone';
  if (made.as === 'back') return `back ${told(made.of)}`;
  if (made.as === 'conflict') return `conflict ${told(made.with)}`;
  if (made.as === 'update') return `update ${made.of.map(told).join(' ')}`;
  const after = made.after ? ` after ${told(made.after)}` : '';
  return made.as === 'duplicate' ? `duplicate ${told(made.of)}${after}` : `late ${made.byFact.day.slice(-2)}${after}`;
}

describe('a fact that is the last', () => {
  it.each([
    ['', 'a@5', 'alone'],
    ['x@1', 'a@5', 'alone'],
    ['a@1', 'a@5', 'duplicate a'],
    ['a@1', 'b@5', 'update a'],
    ['a@5', 'b@5', 'conflict a'],
    ['a@1,5', 'b@5', 'conflict a'],
    ['-a@1 b@3', 'a@5', 'update b'],
    ['-a@1 b@3', 'b@5', 'duplicate b'],
    ['-a@1', 'a@5', 'back -a'],
    ['-a@1', 'b@5', 'alone'],
    ['?a@3 ?b@3', 'c@3', 'conflict ?b'],
    ['?a@3 ?b@3', 'a@3', 'duplicate ?a'],
    ['?a@3 ?b@3', 'c@5', 'update ?a ?b'],
    ['?a@3 ?b@3', 'a@5', 'update ?a ?b'],
    ['a@1 b@3', 'c@5', 'update a b'],
    ['a@1 b@3', 'a@5', 'update a b'],
    ['a@1,4 b@3', 'a@5', 'duplicate a'],
    ['a@1 b@3 c@4', 'a@5', 'update a b c'],
    ['a@1 b@3 c@4', 'b@5', 'update a b c'],
  ])('%s, then %s: %s', (claims, newcomer, expected) => {
    expect(turn(claims, newcomer)).toBe(expected);
  });
});

describe('a fact that came late', () => {
  it.each([
    ['b@5', 'a@2', 'late 05'],
    ['-a@1 b@9', 'c@5', 'late 09 after -a'],
    ['-a@1 b@9', 'a@5', 'duplicate -a'],
    ['-a@1 b@9', 'b@5', 'duplicate b after -a'],
    ['-a@3 b@9', 'a@1', 'duplicate -a'],
    ['-a@1 -b@5 c@9', 'd@7', 'late 09 after -b'],
    ['-a@1 -b@5 c@9', 'd@3', 'late 05 after -a'],
    ['b@5', 'a@5', 'conflict b'],
    ['a@1,9', 'b@5', 'late 09 after a'],
    ['-a@1,9 c@20', 'b@5', 'late 09 after -a'],
    ['a@1,9', 'a@5', 'duplicate a'],
    ['a@1,9 -b@5', 'b@6', 'duplicate -b'],
    ['a@1,9 -b@5', 'a@7', 'duplicate a after -b'],
    ['?a@9 ?b@9', 'c@5', 'late 09'],
    ['-a@1,7 -b@5 c@11', 'd@3', 'late 05'],
    ['x@9', 'a@5', 'alone'],
  ])('%s, late %s: %s', (claims, newcomer, expected) => {
    expect(turn(claims, newcomer)).toBe(expected);
  });
});
