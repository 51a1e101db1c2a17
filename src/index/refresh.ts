// The index brought up to date by difference from what was kept (`refresh`), or built from nothing
// (`rebuild`). Where nothing changed, which is most of the time, nothing that parses is even loaded.
import { type Cache, CACHE_NAME, parseCache } from './cache.ts';
import { deriveDocuments } from './derive.ts';
import { openEngine } from './engine.ts';
import type { IndexFiles } from '../model/index-files.ts';
import { scanFiles } from './scan.ts';
import type { IndexState, RefreshOptions } from './state.ts';
import { createTokenizer } from './tokenizer.ts';

/** Never throws for a bad cache: it builds anew and says why. */
export async function refresh(files: IndexFiles, options: RefreshOptions): Promise<IndexState> {
  const cache = parseCache(files.readCache(CACHE_NAME));
  if (typeof cache === 'string') return { ...(await rebuild(files, options)), rebuilt: cache };
  if (!isOfSettings(cache, files)) return rebuild(files, options);
  const before = new Set(cache.manifest.forgotten);
  const turned = new Set([...before].filter((id) => !options.forgotten.has(id)).concat([...options.forgotten].filter((id) => !before.has(id))));
  const known = new Map(Object.entries(cache.manifest.files));
  const scan = scanFiles(files, { files: known, at: cache.manifest.at }, turned);
  const records = new Map(Array.from(known, ([path, entry]) => [path, entry.record]));
  const documents = deriveDocuments({ records, forgotten: before, reparse: (path) => cache.manifest.clashes[path] ?? null });
  const engine = openEngine(cache.engine);
  if (engine.size !== documents.length) return { ...(await rebuild(files, options)), rebuilt: 'corrupt' };
  const state: IndexState = { documents, changes: scan.changes, rebuilt: null, engine, tokenizer: createTokenizer() };
  const isSame = scan.changed.length === 0 && scan.changes.removed === 0 && turned.size === 0;
  if (isSame && scan.moved === 0) return state;
  const { updateIndex } = await import('./update.ts');
  // What is forgotten must not stay in the cache, though its difference is small.
  const write = turned.size > 0 && options.write === 'cheap' ? 'always' : options.write;
  return updateIndex(files, { ...options, write }, state, scan) ?? { ...(await rebuild(files, options)), rebuilt: 'corrupt' };
}

/** What was kept is not looked at. */
export async function rebuild(files: IndexFiles, options: RefreshOptions): Promise<IndexState> {
  const { buildIndex } = await import('./update.ts');
  return buildIndex(files, options);
}

/** Other folders mean another index. */
function isOfSettings({ manifest }: Cache, files: IndexFiles): boolean {
  return manifest.dailyDir === files.dailyDir && manifest.zones.join('\n') === files.zones.join('\n');
}
