// Invariant 2 where claims change: no fact is folded into a claim that says something else, be it because its line
// was edited in the same batch, because an engine was wrong, or because another clone corrected it.
import { describe, expect, it } from 'vitest';
import type { LedgerLine } from '../../src/model/disposition.ts';
import type { Proposal } from '../../src/model/plan.ts';
import type { Vault } from '../../src/vault/vault.ts';
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
  takeBack,
  TODAY,
  WORK,
  write,
} from './nights.ts';

const ids = { a: 'aaaaaaaaaa', b: 'bbbbbbbbbb', c: 'cccccccccc', d: 'dddddddddd' };
const PORT = '[work] Ann restarted the server on port 8080';
const LOG = 'daily/2026-07-01.md';

/** The claims of the page, without their list marks. */
const claims = (vault: Vault): string[] =>
  [...read(vault, WORK).matchAll(/^- (.*\[\^.*)$/gm)].map((match) => match[1] ?? '').sort();
const held = (vault: Vault, ...facts: string[]): (Pick<LedgerLine, 'as' | 'of'> | undefined)[] =>
  facts.map((fact) => {
    const line = heldOf(vault, fact);
    return line && { as: line.as, ...(line.of === undefined ? {} : { of: line.of }) };
  });

/** The next dream writes nothing, and lint has nothing to say. */
async function expectSettled(vault: Vault): Promise<void> {
  const before = everything(vault);
  expect((await dreamOnce(vault, { minute: 50 })).runs).toEqual([]);
  expect(everything(vault)).toEqual(before);
  expect(brief(findings(vault, TODAY))).toEqual([]);
}

async function dreamed(facts: Readonly<Record<string, string>>): Promise<Vault> {
  const vault = makeVault();
  logDay(vault, '2026-07-01', facts);
  await dreamOnce(vault);
  return vault;
}

describe('a line that was edited, and new facts in the same batch', () => {
  it('the old words are a claim of their own again', async () => {
    const vault = await dreamed({ [ids.a]: PORT });
    change(vault, LOG, '8080', '9090');
    logDay(vault, '2026-07-02', { [ids.b]: PORT });
    await dreamOnce(vault, { minute: 1 });
    expect(claims(vault)).toEqual([
      `Ann restarted the server on port 8080[^${ids.b}]`,
      `Ann restarted the server on port 9090[^${ids.a}]`,
    ]);
    expect(held(vault, ids.a, ids.b)).toEqual([{ as: 'placed' }, { as: 'placed' }]);
    await expectSettled(vault);
  });

  it.each(['2026-06-30', '2026-07-02'])('the new words, logged on %s too, are on the corrected claim', async (day) => {
    const vault = await dreamed({ [ids.a]: PORT });
    change(vault, LOG, '8080', '9090');
    logDay(vault, day, { [ids.b]: PORT.replace('8080', '9090') });
    await dreamOnce(vault, { minute: 1 });
    expect(claims(vault)).toEqual([`Ann restarted the server on port 9090[^${ids.a}][^${ids.b}]`]);
    expect(held(vault, ids.b)).toEqual([{ as: 'duplicate', of: ids.a }]);
    await expectSettled(vault);
  });

  it('a correction that waits leaves its claim to facts with the old words', async () => {
    const vault = await dreamed({ [ids.a]: PORT });
    change(vault, LOG, '8080', '9090');
    const before = copyOf(vault);
    const { runs } = await dreamOnce(vault, { minute: 1 });
    takeBack(vault, before, runs[0]?.run ?? '', '2026-07-21T00:00:00.000Z');
    logDay(vault, '2026-07-02', { [ids.b]: PORT });
    await dreamOnce(vault, {
      minute: 2,
      propose: (batch) => placeAll(batch, WORK, (fact) => (fact.id === ids.b ? { as: 'duplicate', of: ids.a } : {})),
    });
    expect(claims(vault)).toEqual([`Ann restarted the server on port 8080[^${ids.a}][^${ids.b}]`]);
  });
});

describe('equal facts on one claim', () => {
  const SAME = { [ids.a]: PORT, [ids.b]: PORT, [ids.c]: PORT };

  it('the first is edited: the next one is placed, others are duplicates of that', async () => {
    const vault = await dreamed(SAME);
    change(vault, LOG, '8080', '9090');
    await dreamOnce(vault, { minute: 1 });
    expect(claims(vault)).toEqual([
      `Ann restarted the server on port 8080[^${ids.b}][^${ids.c}]`,
      `Ann restarted the server on port 9090[^${ids.a}]`,
    ]);
    expect(held(vault, ids.a, ids.b, ids.c)).toEqual([
      { as: 'placed' },
      { as: 'placed' },
      { as: 'duplicate', of: ids.b },
    ]);
    await expectSettled(vault);
  });

  it('a later one is edited: the others stay as they are', async () => {
    const vault = await dreamed(SAME);
    change(vault, LOG, `8080 ^${ids.b}`, `9090 ^${ids.b}`);
    await dreamOnce(vault, { minute: 1 });
    expect(claims(vault)).toEqual([
      `Ann restarted the server on port 8080[^${ids.a}][^${ids.c}]`,
      `Ann restarted the server on port 9090[^${ids.b}]`,
    ]);
    expect(held(vault, ids.a, ids.b, ids.c)).toEqual([
      { as: 'placed' },
      { as: 'placed' },
      { as: 'duplicate', of: ids.a },
    ]);
    await expectSettled(vault);
  });

  it('all are edited alike: their claim is corrected in place', async () => {
    const vault = await dreamed(SAME);
    change(vault, WORK, `[^${ids.c}]\n`, `[^${ids.c}]\n  - a note of mine\n`);
    change(vault, LOG, /8080/g, '9090');
    await dreamOnce(vault, { minute: 1 });
    expect(read(vault, WORK)).toContain(
      `- Ann restarted the server on port 9090[^${ids.a}][^${ids.b}][^${ids.c}]\n  - a note of mine\n`,
    );
    expect(claims(vault)).toHaveLength(1);
    expect(held(vault, ids.a, ids.b, ids.c)).toEqual([
      { as: 'placed' },
      { as: 'duplicate', of: ids.a },
      { as: 'duplicate', of: ids.a },
    ]);
    await expectSettled(vault);
  });

  it('all are edited, each otherwise: three claims, and none without a fact', async () => {
    const vault = await dreamed(SAME);
    for (const port of ['1010', '2020', '3030']) change(vault, LOG, '8080', port);
    await dreamOnce(vault, { minute: 1 });
    expect(claims(vault)).toEqual(
      ['1010', '2020', '3030'].map(
        (port, index) => `Ann restarted the server on port ${port}[^${Object.values(ids)[index] ?? ''}]`,
      ),
    );
    expect(read(vault, WORK)).not.toContain('8080');
    expect(held(vault, ids.a, ids.b, ids.c)).toEqual([{ as: 'placed' }, { as: 'placed' }, { as: 'placed' }]);
    await expectSettled(vault);
  });

  it('two are edited alike: they share a claim again', async () => {
    const vault = await dreamed(SAME);
    for (const id of [ids.a, ids.b]) change(vault, LOG, `8080 ^${id}`, `9090 ^${id}`);
    await dreamOnce(vault, { minute: 1 });
    expect(claims(vault)).toEqual([
      `Ann restarted the server on port 8080[^${ids.c}]`,
      `Ann restarted the server on port 9090[^${ids.a}][^${ids.b}]`,
    ]);
    expect(held(vault, ids.a, ids.b, ids.c)).toEqual([
      { as: 'placed' },
      { as: 'duplicate', of: ids.a },
      { as: 'placed' },
    ]);
    await expectSettled(vault);
  });

  it('one whose correction was undone keeps the claim with the old words, while the other is corrected', async () => {
    const vault = await dreamed({ [ids.a]: PORT, [ids.b]: PORT });
    change(vault, LOG, `8080 ^${ids.b}`, `9090 ^${ids.b}`);
    const before = copyOf(vault);
    const { runs } = await dreamOnce(vault, { minute: 1 });
    takeBack(vault, before, runs[0]?.run ?? '', '2026-07-21T00:00:00.000Z');
    change(vault, LOG, '8080', '7070');
    expect((await dreamOnce(vault, { minute: 2 })).left).toMatchObject([{ fact: ids.b, why: 'undone' }]);
    expect(claims(vault)).toEqual([
      `Ann restarted the server on port 7070[^${ids.a}]`,
      `Ann restarted the server on port 8080[^${ids.b}]`,
    ]);
  });

  it('only a tag is edited: nothing moves', async () => {
    const vault = await dreamed(SAME);
    const page = read(vault, WORK);
    change(vault, LOG, `8080 ^${ids.a}`, `8080 \`net\` ^${ids.a}`);
    await dreamOnce(vault, { minute: 1 });
    expect(claims(vault)).toEqual([`Ann restarted the server on port 8080[^${ids.a}][^${ids.b}][^${ids.c}]`]);
    expect(read(vault, WORK)).toBe(page);
    expect(held(vault, ids.a, ids.b, ids.c)).toEqual([
      { as: 'placed' },
      { as: 'duplicate', of: ids.a },
      { as: 'duplicate', of: ids.a },
    ]);
    await expectSettled(vault);
  });
});

describe('a fact that put another right, on a claim with more', () => {
  /** `b` put `a` right; then `c` came, with this port. */
  async function corrected(port: string, second: Partial<Proposal>): Promise<Vault> {
    const vault = await dreamed({ [ids.a]: PORT });
    logDay(vault, '2026-07-02', { [ids.b]: PORT.replace('8080', '9090') });
    await dreamOnce(vault, { minute: 1, propose: (batch) => placeAll(batch, WORK, () => ({ corrects: ids.a })) });
    logDay(vault, '2026-07-03', { [ids.c]: PORT.replace('8080', port) });
    await dreamOnce(vault, { minute: 2, propose: (batch) => placeAll(batch, WORK, () => second) });
    return vault;
  }

  it('is edited: what it put right goes along, and is not current again beside its own correction', async () => {
    const vault = await corrected('9090', { as: 'duplicate', of: ids.b });
    expect(claims(vault)).toEqual([`Ann restarted the server on port 9090[^${ids.a}][^${ids.b}][^${ids.c}]`]);
    change(vault, 'daily/2026-07-02.md', '9090', '7070');
    await dreamOnce(vault, { minute: 3 });
    expect(claims(vault)).toEqual([
      `Ann restarted the server on port 7070[^${ids.b}][^${ids.a}]`,
      `Ann restarted the server on port 9090[^${ids.c}]`,
    ]);
    expect(held(vault, ids.a, ids.b, ids.c)).toEqual([{ as: 'superseded' }, { as: 'placed' }, { as: 'placed' }]);
    await expectSettled(vault);
  });

  it.each(['', '[at:: 2026-07-05T10:00:00Z] '])(
    'is edited, and so is what it put right, %j: that stays put right',
    async (later) => {
      const vault = await corrected('9090', { as: 'duplicate', of: ids.b });
      change(vault, LOG, '8080', `5050 ${later}`.trim());
      change(vault, 'daily/2026-07-02.md', '9090', '7070');
      await dreamOnce(vault, { minute: 3 });
      expect(claims(vault)).toEqual([
        `Ann restarted the server on port 7070[^${ids.b}][^${ids.a}]`,
        `Ann restarted the server on port 9090[^${ids.c}]`,
      ]);
      expect(held(vault, ids.a, ids.b, ids.c)).toEqual([{ as: 'superseded' }, { as: 'placed' }, { as: 'placed' }]);
      await expectSettled(vault);
    },
  );

  it('is edited after all went to History: what it put right goes along there, too', async () => {
    const vault = await corrected('9090', { as: 'duplicate', of: ids.b });
    logDay(vault, '2026-07-04', { [ids.d]: PORT.replace('8080', '6060') });
    await dreamOnce(vault, { minute: 3, propose: (batch) => placeAll(batch, WORK, () => ({ supersedes: [ids.b] })) });
    change(vault, 'daily/2026-07-02.md', '9090', '7070');
    await dreamOnce(vault, { minute: 4, propose: (batch) => placeAll(batch, WORK) });
    const past = (port: string, facts: string): string =>
      `~~Ann restarted the server on port ${port}~~ 2026-07-01 to 2026-07-04.${facts}`;
    expect(claims(vault)).toEqual([
      `Ann restarted the server on port 6060[^${ids.d}]`,
      past('7070', `[^${ids.b}][^${ids.a}]`),
      past('9090', `[^${ids.c}]`),
    ]);
    expect(held(vault, ids.a, ids.b, ids.c)).toEqual([
      { as: 'superseded' },
      { as: 'superseded' },
      { as: 'superseded' },
    ]);
    await expectSettled(vault);
  });

  it.each(['supersedes', 'contradicts'])(
    'is edited to something else after what came last %s it: it is current again, and what it put right on its claim',
    async (how) => {
      const vault = await corrected(
        '6060',
        how === 'supersedes' ? { supersedes: [ids.b] } : { as: 'conflict', with: ids.b },
      );
      change(vault, 'daily/2026-07-02.md', 'Ann restarted the server on port 9090', 'Bob drinks green tea');
      await dreamOnce(vault, { minute: 3 });
      expect(claims(vault)).toEqual([
        `Ann restarted the server on port 6060[^${ids.c}]`,
        `Bob drinks green tea[^${ids.a}][^${ids.b}]`,
      ]);
      expect(held(vault, ids.a, ids.b, ids.c)).toEqual([{ as: 'superseded' }, { as: 'placed' }, { as: 'placed' }]);
      await expectSettled(vault);
    },
  );

  it('is edited to what it is in conflict with: what it put right goes to the other side along with it', async () => {
    const vault = await corrected('6060', { as: 'conflict', with: ids.b });
    change(vault, 'daily/2026-07-02.md', '9090', '6060');
    await dreamOnce(vault, { minute: 3 });
    expect(claims(vault)).toEqual([`Ann restarted the server on port 6060[^${ids.c}][^${ids.b}][^${ids.a}]`]);
    expect(held(vault, ids.a, ids.b, ids.c)).toEqual([
      { as: 'superseded' },
      { as: 'duplicate', of: ids.c },
      { as: 'placed' },
    ]);
    await expectSettled(vault);
  });
});

describe('an engine that folds what is not the same', () => {
  const folds = (of: string) => ({ as: 'duplicate' as const, of, head: null });

  it('into a claim of the same batch, or one on a page: each gets its own, and a notice says so', async () => {
    const vault = makeVault();
    logDay(vault, '2026-07-01', { [ids.a]: PORT, [ids.b]: PORT.replace('8080', '9090') });
    const { runs } = await dreamOnce(vault, {
      propose: (batch) => placeAll(batch, WORK, (fact) => (fact.id === ids.b ? folds(ids.a) : {})),
    });
    expect(runs[0]?.plan.notices).toEqual([expect.stringMatching(/9090.*claim of its own/)]);
    logDay(vault, '2026-07-02', {
      [ids.c]: '[work] Ann did not restart the server on port 8080',
      [ids.d]: '[work] Ann did not restart the server on port 8080',
    });
    await dreamOnce(vault, { minute: 1, propose: (batch) => placeAll(batch, WORK, () => folds(ids.a)) });
    expect(claims(vault)).toEqual([
      `Ann did not restart the server on port 8080[^${ids.c}][^${ids.d}]`,
      `Ann restarted the server on port 8080[^${ids.a}]`,
      `Ann restarted the server on port 9090[^${ids.b}]`,
    ]);
    expect(held(vault, ids.b, ids.c, ids.d)).toEqual([
      { as: 'placed' },
      { as: 'placed' },
      { as: 'duplicate', of: ids.c },
    ]);
    await expectSettled(vault);
  });

  it('a claim that a person reworded stands no more for what it dropped; the fact that says so again gets one claim, once', async () => {
    const vault = await dreamed({ [ids.a]: PORT });
    change(vault, WORK, 'Ann restarted the server on port 8080', 'The server’s port is settled');
    for (const [id, day] of [
      [ids.b, '2026-07-02'],
      [ids.c, '2026-07-03'],
    ] as const) {
      logDay(vault, day, { [id]: PORT });
      await dreamOnce(vault, { minute: Number(day.slice(-1)) });
    }
    expect(claims(vault)).toEqual([
      `Ann restarted the server on port 8080[^${ids.b}][^${ids.c}]`,
      `The server’s port is settled[^${ids.a}]`,
    ]);
  });
});

describe('a merge that puts a fact on a claim which the other clone corrected', () => {
  /** One clone corrected and dreamed, the other logged the old words and folded them; then git merged both. */
  async function merged(others: Readonly<Record<string, string>>): Promise<Vault> {
    const here = await dreamed({ [ids.a]: PORT });
    const there = copyOf(here);
    change(here, LOG, '8080', '9090');
    await dreamOnce(here, { minute: 1 });
    logDay(there, '2026-07-02', others);
    await dreamOnce(there, { minute: 2 });
    merge(here, there);
    write(here, 'daily/2026-07-02.md', read(there, 'daily/2026-07-02.md'));
    const footnotes = Object.keys(others);
    change(here, WORK, `[^${ids.a}]\n`, `[^${ids.a}]${footnotes.map((id) => `[^${id}]`).join('')}\n`);
    write(
      here,
      WORK,
      `${read(here, WORK)}${footnotes.map((id) => `[^${id}]: [2026-07-02 14:05](../daily/2026-07-02.md#^${id})\n`).join('')}`,
    );
    return here;
  }

  it('the next dream gives the old words their claim', async () => {
    const vault = await merged({ [ids.b]: PORT, [ids.c]: PORT });
    expect(findings(vault, TODAY).map(({ rule, fix }) => [rule, fix])).toEqual([
      ['specifics', expect.stringContaining('dream')],
      ['specifics', expect.stringContaining('dream')],
    ]);
    await dreamOnce(vault, { minute: 3 });
    expect(claims(vault)).toEqual([
      `Ann restarted the server on port 8080[^${ids.b}][^${ids.c}]`,
      `Ann restarted the server on port 9090[^${ids.a}]`,
    ]);
    expect(held(vault, ids.a, ids.b, ids.c)).toEqual([
      { as: 'placed' },
      { as: 'placed' },
      { as: 'duplicate', of: ids.b },
    ]);
    await expectSettled(vault);
  });

  it('what is logged meanwhile with the old words or the new goes with them', async () => {
    const vault = await merged({ [ids.b]: PORT });
    logDay(vault, '2026-07-03', { [ids.c]: PORT, [ids.d]: PORT.replace('8080', '9090') });
    await dreamOnce(vault, { minute: 3 });
    expect(claims(vault)).toEqual([
      `Ann restarted the server on port 8080[^${ids.b}][^${ids.c}]`,
      `Ann restarted the server on port 9090[^${ids.a}][^${ids.d}]`,
    ]);
    expect(held(vault, ids.c, ids.d)).toEqual([
      { as: 'duplicate', of: ids.b },
      { as: 'duplicate', of: ids.a },
    ]);
    await expectSettled(vault);
  });

  it('a claim that a person reworded is left alone, and lint names it', async () => {
    const vault = await merged({ [ids.b]: PORT });
    change(vault, WORK, 'Ann restarted the server on port 9090', 'Ann restarted it on 9090, I think');
    const before = everything(vault);
    expect((await dreamOnce(vault, { minute: 3, settle: () => undefined })).runs).toEqual([]);
    expect(everything(vault)).toEqual(before);
    expect(brief(findings(vault, TODAY))).toEqual([expect.stringMatching(/^warning specifics 3_Personal\/Work\.md/)]);
  });

  it('a footnote that a person set on a second claim is left alone', async () => {
    const vault = await merged({ [ids.b]: PORT });
    change(vault, WORK, '## Sources', `- It was on 8080 first[^${ids.b}]\n\n## Sources`);
    expect((await dreamOnce(vault, { minute: 3 })).runs).toEqual([]);
  });
});
