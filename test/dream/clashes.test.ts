// Two current claims that cannot both hold, or that say the same: settled as if the later had just been logged,
// whoever put them there. The engine places everything and judges nothing.
import { describe, expect, it, test } from 'vitest';
import type { Fact } from '../../src/model/fact.ts';
import { countPending, readPending } from '../../src/vault/pending.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { readView } from '../../src/vault/view.ts';
import { brief, change, findings } from '../lint/folders.ts';
import {
  dreamOnce,
  everything,
  heldOf,
  logDay,
  makeVault,
  placeAll,
  read,
  takeBack,
  copyOf,
  TODAY,
  WORK,
  write,
} from './nights.ts';

const [a, b, c, d] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc', 'dddddddddd'] as const;
const JOBS = '3_Personal/Jobs.md';
const ORACLE = '[work] User works at Oracle';
const META = '[work] User works at Nokia';
const APPLE = '[work] User works at Apple';

type Log = Readonly<Record<string, Readonly<Record<string, string>>>>;

function logged(log: Log): Vault {
  const vault = makeVault();
  for (const [day, facts] of Object.entries(log)) logDay(vault, day, facts);
  return vault;
}

/** The first dream of a vault; facts of `onJobs` go to another page. */
const firstDream = (vault: Vault, onJobs: readonly string[] = []) =>
  dreamOnce(vault, {
    minute: 1,
    propose: (batch: readonly Fact[]) => {
      const said = placeAll(batch, WORK, ({ id }) => (onJobs.includes(id) ? { page: JOBS } : {}));
      return { ...said, pages: [...said.pages, { page: JOBS, type: 'note', title: 'Jobs', about: 'Jobs' }] };
    },
  });

const section = (vault: Vault, name: string, page = WORK): string[] =>
  (read(vault, page).split(`## ${name}\n`)[1] ?? '')
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line !== '') ?? [];
const held = (vault: Vault, ...facts: string[]): unknown[] =>
  facts.map((fact) => {
    const { as, of, by, with: other } = heldOf(vault, fact) ?? {};
    return [as, of ?? by ?? other].filter((word) => word !== undefined).join(' ');
  });
const pendingOf = (vault: Vault): number => {
  const view = readView(vault);
  return countPending(view, readPending(view, TODAY)).facts;
};

/** Nothing is pending, the next dream writes nothing, and lint has nothing to say. */
async function expectSettled(vault: Vault): Promise<void> {
  expect(pendingOf(vault)).toBe(0);
  const before = everything(vault);
  expect((await dreamOnce(vault, { minute: 59 })).runs).toEqual([]);
  expect(everything(vault)).toEqual(before);
  expect(brief(findings(vault, TODAY))).toEqual([]);
}

