// Facts that stand elsewhere on their page than was decided: a person, or a merge, put them there, and the next dream
// writes down what they are now. What a person brought back from History is not sent there again.
import { describe, expect, it, test } from 'vitest';
import { countForNight, readPending } from '../../src/vault/pending.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';
import { brief, change, findings } from '../lint/folders.ts';
import {
  copyOf,
  dreamOnce,
  everything,
  heldOf,
  logDay,
  makeVault,
  merge,
  placeAll,
  read,
  TODAY,
  WORK,
  write,
} from './nights.ts';

const [a, b, c] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'] as const;
const JOBS = '3_Personal/Jobs.md';
const PAST = `- ~~User works at Oracle~~ 2026-03-02 to 2026-07-01.[^${a}]`;

const held = (vault: Vault, ...facts: string[]): unknown[] =>
  facts.map((fact) => {
    const { as, of, by, with: other } = heldOf(vault, fact) ?? {};
    return [as, of ?? by ?? other].filter((word) => word !== undefined).join(' ');
  });

/** `a` in History, `b` in its place. */
async function moved(day = '2026-07-01'): Promise<Vault> {
  const vault = makeVault();
  logDay(vault, '2026-03-02', { [a]: '[work] User works at Oracle' });
  await dreamOnce(vault, { minute: 1, propose: (batch) => placeAll(batch, WORK) });
  if (day === '2026-03-02')
    logDay(vault, day, { [a]: '[work] User works at Oracle', [b]: '[work] User works at Nokia' });
  else logDay(vault, day, { [b]: '[work] User works at Nokia' });
  await dreamOnce(vault, { minute: 2, propose: (batch) => placeAll(batch, WORK) });
  return vault;
}

/** Lint tells it, the dream settles it, and that is all. */
async function settle(vault: Vault, minute = 10): Promise<void> {
  const found = findings(vault, TODAY).filter(({ rule }) => rule === 'conservation');
  expect(found.map(({ severity, fix }) => [severity, fix])).toContainEqual(['warning', 'memvault dream resolves it']);
  const view = readView(vault);
  expect(countForNight(view, readPending(view, TODAY)).facts).toBeGreaterThan(0);
  expect((await dreamOnce(vault, { minute })).left).toEqual([]);
  await expectSettled(vault);
}

async function expectSettled(vault: Vault): Promise<void> {
  const before = everything(vault);
  expect((await dreamOnce(vault, { minute: 59 })).runs).toEqual([]);
  expect(everything(vault)).toEqual(before);
  expect(brief(findings(vault, TODAY))).toEqual([]);
}

describe('a claim out of History', () => {
  it('is current, beside what took its place, for good', async () => {
    const vault = await moved();
    change(vault, WORK, `${PAST}\n`, '');
    change(vault, WORK, '## Key Facts\n', `## Key Facts\n- User works at Oracle[^${a}]\n`);
    await settle(vault);
    expect(held(vault, a, b)).toEqual(['placed', 'placed']);
    expect(readView(vault).apart(a, b)).toBe(true);
    expect(read(vault, WORK)).toContain(`- User works at Oracle[^${a}]`);
    expect(read(vault, WORK)).not.toContain('~~');
  });
});

describe('a claim into History', () => {
  it('is past for what holds in its slot', async () => {
    const vault = await moved();
    change(vault, WORK, `${PAST}\n`, '');
    change(vault, WORK, '## Key Facts\n', `## Key Facts\n- User works at Oracle[^${a}]\n`);
    await dreamOnce(vault, { minute: 9 });
    logDay(vault, '2026-07-02', { [c]: '[work] User lives in Lima' });
    await dreamOnce(vault, { minute: 10, propose: (batch) => placeAll(batch, WORK) });
    write(vault, '.memvault/reviews.jsonl', '');
    change(vault, WORK, `- User works at Oracle[^${a}]\n`, '');
    change(vault, WORK, '## History\n', `## History\n${PAST}\n`);
    await settle(vault, 12);
    expect(held(vault, a, b, c)).toEqual([`superseded ${b}`, 'placed', 'placed']);
  });

  it('stays what it is where nothing took its place', async () => {
    const vault = makeVault();
    logDay(vault, '2026-03-02', { [a]: '[work] User works at Oracle', [b]: '[home] User lives in Lima' });
    await dreamOnce(vault, { minute: 1, propose: (batch) => placeAll(batch, WORK) });
    change(vault, WORK, `- User works at Oracle[^${a}]\n`, '');
    change(vault, WORK, '## Sources', `## History\n- ~~User works at Oracle~~[^${a}]\n\n## Sources`);
    expect((await dreamOnce(vault, { minute: 3 })).runs).toEqual([]);
    expect(held(vault, a)).toEqual(['placed']);
    expect(brief(findings(vault, TODAY))).toEqual([]);
  });
});

