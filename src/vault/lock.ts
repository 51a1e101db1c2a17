// One writer of pages at a time. The lock names its owner, so that one left by a dead process is taken over.
import { renameSync, unlinkSync } from 'node:fs';
import { MemvaultError, systemCode } from '../model/errors.ts';
import { confined } from './confine.ts';
import { createOnce, explainIo, makeFolder, readBytes } from './disk.ts';
import { absolute, LOCK_FILE, OWN, type Vault } from './vault.ts';

export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** ISO. */
  readonly start: string;
  readonly verb: string;
}

/** Is a process of that number alive on this machine? */
export type IsAlive = (pid: number) => boolean;

/** Runs `work` as the only holder of the lock. Throws `locked` where another process holds it. */
export async function withLock<T>(vault: Vault, owner: LockOwner, isAlive: IsAlive, work: () => Promise<T>): Promise<T> {
  makeFolder(absolute(vault, OWN));
  const path = confined(vault, LOCK_FILE);
  take(path, owner, isAlive);
  try {
    return await work();
  } finally {
    if (sameOwner(readOwner(path), owner)) unlinkSync(path);
  }
}

function take(path: string, owner: LockOwner, isAlive: IsAlive): void {
  for (let attempt = 0; ; attempt++) {
    // Made whole at once: a kill cannot leave a lock that names nobody.
    if (createOnce(path, `${JSON.stringify(owner)}\n`)) return;
    const held = readOwner(path);
    if (attempt > 2 || held === null || held.host !== owner.host || isAlive(held.pid)) throw locked(held);
    putAside(path, owner, held);
  }
}

/** Takes a dead owner's lock away. Between the look and the rename another may have taken it: then it is put back. */
function putAside(path: string, owner: LockOwner, dead: LockOwner): void {
  const aside = `${path}.${owner.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw explainIo(error, 'take the lock', path);
  }
  const moved = readOwner(aside);
  if (!sameOwner(moved, dead)) {
    renameSync(aside, path);
    throw locked(moved);
  }
  unlinkSync(aside);
}

function readOwner(path: string): LockOwner | null {
  try {
    const value: unknown = JSON.parse(readBytes(path)?.toString('utf8') ?? 'null');
    const owner = value as LockOwner | null;
    return owner && typeof owner.pid === 'number' && typeof owner.host === 'string' ? owner : null;
  } catch {
    return null;
  }
}

const sameOwner = (a: LockOwner | null, b: LockOwner): boolean => a !== null && a.pid === b.pid && a.host === b.host && a.start === b.start;

function locked(owner: LockOwner | null): MemvaultError {
  const who = owner === null ? 'another process' : `${owner.verb} (process ${owner.pid} on ${owner.host}, since ${owner.start})`;
  return new MemvaultError('locked', `the vault is locked by ${who}`, {
    hint: `wait until it is done; if no such process runs, remove ${LOCK_FILE}`,
    ...(owner === null ? {} : { data: { owner } }),
  });
}
