// The index is derived: whatever of it fails to be written or read, the next `index` finds what a new one finds.
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaintsAbout, faultsAt, type Operation, trace } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';
import { memvaultWithFault, twoAtATime } from '../support/faults.ts';
import { hashFolder } from '../support/folder-hash.ts';

let base: CrashVault;
let from: string;

beforeAll(async () => {
  base = await makeCrashVault();
  from = base.copy('changed');
  appendFileSync(join(from, 'daily', '2026-07-02.md'), '- [work] User moved the stand-up to 10:15\n');
  appendFileSync(join(from, '3_Personal', 'Work.md'), '\nA line of my own about the tram.\n');
  rmSync(join(from, '3_Personal', 'Events.md'));
});
afterAll(() => base.remove());

/** What is found, by a copy, since a search brings the index up to date; and whether it was. */
async function found(vault: string): Promise<unknown> {
  const { stdout: status } = await base.run(vault, ['status', '--json']);
  const copy = base.copy(`${vault.split('/').at(-1) ?? ''}-searched`, vault);
  const { stdout } = await base.run(copy, ['search', '*', '-n', '100', '--json', '--no-recall']);
  rmSync(copy, { recursive: true });
  return {
    index: (JSON.parse(status) as { index: unknown }).index,
    hits: JSON.parse(stdout),
    memory: hashFolder(vault),
  };
}

describe.each([['index'], ['reindex']])('%s', { timeout: 600_000 }, (verb) => {
  const operation = (): Operation => ({ from, args: [verb], compare: found });

  test('of which any write fails is made whole by the next', async () => {
    const traced = await trace(base, operation());
    expect(traced.expected).toMatchObject({ index: { fresh: true } });
    expect(
      await complaintsAbout(
        base,
        operation(),
        traced,
        faultsAt(traced, 'write', 'fail', { code: 'ENOSPC', every: verb === 'index' ? 2 : 4 }),
      ),
    ).toEqual([]);
    expect(
      await complaintsAbout(base, operation(), traced, faultsAt(traced, 'write', 'half-kill', { only: /^write/ })),
    ).toEqual([]);
  });

  test('that is killed at any write leaves an index that is read without a word', async () => {
    const traced = await trace(base, operation());
    const faults = [
      ...faultsAt(traced, 'write', 'kill'),
      ...faultsAt(traced, 'write', 'half-kill', { only: /^write/ }),
    ];
    expect(faults.length).toBeGreaterThan(10);
    await twoAtATime(faults, async (fault) => {
      const vault = base.copy(`killed-${fault.how}-${fault.at}`, from);
      expect((await memvaultWithFault(base.place, vault, [verb], fault)).status).toBeNull();
      const { status, stdout, stderr } = await base.run(vault, ['search', 'tram', '--no-recall']);
      expect([status, stderr, stdout.includes('A line of my own about the tram.')]).toEqual([0, '', true]);
      rmSync(vault, { recursive: true });
    });
  });

  test('of which a look fails does not say that it is done, and the next is', async () => {
    const traced = await trace(base, operation());
    expect(
      await complaintsAbout(
        base,
        operation(),
        traced,
        faultsAt(traced, 'read', 'fail', { code: 'EIO', every: 29, first: 5 }),
      ),
    ).toEqual([]);
    // Of notes and of what was kept: nothing is concluded from what could not be read.
    expect(
      await complaintsAbout(
        base,
        operation(),
        traced,
        faultsAt(traced, 'read', 'fail', { code: 'EIO', every: 4, only: /^readFile / }),
      ),
    ).toEqual([]);
  });
});
