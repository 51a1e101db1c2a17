// A forgetting of which any operation fails, or is the last before a kill, is finished by whoever takes the lock next:
// off every page, and out of journals and caches, too. The same for a line that goes from the log.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ALL,
  complaintsAbout,
  faultsAt,
  leftovers,
  type Operation,
  trace,
  type Traced,
} from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';
import { memvaultWithFault, twoAtATime } from '../support/faults.ts';
import { hashFolder } from '../support/folder-hash.ts';

let base: CrashVault;
let forget: Operation;
let traced: Traced;

beforeAll(async () => {
  base = await makeCrashVault();
  const from = base.copy('remembers');
  expect(await base.run(from, ['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
  // So that the vault has its salt.
  expect(await base.run(from, ['forget', 'User takes no sugar in green tea'])).toMatchObject({ status: 0 });
  expect(await base.run(from, ['search', 'dashboards', 'Microsoft'])).toMatchObject({ status: 0 });
  forget = {
    from,
    args: ['forget', 'User prefers compact dashboards'],
    next: ['dream', '--batch', '--force'],
    isOver: () => false,
    compare: async (vault) => ({
      ...hashFolder(vault),
      verified: (await base.run(vault, ['forget', '--verify'])).status,
    }),
  };
  traced = await trace(base, { ...forget, compare: forget.compare as (vault: string) => unknown });
});
afterAll(() => base.remove());

/** Caches, and what the next holder of the lock sweeps away. */
const LEFT = /^\.memvault\/(cache|lock|runs|state\.json)(\/|$)|\.tmp$/;

/** Where nothing was begun, nobody but the person can go on: the command is given again. */
const again = (): Operation => ({ ...forget, next: forget.args });

describe('a forgetting', { timeout: 600_000 }, () => {
  test('that nobody disturbs leaves no trace but in the log', () => {
    expect(traced.expected).toMatchObject({ verified: 0 });
    expect(traced.writes.length).toBeGreaterThan(20);
  });

  test('of which any write fails is made whole by the next', async () => {
    expect(
      await complaintsAbout(
        base,
        again(),
        traced,
        faultsAt(traced, 'write', 'fail', { code: (at) => (at % 2 === 0 ? 'EIO' : 'ENOSPC'), every: 13, first: 6 }),
      ),
    ).toEqual([]);
  });

  test('that is killed before any write, or in its middle, is made whole by the next', async () => {
    expect(
      await complaintsAbout(base, again(), traced, faultsAt(traced, 'write', 'kill', { every: 11, first: 2 })),
    ).toEqual([]);
    expect(
      await complaintsAbout(
        base,
        again(),
        traced,
        faultsAt(traced, 'write', 'half-kill', { only: /^write/, every: 5, first: 4 }),
      ),
    ).toEqual([]);
  });

  test('that is killed once it is journalled is finished by a dream', async () => {
    const journalled = traced.writes.findIndex((write) => /^rename.*journal\.json/.test(write)) + 2;
    expect(journalled).toBeGreaterThan(1);
    const faults = faultsAt(traced, 'write', 'kill', { every: 12, first: journalled }).filter(
      ({ at }) => at >= journalled,
    );
    expect(faults.length).toBeGreaterThan(2);
    for (const fault of faults) {
      const vault = base.copy(`dreams-${fault.at}`, forget.from);
      expect((await memvaultWithFault(base.place, vault, forget.args, fault)).status).toBe(null);
      expect(await base.run(vault, ['dream', '--batch', '--force'])).toMatchObject({ status: 0 });
      expect((await base.run(vault, ['forget', '--verify'])).status, `killed at ${fault.at}`).toBe(0);
      expect(leftovers(vault)).toEqual([]);
    }
  });
});

test('a line that is taken out of the log goes whole, whenever it is killed', { timeout: 600_000 }, async () => {
  const args = ['forget', 'User now works at Microsoft', '--purge', '--yes'];
  const vault = base.copy('purged', forget.from);
  const { status, writes } = await memvaultWithFault(base.place, vault, args, null);
  expect(status).toBe(0);
  const wanted = hashFolder(vault, LEFT);
  const log = readFileSync(join(vault, 'daily/2026-07-01.md'), 'utf8');
  expect(log).not.toContain('Microsoft');
  const first = writes.findIndex((write) => write.includes('daily/'));
  expect(first).toBeGreaterThan(0);
  const numbers = writes.flatMap((_, index) =>
    ALL || Math.abs(index - first) < 3 || index % 19 === 0 ? [index + 1] : [],
  );
  const complaints = await twoAtATime(
    numbers.flatMap((at) =>
      (['kill', 'half-kill'] as const)
        .filter((how) => how === 'kill' || (writes[at - 1] ?? '').startsWith('write'))
        .map((how) => ({ at, how })),
    ),
    async ({ at, how }) => {
      const copy = base.copy(`purged-${how}-${at}`, forget.from);
      await memvaultWithFault(base.place, copy, args, { of: 'write', at, how });
      const next = await base.run(copy, args);
      // The line may be gone, and with it what the text could be compared with.
      return next.status === 0 || /no fact says/.test(next.stderr)
        ? JSON.stringify(hashFolder(copy, LEFT)) === JSON.stringify(wanted)
          ? []
          : [`${how} ${at} ${writes[at - 1] ?? ''}: other bytes`]
        : [`${how} ${at}: ${next.stderr}`];
    },
  );
  expect(complaints.flat()).toEqual([]);
});
