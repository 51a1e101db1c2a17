// Forgetting as a run: the plan to a journal, with a tombstone for each fact. The journal is carried out like every run
// that a person makes.
import type { Journal } from '../model/journal.ts';
import { standingTombstones, type Tombstone } from '../model/tombstone.ts';
import { makeHandRun } from '../vault/record-run.ts';
import { readTombstones, statementDigest, tombstoneAppends } from '../vault/tombstones.ts';
import { CATALOGUE_FILE, SUMMARY_FILE, type Vault } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';
import type { ForgetPlan, ForgetWish } from './plan.ts';

export interface ForgetOptions {
  readonly start: Date;
  readonly commit: boolean;
  readonly reason: string | null;
  readonly purge: ForgetWish['purge'];
  /** The files that are made from the pages are worth a run of their own: they say what is forgotten. */
  readonly remake?: boolean;
  /** A salt for a vault that has none yet. */
  readonly newSalt: () => string;
}

/** Null where nothing is left to do: all of it is forgotten already. */
export function makeForget(vault: Vault, view: View, plan: ForgetPlan, options: ForgetOptions): Journal | null {
  const { start, commit } = options;
  const stones = newStones(vault, view, plan, options);
  if (stones.length + plan.edits.length + plan.lines.length + plan.purges.length === 0 && options.remake !== true)
    return null;
  const after: View = { ...view, forgotten: new Set([...view.forgotten, ...plan.forgotten.map(({ id }) => id)]) };
  const ids = plan.forgotten.length > 0 ? plan.forgotten.map(({ id }) => id) : plan.lines.map(({ fact }) => fact);
  return makeHandRun(vault, after, {
    kind: 'forget',
    start,
    commit,
    changes: [],
    edits: plan.edits,
    purges: plan.purges,
    lines: plan.lines,
    about:
      ids.length === 0
        ? 'what a merge brought'
        : ids.length > 5
          ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more`
          : ids.join(', '),
    summary: summaryOf(plan, ids.length),
    more: (run, at) =>
      tombstoneAppends(
        vault,
        stones.map((stone) => ({ ...stone, at, run })),
      ),
  });
}

/** No word of a fact, no title of a page: this stands in log.md for good. */
function summaryOf({ edits, purges }: ForgetPlan, facts: number): string {
  const removed = edits.filter(({ after }) => after === null).length;
  const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
  const done = [
    ...(edits.length > removed ? [`taken off ${count(edits.length - removed, 'page')}`] : []),
    ...(removed > 0 ? [`${count(removed, 'page')} removed`] : []),
    ...(purges.length > 0 ? [`${count(purges.length, 'line')} taken out of the daily logs`] : []),
  ];
  if (facts > 0) return [`${count(facts, 'fact')} forgotten`, ...done].join('; ');
  return (
    'what was forgotten ' + (done.length === 0 ? `taken out of ${SUMMARY_FILE} and ${CATALOGUE_FILE}` : done.join('; '))
  );
}

/**
 * For the facts that have none yet, and for those that are to be purged now; for what a page cites that only says the
 * same, none.
 */
function newStones(
  vault: Vault,
  view: View,
  plan: ForgetPlan,
  { reason, purge, newSalt }: ForgetOptions,
): Omit<Tombstone, 'at' | 'run'>[] {
  const lines = readTombstones(vault);
  const standing = standingTombstones(lines);
  const ids = new Set([
    ...plan.forgotten.map(({ id }) => id),
    ...plan.lines.flatMap(({ fact, as }) => (as === 'forgotten' ? [fact] : [])),
  ]);
  const salts = lines.flatMap((line) => ('salt' in line && line.salt !== null ? [line.salt] : []));
  const salt = salts[0] ?? newSalt();
  return [...ids].flatMap((id): Omit<Tombstone, 'at' | 'run'>[] => {
    const stones = standing.get(id) ?? [];
    const fact = view.factById.get(id);
    const isPurged = purge && fact !== undefined && plan.purges.some((one) => one.fact === id);
    const isComplete = stones.some(
      (stone) => (stone.digest !== null || fact === undefined) && (!isPurged || stone.purged === true),
    );
    if (isComplete) return [];
    const known = stones.find((stone) => stone.digest !== null);
    const digest = fact
      ? { salt, digest: statementDigest(salt, fact.text) }
      : { salt: known?.salt ?? null, digest: known?.digest ?? null };
    return [
      { fact: id, ...digest, ...(reason === null ? {} : { reason }), ...(isPurged ? { purged: true as const } : {}) },
    ];
  });
}
