// Makes the vectors that are missing: of what is in the index and has none. What has one is not sent again, nor are
// words that another row had already. Adds first and drops last, so that no file is left with fewer than it had; a run
// that ends early keeps what it has.
import type { IndexFiles } from '../../model/ports.ts';
import type { Tables } from '../view.ts';
import {
  addVectors,
  type Chunk,
  type Digest,
  digestOfText,
  dropOthers,
  type Entry,
  entryAt,
  entryOf,
  openStore,
  pruneVectors,
  type Store,
  storeDigest,
  type WantedRow,
  wantedRows,
} from './store.ts';

/** What turns texts into vectors, as it is handed in. */
export interface VectorSource {
  /** Vectors of different names do not compare. */
  readonly name: string;
  /** What `embed` sends for a text: what a vector is known by. */
  wording(text: string): string;
  /** Vectors of length 1 and of one dimension, in the order of the texts; null for a text of which there is none. */
  embed(texts: readonly string[]): Promise<readonly (Float32Array | null)[]>;
}

export interface EmbedRun {
  readonly tables: Pick<Tables, 'files' | 'rowsOf' | 'column'>;
  readonly files: IndexFiles;
  readonly source: VectorSource;
  /** Of one call. */
  readonly batch: number;
  /** The words of a row; null where its file changed since, or where they are not to be sent. */
  readonly textOf: (row: number) => string | null;
  /** Hears how many of how many are done. */
  readonly heard: (done: number, total: number) => void;
}

export interface Embedded {
  /** Vectors that were made, and those that words had already. */
  readonly made: number;
  readonly taken: number;
  /** Rows of which the server makes none. */
  readonly refused: number;
}

/** So many are kept in memory before they are written. */
const MOST_WAITING = 512;

/** Throws what the source throws; what was made before that is kept. */
export async function embedMissing(run: EmbedRun): Promise<Embedded> {
  const { files, source, tables } = run;
  const wanted = wantedRows(tables);
  const leftOut = sharedHashes(wanted, run.textOf);
  const store = readWhole(files, source.name);
  let { dimensions } = store;
  let counts = { made: 0, taken: 0, refused: 0 };
  let missing = wanted.filter(({ hash }) => !store.hashes.has(hash) && !leftOut.has(hash));
  const adder = createAdder(files, storeDigest(source.name));
  try {
    for (let at = 0; at < missing.length;) {
      const batch = nextBatch(missing, at, run, store, adder);
      at = batch.end;
      counts = { ...counts, taken: counts.taken + batch.taken };
      const vectors = batch.texts.length === 0 ? [] : await source.embed(batch.texts);
      const length = vectors.find((vector) => vector !== null)?.length ?? dimensions;
      if (dimensions !== null && length !== dimensions) {
        // The model is another by the same name: all that there is was made by the former one.
        if (length !== null) dropOthers(files, { digest: storeDigest(source.name), dimensions: length });
        store.forget();
        adder.forget();
        counts = { made: 0, taken: 0, refused: 0 };
        missing = wanted.filter(({ hash }) => !leftOut.has(hash));
        at = 0;
        dimensions = length;
        continue;
      }
      dimensions = length;
      for (const [i, rows] of batch.rows.entries()) {
        const vector = vectors[i];
        if (vector)
          adder.add(
            rows.hashes.map((hash) => entryOf(hash, rows.digest, vector)),
            vector.length,
          );
        else counts = { ...counts, refused: counts.refused + rows.hashes.length };
        if (vector) counts = { ...counts, made: counts.made + rows.hashes.length };
      }
      run.heard(at, missing.length);
    }
  } finally {
    adder.end();
    store.close();
  }
  if (dimensions !== null) dropOthers(files, { digest: storeDigest(source.name), dimensions });
  pruneVectors(files, tables, { leavesOut: (hash) => leftOut.has(hash), whole: store.names });
  return counts;
}

interface Known {
  readonly dimensions: number | null;
  readonly hashes: ReadonlySet<number>;
  /** The files that are whole. */
  readonly names: ReadonlySet<string>;
  /** The vector of words that were embedded already. */
  byDigest(digest: Digest): Entry | undefined;
  forget(): void;
  close(): void;
}

