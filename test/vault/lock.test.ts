import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LockOwner, type Processes, readLock, withLock } from '../../src/vault/lock.ts';
import { isSameMark, readMachine, readProcessMark } from '../../src/vault/lock.ts';
import type { Vault } from '../../src/vault/vault.ts';

const zones = { inbox: '0', projects: '1', wiki: '2', personal: '3', assets: '4', archives: '5' };
let vault: Vault;
const lockFile = (): string => join(vault.root, '.memvault', 'lock');
const ALIVE: Processes = { isAlive: () => true, mark: () => null, machine: () => null };
const DEAD: Processes = { isAlive: () => false, mark: () => null, machine: () => null };
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
  it('of a machine that is called otherwise now is that of this machine', async () => {
    const processes: Processes = { isAlive: (pid) => pid !== 4711, mark: () => null, machine: () => 'this one' };
    const held = (pid: number, machine: string): void =>
      writeFileSync(lockFile(), JSON.stringify({ ...owner(pid, 'old name'), machine }));
    held(4711, 'this one');
    expect(readLock(vault, 'here', processes)).toMatchObject({ owner: { host: 'old name' }, alive: false });
    await expect(
      withLock(vault, owner(2), processes, () =>
        Promise.resolve(JSON.parse(readFileSync(lockFile(), 'utf8')) as unknown),
      ),
    ).resolves.toMatchObject({ machine: 'this one' });
    for (const [pid, machine] of [
      [4712, 'this one'],
      [4711, 'another'],
    ] as const) {
      held(pid, machine);
      expect(readLock(vault, 'here', processes)?.alive).toBe(pid === 4712 ? true : null);
      await expect(withLock(vault, owner(2), processes, () => Promise.resolve())).rejects.toMatchObject({
        code: 'locked',
      });
    }
    held(4711, 'this one');
    await expect(withLock(vault, owner(2), DEAD, () => Promise.resolve())).rejects.toMatchObject({ code: 'locked' });
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
  it('comes with the machine it is of: each time the same, and no id that the system keeps to itself', () => {
    const machine = readMachine();
    expect(readMachine()).toBe(machine);
    if (process.platform === 'linux') expect(machine).toMatch(/^[0-9a-f]{16}$/);
  });
  it('made of the start of the machine allows for a clock that is set right', () => {
    expect(isSameMark('machine started 1000', 'machine started 1600')).toBe(true);
    expect(isSameMark('machine started 1000', 'machine started 2000')).toBe(false);
    expect(isSameMark('boot 1000', 'boot 1001')).toBe(false);
  });
});
