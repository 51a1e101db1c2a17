// Phrases of 12 to 24 words that recover a wallet (BIP-39), known by the word list and its checksum alone: nothing need
// call them so. One may stand on several lines, or be a list.
import { createHash } from 'node:crypto';
import list from '../../../templates/secrets/recovery-words.json';
import type { Finding } from './finding.ts';

const LENGTHS = [12, 15, 18, 21, 24] as const;
/** Words of the list in one piece; more are a list of words. */
const MOST = 120;
/** Words as they are on the list, with what may stand between them, such as their numbers. */
const RUN = /(?<![\p{L}\p{N}_])[a-z]{3,8}(?:[\s\d,;.:)|*-]{1,8}[a-z]{3,8}){11,}(?![\p{L}\p{N}_])/giu;

/** The stretches of listed words that hold a phrase. */
export function findRecoveryPhrases(text: string): Finding[] {
  const runs = [...text.matchAll(RUN)];
  if (runs.length === 0) return [];
  const numbers = new Map(list.words.split(' ').map((word, number) => [word, number]));
  return runs.flatMap((run) => {
    const found: Finding[] = [];
    let stretch: number[] = [];
    let [start, end] = [0, 0];
    const close = (): void => {
      if (stretch.length <= MOST && holdsPhrase(stretch)) found.push({ rule: 'recovery-phrase', start, end });
      stretch = [];
    };
    for (const { 0: word, index } of run[0].matchAll(/[a-z]+/gi)) {
      const number = numbers.get(word.toLowerCase());
      if (number === undefined) close();
      else {
        if (stretch.length === 0) start = run.index + index;
        stretch.push(number);
        end = run.index + index + word.length;
      }
    }
    close();
    return found;
  });
}

function holdsPhrase(numbers: readonly number[]): boolean {
  const pieces = numbers.flatMap((_, at) => LENGTHS.map((length) => numbers.slice(at, at + length)));
  return pieces.some((piece) => LENGTHS.some((length) => piece.length === length) && isPhrase(piece));
}

/**
 * Eleven bits a word: the entropy, then one bit of its SHA-256 for each 32 (BIP-39). Of twelve listed words at random,
 * one in sixteen is a phrase.
 */
function isPhrase(numbers: readonly number[]): boolean {
  const bits = numbers.map((number) => number.toString(2).padStart(11, '0')).join('');
  const size = Math.floor((bits.length * 32) / 33);
  const entropy = Buffer.from((bits.slice(0, size).match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const [first = 0] = createHash('sha256').update(entropy).digest();
  return first.toString(2).padStart(8, '0').startsWith(bits.slice(size));
}
