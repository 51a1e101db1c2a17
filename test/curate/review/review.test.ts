// Reviews over real folders: what waits, what an approval and a rejection do, and what a person sees at a terminal.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reviewId } from '../../../src/model/bytes.ts';
import { readView } from '../../../src/vault/view.ts';
import { A, B, C, D, plant, TODAY } from '../fix/planted.ts';
import { type Replies, runHere } from '../../support/here.ts';
import { type Ended, makePlace, type Place } from '../../support/memvault.ts';

let place: Place;
let next = 0;

beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const HIKES = {
  [A]: ['2026-07-01', 'User likes hiking [confidence:: 0.7] `sport`'],
  [B]: ['2026-07-03', 'User likes hiking in the Harz [confidence:: 0.8] `outdoors sport`'],
} as const;
const TOWNS = { [A]: ['2026-07-01', 'User lives in Berlin'], [B]: ['2026-07-01', 'User lives in Hamburg'] } as const;
const BOTH_PLACED = { [A]: { as: 'placed' }, [B]: { as: 'placed' } };
const CONFLICT = `> [!warning] Conflicting claims: User lives in Berlin[^${A}] (2026-07-01) vs User lives in Hamburg[^${B}] (2026-07-01)`;

const ZONES = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};

interface Vault {
  readonly root: string;
  readonly id: string;
  run(args: readonly string[], replies?: Replies): Promise<Ended>;
  json(args: readonly string[]): Promise<Listed[]>;
  as(): Record<string, string>;
  page(): string;
}

interface Listed {
  id: string;
  kind: string;
  status: string;
  facts: string[];
  draft: string | null;
}

function vaultOf(root: string, facts: readonly string[], now = TODAY): Vault {
  const run = async (args: readonly string[], replies?: Replies): Promise<Ended> =>
    await runHere({ place, cwd: root, now }, args, replies ?? null);
  return {
    root,
    id: reviewId(facts),
    run,
    json: async (args) => (JSON.parse((await run([...args, '--json'])).stdout) as { reviews: Listed[] }).reviews,
    as: () =>
      Object.fromEntries(
        [
          ...readView({
            root,
            dailyDir: 'daily',
            zones: {
              inbox: '0_Inbox',
              projects: '1_Projects',
              wiki: '2_Wiki',
              personal: '3_Personal',
              assets: '4_Assets',
              archives: '5_Archives',
            },
          }).ledger,
        ].map(([fact, line]) => [fact, line.as]),
      ),
    page: () => readFileSync(join(root, '3_Personal/Work.md'), 'utf8'),
  };
}

function ask(root: string, kind: string, facts: readonly string[], more: Record<string, unknown> = {}): void {
  appendFileSync(
    join(root, '.memvault/reviews.jsonl'),
    `${JSON.stringify({ id: reviewId(facts), kind, status: 'pending', facts, reason: 'their words are nearly the same', score: 0.8, run: 'r-20260731-0300-7f3a9c', at: '2026-07-31T01:00:00.000Z', ...more })}\n`,
  );
}

function hikes(kind = 'merge'): Vault {
  const root = plant(place, `hikes${next++}`, {
    name: '',
    facts: HIKES,
    ledger: BOTH_PLACED,
    keyFacts: `- User likes hiking in the Harz[^${B}]\n- User likes hiking[^${A}]`,
    fix: [],
    after: { current: [] },
    as: {},
  });
  ask(root, kind, [A, B]);
  return vaultOf(root, [A, B]);
}

function towns(facts: Readonly<Record<string, readonly [string, string]>> = TOWNS): Vault {
  const root = plant(place, `towns${next++}`, {
    name: '',
    facts,
    ledger: { [A]: { as: 'placed' }, [B]: { as: 'conflict', with: A } },
    keyFacts: CONFLICT,
    fix: [],
    after: { current: [] },
    as: {},
  });
  return vaultOf(root, [A, B]);
}

