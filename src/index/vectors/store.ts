// The vectors that there are, in the cache beside the segments: files that are written once and taken away whole,
// each vector beside the hash of the row of which it was made.
import { MemvaultError } from '../../model/errors.ts';
import type { CacheFile, IndexFiles } from '../../model/ports.ts';
import { digestOfBytes } from '../hash.ts';
import type { Tables } from '../view.ts';
import { MOST_DIMENSIONS, pack } from './similar.ts';

/** Words of 32 bits: magic, version, checksum, count, dimensions, the store's two, and one that is free. */
const HEAD_BYTES = 32;
/** In the machine's byte order: another machine's file is none. */
const MAGIC = 0x4d565631;
const VERSION = 1;

/** A vector and what it is of. */
export interface Entry {
  /** 32 bits: the row's. */
  readonly hash: number;
  /** 64 bits over the words that were sent. */
  readonly digest: Digest;
  /** Its bytes, and what to multiply them by. */
  readonly bytes: Int8Array;
  readonly scale: number;
}

export type Digest = readonly [number, number];

export interface Chunk {
  /** In the cache. */
  readonly name: string;
  readonly count: number;
  readonly dimensions: number;
  readonly hashes: Uint32Array;
  readonly scales: Float32Array;
  /** Two words each. Read when they are first asked for. */
  digests(): Uint32Array;
  /** Bytes of the vectors from one up to another. Throws `io` as the file does. */
  bytes(from: number, to: number): Int8Array;
  /** Whether every byte is as it was written; reads all of it. */
  isWhole(): boolean;
  close(): void;
}

/** Vectors of one dimension, of the store with that digest. */
export function renderChunk(store: Digest, dimensions: number, entries: readonly Entry[]): Uint8Array {
  const { length: count } = entries;
  const places = placesOf(count, dimensions);
  const buffer = new ArrayBuffer(places.end);
  const head = new Uint32Array(buffer, 0, HEAD_BYTES / 4);
  head.set([MAGIC, VERSION, 0, count, dimensions, store[0], store[1]]);
  const hashes = new Uint32Array(buffer, places.hashes, count);
  const scales = new Float32Array(buffer, places.scales, count);
  const digests = new Uint32Array(buffer, places.digests, count * 2);
  const bytes = new Int8Array(buffer, places.bytes, count * dimensions);
  entries.forEach((entry, at) => {
    hashes[at] = entry.hash;
    scales[at] = entry.scale;
    digests.set(entry.digest, at * 2);
    bytes.set(entry.bytes, at * dimensions);
  });
  head[2] = sumOf(new Uint32Array(buffer));
  return new Uint8Array(buffer);
}

/** Null for a file that is none, or of another store. */
export function openChunk(name: string, file: CacheFile, store: Digest | null): Chunk | null {
  if (file.size < HEAD_BYTES) return null;
  const head = words(file, 0, HEAD_BYTES);
  const [magic, version, checksum, count = 0, dimensions = 0, high, low] = head;
  if (magic !== MAGIC || version !== VERSION || dimensions < 1 || dimensions > MOST_DIMENSIONS) return null;
  if (store !== null && (store[0] !== high || store[1] !== low)) return null;
  const places = placesOf(count, dimensions);
  if (places.end !== file.size) return null;
  const front = file.read(places.hashes, places.digests - places.hashes);
  const aligned = front.byteOffset % 4 === 0 ? front : front.slice();
  let digests: Uint32Array | null = null;
  return {
    name,
    count,
    dimensions,
    hashes: new Uint32Array(aligned.buffer, aligned.byteOffset, count),
    scales: new Float32Array(aligned.buffer, aligned.byteOffset + count * 4, count),
    digests: () => (digests ??= words(file, places.digests, count * 8)),
    bytes: (from, to) => {
      const read = file.read(places.bytes + from * dimensions, (to - from) * dimensions);
      return new Int8Array(read.buffer, read.byteOffset, read.byteLength);
    },
    isWhole: () => {
      const all = words(file, 0, file.size).slice();
      all[2] = 0;
      return sumOf(all) === checksum;
    },
    close: () => file.close(),
  };
}

/** One vector of a chunk, with all that stands beside it. */
export function entryAt(chunk: Chunk, at: number): Entry {
  const digests = chunk.digests();
  return {
    hash: chunk.hashes[at] as number,
    digest: [digests[at * 2] as number, digests[at * 2 + 1] as number],
    scale: chunk.scales[at] as number,
    bytes: chunk.bytes(at, at + 1),
  };
}

export function entryOf(hash: number, digest: Digest, vector: Float32Array): Entry {
  const bytes = new Int8Array(vector.length);
  const scale = pack(vector, bytes, 0);
  return { hash, digest, bytes, scale };
}

