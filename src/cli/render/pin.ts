// What became of pins, one line a fact.
import type { MarkLine } from '../../model/mark.ts';
import type { Pinned } from '../../pin/pin.ts';
import { painter, plain } from '../paint.ts';

const WORDS = { pin: ['pinned', 'pinned already'], unpin: ['not pinned any more', 'not pinned'] } as const;

export function renderPins(facts: readonly Pinned[], mark: MarkLine['mark'], color: boolean): string {
  const paint = painter(color);
  return facts
    .map(({ fact, changed }) =>
      [paint('dim', fact.id), WORDS[mark][changed ? 0 : 1], `[${fact.category}] ${plain(fact.text)}`].join('  '),
    )
    .join('\n');
}