describe('what waits', () => {
  test('a question that a run asked, with a draft that is nowhere stored', async () => {
    const vault = hikes();
    expect(await vault.json(['review', 'list'])).toMatchObject([
      { id: vault.id, kind: 'merge', status: 'pending', facts: [A, B], draft: 'User likes hiking in the Harz' },
    ]);
    const { status, stdout, stderr } = await vault.run(['review']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '1 review waits.\n' });
    expect(stdout).toContain('User likes hiking in the Harz');
  });

  test('a callout on a page, for which nothing is written', async () => {
    const vault = towns();
    expect(await vault.json(['review', 'list'])).toMatchObject([
      { id: vault.id, kind: 'contradiction', status: 'pending', facts: [A, B], draft: null },
    ]);
    expect(existsSync(join(vault.root, '.memvault/reviews.jsonl'))).toBe(false);
  });

  test.each([
    [
      'was superseded since',
      (vault: Vault) =>
        edit(
          vault.root,
          '.memvault/ledger/2026-07.jsonl',
          `"fact":"${A}"`,
          `"fact":"${A}","by":"${B}"`,
          '"as":"placed"',
          '"as":"superseded"',
        ),
    ],
    [
      'is pending, since its line was edited',
      (vault: Vault) => edit(vault.root, 'daily/2026-07-01.md', 'User likes hiking', 'User likes long hiking'),
    ],
    [
      'is pending, since its run was taken back',
      (vault: Vault) =>
        edit(
          vault.root,
          '.memvault/ledger/2026-07.jsonl',
          `"fact":"${A}"`,
          `"fact":"${A}","undoes":"r-20260731-0300-7f3a9c"`,
          '"as":"placed"',
          '"as":"pending"',
        ),
    ],
    ['is cited no more', (vault: Vault) => edit(vault.root, '3_Personal/Work.md', `- User likes hiking[^${A}]\n`, '')],
    [
      'is on the same claim by now',
      (vault: Vault) =>
        edit(vault.root, '3_Personal/Work.md', `- User likes hiking[^${A}]\n`, '', `[^${B}]\n`, `[^${B}][^${A}]\n`),
    ],
    ['is kept apart by a fix', (vault: Vault) => ask(vault.root, 'merge', [A, B, C], { status: 'rejected' })],
    [
      'is pinned',
      (vault: Vault) =>
        edit(vault.root, 'daily/2026-07-01.md', '[confidence:: 0.7]', '[confidence:: 0.7] [pinned:: true]'),
    ],
    ['is gone from the log', (vault: Vault) => edit(vault.root, 'daily/2026-07-01.md', /- \[work\].*\n/, '')],
  ])('not what is about a fact that %s', async (_what, change) => {
    const vault = hikes();
    change(vault);
    expect(await vault.json(['review', 'list'])).toEqual([]);
    expect((await vault.json(['review', 'list', '--all'])).find(({ id }) => id === vault.id)).toMatchObject({
      status: 'withdrawn',
    });
    expect(await vault.run(['review', 'approve', vault.id])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is already ') as string,
    });
  });
});

