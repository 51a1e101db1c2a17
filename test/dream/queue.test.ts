// Pairs of earlier nights over nights in real folders: what two looks agreed on is done to claims that stand already, what
// waits is looked at and asked once, and a plan file says all of it again, byte for byte.
import { describe, expect, it } from 'vitest';
import { createBudget } from '../../src/dream/propose/model/asker.ts';
import { createModelEngine } from '../../src/dream/propose/model/engine.ts';
import { createRules } from '../../src/dream/propose/rules/rules.ts';
import { reviewId } from '../../src/model/bytes.ts';
import type { Fact } from '../../src/model/fact.ts';
import type { Agreed, Proposal } from '../../src/model/plan.ts';
import type { Look, ReviewProposal } from '../../src/model/review.ts';
import { readSchema } from '../../src/vault/own-files.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';
import { brief, findings } from '../lint/folders.ts';
import {
  copyOf,
  dreamOnce,
  everything,
  heldOf,
  logDay,
  makeVault,
  type NightOptions,
  placeAll,
  read,
  TODAY,
  WORK,
} from './nights.ts';
import { applyText, planOf } from './plan-file/planned.ts';
import { PROMPTS } from './propose/model/bench.ts';
import { answerAll, scripted, type Scripted } from './propose/model/scripted.ts';
import { makeUndoVault, undoIn } from './undo-vault.ts';

const [a, b, c] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'] as const;
const TEA = { [a]: '[work] User likes green tea', [b]: '[work] Green tea at 9 is what the user likes' };

const queue = (first: Look | null, facts: readonly string[] = [a, b]): ReviewProposal => ({
  kind: 'merge',
  facts,
  reason: 'tea',
  score: 0.5,
  looks: { first, second: null },
});
const says =
  (more: object, of: Partial<Record<string, Partial<Proposal>>> = {}) =>
  (batch: readonly Fact[]) => ({ ...placeAll(batch, WORK, ({ id }) => of[id] ?? {}), ...more });
const statuses = (vault: Vault): Record<string, string> =>
  Object.fromEntries([...readView(vault).reviews.values()].map(({ facts, status }) => [facts.join(' '), status]));
const claimsOf = (vault: Vault): string[] =>
  read(vault, WORK)
    .split('\n')
    .filter((line) => /^- |^> /.test(line));
const later = (day: number): NightOptions & { today: string } => ({
  start: new Date(2026, 6, day, 3, 0),
  today: `2026-07-${day}`,
});

/** Two claims, and their pair in the queue. */
async function queued(vault = makeVault(), first: Look | null = 'same'): Promise<Vault> {
  logDay(vault, '2026-07-01', TEA);
  await dreamOnce(vault, { propose: says({ queued: [queue(first)] }) });
  expect(statuses(vault)).toEqual({ [`${a} ${b}`]: 'queued' });
  return vault;
}

describe('what two looks agreed on', () => {
  const agree = async (agreed: Partial<Agreed>, vault: Vault): Promise<void> =>
    void (await dreamOnce(vault, {
      ...later(21),
      propose: says({ agreed: [{ facts: [a, b], as: null, reason: 'two looks agree', ...agreed }] }),
    }));

  it.each<[string, Partial<Agreed>, readonly string[], readonly [string, string], string]>([
    [
      'a duplicate, in a sentence for both',
      { as: 'duplicate', text: 'User likes green tea at 9' },
      [`- User likes green tea at 9[^${a}][^${b}]`],
      ['placed', 'duplicate'],
      'approved',
    ],
    [
      'an update',
      { as: 'superseded' },
      [`- Green tea at 9 is what the user likes[^${b}]`, `- ~~User likes green tea~~ 2026-07-01.[^${a}]`],
      ['superseded', 'placed'],
      'approved',
    ],
    [
      'a conflict',
      { as: 'conflict' },
      [
        `> [!warning] Conflicting claims: User likes green tea[^${a}] (2026-07-01) vs Green tea at 9 is what the user likes[^${b}] (2026-07-01)`,
      ],
      ['conflict', 'conflict'],
      'approved',
    ],
    [
      'that both stay',
      { as: null },
      [`- Green tea at 9 is what the user likes[^${b}]`, `- User likes green tea[^${a}]`],
      ['placed', 'placed'],
      'expired',
    ],
  ])('%s', async (_, agreed, claims, held, status) => {
    const vault = await queued();
    await agree(agreed, vault);
    expect(claimsOf(vault).sort()).toEqual([...claims].sort());
    expect([heldOf(vault, a)?.as, heldOf(vault, b)?.as]).toEqual(held);
    expect(statuses(vault)).toEqual({ [`${a} ${b}`]: status });
    expect(brief(findings(vault, TODAY))).toEqual([]);
  });

  it('is taken back by one undo, byte for byte, and the pair waits again', async () => {
    const vault = await queued(makeUndoVault());
    const before = [read(vault, WORK), read(vault, 'index.md'), read(vault, 'MEMORY.md')];
    await agree({ as: 'duplicate', text: 'User likes green tea at 9' }, vault);
    expect(read(vault, WORK)).not.toBe(before[0]);
    await undoIn(vault, new Date(2026, 6, 21, 9, 0));
    expect([read(vault, WORK), read(vault, 'index.md'), read(vault, 'MEMORY.md')]).toEqual(before);
    expect([heldOf(vault, a)?.as, heldOf(vault, b)?.as]).toEqual(['placed', 'placed']);
  });

  it('a sentence that loses something is not taken: both stay', async () => {
    const vault = await queued();
    await agree({ as: 'duplicate', text: 'User likes tea' }, vault);
    for (const id of [a, b]) expect(read(vault, WORK)).toContain(`[^${id}]`);
    expect(read(vault, WORK)).toContain('at 9');
    expect(brief(findings(vault, TODAY))).toEqual([]);
  });
});

