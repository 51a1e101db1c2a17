// A person who edits a plan may decide otherwise than the words of the facts say, and is told what comes of it.
import { expect, test } from 'vitest';
import { consequences } from '../../../src/dream/plan-file/edit.ts';
import { parsePlan } from '../../../src/dream/plan-file/parse.ts';
import type { PlanFile, Proposal } from '../../../src/model/plan.ts';
import { logDay, makeVault } from '../nights.ts';
import { applyFile, planOf } from './planned.ts';

const [OSLO, JASMINE, GREEN, BERGEN] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc', 'dddddddddd'] as const;

/** What is told of a plan after this edit. */
async function told(edit: (proposal: Proposal) => Proposal): Promise<string[]> {
  const vault = makeVault();
  logDay(vault, '2026-07-01', {
    [OSLO]: '[life] User lives in Oslo',
    [JASMINE]: '[preference] User likes jasmine tea',
    [GREEN]: '[preference] User likes green tea',
  });
  logDay(vault, '2026-07-02', {
    [BERGEN]: '[life] User has a bike in Bergen',
    eeeeeeeeee: '[preference] jasmine tea is what the User likes',
  });
  const file = parsePlan(await planOf(vault), 'plan');
  const edited: PlanFile = {
    ...file,
    batches: file.batches.map((batch) => ({
      ...batch,
      proposals: { ...batch.proposals, proposals: batch.proposals.proposals.map(edit) },
    })),
  };
  return consequences(await applyFile(vault, edited));
}

test('as memvault wrote it there is nothing to tell', async () => {
  expect(await told((one) => one)).toEqual([]);
});

test('a fact that is folded into a claim which does not say it', async () => {
  expect(
    await told((one) => (one.fact === GREEN ? { fact: GREEN, as: 'duplicate', of: JASMINE, reason: 'tea' } : one)),
  ).toEqual([
    'cccccccccc, “User likes green tea”, is folded into “User likes jasmine tea”; neither pages nor search have its own words',
  ]);
});

test('one that says the same in another order is nothing to tell', async () => {
  expect(
    await told((one) =>
      one.fact === 'eeeeeeeeee' ? { fact: one.fact, as: 'duplicate', of: JASMINE, reason: 'tea' } : one,
    ),
  ).toEqual([]);
});

test('words that cannot hold beside others', async () => {
  expect(await told((one) => (one.fact === BERGEN ? { ...one, text: 'User moved to Bergen' } : one))).toEqual([
    expect.stringMatching(
      /^“User lives in Oslo” and “User moved to Bergen” cannot both hold: the next dream settles it \(.+\)$/,
    ),
  ]);
});
