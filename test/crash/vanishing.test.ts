// A disk that turns read-only while a dream writes, and a vault whose path is gone: in words, with the right status,
// nothing made anew where the vault was, and as it was once it is back.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALL, leftovers } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';
import { type Disturbed, memvaultWithFault } from '../support/faults.ts';
import { hashFolder } from '../support/folder-hash.ts';
import { CAN_MOUNT, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const DREAM = ['dream', '--batch', '--force', '--max-days', '2'];

let base: CrashVault;
let undisturbed: Record<string, string>;
/** Writes before which nothing is open for writing: the system refuses a change of the mount else. */
let between: number[];

beforeAll(async () => {
  base = await makeCrashVault();
  const copy = base.copy('undisturbed');
  const traced = await memvaultWithFault(base.place, copy, DREAM, null);
  expect(traced.status).toBe(0);
  undisturbed = hashFolder(copy);
  const all = traced.writes.flatMap((text, i) => (/^(open|rename|mkdir|link|unlink|rm) /.test(text) ? [i + 1] : []));
  between = ALL ? all : all.filter((_, i) => i % 30 === 12 || i === all.length - 1);
});
afterAll(() => base.remove());

function expectWords(ended: Disturbed, words: RegExp): void {
  expect(ended.fired).not.toBeNull();
  expect.soft(ended.stderr).not.toMatch(/^ {4}at |defect/m);
  if (ended.status !== 0) expect.soft([ended.fired, ended.status, ended.stdout]).toEqual([ended.fired, 2, '']);
  if (ended.status === 2) expect.soft(ended.stderr).toMatch(words);
}

describe.skipIf(!CAN_MOUNT)('a real disk (skipped where this user may not mount one)', () => {
  let disk: SmallDisk;
  let vault: string;

  beforeEach(() => {
    disk = mountSmallDisk();
    vault = base.copy(join(disk.path, 'vault'));
  });
  afterEach(() => disk.remove());

  test('that is read-only: log prints what it could not save, dream and index say so, search works', async () => {
    const before = hashFolder(vault);
    sh(disk.turnReadOnly);
    const log = await base.run(vault, ['log', 'User found the fuse']);
    expect(log).toMatchObject({ status: 2, stdout: '' });
    expect(log.stderr).toMatch(
      /^memvault: cannot .*: EROFS\n {2}the file system is read-only; .*\nnot saved:\n {2}User found the fuse\n$/,
    );
    for (const args of [DREAM, ['reindex']]) {
      const ended = await base.run(vault, args);
      expect([args[0], ended.status]).toEqual([args[0], 2]);
      expect(ended.stderr).toMatch(/^memvault: cannot .*: EROFS\n {2}the file system is read-only; /);
    }
    expect((await base.run(vault, ['search', 'dashboards'])).stdout).toContain('compact dashboards');
    for (const args of [['status'], ['facts'], ['dream', '--dry-run']])
      expect([args[0], (await base.run(vault, args)).status]).toEqual([args[0], 0]);
    expect(await base.run(vault, ['lint'])).toEqual(await base.run(base.prepared, ['lint']));
    disk.turnWritable();
    expect(hashFolder(vault)).toEqual(before);
  });

  test('that turns read-only while a dream writes: the next one makes it whole', async () => {
    for (const at of between) {
      vault = base.copy(join(disk.path, 'vault'));
      expectWords(
        await memvaultWithFault(base.place, vault, DREAM, { of: 'write', at, how: 'run', command: disk.turnReadOnly }),
        /EROFS\n {2}the file system is read-only/,
      );
      disk.turnWritable();
      expect.soft(await base.run(vault, DREAM)).toMatchObject({ status: 0 });
      expect.soft([at, hashFolder(vault)]).toEqual([at, undisturbed]);
      expect.soft([at, leftovers(vault)]).toEqual([at, []]);
    }
  });

  test('that is taken away while a dream writes: nothing is made in its place, and the next one makes it whole', async () => {
    for (const at of between) {
      vault = base.copy(join(disk.path, 'vault'));
      const ended = await memvaultWithFault(base.place, vault, DREAM, {
        of: 'write',
        at,
        how: 'run',
        command: disk.takeAway,
      });
      const inItsPlace = readdirSync(disk.path, { recursive: true });
      for (const name of readdirSync(disk.path)) rmSync(join(disk.path, name), { recursive: true });
      disk.bringBack();
      expectWords(ended, /^memvault: .*\n {2}\S/);
      expect.soft([at, ended.fired, inItsPlace]).toEqual([at, ended.fired, []]);
      expect.soft(await base.run(vault, DREAM)).toMatchObject({ status: 0 });
      expect.soft([at, hashFolder(vault)]).toEqual([at, undisturbed]);
    }
  });

  test('that is not there: every command says that there is no vault, and makes none', async () => {
    sh(disk.takeAway);
    for (const args of [['log', 'User found the fuse'], DREAM, ['index'], ['search', 'dashboards'], ['status']]) {
      const ended = await base.run(vault, args);
      expect([args[0], ended.status, ended.stdout]).toEqual([args[0], 10, '']);
      expect(ended.stderr).toMatch(/^memvault: .*\n {2}\S/);
    }
    expect(readdirSync(disk.path)).toEqual([]);
    disk.bringBack();
    expect(await base.run(vault, DREAM)).toMatchObject({ status: 0 });
    expect(hashFolder(vault)).toEqual(undisturbed);
  });
});

test('a vault whose folder is renamed while a dream writes: nothing is made in its place, and the next one makes it whole', async () => {
  for (const at of between) {
    const vault = base.copy('renamed');
    const away = `${vault}-away`;
    const ended = await memvaultWithFault(base.place, vault, DREAM, {
      of: 'write',
      at,
      how: 'run',
      command: `mv '${vault}' '${away}'`,
    });
    expectWords(ended, /^memvault: .*\n {2}\S/);
    expect.soft([at, ended.fired, existsSync(vault)]).toEqual([at, ended.fired, false]);
    rmSync(vault, { recursive: true, force: true });
    renameSync(away, vault);
    expect.soft(await base.run(vault, DREAM)).toMatchObject({ status: 0 });
    expect.soft([at, hashFolder(vault)]).toEqual([at, undisturbed]);
    expect.soft([at, leftovers(vault)]).toEqual([at, []]);
  }
});

function sh(command: string): void {
  execFileSync('sh', ['-c', command], { stdio: 'pipe' });
}
