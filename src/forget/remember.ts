// Takes a forgetting back: the fact is pending again, and what said the same with it. Nothing on a page comes back by
// this; the next dream decides on the fact anew.
import { factDigest } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import type { Journal } from '../model/journal.ts';
import { purgedFacts, standingTombstones, type Tombstone } from '../model/tombstone.ts';
import { type HandRun, makeHandRun } from '../vault/record-run.ts';
import { readTombstones, statementDigest, tombstoneAppends } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';

export interface Remembered {
  readonly journal: Journal;
  readonly facts: readonly Fact[];
}

/** Throws `not-found` for a fact that is not forgotten, `refused` for one whose line is gone. */
export function planRemember(
  vault: Vault,
  view: View,
  ids: readonly string[],
  { start, commit }: { readonly start: Date; readonly commit: boolean },
): Remembered {
  const standing = standingTombstones(readTombstones(vault));
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
    summary: facts.length === 1 ? '1 fact pending again' : `${facts.length} facts pending again`,
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
      hint: 'take its line out of .state/tombstones.jsonl',
    });
  throw new MemvaultError('not-found', `${id} is not forgotten`, {
    hint: 'memvault facts --as forgotten lists what is forgotten',
  });
}

/** Facts that are forgotten and say the same. */
function sameAs(view: View, standing: ReadonlyMap<string, readonly Tombstone[]>, id: string): string[] {
  const text = view.factById.get(id)?.text;
  if (text === undefined) return [];
  const digest = statementDigest('', text);
  const purged = purgedFacts(standing);
  return view.facts
    .filter((fact) => view.forgotten.has(fact.id) && !purged.has(fact.id) && statementDigest('', fact.text) === digest)
    .map((fact) => fact.id);
}

/** Tombstones with the digest of its statement: while one of them stands, the statement is forgotten. */
function twinsOf(standing: ReadonlyMap<string, readonly Tombstone[]>, id: string): string[] {
  const own = new Set(
    (standing.get(id) ?? []).flatMap(({ salt, digest }) => (digest === null ? [] : [`${salt ?? ''} ${digest}`])),
  );
  return [...standing]
    .filter(([, stones]) => stones.some(({ salt, digest }) => own.has(`${salt ?? ''} ${digest ?? ''}`)))
    .map(([fact]) => fact);
}
