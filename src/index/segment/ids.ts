// Ids in a segment: those of ten base-32 characters as numbers of fifty bits, ascending, then all others as texts.
// A place in that order is what the rest of a segment knows an id by.
import { ID_BYTES, HEAD, SECTION } from './format.ts';
import { allTexts, type Source, type Texts } from './source.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;
/** By character code its digit; 255 for none. */
const DIGITS = new Uint8Array(128).fill(255);
for (let i = 0; i < ALPHABET.length; i++) DIGITS[ALPHABET.charCodeAt(i)] = i;

/** After so many searches all ids are read at once. */
const PATIENCE = 16;
/** Ids that are read in one piece, and where it is guessed in which. */
const NEAR = 256;
const GUESSED = 1024;

/** An id as a number of fifty bits; -1 for one of another shape. */
export function numberOfId(id: string): number {
  if (id.length !== LENGTH) return -1;
  let number = 0;
  for (let i = 0; i < LENGTH; i++) {
    const digit = DIGITS[id.charCodeAt(i)] ?? 255;
    if (digit === 255) return -1;
    number = number * 32 + digit;
  }
  return number;
}

function idOfNumber(number: number): string {
  let id = '';
  let high = Math.floor(number / 2 ** 25);
  let low = number % 2 ** 25;
  for (let i = 0; i < 5; i++) {
    id = (ALPHABET[low & 31] ?? '') + id;
    low >>>= 5;
  }
  for (let i = 0; i < 5; i++) {
    id = (ALPHABET[high & 31] ?? '') + id;
    high >>>= 5;
  }
  return id;
}

export function putId(bytes: Uint8Array, at: number, number: number): void {
  let left = number;
  for (let i = ID_BYTES - 1; i >= 0; i--) {
    bytes[at + i] = left % 256;
    left = Math.floor(left / 256);
  }
}

function takeId(bytes: Uint8Array, at: number): number {
  let number = 0;
  for (let i = 0; i < ID_BYTES; i++) number = number * 256 + (bytes[at + i] as number);
  return number;
}

/** Ids in their order: as numbers, then as texts. */
export interface SortedIds {
  readonly numbers: Float64Array;
  readonly others: readonly string[];
}

export const countOf = (ids: SortedIds): number => ids.numbers.length + ids.others.length;

/** Place of a number that is among them. */
export function placeOf(numbers: Float64Array, wanted: number): number {
  let low = 0;
  for (let high = numbers.length - 1; low < high;) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Puts ids in order, each of them once; beside it by given id its place. */
export function sortIds(
  numbers: Float64Array,
  texts: readonly string[],
): SortedIds & { readonly placeOfText: (text: string) => number } {
  const all = numbers.slice().sort();
  let count = 0;
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[i - 1]) all[count++] = all[i] as number;
  const others = [...new Set(texts)].sort();
  const places = new Map(others.map((text, i) => [text, count + i]));
  return { numbers: all.slice(0, count), others, placeOfText: (text) => places.get(text) ?? -1 };
}

export interface Ids {
  readonly count: number;
  /** All of them, read now. */
  all(): SortedIds;
  /** Place of an id; -1 where the segment does not name it. */
  find(id: string): number;
  get(place: number): string;
  /** Those that begin so. Reads all of them. */
  begun(start: string): string[];
}

export function openIds(source: Source): Ids {
  const count = source.count(HEAD.ids);
  const odd = source.count(HEAD.oddIds);
  const even = count - odd;
  let all: Uint8Array | null = null;
  let texts: Texts | null = null;
  let asked = 0;
  const oddIds = (): Texts => (texts ??= allTexts(source, SECTION.oddIds, odd));
  const read = (from: number, many: number): Uint8Array => {
    if (all === null && ++asked > PATIENCE) all = source.whole(SECTION.ids);
    return all === null
      ? source.part(SECTION.ids, from * ID_BYTES, many * ID_BYTES)
      : all.subarray(from * ID_BYTES, (from + many) * ID_BYTES);
  };
  return {
    count,
    all() {
      const bytes = source.part(SECTION.ids, 0, even * ID_BYTES);
      const numbers = new Float64Array(even);
      for (let place = 0; place < even; place++) numbers[place] = takeId(bytes, place * ID_BYTES);
      return { numbers, others: Array.from({ length: odd }, (_, i) => oddIds().get(i)) };
    },
    find(id) {
      const wanted = numberOfId(id);
      let low = 0;
      if (wanted < 0) {
        for (let high = odd; low < high;) {
          const middle = (low + high) >>> 1;
          if (oddIds().get(middle) < id) low = middle + 1;
          else high = middle;
        }
        return low < odd && oddIds().get(low) === id ? even + low : -1;
      }
      let high = even;
      if (all === null && even > GUESSED) {
        // Most ids are drawn by chance, so it is known about where one stands.
        const guess = Math.min(Math.max(Math.floor((wanted / 2 ** 50) * even) - (GUESSED >> 1), 0), even - GUESSED);
        const near = read(guess, GUESSED);
        if (wanted < takeId(near, 0)) high = guess;
        else if (takeId(near, (GUESSED - 1) * ID_BYTES) < wanted) low = guess + GUESSED;
        else return seek(near, guess, GUESSED, wanted);
      }
      while (high - low > NEAR) {
        const middle = (low + high) >>> 1;
        if (takeId(read(middle, 1), 0) <= wanted) low = middle;
        else high = middle;
      }
      return low === high ? -1 : seek(read(low, high - low), low, high - low, wanted);
    },
    begun(start) {
      const { numbers, others } = this.all();
      const [low, high] = [numberOfId(start.padEnd(LENGTH, '0')), numberOfId(start.padEnd(LENGTH, 'z'))];
      const found = others.filter((id) => id.startsWith(start));
      if (low >= 0)
        for (
          let place = numbers.length === 0 ? 0 : placeOf(numbers, low);
          place < numbers.length && (numbers[place] as number) <= high;
          place++
        )
          if ((numbers[place] as number) >= low) found.push(idOfNumber(numbers[place] as number));
      return found;
    },
    get: (place) => (place < even ? idOfNumber(takeId(read(place, 1), 0)) : oddIds().get(place - even)),
  };
}

/** The place of an id among `many` in bytes, of which the first is in place `from`; -1 where it is none of them. */
function seek(bytes: Uint8Array, from: number, many: number, wanted: number): number {
  let low = 0;
  for (let high = many; low < high;) {
    const middle = (low + high) >>> 1;
    if (takeId(bytes, middle * ID_BYTES) < wanted) low = middle + 1;
    else high = middle;
  }
  return low < many && takeId(bytes, low * ID_BYTES) === wanted ? from + low : -1;
}
