import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LockOwner, type Processes, readLock, withLock } from '../../src/vault/lock.ts';
import { isSameMark, readProcessMark } from '../../src/vault/lock.ts';
import type { Vault } from '../../src/vault/vault.ts';

const zones = { inbox: '0', projects: '1', wiki: '2', personal: '3', assets: '4', archives: '5' };
let vault: Vault;
const lockFile = (): string => join(vault.root, '.memvault', 'lock');
const ALIVE: Processes = { isAlive: () => true, mark: () => null };
const DEAD: Processes = { isAlive: () => false, mark: () => null };
const owner = (pid: number, host = 'here'): LockOwner => ({ pid, host, start: '2026-07-01T00:00:00Z', verb: 'dream' });

beforeEach(() => {
  vault = { root: mkdtempSync(join(tmpdir(), 'memvault-lock-')), dailyDir: 'daily', zones };
  mkdirSync(join(vault.root, '.memvault'));
});
afterEach(() => rmSync(vault.root, { recursive: true, force: true }));

describe('the lock', () => {
  it('is held while the work goes on and gone after it, also when the work fails', async () => {
    await withLock(vault, owner(1), ALIVE, () => Promise.resolve(expect(existsSync(lockFile())).toBe(true)));
    await expect(withLock(vault, owner(1), ALIVE, () => Promise.reject(new Error('boom')))).rejects.toThrow('boom');
    expect(existsSync(lockFile())).toBe(false);
  });
  it('keeps a second one out and says who holds it', async () => {
    await withLock(vault, owner(1), ALIVE, async () => {
      await expect(withLock(vault, owner(2), ALIVE, () => Promise.resolve())).rejects.toMatchObject({
        code: 'locked',
        message: expect.stringContaining('process 1') as string,
      });
    });
  });
  it('of a dead process on this machine is taken over; of another machine never', async () => {
    writeFileSync(lockFile(), JSON.stringify(owner(4711)));
    await expect(
      withLock(vault, owner(2), { ...ALIVE, isAlive: (pid) => pid !== 4711 }, () => Promise.resolve('done')),
    ).resolves.toBe('done');
    writeFileSync(lockFile(), JSON.stringify(owner(4711, 'elsewhere')));
    await expect(withLock(vault, owner(2), DEAD, () => Promise.resolve())).rejects.toMatchObject({ code: 'locked' });
  });
  it('is no longer held once its number belongs to another process', async () => {
    const processes = (mark: string | null): Processes => ({
      ...ALIVE,
      mark: (pid) => (pid === 4711 ? mark : `mark of ${pid}`),
    });
    writeFileSync(lockFile(), JSON.stringify({ ...owner(4711), process: 'boot 17' }));
    await expect(withLock(vault, owner(2), processes('boot 17'), () => Promise.resolve())).rejects.toMatchObject({
      code: 'locked',
    });
    await expect(withLock(vault, owner(2), processes(null), () => Promise.resolve())).rejects.toMatchObject({
      code: 'locked',
    });
    await expect(withLock(vault, owner(2), processes('boot 18'), () => Promise.resolve('done'))).resolves.toBe('done');
    expect(existsSync(lockFile())).toBe(false);
  });
  it('is seen from outside: nobody, one at work, one that died, one elsewhere, one that names nobody', async () => {
    expect(readLock(vault, 'here', DEAD)).toBeNull();
    await withLock(vault, owner(1), ALIVE, () =>
      Promise.resolve(expect(readLock(vault, 'here', ALIVE)).toMatchObject({ owner: owner(1), alive: true })),
    );
    writeFileSync(lockFile(), JSON.stringify(owner(1)));
    expect(readLock(vault, 'here', DEAD)).toEqual({ owner: owner(1), alive: false });
    expect(readLock(vault, 'there', DEAD)).toEqual({ owner: owner(1), alive: null });
    writeFileSync(lockFile(), 'garbage');
    expect(readLock(vault, 'here', DEAD)).toEqual({ owner: null, alive: null });
  });
  it('that cannot be read is not taken', async () => {
    writeFileSync(lockFile(), 'garbage');
    await expect(withLock(vault, owner(2), DEAD, () => Promise.resolve())).rejects.toMatchObject({ code: 'locked' });
    expect(existsSync(lockFile())).toBe(true);
  });
});

describe('the mark of a process', () => {
  it('is the same each time, and another for another process', () => {
    const mark = readProcessMark(process.pid, () => 1);
    expect(mark).not.toBeNull();
    expect(readProcessMark(process.pid, () => 2)).toBe(mark);
    if (process.platform === 'linux') expect(readProcessMark(process.ppid, () => 1)).not.toBe(mark);
  });
  it.runIf(process.platform === 'linux')(
    'is another once it has ended, also where its parent never asks how',
    async () => {
      // The shell becomes a program that knows nothing of its child, which ends when its input does.
      const shell = spawn('sh', ['-c', 'exec 3<&0; cat <&3 >/dev/null & echo $!; exec sleep 60'], {
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      try {
        const [pid] = await once(shell.stdout, 'data').then(([bytes]) => String(bytes).trim().split('\n').map(Number));
        const alive = readProcessMark(pid ?? 0, () => 1);
        // Until then it may still ask.
        await expect
          .poll(() => readFileSync(`/proc/${shell.pid ?? 0}/comm`, 'utf8'), { timeout: 20_000 })
          .toBe('sleep\n');
        shell.stdin.end();
        await expect.poll(() => readProcessMark(pid ?? 0, () => 1), { timeout: 20_000 }).not.toBe(alive);
        expect(process.kill(pid ?? 0, 0)).toBe(true);
        expect(isSameMark(alive ?? '', readProcessMark(pid ?? 0, () => 1) ?? '')).toBe(false);
      } finally {
        shell.kill('SIGKILL');
      }
    },
  );
  it('made of the start of the machine allows for a clock that is set right', () => {
    expect(isSameMark('machine started 1000', 'machine started 1600')).toBe(true);
    expect(isSameMark('machine started 1000', 'machine started 2000')).toBe(false);
    expect(isSameMark('boot 1000', 'boot 1001')).toBe(false);
  });
});
