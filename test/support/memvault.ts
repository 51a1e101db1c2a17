// The real program in real processes: temporary folders, a fixed clock, and no trace of the developer's own settings.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The program under test; MEMVAULT_TEST_BIN names another build of it. */
export const BIN = process.env['MEMVAULT_TEST_BIN'] ?? join(import.meta.dirname, '../../bin/memvault.js');

const NOW = '2026-07-01T12:00:00Z';

/** Takes every write permission seriously, even for root. */
const UNPRIVILEGED = `#!/bin/bash
if [ "$(id -u)" = 0 ]; then exec setpriv --bounding-set=-dac_override,-dac_read_search -- "$@"; fi
exec "$@"
`;

/**
 * After a commit, a merge and a fetch git starts itself once more, to see whether it is to tidy up: half of a commit's
 * time.
 */
const WITHOUT_UPKEEP = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'maintenance.auto', GIT_CONFIG_VALUE_0: 'false' };

export interface Place {
  /** Real path of a new folder. Tests work below it. */
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** A folder with a home, a `bin` on the PATH that holds `memvault`, and the environment for both. */
export function makePlace(): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'memvault-cli-')));
  const root = join(base, 'work');
  const bin = join(base, 'bin');
  for (const folder of [root, bin, join(base, 'home')]) mkdirSync(folder);
  symlinkSync(BIN, join(bin, 'memvault'));
  writeFileSync(join(bin, 'unprivileged'), UNPRIVILEGED);
  chmodSync(join(bin, 'unprivileged'), 0o755);
  return {
    root,
    env: {
      HOME: join(base, 'home'),
      XDG_CONFIG_HOME: join(base, 'home', '.config'),
      PATH: [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
      LC_ALL: 'C.UTF-8',
      TZ: 'Europe/Berlin',
      MEMVAULT_NOW: NOW,
      NO_COLOR: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      ...WITHOUT_UPKEEP,
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

export interface Ended {
  /** Null where a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** All of its stdin; null leaves it open for `onStart`. */
  readonly input?: string | null;
  readonly onStart?: (child: ChildProcess) => void;
  /** After so long it is killed: what hangs has met the limit of its test before, and must not stay for ever. */
  readonly timeoutMs?: number;
}

/** Runs `memvault` with these arguments; its stdin is empty unless something is given. */
export async function memvault(place: Place, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return await program(place, process.execPath, [BIN, ...args], options);
}

/** Runs any program in the place. */
export async function program(
  place: Place,
  file: string,
  args: readonly string[],
  { cwd = place.root, env = place.env, input = '', onStart, timeoutMs = 400_000 }: RunOptions = {},
): Promise<Ended> {
  return await new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, timeout: timeoutMs, killSignal: 'SIGKILL' });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => undefined); // It may end before it has read all.
    if (input !== null) child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (status) =>
      resolve({ status, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
    onStart?.(child);
  });
}
