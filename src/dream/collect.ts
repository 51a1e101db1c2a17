// A batch: what one run is about. Cut from what is pending by days, and into halves where one fact must be found.
import { MemvaultError } from '../model/errors.ts';
import { type Pending, pendingIds } from '../vault/pending.ts';
import type { View } from '../vault/view.ts';

/**
 * The facts of the first so many days, and all that needs no engine; without those that wait already. Where claims
 * clash, that is settled first: an engine is to see what holds.
 */
export function nextBatch(pending: Pending, waiting: Waiting, maxDays: number): Pending {
  if (maxDays < 1) throw new MemvaultError('usage', '--max-days must be at least 1');
  const open = only(pending, (fact) => !waiting.has(fact));
  if (open.clashes.size > 0) return { ...open, facts: [] };
  const days = [...new Set(open.facts.map(({ day }) => day))].sort().slice(0, maxDays);
  const later = new Set(open.facts.flatMap(({ id, day }) => (days.includes(day) ? [] : [id])));
  return only(open, (fact) => !later.has(fact));
}

type Waiting = Pick<ReadonlySet<string>, 'has'>;

/** In what batches a dream goes on. */
export interface Batches {
  /** The next; an empty one ends the dream. */
  next(pending: Pending, waiting: Waiting, view: View): Pending;
  /**
   * Would nothing come after a batch that leaves this pending? Changes nothing. Where it is missing, any may be the
   * last.
   */
  isLast?(pending: Pending, waiting: Waiting): boolean;
  /** Are there pairs of earlier nights that no batch goes with? Where it is missing, the vault tells. */
  hasQueue?(): boolean;
}

/** All that is pending, by days. */
export function byDays(maxDays: number): Batches {
  const next = (pending: Pending, waiting: Waiting): Pending => nextBatch(pending, waiting, maxDays);
  return { next, isLast: (...after) => isEmpty(next(...after)) };
}

export function isEmpty(pending: Pending): boolean {
  return pendingIds(pending).size === 0;
}

/** Two parts of it, facts in their order, or null where it is about one fact alone. */
export function halves(batch: Pending): [Pending, Pending] | null {
  const ids = [...pendingIds(batch)];
  if (ids.length < 2) return null;
  const first = new Set(ids.slice(0, Math.ceil(ids.length / 2)));
  return [only(batch, (fact) => first.has(fact)), only(batch, (fact) => !first.has(fact))];
}

/** What of it is pending still. */
export function stillPending(batch: Pending, now: Pending): Pending {
  const ids = pendingIds(batch);
  return only(now, (fact) => ids.has(fact));
}

/** The part of it that is about these facts. */
export function only(
  { facts, cited, removed, doubled, unsaid, restated, clashes }: Pending,
  keeps: (fact: string) => boolean,
): Pending {
  return {
    facts: facts.filter((fact) => keeps(fact.id)),
    cited: new Map([...cited].filter(([fact]) => keeps(fact))),
    removed: removed.filter((fact) => keeps(fact.id)),
    doubled: new Map([...doubled].filter(([fact]) => keeps(fact))),
    unsaid: new Map([...unsaid].filter(([fact]) => keeps(fact))),
    restated: new Map([...restated].filter(([fact]) => keeps(fact))),
    clashes: new Map([...clashes].filter(([fact]) => keeps(fact))),
  };
}
