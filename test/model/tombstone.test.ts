// Which tombstones stand: whatever the order of the lines, and whoever took what back.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { purgedFacts, standingTombstones, type TombstoneLine } from '../../src/model/disposition.ts';

const stone = (fact: string, run: string, more = {}): TombstoneLine => ({
  fact,
  salt: 's',
  digest: 'd',
  at: '',
  run,
  ...more,
});
const back = (fact: string, undoes: string): TombstoneLine => ({
  fact,
  undone: true,
  undoes,
  at: '',
  run: `undo of ${undoes}`,
});

test('one that is taken back does not stand', () => {
  expect([...standingTombstones([stone('a', 'r1'), back('a', 'r1')]).keys()]).toEqual([]);
  expect([...standingTombstones([back('a', 'r1'), stone('a', 'r1'), stone('b', 'r1')]).keys()]).toEqual(['b']);
});

test('what another clone said stands, and what was forgotten again', () => {
  expect([...standingTombstones([stone('a', 'r1'), stone('a', 'r2'), back('a', 'r1')]).keys()]).toEqual(['a']);
});

test('one that log wrote stands while a person’s with its digest does', () => {
  const lines = [stone('a', 'r1'), stone('b', 'log')];
  expect([...standingTombstones(lines).keys()]).toEqual(['a', 'b']);
  expect([...standingTombstones([...lines, back('a', 'r1')]).keys()]).toEqual([]);
  expect([...standingTombstones([...lines, back('a', 'r1'), stone('c', 'r2', { digest: 'e' })]).keys()]).toEqual(['c']);
  expect([...standingTombstones([...lines, back('a', 'r1'), stone('a', 'r2')]).keys()]).toEqual(['b', 'a']);
  expect([...standingTombstones([...lines, back('b', 'log')]).keys()]).toEqual(['a']);
});

test('a purged one is known', () => {
  expect([...purgedFacts(standingTombstones([stone('a', 'r1', { purged: true }), stone('b', 'r1')]))]).toEqual(['a']);
});

test('the order of lines means nothing, nor does a line that stands twice', () => {
  const line = fc
    .record({ fact: fc.constantFrom('a', 'b'), run: fc.constantFrom('r1', 'r2', 'log'), undone: fc.boolean() })
    .map(({ fact, run, undone }) => (undone ? back(fact, run) : stone(fact, run)));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.func(fc.integer()), (lines, rank) => {
      const turned = [...lines, ...lines.slice(0, 2)].sort((x, y) => rank(x) - rank(y));
      const facts = (some: readonly TombstoneLine[]): string[] => [...standingTombstones(some).keys()].sort();
      expect(facts(turned)).toEqual(facts(lines));
    }),
  );
});
