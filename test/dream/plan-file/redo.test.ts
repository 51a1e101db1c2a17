// Cases of what is decided anew: what an engine says now, and what becomes of the claims that stand.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PlanFile, Proposal, Proposals } from '../../../src/model/plan.ts';
import { planRedo, type Redone } from '../../../src/dream/plan-file/redo.ts';
import type { Vault } from '../../../src/vault/vault.ts';
import { change, findings } from '../../lint/folders.ts';
import { dreamOnce, heldOf, logDay, makeVault, placeAll, read, TODAY, WORK } from '../nights.ts';
import { applyFile } from './planned.ts';

const [A, B, C] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'] as const;

/** Three claims on one page, by `test/1`; `more` says what else of a fact. */
async function vaultOf(
  texts: Readonly<Record<string, string>>,
  more: Readonly<Record<string, Partial<Proposal>>> = {},
  minute = 0,
): Promise<Vault> {
  const vault = makeVault();
  for (const [index, [id, text]] of Object.entries(texts).entries())
    logDay(vault, `2026-07-0${index + 1}`, { [id]: `[work] ${text}` });
  await dreamOnce(vault, { minute, propose: (batch) => placeAll(batch, WORK, ({ id }) => more[id] ?? {}) });
  return vault;
}

/** What `model/2` makes of all of them, where it says of each that it is placed, but for `more`. */
async function again(
  vault: Vault,
  more: Readonly<Record<string, Partial<Proposal>>>,
  name = 'model/2',
  beside: Partial<Proposals> = {},
): Promise<Redone & { asked: number }> {
  let asked = 0;
  const { file, result, engine } = await planRedo(
    {
      vault,
      progress: { update: () => undefined, end: () => undefined },
      cancel: { requested: false },
      makeEngine: () => ({
        name,
        propose: async (batch) => {
          asked += batch.length;
          return await Promise.resolve({ ...placeAll(batch, WORK, ({ id }) => more[id] ?? {}), ...beside });
        },
      }),
    },
    {
      start: new Date(2026, 6, 20, 5),
      today: TODAY,
      maxDays: 14,
      minutes: 1,
      breaker: 0.2,
      repeatUndone: false,
      retry: false,
      failures: new Map(),
      reviews: 10,
    },
    { since: '2026-07-01', written: () => undefined },
  );
  return { file, result, engine, asked };
}

const said = ({ batches }: PlanFile): Proposal[] => batches.flatMap(({ proposals }) => [...proposals.proposals]);
const errors = (vault: Vault): unknown[] => findings(vault, TODAY).filter(({ severity }) => severity === 'error');

test('other words take the place of a claim’s, and unchanged facts get a line of the new engine', async () => {
  const vault = await vaultOf({ [A]: 'Works at Acme in Oslo', [B]: 'Likes tea' });
  const { file } = await again(vault, { [A]: { text: 'The user works at Acme in Oslo' } });
  expect(said(file)).toEqual([
    expect.objectContaining({ fact: A, as: 'placed', text: 'The user works at Acme in Oslo' }),
  ]);
  await applyFile(vault, file);
  expect(read(vault, WORK)).toContain('- The user works at Acme in Oslo[^aaaaaaaaaa]');
  expect([heldOf(vault, A)?.engine, heldOf(vault, B)?.engine, heldOf(vault, A)?.as]).toEqual([
    'model/2',
    'model/2',
    'placed',
  ]);
  expect(errors(vault)).toEqual([]);
  const second = await again(vault, { [A]: { text: 'Acme in Oslo is where the user works' } });
  expect([second.file.batches, second.asked]).toEqual([[], 0]);
});

test.each([
  ['at the same moment', 120],
  ['by a clock that was ahead', 150],
])('what was decided %s is decided anew, and once', async (_when, minute) => {
  const vault = await vaultOf({ [A]: 'Works at Acme in Oslo', [B]: 'Likes tea' }, {}, minute);
  const { file } = await again(vault, {});
  const { runs } = await applyFile(vault, file);
  expect(runs.flatMap(({ decisions }) => decisions.map(({ fact }) => fact))).toEqual([A, B]);
  expect([heldOf(vault, A)?.engine, heldOf(vault, B)?.engine]).toEqual(['model/2', 'model/2']);
  expect((await again(vault, {})).asked).toBe(0);
  await expect(applyFile(vault, file)).rejects.toThrow('carried out already');
});

