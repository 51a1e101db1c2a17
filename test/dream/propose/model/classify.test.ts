// Pairs of claims before a model: which are asked about, and what its answers change.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { classify, pairSchema } from '../../../../src/dream/propose/model/classify.ts';
import type { Asked, ClassifyInput, PairLimits } from '../../../../src/dream/propose/model/groups.ts';
import { findPairs } from '../../../../src/dream/propose/model/pairs.ts';
import type { Proposal } from '../../../../src/model/plan.ts';
import type { ReviewProposal } from '../../../../src/model/review.ts';
import { claimId, factId, planOf, type Setting, setUp } from './groups.ts';

const LIMITS: PairLimits = { nearDuplicate: 0.9, contradiction: 0.7, maxPairs: 20 };
const OLD = 'The deploy script needs eight minutes';
const NEW = 'The deploy script needs nine minutes';
const RULED: ReviewProposal = {
  kind: 'supersede',
  facts: [claimId(1), factId(1)],
  reason: 'they differ in a number or a day alone',
  score: 0.8,
};

interface Case extends Partial<Setting> {
  readonly answer?: unknown;
  readonly asked?: Asked;
  readonly reviews?: readonly ReviewProposal[];
  readonly limits?: Partial<PairLimits>;
  readonly says?: Partial<Proposal>;
  readonly room?: number;
  /** Calls that may be made. */
  readonly calls?: number;
}

async function ask({
  answer,
  asked,
  reviews = [RULED],
  limits = {},
  says = {},
  room = Infinity,
  calls = Infinity,
  ...setting
}: Case) {
  const set = setUp({ claims: [OLD], facts: [NEW], ...setting });
  const prompts: string[] = [];
  const input: ClassifyInput = {
    batch: set.group.facts.map(({ fact }) => fact),
    proposals: set.group.facts.map(({ base }) => ({ ...base, ...says })),
    reviews,
    view: set.view,
    limits: { ...LIMITS, ...limits },
    prompt: 'Compare.',
    mergePrompt: 'Merge.',
    asker: {
      fits: ({ prompt }) => prompt.length <= room,
      ask: ({ prompt }) => {
        prompts.push(prompt);
        return Promise.resolve(asked ?? { kind: 'answer', value: answer });
      },
    },
    mayAsk: () => prompts.length < calls,
  };
  return { ...(await classify(input)), prompts, set, input };
}

const relate = (as: string, text: string | null = null): object => ({ pairs: [{ pair: 'p1', as, text, reason: '' }] });
const briefly = (reviews: readonly ReviewProposal[]): string[] =>
  reviews.map(({ kind, facts, draft }) => `${kind} ${facts.join(' ')}${draft === undefined ? '' : ` “${draft}”`}`);
const PAIR = `${claimId(1)} ${factId(1)}`;

test('nothing alike and nothing to ask: no call', async () => {
  expect((await ask({ reviews: [], facts: ['It rains in spring'] })).prompts).toEqual([]);
  expect((await ask({ limits: { maxPairs: 0 } })).prompts).toEqual([]);
});

test.each([
  ['duplicate', [`merge ${PAIR}`]],
  ['complementary', []],
  ['contradicts', [`contradiction ${PAIR}`]],
  ['supersedes-older', [`supersede ${PAIR}`]],
  ['sings', [`supersede ${PAIR}`]],
])('what the rules would ask: the model says %s', async (as, wanted) => {
  const { reviews, proposals, prompts } = await ask({ answer: relate(as) });
  expect([briefly(reviews), prompts.length]).toEqual([wanted, 1]);
  expect(proposals[0]).toMatchObject({ as: 'placed' });
  expect(proposals[0]?.supersedes).toBeUndefined();
  expect(prompts[0]).toContain(
    `"older":{"says":"${OLD}","day":"2026-07-01"},"newer":{"says":"${NEW}","day":"2026-07-10"}`,
  );
});