interface Places {
  readonly hashes: number;
  readonly scales: number;
  readonly digests: number;
  readonly bytes: number;
  readonly end: number;
}

function placesOf(count: number, dimensions: number): Places {
  const scales = HEAD_BYTES + count * 4;
  const digests = scales + count * 4;
  const bytes = digests + count * 8;
  return { hashes: HEAD_BYTES, scales, digests, bytes, end: Math.ceil((bytes + count * dimensions) / 4) * 4 };
}

function words(file: CacheFile, offset: number, length: number): Uint32Array {
  const read = file.read(offset, length);
  const aligned = read.byteOffset % 4 === 0 ? read : read.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, length / 4);
}

/** Notices damage, not malice. */
function sumOf(all: Uint32Array): number {
  let a = all.length | 0;
  let b = 0x811c9dc5 | 0;
  for (let at = 0; at < all.length; at++) {
    a = Math.imul(a ^ (all[at] as number), 0x9e3779b1);
    a ^= a >>> 15;
    b = (b + a) | 0;
  }
  return (a ^ b) >>> 0;
}

// Sixty-four bits of a text, as two words. They tell texts apart, not malice.

export function digestOfText(text: string): Digest {
  const digest = digestOfBytes(Buffer.from(text));
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8), 16)];
}

const FOLDER = 'search';
/** Vectors of one file: to drop one, a file is written anew. */
const MOST_IN_CHUNK = 8192;

const isOurs = (name: string): boolean => name.startsWith('vectors-') && name.endsWith('.vec');

export interface Store {
  readonly digest: Digest;
  /** All of one dimension. */
  readonly chunks: readonly Chunk[];
  /** Numbers in a vector; null where there is none yet. */
  readonly dimensions: number | null;
  readonly count: number;
  close(): void;
}

/** Goes up whenever the same words are put otherwise. */
const WORDING = 1;

export const storeDigest = (embedder: string): Digest => digestOfText(`${WORDING}\n${embedder}`);

/**
 * The vectors by an embedder of that name. What is damaged, and what is of another dimension than most, is not among
 * them.
 */
export function openStore(files: IndexFiles, embedder: string): Store {
  const digest = storeDigest(embedder);
  const prefix = prefixOf(digest);
  const found = openAll(files, (name) => name.startsWith(prefix), digest);
  const ofDimension = (wanted: number): Chunk[] => found.filter(({ dimensions }) => dimensions === wanted);
  const dimensions =
    found.map((chunk) => chunk.dimensions).sort((a, b) => sizeOf(ofDimension(b)) - sizeOf(ofDimension(a)))[0] ?? null;
  const chunks = dimensions === null ? [] : ofDimension(dimensions);
  for (const chunk of found) if (chunk.dimensions !== dimensions) chunk.close();
  return { digest, chunks, dimensions, count: sizeOf(chunks), close: () => closeAll(chunks) };
}

/** Is there a vector of any model? Opens nothing. */
export const hasVectors = (files: IndexFiles): boolean => files.listCache(FOLDER).some(({ name }) => isOurs(name));

/** Adds vectors of one dimension. Best effort, as the cache is. */
export function addVectors(files: IndexFiles, store: Digest, dimensions: number, entries: readonly Entry[]): void {
  for (let from = 0; from < entries.length; from += MOST_IN_CHUNK) {
    const bytes = renderChunk(store, dimensions, entries.slice(from, from + MOST_IN_CHUNK));
    const [high, low] = digestOfText(
      `${performance.timeOrigin + performance.now()} ${from} ${entries.length} ${entries[from]?.hash ?? 0}`,
    );
    files.publishCache(`${FOLDER}/${prefixOf(store)}${hex(high)}${hex(low)}.vec`, bytes);
  }
}

/** Takes all vectors away but those of one store and dimension; of all, where none is named. */
export function dropOthers(
  files: IndexFiles,
  keep: { readonly digest: Digest; readonly dimensions: number } | null,
): void {
  for (const { name: file } of files.listCache(FOLDER)) {
    if (!isOurs(file)) continue;
    const name = `${FOLDER}/${file}`;
    const chunk = keep === null ? null : openOne(files, name, keep.digest);
    const stays = chunk !== null && chunk.dimensions === keep?.dimensions;
    chunk?.close();
    if (!stays) files.removeCache(name);
  }
}

interface Pruning {
  /** Has this hash none, though it is in the index? */
  readonly leavesOut?: (hash: number) => boolean;
  /** Files that were found whole a moment ago. */
  readonly whole?: ReadonlySet<string>;
}

/**
 * Drops each vector of each store whose row is not in the index, or is of a superseded statement; once there are many
 * small files, they are made one. To be called where something was forgotten: afterwards the cache has no vector of it.
 */
