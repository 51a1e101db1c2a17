// What tells a process from a later one that got its number. Linux says when a process began; elsewhere the start
// of the machine must do, which is known to the minute.
import { readBytes } from './disk.ts';

/** `uptime`: seconds since the machine started, asked only where no better is known. */
export function readProcessMark(pid: number, uptime: () => number): string | null {
  const boot = readBytes('/proc/sys/kernel/random/boot_id')?.toString('latin1').trim();
  if (boot !== undefined) {
    // The name of the program, in brackets, may hold anything; the start is the 20th value behind it.
    const stat = readBytes(`/proc/${pid}/stat`)?.toString('latin1');
    const began = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return began === undefined ? null : `${boot} ${began}`;
  }
  return `${STARTED}${Math.round(Date.now() / 1000 - uptime())}`;
}

const STARTED = 'machine started ';
/** Seconds by which a clock that is set right may move the start of the machine. */
const DRIFT = 900;

/** Do both marks of one number mean the same process? */
export function isSameMark(a: string, b: string): boolean {
  if (a.startsWith(STARTED) && b.startsWith(STARTED)) return Math.abs(Number(a.slice(STARTED.length)) - Number(b.slice(STARTED.length))) < DRIFT;
  return a === b;
}
