import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from '../../src/model/nearest.ts';

const VERBS = ['init', 'log', 'index', 'reindex', 'search', 'facts', 'today', 'dream', 'status', 'config', 'lint', 'completion'];

describe('nearest', () => {
  it.each([
    ['serach', 'search'],
    ['lgo', 'log'],
    ['dram', 'dream'],
    ['stat', 'status'],
    ['DREAM', 'dream'],
    ['compl', 'completion'],
    ['idnex', 'index'],
    ['complete', 'completion'],
    ['ls', null],
    ['xyzzy', null],
    ['', null],
    ['i', null],
  ])('%s means %s', (word, meant) => {
    expect(nearest(word, VERBS)).toBe(meant);
  });

  it('takes - and _ for one', () => {
    expect(nearest('--min_facts', ['--min-facts'])).toBe('--min-facts');
  });

  it('knows nothing among nothing', () => {
    expect(nearest('dream', [])).toBeNull();
  });

  it('does not choose between two words that begin alike', () => {
    expect(nearest('max', ['max_wait_days', 'max_days_in_a_batch'])).toBeNull();
  });
});

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
    ['ca', 'abc', 3],
  ])('%j to %j is %i', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });

  it('is symmetric, nothing only for equal words, and never more than the longer word', () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b);
        expect(editDistance(b, a)).toBe(distance);
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });
});
