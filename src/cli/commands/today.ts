// `memvault today`: the facts of today, and what a dream would do with them once the day is over. Writes nothing.
import { rehearse } from '../../dream/apply.ts';
import { dream } from '../../dream/dream.ts';
import { listFacts } from '../../facts/facts.ts';
import { addDays, dayOf } from '../../model/day.ts';
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { rulesFor } from '../make-engine.ts';
import { NOTHING_PENDING } from '../../vault/pending.ts';
import { readRecalled } from '../../vault/recalls.ts';
import { renderToday } from '../render/today.ts';
import { renderReviewsWaiting, renderUpdates, updatesOf } from '../render/updates.ts';
import type { Command } from '../spec.ts';
import { countReviewsWaiting } from '../tag-reviews.ts';

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
