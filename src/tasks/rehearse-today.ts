// The facts of today, and what a dream by the rules would do with them once the day is over. Writes nothing.
import { rehearse } from '../dream/apply.ts';
import { dream, type DreamResult } from '../dream/dreamt.ts';

import { type ListedFact, listFacts } from '../inspect/facts.ts';
import { addDays, dayOf } from '../model/day.ts';
import type { Decision } from '../model/plan.ts';
import { NOTHING_PENDING } from '../vault/pending.ts';
import { readRecalled } from '../vault/recalls.ts';
import type { Context } from './context.ts';
import { rulesFor } from './make-engine.ts';

export interface Today {
  /** The local day. */
  readonly day: string;
  /** None that are forgotten. */
  readonly facts: readonly ListedFact[];
  readonly decisions: readonly Decision[];
  /** With those of earlier days that are pending. */
  readonly runs: DreamResult['runs'];
}

export async function rehearseToday(context: Context, start: Date): Promise<Today> {
  const { vault, settings } = context;
  const day = dayOf(start);
  const { view, runs } = await dream(
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
      today: addDays(day, 1),
      maxDays: settings.consolidate.max_days,
      idleSeconds: settings.consolidate.timeout_seconds,
    },
  );
  const facts = listFacts(
    view,
    NOTHING_PENDING,
    { pending: false, as: null, since: day, until: day, categories: [], tags: [] },
    { today: day, fading: settings.maintain, recalled: readRecalled(vault) },
  )
    .filter((fact) => fact.disposition?.as !== 'forgotten')
    .map((fact) => ({ ...fact, disposition: null }));
  const ids = new Set(facts.map((fact) => fact.id));
  return { day, facts, decisions: runs.flatMap((one) => one.decisions).filter(({ fact }) => ids.has(fact)), runs };
}
