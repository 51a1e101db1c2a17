// Makes the runs that forget and remember: turns a plan into a journal with a tombstone for each fact, or with lines
// that lift them.
import { factDigest } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import type { Journal } from '../model/journal.ts';
import { plural } from '../model/text.ts';
import { purgedFacts, standingTombstones, type Tombstone } from '../model/disposition.ts';
import { type HandRun, makeHandRun } from '../vault/record-run.ts';
import { readTombstones, statementDigest, tombstoneAppends, readStanding } from '../vault/tombstones.ts';
import { CATALOGUE_FILE, SUMMARY_FILE, type Vault } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';
import type { ForgetPlan, ForgetWish } from './plan.ts';

export interface ForgetOptions {
  readonly start: Date;
  readonly commit: boolean;
  readonly reason: string | null;
  readonly purge: ForgetWish['purge'];
  /** Run even if only the generated files change, because they contain forgotten words. */
  readonly remake?: boolean;
  /** A salt for a vault that has none yet. */
  readonly newSalt: () => string;
}

/** Null if there is nothing left to do: all of it is forgotten already. */
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

/** Without words of facts or titles of pages, because log.md keeps it forever. */
function summaryOf({ edits, purges }: ForgetPlan, facts: number): string {
  const removed = edits.filter(({ after }) => after === null).length;
  const done = [
    ...(edits.length > removed ? [`taken off ${plural(edits.length - removed, 'page')}`] : []),
    ...(removed > 0 ? [`${plural(removed, 'page')} removed`] : []),
    ...(purges.length > 0 ? [`${plural(purges.length, 'line')} taken out of the daily logs`] : []),
  ];
  if (facts > 0) return [`${plural(facts, 'fact')} forgotten`, ...done].join('; ');
  return (
    'what was forgotten ' + (done.length === 0 ? `taken out of ${SUMMARY_FILE} and ${CATALOGUE_FILE}` : done.join('; '))
  );
}

/**
 * Tombstones for the facts that have none yet, and for those to be purged now; none for facts on pages that only say
 * the same.
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

export interface Remembered {
  readonly journal: Journal;
  readonly facts: readonly Fact[];
}

/** Throws `not-found` for a fact that is not forgotten, `refused` if its line is gone. */
export function planRemember(
  vault: Vault,
  view: View,
  ids: readonly string[],
  { start, commit }: { readonly start: Date; readonly commit: boolean },
): Remembered {
  const standing = readStanding(vault);
  for (const id of ids) mustBeThere(view, standing, id);
  const facts = [...new Set(ids.flatMap((id) => [id, ...sameAs(view, standing, id)]))].flatMap(
    (id) => view.factById.get(id) ?? [],
  );
  const stones = [
    ...new Set([...ids, ...facts.map(({ id }) => id), ...ids.flatMap((id) => twinsOf(standing, id))]),
  ].flatMap((id) => standing.get(id) ?? []);
  const back = new Set(stones.map(({ fact }) => fact));
  const lines = facts.flatMap((fact): HandRun['lines'][number][] => {
    const held = view.ledger.get(fact.id);
    return held?.as === 'forgotten'
      ? [{ fact: fact.id, day: fact.day, as: 'pending', undoes: held.run, digest: factDigest(fact) }]
      : [];
  });
  const left: View = {
    ...view,
    forgotten: new Set([...view.forgotten].filter((id) => !back.has(id) && !facts.some((fact) => fact.id === id))),
  };
  const journal = makeHandRun(vault, left, {
    kind: 'forget',
    start,
    commit,
    changes: [],
    lines,
    about: facts.map(({ id }) => id).join(', '),
    summary: `${plural(facts.length, 'fact')} pending again`,
    more: (run, at) =>
      tombstoneAppends(
        vault,
        stones.map((stone) => ({ fact: stone.fact, undone: true, undoes: stone.run, at, run })),
      ),
  });
  return { journal, facts };
}

function mustBeThere(view: View, standing: ReadonlyMap<string, readonly Tombstone[]>, id: string): void {
  const purged = purgedFacts(standing);
  if (!view.factById.has(id) || [id, ...twinsOf(standing, id)].some((one) => purged.has(one))) {
    if (standing.has(id))
      throw new MemvaultError('refused', `${id} cannot be brought back: its line is gone from the daily log`, {
        hint: 'log it again in other words; the same words stay forgotten',
      });
    throw new MemvaultError('not-found', `no fact has the id ${id}`, {
      hint: 'memvault facts --as forgotten lists what is forgotten',
    });
  }
  if (
    standing.has(id) ||
    view.ledger.get(id)?.as === 'forgotten' ||
    sameAs(view, standing, id).some((one) => standing.has(one))
  )
    return;
  if (view.forgotten.has(id))
    throw new MemvaultError('refused', `${id} is forgotten by a file of an older layout`, {
      hint: 'delete its line from .state/tombstones.jsonl',
    });
  throw new MemvaultError('not-found', `${id} is not forgotten`, {
    hint: 'memvault facts --as forgotten lists what is forgotten',
  });
}

/** Forgotten facts with the same statement. */
function sameAs(view: View, standing: ReadonlyMap<string, readonly Tombstone[]>, id: string): string[] {
  const text = view.factById.get(id)?.text;
  if (text === undefined) return [];
  const digest = statementDigest('', text);
  const purged = purgedFacts(standing);
  return view.facts
    .filter((fact) => view.forgotten.has(fact.id) && !purged.has(fact.id) && statementDigest('', fact.text) === digest)
    .map((fact) => fact.id);
}

/** Tombstones with the digest of its statement: as long as one of them is in force, the statement is forgotten. */
function twinsOf(standing: ReadonlyMap<string, readonly Tombstone[]>, id: string): string[] {
  const own = new Set(
    (standing.get(id) ?? []).flatMap(({ salt, digest }) => (digest === null ? [] : [`${salt ?? ''} ${digest}`])),
  );
  return [...standing]
    .filter(([, stones]) => stones.some(({ salt, digest }) => own.has(`${salt ?? ''} ${digest ?? ''}`)))
    .map(([fact]) => fact);
}
