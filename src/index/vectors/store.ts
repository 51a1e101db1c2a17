// Stores vectors in the cache next to the segments, in files that are written once and deleted as a whole; each vector
// has the hash of its row. The layout is that of segments; a file name contains the embedder and the digest of its
// bytes.
import { digestOfBytes } from '../hash.ts';
import {
  CorruptSegment,
  digestOfFile,
  layOut,
  type Numbers,
  packBytes,
  packColumn,
  Source,
} from '../segment/format.ts';
import type { CacheFile, IndexFiles } from '../../model/ports.ts';
import type { Tables } from '../view.ts';
import { pack } from './similar.ts';

/** A vector with its keys. */
export interface Entry {
  /** The 32-bit hash of its row. */
  readonly hash: number;
  /** Digest of the text that was sent. */
  readonly digest: number;
  /** Its quantised numbers and their scale. */
  readonly bytes: Int8Array;
  readonly scale: number;
}

export interface Chunk {
  /** File name in the cache. */
  readonly name: string;
  readonly count: number;
  readonly dimensions: number;
  readonly hashes: Numbers;
  readonly scales: Numbers;
  /** Read on first use. */
  digests(): Numbers;
  /** Bytes of a range of vectors. Throws CorruptSegment if it exceeds the file. */
  bytes(from: number, to: number): Int8Array;
  /** Verifies the digest of the whole file. */
  isWhole(): boolean;
  close(): void;
}

