// Claims that say the same before a model: which become one question, what is never joined, and which statement may
// stand for all.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { classify, mergeSchema } from '../../../../src/dream/propose/model/classify.ts';
import { createBudget } from '../../../../src/dream/propose/model/asker.ts';
import { estimateUsage } from '../../../../src/dream/propose/model/estimate.ts';
import type { Asked, ClassifyInput } from '../../../../src/dream/propose/model/groups.ts';
import { createRules } from '../../../../src/dream/propose/rules/rules.ts';
import { reviewId } from '../../../../src/model/bytes.ts';
import type { ReviewLine, ReviewProposal } from '../../../../src/model/review.ts';
import { factOf, PROMPTS, SCHEMA, viewOf, ZONES } from './bench.ts';
import { claimId, factId, type Given, planOf, type Setting, setUp } from './groups.ts';

/** The model's word on two numbered statements, the earlier first. */
type Says = (older: number, newer: number) => string;

interface Case extends Partial<Setting> {
  readonly says?: Says;
  /** Pairs of statements that the rules would ask about. */
  readonly pairs?: readonly (readonly [number, number])[];
  readonly score?: (older: number, newer: number) => number;
  readonly kind?: ReviewProposal['kind'];
  readonly draft?: string | null;
  readonly merging?: Asked;
  /** Calls that may be made. */
  readonly calls?: number;
  readonly room?: number;
  readonly known?: readonly Pick<ReviewLine, 'facts' | 'status' | 'kind'>[];
}

/** Statement 1 stands on the page, the others are the batch's. */
const idOf = (number: number): string => (number === 1 ? claimId(1) : factId(number - 1));
const textOf = (number: number): string => `The lamp ${number}x is green`;
const numberIn = (text: string): number => Number(/lamp (\d+)x/.exec(text)?.[1] ?? /tea (\d+)/.exec(text)?.[1]);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
const allPairs = (count: number): (readonly [number, number])[] =>
  upTo(count).flatMap((a) =>
    upTo(count)
      .filter((b) => b > a)
      .map((b) => [a, b] as const),
  );
const same: Says = () => 'duplicate';

async function ask({
  says = same,
  pairs = [
    [1, 2],
    [2, 3],
  ],
  score = () => 0.8,
  kind = 'merge',
  draft = null,
  merging,
  calls = Infinity,
  room = Infinity,
  known = [],
  ...setting
}: Case) {
  const set = setUp({
    claims: [textOf(1)],
    facts: upTo(Math.max(...pairs.flat()) - 1).map((at) => textOf(at + 1)),
    ...setting,
  });
  const reviews = pairs.map(([older, newer]): ReviewProposal => ({
    kind,
    facts: [idOf(older), idOf(newer)],
    reason: 'they are almost the same words',
    score: score(older, newer),
  }));
  const asked: { name: string; prompt: string }[] = [];
  const answer = (name: string, prompt: string): unknown => {
    const rows = prompt
      .split('\n')
      .filter((line) => line.startsWith('{"id"'))
      .map(
        (line) =>
          JSON.parse(line.replace(/,$/, '')) as { id: string; older: { says: string }; newer: { says: string } },
      );
    if (name === 'merge') return { clusters: rows.map(({ id }) => ({ cluster: id, text: draft })) };
    return {
      pairs: rows.map(({ id, older, newer }) => ({
        pair: id,
        as: says(numberIn(older.says), numberIn(newer.says)),
        text: draft,
        reason: '',
      })),
    };
  };
  const input: ClassifyInput = {
    batch: set.group.facts.map(({ fact }) => fact),
    proposals: set.group.facts.map(({ base }) => base),
    reviews,
    view: {
      ...set.view,
      reviews: new Map(
        known.map((one) => [
          reviewId(one.facts),
          { ...one, id: reviewId(one.facts), reason: '', score: 1, run: 'r', at: '2026-07-02T00:00:00Z' },
        ]),
      ),
    },
    limits: { nearDuplicate: 0.99, contradiction: 0.98, maxPairs: 100 },
    prompt: 'Compare.',
    mergePrompt: 'Merge.',
    asker: {
      fits: ({ prompt }) => prompt.length <= room,
      ask: ({ name, prompt }) => {
        asked.push({ name, prompt });
        return Promise.resolve(name === 'merge' && merging ? merging : { kind: 'answer', value: answer(name, prompt) });
      },
    },
    mayAsk: () => asked.length < calls,
  };
  const { reviews: found, proposals } = await classify(input);
  const numbers = new Map(upTo(40).map((number) => [idOf(number), number]));
  const shown = found.map(({ kind: of, facts }) => `${of} ${facts.map((id) => numbers.get(id)).join(' ')}`);
  return {
    found,
    shown: shown.sort(),
    drafts: found.map((one) => one.draft),
    merges: asked.filter(({ name }) => name === 'merge'),
    asked,
    set,
    proposals,
  };
}

