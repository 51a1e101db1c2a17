// The lock for writing pages. It names its owner, so that a dead process's lock can be taken over. A pid alone does not
// identify a process: after a reboot another one may have it.
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { MemvaultError } from '../model/errors.ts';
import { isObject, isText, parseJson } from '../model/json.ts';
import { confined, requireVault } from './confine.ts';
import { createOnce, orNull, readBytes, readStat, readText, removeFile } from './disk.ts';
import { absolute, LOCK_FILE, type Vault } from './vault.ts';

export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** ISO time. */
  readonly start: string;
  readonly verb: string;
  /** Distinguishes the process from a later one with the same pid; from `Processes.mark`. */
  readonly process?: string;
}

/** The content of a lock file. */
export interface HeldLock {
  /** Null if it is unreadable. */
  readonly owner: LockOwner | null;
  /** Whether the owner is running; null if that cannot be determined from here. */
  readonly alive: boolean | null;
}

/** Processes of this machine. */
export interface Processes {
  /** True if a process with this pid exists. */
  isAlive(pid: number): boolean;
  /**
   * A value that is constant while the process lives and differs for a later one with the same pid; null if the system
   * does not provide one.
   */
  mark(pid: number): string | null;
  /**
   * Runs `work` if this process is terminated early; returns a function that cancels it. Missing if there are no
   * signals to handle.
   */
  readonly atEnd?: (work: () => void) => () => void;
  /** Kills a process group. */
  readonly killGroup?: (leader: number) => void;
}

/**
 * Runs `work` while holding the lock; `file` selects a lock other than the vault's. Throws `locked` if another process
 * holds it.
 */
export async function withLock<T>(
  vault: Vault,
  owner: LockOwner,
  processes: Processes,
  work: () => Promise<T>,
  file: string = LOCK_FILE,
): Promise<T> {
  requireVault(vault);
  const path = confined(vault, file);
  const mark = processes.mark(owner.pid);
  take(path, mark === null ? owner : { ...owner, process: mark }, processes);
  const callOff = processes.atEnd?.(() => giveBack(path, owner));
  try {
    return await work();
  } finally {
    callOff?.();
    giveBack(path, owner);
  }
}

/** The holder of the lock as seen from `host`; null if it is free. Writes nothing. */
export function readLock(vault: Vault, host: string, processes: Processes, file: string = LOCK_FILE): HeldLock | null {
  const path = absolute(vault, file);
  if (readStat(path) === null) return null;
  const owner = readOwner(path);
  return { owner, alive: owner?.host === host ? lives(owner, processes) : null };
}

/**
 * A failure to remove the lock is harmless: it names a process that is about to end, and the next one takes it over.
 */
const giveBack = (path: string, owner: LockOwner): void =>
  void orNull(() => sameOwner(readOwner(path), owner) && removeFile(path));

function take(path: string, owner: LockOwner, processes: Processes): void {
  for (let attempt = 0; ; attempt++) {
    // Created atomically: a kill cannot leave a lock without an owner.
    if (createOnce(path, `${JSON.stringify(owner)}\n`)) return;
    const held = readOwner(path);
    if (attempt > 3 || held?.host !== owner.host || lives(held, processes)) throw locked(held);
    takeAway(path, owner, held, processes);
  }
}

function lives({ pid, process: mark }: LockOwner, processes: Processes): boolean {
  if (!processes.isAlive(pid)) return false;
  const now = mark === undefined ? null : processes.mark(pid);
  return now === null || mark === undefined || isSameMark(mark, now);
}

/**
 * Removes a dead owner's lock, one process at a time and only while it is still that owner's. Otherwise two processes
 * that saw the same dead owner could each remove the other's new lock.
 */
function takeAway(path: string, owner: LockOwner, dead: LockOwner, processes: Processes): void {
  const turn = `${path}.takeover`;
  if (!createOnce(turn, `${JSON.stringify(owner)}\n`)) {
    const other = readOwner(turn);
    if (other?.host !== owner.host || lives(other, processes)) throw locked(other);
    removeFile(turn);
    return;
  }
  try {
    if (sameOwner(readOwner(path), dead)) removeFile(path);
  } finally {
    removeFile(turn);
  }
}

function readOwner(path: string): LockOwner | null {
  const owner = parseJson(readText(path) ?? '');
  return isObject(owner) && typeof owner['pid'] === 'number' && isText(owner['host'])
    ? (owner as unknown as LockOwner)
    : null;
}

const sameOwner = (a: LockOwner | null, b: LockOwner): boolean =>
  a !== null && a.pid === b.pid && a.host === b.host && a.start === b.start && a.verb === b.verb;

function locked(owner: LockOwner | null): MemvaultError {
  const who =
    owner === null ? 'another process' : `${owner.verb} (process ${owner.pid} on ${owner.host}, since ${owner.start})`;
  return new MemvaultError('locked', `the vault is locked by ${who}`, {
    hint: `wait until it is done; if no such process runs there, remove ${LOCK_FILE}`,
    ...(owner === null ? {} : { data: { owner } }),
  });
}

// Distinguishes a process from a later one with the same pid. Linux reports the start time of a process; elsewhere the
// boot time has to do, known to the minute.

/** `uptime`: seconds since boot, used only without a better source. */
export function readProcessMark(pid: number, uptime: () => number): string | null {
  const boot = readBoot();
  if (boot !== undefined) {
    // The program name in brackets may contain anything; the start time is the 20th field after it.
    const stat = readBytes(`/proc/${pid}/stat`)?.toString('latin1');
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    const began = fields?.[19];
    if (began === undefined) return null;
    // A zombie: killed, but not reaped by its parent. In a container without a reaper it keeps its pid forever.
    return fields?.[0] === 'Z' ? `${boot} ${began} ended` : `${boot} ${began}`;
  }
  return `${STARTED}${Math.round(Date.now() / 1000 - uptime())}`;
}

const STARTED = 'machine started ';

/** How far a clock correction may shift the computed boot time, in seconds. */
const DRIFT = 900;

/** True if both marks of one pid mean the same process. */
export function isSameMark(a: string, b: string): boolean {
  if (a.startsWith(STARTED) && b.startsWith(STARTED))
    return Math.abs(Number(a.slice(STARTED.length)) - Number(b.slice(STARTED.length))) < DRIFT;
  return a === b;
}

const readBoot = (): string | undefined => readBytes('/proc/sys/kernel/random/boot_id')?.toString('latin1').trim();

// Finds programs by name in the PATH, and compares files. Executes nothing.

/** All executable files of that name, in PATH order. */
export function findPrograms(name: string, path: string | undefined): string[] {
  const folders = (path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return [...new Set(folders)].map((folder) => join(folder, name)).filter((file) => isProgram(file));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** True if both paths lead to the same file after following symlinks. */
export function isSameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}
