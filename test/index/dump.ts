// Everything that an index says, in a form that does not tell in which segments it is kept: two that answer alike are
// equal.
import type { OpenIndex } from '../../src/index/view.ts';

const COLUMNS = ['kind', 'superseded', 'day', 'minute', 'logged', 'group', 'ordinal', 'hash'] as const;

/** Live rows, in an order that does not depend on their numbers. */
export function rowsOf({ tables }: OpenIndex): number[] {
  const key = (row: number) => {
    const { path, line, part, kind } = tables.spot(row);
    return [path, String(line).padStart(6, '0'), part, kind].join(' ');
  };
  return tables
    .files()
    .flatMap(({ path }) => [...tables.rowsOf(path)])
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Texts of all documents, in that order. */
export const textsOf = (index: OpenIndex): (string | undefined)[] => rowsOf(index).map((row) => index.read(row)?.text);

/** Texts of the documents that hold a term in their words or tags. */
export function withTerm(index: OpenIndex, term: string): (string | undefined)[] {
  const rows = new Set(index.tables.postings(term).flatMap((posting) => [...posting.rows]));
  return rowsOf(index)
    .filter((row) => rows.has(row))
    .map((row) => index.read(row)?.text);
}

export function dump(index: OpenIndex): Record<string, unknown> {
  const { tables } = index;
  const rows = rowsOf(index);
  const places = new Map(rows.map((row, place) => [row, place]));
  const columns = COLUMNS.map((name) => [name, tables.column(name)] as const);
  // A field that no document has may be there or not.
  const fields = tables.averages.findLastIndex((average) => average > 0) + 1;
  const placesOf = (some: ArrayLike<number>) => Array.from(some, (row) => places.get(row) ?? -1).sort((a, b) => a - b);
  const files = tables.files().map(({ path, digest, title, tags }) => ({ path, digest, title, tags }));
  const facts = files.flatMap(({ path }) => tables.factsOf(path)).sort();
  const words = (all: string[], of: (word: string) => unknown[]) =>
    Object.fromEntries(all.map((word) => [word, of(word)] as const).filter(([, found]) => found.length > 0));
  return {
    size: tables.size,
    averages: tables.averages.slice(0, fields),
    rows: rows.map((row) => {
      const { offset, length, ...spot } = tables.spot(row);
      return {
        ...spot,
        span: [offset, length],
        path: tables.path(tables.column('file')[row] ?? -1),
        columns: columns.map(([name, column]) => `${name} ${column[row]}`),
        lengths: Array.from({ length: fields }, (_, field) => tables.lengths(field)[row]),
      };
    }),
    documents: rows.map((row) => index.read(row)),
    terms: words(tables.startingWith(''), (term) =>
      tables
        .postings(term)
        .map(({ field, rows: some, frequencies }) => [
          field,
          Array.from(some, (row, at) => [places.get(row) ?? -1, frequencies?.[at] ?? 1]).sort(
            (a, b) => (a[0] ?? 0) - (b[0] ?? 0),
          ),
        ]),
    ),
    keywords: words(tables.keywords(''), (word) => placesOf(tables.keyword(word))),
    files,
    facts: facts.map((id) => ({ id, ...tables.fact(id), citing: placesOf(tables.citing(id)) })),
    cited: [...tables.citedBy(rows)].sort(),
  };
}
