// Pins facts and takes pins off: a mark for each that is not so already. Decides; `vault/marks` writes.
import type { Fact } from '../model/fact.ts';
import { laterThan } from '../model/group-by.ts';
import { foldMarks, isPinned, type MarkLine } from '../model/page.ts';

export interface Pinned {
  readonly fact: Fact;
  /** It was not so before. */
  readonly changed: boolean;
}

export interface Pinning {
  /** Each fact once, in the order asked for. */
  readonly facts: readonly Pinned[];
  /** To be appended. */
  readonly marks: readonly MarkLine[];
}

/** What is to be marked so that these facts are pinned, or are not; a fact that is so already gets no mark. */
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
