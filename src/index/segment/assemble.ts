// One segment from all that it holds, whether it was read from notes or from other segments: the same content
// gives the same bytes.
import { ROW_KINDS, type SegmentFile } from './row.ts';
import { sumOfFile, sumOfHead } from './checksum.ts';
import { COLUMNS, FACT_ROW, GONE_FACT, HEAD, HEAD_BYTES, HEAD_WORDS, ID_BYTES, MAGIC, MOST_FIELDS, NO_FACT, RECORD_FIELDS, SECTION, SECTION_WORDS, SECTIONS, VERSION } from './format.ts';
import { numberOfId, putId } from './ids.ts';
import { memoryFile } from './memory.ts';
import { bytesOf, packColumn, type Packed, putNarrow, widthFor } from './numbers.ts';
import type { PackedDictionary } from './pack-dictionary.ts';
import { packTexts } from './texts.ts';

/** Numbers that grow. */
export interface Column {
  values: Float64Array;
}

/** A fact by its id's number in the content's ids. */
export interface ContentFact {
  /** -1 for gone. */
  readonly file: number;
  readonly offset: number;
  readonly line: number;
}

export interface Content {
  /** By path. */
  readonly files: readonly SegmentFile[];
  /** How many rows. */
  readonly rows: number;
  /** In the order of COLUMNS, by row. */
  readonly columns: readonly ArrayLike<number>[];
  /** By field, by row. */
  readonly lengths: readonly ArrayLike<number>[];
  /** By row: number of its id in `ids`, offset, length, line, part. */
  readonly records: readonly ArrayLike<number>[];
  /** Each once, in any order. */
  readonly ids: readonly string[];
  readonly facts: ReadonlyMap<number, ContentFact>;
  /** Number of an id and the row that cites it; in any order, each pair once. */
  readonly cites: { readonly ids: readonly number[]; readonly rows: readonly number[] };
  readonly terms: PackedDictionary;
  readonly keywords: PackedDictionary;
}

