// How many statements have faded, will fade soon, and never fade. A statement is a current claim, or a fact that stands
// on no page. Pure.
import { fadedBy, fadesOn, type Fading, type Standing, standingOf } from '../model/confidence.ts';
import { addDays } from '../model/day.ts';
import type { Fact } from '../model/fact.ts';
import { isHistory } from '../model/page.ts';
import type { Recalled } from '../model/recall.ts';
import { isForgotten, type View } from '../vault/view.ts';

/** Days ahead of today that count as soon. */
export const AHEAD = 30;

/** Numbers of statements; each is in one of the three below at most. */
export interface FadingStats {
  readonly statements: number;
  /** Nobody has recalled them for so long that search shows them last. */
  readonly faded: number;
  /** Will have faded `AHEAD` days from today, unless somebody recalls them. */
  readonly soon: number;
  /** Never fade: they are pinned or of a category that never fades, or fading is off. */
  readonly lasting: number;
}

/**
 * Counts as of `today`, a local day. A claim lasts as long as the fact of it that lasts longest. `dayOfTime`: the local
 * day of an ISO time, empty for what is none.
 */
export function fadingOf(
  view: View,
  recalls: readonly (Recalled & { readonly fact: string })[],
  fading: Fading,
  today: string,
  dayOfTime: (at: string) => string,
): FadingStats {
  const last = new Map<string, string>();
  for (const { fact, last: at } of recalls) if ((last.get(fact) ?? '') < at) last.set(fact, at);
  const standings = new Map<string, Standing>();
  const standing = (fact: Fact): Standing => {
    const at = last.get(fact.id);
    const known =
      standings.get(fact.id) ??
      standingOf(
        fact,
        {
          pinned: view.pinned.has(fact.id),
          superseded: view.ledger.get(fact.id)?.as === 'superseded',
          recalled: at === undefined ? null : dayOfTime(at) || null,
        },
        fading,
      );
    standings.set(fact.id, known);
    return known;
  };
  const [isFaded, willFade] = [fadedBy(today, fading), fadedBy(addDays(today, AHEAD), fading)];
  const counts = { statements: 0, faded: 0, soon: 0, lasting: 0 };
  const take = (own: readonly Standing[]): void => {
    counts.statements++;
    if (own.every(isFaded)) counts.faded++;
    else if (own.some((one) => fadesOn(one, fading) === null)) counts.lasting++;
    else if (own.every(willFade)) counts.soon++;
  };
  const stands = new Set<string>();
  for (const { claims } of view.pages.values()) {
    for (const claim of claims) {
      const own = claim.facts.flatMap((id) => view.factById.get(id) ?? []);
      for (const { id } of own) stands.add(id);
      if (own.length > 0 && !isHistory(claim)) take(own.map(standing));
    }
  }
  for (const fact of view.facts) if (!stands.has(fact.id) && !isForgotten(fact.id, view)) take([standing(fact)]);
  return counts;
}
