// Rows of an ordinary vault, as many as are asked for: facts of one log a day, and a few claims.
import type { SegmentInput, SegmentRow } from '../../../src/index/segment/build.ts';

const idOf = (number: number) => `k3v9x2${String(number).padStart(4, '0').slice(-4)}`;

function rowOf(number: number): SegmentRow {
  const day = 20000 + Math.floor(number / 40);
  return {
    kind: number % 9 === 8 ? 'claim' : 'fact',
    superseded: number % 50 === 7,
    file: Math.floor(number / 40),
    offset: (number % 40) * 120,
    length: 60 + (number % 90),
    line: 3 + (number % 40),
    part: 0,
    id: number % 9 === 8 ? idOf(number - 1) : idOf(number),
    cites: number % 9 === 8 ? [idOf(number - 1), idOf(number - 2)] : [],
    day,
    minute: 65535,
    logged: day,
    group: Math.floor((number % 40) / 8),
    ordinal: number % 8,
    hash: Math.imul(number + 1, 2654435761) >>> 0,
    terms: [
      [`term${number % 97}`, `word${number % 1009}`, 'alpha', ...(number % 10 === 0 ? ['alpha', '咖啡'] : [])],
      [`t${number % 13}`],
      [],
      ['work'],
      ['2026', `d${day}`],
      [],
    ],
    keywords: [`tag:t${number % 13}`, 'category:work'],
  };
}

/** Each fact is held in its log. */
export function manyRows(count: number): SegmentInput {
  const rows = Array.from({ length: count }, (_, number) => rowOf(number));
  const files = Array.from({ length: Math.ceil(count / 40) }, (_, number) => ({
    path: `daily/2026-07-${String(number + 1).padStart(4, '0')}.md`,
    size: 4800,
    mtimeMs: 1.7e12 + number + 0.25,
    digest: '0123456789abcdef',
    title: '',
    tags: [],
    note: null,
  }));
  return {
    files,
    facts: rows.filter((row) => row.kind === 'fact').map(({ id, file, offset, line }) => ({ id, file, offset, line })),
    rows,
  };
}

/** A small one in which every part of a segment has something. */
export const FIXED: SegmentInput = (() => {
  const { files, facts, rows } = manyRows(60);
  return {
    files: [
      {
        path: 'a.md',
        size: -1,
        mtimeMs: 5,
        digest: '',
        title: '喝',
        tags: ['x'],
        note: { shares: ['b.md'], growth: { lines: 3, sessions: { s: 1 } } },
      },
      ...files,
    ],
    facts: [
      ...facts.map((fact) => ({ ...fact, file: fact.file + 1 })),
      { id: 'zzzzzzzzzz', file: 1, offset: 9, line: 2 },
      { id: 'odd', file: -1, offset: 0, line: 0 },
    ],
    rows: rows.map((row) => ({ ...row, file: row.file + 1 })),
  };
})();
