// A real file system of a few megabytes that can be filled up, made read-only and taken away. Only root may mount
// one; where it cannot be had, tests that need it say that they were skipped.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (file: string, ...args: string[]): void => void execFileSync(file, args, { stdio: 'pipe' });

export interface SmallDisk {
  /** Where it is mounted, a real path. */
  readonly path: string;
  /** The commands of sh that make it read-only, and that take it away while files on it are open. */
  readonly turnReadOnly: string;
  readonly takeAway: string;
  /** Fills it up but for so many blocks of 4096 bytes. */
  fill(blocks?: number): void;
  /** Takes away what filled it. */
  free(): void;
  turnWritable(): void;
  /** Brings back what `takeAway` took, as it was. */
  bringBack(): void;
  /** Unmounts it; what it held is gone. */
  remove(): void;
}

export function mountSmallDisk(megabytes = 4): SmallDisk {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'memvault-disk-')));
  const path = join(base, 'disk');
  const ballast = join(path, 'ballast');
  mkdirSync(path);
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path);
  // Seen at a second place, so that it lives on when it is taken away from the first.
  const aside = join(base, 'aside');
  mkdirSync(aside);
  run('mount', '--bind', path, aside);
  return {
    path,
    turnReadOnly: `mount -o remount,ro '${path}'`,
    takeAway: `umount -l '${path}'`,
    fill: (blocks = 0) => {
      writeFileSync(ballast, '');
      for (let free = statfsSync(path).bfree - blocks; free > 0; free = statfsSync(path).bfree - blocks)
        appendFileSync(ballast, Buffer.alloc(4096 * free));
    },
    free: () => rmSync(ballast, { force: true }),
    turnWritable: () => run('mount', '-o', 'remount,rw', path),
    bringBack: () => run('mount', '--bind', aside, path),
    remove: () => {
      for (const where of [path, aside]) {
        try {
          run('umount', '-l', where);
        } catch {
          // It is at one of the two places only.
        }
      }
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** May this process mount a file system? Asked once. */
export const CAN_MOUNT = ((): boolean => {
  try {
    mountSmallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
})();