describe('a callout', () => {
  const callout = (vault: Vault): string => /^> .*$/m.exec(read(vault, WORK))?.[0] ?? '';

  it('that a person took apart: both sides are placed, and left so', async () => {
    const vault = await moved('2026-03-02');
    expect(held(vault, a, b)).toEqual([`conflict ${b}`, `conflict ${a}`]);
    change(vault, WORK, callout(vault), `- User works at Oracle, and that is it[^${a}]\n- User likes Nokia[^${b}]`);
    await settle(vault);
    expect(held(vault, a, b)).toEqual(['placed', 'placed']);
  });

  it('of which one side is left: that is placed, the other removed by hand', async () => {
    const vault = await moved('2026-03-02');
    change(vault, WORK, callout(vault), `- User works at Oracle[^${a}]`);
    await settle(vault);
    expect(held(vault, a, b)).toEqual(['placed', 'set-aside']);
    expect(heldOf(vault, b)?.reason).toBe('removed by hand');
  });

  it('that a person made of two claims is a conflict', async () => {
    const vault = makeVault();
    logDay(vault, '2026-03-02', { [a]: '[food] User likes tea', [b]: '[food] User likes coffee' });
    await dreamOnce(vault, { minute: 1, propose: (batch) => placeAll(batch, WORK) });
    change(
      vault,
      WORK,
      /(?:- User likes .*\n){2}/,
      `> [!warning] Conflicting claims: User likes tea[^${a}] (2026-03-02) vs User likes coffee[^${b}] (2026-03-02)\n`,
    );
    await settle(vault);
    expect(held(vault, a, b)).toEqual([`conflict ${b}`, `conflict ${a}`]);
  });
});

describe('on two pages after a merge', () => {
  it.each([
    ['the one in History, later', 2, 20],
    ['the one that is placed, later', 20, 2],
  ])('%s', async (_, first, second) => {
    const here = makeVault();
    logDay(here, '2026-03-02', { [a]: '[work] User works at Oracle' });
    const there = copyOf(here);
    await dreamOnce(there, { minute: second, propose: (batch) => placeAll(batch, JOBS) });
    logDay(here, '2026-07-01', { [b]: '[work] User works at Nokia' });
    await dreamOnce(here, { minute: first, propose: (batch) => placeAll(batch, WORK) });
    merge(here, there);
    await settle(here, 30);
    expect(held(here, a, b)).toEqual([`superseded ${b}`, 'placed']);
    expect(heldOf(here, a)?.page).toBe(WORK);
    expect(readView(here).citedOn.get(a)).toEqual([WORK]);
    expect(read(here, WORK)).toContain('~~User works at Oracle~~');
  });

  it('a side of a callout goes with its page, and the other is a plain claim', async () => {
    const here = makeVault();
    logDay(here, '2026-03-02', { [a]: '[food] User likes tea', [b]: '[food] User likes coffee' });
    const there = copyOf(here);
    await dreamOnce(here, {
      minute: 1,
      propose: (batch) => placeAll(batch, WORK, ({ id }) => (id === b ? { as: 'conflict', with: a } : {})),
    });
    await dreamOnce(there, {
      minute: 20,
      propose: (batch) => ({
        ...placeAll(batch, JOBS),
        proposals: batch
          .filter(({ id }) => id === b)
          .map(({ id }) => ({ fact: id, as: 'placed', page: JOBS, reason: 'test' })),
      }),
    });
    merge(here, there);
    await settle(here, 30);
    expect(held(here, a, b)).toEqual(['placed', 'placed']);
    expect(read(here, WORK)).toContain(`- User likes tea[^${a}]`);
    expect(read(here, WORK)).not.toContain(b);
  });
});

test('while a merge is open nothing is settled', async () => {
  const vault = await moved();
  change(vault, WORK, `${PAST}\n`, '');
  change(vault, WORK, '## Key Facts\n', `## Key Facts\n- User works at Oracle[^${a}]\n`);
  const { runs } = await dreamOnce(vault, { minute: 9, merge: { what: 'a merge', paths: new Set() } });
  expect(runs).toEqual([]);
  expect(held(vault, a)).toEqual([`superseded ${b}`]);
});
