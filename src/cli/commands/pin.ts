// `memvault pin`: facts by their ids, one mark each.
import { plain } from '../../model/controls.ts';
import type { Fact } from '../../model/fact.ts';
import { laterThan } from '../../model/group-by.ts';
import { foldMarks, isPinned, type MarkLine } from '../../model/page.ts';
import { followPulled } from '../../tasks/hold-lock.ts';
import { findFactAmong } from '../../tasks/read-records.ts';
import { appendMarks, readMarks } from '../../vault/reviews.ts';
import { forgottenAmong } from '../../vault/tombstones.ts';
import type { Vault } from '../../vault/vault.ts';
import { readFacts } from '../../vault/view.ts';
import { openContext } from '../context.ts';
import { type Command, EXIT, failure, isOn } from '../spec.ts';
import { painter } from '../terminal/face.ts';

// What became of pins, one line a fact.

const WORDS = { pin: ['pinned', 'pinned already'], unpin: ['not pinned any more', 'not pinned'] } as const;

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

/** All or none: a wrong id among several marks nothing. Throws `usage`, `not-found`, `ambiguous`. */
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

// Pins facts and takes pins off: a mark for each that is not so already. Decides; `vault/marks` writes.

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