test('what the engine left out stays as it is and is asked about no more; what it could not be asked about is', async () => {
  const vault = await vaultOf({ [A]: 'Works at Acme in Oslo', [B]: 'Likes tea', [C]: 'Plays the cello' });
  const by = { [A]: 'rules/2', [B]: 'rules/2' };
  const { file } = await again(vault, { [A]: { text: 'The user works at Acme in Oslo' } }, 'model/2', {
    by,
    leftOut: [A],
  });
  expect(said(file)).toEqual([]);
  await applyFile(vault, file);
  expect(read(vault, WORK)).toContain('- Works at Acme in Oslo[^aaaaaaaaaa]');
  expect([A, B, C].map((id) => heldOf(vault, id)?.engine)).toEqual(['model/2', 'test/1', 'model/2']);
  expect((await again(vault, {}, 'model/2', { by: { [B]: 'rules/2' }, leftOut: [B] })).asked).toBe(1);
  expect(errors(vault)).toEqual([]);
});

test('a wording that drops what is specific is not taken', async () => {
  const vault = await vaultOf({ [A]: 'Pays 1,200 euros of rent' });
  const { file } = await again(vault, { [A]: { text: 'Pays rent' } });
  await applyFile(vault, file);
  expect(read(vault, WORK)).toContain('1,200 euros');
});

test('what says the same becomes one claim, and both facts stand on it', async () => {
  const vault = await vaultOf({ [A]: 'Works at Acme', [B]: 'The user works at Acme', [C]: 'Likes tea' });
  const { file } = await again(vault, { [B]: { as: 'duplicate', of: A } });
  await applyFile(vault, file);
  expect(read(vault, WORK)).toContain('- Works at Acme[^aaaaaaaaaa][^bbbbbbbbbb]');
  expect(heldOf(vault, B)).toMatchObject({ as: 'duplicate', of: A, engine: 'model/2' });
  expect(errors(vault)).toEqual([]);
});

test('no claim goes into one that does not say what is specific in it', async () => {
  const vault = await vaultOf({ [A]: 'Works at Acme', [B]: 'Works at Acme in Oslo since 2019' });
  const { file } = await again(vault, {});
  const [batch] = file.batches;
  if (!batch) throw new Error('there is one');
  const forced = {
    ...file,
    batches: [
      {
        ...batch,
        proposals: {
          ...batch.proposals,
          proposals: [{ fact: B, as: 'duplicate' as const, of: A, reason: 'a person says so' }],
        },
      },
    ],
  };
  const { runs } = await applyFile(vault, forced);
  expect(runs[0]?.plan.notices).toEqual([
    expect.stringContaining('bbbbbbbbbb stays as it is: the claim of aaaaaaaaaa does not say'),
  ]);
  expect(heldOf(vault, B)).toMatchObject({ as: 'placed', engine: 'model/2' });
});

