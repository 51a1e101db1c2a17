// A plan is carried out as it was made and edited, or refused with what moved; nothing in it is believed.
import { expect, test } from 'vitest';
import { parsePlan } from '../../../src/dream/plan-file/parse.ts';
import type { PlanFile, Proposal, Proposals } from '../../../src/model/plan.ts';
import type { Vault } from '../../../src/vault/vault.ts';
import { change, findings } from '../../lint/folders.ts';
import { dreamOnce, everything, heldOf, logDay, makeVault, read, TODAY, write } from '../nights.ts';
import { applyFile, planOf } from './planned.ts';

const [A, B] = ['aaaaaaaaaa', 'bbbbbbbbbb'] as const;

async function planned(): Promise<{ vault: Vault; file: PlanFile }> {
  const vault = makeVault();
  logDay(vault, '2026-07-01', { cccccccccc: '[work] Works at Google' });
  await dreamOnce(vault);
  logDay(vault, '2026-07-02', { [A]: '[work] Likes the office in Oslo', [B]: '[preference] Prefers tabs' });
  return { vault, file: parsePlan(await planOf(vault, { minute: 5 }), 'plan') };
}

test.each<[what: string, move: (vault: Vault) => unknown, words: RegExp]>([
  [
    'a page that it touches was edited',
    (vault) => change(vault, '3_Personal/Work.md', '## Key Facts', 'My words.\n\n## Key Facts'),
    /3_Personal\/Work.md was changed/,
  ],
  [
    'a page that it makes was made',
    (vault) => write(vault, '3_Personal/Preferences.md', '# Preferences\n'),
    /3_Personal\/Preferences.md was made/,
  ],
  [
    'a log line was edited',
    (vault) => change(vault, 'daily/2026-07-02.md', 'Prefers tabs', 'Prefers spaces'),
    /the log line of bbbbbbbbbb was edited/,
  ],
  [
    'a log line went',
    (vault) => change(vault, 'daily/2026-07-02.md', /- \[preference\].*\n/, ''),
    /bbbbbbbbbb is in no daily log any more/,
  ],
  [
    'another dream came first',
    async (vault) => await dreamOnce(vault, { minute: 7 }),
    /aaaaaaaaaa was decided by r-20260720-0307/,
  ],
])('%s: refused, and nothing is written', async (_what, move, words) => {
  const { vault, file } = await planned();
  await move(vault);
  const before = everything(vault);
  await expect(applyFile(vault, file)).rejects.toThrow(words);
  expect(everything(vault)).toEqual(before);
});

test('other words in the place that quotes a fact: refused with the key that is meant, and nothing is written', async () => {
  const { vault, file } = await planned();
  const before = everything(vault);
  const other: PlanFile = {
    ...file,
    batches: file.batches.map((batch) => ({
      ...batch,
      facts: batch.facts.map((fact) => (fact.fact === B ? { ...fact, says: 'Prefers tabs to spaces' } : fact)),
    })),
  };
  await expect(applyFile(vault, other)).rejects.toThrow(
    '"says" of bbbbbbbbbb is not what was logged; "text" rewords a claim',
  );
  expect(everything(vault)).toEqual(before);
  // Where the line itself was edited, that is what is told.
  change(vault, 'daily/2026-07-02.md', 'Prefers tabs', 'Prefers spaces');
  await expect(applyFile(vault, file)).rejects.toThrow('the log line of bbbbbbbbbb was edited');
});

test('what came since is not in it, and waits for the next dream', async () => {
  const { vault, file } = await planned();
  logDay(vault, '2026-07-03', { dddddddddd: '[work] Likes Ann' });
  const { runs } = await applyFile(vault, file);
  expect(runs).toHaveLength(1);
  expect([heldOf(vault, A)?.as, heldOf(vault, 'dddddddddd')]).toEqual(['placed', undefined]);
});

const edited = (
  file: PlanFile,
  edit: (proposals: readonly Proposal[]) => readonly Proposal[],
  more: Partial<Proposals> = {},
): PlanFile => ({
  ...file,
  batches: file.batches.map((batch) => ({
    ...batch,
    proposals: { ...batch.proposals, ...more, proposals: edit(batch.proposals.proposals) },
  })),
});

test('a page outside the zones, an unknown fact and a doubled decision are not taken', async () => {
  const { vault, file } = await planned();
  const { runs, left } = await applyFile(
    vault,
    edited(file, (all) => [
      ...all.map((one): Proposal => (one.fact === B ? { ...one, as: 'placed', page: '../outside.md' } : one)),
      { fact: A, as: 'set-aside', reason: 'once more' },
      { fact: 'zzzzzzzzzz', as: 'placed', page: '3_Personal/Work.md', reason: 'who?' },
    ]),
  );
  expect(runs[0]?.plan.notices).toEqual([
    `the engine decided ${A} twice; the first counts`,
    'the engine mentioned zzzzzzzzzz, which is not in this batch',
  ]);
  expect(left).toEqual([
    expect.objectContaining({ fact: B, reason: 'it was to go on the page "../outside.md", but that is in no zone' }),
  ]);
  expect(heldOf(vault, A)?.as).toBe('placed');
  expect(findings(vault, TODAY).filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('a fact whose proposal a person took out waits, and has not failed', async () => {
  const { vault, file } = await planned();
  const { left, failed } = await applyFile(
    vault,
    edited(file, (all) => all.filter(({ fact }) => fact !== B)),
  );
  expect(left).toEqual([{ fact: B, reason: 'it is not in the plan', why: 'later' }]);
  expect(failed.size).toBe(0);
});

test('no reason in the ledger holds the words of its fact', async () => {
  const { vault, file } = await planned();
  await applyFile(
    vault,
    edited(file, (all) =>
      all.map((one): Proposal =>
        one.fact === A ? { fact: A, as: 'set-aside', reason: 'likes the OFFICE in Oslo, who cares' } : one,
      ),
    ),
  );
  expect(read(vault, '.memvault/ledger/2026-07.jsonl')).toMatch(/"as":"set-aside","reason":"a plan says so"/);
});

test('what no engine was asked about may be put off as well', async () => {
  const vault = makeVault();
  logDay(vault, '2026-07-01', { cccccccccc: '[work] Works at Google' });
  await dreamOnce(vault);
  change(vault, '3_Personal/Work.md', /- Works at Google.*\n/, '');
  const file = parsePlan(await planOf(vault, { minute: 9 }), 'plan');
  expect(file.batches.map(({ facts, settled }) => [facts.length, settled.map(({ fact }) => fact)])).toEqual([
    [0, ['cccccccccc']],
  ]);
  const { left } = await applyFile(
    vault,
    edited(file, (all) => all, { waits: [{ fact: 'cccccccccc', reason: 'you put it off', why: 'later' }] }),
  );
  expect([left.map(({ why }) => why), heldOf(vault, 'cccccccccc')?.as]).toEqual([['later'], 'placed']);
  await applyFile(vault, file);
  expect(heldOf(vault, 'cccccccccc')?.as).toBe('set-aside');
});
