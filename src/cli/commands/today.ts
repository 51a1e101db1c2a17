// `memvault today`: the facts of today, and what a dream would do with them once the day is over. Writes nothing.
import { rehearse } from '../../dream/apply.ts';
import { dream } from '../../dream/dreamt.ts';
import { type ListedFact, listFacts } from '../../inspect/facts.ts';
import { plain } from '../../model/controls.ts';
import { addDays, dayOf } from '../../model/day.ts';
import type { Decision } from '../../model/plan.ts';
import { plural } from '../../model/text.ts';
import { rulesFor } from '../../tasks/make-engine.ts';
import { countReviewsWaiting } from '../../tasks/tag-reviews.ts';
import { NOTHING_PENDING } from '../../vault/pending.ts';
import { readRecalled } from '../../vault/recalls.ts';
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { renderReviewsWaiting, renderUpdates, updatesOf } from '../render/updates.ts';
import type { Command } from '../spec.ts';
import { painter } from '../terminal/paint.ts';

// Today's facts, each with the page that it would go to.

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

export const run: Command = async (world, invocation) => {
  const context = await openContext(world, invocation, [], true);
  const { vault, settings, answer } = context;
  const start = world.now();
  const today = dayOf(start);
  const result = await dream(
    {
      vault,
      apply: rehearse,
      makeEngine: rulesFor(context),
      progress: { update: () => undefined, end: () => undefined },
      cancel: { requested: false },
    },
    {
      repeatUndone: true,
      retry: false,
      failures: new Map(),
      reviews: settings.review.nightly,
      start,
      today: addDays(today, 1),
      maxDays: settings.consolidate.max_days,
      idleSeconds: settings.consolidate.timeout_seconds,
    },
  );
  const view = result.view;
  const facts = listFacts(
    view,
    NOTHING_PENDING,
    { pending: false, as: null, since: today, until: today, categories: [], tags: [] },
    { today, fading: settings.maintain, recalled: readRecalled(vault) },
  )
    .filter((fact) => fact.disposition?.as !== 'forgotten')
    .map((fact) => ({ ...fact, disposition: null }));
  const ids = new Set(facts.map((fact) => fact.id));
  const decisions = result.runs.flatMap((one) => one.decisions).filter((decision) => ids.has(decision.fact));
  const runs = result.runs;
  answer.document('today', {
    facts,
    plan: { engine: 'rules', decisions, updates: runs.flatMap(updatesOf), reviews: runs.flatMap((one) => one.reviews) },
  });
  const width = world.stdout.isTerminal ? world.stdout.columns : null;
  answer.print(
    renderToday(
      today,
      facts,
      decisions,
      [...renderUpdates(runs, width), ...renderReviewsWaiting(countReviewsWaiting(context, view))],
      answer.color,
    ),
  );
  return EXIT.done;
};
