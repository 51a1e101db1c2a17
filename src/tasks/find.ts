// Finds in the index: by words, or by meaning where embeddings are on; suggests what is near; counts what was shown.
import { readOperators } from '../index/query.ts';
import type { Memory } from '../index/ranking/factors.ts';
import type { OpenIndex } from '../index/view.ts';
import { find, renderRecalls } from '../search/find.ts';
import { matcherFor, type SearchHit, writtenAs } from '../search/hit.ts';
import type { SearchMode, SearchRequest } from '../search/request.ts';
import type { Near } from '../search/suggest.ts';
import { appendRecalls } from '../vault/recalls.ts';
import { readCloneId } from '../vault/vault.ts';
import type { Context } from './context.ts';
import type { Asked } from './embed.ts';
import { type Brought, readMemory, tagTableFor } from './refresh-index.ts';

/**
 * Searches by words, or by meaning if `mode` asks for it or embeddings are configured. `away`: why the search fell back
 * to words.
 */
export async function findIn(
  context: Context,
  brought: Brought,
  words: SearchRequest,
  mode: SearchMode | null,
  memory = readMemory(context),
) {
  const { query, tags } = words;
  const tagTable = await tagTableFor(context, query, tags.length > 0 || query.toLowerCase().includes('tag:'));
  const { vectorsOf, notice: away } = await vectorsBy(context, brought, mode, readOperators(query).question);
  const request: SearchRequest = {
    ...words,
    ...(tagTable && { tagTable }),
    ...(vectorsOf !== null && { mode: mode ?? 'hybrid' }),
  };
  const found = await find(request, brought.index, context.vault, memory, vectorsOf, context.world.endsSoon);
  return { request, vectorsOf, away, found };
}

/** Loaded only if embeddings are configured or requested. `mode`: null without `--mode`. */
export async function vectorsBy(
  context: Context,
  { files }: Brought,
  mode: SearchMode | null,
  query: string,
): Promise<Asked> {
  if (mode === 'lexical' || (mode === null && context.settings.retrieve.embeddings === 'off'))
    return { vectorsOf: null, notice: null };
  const { vectorsFor } = await import('./embed.ts');
  return await vectorsFor(context, { files, mode, query });
}

/** Counts hits elsewhere the same way as this search. */
export async function nearOf(
  request: SearchRequest,
  index: OpenIndex,
  { vault }: Context,
  memory: Memory,
  vectorsOf: Asked['vectorsOf'],
): Promise<Near> {
  const suggest = await import('../search/suggest.ts');
  return await suggest.nearOf(
    request,
    index,
    vault,
    memory.today,
    async (other) => (await find(other, index, vault, memory, vectorsOf)).result.total,
  );
}

/**
 * How to show why a hit matched: `matchesIn` finds the matching words in a text, `wordOf` how a hit spells a term. The
 * index is queried for that only on first use, since most hits are printed unchanged.
 */
export function findingsOf({ query }: SearchRequest, index: OpenIndex) {
  let matcher: ReturnType<typeof matcherFor> | null = null;
  return {
    matchesIn: (text: string) => (matcher ??= matcherFor(readOperators(query).question, index))(text),
    wordOf: ({ text, category, title, tags }: SearchHit, term: string) =>
      writtenAs(term, [text, category ?? '', ...tags, title, query], index.tokenizer) ?? term,
  };
}

/** Counts these hits as recalled. */
export function noteRecalls({ vault, world }: Context, hits: Parameters<typeof renderRecalls>[0]): void {
  const recalls = renderRecalls(hits, world.now());
  if (recalls.length === 0) return;
  appendRecalls(vault, recalls);
  // Recall counts are tracked per clone; a clone that never logged a fact has no id yet.
  readCloneId(vault, world.random);
}
