// Invariant 11, last sentence: a night does not repeat an undone plan; a person may, and a changed plan applies.
import { describe, expect, it } from 'vitest';
import { runId } from '../../src/vault/record-run.ts';
import { decideDue } from '../../src/tasks/dream-due.ts';
import { countForNight, countPending, readPending } from '../../src/vault/pending.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';
import { change, findings } from '../lint/folders.ts';
import {
  copyOf,
  dreamOnce,
  everything,
  heldOf,
  logDay,
  makeVault,
  placeAll,
  read,
  takeBack,
  TODAY,
  WORK,
} from './nights.ts';

const ids = { a: 'aaaaaaaaaa', b: 'bbbbbbbbbb', c: 'cccccccccc', d: 'dddddddddd' };

/** A vault whose one run was taken back. */
async function makeUndone(): Promise<{ vault: Vault; run: string }> {
  const vault = makeVault();
  logDay(vault, '2026-07-01', {
    [ids.a]: '[work] User works at Microsoft',
    [ids.b]: '[work] The user works at Microsoft.',
    [ids.c]: '[general] Hello',
  });
  const before = copyOf(vault);
  const { runs } = await dreamOnce(vault);
  expect([ids.a, ids.b, ids.c].map((id) => heldOf(vault, id)?.as)).toEqual(['placed', 'duplicate', 'set-aside']);
  const run = runs[0]?.run ?? '';
  takeBack(vault, before, run, '2026-07-21T00:00:00.000Z');
  return { vault, run };
}

