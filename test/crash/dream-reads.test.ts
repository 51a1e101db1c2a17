// A look that fails is not a look that finds nothing: where any reading of a dream fails, nothing is concluded from it,
// and the next dream ends with the bytes of one that nobody disturbed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaintsAbout, faultsAt, type Operation, trace, type Traced } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';
import { memvaultWithFault } from '../support/faults.ts';

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
  test('of which a look fails is made whole by the next', async () => {
    expect(
      await complaintsAbout(
        base,
        dream,
        traced,
        faultsAt(traced, 'read', 'fail', { code: 'EIO', every: 61, first: 30 }),
      ),
    ).toEqual([]);
  });

  test('looks the same number of times each time, and a fault behind the last look is none', async () => {
    const at = traced.reads.length;
    const last = await memvaultWithFault(base.place, base.copy('last'), dream.args, { of: 'read', at, how: 'fail' });
    const behind = await memvaultWithFault(base.place, base.copy('behind'), dream.args, {
      of: 'read',
      at: at + 1,
      how: 'fail',
    });
    expect([last.fired === null, behind.fired, behind.status]).toEqual([false, null, 0]);
  });
});
