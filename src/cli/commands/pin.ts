// `memvault pin`: pins facts by id, one mark each.
import { type Pinned, planPins } from '../../curate/pin.ts';
import { plain } from '../../model/controls.ts';
import type { Fact } from '../../model/fact.ts';
import type { MarkLine } from '../../model/page.ts';
import { followPulled } from '../../tasks/hold-lock.ts';
import { findFactAmong } from '../../tasks/record-by-hand.ts';
import { appendMarks, readMarks } from '../../vault/reviews.ts';
import { forgottenAmong } from '../../vault/tombstones.ts';
import type { Vault } from '../../vault/vault.ts';
import { readFacts } from '../../vault/view.ts';
import { EXIT } from '../exit-codes.ts';
import { type Command, failure, isOn } from '../spec.ts';
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

export const run: Command = async (context, { args, values }) => {
  const { world, vault, answer } = context;
  const mark = isOn(values, 'off') ? 'unpin' : 'pin';
  const { facts, marks } = planPins(findAll(vault, args), mark, readMarks(vault), world.now());
  appendMarks(vault, marks);
  answer.document({ facts: facts.map(({ fact }) => ({ id: fact.id, pinned: mark === 'pin' })) });
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