describe('approve', () => {
  test('a merge folds the claims at once, logs nothing, and is not decided otherwise again', async () => {
    const vault = hikes();
    const { status, stdout, stderr } = await vault.run(['review', 'approve', vault.id.slice(0, 6)]);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: `Merged ${vault.id}: ${B}, ${A} are one claim (3_Personal/Work.md).\n`,
      stderr: '',
    });
    expect(existsSync(join(vault.root, 'daily/2026-08-01.md'))).toBe(false);
    expect(vault.as()).toEqual({ [A]: 'placed', [B]: 'duplicate' });
    expect(vault.page()).toContain(`## Key Facts\n- User likes hiking in the Harz[^${A}][^${B}]\n`);
    expect(vault.page()).not.toContain('## History');
    expect(await vault.json(['review', 'list'])).toEqual([]);
    expect(await vault.run(['review', 'approve', vault.id])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('is approved already') as string,
    });
    expect(await vault.run(['review', 'reject', vault.id])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('it was applied') as string,
    });
    const page = vault.page();
    const later = vaultOf(vault.root, [A, B], '2026-08-02T12:00:00Z');
    expect(await later.run(['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
    expect(later.page()).toBe(page);
    expect(await later.run(['lint', '-q'])).toMatchObject({ status: 0 });
  });

  test('a merge is taken back like a dream, and waits again', async () => {
    const vault = hikes();
    const before = vault.page();
    expect(await vault.run(['review', 'approve', vault.id])).toMatchObject({ status: 0 });
    expect(await vault.run(['dream', '--undo'])).toMatchObject({ status: 0 });
    expect(vault.page()).toBe(before);
    expect(vault.as()).toEqual({ [A]: 'placed', [B]: 'placed' });
    expect(await vault.json(['review', 'list'])).toMatchObject([{ id: vault.id, status: 'pending' }]);
  });

  test('--text, which must say what all of them say', async () => {
    const vault = hikes();
    const before = vault.page();
    expect(await vault.run(['review', 'approve', vault.id, '--text', 'User hikes a lot'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`lack "Harz" of ${B}`) as string,
    });
    expect(vault.page()).toBe(before);
    expect(await vault.run(['review', 'approve', vault.id, '--text', 'User hikes in the Harz'])).toMatchObject({
      status: 0,
    });
    expect(vault.page()).toContain(`- User hikes in the Harz[^${A}][^${B}]\n`);
  });

  test.each([
    ['queued', ['queued']],
    ['rejected', ['rejected']],
    // Nobody was asked.
    ['expired', []],
  ])('one that is %s is not listed, and can be approved by its id', async (status, listed) => {
    const vault = hikes();
    ask(vault.root, 'merge', [A, B], { status, at: '2026-07-31T02:00:00.000Z' });
    expect(await vault.json(['review', 'list'])).toEqual([]);
    expect(await vault.json(['review', 'list', '--all'])).toMatchObject(
      listed.map((one) => ({ id: vault.id, status: one })),
    );
    expect(await vault.run(['review', 'approve', vault.id])).toMatchObject({ status: 0 });
    expect(vault.as()).toEqual({ [A]: 'placed', [B]: 'duplicate' });
  });

  test('--text that holds a secret is refused', async () => {
    const vault = hikes();
    const { status, stderr } = await vault.run([
      'review',
      'approve',
      vault.id,
      '--text',
      'User likes hiking in the Harz, the password is hunter2X!pq9',
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain('look like a secret');
    expect(stderr).not.toContain('hunter2');
    expect(existsSync(join(vault.root, 'daily/2026-08-01.md'))).toBe(false);
  });

  test('where no wording says all, a text is asked for', async () => {
    const root = plant(place, `no-draft${next++}`, {
      name: '',
      facts: { [A]: ['2026-07-01', 'The build runs on Node 18'], [B]: ['2026-07-02', 'The build runs on Linux'] },
      ledger: BOTH_PLACED,
      keyFacts: `- The build runs on Node 18[^${A}]\n- The build runs on Linux[^${B}]`,
      fix: [],
      after: { current: [] },
      as: {},
    });
    ask(root, 'merge', [A, B]);
    const vault = vaultOf(root, [A, B]);
    expect(await vault.json(['review', 'list'])).toMatchObject([{ draft: null }]);
    expect(await vault.run(['review', 'approve', vault.id])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('none of their wordings says all') as string,
    });
  });

  test('a replacement: the older goes to History at once', async () => {
    const vault = hikes('supersede');
    expect(await vault.run(['review', 'approve', vault.id])).toMatchObject({ status: 0, stderr: '' });
    expect(vault.as()).toEqual({ [A]: 'superseded', [B]: 'placed' });
    expect(vault.page()).toContain(`## History\n- ~~User likes hiking~~ 2026-07-01 to 2026-07-03.[^${A}]`);
    expect(await vault.run(['lint', '-q'])).toMatchObject({ status: 0 });
  });

  test('a replacement is taken back like a dream, and waits again', async () => {
    const vault = hikes('supersede');
    const before = vault.page();
    expect(await vault.run(['review', 'approve', vault.id])).toMatchObject({ status: 0 });
    expect(await vault.run(['dream', '--undo'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Undid') as string,
    });
    expect(vault.page()).toBe(before);
    expect(vault.as()).toEqual({ [A]: 'placed', [B]: 'placed' });
    expect(await vault.json(['review', 'list'])).toMatchObject([{ id: vault.id, status: 'pending' }]);
  });

  test('a contradiction of one day needs to be told which one holds', async () => {
    const vault = towns();
    expect(await vault.run(['review', 'approve', vault.id])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('so say which one holds') as string,
    });
    expect(await vault.run(['review', 'approve', vault.id, '--keep', C])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is not about') as string,
    });
    expect(
      await vault.run(['review', 'approve', vault.id, '--text', 'User lives in Berlin and Hamburg']),
    ).toMatchObject({ status: 2 });
    expect(await vault.run(['review', 'approve', vault.id, '--keep', A])).toMatchObject({ status: 0, stderr: '' });
    expect(vault.as()).toEqual({ [A]: 'placed', [B]: 'superseded' });
    expect(vault.page()).toContain(`- User lives in Berlin[^${A}]\n`);
    expect(vault.page()).toContain('review: current');
    expect(await vault.run(['lint', '-q'])).toMatchObject({ status: 0 });
  });

  test('of a contradiction of two days the later holds', async () => {
    const vault = towns({ ...TOWNS, [B]: ['2026-07-02', 'User lives in Hamburg'] });
    expect(await vault.run(['review', 'approve', vault.id])).toMatchObject({ status: 0, stderr: '' });
    expect(vault.as()).toEqual({ [A]: 'superseded', [B]: 'placed' });
  });

  test('several ids: none is decided where one cannot be; what the first settles is told', async () => {
    const root = plant(place, `several${next++}`, {
      name: '',
      facts: { ...HIKES, [D]: ['2026-07-04', 'User likes to hike'] },
      ledger: { ...BOTH_PLACED, [D]: { as: 'placed' } },
      keyFacts: `- User likes to hike[^${D}]\n- User likes hiking in the Harz[^${B}]\n- User likes hiking[^${A}]`,
      fix: [],
      after: { current: [] },
      as: {},
    });
    ask(root, 'supersede', [A, B]);
    ask(root, 'supersede', [A, D]);
    const vault = vaultOf(root, [A, B]);
    const other = reviewId([A, D]);
    expect(await vault.run(['review', 'approve', vault.id, 'zzzzzz'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no review has an id') as string,
    });
    expect(vault.as()).toEqual({ [A]: 'placed', [B]: 'placed', [D]: 'placed' });
    expect(await vault.run(['review', 'approve', vault.id, other])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining(`${other} is already `) as string,
    });
    expect(vault.as()).toEqual({ [A]: 'superseded', [B]: 'placed', [D]: 'placed' });
  });
});

