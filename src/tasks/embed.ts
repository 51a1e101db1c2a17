// Embeddings: which model makes vectors and whether it may be used, the vectors of the index and of a query, and their
// status. Loaded only if the settings choose a model.
import { secretsIn } from '../context/secrets.ts';
import { refresh } from '../index/refresh.ts';
import { embedMissing } from '../index/vectors/embed-missing.ts';
import { likenessTo } from '../index/vectors/similar.ts';
import { countVectors, dropOthers, openStore, pruneVectors, type VectorCount } from '../index/vectors/store.ts';
import type { OpenIndex, RefreshOptions, Tables } from '../index/view.ts';
import { createEmbedder, EMBED_BATCH, type Embedder, embedderName } from '../llm/embed.ts';
import { LLMError } from '../llm/errors.ts';
import { MemvaultError, mustBeExpected } from '../model/errors.ts';
import { isPrivate } from '../model/fact.ts';
import { type Cancel, type IndexFiles, isLoopback, within } from '../model/ports.ts';
import { plural } from '../model/text.ts';
import type { Vectors } from '../search/find.ts';
import { indexFiles } from '../vault/read-index-files.ts';
import type { Context } from './context.ts';
import {
  embeddingsAddress,
  embeddingsOf,
  embeddingsUntrusted,
  readModelChoice,
  trustProblem,
  trustRefusal,
} from './model.ts';
import { refreshOptions } from './refresh-index.ts';

export type EmbedContext = Pick<Context, 'world' | 'vault' | 'flags' | 'answer'>;

interface EmbedChoice {
  readonly embedder: Embedder;
  /** The server is on another machine and never sees facts tagged `private`. */
  readonly isRemote: boolean;
}

/**
 * Reads both config files itself, not the compiled copy inside the vault. Null if embeddings are off. Throws
 * `settings`, and `refused` if the vault names a server that the user does not trust.
 */
function chooseEmbedder(context: Omit<EmbedContext, 'answer'>): EmbedChoice | null {
  const choice = readModelChoice(context);
  const { embeddings, embeddings_url: url } = choice.settings.retrieve;
  const address = embeddingsAddress(choice, context.world);
  if (address === null) return null;
  const held = embeddingsUntrusted(context, choice);
  if (held !== null) throw trustRefusal(held, 'a search by words needs none');
  const { kind, model } = embeddingsOf(embeddings);
  return {
    embedder: createEmbedder(kind, { model, url, env: context.world.env }),
    isRemote: !isLoopback(address),
  };
}

// The status of embeddings, for `status`: the model, whether it may be used, and how many statements have a vector.
// Contacts no server. Loaded only if embeddings are configured.

export interface EmbedStatus extends VectorCount {
  /** Protocol and model, such as `ollama:embeddinggemma`. */
  readonly name: string;
  /** Why the model may not be used; null if it may. */
  readonly problem: string | null;
}

/** Null where embeddings are off. */
export function readEmbedStatus(context: Context, files: IndexFiles, tables: Tables): EmbedStatus | null {
  const choice = readModelChoice(context);
  const { embeddings } = choice.settings.retrieve;
  if (embeddings === 'off') return null;
  const { kind, model } = embeddingsOf(embeddings);
  const name = embedderName(kind, model);
  return {
    name,
    problem: trustProblem(() => embeddingsUntrusted(context, choice)),
    ...countVectors(files, name, tables),
  };
}

// The vectors for one search: embeds only the query and compares it with the stored vectors. If the server is
// unavailable, the search falls back to words and prints one line.

export interface VectorSearch {
  readonly files: IndexFiles;
  /** As typed; null without `--mode`. */
  readonly mode: 'lexical' | 'hybrid' | 'semantic' | null;
  readonly query: string;
}

/** For the rows of the open index, or of the reopened one if that was stale. */
type VectorsOf = (index: Pick<OpenIndex, 'tables'>) => Promise<Vectors>;

export interface Asked {
  /** Null for a search by words only. */
  readonly vectorsOf: VectorsOf | null;
  /** One line on why the search uses words only although vectors were requested or configured. */
  readonly notice: string | null;
}

/** A person is waiting. */
const SEARCH_PATIENCE_MS = 15_000;

/**
 * Falls back to a search by words if that was requested, nothing is configured, there are no vectors yet, or the server
 * does not answer. With `--mode semantic` the last three throw `model` or `refused` instead.
 */
export async function vectorsFor(
  context: Omit<EmbedContext, 'answer'>,
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
    mustBeExpected(error, 'model', 'refused', 'settings');
    if (mode === 'semantic') throw error;
    // No notice is needed if vectors were not requested.
    const isMissed = mode !== null || error instanceof LLMError || error.code !== 'model';
    return {
      vectorsOf: null,
      notice: isMissed ? `${error.message}: searched by words only.${inBrackets(error)}` : null,
    };
  }
}

/** The weight of vectors relative to words, 0 to 1. */
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
      hint: 'run memvault index to rebuild them',
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

