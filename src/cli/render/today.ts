// Today's facts, each with the page that it would go to.
import type { ListedFact } from '../../facts/facts.ts';
import type { Decision } from '../../model/plan.ts';
import { painter, plain, plural } from '../paint.ts';

/** `changes`: what a dream would change in what is current, a line each. */
export function renderToday(
  day: string,
  facts: readonly ListedFact[],
  decisions: readonly Decision[],
  changes: readonly string[],
  color: boolean,
): string {
  if (facts.length === 0)
    return `Nothing was logged today (${day}). Log a fact: memvault log "User prefers tabs" -c preference`;
  const paint = painter(color);
  const plan = new Map(decisions.map((decision) => [decision.fact, decision]));
  const lines = facts.flatMap((fact) => {
    const decision = plan.get(fact.id);
    return [
      `${paint('dim', fact.id)}  [${fact.category}] ${plain(fact.content)}`,
      ...(decision ? [paint('dim', `            → ${goesTo(decision)}`)] : []),
    ];
  });
  return [
    paint('bold', `${plural(facts.length, 'fact')} today (${day})`),
    ...lines,
    ...changes,
    paint('dim', 'A dream does this once the day is over; search finds all of it now.'),
  ].join('\n');
}

function goesTo(decision: Decision): string {
  if (decision.as === 'duplicate') return `${decision.page ?? ''}: says the same as ${decision.of ?? ''}`;
  if (decision.as === 'superseded') return `${decision.page ?? ''}: past, replaced by ${decision.by ?? ''}`;
  if (decision.as === 'conflict') return `${decision.page ?? ''}: contradicts ${decision.with ?? ''}`;
  return decision.page === undefined ? `${decision.as}: ${decision.reason}` : `${decision.page}: ${decision.reason}`;
}
