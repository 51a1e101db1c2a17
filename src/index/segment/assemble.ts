// One segment from all that it holds, whether it was read from notes or from other segments: the same content
// gives the same bytes.
import type { PackedDictionary } from './dictionary.ts';
import {
  bytesOf,
  COLUMNS,
  FACT_ROW,
  GONE_FACT,
  HEAD,
  HEAD_BYTES,
  HEAD_WORDS,
  ID_BYTES,
  MAGIC,
  MOST_FIELDS,
  NO_FACT,
  packColumn,
  type Packed,
  SECTION,
  SECTION_WORDS,
  SECTIONS,
  VERSION,
} from './format.ts';
import { numberOfId, putId } from './ids.ts';
import { memoryFile } from './open.ts';
import { ROW_KINDS, type SegmentFile } from './row.ts';
import { packTexts, sumOfFile, sumOfHead } from './source.ts';

/** What is known of ids as facts, by place. */
export interface FactColumns {
  /** UNKNOWN where the id is no fact, -1 for one that is gone. */
  readonly files: Int32Array;
  readonly offsets: ArrayLike<number>;
  readonly lines: ArrayLike<number>;
}

export const UNKNOWN = -2;

export interface Content {
  /** By path. */
  readonly files: readonly SegmentFile[];
  /** How many rows. */
  readonly rows: number;
  /** In the order of COLUMNS, by row. */
  readonly columns: readonly ArrayLike<number>[];
  /** By field, by row. */
  readonly lengths: readonly ArrayLike<number>[];
  /** In the order of their places: see ids.ts. */
  readonly ids: readonly string[];
  readonly facts: FactColumns;
  /** Place of an id and the row that cites it; in any order, each pair once. */
  readonly cites: { readonly ids: readonly number[]; readonly rows: readonly number[] };
  readonly terms: PackedDictionary;
  readonly keywords: PackedDictionary;
}

/** The bytes of a segment. Throws a plain error for files that are not in order. */
export function assemble(content: Content): Uint8Array {
  const { rows, files } = content;
  if (content.lengths.length > MOST_FIELDS) throw new Error(`A segment has at most ${MOST_FIELDS} fields`);
  for (let i = 1; i < files.length; i++)
    if ((files[i - 1]?.path ?? '') >= (files[i]?.path ?? '')) throw new Error('The files of a segment go by path');
  const sections: Packed[] = Array.from({ length: SECTIONS }, () => ({ kind: 0, value: 0, bytes: new Uint8Array(0) }));
  COLUMNS.forEach((_, i) => (sections[SECTION.columns + i] = packColumn(content.columns[i] ?? [], rows)));
  const plain = packIds(content.ids, sections);
  const extras = packFacts(content, sections);
  packCites(content, sections);
  content.terms.sections.forEach((section, i) => (sections[SECTION.terms + i] = section));
  content.keywords.sections.forEach((section, i) => (sections[SECTION.keywords + i] = section));
  packFiles(files, sections);
  const totals = content.lengths.map((lengths) => {
    let total = 0;
    for (let row = 0; row < rows; row++) total += lengths[row] as number;
    return total;
  });
  sections[SECTION.totals] = { kind: 0, value: 0, bytes: bytesOf(Float64Array.from(totals)) };
  content.lengths.forEach((lengths, i) => (sections[SECTION.lengths + i] = packColumn(lengths, rows)));
  const counts: [number, number][] = [
    [HEAD.rows, rows],
    [HEAD.fields, content.lengths.length],
    [HEAD.files, files.length],
    [HEAD.ids, content.ids.length],
    [HEAD.plainIds, plain],
    [HEAD.extras, extras],
    [HEAD.cites, content.cites.rows.length],
    [HEAD.terms, content.terms.count],
    [HEAD.keywords, content.keywords.count],
  ];
  return layOut(sections, counts);
}

