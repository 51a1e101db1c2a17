// What must hold after one operation of a command went wrong: clear words, daily logs as they were, and after the
// next run without a fault the bytes of a run that nobody disturbed. Gives complaints; a test expects none.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CrashVault } from './crash-vault.ts';
import { type Disturbed, type Fault, memvaultWithFault, type Operations, twoAtATime } from './faults.ts';
import { hashFolder } from './folder-hash.ts';

/** All numbers in all ways instead of those that a test has time for. */
export const ALL = (process.env['MEMVAULT_CRASH'] ?? '') === 'all';

export interface Operation {
  /** Of the folder that a copy is made of. */
  readonly from: string;
  readonly args: readonly string[];
  /** Of the next run, where it is another command. */
  readonly next?: readonly string[];
  /** True where nobody would run the command again: of what can be done twice there is no such case. */
  readonly isOver?: (vault: string, status: number | null) => boolean;
  /** What is compared in the end; by default all bytes but those of caches. */
  readonly compare?: (vault: string) => unknown;
}

export interface Traced {
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  readonly expected: unknown;
}

/** The command without a fault: what it does, and what comes of it. Throws where it does not end with 0. */
export async function trace(base: CrashVault, operation: Operation): Promise<Traced> {
  const vault = base.copy('traced', operation.from);
  const { status, stderr, writes, reads } = await memvaultWithFault(base.place, vault, operation.args, null);
  if (status !== 0) throw new Error(`memvault ${operation.args.join(' ')}: ${status}\n${stderr}`);
  const unclean = leftovers(vault);
  if (unclean.length > 0) throw new Error(`memvault ${operation.args.join(' ')} leaves ${unclean.join(', ')}`);
  return { writes, reads, expected: await compared(operation, vault) };
}

const compared = async (operation: Operation, vault: string): Promise<unknown> =>
  await (operation.compare ?? hashFolder)(vault);

/**
 * Runs the command once with each fault, two at a time, and then once more without. Two that left the same folder
 * have the same next run, so it is run once for both (with `ALL`, for each).
 */
export async function complaintsAbout(
  base: CrashVault,
  operation: Operation,
  traced: Traced,
  faults: readonly Fault[],
): Promise<string[]> {
  const next = new Map<string, Promise<string[]>>();
  const found = await twoAtATime(faults, async (fault) => {
    // No system's word in the name: it must stand in what the program says, not in a path there.
    const vault = base.copy(`${fault.of}-${fault.how}-${fault.at}`, operation.from);
    const logs = hashFolder(join(vault, 'daily'));
    const ended = await memvaultWithFault(base.place, vault, operation.args, fault);
    const complaints = [
      ...wordsOf(ended, fault),
      ...(isSame(hashFolder(join(vault, 'daily')), logs) ? [] : ['a daily log was changed']),
    ];
    if (ended.status === 0) {
      const reached = await compared(operation, vault);
      if (!isSame(reached, traced.expected))
        complaints.push(`it ended with 0, and ${difference(reached, traced.expected)}`);
    }
    const isOver = operation.isOver?.(vault, ended.status) ?? false;
    const state =
      ALL || operation.compare
        ? vault
        : JSON.stringify([isOver, hashFolder(vault, NOT_TOLD_APART), leftovers(vault).map(withoutNumbers)]);
    const again = next.get(state) ?? nextRun(base, operation, traced, vault, isOver);
    next.set(state, again);
    complaints.push(...(await again));
    rmSync(vault, { recursive: true, force: true });
    return complaints.map(
      (complaint) =>
        `${fault.how} ${fault.code ?? ''} at ${fault.of} ${fault.at}, ${withoutNumbers(ended.fired ?? 'never reached')}: ${complaint}`,
    );
  });
  return found.flat();
}

