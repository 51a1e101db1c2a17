// What is tried now and then, on a copy of a clone: a night that is killed, a night that is taken back, a look at what
// a night would do. The year itself goes on as if nothing had been tried.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CITED } from '../../src/model/disposition.ts';
import { readView } from '../../src/vault/view.ts';
import type { rememberDigests } from '../support/files-below.ts';
import { memvault, type Place } from '../support/memvault.ts';
import type { Clone } from '../two-clones/clone.ts';
import { vaultAt } from '../two-clones/state.ts';
import { checkOwn } from './life.ts';
import { differing, DREAM } from './nights.ts';

type Digests = ReturnType<typeof rememberDigests>;

const CACHE = /^\.git(\/|$)|^\.memvault\/cache(\/|$)/;

/** 13.: a dry run writes nothing. */
export async function checkDryRuns(digests: Digests, clone: Clone): Promise<void> {
  const before = digests(clone.root, CACHE);
  await clone.must(['dream', '--dry-run']);
  await clone.must(['lint', '--fix', '--dry-run'], '', [0, 1]);
  await clone.must(['import', '--dry-run']);
  const written = differing(before, digests(clone.root, CACHE));
  if (written.length > 0) throw new Error(`dry runs wrote ${written.join(', ')}`);
}

/**
 * 9.: what was forgotten stands in no file but the logs, and in what somebody else wrote: texts of the inbox and their
 * pages, which are a person's.
 */
export async function checkForgotten(clone: Clone): Promise<void> {
  const { remaining } = JSON.parse((await clone.must(['forget', '--verify', '--json'], '', [0, 1, 3])).stdout) as {
    remaining: { path: string; what: string }[];
  };
  const wrong = remaining.filter(({ path }) => !/^(?:0_Inbox|2_Wiki\/Literature|5_Archives\/Inbox)\//.test(path));
  if (wrong.length > 0)
    throw new Error(
      `${clone.name}: what is forgotten stands there still: ${wrong.map(({ path, what }) => `${path} ${what}`).join(', ')}`,
    );
}

/**
 * What an undo brings back: pages, `index.md` and `MEMORY.md` byte for byte, and what the ledger says of each fact, as
 * far as its page says so, too.
 */
export function stateOfMemory(digests: Digests, root: string): Record<string, string> {
  const view = readView(vaultAt(root));
  const decided = [...view.ledger].filter(
    ([id, { as, page }]) => as !== 'pending' && (!CITED.has(as) || (view.citedOn.get(id) ?? []).includes(page ?? '')),
  );
  return {
    ...digests(root, /^\.git(\/|$)|^\.memvault(\/|$)|^log\.md$/),
    ...Object.fromEntries(decided.map(([id, { as, page }]) => [`ledger of ${id}`, `${as} ${page ?? ''}`])),
  };
}

/** 11.: the runs of the night before are taken back, the last first, on a copy. */
export async function checkUndo(
  digests: Digests,
  clone: Clone,
  before: Readonly<Record<string, string>>,
  runs: number,
): Promise<void> {
  const copy = clone.copy('undone');
  try {
    for (let run = 0; run < runs; run++) {
      copy.time += 60_000;
      await copy.must(['dream', '--undo', '--batch', '--commit']);
    }
    const wrong = differing(before, stateOfMemory(digests, copy.root));
    if (wrong.length > 0) throw new Error(`an undo of the night left ${wrong.join(', ')} otherwise than before`);
    checkOwn(copy);
  } finally {
    copy.remove();
  }
}

/** A night on a copy, behind which the copy must be what the clone is behind its own. */
export interface Ran {
  readonly what: string;
  readonly copy: Clone;
  /** Milliseconds by the clock and of CPU. */
  readonly ms: number;
  readonly cpu: number;
}

/** 6.: a night that is killed among its pages, and the next start, on a copy. */
export async function dreamKilled(place: Place, clone: Clone): Promise<Ran> {
  const copy = clone.copy('killed');
  const killed = await memvault(place, [...DREAM, '--vault', copy.root], {
    env: {
      ...envOf(place, clone),
      NODE_OPTIONS: `--require ${JSON.stringify(join(import.meta.dirname, '../nights/kill.cjs'))}`,
      MEMVAULT_KILL: '.md',
    },
  });
  return { ...(await dreamByProcess(place, clone, copy)), what: `killed (${killed.status ?? 'killed'})` };
}

export const BY_PROCESS = 'a process of its own';

/** A night in a process of its own, as a scheduler starts it, on a copy. */
export async function dreamByProcess(place: Place, clone: Clone, copy: Clone = clone.copy('by-process')): Promise<Ran> {
  const usage = join(place.env['HOME'] ?? '', 'usage.json');
  const start = performance.now();
  const ended = await memvault(place, [...DREAM, '--vault', copy.root], {
    env: {
      ...envOf(place, clone),
      NODE_OPTIONS: `--require ${JSON.stringify(join(import.meta.dirname, '../../bench/parts/report-usage.cjs'))}`,
      MEMVAULT_BENCH_USAGE: usage,
    },
  });
  const ms = performance.now() - start;
  if (ended.status !== 0)
    throw new Error(`as a process the night ended with ${ended.status}: ${ended.stdout}${ended.stderr}`);
  const { userCPUTime, systemCPUTime } = JSON.parse(readFileSync(usage, 'utf8')) as {
    userCPUTime: number;
    systemCPUTime: number;
  };
  return { what: BY_PROCESS, copy, ms, cpu: (userCPUTime + systemCPUTime) / 1000 };
}

function envOf(place: Place, { name, now }: Clone): Record<string, string> {
  return {
    ...place.env,
    MEMVAULT_NOW: now.toISOString(),
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: `${name}@example.org`,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: `${name}@example.org`,
  };
}
