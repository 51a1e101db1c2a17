// What forgetting asks of the vectors, for who brings the index up to date: it costs a look into a folder where there
// are none.
import type { IndexFiles } from '../../model/index-files.ts';
import type { Tables } from '../view.ts';

/** No vector stays, of any model, but those of what these tables hold and nothing superseded. No server is asked. */
export async function dropGone(files: IndexFiles, tables: Pick<Tables, 'files' | 'rowsOf' | 'column'>): Promise<void> {
  if (!files.listCache('search').some(({ name }) => name.endsWith('.vec'))) return;
  const { pruneVectors } = await import('./store.ts');
  pruneVectors(files, tables);
}