const NOT_TOLD_APART = /^\.memvault\/(cache\/|lock|state\.json)|\.tmp$/;
const withoutNumbers = (path: string): string =>
  path.replace(/\.[0-9a-z-]+\.tmp$/, '.tmp').replace(/lock\.\d+$/, 'lock.N');

async function nextRun(
  base: CrashVault,
  operation: Operation,
  traced: Traced,
  vault: string,
  isOver: boolean,
): Promise<string[]> {
  const complaints: string[] = [];
  if (!isOver) {
    const { status, stderr } = await base.run(vault, operation.next ?? operation.args);
    if (status !== 0) complaints.push(`the next run ended with ${status}: ${stderr}`);
  }
  const reached = await compared(operation, vault);
  if (!isSame(reached, traced.expected)) complaints.push(`after the next run ${difference(reached, traced.expected)}`);
  const left = isOver ? [] : leftovers(vault);
  if (left.length > 0) complaints.push(`after the next run there is ${left.map(withoutNumbers).join(', ')}`);
  return complaints;
}

/** A full disk and a broken one are no defects: they are told in words, with what to do. */
function wordsOf(ended: Disturbed, fault: Fault): string[] {
  if (ended.fired === null)
    return [`nothing went wrong: it did ${ended.writes.length} writes and ${ended.reads.length} reads`];
  if (fault.how === 'kill' || fault.how === 'half-kill')
    return ended.status === null ? [] : [`it ended with ${ended.status} and was not killed`];
  if (/^ {4}at |defect of memvault/m.test(ended.stderr)) return [`a stack where words should be:\n${ended.stderr}`];
  if (ended.status === 0) return [];
  if (ended.status !== 2 && ended.status !== 3) return [`it ended with ${ended.status}`];
  const code = fault.code ?? 'EIO';
  // A system that writes a part says how much of it, and no word.
  const isTold =
    ended.stderr.includes(code) ||
    ended.stdout.includes(code) ||
    (fault.how === 'half' && /only \d+ of \d+ bytes/.test(ended.stderr));
  if (!isTold) return [`it does not say ${code}: ${ended.stderr}${ended.stdout}`];
  return ended.status === 3 || /^memvault: .*\n {2}\S/.test(ended.stderr) ? [] : [`there is no hint: ${ended.stderr}`];
}

/** Temporary files, locks that nobody holds, runs that are not done. */
export function leftovers(vault: string): string[] {
  const paths = readdirSync(vault, { recursive: true, encoding: 'utf8' });
  const runs = paths
    .filter((path) => path.endsWith('/journal.json'))
    .filter((path) => !paths.includes(path.replace(/journal\.json$/, 'done')));
  return [...paths.filter((path) => /\.tmp$|^\.memvault\/lock|journal\.damaged$/.test(path)), ...runs].sort();
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function difference(reached: unknown, expected: unknown): string {
  const one = (reached ?? {}) as Record<string, unknown>;
  const other = (expected ?? {}) as Record<string, unknown>;
  const paths = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (path) => !isSame(one[path], other[path]),
  );
  return `these differ from an undisturbed run: ${paths.map((path) => `${path}${path in one ? '' : ' (missing)'}${path in other ? '' : ' (too many)'}`).join(', ')}`;
}

/** `how` at each operation of the kind; with `every` only at each so-manieth, from `first` on. */
export function faultsAt(
  traced: Traced,
  of: Operations,
  how: Fault['how'],
  more: { code?: string | ((at: number) => string); every?: number; first?: number; only?: RegExp } = {},
): Fault[] {
  const list = of === 'write' ? traced.writes : traced.reads;
  const { code, every = 1, first = 1, only = /(?:)/ } = more;
  return list.flatMap((text, index) => {
    const at = index + 1;
    if (!only.test(text) || (!ALL && (at < first || (at - first) % every !== 0))) return [];
    const word = typeof code === 'function' ? code(at) : code;
    return [{ of, at, how, ...(word === undefined ? {} : { code: word }) }];
  });
}
