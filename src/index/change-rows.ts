// The rows that die and those that are new once it is known which files a change is about: those of the files
// themselves, claims elsewhere that cite a fact of theirs, facts elsewhere that a claim began or ceased to cite.
import { compareText } from '../model/fact.ts';
import type { Delta } from './delta.ts';
import type { Opened } from './files-around.ts';
import type { Parsed } from './records/parse-bytes.ts';
import { compareRows, createSaying, type PlacedRow, type RowFile, rowOfClaim, rowOfFact, rowOfText } from './rows.ts';
import { type SegmentFact, type SegmentFile, type SegmentInput, ROW_KINDS } from './segment/row.ts';
import { touchedFacts } from './touched-facts.ts';
import type { Tables } from './view.ts';
import { type DocumentOptions, segmentFactOf, segmentFileOf } from './whole.ts';

export function changeRows(tables: Tables, opened: Opened, { forgotten, turned, tokenizer }: DocumentOptions): Delta {
  const { given, parsed, facts, factOf } = opened;
  const saying = createSaying(tokenizer);
  const touched = touchedFacts(tables, opened);
  for (const id of turned) touched.add(id);

  /** Rows of which it is decided anew whether they stand. */
  const old = new Set<number>();
  for (const path of given.keys()) for (const row of tables.rowsOf(path)) old.add(row);
  const pages = new Set<string>();
  for (const id of touched) {
    for (const row of tables.citing(id)) {
      old.add(row);
      const { path } = tables.spot(row);
      if (!given.has(path)) pages.add(path);
    }
  }

  const rows: PlacedRow[] = [];
  const cited = new Set<string>();
  const addClaims = ({ parsed: { claims }, slot }: Parsed, isDecided: (cites: readonly string[]) => boolean): void => {
    for (const claim of claims) {
      if (!isDecided(claim.cites) || claim.cites.some((id) => forgotten.has(id))) continue;
      for (const id of claim.cites) cited.add(id);
      rows.push(rowOfClaim(claim, slot, claim.cites.map(factOf), saying));
    }
  };
  for (const one of parsed.values()) {
    addClaims(one, () => true);
    for (const text of one.parsed.texts) rows.push(rowOfText(text, one.slot, saying));
  }
  for (const path of pages) {
    const page = opened.unchanged(path);
    if (page) addClaims(page, (cites) => cites.some((id) => touched.has(id)));
  }

  const isCited = (id: string): boolean => cited.has(id) || tables.citing(id).some((row) => !old.has(row));
  const stands = (id: string): boolean => !forgotten.has(id) && !isCited(id);
  for (const [id, { logged, log }] of facts) if (stands(id)) rows.push(rowOfFact(logged, log, saying));
  const column = tables.column('kind');
  const claims = [...old].filter((row) => column[row] === CLAIM);
  const rowsOfFacts = rowsByFact(tables);
  for (const id of new Set([...tables.citedBy(claims), ...cited, ...turned])) {
    const place = tables.fact(id);
    if (place === null || given.has(place.path)) continue;
    const row = rowsOfFacts(place.path).get(id);
    if (!stands(id)) {
      if (row !== undefined) old.add(row);
    } else if (row === undefined) {
      const fact = factOf(id);
      if (fact) rows.push(rowOfFact(fact.logged, fact.log, saying));
    }
  }
  const fresh = withoutKept(tables, old, rows);
  return { dead: [...old].sort((a, b) => a - b), input: inputOf(tables, opened, fresh) };
}

const CLAIM = ROW_KINDS.indexOf('claim');
const FACT = ROW_KINDS.indexOf('fact');

/** For a log its rows that stand for facts, by id. */
function rowsByFact(tables: Tables): (path: string) => ReadonlyMap<string, number> {
  const known = new Map<string, ReadonlyMap<string, number>>();
  const column = tables.column('kind');
  return (path) => {
    let rows = known.get(path);
    if (!rows)
      known.set(
        path,
        (rows = new Map(
          tables
            .rowsOf(path)
            .filter((row) => column[row] === FACT)
            .map((row) => [tables.spot(row).id, row]),
        )),
      );
    return rows;
  };
}

/** The rows that are new; those that are as they were are taken out of the old ones. */
function withoutKept(tables: Tables, old: Set<number>, rows: readonly PlacedRow[]): PlacedRow[] {
  const kept = new Map<string, number>();
  const columns = (['day', 'minute', 'logged', 'group', 'ordinal'] as const).map((name) => ({
    name,
    values: tables.column(name),
  }));
  for (const row of old) {
    const spot = tables.spot(row);
    kept.set(
      signatureOf(spot, (index) => columns[index]?.values[row] ?? 0),
      row,
    );
  }
  return rows.filter((fresh) => {
    const row = kept.get(signatureOf(fresh, (index) => fresh[columns[index]?.name ?? 'day']));
    return row === undefined || !old.delete(row);
  });
}

function signatureOf(
  row: Pick<PlacedRow, 'kind' | 'superseded' | 'path' | 'offset' | 'length' | 'line' | 'part' | 'id' | 'hash'>,
  column: (index: number) => number,
): string {
  const { kind, superseded, path, offset, length, line, part, id, hash } = row;
  return [
    kind,
    superseded ? 1 : 0,
    offset,
    length,
    line,
    part,
    id,
    hash >>> 0,
    column(0),
    column(1),
    column(2),
    column(3) >>> 0,
    column(4),
    path,
  ].join(' ');
}

function inputOf(
  tables: Tables,
  { given, parsed, facts, unchanged }: Opened,
  fresh: readonly PlacedRow[],
): SegmentInput {
  const files = new Map<string, { readonly file: SegmentFile; readonly slot: RowFile | null }>();
  for (const path of given.keys()) {
    const one = parsed.get(path);
    if (one) files.set(path, { file: segmentFileOf(one, true), slot: one.slot });
    else if (tables.file(path) !== null)
      files.set(path, { file: { path, size: -1, mtimeMs: 0, digest: '', title: '', tags: [], note: '' }, slot: null });
  }
  for (const { path } of fresh) {
    const file = files.has(path) ? null : tables.file(path);
    const slot = file === null ? null : (unchanged(path)?.slot ?? null);
    if (file !== null) files.set(path, { file, slot });
  }
  const all = [...files.values()].sort((a, b) => compareText(a.file.path, b.file.path));
  all.forEach(({ slot }, number) => slot && (slot.number = number));
  const places = new Map<string, SegmentFact>();
  for (const path of given.keys())
    for (const id of tables.factsOf(path)) if (!facts.has(id)) places.set(id, { id, file: -1, offset: 0, line: 0 });
  for (const [id, { logged, log }] of facts) {
    const before = tables.fact(id);
    if (before?.path !== log.path || before.offset !== logged.offset || before.line !== logged.fact.line)
      places.set(id, segmentFactOf(logged, log));
  }
  for (const { kind, id, file, offset, line } of fresh) if (kind === 'fact') places.set(id, { id, file, offset, line });
  return { files: all.map(({ file }) => file), facts: [...places.values()], rows: [...fresh].sort(compareRows) };
}
