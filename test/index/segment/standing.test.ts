// Of a segment too large to be read at once: which rows say what a fact says, and where an id stands, are found in
// parts of it.
import { describe, expect, test } from 'vitest';
import { buildSegment } from '../../../src/index/segment/build.ts';
import { memoryFile, openSegment } from '../../../src/index/segment/open.ts';
import { tablesOver } from '../../../src/index/segment/tables.ts';
import { plainInput, plainRow, plainTables } from '../plain-view.ts';

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** Spread as ids that are drawn by chance are, or all close to each other at one end. */
const idOf = (n: number, spread: boolean): string =>
  Array.from(
    { length: 10 },
    (_, at) =>
      LETTERS[spread ? (Math.imul(n + 1, 2_654_435_761) >>> (at * 3)) & 31 : at < 6 ? 31 : (n >>> ((9 - at) * 5)) & 31],
  ).join('');
const FACTS = 8000;

/** Every second fact stands for itself; of the others claims cite one, five, or one fact a hundred times. */
function rowsOf(spread: boolean) {
  const id = (n: number) => idOf(n, spread);
  return Array.from({ length: FACTS }, (_, n) => {
    const cites =
      n % 2 === 0
        ? []
        : n % 60 === 1
          ? [id(n), id(1)]
          : n % 5 === 0
            ? [0, 2, 4, 6, 8].map((more) => id((n + more) | 1))
            : [id(n)];
    return plainRow({
      kind: cites.length === 0 ? 'fact' : 'claim',
      id: cites[0] ?? id(n),
      cites: [...new Set(cites)],
      ordinal: n,
      line: n + 1,
      terms: [[`word${n}`, `thing${n % 700}`], [], [], [], [], []],
      keywords: [`tag:${n}`],
    });
  });
}

describe.each([
  ['ids drawn by chance', true],
  ['ids all at one end', false],
] as const)('%s', (_, spread) => {
  const rows = rowsOf(spread);
  const input = {
    ...plainInput(rows),
    facts: rows.filter(({ kind }) => kind === 'fact').map(({ id, offset, line }) => ({ id, file: 0, offset, line })),
  };
  const bytes = buildSegment(input);
  const plain = plainTables([input]);
  const open = () => tablesOver([{ segment: openSegment(memoryFile(bytes)), dead: [] }]);

  test('is large', () => expect(bytes.length).toBeGreaterThan(1 << 18));

  test('a few, each in an index just opened', () => {
    for (const n of [0, 1, 2, 3, 61, 121, 995, 2999, 3000, FACTS - 2, FACTS - 1]) {
      const id = idOf(n, spread);
      const tables = open();
      expect([n, tables.standing(id), tables.citing(id)]).toEqual([n, plain.standing(id), plain.citing(id)]);
    }
    expect(open().standing('zzzzzzzzzz')).toEqual([]);
    expect(open().standing('0000000000')).toEqual([]);
  });

  test('many, one after the other', () => {
    const tables = open();
    for (let n = 0; n < FACTS; n += 37) {
      const id = idOf(n, spread);
      expect([n, tables.standing(id)]).toEqual([n, plain.standing(id)]);
      expect(tables.fact(id)?.line).toBe(plain.fact(id)?.line);
    }
  });
});
