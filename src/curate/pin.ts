// Plans pins and unpins: one mark for each fact whose state changes.
import type { Fact } from '../model/fact.ts';
import { laterThan } from '../model/group-by.ts';
import { foldMarks, isPinned, type MarkLine } from '../model/page.ts';

export interface Pinned {
  readonly fact: Fact;
  /** Whether its state changes. */
  readonly changed: boolean;
}

export interface Pinning {
  /** Each fact once, in the order given. */
  readonly facts: readonly Pinned[];
  /** The lines to append. */
  readonly marks: readonly MarkLine[];
}

/** Plans the marks that pin or unpin these facts; a fact already in that state gets none. */
export function planPins(
  facts: readonly Fact[],
  mark: MarkLine['mark'],
  lines: readonly MarkLine[],
  now: Date,
): Pinning {
  const marks = foldMarks(lines);
  const asked = [...new Map(facts.map((fact) => [fact.id, fact])).values()];
  const planned = asked.map((fact): Pinned => ({ fact, changed: isPinned(fact, marks) !== (mark === 'pin') }));
  const changed = planned
    .filter((one) => one.changed)
    .map(({ fact }): MarkLine => ({
      fact: fact.id,
      mark,
      at: laterThan(
        now,
        lines.filter((line) => line.fact === fact.id),
      ).toISOString(),
    }));
  return { facts: planned, marks: changed };
}