describe('reject', () => {
  test('both stay, and are kept apart for good', async () => {
    const vault = hikes();
    const before = vault.page();
    expect(await vault.run(['review', 'reject', vault.id])).toMatchObject({ status: 0, stderr: '' });
    expect(vault.page()).toBe(before);
    expect(await vault.json(['review', 'list'])).toEqual([]);
    expect(await vault.json(['review', 'list', '--all'])).toMatchObject([{ id: vault.id, status: 'rejected' }]);
    expect(await vault.run(['review', 'reject', vault.id])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('rejected already') as string,
    });
  });

  test('whoever thinks better of it approves it', async () => {
    const vault = hikes('supersede');
    expect(await vault.run(['review', 'reject', vault.id])).toMatchObject({ status: 0 });
    expect(await vault.run(['review', 'approve', vault.id])).toMatchObject({ status: 0, stderr: '' });
    expect(vault.as()).toEqual({ [A]: 'superseded', [B]: 'placed' });
    expect(await vault.run(['review', 'reject', vault.id])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is already approved') as string,
    });
  });

  test('a callout becomes two claims', async () => {
    const vault = towns();
    expect(await vault.run(['review', 'reject', vault.id])).toMatchObject({ status: 0, stderr: '' });
    expect(vault.as()).toEqual({ [A]: 'placed', [B]: 'placed' });
    expect(vault.page()).toContain(`- User lives in Berlin[^${A}]\n- User lives in Hamburg[^${B}]\n`);
    expect(await vault.json(['review', 'list', '--all'])).toMatchObject([
      { id: vault.id, kind: 'contradiction', status: 'rejected' },
    ]);
    expect(await vault.run(['lint', '-q'])).toMatchObject({ status: 0 });
  });
});