describe('the words of a claim', () => {
  it('become those of a better duplicate, and stay where that loses or adds something', async () => {
    for (const [text, wanted] of [
      ['User likes green tea at 9', 'User likes green tea at 9'],
      ['User likes green tea at 10', null],
      ['User likes green tea at 9 in Oslo', null],
    ] as const) {
      const vault = makeVault();
      logDay(vault, '2026-07-01', { [a]: TEA[a] });
      await dreamOnce(vault, { propose: says({}) });
      logDay(vault, '2026-07-02', { [b]: TEA[b] });
      await dreamOnce(vault, { minute: 1, propose: says({}, { [b]: { as: 'duplicate', of: a, text } }) });
      expect(claimsOf(vault).filter((claim) => claim.includes('at 9'))).toHaveLength(1);
      expect(heldOf(vault, b)?.as).toBe(wanted === null ? 'placed' : 'duplicate');
      if (wanted !== null) expect(claimsOf(vault)).toEqual([`- ${wanted}[^${a}][^${b}]`]);
      expect(brief(findings(vault, TODAY))).toEqual([]);
    }
  });

  it('stay those of the first where a later fact is equal but for its letters', async () => {
    const vault = makeVault();
    logDay(vault, '2026-07-01', { [a]: '[work] User likes green tea' });
    logDay(vault, '2026-07-02', { [b]: '[work] the user likes   GREEN tea.' });
    await dreamOnce(vault);
    expect(claimsOf(vault)).toEqual([`- User likes green tea[^${a}][^${b}]`]);
  });
});

const withModel = (vault: Vault, model: Scripted, maxPairs = 100): NightOptions => ({
  makeEngine: (facts) =>
    createModelEngine({
      rules: createRules(facts, { zones: vault.zones, schema: readSchema(vault), claimsPerPage: 200 }),
      model,
      budget: createBudget({ maxCalls: 200, minutes: 60 }),
      prompts: PROMPTS,
      conventions: '',
      silenceMs: 5000,
      waited: () => 0,
      isPrivate: () => false,
      maxPairs,
    }),
});
const judge = (look: string): Scripted => scripted(({ shown }) => answerAll(shown, undefined, () => look));

