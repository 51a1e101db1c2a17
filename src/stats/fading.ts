// How many statements have faded, will soon, and never do. A statement is a claim that is current, or a fact that stands on
// no page. Pure.
import { type Fading, fadedBy, fadesOn, type Standing, standingOf } from '../model/confidence.ts';
import { addDays } from '../model/day.ts';
import type { Fact } from '../model/fact.ts';
import { isHistory } from '../model/page.ts';
import type { Recalled } from '../model/recall.ts';
import type { View } from '../vault/view.ts';

/** Days that are looked ahead. */
export const AHEAD = 30;

export interface FadingStats {
  readonly statements: number;
  /** Nobody has looked at them for so long that search shows them last. */
  readonly faded: number;
  /** Will have by `AHEAD` days from today, unless somebody recalls them. */
  readonly soon: number;
  /** Pinned, or of a category that never fades, or fading is off. */
  readonly lasting: number;
}

export function fadingOf(view: View, recalls: readonly (Recalled & { readonly fact: string })[], fading: Fading, today: string, dayOfTime: (at: string) => string): FadingStats {
  const last = new Map<string, string>();
  for (const { fact, last: at } of recalls) if ((last.get(fact) ?? '') < at) last.set(fact, at);
  const standings = new Map<string, Standing>();
  const standing = (fact: Fact): Standing => {
    const at = last.get(fact.id);
    const known = standings.get(fact.id) ?? standingOf(fact, { pinned: view.pinned.has(fact.id), superseded: view.ledger.get(fact.id)?.as === 'superseded', recalled: at === undefined ? null : dayOfTime(at) || null }, fading);
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
  for (const fact of view.facts) if (!stands.has(fact.id) && !view.forgotten.has(fact.id) && view.ledger.get(fact.id)?.as !== 'forgotten') take([standing(fact)]);
  return counts;
}
