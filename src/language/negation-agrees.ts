// Whether a sentence negates the same things as the statements that it rests on, judged by the words that each negation
// covers.
import stopWords from '../../templates/words/stop-words.en.json';
import { compatibleForm } from './normal-form.ts';
import { negationPlaces } from './specifics.ts';

const BOUNDARY =
  /[,，、;；:：。!！?？—()（）\n]|\.(?=\s|$)|\s(?:and|but|because|und|aber|sondern|weil|et|mais|y|pero|sino)\s/giu;
const WORD = /\p{Script=Han}|[\p{L}\p{M}\p{N}]+(?:['’_.-][\p{L}\p{M}\p{N}]+)*/gu;
const LITTLE: ReadonlySet<string> = new Set([
  ...stopWords.words,
  ...(
    'user 的 了 是 在 有 和 与 也 就 都 还 很 再 用 户 为 于 被 longer anymore more der die das den dem ein eine einen ist ' +
    'sind hat haben mehr und am im in zu le la les un une des du est sont a au aux plus el los las una es son en de al'
  ).split(' '),
]);
const ENDED = /no longer|any ?more|nicht mehr|kein\p{L}* mehr|\bplus\b|ya no|不再/iu;
const INSTEAD =
  /(?<![\p{L}\p{N}])(?:rather than|instead of|anstatt|statt|au lieu de|en lugar de|en vez de)(?![\p{L}\p{N}])/giu;
/** Two negations agree if they share this part of the negated words. */
const MOST = 0.6;

interface Denied {
  /** The words that the negation covers. */
  readonly words: readonly string[];
  /** It says that something ended. */
  readonly ended: boolean;
}

interface Reading {
  readonly denied: readonly Denied[];
  /** The words outside negations. */
  readonly others: readonly string[];
}

const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(WORD) ?? []).filter((word) => !LITTLE.has(word) && !/^(?:n['’]t|not)$/.test(word));

function read(given: string): Reading {
  const text = compatibleForm(given).replace(INSTEAD, (words) => 'not'.padEnd(words.length));
  const negations = negationPlaces(text);
  const bounds = Array.from(text.matchAll(BOUNDARY), ({ 0: mark, index }) => ({
    start: index,
    end: index + mark.length,
  }));
  const taken: [number, number][] = [];
  const denied = negations.map(({ start, end }): Denied => {
    const to = bounds.find((bound) => bound.start >= end)?.start ?? text.length;
    const from = bounds.findLast((bound) => bound.end <= start)?.end ?? 0;
    const behind = wordsIn(text.slice(end, to));
    const clause = text.slice(from, to);
    taken.push(behind.length > 0 ? [start, to] : [from, to]);
    return { words: behind.length > 0 ? behind : wordsIn(text.slice(from, start)), ended: ENDED.test(clause) };
  });
  const outside = taken.reduce(
    (rest, [from, to]) => rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to),
    text,
  );
  return { denied, others: wordsIn(outside) };
}

/** "eats" and "eat", "Fridays" and "Friday". */
function isSame(a: string, b: string): boolean {
  if (a === b) return true;
  const short = Math.min(a.length, b.length);
  if (short < 3 || Math.abs(a.length - b.length) > 3) return false;
  let common = 0;
  while (common < short && a[common] === b[common]) common++;
  return common >= Math.max(3, short - 1);
}

const shareOf = (words: readonly string[], among: readonly string[]): number =>
  words.length === 0 ? 0 : words.filter((word) => among.some((other) => isSame(word, other))).length / words.length;

export interface Statements {
  readonly texts: readonly string[];
  /** The texts among them that no longer hold. */
  readonly past: readonly string[];
  /** The sentence is in the past. */
  readonly tellsPast: boolean;
}

/** True if the sentence affirms nothing that a statement negates, and negates nothing that none of them negates. */
export function negationAgrees(sentence: string, { texts, past, tellsPast }: Statements): boolean {
  const own = read(sentence);
  const readings = texts.map(read);
  const ownDenied = own.denied.flatMap(({ words }) => words);
  const affirmed = readings.every((reading) =>
    reading.denied.every(
      ({ words, ended }) =>
        shareOf(words, own.others) < MOST ||
        shareOf(words, ownDenied) >= MOST ||
        (ended && tellsPast) ||
        // Stated both ways: "8 GB, no backup" next to a plain statement of the same.
        readings.some((other) => other.denied.length === 0 && shareOf(words, other.others) >= MOST),
    ),
  );
  const endedWords = past.flatMap((text) => read(text).others);
  const denied = own.denied.every(({ words, ended }) =>
    words.length === 0
      ? readings.some((reading) => reading.denied.length > 0)
      : readings.some((reading) => reading.denied.some((other) => shareOf(words, other.words) > 0)) ||
        (ended && shareOf(words, endedWords) > 0),
  );
  return affirmed && denied;
}

/**
 * True if the sentence affirms something that one statement negates and no other affirms. Stricter than
 * `negationAgrees`: it catches "likes tea, meat" for "never eats meat", where the verb was lost.
 */
export function affirmsDenied(sentence: string, texts: readonly string[]): boolean {
  const own = read(sentence);
  const readings = texts.map(read);
  const ownDenied = own.denied.flatMap(({ words }) => words);
  const affirmed = readings.flatMap(({ others }) => others);
  const isIn = (word: string, among: readonly string[]): boolean => among.some((other) => isSame(word, other));
  return readings.some(({ denied }) =>
    denied.some(
      ({ words }) =>
        shareOf(words, ownDenied) < MOST &&
        // The first word is usually a verb.
        (words.length > 1 ? words.slice(1) : words).some((word) => isIn(word, own.others) && !isIn(word, affirmed)),
    ),
  );
}
