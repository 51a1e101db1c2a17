// A plan file is read as it was written, and what is wrong with one is told by its place.
import { expect, test } from 'vitest';
import { MemvaultError } from '../../../src/model/errors.ts';
import type { PlanFile } from '../../../src/model/plan.ts';
import { parsePlan, planState, renderPlan } from '../../../src/dream/plan-file/parse.ts';

const [A, B] = ['k3v9x2ab4q', 'p0d4mm1z5k'];
const DIGEST = 'ee905e5df52abef3';
const FILE: PlanFile = {
  type: 'memvault/plan',
  version: 1,
  start: '2026-07-01T12:00:00.000Z',
  today: '2026-07-01',
  options: { maxDays: 14, reviews: 3, repeatUndone: true, retry: false },
  batches: [
    {
      engine: 'ollama:qwen3:8b/first-look-1',
      facts: [
        { fact: A, day: '2026-06-28', says: 'User works at "Google"', digest: DIGEST },
        { fact: B, day: '2026-06-29', says: '工作\t在柏林', digest: DIGEST },
      ],
      settled: [{ fact: 'z0d4mm1z5k', day: '2026-06-20', says: '', digest: DIGEST }],
      proposals: {
        proposals: [
          {
            fact: A,
            as: 'placed',
            page: '3_Personal/Work.md',
            head: null,
            text: 'User works at Google',
            supersedes: [B],
            reason: 'it replaces that',
          },
        ],
        waits: [{ fact: B, reason: 'the model is asleep', why: 'model' }],
        pages: [{ page: '3_Personal/Work.md', type: 'note', title: 'Work', about: 'Work' }],
        heads: {},
        tags: { '3_Personal/Work.md': ['career'] },
        related: {},
        reviews: [{ kind: 'merge', facts: [A, B], reason: 'they may say the same', score: 0.9 }],
        apart: [{ kind: 'supersede', facts: [A, B] }],
        by: { [A]: 'rules/2' },
        notices: ['2 wordings dropped a number'],
        words: { '3_Personal/Work.md': { about: 'Work' } },
      },
      summary: [],
    },
  ],
  pages: { '3_Personal/Work.md': DIGEST, '2_Wiki/New.md': null },
};

type Editable = { [key: string]: unknown; batches: { [key: string]: unknown; proposals: Record<string, unknown>[] }[] };

/** What is said of the file after an edit. */
function said(edit: (plan: Editable) => void): string {
  const plan = JSON.parse(renderPlan(FILE)) as Editable;
  edit(plan);
  try {
    parsePlan(JSON.stringify(plan), 'plan.json');
    return '';
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
    expect(error.code).toBe('bad-input');
    return error.message;
  }
}

const first = (plan: Editable): Record<string, unknown> => plan.batches[0]?.proposals[0] ?? {};

test('it is read as it was written', () => {
  const text = renderPlan(FILE);
  expect(parsePlan(text, 'plan')).toEqual(FILE);
});

test('whether a person changed it is known by its digest; other blanks are no change', () => {
  const text = renderPlan(FILE);
  expect(planState(text)).toBe('written');
  expect(planState(JSON.stringify(JSON.parse(text)))).toBe('written');
  expect(planState(text.replace('"Work"', '"My work"'))).toBe('edited');
  expect(planState(text.replace(/"written": ".*"/, '"written": "0123456789abcdef"'))).toBe('edited');
  expect(planState(text.replace(/,\s*"written": ".*"/, ''))).toBe('edited');
  expect(planState('no JSON')).toBeNull();
});

test('beside each proposal stand the words of its fact, once', () => {
  const [batch] = FILE.batches;
  const [proposal] = batch?.proposals.proposals ?? [];
  if (!batch || !proposal) throw new Error('there is one');
  const same = {
    ...FILE,
    batches: [
      { ...batch, proposals: { ...batch.proposals, proposals: [{ ...proposal, text: 'User works at "Google"' }] } },
    ],
  };
  const [entry] = (JSON.parse(renderPlan(same)) as Editable).batches[0]?.proposals ?? [];
  expect(Object.keys(entry ?? {})).toEqual([
    'fact',
    'day',
    'says',
    'as',
    'page',
    'head',
    'supersedes',
    'reason',
    'digest',
  ]);
});

