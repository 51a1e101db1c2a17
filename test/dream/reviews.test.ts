// What a dream asks a person: a few things at a time, nothing twice, nothing about what is past; and what becomes of
// it when the run is taken back. And what no engine ever sees.
import { describe, expect, test } from 'vitest';
import { reviewId } from '../../src/model/bytes.ts';
import type { Fact } from '../../src/model/fact.ts';
import type { Journal } from '../../src/model/journal.ts';
import type { Proposal } from '../../src/model/plan.ts';
import type { ReviewLine, ReviewProposal } from '../../src/model/review.ts';
import type { DreamResult } from '../../src/dream/dream.ts';
import { withoutPages } from '../../src/dream/run.ts';
import { listRuns, readJournal } from '../../src/vault/journal.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';
import { brief, findings, read, write } from '../lint/folders.ts';
import {
  dreamOnce,
  everything,
  heldOf,
  logDay,
  makeVault,
  type NightOptions,
  placeAll,
  TODAY,
  WORK,
} from './nights.ts';
import { makeUndoVault, undoIn } from './undo-vault.ts';

const [a, b, c, d] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc', 'dddddddddd'] as const;
const THREE = {
  [a]: '[work] User likes tea',
  [b]: '[work] User drinks a lot of tea',
  [c]: '[work] Tea is what the user likes',
};

const ask = (facts: readonly string[], more: Partial<ReviewProposal> = {}): ReviewProposal => ({
  kind: 'merge',
  facts,
  reason: 'tea',
  score: 0.5,
  ...more,
});
const asks =
  (reviews: readonly ReviewProposal[], says: Partial<Record<string, Partial<Proposal>>> = {}, page = WORK) =>
  (batch: readonly Fact[]) => ({ ...placeAll(batch, page, ({ id }) => says[id] ?? {}), reviews });
const asked = (vault: Vault): Record<string, string> =>
  Object.fromEntries([...readView(vault).reviews.values()].map(({ facts, status }) => [facts.join(' '), status]));

async function dreamThree(
  reviews: readonly ReviewProposal[],
  more: Partial<NightOptions> = {},
  vault = makeVault(),
): Promise<{ vault: Vault; result: DreamResult }> {
  logDay(vault, '2026-07-01', THREE);
  return { vault, result: await dreamOnce(vault, { propose: asks(reviews), ...more }) };
}

const SIX = {
  ...THREE,
  [d]: '[work] User likes coffee',
  eeeeeeeeee: '[work] User drinks a lot of coffee',
  ffffffffff: '[work] User likes cake',
};

test('the most telling are asked, no more than wished, each with ids and general words alone', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', SIX);
  const result = await dreamOnce(vault, {
    propose: asks([
      ask([a, 'ffffffffff'], { score: 0.1 }),
      ask([c, b], { kind: 'supersede', score: 0.9 }),
      ask([d, 'eeeeeeeeee']),
    ]),
    reviews: 2,
  });
  expect(asked(vault)).toEqual({
    [`${b} ${c}`]: 'pending',
    [`${d} eeeeeeeeee`]: 'pending',
    [`${a} ffffffffff`]: 'queued',
  });
  expect(result.runs[0]?.reviews).toEqual([reviewId([b, c]), reviewId([d, 'eeeeeeeeee'])]);
  const lines = read(vault, '.memvault/reviews.jsonl');
  expect(lines).not.toContain('tea');
  expect(JSON.parse(lines.split('\n')[0] ?? '')).toMatchObject({
    kind: 'supersede',
    facts: [b, c],
    score: 0.9,
    run: result.runs[0]?.run,
  });
  expect(brief(findings(vault, TODAY))).toEqual([]);
});

