import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { openNeighbours } from '../../src/language/neighbours.ts';

const TABLE = 'templates/words/neighbours.en.bin';
const table = readFileSync(TABLE);
const neighbours = openNeighbours((from, to) => table.subarray(from, to));

test('finds words that are used alike, the nearest first', () => {
  const found = neighbours.of('doctor');
  expect(found.map(({ word }) => word)).toContain('physician');
  expect(found.map(({ nearness }) => nearness)).toEqual(
    found.map(({ nearness }) => nearness).toSorted((a, b) => b - a),
  );
  for (const { nearness } of found) {
    expect(nearness).toBeGreaterThanOrEqual(0.5);
    expect(nearness).toBeLessThanOrEqual(1);
  }
});

test('finds the first and the last word of the table, and each neighbour as a word', () => {
  const [first, last] = wordsOf(table);
  expect(neighbours.of(first ?? '').length + neighbours.of(last ?? '').length).toBeGreaterThan(0);
  for (const { word } of neighbours.of('train')) expect(neighbours.of(word).length).toBeGreaterThan(0);
});

test.each(['', 'zzzzzz', '\u0000', '组会', 'Doctor'])('knows nothing of %j', (word) => {
  expect(neighbours.of(word)).toEqual([]);
});

test('reads from an open file as from memory, one word in well under a millisecond', () => {
  const file = openSync(TABLE, 'r');
  try {
    let pieces = 0;
    const open = openNeighbours((from, to) => {
      pieces++;
      const bytes = Buffer.alloc(to - from);
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from));
    });
    expect(open.of('operation')).toEqual(neighbours.of('operation'));
    expect(pieces).toBeLessThan(70);
  } finally {
    closeSync(file);
  }
  const words = ['doctor', 'train', 'rent', 'meeting', 'unheardof'];
  const start = performance.now();
  for (let round = 0; round < 200; round++) for (const word of words) neighbours.of(word);
  expect((performance.now() - start) / 1000).toBeLessThan(1);
});

test('refuses what is no table', () => {
  expect(() => openNeighbours(() => new Uint8Array(3))).toThrow(RangeError);
});

/** The first and the last word. */
function wordsOf(bytes: Buffer): string[] {
  const count = bytes.readUInt32LE(4);
  return [0, count - 1].map((id) => {
    const offset = bytes.readUInt32LE(8 + id * 4);
    return bytes.toString('utf8', offset + 1, offset + 1 + (bytes[offset] ?? 0));
  });
}
