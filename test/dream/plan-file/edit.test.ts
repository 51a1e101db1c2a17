// What a person changes in a dream that was heard: a value in, another out, and nothing else in it moves.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownClaim, proposalFor, putOff, setAside } from '../../../src/dream/plan-file/edit.ts';
import { type Left, type PlanFile, type Proposal, type Proposals, withDependents } from '../../../src/model/plan.ts';

const NO_PROPOSALS: Proposals = { proposals: [], pages: [], heads: {}, tags: {}, related: {}, reviews: [] };

/** One batch for each list of proposals. */
function fileOf(...batches: readonly (readonly Proposal[])[]): PlanFile {
  return {
    type: 'memvault/plan',
    version: 1,
    start: '2026-07-01T12:00:00.000Z',
    today: '2026-07-01',
    options: { maxDays: 14, reviews: 5, repeatUndone: true, retry: false },
    batches: batches.map((proposals) => ({
      engine: 'rules/2',
      facts: proposals.map(({ fact }) => ({ fact, day: '2026-06-30', says: fact, digest: '' })),
      settled: [],
      proposals: { ...NO_PROPOSALS, proposals },
      summary: null,
    })),
    pages: {},
  };
}

/** The facts that wait along with one. */
function restingOn({ batches }: PlanFile, fact: string): string[] {
  const left: Left = { fact, reason: 'x', why: 'later' };
  const all = batches.flatMap(({ proposals }) => proposals.proposals);
  return [...withDependents(all, new Map([[fact, left]])).keys()].filter((one) => one !== fact);
}

const placed = (fact: string, more: Partial<Proposal> = {}): Proposal => ({
  fact,
  as: 'placed',
  page: '2_Wiki/A.md',
  reason: 'it is new',
  ...more,
});
const duplicate = (fact: string, of: string): Proposal => ({ fact, as: 'duplicate', of, reason: 'says the same' });

describe('what rests on a fact', () => {
  test('is what names it, and what names that, in any batch', () => {
    const file = fileOf(
      [placed('a'), duplicate('b', 'a'), placed('x')],
      [
        placed('c', { supersedes: ['b'] }),
        placed('d', { corrects: 'c' }),
        { fact: 'e', as: 'conflict', with: 'd', reason: '' },
        { fact: 'f', as: 'superseded', by: 'e', reason: '' },
      ],
    );
    expect(restingOn(file, 'a')).toEqual(['b', 'c', 'd', 'e', 'f']);
    expect(restingOn(file, 'd')).toEqual(['e', 'f']);
    expect(restingOn(file, 'x')).toEqual([]);
  });

  test('is found where facts name each other', () => {
    expect(restingOn(fileOf([duplicate('a', 'b'), duplicate('b', 'a')]), 'a')).toEqual(['b']);
  });
});

describe('putting off', () => {
  test('names the facts of each batch, once', () => {
    const once = putOff(fileOf([placed('a'), placed('b')], [placed('c')]), new Set(['a', 'c', 'unknown']));
    expect(once.batches.map(({ proposals }) => proposals.waits)).toEqual([
      [{ fact: 'a', reason: 'you put it off', why: 'later' }],
      [{ fact: 'c', reason: 'you put it off', why: 'later' }],
    ]);
    expect(putOff(once, new Set(['a', 'c']))).toEqual(once);
  });
});

describe('a claim of its own', () => {
  test('in its own words, apart from what it was to be joined with', () => {
    const file = ownClaim(fileOf([placed('a'), { ...duplicate('b', 'a'), text: 'shorter' }]), 'b', '2_Wiki/B.md');
    expect(proposalFor(file, 'b')).toEqual({
      fact: 'b',
      as: 'placed',
      page: '2_Wiki/B.md',
      reason: 'you gave it a claim of its own',
    });
    expect(file.batches[0]?.proposals.apart).toEqual([{ kind: 'merge', facts: ['b', 'a'] }]);
    expect(file.batches[0]?.proposals.pages).toEqual([{ page: '2_Wiki/B.md', type: 'note', title: 'B', about: '' }]);
  });

  test.each<[string, Partial<Proposal>, unknown]>([
    [
      'an update',
      { supersedes: ['a', 'c'] },
      [
        ['b', 'a'],
        ['b', 'c'],
      ],
    ],
    ['a correction', { corrects: 'a' }, [['b', 'a']]],
    ['a conflict', { as: 'conflict', with: 'a' }, [['b', 'a']]],
    [
      'what is past',
      { as: 'superseded', by: 'a', after: 'c' },
      [
        ['b', 'a'],
        ['b', 'c'],
      ],
    ],
  ])('instead of %s', (_what, proposal, pairs) => {
    const file = ownClaim(fileOf([placed('b', proposal)]), 'b', '2_Wiki/A.md');
    expect(file.batches[0]?.proposals.apart?.map(({ facts }) => facts)).toEqual(pairs);
  });

  test('is not asked about again', () => {
    const file = fileOf([placed('a'), duplicate('b', 'a')]);
    const [batch] = file.batches;
    const asking = {
      ...file,
      batches:
        batch === undefined
          ? []
          : [
              {
                ...batch,
                proposals: {
                  ...batch.proposals,
                  reviews: [
                    { kind: 'merge' as const, facts: ['a', 'b'], reason: '', score: 1 },
                    { kind: 'merge' as const, facts: ['b', 'z'], reason: '', score: 1 },
                  ],
                },
              },
            ],
    };
    expect(ownClaim(asking, 'b', '2_Wiki/A.md').batches[0]?.proposals.reviews.map(({ facts }) => facts)).toEqual([
      ['b', 'z'],
    ]);
  });
});

test('setting aside says why, and drops the questions about it', () => {
  expect(proposalFor(setAside(fileOf([placed('a', { text: 'x', head: 'y' })]), 'a'), 'a')).toEqual({
    fact: 'a',
    as: 'set-aside',
    reason: 'you set it aside',
  });
});

test('whatever is changed, no fact is lost, none is there twice, and the others are as they were', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd');
  const change = fc.oneof(
    fc.record({ do: fc.constant('off' as const), fact: id }),
    fc.record({ do: fc.constant('own' as const), fact: id }),
    fc.record({ do: fc.constant('aside' as const), fact: id }),
  );
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const begin = fileOf([placed('a'), duplicate('b', 'a')], [placed('c', { supersedes: ['a'] }), placed('d')]);
      const end = changes.reduce((file, one) => {
        if (one.do === 'off') return putOff(file, new Set([one.fact]));
        if (one.do === 'own') return ownClaim(file, one.fact, '2_Wiki/B.md');
        return setAside(file, one.fact);
      }, begin);
      const touched = new Set<string>(changes.map(({ fact }) => fact));
      end.batches.forEach((batch, at) => {
        const before = begin.batches[at]?.proposals.proposals ?? [];
        expect(batch.proposals.proposals.map(({ fact }) => fact)).toEqual(before.map(({ fact }) => fact));
        for (const proposal of before)
          if (!touched.has(proposal.fact)) expect(batch.proposals.proposals).toContainEqual(proposal);
        const waits = (batch.proposals.waits ?? []).map(({ fact }) => fact);
        expect(new Set(waits).size).toBe(waits.length);
      });
    }),
  );
});
