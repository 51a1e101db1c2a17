// Damaged segments: a sum finds every change, and what reads one all the same ends soon, with an error that says
// so or with answers that point at nothing outside.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSegment } from '../../../src/index/segment/build.ts';
import { ROW_FIELDS } from '../../../src/index/document.ts';
import { CorruptSegment, digestOfFile } from '../../../src/index/segment/format.ts';
import { memoryFile, openSegment } from '../../../src/index/segment/open.ts';
import { tablesOver } from '../../../src/index/segment/tables.ts';
import { takePostings } from '../../../src/index/segment/words.ts';
import { FIXED, manyRows } from './many-rows.ts';

const whole = buildSegment(FIXED);
/** Too large to be read at once. */
const large = buildSegment(manyRows(9000));
/** The words before the head, and the head. */
const HEAD_BYTES = 16 + (new Uint32Array(whole.buffer)[2] ?? 0);
const digestOf = (bytes: Uint8Array): string => digestOfFile(memoryFile(bytes));

function copyWith(bytes: Uint8Array, at: number, xor: number): Uint8Array {
  const copy = bytes.slice();
  copy[at] = (copy[at] ?? 0) ^ xor;
  return copy;
}

/** Asks everything. Null where the segment is found to be damaged. */
function askAll(bytes: Uint8Array): true | null {
  try {
    const segment = openSegment(memoryFile(bytes));
    const tables = tablesOver([{ segment, dead: [1] }]);
    const isRow = (row: number) => Number.isInteger(row) && row >= 0 && row < tables.rows;
    const tried = (ask: () => void) => {
      try {
        ask();
      } catch (error) {
        if (!(error instanceof CorruptSegment)) throw error;
      }
    };
    for (const term of ['alpha', 'term7', 'no', '咖啡'])
      tried(() =>
        expect(
          tables
            .postings(term)
            .every(
              ({ rows, frequencies }) =>
                rows.every(isRow) && (frequencies === null || frequencies.length === rows.length),
            ),
        ).toBe(true),
      );
    for (const prefix of ['', 'term', '咖'])
      tried(() => tables.startingWith(prefix).forEach((term) => tried(() => tables.postings(term))));
    for (const word of ['tag:t3', 'category:work', 'no'])
      tried(() => expect(tables.keyword(word).every(isRow)).toBe(true));
    tried(() => tables.keywords(''));
    for (const name of ['kind', 'superseded', 'file', 'day', 'minute', 'logged', 'group', 'ordinal', 'hash'] as const)
      tried(() => expect(tables.column(name)).toHaveLength(tables.rows));
    for (let field = 0; field < 6; field++) tried(() => expect(tables.lengths(field)).toHaveLength(tables.rows));
    tried(() => expect(tables.averages).toHaveLength(ROW_FIELDS.length));
    for (const row of [0, 1, tables.rows - 1]) tried(() => expect(tables.spot(row).path).toBeTypeOf('string'));
    for (const id of ['k3v9x2ab01', 'odd', 'zzzzzzzzzz']) {
      tried(() => tables.fact(id));
      tried(() => expect(tables.citing(id).every(isRow)).toBe(true));
    }
    tried(() => tables.citedBy([0, 1, 2]));
    tried(() => tables.files());
    tried(() => tables.filesBeside('daily/', 'e'));
    for (const path of ['daily/2026-07-01.md', 'a.md']) {
      tried(() => tables.file(path));
      tried(() => expect(tables.rowsOf(path).every(isRow)).toBe(true));
      tried(() => tables.factsOf(path));
    }
    return true;
  } catch (error) {
    if (error instanceof CorruptSegment) return null;
    throw error;
  }
}

test('an undamaged one is whole and answers', () => {
  for (const bytes of [whole, large]) {
    expect(askAll(bytes)).toBe(true);
  }
});

test('any byte that changed is found by the sum, and asking all the same does no harm', () => {
  for (let at = 0; at < whole.length; at++) {
    const copy = copyWith(whole, at, 1 << (at % 8));
    expect(digestOf(copy), `byte ${at}`).not.toBe(digestOf(whole));
    if (at < HEAD_BYTES) expect(() => openSegment(memoryFile(copy)), `byte ${at}`).toThrow(CorruptSegment);
    else if (at % 11 === 0) askAll(copy);
  }
});

test('some bytes that changed, wherever they are', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(whole, large),
      fc.array(fc.tuple(fc.nat(2 ** 30), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 5 }),
      (bytes, changes) => {
        let copy = bytes;
        for (const [where, xor] of changes) copy = copyWith(copy, where % bytes.length, xor);
        if (!Buffer.from(copy).equals(bytes)) expect(digestOf(copy)).not.toBe(digestOf(bytes));
        askAll(copy);
      },
    ),
    { numRuns: 100 },
  );
});

test('one that was cut off, or is something else, is no segment', () => {
  const cuts = new Set(Array.from({ length: 200 }, (_, i) => Math.floor((whole.length * i) / 200)));
  for (const end of cuts) {
    const cut = whole.slice(0, end);
    expect(() => openSegment(memoryFile(cut)), `${end} bytes`).toThrow(CorruptSegment);
  }
  for (const other of [
    new Uint8Array(4096),
    Buffer.from('{"version":1}'.repeat(400).slice(0, 4096)),
    Buffer.concat([whole, new Uint8Array(16)]),
  ]) {
    expect(() => openSegment(memoryFile(other))).toThrow(CorruptSegment);
  }
});

test('what an open file gives less than it promised is damage', () => {
  expect(large.length).toBeGreaterThan(1 << 18);
  const file = memoryFile(large);
  const segment = openSegment({
    ...file,
    read: (offset, length) => file.read(offset, length).subarray(0, offset === 0 ? length : length - 1),
  });
  expect(() => segment.column('hash')).toThrow(CorruptSegment);
});

test.each([
  ['more rows than there are', [0, 5]],
  ['more rows than memory has', [0, 0xff, 0xff, 0xff, 0xff, 0x0f]],
  ['no rows', [0, 0]],
  ['a run over the end', [0, 2, 0, 0xff, 0xff, 0xff, 0xff, 0x0f]],
  ['a row behind the last', [0, 1, 4]],
  ['a gap without an end', [0, 1, 0xff, 0xff, 0xff]],
  ['rows that are missing', [0, 3, 1]],
  ['a frequency of no row', [1, 1, 1, 1, 3, 0]],
])('postings with %s', (_what, bytes) => {
  expect(() => takePostings(Uint8Array.from(bytes), 4, 0)).toThrow(CorruptSegment);
});