test.each([
  ['a fact that is none', ask([a, 'zzzzzzzzzz'])],
  ['one fact', ask([a])],
  ['one fact twice', ask([a, a])],
  ['more than a person can weigh', ask(Array.from({ length: 9 }, () => a))],
  ['two that are one claim', ask([a, d])],
  ['what is past', ask([a, b])],
  ['a fact that waits', ask([a, 'eeeeeeeeee'])],
  ['what a person keeps apart', ask([a, c])],
] satisfies [string, ReviewProposal][])('%s is not asked', async (_, review) => {
  const vault = makeVault();
  write(
    vault,
    '.memvault/reviews.jsonl',
    `${JSON.stringify({ ...ask([a, c, 'ffffffffff']), id: 'k3v9x2ab4q', status: 'rejected', run: 'r-20260701-0300-aaaaaa', at: '2026-07-01T03:00:00Z' } satisfies ReviewLine)}\n`,
  );
  logDay(vault, '2026-07-01', { ...THREE, [d]: '[work] User likes tea', eeeeeeeeee: '[work] Nobody decides this' });
  const { runs } = await dreamOnce(vault, {
    propose: asks([review], {
      [d]: { as: 'duplicate', of: a },
      [c]: { supersedes: [b] },
      eeeeeeeeee: { page: '../x.md' },
    }),
  });
  expect(runs[0]?.reviews).toEqual([]);
});

test.each(['pending', 'approved', 'rejected', 'expired'] as const)(
  'one that is %s is not asked again, under whatever kind',
  async (status) => {
    const vault = makeVault();
    write(
      vault,
      '.memvault/reviews.jsonl',
      `${JSON.stringify({ ...ask([a, b]), id: reviewId([a, b]), status, run: 'r-20260701-0300-aaaaaa', at: '2026-07-01T03:00:00Z' } satisfies ReviewLine)}\n`,
    );
    const { result } = await dreamThree([ask([b, a], { kind: 'supersede' })], {}, vault);
    expect(result.runs[0]?.reviews).toEqual([]);
  },
);

test('the runs of one dream share what may be asked, and so do the dreams of one day; the rest is queued', async () => {
  const [e, f] = ['eeeeeeeeee', 'ffffffffff'] as const;
  const vault = makeVault();
  logDay(vault, '2026-07-01', { [a]: THREE[a], [b]: THREE[b] });
  logDay(vault, '2026-07-02', { [c]: THREE[c], [d]: SIX[d] });
  const { runs } = await dreamOnce(vault, { maxDays: 1, reviews: 1, propose: asks([ask([a, b]), ask([c, d])]) });
  expect(runs.length).toBe(2);
  expect(asked(vault)).toEqual({ [`${a} ${b}`]: 'pending', [`${c} ${d}`]: 'queued' });
  logDay(vault, '2026-07-03', { [e]: SIX[e], [f]: SIX[f] });
  const later = { reviews: 1, propose: asks([ask([c, d]), ask([e, f])]) };
  // Until the day is over nobody is asked any more.
  await dreamOnce(vault, { ...later, minute: 30 });
  expect(asked(vault)).toEqual({ [`${a} ${b}`]: 'pending', [`${c} ${d}`]: 'queued', [`${e} ${f}`]: 'queued' });
  await dreamOnce(vault, { ...later, start: new Date(2026, 6, 21, 3, 0), today: '2026-07-21' });
  const statuses = Object.values(asked(vault)).sort();
  expect(statuses).toEqual(['pending', 'pending', 'queued']);
});