describe('a night that has a queue and nothing else', () => {
  it('looks at it, asks what is open, and the next one neither looks nor asks again', async () => {
    const vault = await queued();
    const model = judge('both');
    const { runs } = await dreamOnce(vault, { ...later(21), ...withModel(vault, model) });
    expect([runs.length, model.calls.length]).toEqual([1, 1]);
    expect(statuses(vault)).toEqual({ [`${a} ${b}`]: 'pending' });
    expect(readView(vault).reviews.get(reviewId([a, b]))?.looks).toEqual({ first: 'same', second: 'both' });
    expect(read(vault, 'log.md')).toMatch(
      /\(?r-20260721-0300-[0-9a-f]{6}, test:small\/first-look-1: 0 facts: 1 new question/,
    );
    const before = everything(vault);
    for (const day of [21, 22]) {
      const again = await dreamOnce(vault, { ...later(day), ...withModel(vault, model) });
      expect([again.runs, model.calls.length]).toEqual([[], 1]);
    }
    expect(everything(vault)).toEqual(before);
    expect(brief(findings(vault, TODAY))).toEqual([]);
  });

  it('is taken back, with what MEMORY.md asks, and the pair waits again', async () => {
    const vault = await queued(makeUndoVault());
    const before = [read(vault, 'MEMORY.md'), statuses(vault)];
    const { runs } = await dreamOnce(vault, { ...later(21), ...withModel(vault, judge('both')) });
    expect(read(vault, 'MEMORY.md')).not.toBe(before[0]);
    expect((await undoIn(vault, new Date(2026, 6, 21, 9, 0)))?.undoes).toEqual(runs.map(({ run }) => run));
    expect([read(vault, 'MEMORY.md'), statuses(vault)]).toEqual(before);
    expect(brief(findings(vault, TODAY))).toEqual([]);
  });

  it('does what the looks agree on', async () => {
    const vault = await queued();
    await dreamOnce(vault, { ...later(21), ...withModel(vault, judge('same')) });
    expect(heldOf(vault, b)).toMatchObject({ as: 'duplicate', of: a });
    expect(statuses(vault)).toEqual({ [`${a} ${b}`]: 'approved' });
    expect(brief(findings(vault, TODAY))).toEqual([]);
  });

  it('keeps what it looked at where nobody may be asked any more, and looks no second time', async () => {
    const vault = await queued();
    const model = judge('both');
    await dreamOnce(vault, { ...later(21), ...withModel(vault, model), reviews: 0 });
    expect(statuses(vault)).toEqual({ [`${a} ${b}`]: 'queued' });
    const before = everything(vault);
    await dreamOnce(vault, { ...later(22), ...withModel(vault, model), reviews: 0 });
    expect(model.calls).toHaveLength(1);
    expect(everything(vault)).toEqual(before);
    await dreamOnce(vault, { ...later(23), ...withModel(vault, model) });
    expect([model.calls.length, statuses(vault)]).toEqual([1, { [`${a} ${b}`]: 'pending' }]);
  });

  it('asks with the rules alone what had no room, as many a day as there is', async () => {
    const vault = makeVault();
    const [d, e, f] = ['dddddddddd', 'eeeeeeeeee', 'ffffffffff'] as const;
    const coffee = { [c]: '[work] User brews coffee by hand', [d]: '[work] By hand is how the coffee is made' };
    const bread = { [e]: '[work] User bakes rye bread', [f]: '[work] Rye is the bread that the user bakes' };
    logDay(vault, '2026-07-01', { ...TEA, ...coffee, ...bread });
    const pairs = [queue(null, [a, b]), queue(null, [c, d]), queue(null, [e, f])];
    await dreamOnce(vault, { propose: says({ reviews: pairs }), reviews: 1 });
    expect(Object.values(statuses(vault)).sort()).toEqual(['pending', 'queued', 'queued']);
    await dreamOnce(vault, { ...later(21), reviews: 1 });
    expect(Object.values(statuses(vault)).sort()).toEqual(['pending', 'pending', 'queued']);
    await dreamOnce(vault, { ...later(21), reviews: 1 });
    expect(Object.values(statuses(vault)).sort()).toEqual(['pending', 'pending', 'queued']);
    await dreamOnce(vault, { ...later(22), reviews: 1 });
    expect(new Set(Object.values(statuses(vault)))).toEqual(new Set(['pending']));
  });
});

describe('a plan file', () => {
  const page: ReviewProposal = {
    kind: 'page',
    facts: [a, c],
    pairs: [{ facts: [a, c], as: 'superseded' }],
    reason: 'much',
    score: 1,
  };
  const expectSame = async (make: () => Promise<Vault>, wishes: NightOptions): Promise<void> => {
    const direct = await make();
    const planned = copyOf(direct);
    const before = everything(planned);
    const text = await planOf(planned, wishes);
    expect(everything(planned)).toEqual(before);
    await dreamOnce(direct, wishes);
    expect(everything(direct)).not.toEqual(before);
    await applyText(planned, text);
    expect(everything(planned)).toEqual(everything(direct));
  };

  it('carries what is queued, asked with its looks and for a page, and agreed, to the same bytes', async () => {
    await expectSame(
      async () => {
        const vault = await queued();
        logDay(vault, '2026-07-02', { [c]: '[work] User drinks tea in the shed' });
        return vault;
      },
      {
        minute: 5,
        propose: says({
          agreed: [{ facts: [a, b], as: 'duplicate', text: 'User likes green tea at 9', reason: 'two looks agree' }],
          reviews: [
            { ...queue('replaces', [b, c]), kind: 'supersede', looks: { first: 'replaces', second: 'both' } },
            page,
          ],
          queued: [queue('same', [a, c])],
        }),
      } as NightOptions,
    );
  });

  it('carries a night that has a queue and nothing else', async () => {
    for (const look of ['same', 'both', 'contradict']) {
      const make = async (): Promise<Vault> => await queued();
      const vault = makeVault();
      await expectSame(make, { ...later(21), ...withModel(vault, judge(look)) });
    }
  });
});
