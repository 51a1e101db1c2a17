// The vectors that there are, in the cache beside the segments: files that are written once and taken away whole,
// each vector beside the hash of the row of which it was made. Laid out as segments are; the name of a file tells by
// which embedder its vectors are, and the digest of its bytes.
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

/** A vector and what it is of. */
export interface Entry {
  /** 32 bits: the row's. */
  readonly hash: number;
  /** Of the words that were sent. */
  readonly digest: number;
  /** Its bytes, and what to multiply them by. */
  readonly bytes: Int8Array;
  readonly scale: number;
}

export interface Chunk {
  /** In the cache. */
  readonly name: string;
  readonly count: number;
  readonly dimensions: number;
  readonly hashes: Numbers;
  readonly scales: Numbers;
  /** Read when they are first asked for. */
  digests(): Numbers;
  /** Bytes of the vectors from one up to another. Throws CorruptSegment where there are none. */
  bytes(from: number, to: number): Int8Array;
  /** Whether every byte is as it was written; reads all of it. */
  isWhole(): boolean;
  close(): void;
}

/** Vectors of one dimension. */
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

/** Throws CorruptSegment for what holds no vectors. */
export function openChunk(name: string, file: CacheFile): Chunk {
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

/** One vector of a chunk, with all that stands beside it. */
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

/** Fifty-two bits of a text. They tell texts apart, not malice. */
export const digestOfText = (text: string): number => Number.parseInt(digestOfBytes(Buffer.from(text)).slice(3), 16);

const FOLDER = 'search';
/** Vectors of one file: to drop one, a file is written anew. */
const MOST_IN_CHUNK = 8192;
/** Files with fewer than half of that, before they are made one. */
const MOST_SMALL = 4;
/** Goes up whenever the same words are put otherwise. */
const WORDING = 1;

/** What the names of the files of an embedder begin with. */
const prefixOf = (embedder: string): string =>
  `${FOLDER}/vectors-${digestOfBytes(Buffer.from(`${WORDING}\n${embedder}`))}-`;

const storeOf = (name: string): string => name.slice(0, name.lastIndexOf('-') + 1);

/** All files of vectors, of any embedder. */
const namesIn = (files: IndexFiles): string[] =>
  files
    .listCache(FOLDER)
    .filter(({ name }) => name.startsWith('vectors-') && name.endsWith('.vec'))
    .map(({ name }) => `${FOLDER}/${name}`)
    .sort();

export interface Store {
  /** All of one dimension. */
  readonly chunks: readonly Chunk[];
  /** Numbers in a vector; null where there is none yet. */
  readonly dimensions: number | null;
  readonly count: number;
  close(): void;
}

/** The vectors by an embedder of that name. What is damaged or of another dimension is not among them. */
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

/** Null for one that is gone or damaged. */
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

/** Is there a vector of any model? Opens nothing. */
export const hasVectors = (files: IndexFiles): boolean => namesIn(files).length > 0;

/** Adds vectors of one dimension. Best effort, as the cache is. */
export const addVectors = (files: IndexFiles, embedder: string, entries: readonly Entry[]): void =>
  writeAll(files, prefixOf(embedder), entries);

function writeAll(files: IndexFiles, prefix: string, entries: readonly Entry[]): void {
  for (let from = 0; from < entries.length; from += MOST_IN_CHUNK) {
    const bytes = renderChunk(entries.slice(from, from + MOST_IN_CHUNK));
    files.publishCache(`${prefix}${digestOfBytes(bytes)}.vec`, bytes);
  }
}

/** Takes all vectors away but those of one embedder and dimension; of all, where none is named. */
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
 * Drops each vector of each embedder whose row is not in the index, or is of a superseded statement; once there are
 * many small files, they are made one. To be called where something was forgotten: afterwards the cache has no vector
 * of it. `whole`: files that were found whole a moment ago.
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

/** What is written anew is there before the old files go; what cannot be written anew goes all the same. */
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

/** The rows that are to have a vector: all live ones but superseded statements, those of a file together. */
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

// How far the vectors go, for who tells of it.

export interface VectorCount {
  /** Those that are to have a vector: all but what is superseded. */
  readonly statements: number;
  readonly vectors: number;
}

/** `embedder`: the name that it gives itself. */
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
