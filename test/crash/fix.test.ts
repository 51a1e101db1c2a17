// A correction by hand, and a review that is approved, of which any operation fails or is the last before a kill, are
// made whole by the same command once more, to the same bytes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaintsAbout, faultsAt, type Operation, trace, type Traced } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';

interface Listed {
  readonly id: string;
  readonly disposition: { readonly as: string } | null;
}

let base: CrashVault;
const operations = new Map<string, Operation>();
const traces = new Map<string, Traced>();

beforeAll(async () => {
  base = await makeCrashVault();
  const from = base.copy('dreamt');
  expect(await base.run(from, ['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
  const { facts } = JSON.parse((await base.run(from, ['facts', '--json'])).stdout) as { facts: Listed[] };
  const { reviews } = JSON.parse((await base.run(from, ['review', 'list', '--json'])).stdout) as {
    reviews: { id: string; kind: string }[];
  };
  operations.set('fix', {
    from,
    args: ['fix', facts.findLast(({ disposition }) => disposition?.as === 'duplicate')?.id ?? '', '--separate'],
  });
  operations.set('review', {
    from,
    args: ['review', 'approve', reviews.find(({ kind }) => kind === 'supersede')?.id ?? ''],
  });
  for (const [name, operation] of operations) traces.set(name, await trace(base, operation));
});
afterAll(() => base.remove());

const ENOSPC_OR_EIO = (at: number): string => (at % 2 === 0 ? 'EIO' : 'ENOSPC');

describe.each(['fix', 'review'])('%s', { timeout: 600_000 }, (name) => {
  const its = (): readonly [Operation, Traced] => {
    const [operation, traced] = [operations.get(name), traces.get(name)];
    if (!operation || !traced) throw new Error(`there is no ${name}`);
    return [operation, traced];
  };

  test('of which any write fails', async () => {
    const [operation, traced] = its();
    expect(traced.writes.length).toBeGreaterThan(10);
    expect(
      await complaintsAbout(
        base,
        operation,
        traced,
        faultsAt(traced, 'write', 'fail', { code: ENOSPC_OR_EIO, every: 4 }),
      ),
    ).toEqual([]);
  });

  test('that is killed before any write, or in its middle', async () => {
    const [operation, traced] = its();
    expect(
      await complaintsAbout(base, operation, traced, faultsAt(traced, 'write', 'kill', { every: 7, first: 3 })),
    ).toEqual([]);
    expect(
      await complaintsAbout(
        base,
        operation,
        traced,
        faultsAt(traced, 'write', 'half-kill', { only: /^write/, every: 4 }),
      ),
    ).toEqual([]);
  });
});