/** Expects vectors of one dimension. */
export function renderChunk(entries: readonly Entry[]): Uint8Array {
  const vectors = Buffer.concat(entries.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
  return layOut(
    new Map([
      ['hashes', packColumn(entries.map(({ hash }) => hash))],
      ['scales', packColumn(entries.map(({ scale }) => scale))],
      ['digests', packColumn(entries.map(({ digest }) => digest))],
      ['vectors', packBytes(vectors, entries[0]?.bytes.length)],
    ]),
  );
}

/** Throws CorruptSegment if the file has no readable vectors. */
function openChunk(name: string, file: CacheFile): Chunk {
  const source = new Source(file);
  const hashes = source.column('hashes');
  const dimensions = source.count('vectors');
  return {
    name,
    count: hashes.length,
    dimensions,
    hashes,
    scales: source.column('scales'),
    digests: () => source.column('digests'),
    bytes(from, to) {
      const { buffer, byteOffset, length } = source.bytes('vectors', from * dimensions, (to - from) * dimensions);
      return new Int8Array(buffer, byteOffset, length);
    },
    isWhole: () => name.endsWith(`-${digestOfFile(file)}.vec`),
    close: () => file.close(),
  };
}

/** One vector of a chunk with its keys. */
export function entryAt(chunk: Chunk, at: number): Entry {
  return {
    hash: chunk.hashes[at] as number,
    digest: chunk.digests()[at] as number,
    scale: chunk.scales[at] as number,
    bytes: chunk.bytes(at, at + 1),
  };
}

export function entryOf(hash: number, digest: number, vector: Float32Array): Entry {
  const bytes = new Int8Array(vector.length);
  const scale = pack(vector, bytes, 0);
  return { hash, digest, bytes, scale };
}

/** 52 bits of a text's digest. They tell texts apart but do not resist tampering. */
export const digestOfText = (text: string): number => Number.parseInt(digestOfBytes(Buffer.from(text)).slice(3), 16);

const FOLDER = 'search';
/** Maximum vectors per file: removing one rewrites its file. */
const MOST_IN_CHUNK = 8192;
/** How many files smaller than half of that are allowed before they are merged. */
const MOST_SMALL = 4;
/** Bump it whenever the text sent for the same words changes. */
const WORDING = 1;

/** The prefix of an embedder's file names. */
const prefixOf = (embedder: string): string =>
  `${FOLDER}/vectors-${digestOfBytes(Buffer.from(`${WORDING}\n${embedder}`))}-`;

const storeOf = (name: string): string => name.slice(0, name.lastIndexOf('-') + 1);

/** All vector files, of any embedder. */
const namesIn = (files: IndexFiles): string[] =>
  files
    .listCache(FOLDER)
    .filter(({ name }) => name.startsWith('vectors-') && name.endsWith('.vec'))
    .map(({ name }) => `${FOLDER}/${name}`)
    .sort();

export interface Store {
  /** All of one dimension. */
  readonly chunks: readonly Chunk[];
  /** Length of a vector; null if there is none yet. */
  readonly dimensions: number | null;
  readonly count: number;
  close(): void;
}

/** The vectors of an embedder. Skips files that are damaged or have another dimension. */
export function openStore(files: IndexFiles, embedder: string): Store {
  const found = namesIn(files)
    .filter((name) => storeOf(name) === prefixOf(embedder))
    .map((name) => openOne(files, name))
    .filter((chunk) => chunk !== null);
  const dimensions = found[0]?.dimensions ?? null;
  const chunks = found.filter((chunk) => chunk.dimensions === dimensions);
  return {
    chunks,
    dimensions,
    count: chunks.reduce((sum, { count }) => sum + count, 0),
    close: () => closeAll(found),
  };
}

/** Returns null if the file is gone or damaged. */
function openOne(files: IndexFiles, name: string): Chunk | null {
  const file = files.openCache(name);
  if (file === null) return null;
  try {
    return openChunk(name, file);
  } catch (error) {
    file.close();
    if (!(error instanceof CorruptSegment)) throw error;
    return null;
  }
}

const closeAll = (chunks: readonly Chunk[]): void => chunks.forEach((chunk) => chunk.close());

/** True if there is a vector file of any model. Opens nothing. */
export const hasVectors = (files: IndexFiles): boolean => namesIn(files).length > 0;

/** Adds vectors of one dimension. Best effort, like all of the cache. */
export const addVectors = (files: IndexFiles, embedder: string, entries: readonly Entry[]): void =>
  writeAll(files, prefixOf(embedder), entries);

function writeAll(files: IndexFiles, prefix: string, entries: readonly Entry[]): void {
  for (let from = 0; from < entries.length; from += MOST_IN_CHUNK) {
    const bytes = renderChunk(entries.slice(from, from + MOST_IN_CHUNK));
    files.publishCache(`${prefix}${digestOfBytes(bytes)}.vec`, bytes);
  }
}

/** Deletes all vectors except those of one embedder and dimension; with null, all of them. */
export function dropOthers(
  files: IndexFiles,
  keep: { readonly embedder: string; readonly dimensions: number } | null,
): void {
  for (const name of namesIn(files)) {
    const chunk = keep !== null && storeOf(name) === prefixOf(keep.embedder) ? openOne(files, name) : null;
    chunk?.close();
    if (chunk === null || chunk.dimensions !== keep?.dimensions) files.removeCache(name);
  }
}

/**
 * Deletes vectors of any embedder whose row is not in the index or is superseded, and merges small files once there are
 * many. Call it after forgetting: afterwards the cache has no vector of the forgotten text. `whole`: files verified a
 * moment ago.
 */
export function pruneVectors(
  files: IndexFiles,
  tables: Pick<Tables, 'files' | 'rowsOf' | 'column'>,
  whole: ReadonlySet<string> = new Set(),
): void {
  const names = namesIn(files);
  if (names.length === 0) return;
  const wanted = new Set(wantedRows(tables).map(({ hash }) => hash));
  const stores = new Map<string, Chunk[]>();
  for (const name of names) {
    const chunk = openOne(files, name);
    if (chunk !== null && (whole.has(name) || chunk.isWhole())) {
      const store = `${storeOf(name)} ${chunk.dimensions}`;
      stores.set(store, [...(stores.get(store) ?? []), chunk]);
      continue;
    }
    chunk?.close();
    files.removeCache(name);
  }
  for (const chunks of stores.values()) {
    pruneStore(files, chunks, wanted);
    closeAll(chunks);
  }
}

/** Writes new files before it deletes old ones; deletes the old ones even if writing fails. */
function pruneStore(files: IndexFiles, chunks: readonly Chunk[], wanted: ReadonlySet<number>): void {
  const seen = new Set<number>();
  const clean = chunks.filter(({ hashes }) => {
    const isClean = [...hashes].every((hash) => wanted.has(hash) && !seen.has(hash));
    for (const hash of hashes) seen.add(hash);
    return isClean;
  });
  const small = clean.filter(({ count }) => count < MOST_IN_CHUNK / 2);
  const kept = new Set(small.length > MOST_SMALL ? clean.filter((chunk) => !small.includes(chunk)) : clean);
  const held = new Set([...kept].flatMap(({ hashes }) => [...hashes]));
  const again = chunks.filter((chunk) => !kept.has(chunk));
  const entries: Entry[] = [];
  for (const chunk of again) {
    for (const [at, hash] of [...chunk.hashes].entries()) {
      if (!wanted.has(hash) || held.has(hash)) continue;
      held.add(hash);
      entries.push(entryAt(chunk, at));
    }
  }
  writeAll(files, storeOf(chunks[0]?.name ?? ''), entries);
  for (const { name } of again) files.removeCache(name);
}

export interface WantedRow {
  readonly row: number;
  readonly hash: number;
}

/** The rows that should have a vector: all live ones except superseded claims, grouped by file. */
export function wantedRows(tables: Pick<Tables, 'files' | 'rowsOf' | 'column'>): WantedRow[] {
  const hashes = tables.column('hash');
  const superseded = tables.column('superseded');
  return tables.files().flatMap(({ path }) =>
    tables
      .rowsOf(path)
      .filter((row) => superseded[row] !== 1)
      .map((row) => ({ row, hash: (hashes[row] ?? 0) >>> 0 })),
  );
}

// Counts vectors, for status output.

export interface VectorCount {
  /** Number of rows that should have a vector: all but superseded ones. */
  readonly statements: number;
  readonly vectors: number;
}

/** `embedder`: the name of the source. */
export function countVectors(
  files: IndexFiles,
  embedder: string,
  tables: Pick<Tables, 'rows' | 'isLive' | 'column'>,
): VectorCount {
  const store = openStore(files, embedder);
  try {
    const known = new Set<number>();
    for (const { hashes } of store.chunks) for (const hash of hashes) known.add(hash);
    const [hashes, superseded] = [tables.column('hash'), tables.column('superseded')];
    let [statements, vectors] = [0, 0];
    for (let row = 0; row < tables.rows; row++) {
      if (superseded[row] === 1 || !tables.isLive(row)) continue;
      statements++;
      if (known.has((hashes[row] as number) >>> 0)) vectors++;
    }
    return { statements, vectors };
  } finally {
    store.close();
  }
}
