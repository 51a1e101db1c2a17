// The facts as lines: id, day, what became of it, the statement.
import type { ListedFact } from '../../facts/facts.ts';
import { painter, plain } from '../paint.ts';

export function renderFacts(facts: readonly ListedFact[], color: boolean): string {
  const paint = painter(color);
  return facts
    .map((fact) =>
      [
        paint('dim', fact.id),
        fact.date,
        whatBecame(fact).padEnd(10),
        fact.disposition?.as === 'forgotten'
          ? ''
          : `[${fact.category}] ${plain(fact.content)}` +
            (fact.tags.length > 0 ? paint('dim', ` ${fact.tags.map((tag) => `#${tag}`).join(' ')}`) : ''),
        ...(fact.disposition?.corrected ? [paint('dim', `(corrected by ${fact.disposition.by ?? ''})`)] : []),
      ]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const whatBecame = (fact: ListedFact): string => fact.disposition?.as ?? 'pending';
