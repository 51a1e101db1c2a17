// How far the vectors go, for who tells of it. Asks no server and reads no vector.
import type { IndexFiles } from '../../model/index-files.ts';
import type { Tables } from '../view.ts';
import { openStore } from './store.ts';

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
