// One writer of pages at a time. The lock names its owner, so that one left by a dead process is taken over.
// A number alone does not name a process: after a restart of the machine another may have it.
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { MemvaultError } from '../model/errors.ts';
import { isObject, isText, parseJson } from '../model/json.ts';
import { confined, requireVault } from './confine.ts';
import { createOnce, orElse, readBytes, readStat, readText, removeFile } from './disk.ts';
import { absolute, LOCK_FILE, type Vault } from './vault.ts';

export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** ISO. */
  readonly start: string;
  readonly verb: string;
  /** What tells the process from a later one of its number, as `Processes.mark` gives it. */
  readonly process?: string;
}

/** What stands in the lock's file. */
export interface HeldLock {
  /** Null where it names nobody. */
  readonly owner: LockOwner | null;
  /** Does that process live? Null where it cannot be known from here. */
  readonly alive: boolean | null;
}

/** The processes of this machine. */
export interface Processes {
  /** Is there one of that number? */
  isAlive(pid: number): boolean;
  /**
   * The same for as long as the process of that number lives, another for a later one; null where the system does not
   * tell.
   */
  mark(pid: number): string | null;
  /**
   * Sees to it where this process is ended before its time; gives the way to call that off. Missing where nobody ends
   * it.
   */
  readonly atEnd?: (work: () => void) => () => void;
  /** Kills a process with all of its group. */
  readonly killGroup?: (leader: number) => void;
}

/**
 * Runs `work` as the only holder of the lock; `file` is that of another than the vault's own. Throws `locked` where
 * another process holds it.
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

/** Who holds the lock, as seen from the machine of that name; null where nobody does. Writes nothing. */
export function readLock(vault: Vault, host: string, processes: Processes, file: string = LOCK_FILE): HeldLock | null {
  const path = absolute(vault, file);
  if (readStat(path) === null) return null;
  const owner = readOwner(path);
  return { owner, alive: owner?.host === host ? lives(owner, processes) : null };
}

/**
 * One that cannot be removed undoes nothing of the work: it names a process that ends, and the next one takes it over.
 */
function giveBack(path: string, owner: LockOwner): void {
  orElse(
    () => sameOwner(readOwner(path), owner) && removeFile(path),
    () => undefined,
  );
}

function take(path: string, owner: LockOwner, processes: Processes): void {
  for (let attempt = 0; ; attempt++) {
    // Made whole at once: a kill cannot leave a lock that names nobody.
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
 * Takes a dead owner's lock away: one process at a time, and only while it is still that owner's. Else two that
 * saw the same dead owner could each take the other's new lock for the old one.
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

// What tells a process from a later one that got its number. Linux says when a process
// began; elsewhere the start of the machine must do, which is known to the minute.

/** `uptime`: seconds since the machine started, asked only where no better is known. */
export function readProcessMark(pid: number, uptime: () => number): string | null {
  const boot = readBoot();
  if (boot !== undefined) {
    // The name of the program, in brackets, may hold anything; the start is the 20th value behind it.
    const stat = readBytes(`/proc/${pid}/stat`)?.toString('latin1');
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    const began = fields?.[19];
    if (began === undefined) return null;
    // Killed, and its parent has not asked for how it ended: a container in which nobody does keeps its number for
    // good.
    return fields?.[0] === 'Z' ? `${boot} ${began} ended` : `${boot} ${began}`;
  }
  return `${STARTED}${Math.round(Date.now() / 1000 - uptime())}`;
}

const STARTED = 'machine started ';

/** Seconds by which a clock that is set right may move the start of the machine. */
const DRIFT = 900;

/** Do both marks of one number mean the same process? */
export function isSameMark(a: string, b: string): boolean {
  if (a.startsWith(STARTED) && b.startsWith(STARTED))
    return Math.abs(Number(a.slice(STARTED.length)) - Number(b.slice(STARTED.length))) < DRIFT;
  return a === b;
}

const readBoot = (): string | undefined => readBytes('/proc/sys/kernel/random/boot_id')?.toString('latin1').trim();

// Programs by their names: where a PATH leads, and whether two paths are one file. Runs nothing.

/** Every file of that name which may be run, in the order of the PATH's folders. */
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

/** Do both lead to the same file, links followed? */
export function isSameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}
