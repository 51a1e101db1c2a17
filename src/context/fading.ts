// Which faded hits a bundle has: what nobody looked at for long makes room for what answers about as well. Pure.
import type { Found } from './found.ts';

/**
 * What has not faded answers about as well when its score is at least this part of the best faded one's. Tried on
 * conversations of which parts had faded: half of it lost four to twenty-nine more in a hundred of the answers that had faded,
 * and found none to five more of the others.
 */
const AS_WELL = 0.8;

export interface Parted {
  readonly kept: readonly Found[];
  /** Faded ones that others answer for. */
  readonly left: readonly Found[];
}

/** `hits`: those that fit the question. Where nothing else answers about as well, the faded ones do. */
export function partFaded(hits: readonly Found[]): Parted {
  const answering = hits.filter(mayAnswer);
  const best = bestOf(hits.filter(isFaded));
  if (answering.length === 0 || bestOf(answering) < AS_WELL * best) return { kept: hits, left: [] };
  return { kept: hits.filter((hit) => !isFaded(hit)), left: hits.filter(isFaded) };
}

const isFaded = ({ faded }: Found): boolean => faded === true;

/** A passage of a note does not fade; among the newest, where nothing has a score, it does not stand for what has. */
const mayAnswer = ({ faded, superseded, kind, score }: Found): boolean => faded !== true && superseded !== true && (kind !== 'text' || score > 0);

const bestOf = (hits: readonly Found[]): number => hits.reduce((best, { score }) => Math.max(best, score), 0);
