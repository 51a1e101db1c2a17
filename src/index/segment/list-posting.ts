// The rows of a term one by one, as they are where few documents hold it.
import type { Posting } from '../view.ts';

/** `rows` ascending; `frequencies` beside them, null where all are 1. */
export function createListPosting(field: number, rows: Int32Array, frequencies: Uint16Array | null): Posting {
  let most = 1;
  if (frequencies !== null)
    for (let i = 0; i < frequencies.length; i++) if ((frequencies[i] as number) > most) most = frequencies[i] as number;
  return { field, count: rows.length, most, bits: null, often: once, rows, frequencies };
}

const once = (): number => 1;
