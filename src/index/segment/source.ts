// The bytes of an open segment, section by section. A small segment is read at once, of a large one what is
// asked for. Nothing is trusted that the head does not vouch for.
import type { CacheFile } from '../../model/ports.ts';
import { sumOfHead } from './checksum.ts';
import {
  bytesOf,
  CorruptSegment,
  HEAD,
  HEAD_BYTES,
  HEAD_WORDS,
  MAGIC,
  MOST_FIELDS,
  SECTION_WORDS,
  SECTIONS,
  VERSION,
} from './format.ts';
import { type Numbers, unpackColumn, widthOf, wordsOf } from './numbers.ts';

/** Up to here one read of all costs less than several of parts: of a file, and of a section of a larger one. */
const SMALL = 1 << 18;
const SMALL_SECTION = 1 << 13;

export interface Source {
  readonly file: CacheFile;
  /** All of it was read at once. */
  readonly small: boolean;
  /** A number of HEAD. */
  count(word: number): number;
  /** Bytes of a section. */
  length(section: number): number;
  /** The second word of a section's own. */
  value(section: number): number;
  kind(section: number): number;
  whole(section: number): Uint8Array;
  /** Throws where the section ends before. */
  part(section: number, offset: number, length: number): Uint8Array;
  column(section: number, count: number): Numbers;
  /** One number of a column. */
  number(section: number, row: number): number;
  close(): void;
}

/** Throws CorruptSegment for what is no segment. */
export function openSource(file: CacheFile): Source {
  if (file.size < HEAD_BYTES || file.size % 16 !== 0) throw new CorruptSegment('it has no whole head');
  const all = file.size <= SMALL ? bytesOf(file, 0, file.size) : null;
  const head = wordsOf((all ?? bytesOf(file, 0, HEAD_BYTES)).subarray(0, HEAD_BYTES));
  const count = (word: number): number => head[word] ?? 0;
  if (count(HEAD.magic) !== MAGIC || count(HEAD.version) !== VERSION) throw new CorruptSegment('it is of another kind');
  if (count(HEAD.sum) !== sumOfHead(head) || count(HEAD.size) * 16 !== file.size)
    throw new CorruptSegment('its head is not as it was written');
  if (count(HEAD.rows) >= 2 ** 31 || count(HEAD.fields) > MOST_FIELDS)
    throw new CorruptSegment('it counts what cannot be');
  const word = (section: number, which: number): number => head[HEAD_WORDS + section * SECTION_WORDS + which] ?? 0;
  const read = (start: number, length: number): Uint8Array => {
    const bytes = all === null ? bytesOf(file, start, length) : all.subarray(start, start + length);
    if (bytes.length !== length) throw new CorruptSegment('it ends before its end');
    return bytes;
  };
  const known: (Uint8Array | undefined)[] = [];
  const part = (section: number, offset: number, length: number): Uint8Array => {
    const begin = word(section, 0) * 8;
    const size = word(section, 1);
    if (
      section >= SECTIONS ||
      offset < 0 ||
      length < 0 ||
      offset + length > size ||
      begin + offset + length > file.size
    )
      throw new CorruptSegment('a section ends before what it should hold');
    if (length === 0) return new Uint8Array(0);
    if (all !== null || size > SMALL_SECTION || begin + size > file.size) return read(begin + offset, length);
    const bytes = known[section] ?? read(begin, size);
    known[section] = bytes;
    return length === size ? bytes : bytes.subarray(offset, offset + length);
  };
  const whole = (section: number): Uint8Array => part(section, 0, word(section, 1));
  return {
    file,
    small: all !== null,
    count,
    length: (section) => word(section, 1),
    kind: (section) => word(section, 2),
    value: (section) => word(section, 3),
    whole,
    part,
    column: (section, rows) => unpackColumn(word(section, 2), word(section, 3), whole(section), rows),
    number(section, row) {
      const kind = word(section, 2);
      const width = widthOf(kind);
      return width === 0 ? word(section, 3) : (unpackColumn(kind, 0, part(section, row * width, width), 1)[0] ?? 0);
    },
    close: () => file.close(),
  };
}
