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
  firstPlace,
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

interface Sparse {
  readonly blocks: number;
  /** Three times blocks + 1: of blocks, of postings, of first words. */
  readonly starts: Uint32Array;
  readonly firsts: Uint8Array;
}

/** A dictionary of `count` words, in three sections from `section` on. Reads nothing yet. */
export class Dictionary {
  readonly count: number;
  private readonly source: Source;
  private readonly section: number;
  private known: Sparse | null = null;

  constructor(source: Source, section: number, count: number) {
    this.source = source;
    this.section = section;
    this.count = count;
  }

  /** The bytes of a word's postings; null where it is none of them. */
  find(term: string): Uint8Array | null {
    const wanted = bytesOfTerm(term);
    const block = this.blockOf(wanted);
    if (block < 0) return null;
    const place = seek(this.blocks(block, block + 1), wanted);
    if (place === null) return null;
    const { starts, blocks } = this.sparse();
    const start = starts[blocks + 1 + block] as number;
    return this.source.part(this.section + DICTIONARY.postings, start + place[0], place[1]);
  }

  /** The words that begin so, in code-unit order. */
  startingWith(prefix: string): string[] {
    if (this.count === 0) return [];
    const wanted = bytesOfTerm(prefix);
    const first = Math.max(0, this.blockOf(wanted));
    // Those whose first word comes after all that begin so hold none of them.
    const last = Math.max(
      first + 1,
      firstPlace(this.sparse().blocks, (block) => this.compare(block, wanted, wanted.length) <= 0),
    );
    const most = Math.min(this.count - first * BLOCK_TERMS, (last - first) * BLOCK_TERMS);
    return wordsBeginning(this.blocks(first, last), most, wanted);
  }

  /** The last block whose first word is not after the wanted one; -1 for none. */
  private blockOf(wanted: Uint8Array): number {
    return firstPlace(this.sparse().blocks, (block) => this.compare(block, wanted, Infinity) <= 0) - 1;
  }

  /** The order of `most` bytes of a block's first word and the wanted one. */
  private compare(block: number, wanted: Uint8Array, most: number): number {
    const { blocks, starts, firsts } = this.sparse();
    const at = 2 * (blocks + 1) + block;
    const start = starts[at] as number;
    return compareBytes(firsts, start, Math.min(starts[at + 1] as number, firsts.length, start + most), wanted);
  }

  private blocks(from: number, to: number): Uint8Array {
    const { blocks, starts } = this.sparse();
    if (to > blocks) throw new CorruptSegment('a block that is not there');
    const start = starts[from] as number;
    return this.source.part(this.section + DICTIONARY.blocks, start, (starts[to] as number) - start);
  }

  private sparse(): Sparse {
    if (this.known !== null) return this.known;
    const blocks = Math.ceil(this.count / BLOCK_TERMS);
    const begin = (blocks + 1) * 12;
    const bytes = blocks === 0 ? new Uint8Array(begin) : this.source.whole(this.section + DICTIONARY.sparse);
    if (bytes.length < begin) throw new CorruptSegment('a dictionary is too short');
    return (this.known = { blocks, starts: wordsOf(bytes.subarray(0, begin)), firsts: bytes.subarray(begin) });
  }
}

/** Those of `count` words that begin so, which stand together: no other becomes a text. */
function wordsBeginning(bytes: Uint8Array, count: number, prefix: Uint8Array): string[] {
  const words: string[] = [];
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
    let same = 0;
    while (same < prefix.length && same < length && current[same] === prefix[same]) same++;
    if (same === prefix.length) words.push(termOfBytes(current, length));
    else if (words.length > 0) break;
  }
  return words;
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
