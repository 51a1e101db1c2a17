// The claims of the vault that are nearest to a text, for a model to compare it with: current ones, none that is
// forgotten and none that looks like a secret. Pure.
import { findSecrets } from '../markdown/secrets/secrets.ts';
import { isHistory } from '../model/page.ts';
import type { View } from '../vault/view.ts';
import type { PageName } from './reading.ts';

/** A claim of the vault, and the page that it stands on. */
export interface Known extends PageName {
  /** Its name within one call: `v1`, `v2` … */
  readonly id: string;
  readonly says: string;
}

/** Claims that a text is compared with, and the characters of each, at most. */
const MOST = 20;
const LONGEST = 400;

type Terms = (text: string) => readonly string[];

/**
 * Gives a look-up of the nearest claims, the nearest first. The stems of the claims are worked out once for all texts.
 */
export function makeKnown(
  view: Pick<View, 'pages' | 'forgotten' | 'factById' | 'ledger'>,
  terms: Terms,
): (passages: readonly string[]) => Known[] {
  const claims = [...view.pages.values()].flatMap((page) =>
    page.claims
      .filter(
        (claim) =>
          !isHistory(claim) &&
          claim.facts.some((fact) => view.factById.has(fact)) &&
          !claim.facts.some((fact) => view.forgotten.has(fact)) &&
          claim.text.length <= LONGEST,
      )
      .map(({ text }) => ({ page: page.path, title: page.head.title, says: text, terms: new Set(terms(text)) })),
  );
  const spread = new Map<string, number>();
  for (const claim of claims) for (const term of claim.terms) spread.set(term, (spread.get(term) ?? 0) + 1);
  return (passages) => {
    const said = new Set(passages.flatMap((passage) => terms(passage)));
    const scored = claims.map((claim) => {
      let score = 0;
      for (const term of claim.terms)
        if (said.has(term)) score += Math.log(1 + claims.length / (spread.get(term) ?? 1));
      return { claim, score: score / Math.sqrt(claim.terms.size || 1) };
    });
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST)
      .filter(({ claim }) => findSecrets(claim.says).length === 0)
      .map(({ claim: { page, title, says } }, at) => ({ id: `v${at + 1}`, page, title, says }));
  };
}