/** Damaged files do not count, and are gone at the end. */
function readWhole(files: IndexFiles, name: string): Known {
  const store: Store = openStore(files, name);
  const chunks = store.chunks.filter((chunk) => chunk.isWhole());
  const hashes = new Set<number>();
  for (const chunk of chunks) for (const hash of chunk.hashes) hashes.add(hash);
  const names = new Set(chunks.map((chunk) => chunk.name));
  let places: Map<number, readonly [Chunk, number]> | null = null;
  return {
    dimensions: chunks.length === 0 ? null : store.dimensions,
    hashes,
    names,
    byDigest: (digest) => {
      places ??= placesOf(chunks);
      const found = places.get(keyOf(digest));
      return found === undefined ? undefined : entryAt(...found);
    },
    forget: () => {
      hashes.clear();
      names.clear();
      places = new Map();
    },
    close: () => store.close(),
  };
}

/** Where the vector of a digest stands. */
function placesOf(chunks: readonly Chunk[]): Map<number, readonly [Chunk, number]> {
  const places = new Map<number, readonly [Chunk, number]>();
  for (const chunk of chunks) {
    const digests = chunk.digests();
    for (let at = 0; at < chunk.count; at++)
      places.set(keyOf([digests[at * 2] as number, digests[at * 2 + 1] as number]), [chunk, at]);
  }
  return places;
}

/** As much of a digest as a number holds exactly. */
const keyOf = ([high, low]: Digest): number => (high & 0x1fffff) * 0x1_0000_0000 + low;

interface Batch {
  /** Where the next one begins. */
  readonly end: number;
  readonly texts: readonly string[];
  /** The rows of each text. */
  readonly rows: readonly { readonly digest: Digest; readonly hashes: number[] }[];
  readonly taken: number;
}

function nextBatch(
  missing: readonly WantedRow[],
  from: number,
  { batch, source, textOf }: EmbedRun,
  store: Known,
  adder: Adder,
): Batch {
  const texts: string[] = [];
  const rows = new Map<number, { readonly digest: Digest; readonly hashes: number[] }>();
  let taken = 0;
  let at = from;
  for (; at < missing.length && texts.length < batch; at++) {
    const { hash, row } = missing[at] as WantedRow;
    const text = textOf(row);
    if (text === null || text.trim() === '') continue;
    const digest = digestOfText(source.wording(text));
    const known = store.byDigest(digest) ?? adder.byDigest(digest);
    const same = rows.get(keyOf(digest));
    if (known !== undefined) {
      adder.add([{ ...known, hash }], known.bytes.length);
      taken++;
    } else if (same === undefined) {
      rows.set(keyOf(digest), { digest, hashes: [hash] });
      texts.push(text);
    } else same.hashes.push(hash);
  }
  return { end: at, texts, rows: [...rows.values()], taken };
}

interface Adder {
  add(entries: readonly Entry[], dimensions: number): void;
  byDigest(digest: Digest): Entry | undefined;
  forget(): void;
  /** Writes what waits. */
  end(): void;
}

function createAdder(files: IndexFiles, store: Digest): Adder {
  const all = new Map<number, Entry>();
  let waiting: Entry[] = [];
  let of = 0;
  const write = (): void => {
    if (waiting.length > 0) addVectors(files, store, of, waiting);
    waiting = [];
  };
  return {
    add: (entries, dimensions) => {
      of = dimensions;
      for (const entry of entries) all.set(keyOf(entry.digest), entry);
      waiting.push(...entries);
      if (waiting.length >= MOST_WAITING) write();
    },
    byDigest: (digest) => all.get(keyOf(digest)),
    forget: () => {
      all.clear();
      waiting = [];
    },
    end: write,
  };
}

/** Hashes that two rows have whose words differ: nobody could tell whose the vector is, so neither gets one. */
function sharedHashes(wanted: readonly WantedRow[], textOf: (row: number) => string | null): ReadonlySet<number> {
  const first = new Map<number, number>();
  const shared = new Set<number>();
  for (const { hash, row } of wanted) {
    const other = first.get(hash);
    if (other === undefined) first.set(hash, row);
    else if (textOf(other) !== textOf(row)) shared.add(hash);
  }
  return shared;
}