test('two proposals for one fact, and one for a fact that it does not know, are kept for the plan to judge', () => {
  const plan = JSON.parse(renderPlan(FILE)) as Editable;
  plan.batches[0]?.proposals.push(
    { fact: A, as: 'set-aside', reason: 'again' },
    { fact: 'zzzzzzzzzz', as: 'placed', page: '../x.md', reason: 'unknown' },
  );
  const [batch] = parsePlan(JSON.stringify(plan), 'plan').batches;
  expect(batch?.facts).toEqual(FILE.batches[0]?.facts);
  expect(batch?.proposals.proposals.map(({ fact, as }) => [fact, as])).toEqual([
    [A, 'placed'],
    [A, 'set-aside'],
    ['zzzzzzzzzz', 'placed'],
  ]);
});

test.each<[what: string, edit: (plan: Editable) => void, words: string]>([
  [
    'a disposition that there is not',
    (plan) => void (first(plan)['as'] = 'placd'),
    'batches[0].proposals[0].as: Invalid option: expected one of "placed"|"duplicate"|"superseded"|"conflict"|"set-aside"',
  ],
  [
    'one that no engine may give',
    (plan) => void (first(plan)['as'] = 'forgotten'),
    'batches[0].proposals[0].as: Invalid option: expected one of "placed"',
  ],
  ['a slip in a key', (plan) => void (first(plan)['pgae'] = 'x'), 'batches[0].proposals[0]: Unrecognized key: "pgae"'],
  [
    'a number for a text',
    (plan) => void (first(plan)['page'] = 3),
    'batches[0].proposals[0].page: Invalid input: expected string, received number',
  ],
  [
    'a text for a list',
    (plan) => void (first(plan)['supersedes'] = B),
    'batches[0].proposals[0].supersedes: Invalid input: expected array, received string',
  ],
  ['no id', (plan) => void (first(plan)['of'] = '../x'), 'batches[0].proposals[0].of: must be the id of a fact'],
  [
    'lines in a reason',
    (plan) => void (first(plan)['reason'] = 'a\n## [2026-07-02] skip'),
    'batches[0].proposals[0].reason: must be one line',
  ],
  [
    'a person as the engine',
    (plan) => void Object.assign(plan.batches[0] ?? {}, { engine: 'fix' }),
    'batches[0].engine: must be the name and version of an engine',
  ],
  [
    'an engine of several lines',
    (plan) => void Object.assign(plan.batches[0] ?? {}, { engine: 'a\nb/1' }),
    'batches[0].engine: must be',
  ],
  [
    'no batches',
    (plan) => void Reflect.deleteProperty(plan, 'batches'),
    'batches: Invalid input: expected array, received undefined',
  ],
  ['a start that is none', (plan) => void (plan['start'] = 'yesterday'), 'start: must be a time in UTC'],
  [
    'a digest that is none',
    (plan) => void (plan['pages'] = { '3_Personal/My Work.md': 'x' }),
    'pages["3_Personal/My Work.md"]: must be a digest',
  ],
  [
    'another version',
    (plan) => void (plan['version'] = 7),
    'plan.json is a plan of version 7; this memvault reads version 1',
  ],
  ['another document', (plan) => void (plan['type'] = 'memvault/dream'), 'plan.json is not a plan'],
])('%s', (_what, edit, words) => {
  expect(said(edit)).toContain(words);
});

test('only so many problems are told', () => {
  const lines = said(
    (plan) =>
      void (plan.batches[0] ?? { proposals: [] }).proposals.push(
        ...Array.from({ length: 40 }, () => ({ fact: A, as: 'x', reason: '' })),
      ),
  ).split('\n');
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe('  and 32 more');
});

test.each([
  ['', 'not a plan'],
  ['{', 'look at line'],
  ['{"type":"memvault/plan",\n"version":1,\n"secret words" }', 'it is not JSON'],
  ['\u0000\u0001', 'it is not a text'],
  ['[]', 'it does not say'],
  ['null', 'it does not say'],
])('%j is no plan', (text, words) => {
  expect(planState(text)).toBeNull();
  expect(() => parsePlan(text, 'x')).toThrow(words);
  expect(() => parsePlan(text, 'x')).not.toThrow(/secret words/);
});