describe('all that a night would have done to a page', () => {
  const [E, F, G] = ['eeeeeeeeee', 'ffffffffff', 'gggggggggg'];
  const page = (): Vault => {
    const root = plant(place, `page${next++}`, {
      name: '',
      facts: {
        [A]: ['2026-07-01', 'Anna runs the bakery'],
        [B]: ['2026-07-02', 'Bob took over the bakery'],
        [C]: ['2026-07-03', 'User walks the dog'],
        [D]: ['2026-07-04', 'The dog is walked by the user'],
        [E]: ['2026-07-05', 'The build runs on Node 18'],
        [F]: ['2026-07-06', 'The build runs on Linux'],
        [G]: ['2026-07-07', 'ok, thanks'],
      },
      ledger: Object.fromEntries([A, B, C, D, E, F, G].map((id) => [id, { as: 'placed' }])),
      keyFacts: [
        `- Anna runs the bakery[^${A}]`,
        `- Bob took over the bakery[^${B}]`,
        `- User walks the dog[^${C}]`,
        `- The dog is walked by the user[^${D}]`,
        `- The build runs on Node 18[^${E}]`,
        `- The build runs on Linux[^${F}]`,
        `- ok, thanks[^${G}]`,
      ].join('\n'),
      fix: [],
      after: { current: [] },
      as: {},
    });
    ask(root, 'page', [A, B, C, D, G], {
      pairs: [
        { facts: [A, B], as: 'superseded' },
        { facts: [C, D], as: 'duplicate' },
        { facts: [G, G], as: 'set-aside' },
      ],
      looks: { first: 'replaces', second: 'both' },
    });
    return vaultOf(root, [A, B, C, D, G]);
  };

  test('is shown pair by pair', async () => {
    const { status, stdout } = await page().run(['review']);
    expect(status).toBe(0);
    expect(stdout).toContain(
      [
        '  Bob took over the bakery (2026-07-02)',
        '    replaces: Anna runs the bakery (2026-07-01)',
        '  The dog is walked by the user (2026-07-04)',
        '    same as: User walks the dog (2026-07-03)',
        '  ok, thanks (2026-07-07)',
        '    set aside',
        '  why: their words are nearly the same',
        '  first look: it replaces it · second look: both hold',
      ].join('\n'),
    );
  });

  test('is in the document with its pairs and looks', async () => {
    const [review] = await page().json(['review', 'list']);
    expect(review).toMatchObject({
      kind: 'page',
      looks: { first: 'replaces', second: 'both' },
      pairs: [{ as: 'superseded' }, { as: 'duplicate' }, { as: 'set-aside' }],
    });
  });

  test('is done at once, and taken back at once', async () => {
    const vault = page();
    const before = vault.page();
    expect(await vault.run(['review', 'approve', vault.id])).toMatchObject({ status: 0, stderr: '' });
    expect(vault.as()).toMatchObject({ [A]: 'superseded', [B]: 'placed', [D]: 'duplicate', [G]: 'set-aside' });
    expect(vault.page()).toContain(`- ~~Anna runs the bakery~~ 2026-07-01 to 2026-07-02.[^${A}]`);
    expect(vault.page()).toContain(`- User walks the dog[^${C}][^${D}]\n`);
    expect(vault.page()).not.toContain('ok, thanks');
    expect(await vault.run(['lint', '-q'])).toMatchObject({ status: 0 });
    const page1 = vault.page();
    const later = vaultOf(vault.root, [A], '2026-08-02T12:00:00Z');
    expect(await later.run(['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
    expect(vault.page()).toBe(page1);
    expect(await vault.run(['dream', '--undo'])).toMatchObject({ status: 0 });
    expect(vault.page()).toBe(before);
    expect(Object.values(vault.as())).toEqual(Array.from({ length: 7 }, () => 'placed'));
    expect(await vault.json(['review', 'list'])).toMatchObject([{ id: vault.id, status: 'pending' }]);
  });

  test('what one claim after the other becomes follows from what the ones before became', async () => {
    const vault = page();
    const facts = [A, B, C, D, E, F];
    ask(vault.root, 'page', facts, {
      pairs: [
        { facts: [C, D], as: 'duplicate' },
        { facts: [A, B], as: 'superseded' },
        { facts: [B, D], as: 'superseded' },
        { facts: [E, F], as: 'duplicate' },
      ],
    });
    const { status, stderr } = await vault.run(['review', 'approve', reviewId(facts)]);
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringContaining('none of their wordings says all that they say') as string,
    });
    expect(vault.as()).toMatchObject({ [A]: 'superseded', [B]: 'superseded', [C]: 'placed', [D]: 'duplicate' });
    expect(vault.as()).toMatchObject({ [E]: 'placed', [F]: 'placed' });
    expect(await vault.run(['lint', '-q'])).toMatchObject({ status: 0 });
  });

  test('rejected, its pairs are kept apart, and nothing else', async () => {
    const vault = page();
    const before = vault.page();
    expect(await vault.run(['review', 'reject', vault.id])).toMatchObject({ status: 0, stderr: '' });
    expect(vault.page()).toBe(before);
    const { apart } = readView({ ...vault, dailyDir: 'daily', zones: ZONES });
    expect([apart(A, B), apart(C, D), apart(A, C), apart(B, G)]).toEqual([true, true, false, false]);
    expect(await vault.json(['review', 'list'])).toEqual([]);
  });

  test('at a terminal it takes one key', async () => {
    const vault = page();
    const { status, stderr } = await vault.run(['review'], ['page']);
    expect(status).toBe(0);
    expect(stderr).toContain('1 page done. No reviews are pending.');
    expect(vault.as()).toMatchObject({ [A]: 'superseded' });
  });
});

describe('at a terminal', () => {
  test('one after the other; Ctrl-C keeps what was decided', async () => {
    const root = plant(place, `terminal${next++}`, {
      name: '',
      facts: { ...TOWNS, [C]: ['2026-07-02', 'User likes tea'], [D]: ['2026-07-03', 'User likes green tea'] },
      ledger: { [A]: { as: 'placed' }, [B]: { as: 'conflict', with: A }, [C]: { as: 'placed' }, [D]: { as: 'placed' } },
      keyFacts: `${CONFLICT}\n\n- User likes tea[^${C}]\n- User likes green tea[^${D}]`,
      fix: [],
      after: { current: [] },
      as: {},
    });
    ask(root, 'merge', [C, D]);
    const vault = vaultOf(root, [C, D]);
    const { status, stdout, stderr } = await vault.run(['review'], [`keep ${B}`, null]);
    expect({ status, stdout }).toEqual({ status: 130, stdout: '' });
    expect(stderr).toContain('Review 1 of 2');
    expect(stderr).toContain('1 replaced. 1 review still waits');
    expect(vault.as()).toMatchObject({ [A]: 'superseded', [B]: 'placed' });
    expect(await vault.run(['lint', '-q'])).toMatchObject({ status: 0 });
  });

  test('a merged text that lacks something is edited on', async () => {
    const vault = hikes();
    const { status, stderr } = await vault.run(
      ['review'],
      [
        'edit',
        { edit: 'User hikes' },
        { edit: 'User hikes in the harz' },
        'no',
        { edit: 'User hikes in the Harz' },
        'yes',
      ],
    );
    expect(status).toBe(0);
    expect(stderr).toContain('lack "Harz"');
    expect(stderr).toContain('It will say: User hikes in the Harz\n');
    expect(stderr).toContain('1 merged. No reviews are pending.');
    expect(vault.page()).toContain(`- User hikes in the Harz[^${A}][^${B}]`);
  });

  test.each([
    ['later', 'skip', '1 left for later. 1 review still waits'],
    ['quit', 'quit', 'Nothing was decided. 1 review still waits'],
    ['keep both', 'apart', '1 kept apart. No reviews are pending.'],
    ['replace', 'replace', '1 replaced. No reviews are pending.'],
  ])('%s', async (_what, reply, says) => {
    const vault = hikes();
    const { status, stderr } = await vault.run(['review'], [reply]);
    expect(status).toBe(0);
    expect(stderr).toContain(says);
  });

  test('--no-input and --json only list', async () => {
    const vault = hikes();
    for (const flag of ['--no-input', '--json'])
      expect(await vault.run(['review', flag], [])).toMatchObject({
        status: 0,
        stdout: expect.stringContaining(vault.id) as string,
      });
  });
});

describe('what cannot be', () => {
  test.each([
    [['review', 'aprove'], 'did you mean approve?'],
    [['review', 'approve'], 'review approve takes at least 1 argument'],
    [['review', 'list', 'abcdef'], 'review list takes no arguments'],
    [['review', 'approve', 'abc'], 'too short'],
    [['review', 'reject', 'abcdef', '--keep', 'x'], '--keep needs review approve'],
  ])('%j', async (args, says) => {
    expect(await hikes().run(args)).toMatchObject({ status: 2, stderr: expect.stringContaining(says) as string });
  });
});

/** Replaces texts that must be there, in pairs. */
function edit(root: string, path: string, ...pairs: (string | RegExp)[]): void {
  let text = readFileSync(join(root, path), 'utf8');
  for (let at = 0; at < pairs.length; at += 2) {
    const before = text;
    text = text.replace(pairs[at] ?? '', String(pairs[at + 1]));
    if (text === before) throw new Error(`${path} does not hold ${String(pairs[at])}`);
  }
  writeFileSync(join(root, path), text);
}
