// The vectors that there are, in the cache beside the segments: files that are added and taken away whole. A name of a
// model, of its server's kind and of the way that words are put makes one store; vectors of two never meet. Vectors are
// joined to the index by the hash of a row, so a row whose words changed has none until they are made anew.
import { MemvaultError } from '../../model/errors.ts';
import type { CacheFile, IndexFiles } from '../../model/ports.ts';
import { digestOfBytes } from '../hash.ts';
import type { Tables } from '../view.ts';
import { type Chunk, type Digest, entriesOf, type Entry, openChunk, renderChunk } from './chunk.ts';

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

/** Adds vectors of one dimension; gives the names of the new files. Best effort, as the cache is. */
export function addVectors(files: IndexFiles, store: Digest, dimensions: number, entries: readonly Entry[]): string[] {
  const names: string[] = [];
  for (let from = 0; from < entries.length; from += MOST_IN_CHUNK) {
    const bytes = renderChunk(store, dimensions, entries.slice(from, from + MOST_IN_CHUNK));
    const [high, low] = digestOfText(
      `${performance.timeOrigin + performance.now()} ${from} ${entries.length} ${entries[from]?.hash ?? 0}`,
    );
    const name = `${FOLDER}/${prefixOf(store)}${hex(high)}${hex(low)}.vec`;
    if (files.publishCache(name, bytes)) names.push(name);
  }
  return names;
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
    let isClean = true;
    for (const hash of chunk.hashes) {
      if (!wanted.has(hash) || known.has(hash)) isClean = false;
    }
    if (isClean && chunk.count >= MOST_IN_CHUNK / 2) {
      for (const hash of chunk.hashes) known.add(hash);
      chunk.close();
    } else if (isClean) {
      for (const hash of chunk.hashes) known.add(hash);
      small.set(key, [...(small.get(key) ?? []), { digest, chunk }]);
    } else
      rewrite(files, digest, [chunk], (hash) => wanted.has(hash) && !known.has(hash) && known.add(hash) !== undefined);
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
  const entries = chunks.flatMap((chunk) => entriesOf(chunk, keeps));
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

// How far the vectors go, for who tells of it. Asks no server and reads no vector.

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
