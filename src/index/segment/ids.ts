// Ids in a segment: those of ten base-32 characters as numbers of fifty bits, ascending, then all others as texts.
// A place in that order is what the rest of a segment knows an id by.
import { firstPlace, HEAD, ID_BYTES, SECTION } from './format.ts';
import { allTexts, type Source, type Texts } from './source.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;
/** By character code its digit; 255 for none. */
const DIGITS = new Uint8Array(128).fill(255);
for (let i = 0; i < ALPHABET.length; i++) DIGITS[ALPHABET.charCodeAt(i)] = i;

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

/** The ids of a segment. All are read when the first is asked for. */
export class Ids {
  readonly count: number;
  private readonly source: Source;
  private readonly packed: number;
  private numbers: Uint8Array | null = null;
  private texts: Texts | null = null;

  constructor(source: Source) {
    this.source = source;
    this.count = source.count(HEAD.ids);
    this.packed = this.count - source.count(HEAD.plainIds);
  }

  /** Place of an id; -1 where the segment does not name it. */
  find(id: string): number {
    const wanted = numberOfId(id);
    if (wanted < 0) {
      const plain = this.plainIds();
      const place = firstPlace(plain.count, (at) => plain.get(at) < id);
      return place < plain.count && plain.get(place) === id ? this.packed + place : -1;
    }
    const place = this.firstFrom(wanted);
    return place < this.packed && this.numberAt(place) === wanted ? place : -1;
  }

  get(place: number): string {
    return place < this.packed ? idOfNumber(this.numberAt(place)) : this.plainIds().get(place - this.packed);
  }

  /** Those that begin so. */
  startingWith(start: string): string[] {
    const found: string[] = [];
    const last = numberOfId(start.padEnd(LENGTH, 'z'));
    if (last >= 0)
      for (
        let place = this.firstFrom(numberOfId(start.padEnd(LENGTH, '0')));
        place < this.packed && this.numberAt(place) <= last;
        place++
      )
        found.push(this.get(place));
    const plain = this.plainIds();
    for (let at = 0; at < plain.count; at++) if (plain.get(at).startsWith(start)) found.push(plain.get(at));
    return found;
  }

  private firstFrom(wanted: number): number {
    return firstPlace(this.packed, (place) => this.numberAt(place) < wanted);
  }

  private numberAt(place: number): number {
    this.numbers ??= this.source.part(SECTION.ids, 0, this.packed * ID_BYTES);
    let number = 0;
    for (let i = 0; i < ID_BYTES; i++) number = number * 256 + (this.numbers[place * ID_BYTES + i] as number);
    return number;
  }

  private plainIds(): Texts {
    return (this.texts ??= allTexts(this.source, SECTION.plainIds, this.count - this.packed));
  }
}
