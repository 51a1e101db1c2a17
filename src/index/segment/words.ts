// A sorted list of words, addressed by index and stored in blocks that are read one at a time; `firsts` holds the first
// word of each block.
import {
  firstPlace,
  type Packed,
  packBytes,
  packColumn,
  packJson,
  CorruptSegment,
  parseTexts,
  type Section,
  type Source,
  type WordList,
} from './format.ts';

/** Words per block. */
const BLOCK = 64;

/** A list of words of a segment. The constructor reads nothing. */
export class Words {
  readonly count: number;
  private readonly source: Source;
  private readonly list: WordList;
  private firsts: readonly string[] | null = null;
  /** The block read last. */
  private last: { readonly block: number; readonly words: readonly string[] } = { block: -1, words: [] };

  constructor(source: Source, list: WordList) {
    this.source = source;
    this.list = list;
    this.count = source.count(`${list}.blocks`);
  }

  /** Index of a word; -1 if it is not in the list. */
  find(word: string): number {
    const place = this.firstFrom(word);
    return place < this.count && this.get(place) === word ? place : -1;
  }

  get(place: number): string {
    const word = place < this.count ? this.wordsOf(Math.floor(place / BLOCK))[place % BLOCK] : undefined;
    if (word === undefined) throw new CorruptSegment('a word that is not there');
    return word;
  }

  /** Index of the first word that is not less than this one; the count if there is none. */
  firstFrom(word: string): number {
    const firsts = this.firstWords();
    const block = firstPlace(firsts.length, (at) => (firsts[at] as string) <= word) - 1;
    if (block < 0) return 0;
    const words = this.wordsOf(block);
    return block * BLOCK + firstPlace(words.length, (at) => (words[at] as string) < word);
  }

  /** The words with this prefix, in code-unit order. */
  startingWith(prefix: string): string[] {
    const found: string[] = [];
    for (let place = this.firstFrom(prefix); place < this.count; place++) {
      const word = this.get(place);
      if (!word.startsWith(prefix)) break;
      found.push(word);
    }
    return found;
  }

  private firstWords(): readonly string[] {
    this.firsts ??= this.count === 0 ? [] : parseTexts(this.source.bytes(`${this.list}.firsts`));
    return this.firsts;
  }

  private wordsOf(block: number): readonly string[] {
    if (this.last.block !== block) {
      const [start = 0, end = 0] = this.source.numbers(`${this.list}.blockPlaces`, block, 2);
      this.last = { block, words: parseTexts(this.source.bytes(`${this.list}.blocks`, start, end - start)) };
    }
    return this.last.words;
  }
}

/** Serialises words, which must be in code-unit order without duplicates. */
export function packWords(list: WordList, words: readonly string[]): [Section, Packed][] {
  const firsts: string[] = [];
  const blocks: Buffer[] = [];
  const places = [0];
  for (let at = 0; at < words.length; at += BLOCK) {
    const block = Buffer.from(JSON.stringify(words.slice(at, at + BLOCK)));
    firsts.push(words[at] ?? '');
    blocks.push(block);
    places.push((places.at(-1) ?? 0) + block.length);
  }
  return [
    [`${list}.firsts`, packJson(firsts)],
    [`${list}.blocks`, packBytes(Buffer.concat(blocks), words.length)],
    [`${list}.blockPlaces`, packColumn(places)],
  ];
}