function layOut(sections: readonly Packed[], counts: readonly [number, number][]): Uint8Array {
  let size = HEAD_BYTES;
  const starts = sections.map(({ bytes }) => {
    const start = Math.ceil(size / 8) * 8;
    size = start + bytes.length;
    return start;
  });
  size = Math.ceil(size / 16) * 16;
  const file = new Uint8Array(size);
  const head = new Uint32Array(file.buffer, 0, HEAD_BYTES / 4);
  head[HEAD.magic] = MAGIC;
  head[HEAD.version] = VERSION;
  head[HEAD.size] = size / 16;
  for (const [word, count] of counts) head[word] = count;
  sections.forEach(({ kind, value, bytes }, i) => {
    head.set([(starts[i] ?? 0) / 8, bytes.length, kind, value], HEAD_WORDS + i * SECTION_WORDS);
    file.set(bytes, starts[i]);
  });
  head[HEAD.sum] = sumOfHead(head);
  head.set(sumOfFile(memoryFile(file)), HEAD.checksum);
  return file;
}

/** Gives how many are texts. */
function packIds(ids: readonly string[], sections: Packed[]): number {
  const plain = ids.filter((id) => numberOfId(id) < 0);
  const bytes = new Uint8Array((ids.length - plain.length) * ID_BYTES);
  for (let at = 0, place = 0; at < bytes.length; at += ID_BYTES) putId(bytes, at, numberOfId(ids[place++] as string));
  sections[SECTION.ids] = { kind: 0, value: 0, bytes };
  sections[SECTION.plainIds] = packTexts(plain);
  return plain.length;
}

/** What each id is as a fact; gives how many facts stand for themselves, because no row stands for them. */
function packFacts({ rows, columns, ids, facts }: Content, sections: Packed[]): number {
  const count = ids.length;
  const refs = new Uint32Array(count).fill(NO_FACT);
  const [kinds = [], files = [], places = [], offsets = [], lines = []] = (
    ['kind', 'file', 'id', 'offset', 'line'] as const
  ).map((name) => columns[COLUMNS.indexOf(name)]);
  const fact = ROW_KINDS.indexOf('fact');
  for (let row = 0; row < rows; row++) {
    const place = places[row] as number;
    if (refs[place] !== NO_FACT || kinds[row] !== fact) continue;
    if (facts.files[place] === files[row] && facts.offsets[place] === offsets[row] && facts.lines[place] === lines[row])
      refs[place] = row + FACT_ROW;
  }
  const extras: number[] = [];
  for (let place = 0; place < count; place++) {
    const file = facts.files[place] as number;
    if (file === -1) refs[place] = GONE_FACT;
    else if (file >= 0 && refs[place] === NO_FACT) refs[place] = rows + FACT_ROW + extras.push(place) - 1;
  }
  const columnOf = (values: ArrayLike<number>): Packed =>
    packColumn(
      extras.map((place) => values[place] as number),
      extras.length,
    );
  sections[SECTION.extraFiles] = columnOf(facts.files);
  sections[SECTION.extraOffsets] = columnOf(facts.offsets);
  sections[SECTION.extraLines] = columnOf(facts.lines);
  sections[SECTION.idFacts] = packColumn(refs, count);
  return extras.length;
}

function packCites({ cites }: Content, sections: Packed[]): void {
  const { ids, rows } = cites;
  const order = Uint32Array.from(rows.keys()).sort(
    (a, b) => (ids[a] as number) - (ids[b] as number) || (rows[a] as number) - (rows[b] as number),
  );
  sections[SECTION.citeIds] = packColumn(
    Array.from(order, (i) => ids[i] as number),
    order.length,
  );
  sections[SECTION.citeRows] = packColumn(
    Array.from(order, (i) => rows[i] as number),
    order.length,
  );
}

const WIDE = /[^\x00-\xff]/g;

function packFiles(files: readonly SegmentFile[], sections: Packed[]): void {
  const infos = files.map(({ digest, title, tags, note }) => JSON.stringify([digest, title, tags, note]));
  sections[SECTION.paths] = packTexts(files.map((file) => file.path));
  // In one byte a character, whatever a single title holds.
  sections[SECTION.infos] = packTexts(
    infos.map((info) => info.replace(WIDE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)),
  );
  sections[SECTION.sizes] = packColumn(
    files.map((file) => file.size),
    files.length,
  );
  sections[SECTION.times] = packColumn(
    files.map((file) => file.mtimeMs),
    files.length,
  );
}
