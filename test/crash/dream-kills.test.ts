// A dream that is killed before or within any of its writes, and one whose disk is full or read-only from then on:
// the next dream ends with the bytes of one that nobody disturbed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaintsAbout, faultsAt, type Operation, trace, type Traced } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';

let base: CrashVault;
let dream: Operation;
let traced: Traced;

beforeAll(async () => {
  base = await makeCrashVault();
  dream = { from: base.prepared, args: ['dream', '--batch', '--force', '--max-days', '2'] };
  traced = await trace(base, dream);
});
afterAll(() => base.remove());

describe('a dream', { timeout: 600_000 }, () => {
  test('killed before any write is made whole by the next', async () => {
    expect(await complaintsAbout(base, dream, traced, faultsAt(traced, 'write', 'kill', { every: 15 }))).toEqual([]);
  });

  test('killed in the middle of any write is made whole by the next', async () => {
    expect(
      await complaintsAbout(base, dream, traced, faultsAt(traced, 'write', 'half-kill', { only: /^write/, every: 5 })),
    ).toEqual([]);
  });

  test('whose disk turns read-only at any write is made whole by the next', async () => {
    expect(
      await complaintsAbout(
        base,
        dream,
        traced,
        faultsAt(traced, 'write', 'stay', { code: 'EROFS', every: 21, first: 20 }),
      ),
    ).toEqual([]);
  });
});
