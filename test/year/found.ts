// What a search over everything finds in a clone, against what its files say.
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { View } from '../../src/vault/view.ts';
import type { Clone } from '../two-clones/clone.ts';

interface Hits {
  readonly hits: readonly {
    readonly id: string;
    readonly kind: string;
    readonly sources?: readonly { readonly id: string }[];
  }[];
}

/** 5. and 10.: each fact is found once, itself or as a source of a claim; an index from nothing answers the same. */
export async function checkSearch(clone: Clone, view: View, fromNothing: boolean): Promise<string[]> {
  const all = async (): Promise<string> =>
    (await clone.must(['search', '*', '--all', '-n', '1000000', '--no-recall', '--json'])).stdout;
  // A search alone looks at older logs once a minute, and a day takes less here.
  await clone.must(['index', '-q']);
  const refreshed = await all();
  const wrong =
    fromNothing && hitsIn(refreshed) !== hitsIn(await searchFromNothing(clone, all))
      ? ['the index that was refreshed answers otherwise than one from nothing']
      : [];
  const { hits } = JSON.parse(refreshed) as Hits;
  const itself = new Set<string>();
  const asSource = new Set<string>();
  for (const { id, kind, sources = [] } of hits) {
    if (kind === 'fact') {
      if (itself.has(id)) wrong.push(`${id} is found twice`);
      itself.add(id);
    }
    if (kind === 'claim') for (const source of sources) asSource.add(source.id);
  }
  for (const { id } of view.facts) {
    const times = Number(itself.has(id)) + Number(asSource.has(id));
    if (times !== (view.forgotten.has(id) ? 0 : 1))
      wrong.push(`${id}${view.forgotten.has(id) ? ', forgotten,' : ''} is found ${times} times`);
  }
  return wrong;
}

/** Beside them it says how many files it did not look at, which a new index does not. */
const hitsIn = (document: string): string => JSON.stringify((JSON.parse(document) as Hits).hits);

async function searchFromNothing(clone: Clone, search: () => Promise<string>): Promise<string> {
  const cache = join(clone.root, '.memvault/cache/search');
  renameSync(cache, `${cache}.kept`);
  const found = await search();
  rmSync(cache, { recursive: true });
  renameSync(`${cache}.kept`, cache);
  return found;
}
