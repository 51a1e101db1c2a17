// An undo of which any operation fails, or is the last before a kill, is finished by the next `dream --undo`, which
// then takes back no run more.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complaintsAbout, faultsAt, type Operation, trace, type Traced } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';
import { hashFolder } from '../support/folder-hash.ts';

let base: CrashVault;
let undo: Operation;
let traced: Traced;

/** The undos of a vault that are done. */
const undone = (vault: string): number => {
  const runs = join(vault, '.memvault', 'runs');
  return readdirSync(runs).filter(
    (run) =>
      existsSync(join(runs, run, 'done')) &&
      (JSON.parse(readFileSync(join(runs, run, 'journal.json'), 'utf8')) as { kind: string }).kind === 'undo',
  ).length;
};

beforeAll(async () => {
  base = await makeCrashVault();
  const from = base.copy('dreamt');
  expect(await base.run(from, ['dream', '--batch', '--force', '--max-days', '2'])).toMatchObject({ status: 0 });
  undo = {
    from,
    args: ['dream', '--undo', '--yes'],
    // Who sees it end well does not say it again; who sees it killed sees also whether it was done.
    isOver: (vault, status) => status === 0 || (status === null && undone(vault) > 0),
  };
  traced = await trace(base, undo);
});
afterAll(() => base.remove());

const ENOSPC_OR_EIO = (at: number): string => (at % 2 === 0 ? 'EIO' : 'ENOSPC');

describe('an undo', { timeout: 600_000 }, () => {
  test('that nobody disturbs takes back the night', async () => {
    const vault = base.copy('undisturbed', undo.from);
    expect(await base.run(vault, undo.args)).toMatchObject({ status: 0 });
    expect(hashFolder(vault)).toEqual(traced.expected);
    expect(await base.run(vault, ['lint', '-q'])).toEqual(await base.run(base.prepared, ['lint', '-q']));
    expect(undone(vault)).toBe(1);
  });

  test('of one run takes back that one, and a second one the run before', async () => {
    const vault = base.copy('by-run', undo.from);
    const runs = [...readFileSync(join(vault, 'log.md'), 'utf8').matchAll(/^r-[-0-9a-f]+(?=, rules)/gm)].map(
      ([run]) => run,
    );
    expect(await base.run(vault, ['dream', '--undo', runs.at(-1) ?? '', '--yes'])).toMatchObject({ status: 0 });
    expect(await base.run(vault, ['lint', '-q'])).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(existsSync(join(vault, '2_Wiki', 'Decisions.md'))).toBe(false);
    const once = readFileSync(join(vault, '3_Personal', 'Preferences.md'), 'utf8');
    expect(await base.run(vault, ['dream', '--undo', runs.at(-2) ?? '', '--yes'])).toMatchObject({ status: 0 });
    expect(readFileSync(join(vault, '3_Personal', 'Preferences.md'), 'utf8')).not.toBe(once);
    expect(undone(vault)).toBe(2);
  });

  test('of which any write fails is made whole by the next, which takes back no run more', async () => {
    expect(
      await complaintsAbout(base, undo, traced, faultsAt(traced, 'write', 'fail', { code: ENOSPC_OR_EIO, every: 3 })),
    ).toEqual([]);
  });

  test('that is killed before any write, or in its middle, is made whole by the next', async () => {
    expect(
      await complaintsAbout(base, undo, traced, faultsAt(traced, 'write', 'kill', { every: 11, first: 3 })),
    ).toEqual([]);
    expect(
      await complaintsAbout(base, undo, traced, faultsAt(traced, 'write', 'half-kill', { only: /^write/, every: 5 })),
    ).toEqual([]);
  });

  test('of which a look fails is made whole by the next', async () => {
    expect(
      await complaintsAbout(
        base,
        undo,
        traced,
        faultsAt(traced, 'read', 'fail', { code: 'EIO', every: 61, first: 40 }),
      ),
    ).toEqual([]);
  });
});
