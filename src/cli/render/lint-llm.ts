// What came of asking a model for contradictions: how much it was asked, and what was not taken of its answers.
import type { LookedByModel } from '../lint-llm.ts';
import { plural } from '../paint.ts';

/** One sentence for a person. */
export function renderAsked({ pairs, known, answered, found, dropped, reason, model, usage }: LookedByModel): string {
  if (pairs === 0) return 'No two claims of different pages are near enough to ask a model about.';
  const cost = `${plural(usage.calls, 'call')}, ${plural(usage.tokens, 'token')}`;
  const left =
    dropped === 0 ? '' : `; ${dropped} of its answers not taken, since the claims do not say so word for word`;
  const why = reason === null ? '' : `; ${pairs - known - answered.length} not asked about: ${reason}`;
  const named = `named ${plural(found.length, 'contradiction')}`;
  if (known === pairs)
    return (
      `${model} was asked about ` +
      (known === 1 ? 'the one pair' : `all ${known} pairs`) +
      ` of claims before, and ${named}; nothing was asked now`
    );
  return (
    `${model} was asked about ${plural(answered.length, 'pair')} of claims` +
    (known === 0 ? '' : `, before about ${known} more,`) +
    ` and ${named} (${cost})${left}${why}`
  );
}

/** The value of `llm` in the document of lint. */
export function toLlmJson({
  pairs,
  known,
  answered,
  dropped,
  reason,
  model,
  usage,
}: LookedByModel): Record<string, unknown> {
  return { model, pairs, asked: answered.length, known, dropped, reason, usage };
}
