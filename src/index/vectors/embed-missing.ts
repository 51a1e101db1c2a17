// Creates missing vectors for rows of the index. Texts that already have a vector, under this or another row, are not
// sent again. Adds before it deletes, so that no file ends up with fewer vectors than before; an aborted run keeps what
// it made.
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

/** An embedding model. */
export interface VectorSource {
  /** Vectors of sources with different names are not comparable. */
  readonly name: string;
  /** The exact text that `embed` would send; identifies a vector. */
  wording(text: string): string;
  /** Vectors of length 1 and equal dimension, in the order of the texts; null for a text that the model rejects. */
  embed(texts: readonly string[]): Promise<readonly (Float32Array | null)[]>;
}

export interface EmbedRun {
  readonly tables: Pick<Tables, 'files' | 'rowsOf' | 'column'>;
  readonly files: IndexFiles;
  readonly source: VectorSource;
  /** Texts per call. */
  readonly batch: number;
  /** The text of a row; null if its file has changed or it must not be sent. */
  readonly textOf: (row: number) => string | null;
  /** Reports progress. */
  readonly heard: (done: number, total: number) => void;
}

export interface Embedded {
  /** Number of vectors created, and of vectors reused from equal texts. */
  readonly made: number;
  readonly taken: number;
  /** Number of rows that the server rejected. */
  readonly refused: number;
}

/** How many vectors are kept in memory before they are written. */
const MOST_WAITING = 512;

/** Throws what the source throws; vectors created before that are kept. */
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
        // The model has changed behind the same name: all existing vectors come from the old one.
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

/** Existing and new vectors; new ones are written in batches. Ignores damaged files. */
class Pool {
  readonly hashes = new Set<number>();
  /** The intact files. */
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

  /** The vector of an already embedded text. */
  byDigest(digest: number): Entry | undefined {
    return this.byWords.get(digest)?.();
  }

  add(entries: readonly Entry[]): void {
    for (const entry of entries) this.byWords.set(entry.digest, () => entry);
    this.waiting.push(...entries);
    if (this.waiting.length >= MOST_WAITING) this.write();
  }

  /** Discards all existing vectors. */
  restart(dimensions: number): void {
    dropOthers(this.files, { embedder: this.embedder, dimensions });
    this.hashes.clear();
    this.names.clear();
    this.byWords.clear();
    this.waiting = [];
    this.dimensions = dimensions;
  }

  /** Writes pending vectors. */
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
  /** Where the next batch starts. */
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