test('what looks like a secret is put before no model', async () => {
  const token = `ghp_${['aB3dE5gH7jK9', 'mN1pQ2rS4tU6', 'vW8xY0zA1bC2'].join('')}`;
  for (const [old, fresh] of [
    [`${OLD} with ${token}`, `${NEW} with ${token}`],
    [`${OLD} with ${token}`, NEW],
  ] as const) {
    const { prompts, reviews } = await ask({ claims: [old], facts: [fresh], answer: relate('duplicate') });
    expect([prompts, briefly(reviews)]).toEqual([[], [`supersede ${PAIR}`]]);
  }
});

test('of a limit the facts that wait tell, of a failure a line does', async () => {
  expect((await ask({ asked: { kind: 'limit', reason: 'the limit of 2 calls is reached' } })).notices).toEqual([]);
  expect((await ask({ asked: { kind: 'failed', all: false, wasMade: true, reason: 'no' } })).notices).toEqual([
    '1 pair of claims that are alike: not put before the model, no',
  ]);
});

test.each([
  ['A pinned question stays', { pinned: [claimId(1)] }],
  ['A pressing one stays', { reviews: [{ ...RULED, score: 0.9 }] }],
] satisfies [string, Case][])('%s, whatever the model says', async (_, more) => {
  expect(briefly((await ask({ answer: relate('complementary'), ...more })).reviews)).toEqual([`supersede ${PAIR}`]);
});

test('the bands: near duplicates are asked about a duplicate alone, less alike ones about a change alone, others not', async () => {
  const near = {
    claims: ['User likes very hot green tea from tall blue cups'],
    facts: ['User loves very hot green tea from tall blue cups now'],
    reviews: [],
  };
  const far = { claims: ['The red bike has wide new tyres'], facts: ['The red bike has wide old tyres'], reviews: [] };
  const kinds = async (one: Case): Promise<string[][]> =>
    await Promise.all(
      ['duplicate', 'contradicts', 'supersedes-older'].map(async (as) =>
        (await ask({ ...one, answer: relate(as) })).reviews.map(({ kind }) => kind),
      ),
    );
  expect(await kinds(near)).toEqual([['merge'], [], []]);
  expect(await kinds(far)).toEqual([[], ['contradiction'], ['supersede']]);
  expect(await kinds({ ...far, limits: { contradiction: 0.95, nearDuplicate: 0.99 } })).toEqual([[], [], []]);
});

test.each([
  ['User has 2 cats, Tom and Kit', true],
  ['User has cats', false],
  ['User has 2 cats, Tom and Kit, and 3 dogs', false],
  ['User has 2 cats, Tom and Kit, of Ann', false],
  ['User has 2 cats, Tom and Kit [x](y)', false],
  ['User has not 2 cats, Tom and Kit', false],
  ['User has 2 lovely cats, Tom and Kit', false],
  ['用户 2 Tom Kit', false],
  ['User has 2 cats,\nTom and Kit', false],
])('a drafted statement: %s', async (text, isTaken) => {
  const { reviews, set } = await ask({
    claims: ['User has 2 cats, Tom and Kit'],
    facts: ['User has the 2 cats Tom and Kit'],
    reviews: [{ ...RULED, kind: 'merge' }],
    answer: relate('duplicate', text),
  });
  expect(reviews.map(({ draft }) => draft)).toEqual([isTaken ? text : undefined]);
  // One that is a fact's own words needs no draft.
  expect(
    planOf(set, [{ fact: factId(1), as: 'placed', page: '3_Personal/Work.md', reason: 'x' }], reviews).reviews,
  ).toHaveLength(1);
});

test.each([
  { kind: 'failed', all: true, wasMade: true, reason: 'the model cannot be reached' },
  { kind: 'failed', all: true, wasMade: false, reason: 'the model cannot be reached' },
  { kind: 'limit', reason: 'the limit of 1 call is reached' },
  { kind: 'stopped' },
  { kind: 'cut', what: 'answer' },
  { kind: 'answer', value: undefined },
  { kind: 'answer', value: [] },
] satisfies Asked[])('the questions stay as they were: $kind', async (asked) => {
  const { reviews, notices } = await ask({ asked });
  expect([reviews, notices.length]).toEqual([[RULED], asked.kind === 'failed' && asked.wasMade ? 1 : 0]);
});