test.each([
  ['a chain', {}, ['merge 1 2 3']],
  [
    'two apart',
    {
      pairs: [
        [1, 2],
        [3, 4],
      ],
    },
    ['merge 1 2', 'merge 3 4'],
  ],
  [
    'two chains that a last one joins',
    {
      pairs: [
        [1, 2],
        [3, 4],
        [2, 3],
      ],
    },
    ['merge 1 2 3 4'],
  ],
  ['what would be asked as a replacement', { kind: 'supersede' }, ['merge 1 2 3']],
  ['pressing questions of the rules', { score: () => 0.95 }, ['merge 1 2 3']],
  [
    'complementary by way of a third',
    {
      pairs: allPairs(3),
      says: (a, b) => (a === 1 && b === 3 ? 'complementary' : 'duplicate'),
      score: (a) => (a === 1 ? 0.8 : 0.7),
    },
    ['merge 1 2'],
  ],
  [
    'one that contradicts another',
    { pairs: allPairs(3), says: (a, b) => (a === 1 && b === 3 ? 'contradicts' : 'duplicate') },
    ['contradiction 1 3', 'merge 1 2'],
  ],
  [
    'one that replaces another',
    { pairs: allPairs(3), says: (a, b) => (a === 1 && b === 3 ? 'supersedes-older' : 'duplicate') },
    ['merge 1 2', 'supersede 1 3'],
  ],
  ['a pinned one', { pinned: [factId(2)] }, ['merge 1 2', 'merge 2 3']],
  [
    'one of another project',
    { facts: [textOf(2), { text: textOf(3), fields: { project: 'atlas' } }] },
    ['merge 1 2', 'merge 2 3'],
  ],
  [
    'one of another speaker',
    { facts: [textOf(2), { text: textOf(3), fields: { persons: 'Ann' } }] },
    ['merge 1 2', 'merge 2 3'],
  ],
  ['two that a person keeps apart', { apart: [[claimId(1), factId(2)]] }, ['merge 1 2']],
  [
    'two that stay both',
    { known: [{ facts: [claimId(1), factId(2)], status: 'expired', kind: 'merge' }] },
    ['merge 1 2'],
  ],
  [
    'two of which something else is asked',
    { known: [{ facts: [claimId(1), factId(2)], status: 'pending', kind: 'contradiction' }] },
    ['merge 1 2'],
  ],
  [
    'two of which that is asked already',
    { known: [{ facts: [claimId(1), factId(2)], status: 'pending', kind: 'merge' }] },
    ['merge 1 2 3'],
  ],
  [
    'no more than a person can weigh',
    { pairs: upTo(10).map((at) => [at, at + 1] as const) },
    ['merge 1 2 3 4 5 6 7 8', 'merge 10 11 9'],
  ],
] satisfies [string, Case, string[]][])('%s', async (_, one, wanted) => {
  const { shown, found, set } = await ask(one);
  // Numbers sort as words.
  expect(shown.map((line) => line.replace('9 10 11', '10 11 9')).sort()).toEqual([...wanted].sort());
  expect(
    planOf(
      set,
      set.group.facts.map(({ base }) => base),
      found,
    ).left,
  ).toEqual([]);
});

test('the most alike go together where not all can', async () => {
  const texts = ['User likes tea 1 x', 'User likes green hot fresh tea 2', 'User likes green hot fresh new tea 3'];
  const says: Says = (a, b) => (a === 1 && b === 3 ? 'complementary' : 'duplicate');
  for (const order of [allPairs(3), allPairs(3).reverse()])
    expect((await ask({ claims: texts.slice(0, 1), facts: texts.slice(1), pairs: order, says })).shown).toEqual([
      'merge 2 3',
    ]);
});