export function pruneVectors(
  files: IndexFiles,
  tables: Pick<Tables, 'files' | 'rowsOf' | 'column'>,
  { leavesOut, whole }: Pruning = {},
): void {
  const names = files
    .listCache(FOLDER)
    .map(({ name }) => name)
    .filter(isOurs)
    .sort();
  if (names.length === 0) return;
  const wanted = new Set(
    wantedRows(tables)
      .map(({ hash }) => hash)
      .filter((hash) => leavesOut?.(hash) !== true),
  );
  const seen = new Map<string, Set<number>>();
  const small = new Map<string, { readonly digest: Digest; readonly chunk: Chunk }[]>();
  for (const file of names) {
    const name = `${FOLDER}/${file}`;
    const digest = digestIn(file);
    const chunk = digest === null ? null : openOne(files, name, digest);
    if (chunk === null || digest === null || !(whole?.has(name) === true || chunk.isWhole())) {
      chunk?.close();
      files.removeCache(name);
      continue;
    }
    const key = `${file.slice(0, 24)} ${chunk.dimensions}`;
    const known = seen.get(key) ?? new Set<number>();
    seen.set(key, known);
    const isFirst = (hash: number): boolean => wanted.has(hash) && !known.has(hash);
    const isClean = chunk.hashes.every(isFirst);
    if (!isClean) rewrite(files, digest, [chunk], (hash) => isFirst(hash) && known.add(hash).has(hash));
    else if (chunk.count >= MOST_IN_CHUNK / 2) chunk.close();
    else small.set(key, [...(small.get(key) ?? []), { digest, chunk }]);
    if (isClean) for (const hash of chunk.hashes) known.add(hash);
  }
  for (const group of small.values()) {
    if (group.length > MOST_SMALL)
      rewrite(
        files,
        group[0]?.digest ?? [0, 0],
        group.map(({ chunk }) => chunk),
        () => true,
      );
    else for (const { chunk } of group) chunk.close();
  }
}

const MOST_SMALL = 4;

/** The new file is there before the old ones go; what cannot be written anew goes all the same. */
function rewrite(files: IndexFiles, digest: Digest, chunks: readonly Chunk[], keeps: (hash: number) => boolean): void {
  const entries = chunks.flatMap((chunk) =>
    [...chunk.hashes.keys()].filter((at) => keeps(chunk.hashes[at] as number)).map((at) => entryAt(chunk, at)),
  );
  if (entries.length > 0) addVectors(files, digest, chunks[0]?.dimensions ?? 0, entries);
  closeAll(chunks);
  for (const { name } of chunks) files.removeCache(name);
}

export interface WantedRow {
  readonly row: number;
  readonly hash: number;
  readonly path: string;
}

/** The rows that are to have a vector: all live ones but superseded statements, those of a file together. */
export function wantedRows(tables: Pick<Tables, 'files' | 'rowsOf' | 'column'>): WantedRow[] {
  const hashes = tables.column('hash');
  const superseded = tables.column('superseded');
  return tables.files().flatMap(({ path }) =>
    tables
      .rowsOf(path)
      .filter((row) => superseded[row] !== 1)
      .map((row) => ({ row, hash: (hashes[row] ?? 0) >>> 0, path })),
  );
}

function openAll(files: IndexFiles, isWanted: (name: string) => boolean, digest: Digest): Chunk[] {
  const chunks: Chunk[] = [];
  for (const { name } of files.listCache(FOLDER)) {
    if (!isOurs(name) || !isWanted(name)) continue;
    const chunk = openOne(files, `${FOLDER}/${name}`, digest);
    if (chunk !== null) chunks.push(chunk);
  }
  return chunks;
}

function openOne(files: IndexFiles, name: string, digest: Digest): Chunk | null {
  const file: CacheFile | null = files.openCache(name);
  if (file === null) return null;
  let chunk: Chunk | null = null;
  try {
    chunk = openChunk(name, file, digest);
  } catch (error) {
    // A file that ends early is damaged like any other.
    if (!(error instanceof MemvaultError)) throw error;
  }
  if (chunk === null) file.close();
  return chunk;
}

const closeAll = (chunks: readonly Chunk[]): void => chunks.forEach((chunk) => chunk.close());
const sizeOf = (chunks: readonly Chunk[]): number => chunks.reduce((sum, { count }) => sum + count, 0);
const hex = (word: number): string => word.toString(16).padStart(8, '0');
const prefixOf = ([high, low]: Digest): string => `vectors-${hex(high)}${hex(low)}-`;

function digestIn(name: string): Digest | null {
  const found = /^vectors-([0-9a-f]{8})([0-9a-f]{8})-/.exec(name);
  return found === null ? null : [Number.parseInt(found[1] ?? '', 16), Number.parseInt(found[2] ?? '', 16)];
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