test('the later takes the place of the earlier, which goes to History', async () => {
  const vault = await vaultOf({ [A]: 'Works at Google', [B]: 'Works at Acme' });
  const { file } = await again(vault, { [B]: { supersedes: [A] } });
  await applyFile(vault, file);
  expect(read(vault, WORK)).toMatch(/## History\n- ~~Works at Google~~ 2026-07-01 to 2026-07-02/);
  expect(heldOf(vault, A)).toMatchObject({ as: 'superseded', by: B, engine: 'model/2' });
  expect(errors(vault)).toEqual([]);
});

test('what contradicts each other shares a callout', async () => {
  const vault = await vaultOf({ [A]: 'The office opens at 8', [B]: 'The office opens at 9' });
  const { file } = await again(vault, { [B]: { as: 'conflict', with: A } });
  await applyFile(vault, file);
  expect(read(vault, WORK)).toContain('> [!warning] Conflicting claims: The office opens at 8');
  expect([heldOf(vault, A)?.as, heldOf(vault, B)?.as]).toEqual(['conflict', 'conflict']);
  expect(errors(vault)).toEqual([]);
});

test('what is no duplicate after all gets a claim of its own', async () => {
  const vault = await vaultOf({ [A]: 'Likes tea and coffee', [B]: 'Likes tea' }, { [B]: { as: 'duplicate', of: A } });
  expect(heldOf(vault, B)?.as).toBe('duplicate');
  const { file } = await again(vault, {});
  await applyFile(vault, file);
  expect(read(vault, WORK)).toMatch(/- Likes tea\[\^bbbbbbbbbb\]\n- Likes tea and coffee\[\^aaaaaaaaaa\]\n/);
  expect(errors(vault)).toEqual([]);
});

test('what was set aside may be placed; what stands on a page is not set aside', async () => {
  const vault = await vaultOf(
    { [A]: 'Likes tea', [B]: 'Works at Acme' },
    { [A]: { as: 'set-aside', reason: 'small talk' } },
  );
  const { file } = await again(vault, { [B]: { as: 'set-aside', reason: 'small talk' } });
  await applyFile(vault, file);
  expect([heldOf(vault, A), heldOf(vault, B)]).toMatchObject([
    { as: 'placed', engine: 'model/2' },
    { as: 'placed', engine: 'model/2' },
  ]);
  expect(errors(vault)).toEqual([]);
});

test('a person’s words, pins and decisions stay, and what they took off a page stays off', async () => {
  const vault = await vaultOf({ [A]: 'Works at Acme', [B]: 'Likes tea', [C]: 'Lives in Oslo' });
  logDay(vault, '2026-07-05', { dddddddddd: '[work] Plays chess', eeeeeeeeee: '[work] Owns a boat' });
  await dreamOnce(vault, { propose: (batch) => placeAll(batch, WORK), minute: 1 });
  change(vault, WORK, '- Works at Acme', '- Works at Acme!');
  change(vault, WORK, /- Plays chess.*\n/, '');
  await dreamOnce(vault, { propose: (batch) => placeAll(batch, WORK), minute: 2 });
  expect(heldOf(vault, 'dddddddddd')).toMatchObject({ as: 'set-aside', reason: 'removed by hand' });
  appendFileSync(
    join(vault.root, '.memvault/marks.jsonl'),
    `${JSON.stringify({ fact: B, mark: 'pin', at: '2026-07-19T00:00:00.000Z' })}\n`,
  );
  appendFileSync(
    join(vault.root, '.memvault/ledger/2026-07.jsonl'),
    `${JSON.stringify({ ...heldOf(vault, C), engine: 'fix', at: '2026-07-20T04:00:00.000Z' })}\n`,
  );
  const before = [read(vault, WORK), heldOf(vault, C), heldOf(vault, 'dddddddddd')];
  const { file, asked } = await again(
    vault,
    Object.fromEntries(
      [A, B, C, 'dddddddddd'].map((id) => [
        id,
        { text: 'Really, it is so: works at Acme!, likes tea, lives in Oslo, plays chess' },
      ]),
    ),
  );
  expect(said(file)).toEqual([]);
  // Only of the boat.
  expect(asked).toBe(1);
  await applyFile(vault, file);
  expect([read(vault, WORK), heldOf(vault, C), heldOf(vault, 'dddddddddd')]).toEqual(before);
});

test('the rules decide nothing anew that a model decided', async () => {
  const vault = await vaultOf({ [A]: 'Works at Acme' });
  const { file, asked } = await again(vault, { [A]: { text: 'The user works at Acme' } }, 'rules/9');
  expect([file.batches, asked]).toEqual([[], 0]);
});

test('a plan to decide anew is refused where a person decided since', async () => {
  const vault = await vaultOf({ [A]: 'Works at Acme', [B]: 'Likes tea' });
  const { file } = await again(vault, {});
  appendFileSync(
    join(vault.root, '.memvault/ledger/2026-07.jsonl'),
    `${JSON.stringify({ ...heldOf(vault, B), engine: 'fix', run: 'r-20260720-0600-abcdef', at: '2026-07-21T05:00:00.000Z' })}\n`,
  );
  await expect(applyFile(vault, file)).rejects.toThrow(/bbbbbbbbbb was decided by r-20260720-0600-abcdef/);
});