test('one that goes to History is no member', async () => {
  const facts: Given[] = [
    { text: textOf(2), base: { supersedes: [claimId(1)] } },
    { text: textOf(3) },
    { text: textOf(4) },
  ];
  expect(
    (
      await ask({
        facts,
        pairs: [
          [1, 2],
          [2, 3],
          [3, 4],
        ],
      })
    ).shown,
  ).toEqual(['merge 2 3 4']);
});

const CATS: Partial<Case> = {
  claims: ['User has 40 cats and not dogs, tea 1'],
  facts: ['User does not have dogs, tea 2', 'User has cats and no dogs, in Bonn, tea 3'],
};

test.each([
  ['User has 40 cats and no dogs, in Bonn, tea 1, tea 2, tea 3', true],
  ['User has 40 cats and dogs, in Bonn, tea 1, tea 2, tea 3', false],
  ['User has cats and no dogs, in Bonn, tea 1, tea 2, tea 3', false],
  ['User has 40 cats and no dogs, tea 1, tea 2, tea 3', false],
  ['User has 40 cats and no dogs, in Bonn and Ulm, tea 1, tea 2, tea 3', false],
  ['User has 40 lovely cats and no dogs, in Bonn, tea 1, tea 2, tea 3', false],
  ['User has 40 cats and no dogs, in Bonn, tea 1, tea 2, tea 3 **', false],
  ['', false],
  [null, false],
  [`User has 40 cats and no dogs, in Bonn, tea 1, tea 2, tea 3, ${'cats and dogs '.repeat(20)}`, false],
])('a statement for three: %s', async (draft, isTaken) => {
  const { drafts, shown, merges, set, found } = await ask({ ...CATS, draft });
  expect([shown, merges.length, drafts]).toEqual([['merge 1 2 3'], 1, [isTaken ? draft : undefined]]);
  expect(merges[0]?.prompt).toContain(
    '{"id":"m1","statements":[{"says":"User has 40 cats and not dogs, tea 1","day":"2026-07-01"},{"says":"User does not have dogs, tea 2","day":"2026-07-10"}',
  );
  expect(
    planOf(
      set,
      set.group.facts.map(({ base }) => base),
      found,
    ).reviews?.map(({ draft: words }) => words),
  ).toEqual([isTaken ? draft : undefined]);
});

test('words far behind in a long statement are looked at too', async () => {
  const long = (number: number): string =>
    `User likes tea ${number}, ${upTo(60)
      .map((at) => `tealeaf${'abcdefghij'[at % 10]}${'abcdefghij'[Math.floor(at / 10)]}`)
      .join(' ')}`;
  const draft = `${long(1)}, tea 2, tea 3`;
  const one = { claims: [long(1)], facts: [long(2), long(3)] };
  expect((await ask({ ...one, draft })).drafts).toEqual([draft]);
  expect((await ask({ ...one, draft: `${draft} gladly` })).drafts).toEqual([undefined]);
});

test('several in one call, within what may be asked about pairs; two need none', async () => {
  const three = (count: number): (readonly [number, number])[] =>
    upTo(count).flatMap(
      (at) =>
        [
          [at * 3 - 2, at * 3 - 1],
          [at * 3 - 1, at * 3],
        ] as const,
    );
  const sizes = async (one: Case): Promise<number[]> =>
    (await ask(one)).merges.map(({ prompt }) => prompt.split('"statements"').length - 1);
  expect(await sizes({ pairs: [[1, 2]] })).toEqual([]);
  expect(await sizes({ pairs: three(3) })).toEqual([3]);
  expect(await sizes({ pairs: three(6) })).toEqual([4, 2]);
  expect(await sizes({ pairs: three(6), calls: 2 })).toEqual([]);
  expect(await sizes({ pairs: three(6), calls: 3 })).toEqual([4]);
  const small = await ask({ pairs: three(2), room: 420 });
  expect(small.merges.map(({ prompt }) => prompt.length <= 420)).toEqual([true, true]);
  expect(mergeSchema(2)).toMatchObject({
    properties: {
      clusters: {
        items: {
          properties: { cluster: { enum: ['m1', 'm2'] }, text: { type: ['string', 'null'] } },
          required: ['cluster', 'text'],
        },
      },
    },
  });
});

