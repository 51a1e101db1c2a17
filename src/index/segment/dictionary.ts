// Words in order with the rows that hold them, read from a segment: blocks of words that share their beginnings,
// found by the first word of each. A question reads the sparse index once and then one block a word.
//   sparse   where each block begins, where its postings begin, where its first word begins (a word more each,
//            for the ends), then the first words
//   block    for each word: bytes shared with the one before, bytes of its own, those, bytes of its postings
import {
  BLOCK_TERMS,
  CorruptSegment,
  DICTIONARY,
  emptySink,
  type Packed,
  putBytes,
  putVarint,
  type Sink,
  type Spring,
  takeSink,
  takeVarint,
  wordsOf,
} from './format.ts';
import { bytesOfTerm, compareBytes, type Source, termOfBytes } from './source.ts';

export interface Dictionary {
  readonly count: number;
  /** The bytes of a word's postings; null where it is none of them. */
  find(term: string): Uint8Array | null;
  /** The words that begin so, in code-unit order. */
  startingWith(prefix: string): string[];
}

interface Sparse {
  readonly blocks: number;
  /** Three times blocks + 1: of blocks, of postings, of first words. */
  readonly starts: Uint32Array;
  readonly firsts: Uint8Array;
}

/** A dictionary of `count` words, in three sections from `section` on. Reads nothing yet. */
export function openDictionary(source: Source, section: number, count: number): Dictionary {
  let known: Sparse | null = null;
  const open = (): Sparse => (known ??= readSparse(source, section + DICTIONARY.sparse, count));
  const blocksOf = ({ blocks, starts }: Sparse, from: number, to: number): Uint8Array => {
    const start = starts[from] as number;
    if (to > blocks) throw new CorruptSegment('a block that is not there');
    return source.part(section + DICTIONARY.blocks, start, (starts[to] as number) - start);
  };
  return {
    count,
    find(term) {
      if (count === 0) return null;
      const wanted = bytesOfTerm(term);
      const sparse = open();
      const block = blockOf(sparse, wanted);
      if (block < 0) return null;
      const place = seek(blocksOf(sparse, block, block + 1), wanted);
      return (
        place &&
        source.part(
          section + DICTIONARY.postings,
          (sparse.starts[sparse.blocks + 1 + block] as number) + place[0],
          place[1],
        )
      );
    },
    startingWith(prefix) {
      if (count === 0) return [];
      const wanted = bytesOfTerm(prefix);
      const sparse = open();
      const first = Math.max(0, blockOf(sparse, wanted));
      const last = endOf(sparse, wanted, first);
      const bytes = blocksOf(sparse, first, last);
      return wordsBeginning(bytes, Math.min(count - first * BLOCK_TERMS, (last - first) * BLOCK_TERMS), wanted);
    },
  };
}

/** Those of `count` words that begin so, which stand together: no other becomes a text. */
function wordsBeginning(bytes: Uint8Array, count: number, prefix: Uint8Array): string[] {
  const words: string[] = [];
  walk(bytes, count, (word, length) => {
    let same = 0;
    while (same < prefix.length && same < length && word[same] === prefix[same]) same++;
    if (same === prefix.length) words.push(termOfBytes(word, length));
    return same < prefix.length && words.length > 0 ? false : undefined;
  });
  return words;
}

/**
 * Each of `count` words, in the first `length` of the bytes that `take` gets, until it says false.
 */
function walk(bytes: Uint8Array, count: number, take: (word: Buffer, length: number) => false | undefined): void {
  const spring: Spring = { bytes, at: 0 };
  let current = Buffer.alloc(256);
  let length = 0;
  for (let i = 0; i < count; i++) {
    const shared = takeVarint(spring);
    const own = takeVarint(spring);
    if (shared > length || own > bytes.length - spring.at) throw new CorruptSegment('a word is longer than its block');
    length = shared + own;
    if (length > current.length) current = Buffer.concat([current, Buffer.alloc(length)]);
    for (let at = shared; at < length; at++) current[at] = bytes[spring.at++] as number;
    takeVarint(spring);
    if (take(current, length) === false) return;
  }
}