describe('of several questions about one claim', () => {
  test('the surest is asked, and the others wait', async () => {
    const { vault, result } = await dreamThree([ask([a, b], { score: 0.4 }), ask([a, c], { score: 0.7 })]);
    expect(asked(vault)).toEqual({ [`${a} ${c}`]: 'pending', [`${a} ${b}`]: 'queued' });
    expect(result.runs[0]?.reviews).toEqual([reviewId([a, c])]);
  });

  test('that another night asked one of them holds up none', async () => {
    const { vault } = await dreamThree([ask([a, b])]);
    logDay(vault, '2026-07-02', { [d]: SIX[d] });
    const again = { propose: asks([ask([a, c], { score: 0.5 })]) };
    // Another dream of the same day is no other night.
    await dreamOnce(vault, { ...again, minute: 30 });
    expect(asked(vault)).toEqual({ [`${a} ${b}`]: 'pending', [`${a} ${c}`]: 'queued' });
    await dreamOnce(vault, { ...again, start: new Date(2026, 6, 21, 3, 0), today: '2026-07-21' });
    expect(asked(vault)).toEqual({ [`${a} ${b}`]: 'pending', [`${a} ${c}`]: 'pending' });
  });

  test('a chain is two questions', async () => {
    const { vault } = await dreamThree([ask([a, b], { score: 0.4 }), ask([b, c], { score: 0.7 })]);
    expect(asked(vault)).toEqual({ [`${a} ${b}`]: 'pending', [`${b} ${c}`]: 'pending' });
  });

  test('one that waits is asked once the other is answered, in a night without a fact too', async () => {
    const { vault } = await dreamThree([ask([a, b], { score: 0.4 }), ask([a, c], { score: 0.7 })]);
    const answered = readView(vault).reviews.get(reviewId([a, c]));
    write(
      vault,
      '.memvault/reviews.jsonl',
      `${read(vault, '.memvault/reviews.jsonl')}${JSON.stringify({ ...answered, status: 'rejected', at: '2026-07-20T23:00:00Z' })}\n`,
    );
    const propose = asks([ask([a, b], { score: 0.4 })]);
    // What a dream of a day queued rests until the next.
    expect((await dreamOnce(vault, { propose, minute: 30 })).runs).toEqual([]);
    const again = { propose, start: new Date(2026, 6, 21, 3, 0), today: '2026-07-21' };
    const { runs } = await dreamOnce(vault, again);
    expect(runs.map(({ reviews }) => reviews)).toEqual([[reviewId([a, b])]]);
    expect(asked(vault)).toEqual({ [`${a} ${c}`]: 'rejected', [`${a} ${b}`]: 'pending' });
    expect(read(vault, 'log.md')).toContain('0 facts: 1 new question');
    const before = read(vault, 'log.md');
    expect((await dreamOnce(vault, again)).runs).toEqual([]);
    expect(read(vault, 'log.md')).toBe(before);
  });
});

test('a review about a claim that goes to History is withdrawn with the run that did it, and waits again when that is undone', async () => {
  const { vault } = await dreamThree([ask([a, b])], {}, makeUndoVault());
  logDay(vault, '2026-07-02', { [d]: '[work] User likes coffee' });
  const { runs } = await dreamOnce(vault, { minute: 1, propose: asks([], { [d]: { supersedes: [a] } }) });
  expect(asked(vault)).toEqual({ [`${a} ${b}`]: 'withdrawn' });
  await undoIn(vault, new Date(2026, 6, 21, 9, 0), runs[0]?.run);
  expect(asked(vault)).toEqual({ [`${a} ${b}`]: 'pending' });
  await undoIn(vault, new Date(2026, 6, 21, 9, 1));
  expect(asked(vault)).toEqual({ [`${a} ${b}`]: 'withdrawn' });
});

test('an undone update is as it was, is not done by night, and is by a person, with its question', async () => {
  const vault = makeUndoVault();
  logDay(vault, '2026-07-01', THREE);
  await dreamOnce(vault, { propose: asks([]) });
  const [page, memory] = [read(vault, WORK), read(vault, 'MEMORY.md')];
  logDay(vault, '2026-07-02', { [d]: '[work] User likes coffee' });
  const propose = asks([ask([b, d])], { [d]: { supersedes: [a] } });
  const { runs } = await dreamOnce(vault, { minute: 1, propose });
  expect([heldOf(vault, a)?.as, asked(vault)]).toEqual(['superseded', { [`${b} ${d}`]: 'pending' }]);
  await undoIn(vault, new Date(2026, 6, 20, 4, 0), runs[0]?.run);
  expect([
    read(vault, WORK),
    read(vault, 'MEMORY.md'),
    heldOf(vault, a)?.as,
    heldOf(vault, d)?.as,
    asked(vault),
  ]).toEqual([page, memory, 'placed', 'pending', { [`${b} ${d}`]: 'withdrawn' }]);
  const before = everything(vault);
  expect((await dreamOnce(vault, { minute: 61, propose })).left).toMatchObject([{ fact: d, why: 'undone' }]);
  expect(everything(vault)).toEqual(before);
  await dreamOnce(vault, { minute: 62, propose, repeatUndone: true });
  expect([heldOf(vault, a)?.as, asked(vault)]).toEqual(['superseded', { [`${b} ${d}`]: 'pending' }]);
  expect(brief(findings(vault, TODAY))).toEqual([]);
});

