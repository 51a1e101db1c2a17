// The current claims that share the rarest words with a fact, for a person who says which of them it is about. Pure.
import { wordsOf } from '../../language/forgotten-words.ts';
import type { Fact } from '../../model/fact.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import type { View } from '../../vault/view.ts';

/** The nearest first, those of one page before others where they are as near; at most `count`. */
export function nearestClaims(
  fact: Pick<Fact, 'id' | 'text'>,
  { pages, factById, pinned }: Pick<View, 'pages' | 'factById' | 'pinned'>,
  count: number,
): Claim[] {
  const claims = [...pages.values()].flatMap((page) =>
    page.claims.filter(
      (claim) =>
        !isHistory(claim) &&
        claim.sides.length < 2 &&
        !claim.facts.includes(fact.id) &&
        claim.facts.some((id) => factById.has(id)) &&
        !claim.facts.some((id) => pinned.has(id)),
    ),
  );
  const words = claims.map(({ text }) => new Set(wordsOf(text)));
  const spread = new Map<string, number>();
  for (const word of words.flatMap((some) => [...some])) spread.set(word, (spread.get(word) ?? 0) + 1);
  const own = new Set(wordsOf(fact.text));
  const scored = claims.map((claim, at) => {
    const shared = [...(words[at] ?? [])].filter((word) => own.has(word));
    const weight = shared.reduce((sum, word) => sum + Math.log(1 + claims.length / (spread.get(word) ?? 1)), 0);
    return { claim, score: weight / Math.sqrt(1 + (words[at]?.size ?? 0)) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ claim }) => claim);
}
