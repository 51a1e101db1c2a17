// Which sentences say most of a text: those nearest to the middle of all (the centroid of their weighted stems, as
// Radev and others did for summaries), and of those that say the same only one. Pure; its time grows linearly with the
// text.

interface Weighed {
  readonly at: number;
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
  readonly score: number;
}

/** What the first sentence gets on top; those behind it get less and less. */
const FIRST = 0.15;
/** A sentence with fewer stems scores less, since it mostly leans on those around it. */
const ENOUGH = 8;
/** Two sentences that are so alike (cosine) say the same. */
const SAME = 0.6;

/** The indexes of at most `most` sentences, ascending. `terms`: the stems of each sentence. */
export function pickCentral(terms: readonly (readonly string[])[], most: number): number[] {
  const spread = new Map<string, number>();
  for (const one of terms) for (const term of new Set(one)) spread.set(term, (spread.get(term) ?? 0) + 1);
  const vectors = terms.map((one) => weigh(one, spread, terms.length));
  const middle = new Map<string, number>();
  for (const { weights, length } of vectors)
    for (const [term, weight] of weights) middle.set(term, (middle.get(term) ?? 0) + weight / length);
  const size = lengthOf(middle);
  const scored = vectors.map(({ weights, length }, at): Weighed => {
    let score = 0;
    for (const [term, weight] of weights) score += weight * (middle.get(term) ?? 0);
    return {
      at,
      weights,
      length,
      score:
        weights.size === 0
          ? 0
          : (score / length / size) * Math.min(1, Math.sqrt(weights.size / ENOUGH)) + FIRST / (1 + at),
    };
  });
  const picked: Weighed[] = [];
  for (const one of scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.at - b.at)) {
    if (picked.length === most) break;
    if (picked.every((other) => likeness(one, other) < SAME)) picked.push(one);
  }
  return picked.map(({ at }) => at).sort((a, b) => a - b);
}

function weigh(
  terms: readonly string[],
  spread: ReadonlyMap<string, number>,
  sentences: number,
): { readonly weights: ReadonlyMap<string, number>; readonly length: number } {
  const weights = new Map<string, number>();
  for (const term of terms)
    weights.set(term, (weights.get(term) ?? 0) + Math.log(1 + sentences / (spread.get(term) ?? 1)));
  return { weights, length: lengthOf(weights) };
}

/** The Euclidean length; 1 for no weights at all, so that one may divide by it. */
function lengthOf(weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const weight of weights.values()) sum += weight * weight;
  return Math.sqrt(sum) || 1;
}

function likeness(a: Weighed, b: Weighed): number {
  const [few, many] = a.weights.size < b.weights.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of few.weights) sum += weight * (many.weights.get(term) ?? 0);
  return sum / a.length / b.length;
}
