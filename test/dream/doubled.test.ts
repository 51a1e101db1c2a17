// A fact that a merge put on two pages stays on the one that the later decision names.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rehearse } from '../../src/dream/apply.ts';
import { listFacts } from '../../src/inspect/facts.ts';
import { countPending, readPending } from '../../src/vault/pending.ts';
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

const ids = { a: 'aaaaaaaaaa', b: 'bbbbbbbbbb', c: 'cccccccccc' };
const JOBS = '3_Personal/Jobs.md';
/** The first fact once more, for clones that fold the two. */
const EQUAL = '[work] The user works at Microsoft.';

interface Clones {
  /** Put all on Work, first. */
  readonly here: Vault;
  /** Put all on Jobs, later. */
  readonly there: Vault;
}

/** Two clones of one log that dreamed without knowing of each other. */
async function makeClones(more?: Parameters<typeof placeAll>[2], b = '[work] User writes TypeScript'): Promise<Clones> {
  const here = makeVault();
  logDay(here, '2026-07-01', { [ids.a]: '[work] User works at Microsoft', [ids.b]: b });
  const there = copyOf(here);
  await dreamOnce(here, { propose: (batch) => placeAll(batch, WORK, more), minute: 1 });
  await dreamOnce(there, { propose: (batch) => placeAll(batch, JOBS, more), minute: 2 });
  return { here, there };
}

/** After a dream the fact has its claim on that page alone, lint is content, and the next dream writes nothing. */
async function expectSettled(vault: Vault, page = JOBS): Promise<void> {
  const view = everything(vault);
  expect((await dreamOnce(vault, { minute: 30 })).runs).toEqual([]);
  expect(everything(vault)).toEqual(view);
  for (const id of [ids.a, ids.b]) expect(heldOf(vault, id)).toMatchObject({ page });
  expect(brief(findings(vault, TODAY))).toEqual([]);
}

describe('after a merge', () => {
  it.each(['here', 'there'] as const)('the later decision holds, merged %s', async (side) => {
    const { here, there } = await makeClones();
    const vault = side === 'here' ? here : there;
    merge(vault, side === 'here' ? there : here);
    const jobs = read(vault, JOBS);
    const { runs, left } = await dreamOnce(vault, { minute: 10 });
    expect(left).toEqual([]);
    expect(runs[0]?.decisions.map(({ as, page }) => [as, page])).toEqual([
      ['placed', JOBS],
      ['placed', JOBS],
    ]);
    expect(read(vault, JOBS)).toBe(jobs);
    expect(read(vault, WORK)).not.toContain('[^');
    expect(read(vault, WORK)).not.toContain('Microsoft');
    await expectSettled(vault);
  });

  it('both directions give the same bytes', async () => {
    const { here, there } = await makeClones();
    const former = copyOf(here);
    merge(here, there);
    merge(there, former);
    for (const vault of [here, there]) await dreamOnce(vault, { minute: 10 });
    for (const path of [WORK, JOBS]) expect(read(here, path)).toBe(read(there, path));
  });

  it('a claim that a fact shares loses only the footnote', async () => {
    const shares = (fact: { id: string }) => (fact.id === ids.b ? ({ as: 'duplicate', of: ids.a } as const) : {});
    const { here, there } = await makeClones(shares, EQUAL);
    change(there, '.memvault/ledger/2026-07.jsonl', new RegExp(`^.*"fact":"${ids.b}".*\\n`, 'm'), '');
    change(there, JOBS, `[^${ids.b}]\n`, '\n');
    merge(here, there);
    await dreamOnce(here, { minute: 10 });
    expect(read(here, WORK)).toContain(`- User works at Microsoft[^${ids.b}]`);
    expect(read(here, WORK)).not.toContain(`[^${ids.a}]`);
    expect(heldOf(here, ids.a)).toMatchObject({ page: JOBS });
    expect(heldOf(here, ids.b)).toMatchObject({ page: WORK });
  });

  it('a claim of several facts that all go goes as a whole', async () => {
    const { here, there } = await makeClones(
      (fact) => (fact.id === ids.b ? { as: 'duplicate', of: ids.a } : {}),
      EQUAL,
    );
    merge(here, there);
    await dreamOnce(here, { minute: 10 });
    expect(read(here, WORK)).not.toContain('Microsoft');
    expect(heldOf(here, ids.b)).toMatchObject({ as: 'duplicate', of: ids.a, page: JOBS });
    await expectSettled(here);
  });

  it('a page that cannot be written is looked at once, and again by the next dream', async () => {
    const { here, there } = await makeClones();
    merge(here, there);
    const { runs, left } = await dreamOnce(here, {
      minute: 10,
      apply: (plan, view, start) => ({
        ...rehearse(plan, view, start),
        unwritten: [{ page: WORK, reason: 'the disk says no', facts: [] }],
      }),
    });
    expect(runs).toHaveLength(1);
    expect(left).toEqual([ids.a, ids.b].map((fact) => ({ fact, reason: 'the disk says no', why: 'page' })));
  });

  it('a page whose run was undone, and that cites the fact again, is a person’s', async () => {
    const { here, there } = await makeClones();
    const line = {
      ...heldOf(here, ids.a),
      as: 'pending',
      undoes: heldOf(here, ids.a)?.run,
      run: 'r-20260720-0301-abcdef',
      at: new Date(2026, 6, 20, 3, 1, 30).toISOString(),
    };
    merge(here, there);
    write(
      here,
      '.memvault/ledger/2026-07.jsonl',
      `${read(here, '.memvault/ledger/2026-07.jsonl')}${JSON.stringify(line)}\n`,
    );
    await dreamOnce(here, { minute: 10 });
    expect(read(here, WORK)).toContain(`- User works at Microsoft[^${ids.a}]`);
    expect(read(here, WORK)).not.toContain(ids.b);
  });

  it('a claim that a person wrapped keeps its words', async () => {
    const { here, there } = await makeClones();
    change(here, WORK, `[^${ids.a}]\n`, `[^${ids.a}]\n  since March, says Ann\n`);
    merge(here, there);
    await dreamOnce(here, { minute: 10 });
    expect(read(here, WORK)).toContain('- User works at Microsoft\n  since March, says Ann\n');
  });

  it('what a person wrote below a claim stays', async () => {
    const { here, there } = await makeClones();
    change(here, WORK, `[^${ids.a}]\n`, `[^${ids.a}]\n  - since March, says Ann\n`);
    merge(here, there);
    await dreamOnce(here, { minute: 10 });
    expect(read(here, WORK)).toContain('- User works at Microsoft\n  - since March, says Ann\n');
    expect(read(here, WORK)).not.toContain('TypeScript');
  });

  it('an edited log line corrects the one claim that stays, in the same dream', async () => {
    const { here, there } = await makeClones();
    merge(here, there);
    change(here, 'daily/2026-07-01.md', 'Microsoft', 'Google');
    expect((await dreamOnce(here, { minute: 10 })).runs).toHaveLength(1);
    expect(read(here, JOBS)).toContain(`- User works at Google[^${ids.a}]`);
    expect(read(here, WORK)).not.toContain('works at');
    await expectSettled(here);
  });

  it('waits while a page holds conflict markers', async () => {
    const { here, there } = await makeClones();
    merge(here, there);
    write(here, WORK, `${read(here, WORK)}<<<<<<< ours\n`);
    const before = everything(here);
    const { left } = await dreamOnce(here, { minute: 10, settle: () => undefined });
    expect(left.map(({ fact, why }) => [fact, why])).toEqual([
      [ids.a, 'page'],
      [ids.b, 'page'],
    ]);
    expect(everything(here)).toEqual(before);
  });

  it('a fact whose own page lost it stays where the next decision put it, at once', async () => {
    const { here, there } = await makeClones();
    merge(here, there);
    rmSync(join(here.root, JOBS));
    copyFileSync(join(here.root, WORK), join(here.root, '3_Personal/Copy.md'));
    await dreamOnce(here, { minute: 10 });
    expect(heldOf(here, ids.a)).toMatchObject({ as: 'placed' });
    const view = everything(here);
    expect((await dreamOnce(here, { minute: 11 })).runs).toEqual([]);
    expect(everything(here)).toEqual(view);
  });
});

