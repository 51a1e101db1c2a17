// What tells a process from a later one that got its number, and this machine from another. Linux says when a process
// began; elsewhere the start of the machine must do, which is known to the minute.
import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { readBytes } from './disk.ts';

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

/**
 * The machine on which numbers of processes mean the same, whatever it is called now; null where the system does not
 * tell. Hashed, since a machine's own id is not to be told. A container counts its processes for itself.
 */
export function readMachine(): string | null {
  const boot = readBoot();
  if (boot === undefined) return null;
  try {
    const counts = readlinkSync('/proc/self/ns/pid');
    return createHash('sha256')
      .update(`memvault lock\n${readMachineId() || boot}\n${counts}`)
      .digest('hex')
      .slice(0, 16);
  } catch {
    return null;
  }
}

const readBoot = (): string | undefined => readBytes('/proc/sys/kernel/random/boot_id')?.toString('latin1').trim();

function readMachineId(): string | undefined {
  try {
    return readBytes('/etc/machine-id')?.toString('latin1').trim();
  } catch {
    return undefined; // Not everybody may read it everywhere.
  }
}