/** One attempt: the person can search again. */
async function questionOf(embedder: Embedder, query: string): Promise<Float32Array> {
  try {
    const [vector] = await embedder.embed([query], 'query', {
      signal: AbortSignal.timeout(SEARCH_PATIENCE_MS),
      again: () => false,
    });
    if (vector) return vector;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
    throw new LLMError(`${embedder.name} did not answer within ${SEARCH_PATIENCE_MS / 1000} seconds`, {
      hint: 'it may still be loading the model',
    });
  }
  throw new LLMError(`${embedder.name} returned no vector for this query`);
}

// Makes the missing vectors of an up-to-date index. The index works without them, so an unavailable server prints only
// one line.

export interface EmbedIndex {
  readonly files: IndexFiles;
  /** Not closed here. */
  readonly index: Pick<OpenIndex, 'tables' | 'read'>;
  /** Options of the refresh afterwards: facts forgotten in the meantime must not keep a vector. */
  readonly options: RefreshOptions;
  /** Default: a new one. */
  readonly cancel?: Cancel;
}

/** Timeout of a call; long, because a small machine may have to load the model first. */
const PATIENCE_MS = 300_000;

/**
 * To be called only if `retrieve.embeddings` is not `off`. Returns the number of vectors made. Throws `interrupted`,
 * but no model errors.
 */
export async function embedIndex(context: EmbedContext, asked: EmbedIndex): Promise<number> {
  const { answer, vault, world } = context;
  const { files, index, options, cancel = world.cancellable() } = asked;
  const chosen = chosenOrWhy(context);
  if (chosen === null) return 0;
  const { embedder, isRemote } = chosen;
  const progress = await answer.progress();
  const secrets = secretsIn(vault);
  let made = 0;
  try {
    const done = await embedMissing({
      tables: index.tables,
      files,
      batch: EMBED_BATCH,
      textOf: (row) => {
        const document = index.read(row);
        if (document === null || (isRemote && isPrivate(document))) return null;
        // Models never see secrets, wherever they stand.
        return secrets.hit(document) ? null : wordsOf(document);
      },
      heard: (some, total) => progress.update(`embedding with ${embedder.name}`, some, total),
      source: {
        name: embedder.name,
        wording: (text) => embedder.wording(text, 'document'),
        // Retries only a server that has answered before.
        embed: async (texts) => {
          const vectors = await embedder.embed(texts, 'document', {
            signal: within(PATIENCE_MS, cancel.signal),
            again: (cause) => !cancel.requested && (made > 0 || cause === null || cause.status !== null),
          });
          made += vectors.filter((vector) => vector !== null).length;
          return vectors;
        },
      },
    });
    progress.end();
    if (done.refused > 0)
      answer.remark(
        `${embedder.name} made no vector of ${plural(done.refused, 'text')}: found by ` +
          `${done.refused === 1 ? 'its' : 'their'} words alone.`,
      );
  } catch (error) {
    progress.end();
    if (!cancel.requested)
      answer.remark(
        `${whyNot(error, embedder.name)}: not all vectors are made; the next index goes on.` +
          (error instanceof LLMError ? inBrackets(error) : ''),
      );
  }
  if (made > 0) await pruneAfter(files, options);
  if (cancel.requested)
    throw new MemvaultError('interrupted', 'interrupted before all vectors were made', {
      hint: 'the index is up to date; run memvault index again to make the remaining vectors',
    });
  return made;
}

async function pruneAfter(files: IndexFiles, options: RefreshOptions): Promise<void> {
  const now = await refresh(files, options);
  try {
    pruneVectors(files, now.tables);
  } finally {
    now.close();
  }
}

function chosenOrWhy(context: EmbedContext): EmbedChoice | null {
  try {
    return chooseEmbedder(context);
  } catch (error) {
    mustBeExpected(error);
    context.answer.remark(`${error.message}: no vectors are made.${inBrackets(error)}`);
    return null;
  }
}

const inBrackets = ({ hint }: MemvaultError): string => (hint === undefined ? '' : ` (${hint})`);

/** A passage is embedded with its note's title, because alone it often does not name its subject. */
function wordsOf(document: NonNullable<ReturnType<OpenIndex['read']>>): string {
  // A claim ends in a full stop even if its fact does not; both should give the same vector.
  const text = document.text.replace(/(?<=[^.])\.$/, '');
  return document.kind === 'text' && document.title !== document.text ? `${document.title}\n${text}` : text;
}

/** Rethrows errors that are not about the server. */
function whyNot(error: unknown, name: string): string {
  if (error instanceof LLMError) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `${name} was silent for ${PATIENCE_MS / 60_000} minutes`;
  throw error;
}

/**
 * To be called after a dream, which has succeeded whatever happens to the vectors. An interruption is only remarked on.
 */
export async function embedAfterDream(context: Context): Promise<void> {
  const files = indexFiles(context.vault);
  const options = await refreshOptions(context, { look: 'quick', write: 'cheap' });
  const index = await refresh(files, options);
  try {
    await embedIndex(context, { files, index, options });
  } catch (error) {
    mustBeExpected(error, 'interrupted');
    context.answer.remark(`${error.message}; the next index goes on.`);
  } finally {
    index.close();
  }
}
