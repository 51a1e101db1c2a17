// Words in order with the rows that hold them, as a segment keeps them: what dictionary.ts reads.
import { BLOCK_TERMS } from './format.ts';
import type { Packed } from './numbers.ts';
import { emptySink, putBytes, putVarint, type Sink, takeSink } from './sink.ts';
import { bytesOfTerm } from './units.ts';

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
