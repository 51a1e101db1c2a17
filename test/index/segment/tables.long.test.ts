// Segments against plain lists: whatever files, facts and rows they hold, however many of them there are.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSegment } from '../../../src/index/segment/build.ts';
import { memoryFile, openSegment } from '../../../src/index/segment/open.ts';
import { tablesOver } from '../../../src/index/segment/tables.ts';
import { ROW_FIELDS } from '../../../src/index/document.ts';
import type { Column } from '../../../src/index/view.ts';
import { ROW_KINDS } from '../../../src/index/segment/format.ts';
import { anyId, anyParts, anyTerm, compare, liveOf, type Part } from './arbitrary.ts';

const open = (parts: readonly Part[]) =>
  parts.map(({ input, dead }) => ({ segment: openSegment(memoryFile(buildSegment(input))), dead }));
const sorted = (texts: Iterable<string>) => [...texts].sort(compare);
const list = (numbers: ArrayLike<number>) => Array.from(numbers);

/** Everything that tables say, from the plain lists. */
function plain(parts: readonly Part[]) {
  const live = liveOf(parts);
  const rows = parts.flatMap(({ input, dead }) =>
    input.rows.map((row, i) => ({ ...row, path: input.files[row.file]?.path ?? '', live: !dead.includes(i) })),
  );
  const numbers = rows.flatMap((row, i) => (row.live ? [i] : []));
  const fields = ROW_FIELDS.length;
  return { live, rows, numbers, fields };
}

const same = (parts: readonly Part[], terms: readonly string[], ids: readonly string[]) => {
  const { live, rows, numbers, fields } = plain(parts);
  const tables = tablesOver(open(parts));
  expect(tables.size).toBe(numbers.length);
  expect(tables.rows).toBe(rows.length);
  const columns: Record<Column, number[]> = {
    kind: rows.map((row) => ROW_KINDS.indexOf(row.kind)),
    superseded: rows.map((row) => Number(row.superseded)),
    file: list(tables.column('file')),
    day: rows.map((row) => row.day),
    minute: rows.map((row) => row.minute),
    logged: rows.map((row) => row.logged),
    group: rows.map((row) => row.group),
    ordinal: rows.map((row) => row.ordinal),
    hash: rows.map((row) => row.hash),
  };
  for (const [name, values] of Object.entries(columns) as [Column, number[]][])
    expect(list(tables.column(name)), name).toEqual(values);
  expect(columns.file.map((file) => tables.path(file))).toEqual(rows.map((row) => row.path));
  const lengths = Array.from({ length: fields }, (_, field) => rows.map((row) => new Set(row.terms[field]).size));
  expect(lengths.map((_, field) => list(tables.lengths(field)))).toEqual(lengths);
  expect(tables.averages).toEqual(
    lengths.map((own) =>
      numbers.length === 0 ? 0 : numbers.reduce((sum, row) => sum + (own[row] ?? 0), 0) / numbers.length,
    ),
  );

  const held = new Set(numbers.flatMap((row) => rows[row]?.terms.flat() ?? []));
  for (const term of [...held, ...terms]) {
    const expected = Array.from({ length: fields }, (_, field) => {
      const own = numbers.filter((row) => rows[row]?.terms[field]?.includes(term));
      const often = own.map((row) => rows[row]?.terms[field]?.filter((one) => one === term).length ?? 0);
      return { field, rows: own, frequencies: often.every((count) => count === 1) ? null : often };
    }).filter((posting) => posting.rows.length > 0);
    expect(
      tables.postings(term).map(({ field, rows: held, frequencies }) => ({
        field,
        rows: list(held),
        frequencies: frequencies && list(frequencies),
      })),
      term,
    ).toEqual(expected);
  }
  for (const word of [...new Set(rows.flatMap((row) => row.keywords)), ...terms]) {
    const own = numbers.filter((row) => rows[row]?.keywords.includes(word));
    expect(list(tables.keyword(word)), word).toEqual(own);
    const isIn = tables.withKeyword([word]);
    expect(
      rows.flatMap((_, row) => (isIn(row) ? [row] : [])),
      word,
    ).toEqual(own);
  }
  const all = new Set(rows.flatMap((row) => row.terms.flat()));
  const words = new Set(rows.flatMap((row) => row.keywords));
  for (const prefix of ['', ...terms, ...terms.map((term) => term.slice(0, 1))]) {
    expect(tables.startingWith(prefix), prefix).toEqual(sorted(all).filter((term) => term.startsWith(prefix)));
    expect(tables.keywords(prefix), prefix).toEqual(sorted(words).filter((word) => word.startsWith(prefix)));
  }

  rows.forEach(({ kind, superseded, path, offset, length, line, part, id, hash }, row) =>
    expect(tables.spot(row)).toEqual({ kind, superseded, path, offset, length, line, part, id, hash }),
  );
  for (const id of new Set([
    ...ids,
    ...parts.flatMap(({ input }) => [...input.facts, ...input.rows].map((one) => one.id)),
  ])) {
    const fact = live.facts.find((one) => one.id === id);
    expect(tables.fact(id), id).toEqual(
      fact ? { path: live.files[fact.file]?.path, offset: fact.offset, line: fact.line } : null,
    );
    expect(tables.citing(id), id).toEqual(numbers.filter((row) => rows[row]?.cites.includes(id)));
  }
  expect(sorted(tables.citedBy(numbers))).toEqual(sorted(new Set(numbers.flatMap((row) => rows[row]?.cites ?? []))));
  expect(tables.files()).toEqual(live.files);
  const paths = sorted(live.files.map((file) => file.path));
  const [from = '', to = ''] = [paths[1], paths[4]];
  const beside = tables.filesBeside(from, to);
  expect([...beside.files].sort((a, b) => compare(a.path, b.path))).toEqual(
    live.files
      .filter(({ path }) => path < from || path >= to)
      .map(({ path, size, mtimeMs }) => ({ path, size, mtimeMs })),
  );
  expect(beside.passed).toBe(paths.length - beside.files.length);
  for (const path of new Set([...parts.flatMap(({ input }) => input.files.map((file) => file.path)), 'no.md'])) {
    const file = live.files.findIndex((one) => one.path === path);
    expect(tables.file(path)).toEqual(live.files[file] ?? null);
    expect(tables.rowsOf(path)).toEqual(numbers.filter((row) => rows[row]?.path === path));
    expect(sorted(tables.factsOf(path))).toEqual(
      sorted(live.facts.filter((fact) => fact.file === file).map((fact) => fact.id)),
    );
  }
};

test('tables over any segments say what they hold', () => {
  fc.assert(fc.property(anyParts, fc.array(anyTerm, { maxLength: 4 }), fc.array(anyId, { maxLength: 4 }), same), {
    numRuns: 150,
  });
});
