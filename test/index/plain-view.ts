// Tables over plain lists and maps: what ranking is tested against, and what segments must equal.
import { ROW_FIELDS } from '../../src/index/document.ts';
import { ROW_KINDS } from '../../src/index/segment/format.ts';
import type { SegmentInput, SegmentRow } from '../../src/index/segment/build.ts';
import type { Column, Posting, Tables } from '../../src/index/view.ts';

/** The tables of these inputs, one after another, without the rows named dead. */
export function plainTables(inputs: readonly SegmentInput[], dead: readonly number[] = []): Tables {
  const rows = inputs.flatMap((input) => input.rows.map((row) => ({ row, file: input.files[row.file] })));
  const terms = rows.map(({ row }) => row.terms);
  const keywords = rows.map(({ row }) => row.keywords);
  const isLive = (row: number) => row < rows.length && !dead.includes(row);
  const live = rows.map((_, row) => row).filter(isLive);
  const starts: number[] = [];
  let start = 0;
  for (const input of inputs) {
    starts.push(start);
    start += input.rows.length;
  }
  const different = (row: number, field: number) => new Set(terms[row]?.[field]).size;
  const postingOf = (term: string, field: number): Posting => {
    const holding = live.filter((row) => terms[row]?.[field]?.includes(term));
    const often = holding.map((row) => terms[row]?.[field]?.filter((one) => one === term).length ?? 0);
    const frequencies = often.every((count) => count === 1) ? null : Uint16Array.from(often);
    return { field, rows: Int32Array.from(holding), frequencies };
  };
  const cell = ({ row, file }: { row: SegmentRow; file: unknown }, name: Column): number =>
    name === 'kind'
      ? ROW_KINDS.indexOf(row.kind)
      : name === 'superseded'
        ? Number(row.superseded)
        : name === 'file'
          ? paths.indexOf((file as { path: string } | undefined)?.path ?? '')
          : row[name];
  const paths = [...new Set(rows.map(({ file }) => file?.path ?? ''))];
  const sorted = (words: Iterable<string>, prefix: string) =>
    [...new Set(words)].filter((word) => word.startsWith(prefix)).sort((a, b) => (a < b ? -1 : 1));
  const facts = inputs.flatMap((input) =>
    input.facts.map((fact) => ({ ...fact, path: input.files[fact.file]?.path ?? '' })),
  );
  return {
    size: live.length,
    rows: rows.length,
    starts,
    terms: new Set(terms.flat(2)).size,
    averages: ROW_FIELDS.map((_, field) =>
      live.length === 0 ? 0 : live.reduce((sum, row) => sum + different(row, field), 0) / live.length,
    ),
    lengths: (field) => rows.map((_, row) => different(row, field)),
    column: (name) => rows.map((row) => cell(row, name)),
    path: (file) => paths[file] ?? '',
    isLive,
    postings: (term) =>
      ROW_FIELDS.map((_, field) => postingOf(term, field)).filter((posting) => posting.rows.length > 0),
    keyword: (word) => Int32Array.from(live.filter((row) => keywords[row]?.includes(word))),
    withKeyword: (words) => (row) => isLive(row) && words.some((word) => keywords[row]?.includes(word)),
    startingWith: (prefix) => sorted(terms.flat(2), prefix),
    keywords: (prefix) => sorted(keywords.flat(), prefix),
    id: (row) => rows[row]?.row.id ?? '',
    spot: (row) => {
      const found = rows[row];
      if (!found) throw new Error(`no row ${row}`);
      return { ...found.row, path: found.file?.path ?? '' };
    },
    fact: (id) => facts.findLast((fact) => fact.id === id) ?? null,
    citedBy: (list) => [...new Set(list.flatMap((row) => rows[row]?.row.cites ?? []))],
    replaced: [],
    idsStartingWith: (start) =>
      [...new Set(rows.flatMap(({ row }) => [row.id, ...row.cites]))].filter((id) => id.startsWith(start)),
    standing: (id) =>
      live.filter(
        (row) => rows[row]?.row.cites.includes(id) || (rows[row]?.row.kind === 'fact' && rows[row]?.row.id === id),
      ),
    citing: (id) => live.filter((row) => rows[row]?.row.cites.includes(id)),
    file: (path) => inputs.flatMap((input) => input.files).findLast((file) => file.path === path) ?? null,
    headOf: (row) => rows[row]?.file ?? null,
    files: () => inputs.flatMap((input) => input.files),
    filesBeside: () => ({ files: [], passed: 0 }),
    rowsOf: (path) => live.filter((row) => rows[row]?.file?.path === path),
    factsOf: (path) => facts.filter((fact) => fact.path === path).map(({ id }) => id),
    close: () => {},
  };
}

/** One row with what a test does not care for filled in. */
export function plainRow(given: Partial<SegmentRow>): SegmentRow {
  return {
    kind: 'fact',
    superseded: false,
    file: 0,
    offset: 0,
    length: 0,
    line: 1,
    part: 0,
    id: '',
    cites: [],
    day: 20_000,
    minute: 600,
    logged: 20_000,
    group: 1,
    ordinal: 0,
    hash: 0,
    terms: ROW_FIELDS.map(() => []),
    keywords: [],
    ...given,
  };
}

/** Rows of one file, in the order of a segment. */
export function plainInput(rows: readonly SegmentRow[], path = 'daily/2024-10-04.md'): SegmentInput {
  const ordered = [...rows].sort((a, b) => a.logged - b.logged || a.group - b.group || a.ordinal - b.ordinal);
  return {
    files: [{ path, size: 0, mtimeMs: 0, digest: '', title: '', tags: [], note: null }],
    facts: [],
    rows: ordered,
  };
}
