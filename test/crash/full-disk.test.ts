// A disk that is full, and one that is full before the end: in words, with the right status, and nothing is lost.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import { ALL, leftovers } from '../support/crash-check.ts';
import { type CrashVault, makeCrashVault } from '../support/crash-vault.ts';
import { hashFolder } from '../support/folder-hash.ts';
import { CAN_MOUNT, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const DREAM = ['dream', '--batch', '--force', '--max-days', '2'];
/** More than the rest of a file's last block holds. */
const LONG = `User wrote down the stops of the night train: ${Array.from({ length: 700 }, (_, i) => `stop ${i}`).join(', ')}`;

let base: CrashVault;
let undisturbed: Record<string, string>;
let disk: SmallDisk;
let vault: string;

const contents = async (): Promise<string[]> =>
  (JSON.parse((await base.run(vault, ['facts', '--json'])).stdout) as { facts: { content: string }[] }).facts.map(
    ({ content }) => content,
  );

describe.skipIf(!CAN_MOUNT)('on a real disk with a size (skipped where this user may not mount one)', () => {
  beforeAll(async () => {
    base = await makeCrashVault();
    const copy = base.copy('undisturbed');
    expect((await base.run(copy, DREAM)).status).toBe(0);
    undisturbed = hashFolder(copy);
  });
  afterAll(() => base.remove());
  beforeEach(() => {
    disk = mountSmallDisk();
    vault = base.copy(join(disk.path, 'vault'));
  });
  afterEach(() => disk.remove());

  test('log prints what it could not save, and what was there is there', async () => {
    const path = join(vault, 'daily', '2026-07-02.md');
    const before = readFileSync(path, 'utf8');
    disk.fill();
    const log = ['log', LONG, '--date', '2026-07-02', '-c', 'travel'];
    const full = await base.run(vault, log);
    expect(full).toMatchObject({ status: 2, stdout: '' });
    expect(full.stderr).toMatch(/^memvault: .*\n {2}the disk is (probably )?full; free some space/);
    expect(full.stderr).toContain(`not saved:\n  ${LONG}\n`);
    expect(readFileSync(path, 'utf8').startsWith(before)).toBe(true);
    disk.free();
    expect((await base.run(vault, log)).status).toBe(0);
    expect(await contents()).toContain(LONG);
    expect(await base.run(vault, DREAM)).toMatchObject({ status: 0 });
    expect(await base.run(vault, ['lint', '-q'])).toMatchObject({ status: 0 });
    expect(leftovers(vault)).toEqual([]);
  });

  test('log --jsonl of several days says which of them were saved', async () => {
    disk.fill();
    const facts = ['2026-06-28', '2026-07-03']
      .map((date) => JSON.stringify({ content: date === '2026-07-03' ? LONG : 'User found the fuse', date }))
      .join('\n');
    const full = await base.run(vault, ['log', '--jsonl', '-q'], { input: facts });
    expect(full.status).toBe(2);
    const saved = await contents();
    for (const text of [LONG, 'User found the fuse'])
      expect(saved.includes(text)).toBe(!full.stderr.includes(`\n  ${text}\n`));
    expect(full.stderr).toContain(LONG);
  });

  test('dream and index say so and change nothing; search, status and lint work', async () => {
    appendFileSync(join(vault, 'daily', '2026-07-02.md'), '- [work] User moved the stand-up to 10:15\n');
    // A search may add to the record of what was shown.
    const except = /^ballast$|^\.memvault\/(cache|lock|runs|recall\.jsonl|state\.json)/;
    const before = hashFolder(vault, except);
    const lint = (await base.run(vault, ['lint'])).stdout;
    disk.fill();
    for (const args of [DREAM, ['index'], ['reindex']]) {
      const full = await base.run(vault, args);
      expect([args[0], full.status, full.stdout]).toEqual([args[0], 2, '']);
      expect(full.stderr).toMatch(
        /^memvault: cannot (write|create|make|append).*: ENOSPC\n {2}the disk is full; free some space and run the command again\n$/,
      );
    }
    const search = await base.run(vault, ['search', 'stand-up', '--json', '--no-recall']);
    expect(search.status).toBe(0);
    expect(search.stdout).toContain('User moved the stand-up to 10:15');
    expect((await base.run(vault, ['status'])).status).toBe(0);
    expect((await base.run(vault, ['lint'])).stdout).toBe(lint);
    expect((await base.run(vault, ['search', 'dashboards'])).stdout).toContain('compact dashboards');
    expect(hashFolder(vault, except)).toEqual(before);
  });

  test.each((ALL ? [0, 1, 2, 4, 6, 8, 11, 14, 18, 24] : [4, 14]).map((blocks) => [blocks]))(
    'a dream with %i blocks left is made whole when there is room again',
    async (blocks) => {
      disk.fill(blocks);
      const full = await base.run(vault, DREAM);
      if (full.status !== 0) {
        expect(full.status).toBe(2);
        expect(full.stderr).toMatch(/^memvault: .*\n {2}the disk is (probably )?full; free some space/);
        expect(full.stderr).not.toMatch(/^ {4}at /m);
      }
      disk.free();
      expect(await base.run(vault, DREAM)).toMatchObject({ status: 0 });
      expect(hashFolder(vault)).toEqual(undisturbed);
      expect(leftovers(vault)).toEqual([]);
    },
  );
});