it('what a merge put on two pages is listed and counted as pending', async () => {
  const { here, there } = await makeClones();
  merge(here, there);
  const view = readView(here);
  const pending = readPending(view, TODAY);
  expect(countPending(view, pending)).toEqual({ facts: 2, days: ['2026-07-01'] });
  const listed = listFacts(
    view,
    pending,
    { pending: true, as: null, since: null, until: null, categories: [], tags: [] },
    { today: TODAY, recalled: new Map() },
  );
  expect(listed.map(({ id }) => id)).toEqual([ids.a, ids.b]);
});

it('a copy that a person made is left alone', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', { [ids.a]: '[work] User works at Microsoft', [ids.b]: '[work] User writes TypeScript' });
  await dreamOnce(vault);
  copyFileSync(join(vault.root, WORK), join(vault.root, '3_Personal/A copy.md'));
  const before = everything(vault);
  await dreamOnce(vault, { minute: 1, settle: () => undefined });
  expect(everything(vault)).toEqual(before);
  change(vault, 'daily/2026-07-01.md', 'Microsoft', 'Google');
  await dreamOnce(vault, { minute: 2 });
  expect(heldOf(vault, ids.a)).toMatchObject({ page: WORK });
  expect(read(vault, WORK)).toContain('Google');
  expect(read(vault, '3_Personal/A copy.md')).toContain('Microsoft');
});

it('a new fact that says the same is cited on the page that stays', async () => {
  const { here, there } = await makeClones();
  merge(here, there);
  logDay(here, '2026-07-02', { [ids.c]: '[work] The user works at Microsoft.' });
  await dreamOnce(here, {
    minute: 10,
    propose: (batch) => placeAll(batch, WORK, () => ({ as: 'duplicate', of: ids.a })),
  });
  expect(read(here, JOBS)).toContain(`- User works at Microsoft[^${ids.a}][^${ids.c}]`);
  expect(heldOf(here, ids.c)).toMatchObject({ as: 'duplicate', of: ids.a, page: JOBS });
});
