// `memvault` for the tests of one file, of which none asks how a process starts or ends: a process of its own the first
// time for each command and whether it gives JSON, then in the process of the test, since its start takes longer than
// most commands. MEMVAULT_PROCESSES=all leaves all to real processes.
import { join } from 'node:path';
import { faster } from './fast-clock.ts';
import { memvaultHere } from './in-process.ts';
import { type Ended, memvault, type Place, type RunOptions } from './memvault.ts';

const FAST_CLOCK = join(import.meta.dirname, 'model-server/fast-clock.cjs');
const ALL = process.env['MEMVAULT_PROCESSES'] === 'all';

export interface RunnerOptions extends RunOptions {
  /** How many times faster its clock runs; by default it is the real one. */
  readonly factor?: number;
}

export type Runner = (place: Place, args: readonly string[], options?: RunnerOptions) => Promise<Ended>;

/** One for a file. What is sent to a process while it runs, or has it read what is typed, always starts one. */
export function makeRunner(): Runner {
  const seen = new Set<string>();
  return async (place, args, { factor = 1, ...options } = {}) => {
    const { env = place.env, cwd, input = '', onStart, timeoutMs } = options;
    const key = JSON.stringify([
      args.find((arg) => !arg.startsWith('-')),
      valueOf(args, '--engine'),
      args.includes('--json'),
    ]);
    if (
      ALL ||
      !seen.has(key) ||
      onStart !== undefined ||
      timeoutMs !== undefined ||
      input === null ||
      'NODE_OPTIONS' in env
    ) {
      seen.add(key);
      const clock =
        factor === 1
          ? {}
          : { NODE_OPTIONS: `--require ${JSON.stringify(FAST_CLOCK)}`, MEMVAULT_TEST_CLOCK_FACTOR: String(factor) };
      return await memvault(place, args, { ...options, env: { ...env, ...clock } });
    }
    const run = async (): Promise<Ended> =>
      await memvaultHere(place, args, { env, input, ...(cwd === undefined ? {} : { cwd }) });
    return factor === 1 ? await run() : await faster(factor, run);
  };
}

const valueOf = (args: readonly string[], flag: string): string | null =>
  args.includes(flag) ? (args[args.indexOf(flag) + 1] ?? null) : null;
