// A vault's notes in memory, seen through the port of the index, and its documents as an index has them.
import { digestOfBytes } from '../../../src/index/hash.ts';
import type { FoundDocument } from '../../../src/index/document.ts';
import { readDocument } from '../../../src/index/read-document.ts';
import { buildSegment } from '../../../src/index/segment/build.ts';
import { memoryFile, openSegment } from '../../../src/index/segment/open.ts';
import { tablesOver } from '../../../src/index/segment/tables.ts';
import { createTokenizer } from '../../../src/index/tokenizer.ts';
import type { Tables } from '../../../src/index/view.ts';
import { type DocumentOptions, type ReadFile, wholeOf } from '../../../src/index/delta.ts';
import { encodeText } from '../../../src/model/bytes.ts';

export interface Notes {
  readonly all: Map<string, Uint8Array>;
  readonly forgotten: Set<string>;
  write(path: string, text: string): void;
  remove(path: string): void;
  read(path: string): ReadFile;
  options(): DocumentOptions;
  /** How often a whole file was read, and a part of one. */
  readonly seen: { wholes: string[]; parts: number };
}

const ZONES = ['0_Inbox', '1_Projects', '2_Wiki', '3_Personal'];

export function notes(files: Readonly<Record<string, string>> = {}): Notes {
  const all = new Map<string, Uint8Array>();
  const times = new Map<string, number>();
  const seen = { wholes: [] as string[], parts: 0 };
  const forgotten = new Set<string>();
  const tokenizer = createTokenizer();
  let clock = 1000;
  const read = (path: string): ReadFile => {
    const bytes = all.get(path) ?? null;
    return bytes === null
      ? { path, size: -1, mtimeMs: 0, digest: '', bytes }
      : { path, size: bytes.length, mtimeMs: times.get(path) ?? 0, digest: digestOfBytes(bytes), bytes };
  };
  const own: Notes = {
    all,
    forgotten,
    seen,
    read,
    write(path, text) {
      all.set(path, encodeText(text));
      times.set(path, clock++);
    },
    remove: (path) => void all.delete(path),
    options: () => ({
      forgotten: new Set(forgotten),
      tokenizer,
      files: {
        dailyDir: 'daily',
        zones: ZONES,
        read(path) {
          seen.wholes.push(path);
          return all.get(path) ?? null;
        },
        readPart(path, offset, length) {
          seen.parts++;
          return all.get(path)?.subarray(offset, offset + length) ?? null;
        },
        stat: (path) =>
          all.has(path) ? { path, size: all.get(path)?.length ?? 0, mtimeMs: times.get(path) ?? 0 } : null,
      },
    }),
  };
  for (const [path, text] of Object.entries(files)) own.write(path, text);
  return own;
}

export const segmentOf = (input: Parameters<typeof buildSegment>[0]) => openSegment(memoryFile(buildSegment(input)));

export const wholeTables = (from: Notes): Tables =>
  tablesOver([{ segment: segmentOf(wholeOf([...from.all.keys()].map(from.read), from.options())), dead: [] }]);

/** Rows as they stand in the tables, live ones alone. */
export const liveRows = (tables: Tables): number[] =>
  tables
    .files()
    .flatMap((file) => tables.rowsOf(file.path))
    .sort((a, b) => a - b);

/** All documents, read back: facts and claims by the day and the line of the fact, then prose by path and line. */
export function documentsOf(from: Notes): FoundDocument[] {
  const tables = wholeTables(from);
  const place = (one: FoundDocument): string =>
    one.kind === 'text' ? `2 ${one.path}` : one.facts.length === 0 ? '1' : `0 ${one.facts.at(-1)?.day}`;
  return liveRows(tables)
    .map((row) => {
      const found = readDocument(tables, from.options().files, row);
      if (found === null) throw new Error(`row ${row} cannot be read: ${JSON.stringify(tables.spot(row))}`);
      return { found, ordinal: tables.column('ordinal')[row] ?? 0 };
    })
    .sort(
      (a, b) =>
        (place(a.found) < place(b.found) ? -1 : place(a.found) > place(b.found) ? 1 : 0) ||
        a.ordinal - b.ordinal ||
        a.found.line - b.found.line,
    )
    .map(({ found }) => found);
}
