import { existsSync, mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLock, type LockOwner } from '../../src/vault/lock.ts';
import type { Vault } from '../../src/vault/vault.ts';

const zones = { inbox: '0', projects: '1', wiki: '2', personal: '3', assets: '4', archives: '5' };
let vault: Vault;
const lockFile = (): string => join(vault.root, '.memvault', 'lock');
const owner = (pid: number, host = 'here'): LockOwner => ({ pid, host, start: '2026-07-01T00:00:00Z', verb: 'dream' });

beforeEach(() => {
  vault = { root: mkdtempSync(join(tmpdir(), 'memvault-lock-')), dailyDir: 'daily', zones };
  mkdirSync(join(vault.root, '.memvault'));
});
afterEach(() => rmSync(vault.root, { recursive: true, force: true }));

describe('the lock', () => {
  it('is held while the work goes on and gone after it, also when the work fails', async () => {
    await withLock(vault, owner(1), () => true, () => Promise.resolve(expect(existsSync(lockFile())).toBe(true)));
    await expect(withLock(vault, owner(1), () => true, () => Promise.reject(new Error('boom')))).rejects.toThrow('boom');
    expect(existsSync(lockFile())).toBe(false);
  });
  it('keeps a second one out and says who holds it', async () => {
    await withLock(vault, owner(1), () => true, async () => {
      await expect(withLock(vault, owner(2), () => true, () => Promise.resolve())).rejects.toMatchObject({ code: 'locked', message: expect.stringContaining('process 1') as string });
    });
  });
  it('of a dead process on this machine is taken over; of another machine never', async () => {
    writeFileSync(lockFile(), JSON.stringify(owner(4711)));
    await expect(withLock(vault, owner(2), (pid) => pid !== 4711, () => Promise.resolve('done'))).resolves.toBe('done');
    writeFileSync(lockFile(), JSON.stringify(owner(4711, 'elsewhere')));
    await expect(withLock(vault, owner(2), () => false, () => Promise.resolve())).rejects.toMatchObject({ code: 'locked' });
  });
  it('that cannot be read is not taken', async () => {
    writeFileSync(lockFile(), 'garbage');
    await expect(withLock(vault, owner(2), () => false, () => Promise.resolve())).rejects.toMatchObject({ code: 'locked' });
    expect(existsSync(lockFile())).toBe(true);
  });
});
