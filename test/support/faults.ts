// Runs the program while one of its operations on the files of a vault goes wrong, by number; fault.cjs does that, in
// the process of the test, or loaded before a process of its own. And goes through many numbers, two at a time.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { memvaultHere } from './in-process.ts';
import { type Ended, type Place, program } from './memvault.ts';

const FAULT = join(import.meta.dirname, 'fault.cjs');
/**
 * Kills end real processes where all is to be tried; else the process of the test plays dead, since starting another
 * takes longer than all else.
 */
const REALLY_KILLS = (process.env['MEMVAULT_CRASH'] ?? '') === 'all';
const KILLS: ReadonlySet<Fault['how']> = new Set(['kill', 'half-kill']);
/** fault.cjs in this process; loaded with the first fault. */
let here:
  | {
      arm(spec: object): object;
      disarm(armed: object): Pick<Disturbed, 'writes' | 'reads' | 'fired'> & { readonly dead: boolean };
    }
  | undefined;

export type Operations = 'write' | 'read';

export interface Fault {
  /** What is numbered: operations that write, or that look. */
  readonly of: Operations;
  /** Which one goes wrong, from 1. */
  readonly at: number;
  /** How it goes wrong, as fault.cjs says. */
  readonly how: 'fail' | 'half' | 'after' | 'stay' | 'kill' | 'half-kill' | 'run';
  /** The system's word for it. */
  readonly code?: string;
  /** What `run` runs before it, in sh. */
  readonly command?: string;
}

export interface Disturbed extends Ended {
  /** `name path` of each, in their order; up to the kill where one came. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  /** The operation that went wrong; null where the program did not come so far. */
  readonly fired: string | null;
}

let reports = 0;

/**
 * Runs `memvault` on a vault with a fault; with `null` it is only traced. `itself`: a kill ends a process of its own.
 */
export async function memvaultWithFault(
  place: Place,
  vault: string,
  args: readonly string[],
  fault: Fault | null,
  more: { env?: Readonly<Record<string, string>>; input?: string; itself?: boolean } = {},
): Promise<Disturbed> {
  const what = {
    root: vault,
    ...(fault === null
      ? {}
      : { of: fault.of, at: fault.at, do: fault.how, code: fault.code ?? 'EIO', command: fault.command }),
  };
  if (fault === null || !KILLS.has(fault.how) || !(more.itself ?? REALLY_KILLS))
    return await disturbedHere(place, [...args, '--vault', vault], what, more);
  const report = join(dirname(place.root), `report-${++reports}.json`);
  const spec = { ...what, report };
  const ended = await program(
    place,
    process.execPath,
    ['--require', FAULT, join(dirname(place.root), 'bin', 'memvault'), ...args, '--vault', vault],
    {
      env: { ...place.env, ...more.env, MEMVAULT_FAULT: JSON.stringify(spec) },
      input: more.input ?? '',
    },
  );
  if (!existsSync(report))
    throw new Error(`fault.cjs left no report; memvault ended with ${ended.status}\n${ended.stderr}`);
  const { writes, reads, fired } = JSON.parse(readFileSync(report, 'utf8')) as Pick<
    Disturbed,
    'writes' | 'reads' | 'fired'
  >;
  return { ...ended, writes, reads, fired };
}

async function disturbedHere(
  place: Place,
  args: readonly string[],
  what: object,
  { env, input = '' }: { env?: Readonly<Record<string, string>>; input?: string },
): Promise<Disturbed> {
  here ??= createRequire(import.meta.url)(FAULT) as NonNullable<typeof here>;
  const armed = here.arm({ ...what, here: true });
  const ended = await memvaultHere(place, args, { env: { ...place.env, ...env }, input });
  const { dead, ...happened } = here.disarm(armed);
  return { ...(dead ? { ...ended, status: null, stderr: '' } : ended), ...happened };
}

/** Does the work for each item, two at a time, and gives the results in their order. The first that throws ends it. */
export async function twoAtATime<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T);
  };
  await Promise.all([worker(), worker()]);
  return results;
}