describe('one value at a time', () => {
  it('the earlier goes to History', async () => {
    const vault = logged({ '2026-03-02': { [a]: ORACLE }, '2026-07-01': { [b]: META } });
    const { runs } = await firstDream(vault);
    expect(section(vault, 'Key Facts')).toEqual([`- User works at Nokia[^${b}]`]);
    expect(section(vault, 'History')).toEqual([`- ~~User works at Oracle~~ 2026-03-02 to 2026-07-01.[^${a}]`]);
    expect(held(vault, a, b)).toEqual([`superseded ${b}`, 'placed']);
    expect(runs.at(-1)?.plan.updates).toEqual([
      { kind: 'update', page: WORK, fact: b, from: 'User works at Oracle', to: 'User works at Nokia' },
    ]);
    await expectSettled(vault);
  });

  it('of many each ends with the next, and all are past on the page of the last', async () => {
    const vault = logged({
      '2026-03-02': { [a]: ORACLE },
      '2026-04-01': { [b]: META },
      '2026-05-01': { [c]: APPLE },
      '2026-06-01': { [d]: ORACLE },
    });
    await firstDream(vault, [b, d]);
    expect(held(vault, a, b, c, d)).toEqual([`superseded ${b}`, `superseded ${c}`, `superseded ${d}`, 'placed']);
    expect(section(vault, 'History')).toEqual([]);
    expect(section(vault, 'History', JOBS)).toEqual([
      `- ~~User works at Apple~~ 2026-05-01 to 2026-06-01.[^${c}]`,
      `- ~~User works at Nokia~~ 2026-04-01 to 2026-05-01.[^${b}]`,
      `- ~~User works at Oracle~~ 2026-03-02 to 2026-04-01.[^${a}]`,
    ]);
    expect(section(vault, 'Key Facts', JOBS)).toEqual([`- User works at Oracle[^${d}]`]);
    await expectSettled(vault);
  });

  it('of one day they are in conflict, be they on two pages; a third joins', async () => {
    const vault = logged({ '2026-03-02': { [a]: ORACLE, [b]: META, [c]: APPLE } });
    await firstDream(vault, [b]);
    expect(section(vault, 'Key Facts')).toHaveLength(1);
    expect(section(vault, 'Key Facts')[0]).toMatch(
      /^> \[!warning\] Conflicting claims: User works at Oracle\[\^a{10}\] .* vs User works at Nokia\[\^b{10}\] .* vs User works at Apple\[\^c{10}\]/,
    );
    expect(read(vault, JOBS)).not.toContain('[^');
    expect(held(vault, a, b, c)).toEqual([
      expect.stringMatching(/^conflict/),
      `conflict ${a}`,
      expect.stringMatching(/^conflict/),
    ]);
    expect(read(vault, WORK)).toContain('review: needs-review');
    await expectSettled(vault);
  });

  it('words of change decide within a day, a later day over both sides', async () => {
    const vault = logged({
      '2026-03-02': { [a]: ORACLE, [b]: '[work] User now works at Nokia' },
      '2026-03-05': { [c]: APPLE },
    });
    await firstDream(vault);
    expect(held(vault, a, b, c)).toEqual([`superseded ${b}`, `superseded ${c}`, 'placed']);
    await expectSettled(vault);
  });

  it('what happened earlier and was said again later ends the one between', async () => {
    const vault = logged({ '2026-03-02': { [a]: ORACLE }, '2026-04-01': { [b]: META }, '2026-05-01': { [c]: ORACLE } });
    await dreamOnce(vault, {
      minute: 1,
      propose: (batch) => placeAll(batch, WORK, ({ id }) => (id === c ? { as: 'duplicate', of: a } : {})),
    });
    expect(held(vault, a, b, c)).toEqual(['placed', `superseded ${c}`, `duplicate ${a}`]);
    expect(section(vault, 'History')).toEqual([`- ~~User works at Nokia~~ 2026-04-01 to 2026-05-01.[^${b}]`]);
    await expectSettled(vault);
  });

  it('thirty moves of an older memvault are one run and no review', async () => {
    const days = Array.from({ length: 30 }, (_, at) => `2026-06-${String(at + 1).padStart(2, '0')}`);
    const vault = logged(
      Object.fromEntries(
        days.map((day, at) => [
          day,
          {
            [`aaaaaaaa${String(at).padStart(2, '0')}`]: `[home] User lives in ${['Oslo', 'Rome', 'Lima', 'Bonn', 'Kyiv'][at % 5]}`,
          },
        ]),
      ),
    );
    const { runs } = await dreamOnce(vault, { minute: 1, maxDays: 40, propose: (batch) => placeAll(batch, WORK) });
    expect(runs.map(({ decisions }) => decisions.length)).toEqual([30, 29]);
    expect(section(vault, 'Key Facts')).toEqual(['- User lives in Kyiv[^aaaaaaaa29]']);
    expect(section(vault, 'History')).toHaveLength(29);
    expect(readView(vault).reviews.size).toBe(0);
    await expectSettled(vault);
  });
});

describe('the same statement twice', () => {
  it.each([
    ['on one page', []],
    ['on two pages', [b]],
  ])('%s', async (_, onJobs) => {
    const vault = logged({
      '2026-03-02': { [a]: '[food] User likes green tea.' },
      '2026-04-01': { [b]: '[food] User likes green tea' },
    });
    await firstDream(vault, onJobs);
    expect(section(vault, 'Key Facts')).toEqual([`- User likes green tea.[^${a}][^${b}]`]);
    expect(held(vault, a, b)).toEqual(['placed', `duplicate ${a}`]);
    expect(heldOf(vault, b)?.page).toBe(WORK);
    if (onJobs.length > 0) expect(read(vault, JOBS)).not.toContain('[^');
    await expectSettled(vault);
  });

  it('of another project, speaker or day it is another', async () => {
    const vault = logged({
      '2026-03-02': {
        [a]: '[food] I like it',
        [b]: '[art] I like it',
        [c]: '[food] I like it [project:: atlas]',
        [d]: '[food] I like it [at:: 2025-01-01]',
      },
    });
    await firstDream(vault);
    expect(section(vault, 'Key Facts')).toHaveLength(4);
    await expectSettled(vault);
  });
});

