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
      stderr: expect.stringContaining('no longer waits') as string,
    });
  });
});

describe('approve', () => {
  test('a merge logs the statement as a fact of today, and the next dream puts it in the place of the others', async () => {
    const vault = hikes();
    writeFileSync(
      join(vault.root, '.memvault/recall.jsonl'),
      [A, B, B]
        .map((fact, at) => `${JSON.stringify({ at: `2026-07-2${at}T10:00:00.000Z`, facts: [fact] })}\n`)
        .join(''),
    );
    writeFileSync(join(vault.root, '.memvault/clone'), 'cln1\n');
    const { status, stderr } = await vault.run(['review', 'approve', vault.id.slice(0, 6)]);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr:
        'The merged statement is in today’s log. Until a dream after today has taken it in, the pages stay as they are.\n',
    });
    const line =
      readFileSync(join(vault.root, 'daily/2026-08-01.md'), 'utf8')
        .split('\n')
        .find((one) => one.startsWith('- ')) ?? '';
    const id = line.slice(-10);
    expect(line).toBe(
      `- [work] User likes hiking in the Harz [confidence:: 0.8] [source:: review:${vault.id}] [supersedes:: ${A} ${B}] \`sport outdoors\` ^${id}`,
    );
    const recalls = readFileSync(join(vault.root, '.memvault/recalls/2026-08.jsonl'), 'utf8');
    expect(recalls).toContain(`{"fact":"${id}","count":3,"last":"2026-07-22T10:00:00.000Z"`);
    expect(await vault.json(['review', 'list'])).toEqual([]);
    expect(await vault.run(['review', 'approve', vault.id])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('is approved already') as string,
    });
    expect(readFileSync(join(vault.root, 'daily/2026-08-01.md'), 'utf8').match(/^- /gm)).toHaveLength(1);
    const later = vaultOf(vault.root, [A, B], '2026-08-02T12:00:00Z');
    expect(await later.run(['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
    expect(later.as()).toEqual({ [A]: 'superseded', [B]: 'superseded', [id]: 'placed' });
    expect(await later.run(['lint', '-q'])).toMatchObject({ status: 0 });
  });

  test('--text, which must say what all of them say', async () => {
    const vault = hikes();
    expect(await vault.run(['review', 'approve', vault.id, '--text', 'User hikes a lot'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('lacks "Harz"') as string,
    });
    expect(existsSync(join(vault.root, 'daily/2026-08-01.md'))).toBe(false);
    expect(await vault.run(['review', 'approve', vault.id, '--text', 'User hikes in the Harz'])).toMatchObject({
      status: 0,
    });
    expect(readFileSync(join(vault.root, 'daily/2026-08-01.md'), 'utf8')).toContain(
      '- [work] User hikes in the Harz [',
    );
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
      stdout: expect.stringContaining('Took back') as string,
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
      stderr: expect.stringContaining(`${other} no longer waits`) as string,
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
      stderr: expect.stringContaining('it is approved') as string,
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

describe('an approved merge that is taken back', () => {
  const merged = (vault: Vault): string =>
    /\^([0-9a-z]{10})$/m.exec(readFileSync(join(vault.root, 'daily/2026-08-01.md'), 'utf8'))?.[1] ?? '';

  test('before a dream: its statement is set aside, and is in the way of no second thought', async () => {
    const vault = hikes();
    expect(await vault.run(['review', 'approve', vault.id])).toMatchObject({ status: 0 });
    const fact = merged(vault);
    expect(await vault.run(['review', 'reject', vault.id])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`${fact} of their merge is set aside`) as string,
    });
    const later = vaultOf(vault.root, [A, B], '2026-08-02T12:00:00Z');
    expect(await later.run(['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
    expect(later.as()).toEqual({ [A]: 'placed', [B]: 'placed', [fact]: 'set-aside' });
    expect(await later.run(['lint', '-q'])).toMatchObject({ status: 0 });
    expect(await later.run(['review', 'approve', vault.id])).toMatchObject({ status: 0 });
    expect(readFileSync(join(vault.root, 'daily/2026-08-02.md'), 'utf8')).toContain(`[source:: review:${vault.id}]`);
    expect(
      await vaultOf(vault.root, [A, B], '2026-08-03T12:00:00Z').run(['dream', '--batch', '--force']),
    ).toMatchObject({ status: 0 });
    expect(later.as()).toMatchObject({ [A]: 'superseded', [B]: 'superseded', [fact]: 'set-aside' });
  });

  test('after the undo of the dream, which says how', async () => {
    const vault = hikes();
    expect(await vault.run(['review', 'approve', vault.id])).toMatchObject({ status: 0 });
    const fact = merged(vault);
    const later = vaultOf(vault.root, [A, B], '2026-08-02T12:00:00Z');
    expect(await later.run(['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
    expect(await later.run(['review', 'reject', vault.id])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('it was carried out') as string,
    });
    expect(await later.run(['dream', '--undo'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`memvault review reject ${vault.id} takes that back`) as string,
    });
    expect(await later.run(['review', 'reject', vault.id])).toMatchObject({ status: 0 });
    expect(await later.run(['dream', '--yes'])).toMatchObject({ status: 0 });
    expect(later.as()).toEqual({ [A]: 'placed', [B]: 'placed', [fact]: 'set-aside' });
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
    expect(stderr).toContain('lacks "Harz"');
    expect(stderr).toContain('It will say: User hikes in the Harz\n');
    expect(stderr).toContain('1 merged. No review waits.');
    expect(readFileSync(join(vault.root, 'daily/2026-08-01.md'), 'utf8')).toContain('User hikes in the Harz');
  });

  test.each([
    ['skip', 'skip', '1 skipped. 1 review still waits'],
    ['quit', 'quit', 'Nothing was decided. 1 review still waits'],
    ['keep both', 'apart', '1 kept apart. No review waits.'],
    ['replace', 'replace', '1 replaced. No review waits.'],
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
    [['review', 'aprove'], 'did you mean memvault review approve?'],
    [['review', 'approve'], 'no review to approve was named'],
    [['review', 'list', 'abcdef'], 'list takes no ids'],
    [['review', 'approve', 'abc'], 'too short'],
    [['review', 'reject', 'abcdef', '--keep', 'x'], '--keep needs approve with one review'],
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
