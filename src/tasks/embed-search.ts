// What vectors say of one question: the question alone is embedded, and compared with what is there. A server that is
// away costs a search by words nothing but a line.
import { likenessTo } from '../index/vectors/similar.ts';
import { dropOthers, openStore } from '../index/vectors/store.ts';
import type { OpenIndex } from '../index/view.ts';
import type { Embedder } from '../llm/embed.ts';
import { LLMError } from '../llm/errors.ts';
import { MemvaultError } from '../model/errors.ts';
import type { IndexFiles } from '../model/ports.ts';
import type { Vectors } from '../search/with-vectors.ts';
import { chooseEmbedder, type EmbedChoice, type EmbedContext } from './embed-model.ts';

export interface VectorSearch {
  readonly files: IndexFiles;
  /** As typed; null without `--mode`. */
  readonly mode: 'lexical' | 'hybrid' | 'semantic' | null;
  readonly query: string;
}

/** For the rows of the index in hand, and of the one that is read again where that turned out to be old. */
type VectorsOf = (index: Pick<OpenIndex, 'tables'>) => Promise<Vectors>;

export interface Asked {
  /** Null where the search is one by words. */
  readonly vectorsOf: VectorsOf | null;
  /** Why it is, in one line, where more was asked for or is set up. */
  readonly notice: string | null;
}

/** A person waits for it. */
const PATIENCE_MS = 15_000;

/**
 * A search is one by words because that was asked for, or nothing is set up, or there is no vector yet, or the server
 * does not answer. With `--mode semantic` throws `model` or `refused` for these.
 */
export async function vectorsFor(
  context: Pick<EmbedContext, 'world' | 'vault' | 'flags'>,
  { files, mode, query }: VectorSearch,
): Promise<Asked> {
  if (mode === 'lexical' || query.trim() === '' || query.trim() === '*') return { vectorsOf: null, notice: null };
  try {
    const chosen = chooseEmbedder(context);
    if (chosen === null)
      throw new MemvaultError('model', 'no embeddings are set up', {
        hint: 'memvault config set retrieve.embeddings ollama --user',
      });
    return { vectorsOf: await asked(files, chosen, query), notice: null };
  } catch (error) {
    const isAboutModels =
      error instanceof MemvaultError &&
      (error.code === 'model' || error.code === 'refused' || error.code === 'settings');
    if (!isAboutModels || mode === 'semantic') throw error;
    // What nobody asked for is not missed.
    const isMissed = mode !== null || error instanceof LLMError || error.code !== 'model';
    return {
      vectorsOf: null,
      notice: isMissed
        ? `${error.message}: this is a search by words.${error.hint === undefined ? '' : ` (${error.hint})`}`
        : null,
    };
  }
}

/** What vectors count beside words, 0 to 1. */
const WEIGHT = 0.5;

/** Throws `model`. */
async function asked(files: IndexFiles, { embedder }: EmbedChoice, query: string): Promise<VectorsOf> {
  const before = openStore(files, embedder.name);
  before.close();
  if (before.count === 0)
    throw new MemvaultError('model', `there are no vectors by ${embedder.name} yet`, {
      hint: 'memvault index makes them',
    });
  const question = await questionOf(embedder, query);
  if (before.dimensions !== question.length) {
    dropOthers(files, null);
    throw new LLMError(`${embedder.name} is not the model that made the vectors`, {
      hint: 'memvault index makes them anew',
    });
  }
  return async ({ tables }) => {
    const store = openStore(files, embedder.name);
    try {
      return { likeness: likenessTo(question, tables, store), weight: WEIGHT };
    } finally {
      store.close();
    }
  };
}

/** Asked once: who searches can ask again. */
async function questionOf(embedder: Embedder, query: string): Promise<Float32Array> {
  try {
    const [vector] = await embedder.embed([query], 'query', {
      signal: AbortSignal.timeout(PATIENCE_MS),
      again: () => false,
    });
    if (vector) return vector;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
    throw new LLMError(`${embedder.name} was silent for ${PATIENCE_MS / 1000} seconds`, {
      hint: 'it may still be loading the model',
    });
  }
  throw new LLMError(`${embedder.name} makes no vector of this question`);
}