const line = (status: string): string =>
  `${JSON.stringify({ id: 'k3v9x2ab4q', kind: 'supersede', status, facts: [a, b], reason: 'near', score: 0.5, run: 'r-20260701-0300-aaaaaa', at: '2026-07-01T03:00:00Z' })}\n`;

describe('is left alone', () => {
  test.each<[string, string, string, ((vault: Vault) => void)?]>([
    ['a pinned claim', `${ORACLE} [pinned:: true]`, META],
    ['what a pinned one replaces', ORACLE, `${META} [pinned:: true]`],
    ['what a person keeps apart', ORACLE, META, (vault) => write(vault, '.memvault/reviews.jsonl', line('rejected'))],
    ['what anybody asked about', ORACLE, META, (vault) => write(vault, '.memvault/reviews.jsonl', line('expired'))],
    ['a value that may be the same', '[home] User lives in Germany', '[home] User lives in Munich'],
    [
      'one of two projects',
      '[work] The deploy tool is Rake [project:: atlas]',
      '[work] The deploy tool is Make [project:: borea]',
    ],
    ['what is no state', '[trip] User visited Rome', '[trip] User visited Paris'],
  ])('%s', async (_, first, second, before = () => undefined) => {
    const vault = logged({ '2026-03-02': { [a]: first }, '2026-07-01': { [b]: second } });
    before(vault);
    await firstDream(vault);
    expect(held(vault, a, b)).toEqual(['placed', 'placed']);
    expect(read(vault, WORK)).not.toContain('## History');
    await expectSettled(vault);
  });

  test('a person’s paragraph, a claim of two, a copy', async () => {
    for (const [from, to] of [
      [`- User works at Oracle[^${a}]`, `\nThey say that User works at Oracle[^${a}], and so on.`],
      [
        `- User works at Oracle[^${a}]`,
        `- User works at Oracle[^${a}]\n- and I know that: User works at Oracle[^${a}]`,
      ],
    ] as const) {
      const vault = logged({ '2026-03-02': { [a]: ORACLE } });
      await firstDream(vault);
      change(vault, WORK, from, to);
      logDay(vault, '2026-07-01', { [b]: META });
      await dreamOnce(vault, { minute: 2, propose: (batch) => placeAll(batch, WORK) });
      expect(held(vault, a, b)).toEqual(['placed', 'placed']);
      await expectSettled(vault);
    }
  });

  test('what a person took back, by a night; not where a person asks for the dream', async () => {
    const vault = logged({ '2026-03-02': { [a]: ORACLE }, '2026-07-01': { [b]: '[work] User knows Nokia' } });
    await firstDream(vault);
    change(vault, WORK, 'User knows Nokia', 'User works at Nokia');
    const before = copyOf(vault);
    const { runs } = await dreamOnce(vault, { minute: 5 });
    expect(held(vault, a)).toEqual([`superseded ${b}`]);
    takeBack(vault, before, runs[0]?.run ?? '', '2026-07-20T04:00:00.000Z');
    expect(held(vault, a)).toEqual(['placed']);
    const night = await dreamOnce(vault, { minute: 6 });
    expect([night.runs, night.left.map(({ fact, why }) => [fact, why])]).toEqual([[], [[a, 'undone']]]);
    await dreamOnce(vault, { minute: 7, repeatUndone: true });
    expect(held(vault, a)).toEqual([`superseded ${b}`]);
  });
});

describe('by a person’s hand', () => {
  it('a claim that says another value now is the later word of its day; lint tells it', async () => {
    const vault = logged({ '2026-03-02': { [a]: ORACLE }, '2026-07-01': { [b]: '[work] User knows Nokia' } });
    await firstDream(vault);
    change(vault, WORK, 'User knows Nokia', 'User works at Nokia');
    expect(pendingOf(vault)).toBe(1);
    expect(brief(findings(vault, TODAY)).join('\n')).toContain('warning');
    await dreamOnce(vault, { minute: 5 });
    expect(section(vault, 'History')).toEqual([`- ~~User works at Oracle~~ 2026-03-02 to 2026-07-01.[^${a}]`]);
    expect(pendingOf(vault)).toBe(0);
  });
});