function readSparse(source: Source, section: number, count: number): Sparse {
  const blocks = Math.ceil(count / BLOCK_TERMS);
  const bytes = source.whole(section);
  const begin = (blocks + 1) * 12;
  if (bytes.length < begin) throw new CorruptSegment('a dictionary is too short');
  return { blocks, starts: wordsOf(bytes.subarray(0, begin)), firsts: bytes.subarray(begin) };
}

/** The last block whose first word is not after the wanted one; -1 for none. */
function blockOf(sparse: Sparse, wanted: Uint8Array): number {
  const { blocks, starts, firsts } = sparse;
  let low = 0;
  let high = blocks;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = 2 * (blocks + 1) + middle;
    if (compareBytes(firsts, starts[at] as number, Math.min(starts[at + 1] as number, firsts.length), wanted) <= 0)
      low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The first block from `first` + 1 on whose words all come after those that begin with the prefix. */
function endOf(sparse: Sparse, prefix: Uint8Array, first: number): number {
  const { blocks, starts, firsts } = sparse;
  let low = first + 1;
  let high = blocks;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = 2 * (blocks + 1) + middle;
    const start = starts[at] as number;
    const end = Math.min(starts[at + 1] as number, firsts.length, start + prefix.length);
    if (compareBytes(firsts, start, end, prefix) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Where the postings of a word stand after those of the block, and their bytes. `held`: bytes that the wanted word and
 * the one before share.
 */
function seek(bytes: Uint8Array, wanted: Uint8Array): [number, number] | null {
  const spring: Spring = { bytes, at: 0 };
  let offset = 0;
  let held = 0;
  while (spring.at < bytes.length) {
    const shared = takeVarint(spring);
    const own = takeVarint(spring);
    const start = spring.at;
    const end = start + own;
    if (end > bytes.length) throw new CorruptSegment('a word is longer than its block');
    spring.at = end;
    const length = takeVarint(spring);
    // It shares less with the word before than the wanted one does: it comes after it.
    if (shared < held) return null;
    if (shared === held) {
      let i = start;
      while (i < end && held < wanted.length && bytes[i] === wanted[held]) {
        i++;
        held++;
      }
      if (i === end && held === wanted.length) return [offset, length];
      // It goes on where the wanted one ends, or with more.
      if (i < end && (held === wanted.length || (bytes[i] as number) > (wanted[held] as number))) return null;
    }
    offset += length;
  }
  return null;
}

// Words in order with the rows that hold them, as a segment keeps them.

export interface PackedDictionary {
  readonly count: number;
  /** In the order of DICTIONARY. */
  readonly sections: readonly Packed[];
}

export interface DictionaryDraft {
  /** Where the postings of the next word are put. */
  readonly postings: Sink;
  /** Says which word they are of. Words in code-unit order, each once. */
  close(term: string): void;
  pack(): PackedDictionary;
}

export function createDictionary(): DictionaryDraft {
  const [postings, blocks, firsts] = [emptySink(), emptySink(), emptySink()];
  const starts: [blocks: number[], postings: number[], firsts: number[]] = [[], [], []];
  let count = 0;
  let begun = 0;
  let last: Uint8Array = new Uint8Array(0);
  const mark = (): void => {
    starts[0].push(blocks.length);
    starts[1].push(begun);
    starts[2].push(firsts.length);
  };
  return {
    postings,
    close(term) {
      const bytes = bytesOfTerm(term);
      let shared = 0;
      if (count++ % BLOCK_TERMS === 0) {
        mark();
        putBytes(firsts, bytes);
      } else while (shared < last.length && shared < bytes.length && last[shared] === bytes[shared]) shared++;
      putVarint(blocks, shared);
      putVarint(blocks, bytes.length - shared);
      putBytes(blocks, bytes.subarray(shared));
      putVarint(blocks, postings.length - begun);
      begun = postings.length;
      last = bytes;
    },
    pack() {
      mark();
      const heads = Uint32Array.from(starts.flat());
      const sparse = Buffer.concat([Buffer.from(heads.buffer), takeSink(firsts)]);
      return {
        count,
        sections: [sparse, takeSink(blocks), takeSink(postings)].map((bytes) => ({ kind: 0, value: 0, bytes })),
      };
    },
  };
}
