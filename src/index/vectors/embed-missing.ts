// Makes the vectors that are missing: of what is in the index and has none. What has one is not sent again, nor are
// words that another row had already. Adds first and drops last, so that no file is left with fewer than it had; a run
// that ends early keeps what it has.
import type { IndexFiles } from '../../model/ports.ts';
import type { Tables } from '../view.ts';
import {
  addVectors,
  digestOfText,
  dropOthers,
  type Entry,
  entryAt,
  entryOf,
  openStore,
  pruneVectors,
  type Store,
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
  const pool = new Pool(files, source.name);
  let [made, taken, refused] = [0, 0, 0];
  let missing = wanted.filter(({ hash }) => !pool.hashes.has(hash));
  try {
    for (let at = 0; at < missing.length;) {
      const batch = nextBatch(missing, at, run, pool);
      at = batch.end;
      taken += batch.taken;
      const vectors = batch.texts.length === 0 ? [] : await source.embed(batch.texts);
      const dimensions = vectors.find((vector) => vector !== null)?.length ?? pool.dimensions;
      if (pool.dimensions !== null && dimensions !== null && dimensions !== pool.dimensions) {
        // The model is another by the same name: all that there is was made by the former one.
        pool.restart(dimensions);
        [made, taken, refused] = [0, 0, 0];
        missing = wanted;
        at = 0;
        continue;
      }
      pool.dimensions = dimensions;
      for (const [i, { digest, hashes }] of batch.rows.entries()) {
        const vector = vectors[i];
        if (vector) made += hashes.length;
        else refused += hashes.length;
        if (vector) pool.add(hashes.map((hash) => entryOf(hash, digest, vector)));
      }
      run.heard(at, missing.length);
    }
  } finally {
    pool.close();
  }
  if (pool.dimensions !== null) dropOthers(files, { embedder: source.name, dimensions: pool.dimensions });
  pruneVectors(files, tables, pool.names);
  return { made, taken, refused };
}

/** The vectors that there are and those that come, which are written some at a time. Damaged files do not count. */
class Pool {
  readonly hashes = new Set<number>();
  /** The files that are whole. */
  readonly names = new Set<string>();
  dimensions: number | null;
  private readonly files: IndexFiles;
  private readonly embedder: string;
  private readonly store: Store;
  private readonly byWords = new Map<number, () => Entry>();
  private waiting: Entry[] = [];

  constructor(files: IndexFiles, embedder: string) {
    this.files = files;
    this.embedder = embedder;
    this.store = openStore(files, embedder);
    const chunks = this.store.chunks.filter((chunk) => chunk.isWhole());
    this.dimensions = chunks.length === 0 ? null : this.store.dimensions;
    for (const chunk of chunks) {
      this.names.add(chunk.name);
      const digests = chunk.digests();
      for (let at = 0; at < chunk.count; at++) {
        this.hashes.add(chunk.hashes[at] as number);
        this.byWords.set(digests[at] as number, () => entryAt(chunk, at));
      }
    }
  }

  /** The vector of words that were embedded already. */
  byDigest(digest: number): Entry | undefined {
    return this.byWords.get(digest)?.();
  }

  add(entries: readonly Entry[]): void {
    for (const entry of entries) this.byWords.set(entry.digest, () => entry);
    this.waiting.push(...entries);
    if (this.waiting.length >= MOST_WAITING) this.write();
  }

  /** Nothing that there was counts any more. */
  restart(dimensions: number): void {
    dropOthers(this.files, { embedder: this.embedder, dimensions });
    this.hashes.clear();
    this.names.clear();
    this.byWords.clear();
    this.waiting = [];
    this.dimensions = dimensions;
  }

  /** Writes what waits. */
  close(): void {
    this.write();
    this.store.close();
  }

  private write(): void {
    addVectors(this.files, this.embedder, this.waiting);
    this.waiting = [];
  }
}

interface Batch {
  /** Where the next one begins. */
  readonly end: number;
  readonly texts: readonly string[];
  /** The rows of each text. */
  readonly rows: readonly { readonly digest: number; readonly hashes: number[] }[];
  readonly taken: number;
}

function nextBatch(
  missing: readonly WantedRow[],
  from: number,
  { batch, source, textOf }: EmbedRun,
  pool: Pool,
): Batch {
  const texts: string[] = [];
  const rows = new Map<number, { readonly digest: number; readonly hashes: number[] }>();
  let taken = 0;
  let at = from;
  for (; at < missing.length && texts.length < batch; at++) {
    const { hash, row } = missing[at] as WantedRow;
    const text = textOf(row);
    if (text === null || text.trim() === '') continue;
    const digest = digestOfText(source.wording(text));
    const known = pool.byDigest(digest);
    const same = rows.get(digest);
    if (known !== undefined) {
      pool.add([{ ...known, hash }]);
      taken++;
    } else if (same === undefined) {
      rows.set(digest, { digest, hashes: [hash] });
      texts.push(text);
    } else same.hashes.push(hash);
  }
  return { end: at, texts, rows: [...rows.values()], taken };
}
