// Sums that notice damaged bytes, in 32-bit words: four lanes, so that a change of any one word shows. They tell
// damage, not malice.
import type { CacheFile } from '../../model/ports.ts';
import { bytesOf, HEAD, HEAD_BYTES, MAGIC } from './format.ts';
import { wordsOf } from './numbers.ts';

/** Bytes that are read at once; a multiple of sixteen. */
const PIECE = 1 << 20;

type Lanes = [number, number, number, number];

/** Words from `from` on, in fours; what is left of the last four counts as nothing. */
function add(lanes: Lanes, words: Uint32Array, from: number): void {
  let [a, b, c, d] = lanes;
  for (let i = from; i < words.length; i += 4) {
    a = Math.imul(a ^ (words[i] as number), 0x9e3779b1);
    b = Math.imul(b ^ (words[i + 1] as number), 0x85ebca77);
    c = Math.imul(c ^ (words[i + 2] as number), 0xc2b2ae3d);
    d = Math.imul(d ^ (words[i + 3] as number), 0x27d4eb2f);
    a ^= a >>> 15;
    b ^= b >>> 13;
    c ^= c >>> 16;
    d ^= d >>> 14;
  }
  lanes[0] = a;
  lanes[1] = b;
  lanes[2] = c;
  lanes[3] = d;
}

const start = (size: number): Lanes => [size, 0x811c9dc5, ~size, 0x01000193];

/** Of the head without its own first five words, which hold the sums. */
export function sumOfHead(head: Uint32Array): number {
  const lanes = start(HEAD_BYTES);
  add(lanes, head.subarray(HEAD.size, HEAD_BYTES / 4 - ((HEAD_BYTES / 4 - HEAD.size) % 4)), 0);
  let rest = 0;
  for (let i = HEAD_BYTES / 4 - ((HEAD_BYTES / 4 - HEAD.size) % 4); i < HEAD_BYTES / 4; i++)
    rest = Math.imul(rest ^ (head[i] as number), 0x9e3779b1);
  return (
    (lanes[0] ^ Math.imul(lanes[1], 3) ^ Math.imul(lanes[2], 5) ^ Math.imul(lanes[3], 7) ^ Math.imul(rest, 9)) >>> 0
  );
}

/** Two words over all of a segment but the words that hold them. Throws CorruptSegment where it cannot be read. */
export function sumOfFile(file: CacheFile): [number, number] {
  const lanes = start(file.size);
  for (let at = 0; at < file.size; at += PIECE) {
    const words = wordsOf(bytesOf(file, at, Math.min(PIECE, file.size - at)));
    if (at > 0) add(lanes, words, 0);
    else {
      const first = words.slice();
      first[HEAD.checksum] = 0;
      first[HEAD.checksum + 1] = 0;
      add(lanes, first, 0);
    }
  }
  return [(lanes[0] ^ Math.imul(lanes[1], 3)) >>> 0, (lanes[2] ^ Math.imul(lanes[3], 5)) >>> 0];
}

/**
 * Whether every byte of a segment is as it was written. Reads all of it; throws CorruptSegment where it cannot be read.
 */
export function isWhole(file: CacheFile): boolean {
  if (file.size < HEAD_BYTES || file.size % 16 !== 0) return false;
  const head = wordsOf(bytesOf(file, 0, HEAD_BYTES));
  if (head[HEAD.magic] !== MAGIC) return false;
  const [high, low] = sumOfFile(file);
  return head[HEAD.checksum] === high && head[HEAD.checksum + 1] === low;
}