test('a night does not place half of an update or a conflict that was undone', async () => {
  for (const says of [{ supersedes: [a] }, { as: 'conflict', with: a }] satisfies Partial<Proposal>[]) {
    const vault = makeUndoVault();
    logDay(vault, '2026-07-01', { [a]: THREE[a], [b]: THREE[b] });
    const propose = asks([], { [b]: says });
    await dreamOnce(vault, { propose });
    await undoIn(vault, new Date(2026, 6, 20, 4, 0));
    const { runs, left } = await dreamOnce(vault, { minute: 61, propose });
    expect([runs, left.map(({ why }) => why)]).toEqual([[], ['undone', 'undone']]);
  }
});

test('a page that cannot be written takes its reviews along; recalls stay', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', THREE);
  await dreamOnce(vault, {
    propose: (batch) => ({
      ...placeAll(batch, WORK, ({ id }) => (id === c ? { page: '3_Personal/Tea.md' } : {})),
      reviews: [ask([a, b]), ask([a, c])],
    }),
  });
  const journal: Journal = readJournal(vault, listRuns(vault)[0]?.run ?? '') ?? never();
  const recalls = { path: '.memvault/recalls/2026-07.jsonl', at: 0, text: `{"fact":"${c}","count":1}\n` };
  const less = withoutPages(
    { ...journal, appends: [recalls, ...journal.appends] },
    new Map([['3_Personal/Tea.md', 'edited']]),
  );
  const textOf = (path: string): string => less.appends.find((append) => append.path === path)?.text ?? '';
  expect([
    textOf('.memvault/reviews.jsonl').split('\n').length,
    textOf('.memvault/reviews.jsonl').includes(c),
    textOf(recalls.path),
  ]).toEqual([2, false, recalls.text]);
  expect(textOf('log.md')).toContain('2 facts: 2 placed');
});

test('what looks like a secret no engine sees and no page, journal or notice holds; an edited line waits with its old claim', async () => {
  const secret = ['ghp', 'q8Zk2LxV7nTb4RwYc6Jd9Fs3Ha5Gp1Mu0EoB'].join('_');
  const vault = makeVault();
  logDay(vault, '2026-07-01', { [a]: `[work] The token is ${secret}`, [b]: THREE[b] });
  const seen: string[] = [];
  const dreamt = async (minute: number): Promise<DreamResult> =>
    await dreamOnce(vault, {
      minute,
      retry: minute > 0,
      propose: (batch) => {
        seen.push(...batch.map(({ id }) => id));
        return asks([ask([a, b])])(batch);
      },
    });
  const { runs, left } = await dreamt(0);
  expect(runs[0]?.decisions).toMatchObject([
    { fact: a, as: 'quarantined', reason: expect.stringContaining('looks like a secret') as string },
    { fact: b, as: 'placed' },
  ]);
  expect([seen, left, runs[0]?.reviews]).toEqual([[b], [], []]);
  for (const { run } of listRuns(vault)) expect(JSON.stringify(readJournal(vault, run))).not.toContain(secret);
  for (const { text } of readView(vault).pages.values()) expect(text).not.toContain(secret);
  expect(read(vault, 'log.md')).not.toContain(secret);
  // Asked once more, it stays where it is.
  expect((await dreamt(1)).left).toMatchObject([
    { fact: a, why: 'other', reason: expect.stringContaining('looks like a secret') as string },
  ]);
  write(
    vault,
    'daily/2026-07-01.md',
    read(vault, 'daily/2026-07-01.md').replace('drinks a lot of tea', `has ${secret}`),
  );
  expect((await dreamt(2)).left.map(({ fact }) => fact).sort()).toEqual([a, b]);
  expect(read(vault, WORK)).toContain('drinks a lot of tea');
});

const never = (): never => {
  throw new Error('no journal');
};
