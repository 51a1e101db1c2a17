import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from '../../src/model/text.ts';

const VERBS = [
  'init',
  'log',
  'index',
  'reindex',
  'search',
  'facts',
  'today',
  'dream',
  'status',
  'config',
  'lint',
  'completion',
];

/** The word with up to four letters taken out and others put in their place. */
const slipOf = (word: string) =>
  fc
    .tuple(fc.nat(word.length), fc.nat(4), fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 }))
    .map(([at, gone, put]) => word.slice(0, at) + put + word.slice(at + gone));

/** `nearest` in its plain form: each distance is measured, the first of the least is taken. */
function measured(word: string, candidates: readonly string[]): string | null {
  const fold = (one: string): string => one.toLowerCase().replaceAll('_', '-');
  const asked = fold(word);
  const known = candidates.map((candidate) => ({
    candidate,
    edits: editDistance(asked, fold(candidate)),
    longer: Math.max(asked.length, candidate.length),
  }));
  const [best] = known
    .filter(({ edits, longer }) => edits <= Math.min(3, Math.floor(longer / 3)))
    .sort((a, b) => a.edits - b.edits);
  if (best !== undefined) return best.candidate;
  const beginnings = candidates.filter((candidate) => fold(candidate).startsWith(asked));
  return beginnings.length === 1 && asked.replace(/^-+/, '').length >= 3 ? (beginnings[0] ?? null) : null;
}

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

  it('answers as if it had measured every word, whatever their lengths', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'C', '-', '_'), maxLength: 14 });
    // Slips of one word, so that many are near and some equally so.
    const words = letters.chain((word) =>
      fc.tuple(fc.constant(word), fc.array(fc.oneof(letters, slipOf(word)), { maxLength: 8 })),
    );
    fc.assert(
      fc.property(words, ([word, candidates]) => {
        expect(nearest(word, candidates)).toBe(measured(word, candidates));
      }),
    );
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
