// Scripts that write no spaces between words: Han, kana, Thai, Lao, Khmer, Burmese; and Hangul, whose
// words carry their particles. Pairs of characters, so that any part of a run is found; longer words whole.
import { foldWord } from './fold.ts';

/** A run of characters of such scripts. */
export const UNSPACED_RUN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆ヶ\u3099\u309A\uFF9E\uFF9F]+/gu;
/** A character as a reader sees it: a syllable written in parts, a letter and its marks. */
const CLUSTER = /[\u1100-\u115F][\u1160-\u11A7][\u11A8-\u11FF]?|[\uFF66-\uFF9D][\uFF9E\uFF9F]|\P{M}\p{M}*|\p{M}+/gu;
const HANGUL = /^\p{sc=Hangul}+$/u;

/** One piece of a run: where it stands in the run and what it says, folded. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly term: string;
  /** The last character of a run of several. */
  readonly tail?: true;
}

/** Offsets at which the words of a run end. */
export type Segment = (run: string) => number[];

/** Quick refusal for text without such scripts: they all lie at or above U+0E00. */
export function mayBeUnspaced(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x0e00) return true;
  return false;
}

/** The pieces of a run: words of three and more characters, each pair of characters, and the last character. */
export function piecesOfRun(run: string, segment: Segment): Piece[] {
  const clusters = Array.from(run.matchAll(CLUSTER), (match) => ({ start: match.index, end: match.index + match[0].length, text: foldWord(match[0]) }));
  const pieces: Piece[] = [];
  const piece = (from: number, to: number): Piece => ({
    start: clusters[from]?.start ?? 0, end: clusters[to - 1]?.end ?? run.length,
    term: clusters.slice(from, to).map((cluster) => cluster.text).join(''),
  });
  if (clusters.length > 2) for (const [from, to] of wordsAmong(clusters.map((cluster) => cluster.text), segment)) if (to - from > 2) pieces.push(piece(from, to));
  for (let i = 0; i + 1 < clusters.length; i++) pieces.push(piece(i, i + 2));
  // A single character is found as the beginning of a pair; only the last one begins none.
  if (clusters.length > 0) pieces.push({ ...piece(clusters.length - 1, clusters.length), ...(clusters.length > 1 && { tail: true }) });
  return pieces.filter(({ term }) => term !== '');
}

/** The words of a run as numbers of its characters, first and behind the last. Hangul is written with spaces: the run is the word. */
function wordsAmong(characters: readonly string[], segment: Segment): [number, number][] {
  const run = characters.join('');
  if (HANGUL.test(run)) return [[0, characters.length]];
  const ends = new Set(segment(run));
  const words: [number, number][] = [];
  let from = 0;
  let offset = 0;
  characters.forEach((character, index) => {
    offset += character.length;
    if (!ends.has(offset)) return;
    words.push([from, index + 1]);
    from = index + 1;
  });
  return words;
}

/** Word limits by the dictionary of the runtime, which costs ten milliseconds to load: made on first use. */
export function createSegment(): Segment {
  let segmenter: Intl.Segmenter | null = null;
  return (run) => {
    segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
    return Array.from(segmenter.segment(run), ({ index, segment }) => index + segment.length);
  };
}
