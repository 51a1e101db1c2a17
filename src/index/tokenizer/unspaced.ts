// Scripts that write no spaces between words: Han, kana, Thai, Lao, Khmer, Burmese; and Hangul, whose
// words carry their particles. Pairs of characters, so that any part of a run is found; longer words whole where
// pairs say little.
import { foldWord } from './fold.ts';
import { isHangul } from './scan.ts';

interface Scripts {
  /** A run of characters of such scripts. */
  readonly run: RegExp;
  /** A character as a reader sees it: a syllable written in parts, a letter and its marks. */
  readonly cluster: RegExp;
  readonly hangul: RegExp;
  /** Of scripts whose letters say little alone: words are found by a dictionary. */
  readonly dictionary: RegExp;
}

function compileScripts(): Scripts {
  return {
    run: new RegExp(
      String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}` +
        String.raw`\p{sc=Khmer}\p{sc=Myanmar}ー々〆ヶ\u3099\u309A\uFF9E\uFF9F]+`,
      'gu',
    ),
    cluster: new RegExp(
      String.raw`[\u1100-\u115F][\u1160-\u11A7][\u11A8-\u11FF]?|[\uFF66-\uFF9D][\uFF9E\uFF9F]|\P{M}\p{M}*|\p{M}+`,
      'gu',
    ),
    hangul: new RegExp(String.raw`^\p{sc=Hangul}+$`, 'u'),
    dictionary: new RegExp(String.raw`[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`, 'u'),
  };
}

/** One piece of a run: where it stands in the run and what it says, folded. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly term: string;
  /** The last character of a run of several. */
  readonly tail?: true;
}

/** Cuts text into runs of such scripts and what stands between them. */
export interface Unspaced {
  runs(text: string): RegExpExecArray[];
  /**
   * The pieces of a run: of some scripts words of three and more characters, each pair of characters, and the last
   * character.
   */
  pieces(run: string): Piece[];
}

/** Quick refusal for text without such scripts: they all lie at or above U+0E00. */
export function mayBeUnspaced(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x0e00) return true;
  return false;
}

/** Patterns, and word limits by the dictionary of the runtime, cost milliseconds to load: made on first use. */
export function createUnspaced(): Unspaced {
  const scripts = compileScripts();
  let segmenter: Intl.Segmenter | null = null;
  const segment = (run: string): Set<number> => {
    segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
    return new Set(Array.from(segmenter.segment(run), (word) => word.index + word.segment.length));
  };
  return {
    runs: (text) => [...text.matchAll(scripts.run)],
    pieces: (run) => piecesOfRun(run, scripts, segment),
  };
}

function piecesOfRun(
  run: string,
  { cluster, hangul, dictionary }: Scripts,
  segment: (run: string) => Set<number>,
): Piece[] {
  const clusters = Array.from(run.matchAll(cluster), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: foldWord(match[0]),
  }));
  const pieces: Piece[] = [];
  const piece = (from: number, to: number): Piece => ({
    start: clusters[from]?.start ?? 0,
    end: clusters[to - 1]?.end ?? run.length,
    term: clusters
      .slice(from, to)
      .map((one) => one.text)
      .join(''),
  });
  if (clusters.length > 2) {
    const characters = clusters.map((one) => one.text);
    const whole = characters.join('');
    // Hangul is written with spaces: the run is the word. Pairs of Han and kana tell enough, pairs of letters do not.
    const words: [number, number][] = hangul.test(whole)
      ? [[0, clusters.length]]
      : dictionary.test(whole)
        ? wordsAmong(characters, segment(whole))
        : [];
    for (const [from, to] of words) if (to - from > 2) pieces.push(piece(from, to));
  }
  for (let i = 0; i + 1 < clusters.length; i++) pieces.push(piece(i, i + 2));
  // A single character is found as the beginning of a pair; only the last one begins none.
  if (clusters.length > 0)
    pieces.push({ ...piece(clusters.length - 1, clusters.length), ...(clusters.length > 1 && { tail: true }) });
  return pieces.filter(({ term }) => term !== '');
}

/** The same for a run of which each unit is a character in its only form: what `scanQuick` calls a run. */
export function quickPieces(run: string): Piece[] {
  const { length } = run;
  const pieces: Piece[] = [];
  if (length > 2 && isAllHangul(run)) pieces.push({ start: 0, end: length, term: run });
  for (let i = 0; i + 1 < length; i++) pieces.push({ start: i, end: i + 2, term: run.slice(i, i + 2) });
  const last = { start: length - 1, end: length, term: run.slice(length - 1) };
  pieces.push(length > 1 ? { ...last, tail: true } : last);
  return pieces;
}

function isAllHangul(run: string): boolean {
  for (let i = 0; i < run.length; i++) if (!isHangul(run.charCodeAt(i))) return false;
  return true;
}

/** The words of a run as numbers of its characters, first and behind the last. */
function wordsAmong(characters: readonly string[], ends: ReadonlySet<number>): [number, number][] {
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