/** The bytes of a segment. Throws a plain error for files that are not in order. */
export function assemble(content: Content): Uint8Array {
  const { rows, files } = content;
  if (content.lengths.length > MOST_FIELDS) throw new Error(`A segment has at most ${MOST_FIELDS} fields`);
  for (let i = 1; i < files.length; i++) if ((files[i - 1]?.path ?? '') >= (files[i]?.path ?? '')) throw new Error('The files of a segment go by path');
  const sections: Packed[] = Array.from({ length: SECTIONS }, () => ({ kind: 0, value: 0, bytes: new Uint8Array(0) }));
  COLUMNS.forEach((_, i) => (sections[SECTION.columns + i] = packColumn(content.columns[i] ?? [], rows)));
  const { places, odd } = packIds(content, sections);
  packRecords(content, places, sections);
  const extras = packFacts(content, places, sections);
  packCites(content, places, sections);
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
    [HEAD.rows, rows], [HEAD.fields, content.lengths.length], [HEAD.files, files.length], [HEAD.ids, content.ids.length], [HEAD.oddIds, odd],
    [HEAD.extras, extras], [HEAD.cites, content.cites.rows.length], [HEAD.terms, content.terms.count], [HEAD.keywords, content.keywords.count],
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

/** By number of an id its place among all. */
function packIds({ ids }: Content, sections: Packed[]): { places: Int32Array; odd: number } {
  const numbers = Float64Array.from(ids, numberOfId);
  const places = new Int32Array(ids.length);
  const order = Uint32Array.from(ids.keys()).sort((a, b) => {
    const [first, second] = [numbers[a] as number, numbers[b] as number];
    if (first >= 0 && second >= 0) return first - second;
    if (first >= 0 || second >= 0) return first >= 0 ? -1 : 1;
    return (ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1;
  });
  let even = 0;
  while (even < order.length && (numbers[order[even] as number] as number) >= 0) even++;
  const bytes = new Uint8Array(even * ID_BYTES);
  const others: string[] = [];
  order.forEach((number, place) => {
    places[number] = place;
    if (place < even) putId(bytes, place * ID_BYTES, numbers[number] as number);
    else others.push(ids[number] ?? '');
  });
  sections[SECTION.ids] = { kind: 0, value: 0, bytes };
  sections[SECTION.oddIds] = packTexts(others);
  return { places, odd: others.length };
}

function packRecords({ rows, records }: Content, places: Int32Array, sections: Packed[]): void {
  const widths: number[] = [];
  for (let field = 0; field < RECORD_FIELDS; field++) {
    let most = 0;
    for (let row = 0; row < rows; row++) most = Math.max(most, field === 0 ? (places[records[0]?.[row] as number] as number) : (records[field]?.[row] as number));
    widths.push(widthFor(most));
  }
  const stride = widths.reduce((sum, width) => sum + width, 0);
  const bytes = new Uint8Array(rows * stride);
  let at = 0;
  for (let field = 0; field < RECORD_FIELDS; field++) {
    const width = widths[field] as number;
    for (let row = 0; row < rows; row++) {
      const value = records[field]?.[row] as number;
      putNarrow(bytes, row * stride + at, width, field === 0 ? (places[value] as number) : value);
    }
    at += width;
  }
  sections[SECTION.records] = { kind: 0, value: widths.reduce((word, width, i) => word | (width << (4 * i)), 0), bytes };
}

/** What each id is as a fact; how many facts stand for themselves, because no row stands for them. */
function packFacts({ rows, columns, records, ids, facts }: Content, places: Int32Array, sections: Packed[]): number {
  const refs = new Float64Array(ids.length).fill(NO_FACT);
  const [kinds, files] = [columns[COLUMNS.indexOf('kind')] ?? [], columns[COLUMNS.indexOf('file')] ?? []];
  const [numbers, offsets, , lines] = [records[0] ?? [], records[1] ?? [], [], records[3] ?? []];
  for (let row = 0; row < rows; row++) {
    const number = numbers[row] as number;
    const fact = facts.get(number);
    const place = places[number] as number;
    if (!fact || refs[place] !== NO_FACT || kinds[row] !== ROW_KINDS.indexOf('fact')) continue;
    if (fact.file === files[row] && fact.offset === offsets[row] && fact.line === lines[row]) refs[place] = row + FACT_ROW;
  }
  const extras: [place: number, fact: ContentFact][] = [];
  for (const [number, fact] of facts) {
    const place = places[number] as number;
    if (fact.file < 0) refs[place] = GONE_FACT;
    else if (refs[place] === NO_FACT) extras.push([place, fact]);
  }
  extras.sort(([a], [b]) => a - b).forEach(([place], i) => (refs[place] = rows + FACT_ROW + i));
  sections[SECTION.extraFiles] = packColumn(extras.map(([, fact]) => fact.file), extras.length);
  sections[SECTION.extraOffsets] = packColumn(extras.map(([, fact]) => fact.offset), extras.length);
  sections[SECTION.extraLines] = packColumn(extras.map(([, fact]) => fact.line), extras.length);
  const width = widthFor(refs.reduce((most, ref) => Math.max(most, ref), 0));
  const bytes = new Uint8Array(ids.length * width);
  refs.forEach((ref, place) => putNarrow(bytes, place * width, width, ref));
  sections[SECTION.idFacts] = { kind: 0, value: width, bytes };
  return extras.length;
}

function packCites({ cites }: Content, places: Int32Array, sections: Packed[]): void {
  const order = cites.rows.map((_, i) => i).sort((a, b) => (places[cites.ids[a] as number] as number) - (places[cites.ids[b] as number] as number) || (cites.rows[a] as number) - (cites.rows[b] as number));
  sections[SECTION.citeIds] = packColumn(order.map((i) => places[cites.ids[i] as number] as number), order.length);
  sections[SECTION.citeRows] = packColumn(order.map((i) => cites.rows[i] as number), order.length);
}

const WIDE = /[^\x00-\xff]/g;

function packFiles(files: readonly SegmentFile[], sections: Packed[]): void {
  const infos = files.map(({ digest, title, tags, note }) => JSON.stringify([digest, title, tags, note]));
  sections[SECTION.paths] = packTexts(files.map((file) => file.path));
  // In one byte a character, whatever a single title holds.
  sections[SECTION.infos] = packTexts(infos.map((info) => info.replace(WIDE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)));
  sections[SECTION.sizes] = packColumn(files.map((file) => file.size), files.length);
  sections[SECTION.times] = packColumn(files.map((file) => file.mtimeMs), files.length);
  const recent = files.map((_, i) => i).sort((a, b) => (files[b]?.mtimeMs ?? 0) - (files[a]?.mtimeMs ?? 0) || a - b);
  sections[SECTION.recent] = packColumn(recent, files.length);
}
