// Takes what a server sent as vectors, which may be anything: as many as were asked for, of one length, each of
// numbers. Pure.
import { LLMError } from './errors.ts';

/** More numbers than any model has. */
const MOST_DIMENSIONS = 8192;

/**
 * The vectors, each of length 1; null for one with a number that is none, or with nothing but zeros. Throws LLMError
 * for another count than `count`, and for one of another dimension than the rest or than `dimensions`, where that is
 * known.
 */
export function readVectors(list: unknown, count: number, dimensions: number | null): (Float32Array | null)[] {
  if (!Array.isArray(list) || list.length !== count)
    throw new LLMError(
      `the server was sent ${count} texts and answered with ${Array.isArray(list) ? list.length : 'no'} vectors`,
      { hint: 'look at retrieve.embeddings_model: it has to be one for embeddings' },
    );
  let known = dimensions;
  return list.map((one: unknown) => {
    if (!Array.isArray(one) || one.length === 0 || one.length > MOST_DIMENSIONS)
      throw new LLMError('the server answered with something else than vectors', {
        hint: 'look at retrieve.embeddings_model: it has to be one for embeddings',
      });
    known ??= one.length;
    if (one.length !== known)
      throw new LLMError(`the server answered with vectors of ${known} numbers and of ${one.length}`, {
        hint: 'does it have two models of that name?',
      });
    return normalised(one);
  });
}

function normalised(numbers: readonly unknown[]): Float32Array | null {
  const vector = new Float32Array(numbers.length);
  let sum = 0;
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at];
    if (typeof number !== 'number' || !Number.isFinite(number)) return null;
    vector[at] = number;
    sum += number * number;
  }
  const length = Math.sqrt(sum);
  if (!(length > 1e-20) || !Number.isFinite(length)) return null;
  for (let at = 0; at < vector.length; at++) vector[at] = Number(numbers[at]) / length;
  return vector;
}