describe('the night after an undo', () => {
  it('repeats nothing of it: what was placed, folded or set aside waits, and nothing is written', async () => {
    const { vault, run } = await makeUndone();
    const before = everything(vault);
    const result = await dreamOnce(vault, { minute: 5 });
    expect(result).toMatchObject({ runs: [], failed: new Map() });
    expect(result.left.map(({ fact, why }) => [fact, why])).toEqual([
      [ids.a, 'undone'],
      [ids.b, 'undone'],
      [ids.c, 'undone'],
    ]);
    expect(result.left[0]?.reason).toContain(run);
    expect(everything(vault)).toEqual(before);
  });

  it('decides what is new, and links nothing for the sake of what waits', async () => {
    const { vault } = await makeUndone();
    logDay(vault, '2026-07-02', { [ids.d]: '[work] User moved to Oslo' });
    await dreamOnce(vault, { minute: 5 });
    expect(heldOf(vault, ids.d)).toMatchObject({ as: 'placed' });
    expect(read(vault, WORK)).not.toContain('Microsoft');
    const before = everything(vault);
    expect((await dreamOnce(vault, { minute: 6 })).runs).toEqual([]);
    expect(everything(vault)).toEqual(before);
  });

  it('what says the same as a fact that waits does so, too', async () => {
    const { vault } = await makeUndone();
    logDay(vault, '2026-07-02', { [ids.d]: '[work] User works at Microsoft' });
    const { left, runs } = await dreamOnce(vault, { minute: 5, maxDays: 1 });
    expect(runs).toEqual([]);
    expect(left).toContainEqual({ fact: ids.d, reason: expect.stringContaining(ids.a) as string, why: 'undone' });
  });

  it.each([
    [
      'another page',
      (vault: Vault) => dreamOnce(vault, { minute: 5, propose: (batch) => placeAll(batch, '3_Personal/Jobs.md') }),
      { as: 'placed', page: '3_Personal/Jobs.md' },
    ],
    [
      'other words in the log',
      async (vault: Vault) => {
        change(vault, 'daily/2026-07-01.md', 'User works at Microsoft', 'User works at Microsoft in Oslo');
        return await dreamOnce(vault, { minute: 5 });
      },
      { as: 'placed', page: WORK },
    ],
  ])('applies a plan that differs: %s', async (_, night, wanted) => {
    const { vault, run } = await makeUndone();
    const { runs } = await night(vault);
    expect(heldOf(vault, ids.a)).toMatchObject(wanted);
    expect(runs[0]?.decisions[0]).toMatchObject({ again: run });
  });

  it('holds back a correction that was undone, until the line is edited once more', async () => {
    const vault = makeVault();
    logDay(vault, '2026-07-01', { [ids.a]: '[work] User works at Microsoft' });
    await dreamOnce(vault);
    change(vault, 'daily/2026-07-01.md', 'Microsoft', 'Google');
    const before = copyOf(vault);
    const { runs } = await dreamOnce(vault, { minute: 1 });
    takeBack(vault, before, runs[0]?.run ?? '', '2026-07-21T00:00:00.000Z');
    const wanted = everything(vault);
    expect((await dreamOnce(vault, { minute: 2 })).left).toMatchObject([{ fact: ids.a, why: 'undone' }]);
    expect(everything(vault)).toEqual(wanted);
    change(vault, 'daily/2026-07-01.md', 'Google', 'Apple');
    await dreamOnce(vault, { minute: 3 });
    expect(read(vault, WORK)).toContain('Apple');
  });

  it('repeats neither of two runs that were taken back', async () => {
    const vault = makeVault();
    logDay(vault, '2026-07-01', { [ids.a]: '[work] User works at Microsoft' });
    const bare = copyOf(vault);
    const {
      runs: [first],
    } = await dreamOnce(vault);
    change(vault, 'daily/2026-07-01.md', 'Microsoft', 'Google');
    const before = copyOf(vault);
    const {
      runs: [second],
    } = await dreamOnce(vault, { minute: 1 });
    takeBack(vault, before, second?.run ?? '', '2026-07-21T00:00:00.000Z');
    takeBack(vault, bare, first?.run ?? '', '2026-07-21T00:01:00.000Z');
    expect((await dreamOnce(vault, { minute: 2 })).left).toMatchObject([{ fact: ids.a, why: 'undone' }]);
  });

  it('records once more what a hand removed, which was no plan of memvault’s', async () => {
    const vault = makeVault();
    logDay(vault, '2026-07-01', { [ids.a]: '[work] User works at Microsoft' });
    await dreamOnce(vault);
    change(vault, WORK, /^- User works.*\n/m, '');
    const before = copyOf(vault);
    const { runs } = await dreamOnce(vault, { minute: 1 });
    takeBack(vault, before, runs[0]?.run ?? '', '2026-07-21T00:00:00.000Z');
    const view = readView(vault);
    expect(countForNight(view, readPending(view, TODAY))).toEqual({ facts: 1, days: ['2026-07-01'] });
    expect((await dreamOnce(vault, { minute: 2 })).left).toEqual([]);
    expect(heldOf(vault, ids.a)).toMatchObject({ as: 'set-aside', reason: 'removed by hand' });
    expect(findings(vault, TODAY).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

it('a person’s dream decides it again, as a plan of its own', async () => {
  const { vault, run } = await makeUndone();
  const { runs } = await dreamOnce(vault, { repeatUndone: true });
  expect(heldOf(vault, ids.a)).toMatchObject({ as: 'placed', page: WORK });
  expect(runs[0]?.run).not.toBe(run);
  const [plan] = runs.map((one) => one.plan);
  expect(plan?.decisions.map(({ again }) => again)).toEqual([run, run, run]);
  const forgets = plan && { ...plan, decisions: plan.decisions.map(({ again: _, ...decision }) => decision) };
  expect(forgets && runId(forgets, new Date(2026, 6, 20, 3, 0))).toBe(run);
});

it('the gate does not count it, and says so', async () => {
  const { vault } = await makeUndone();
  const view = readView(vault);
  const pending = readPending(view, TODAY);
  expect(countPending(view, pending)).toEqual({ facts: 3, days: ['2026-07-01'] });
  expect(countForNight(view, pending)).toEqual({ facts: 0, days: [] });
  logDay(vault, '2026-07-02', { [ids.d]: '[work] User moved to Oslo' });
  const more = readView(vault);
  const { facts, days } = countForNight(more, readPending(more, TODAY));
  expect({ facts, days }).toEqual({ facts: 1, days: ['2026-07-02'] });
  expect(
    decideDue({
      now: new Date(2026, 6, 20, 3),
      lastSuccess: null,
      pendingDays: days,
      pendingFacts: facts,
      undoneFacts: 3,
      waitingFacts: 0,
      queued: 0,
      wasStopped: false,
      minFacts: 1,
      maxWaitDays: 3,
      maxDays: 14,
    }),
  ).toMatchObject({ due: true, reason: '1 fact is pending' });
});

it('the gate counts a fact whose line was edited since', async () => {
  const { vault } = await makeUndone();
  change(vault, 'daily/2026-07-01.md', 'User works at Microsoft', 'User works at Microsoft in Oslo');
  const view = readView(vault);
  expect(countForNight(view, readPending(view, TODAY))).toEqual({ facts: 1, days: ['2026-07-01'] });
});

it('what was brought back from being forgotten is no undone plan', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', { [ids.a]: '[work] User works at Microsoft' });
  const before = copyOf(vault);
  const { runs } = await dreamOnce(vault);
  const [run = ''] = runs.map((one) => one.run);
  change(vault, '.memvault/ledger/2026-07.jsonl', '"as":"placed"', '"as":"forgotten"');
  takeBack(vault, before, run, '2026-07-21T00:00:00.000Z');
  const view = readView(vault);
  expect(view.ledger.get(ids.a)).toMatchObject({ as: 'pending', undoes: run });
  expect(countForNight(view, readPending(view, TODAY)).facts).toBe(1);
  await dreamOnce(vault, { minute: 5 });
  expect(heldOf(vault, ids.a)).toMatchObject({ as: 'placed' });
});

it('a fact does not wait a night longer for the other side of an undone conflict that this night decides', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', {
    [ids.a]: '[work] User likes tea',
    [ids.b]: '[work] The user likes tea.',
    [ids.c]: '[preference] Ann met Bob in Oslo',
  });
  const before = copyOf(vault);
  const propose = (batch: Parameters<typeof placeAll>[0]) =>
    placeAll(batch, WORK, () => ({ as: 'conflict', with: ids.c }));
  const { runs } = await dreamOnce(vault, { propose });
  takeBack(vault, before, runs[0]?.run ?? '', '2026-07-21T00:00:00.000Z');
  await dreamOnce(vault, { minute: 5 });
  expect([ids.a, ids.b, ids.c].map((id) => heldOf(vault, id)?.as)).toEqual(['placed', 'duplicate', 'placed']);
  const then = everything(vault);
  expect(await dreamOnce(vault, { minute: 6 })).toMatchObject({ runs: [], left: [] });
  expect(everything(vault)).toEqual(then);
});