test('eight pairs a call, fewer where they do not fit, none where one does not', async () => {
  const facts = Array.from({ length: 12 }, (_, at) => `The deploy script of tool${at}x needs nine minutes`);
  const reviews = facts.map((_, at) => ({ ...RULED, facts: [claimId(1), factId(at + 1)], score: 0.8 - at / 100 }));
  expect(
    (await ask({ facts, reviews, limits: { maxPairs: 10 } })).prompts.map(
      (prompt) => prompt.split('"id":"p').length - 1,
    ),
  ).toEqual([8, 2]);
  expect(
    (await ask({ facts, reviews, limits: { maxPairs: 10 }, room: 900 })).prompts.every(
      (prompt) => prompt.length <= 900,
    ),
  ).toBe(true);
  expect((await ask({ facts, reviews, room: 10 })).prompts).toEqual([]);
});

test('no more calls than there may be', async () => {
  const facts = Array.from({ length: 12 }, (_, at) => `The deploy script of tool${at}x needs nine minutes`);
  const reviews = facts.map((_, at) => ({ ...RULED, facts: [claimId(1), factId(at + 1)], score: 0.8 - at / 100 }));
  expect((await ask({ facts, reviews, calls: 1 })).prompts).toHaveLength(1);
  expect((await ask({ facts, reviews, calls: 0 })).prompts).toHaveLength(0);
});

test.each([
  ['rows of a list', 'User has record number 3 by the band Kepler', 'User has record number 4 by the band Tycho', 0],
  [
    'the same but for a detail of one',
    'User has record number 3 by the band Kepler',
    'User has record number 3 by the band Kepler since May',
    1,
  ],
  ['the same words', 'User has a red record player', 'User has the red record player', 1],
])('as duplicates: %s', (_, old, fresh, count) => {
  const { group, view } = setUp({ claims: [old], facts: [fresh] });
  const pairs = findPairs({
    batch: group.facts.map(({ fact }) => fact),
    proposals: group.facts.map(({ base }) => base),
    reviews: [],
    view,
    limits: { ...LIMITS, nearDuplicate: 0.5, contradiction: 0.4 },
  });
  expect(pairs.map(({ about }) => about)).toEqual(Array.from({ length: count }, () => 'duplicate'));
});

test('settled pairs are not found again, nor those that the batch takes apart', () => {
  const { group, view } = setUp({ claims: [OLD], facts: [NEW] });
  const input = {
    batch: group.facts.map(({ fact }) => fact),
    proposals: group.facts.map(({ base }) => base),
    reviews: [],
    view,
    limits: LIMITS,
  };
  const [pair] = findPairs(input);
  expect([pair?.older.fact.id, pair?.newer.fact.id]).toEqual([claimId(1), factId(1)]);
  expect(
    findPairs({ ...input, proposals: group.facts.map(({ base }) => ({ ...base, supersedes: [claimId(1)] })) }),
  ).toEqual([]);
  expect(findPairs({ ...input, view: { ...view, apart: () => true } })).toEqual([]);
  expect(pairSchema(2)).toMatchObject({
    properties: {
      pairs: {
        items: {
          properties: { pair: { enum: ['p1', 'p2'] }, text: { type: ['string', 'null'] } },
          required: ['pair', 'as', 'text', 'reason'],
        },
      },
    },
  });
});

test('any answer: as many proposals as before, no replacements, reviews of two facts', async () => {
  const anyPair = fc.record({
    pair: fc.constantFrom('p1', 'p2', 'p9', 1, null),
    as: fc.constantFrom('duplicate', 'complementary', 'contradicts', 'supersedes-older', 'x'),
    text: fc.oneof(fc.constant(null), fc.string()),
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.record({ pairs: fc.array(anyPair) }), fc.anything()), async (answer) => {
      const { proposals, reviews, set } = await ask({
        answer,
        facts: [NEW, 'The deploy script needs ten minutes'],
        reviews: [RULED],
      });
      expect(proposals.map(({ fact }) => fact)).toEqual([factId(1), factId(2)]);
      expect(proposals.flatMap(({ supersedes = [] }) => supersedes).length).toBe(0);
      for (const { facts } of reviews) expect(new Set(facts).size).toBe(2);
      expect(planOf(set, proposals, reviews).left).toEqual([]);
    }),
  );
});
