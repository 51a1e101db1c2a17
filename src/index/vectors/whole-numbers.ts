// Vectors as whole numbers, a byte each: a quarter of the size of what a model gives, and a difference of some
// thousandths in likeness, which is less than two runs of a model differ. Pure.

/** The largest number of a byte with a sign; -128 is left out, so that a vector and its contrary are alike. */
const MOST = 127;

/**
 * A question is compared with many, so it is kept finer. 2,047 × 127 × 8,000 numbers still are a whole number of 31
 * bits.
 */
const MOST_OF_QUESTION = 2047;

/** Numbers that a vector may have for that. */
export const MOST_DIMENSIONS = 8192;

/** A vector of length 1 into `bytes` at `from`; gives what its bytes are to be multiplied by to have length 1 again. */
export function pack(vector: Float32Array, bytes: Int8Array, from: number): number {
  const most = largest(vector);
  let sum = 0;
  for (let at = 0; at < vector.length; at++) {
    const byte = Math.round(((vector[at] as number) / most) * MOST);
    bytes[from + at] = byte;
    sum += byte * byte;
  }
  return 1 / Math.sqrt(sum);
}

export interface Question {
  readonly numbers: Int16Array;
  readonly scale: number;
}

export function packQuestion(vector: Float32Array): Question {
  const most = largest(vector);
  const numbers = Int16Array.from(vector, (number) => Math.round((number / most) * MOST_OF_QUESTION));
  let sum = 0;
  for (const number of numbers) sum += number * number;
  return { numbers, scale: 1 / Math.sqrt(sum) };
}

/**
 * The likeness, -1 to 1, of a question to each of the vectors that stand one behind the other in `bytes`; `scales` are
 * theirs. Into `likeness` from `to` on.
 */
export function compare(
  { numbers, scale }: Question,
  bytes: Int8Array,
  scales: Float32Array,
  likeness: Float32Array,
  to: number,
): void {
  const { length } = numbers;
  for (let one = 0, at = 0; one < scales.length; one++) {
    // Four sums that do not wait for each other.
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let of = 0;
    for (; of + 3 < length; of += 4, at += 4) {
      a = (a + (numbers[of] as number) * (bytes[at] as number)) | 0;
      b = (b + (numbers[of + 1] as number) * (bytes[at + 1] as number)) | 0;
      c = (c + (numbers[of + 2] as number) * (bytes[at + 2] as number)) | 0;
      d = (d + (numbers[of + 3] as number) * (bytes[at + 3] as number)) | 0;
    }
    for (; of < length; of++, at++) a = (a + (numbers[of] as number) * (bytes[at] as number)) | 0;
    likeness[to + one] = (a + b + c + d) * scale * (scales[one] as number);
  }
}

function largest(vector: Float32Array): number {
  let most = 0;
  for (const number of vector) most = Math.max(most, Math.abs(number));
  return most;
}
