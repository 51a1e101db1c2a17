// `memvault pin`: pins facts by id, one mark each.
import { plain } from '../../model/controls.ts';
import type { Fact } from '../../model/fact.ts';
import { laterThan } from '../../model/group-by.ts';
import { foldMarks, isPinned, type MarkLine } from '../../model/page.ts';
import { followPulled } from '../../tasks/hold-lock.ts';
import { findFactAmong } from '../../tasks/record-by-hand.ts';
import { appendMarks, readMarks } from '../../vault/reviews.ts';
import { forgottenAmong } from '../../vault/tombstones.ts';
import type { Vault } from '../../vault/vault.ts';
import { readFacts } from '../../vault/view.ts';
import { openContext } from '../context.ts';
import { type Command, EXIT, failure, isOn } from '../spec.ts';
import { painter } from '../terminal/face.ts';

// Reports the pins, one line per fact.

const WORDS = { pin: ['pinned', 'pinned already'], unpin: ['unpinned', 'not pinned'] } as const;

function renderPins(facts: readonly Pinned[], mark: MarkLine['mark'], color: boolean): string {
  const paint = painter(color);
  return facts
    .map(({ fact, changed }) =>
      [paint('dim', fact.id), WORDS[mark][changed ? 0 : 1], `[${fact.category}] ${plain(fact.text)}`].join('  '),
    )
    .join('\n');
}

export const run: Command = async (world, invocation) => {
  const context = await openContext(world, invocation);
  const { vault, answer } = context;
  const mark = isOn(invocation.values, 'off') ? 'unpin' : 'pin';
  const { facts, marks } = planPins(findAll(vault, invocation.args), mark, readMarks(vault), world.now());
  appendMarks(vault, marks);
  answer.document('pin', { facts: facts.map(({ fact }) => ({ id: fact.id, pinned: mark === 'pin' })) });
  answer.report(renderPins(facts, mark, answer.color));
  await followPulled(context, 'pin');
  return EXIT.done;
};

/** All or nothing: one wrong id, and no fact is marked. Throws `usage`, `not-found`, `ambiguous`. */
function findAll(vault: Vault, ids: readonly string[]): Fact[] {
  const facts = readFacts(vault);
  const forgotten = forgottenAmong(vault, facts);
  return ids.map((id) => {
    const fact = findFactAmong(facts, id, () => forgotten);
    if (forgotten.has(fact.id))
      throw failure('refused', `${fact.id} was forgotten`, `memvault forget --undo ${fact.id} remembers it again`);
    return fact;
  });
}

// Plans pins and unpins: one mark for each fact whose state changes. `vault/marks` writes them.

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