test.each([
  { kind: 'failed', all: true, wasMade: true, reason: 'no' },
  { kind: 'limit', reason: 'no' },
  { kind: 'stopped' },
  { kind: 'cut', what: 'answer' },
  { kind: 'answer', value: undefined },
  { kind: 'answer', value: { clusters: [null, { cluster: 'm9', text: 'x' }, { cluster: 'm1', text: 7 }] } },
] satisfies Asked[])('without a statement the question stands: $kind', async (merging) => {
  const { shown, drafts } = await ask({ merging });
  expect([shown, drafts]).toEqual([['merge 1 2 3'], [undefined]]);
});

test('a call for statements is one of those about pairs', () => {
  const budget = createBudget({ maxCalls: 99, seconds: 3600 });
  const left = ['consolidate', 'classify', 'merge'].map((about) => {
    budget.spend(1, 1, about);
    return budget.mayAskAboutPairs;
  });
  expect(left).toEqual([true, true, false]);
});

test('it is in the estimate where three may say the same', async () => {
  const calls = async (texts: readonly string[]): Promise<number> => {
    const facts = texts.map((text, at) => factOf(at + 1, text));
    const options = {
      rules: createRules(facts, { zones: ZONES, schema: SCHEMA, claimsPerPage: 200, entityFacts: 3 }),
      context: 8192,
      prompts: PROMPTS,
      conventions: '',
      schema: SCHEMA,
      pairs: { nearDuplicate: 0.8, contradiction: 0.5, maxPairs: 20 },
      maxDays: 14,
      claims: [],
    };
    return (
      await estimateUsage(
        facts,
        viewOf(facts),
        options,
        { update: () => undefined, end: () => undefined },
        { requested: false },
      )
    ).calls;
  };
  const fern = 'User waters the tall green fern in the narrow hallway with cold rain water';
  const [two, three] = [
    await calls([fern, `${fern} at 9:30`]),
    await calls([fern, `${fern} at 9:30`, `${fern} for Ingrid`]),
  ];
  expect(three - two).toBe(1);
});

const RELATIONS = ['duplicate', 'duplicate', 'duplicate', 'complementary', 'contradicts', 'supersedes-older', 'x'];

test('any classification: each claim in one merge at most, none with what the model called anything else, the same in any order', async () => {
  const anyCase = fc.integer({ min: 2, max: 12 }).chain((count) =>
    fc.record({
      pairs: fc.shuffledSubarray(allPairs(count), { minLength: 1 }),
      words: fc.array(fc.constantFrom(...RELATIONS), { minLength: 66, maxLength: 66 }),
      pinned: fc.subarray(upTo(count)),
      apart: fc.uniqueArray(fc.constantFrom(...allPairs(count)), { maxLength: 2 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ pairs, words, pinned, apart }) => {
      const says: Says = (a, b) => words[(a * 13 + b) % 66] ?? 'x';
      const one = {
        says,
        pairs,
        pinned: pinned.map(idOf),
        apart: apart.map(([a, b]) => [idOf(a), idOf(b)] as const),
        facts: upTo(11).map((at) => textOf(at + 1)),
      };
      const { found, shown, proposals } = await ask(one);
      expect(proposals).toHaveLength(11);
      const merges = found.filter(({ kind, reason }) => kind === 'merge' && reason.startsWith('the model says'));
      const members = merges.flatMap(({ facts }) => facts);
      expect(new Set(members).size).toBe(members.length);
      for (const { facts } of merges) {
        expect(facts.length).toBeLessThanOrEqual(8);
        expect(facts.filter((id) => pinned.some((number) => idOf(number) === id))).toEqual([]);
        for (const [a, b] of pairs)
          if (says(a, b) !== 'duplicate' && says(a, b) !== 'x')
            expect([idOf(a), idOf(b)].every((id) => facts.includes(id))).toBe(false);
        for (const [a, b] of apart) expect([idOf(a), idOf(b)].every((id) => facts.includes(id))).toBe(false);
      }
      expect((await ask({ ...one, pairs: [...pairs].reverse() })).shown).toEqual(shown);
    }),
    { numRuns: 60 },
  );
});
