// Embeddings: which model makes vectors and whether it may be asked, the vectors of the index and of one question, and
// how they stand. Loaded only where the settings choose a model.
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
import { isLoopback } from '../model/loopback.ts';
import { type Cancel, type IndexFiles, within } from '../model/ports.ts';
import { plural } from '../model/text.ts';
import type { Vectors } from '../search/with-vectors.ts';
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
  /** Its server is on another machine, which sees nothing tagged `private`. */
  readonly isRemote: boolean;
}

/**
 * Reads the two config files themselves, not the compiled copy that lies in the vault. Null where embeddings are off.
 * Throws `settings`; `refused` where the vault names a server that the user does not trust.
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

// How embeddings stand, for `status`: by which model, whether it may be asked, how many statements have a vector. Asks
// no server. Loaded only where embeddings are set up.

export interface EmbedStatus extends VectorCount {
  /** Protocol and model, such as `ollama:embeddinggemma`. */
  readonly name: string;
  /** Why it is not asked, whatever it would say; null where nothing stands in the way. */
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

// What vectors say of one question: the question alone is embedded, and compared with what is there. A server that is
// away costs a search by words nothing but a line.

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
const SEARCH_PATIENCE_MS = 15_000;

/**
 * A search is one by words because that was asked for, or nothing is set up, or there is no vector yet, or the server
 * does not answer. With `--mode semantic` throws `model` or `refused` for these.
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
    // What nobody asked for is not missed.
    const isMissed = mode !== null || error instanceof LLMError || error.code !== 'model';
    return {
      vectorsOf: null,
      notice: isMissed ? `${error.message}: this is a search by words.${inBrackets(error)}` : null,
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
      signal: AbortSignal.timeout(SEARCH_PATIENCE_MS),
      again: () => false,
    });
    if (vector) return vector;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
    throw new LLMError(`${embedder.name} was silent for ${SEARCH_PATIENCE_MS / 1000} seconds`, {
      hint: 'it may still be loading the model',
    });
  }
  throw new LLMError(`${embedder.name} makes no vector of this question`);
}

// The vectors of an index that was brought up to date: those that are missing are made. The index is good without them,
// so a server that is away costs one line.

export interface EmbedIndex {
  readonly files: IndexFiles;
  /** Stays open. */
  readonly index: Pick<OpenIndex, 'tables' | 'read'>;
  /** How it is brought up to date afterwards: what was forgotten meanwhile must not keep a vector. */
  readonly options: RefreshOptions;
  /** None: one of its own. */
  readonly cancel?: Cancel;
}

/** Silence after which a call is given up: a small machine may have to load the model first. */
const PATIENCE_MS = 300_000;

/**
 * To be called where `retrieve.embeddings` is not `off`. Throws `interrupted`, and nothing that is about the model;
 * gives how many vectors were made.
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
        // No model sees a secret, wherever it stands.
        return secrets.hit(document) ? null : wordsOf(document);
      },
      heard: (some, total) => progress.update(`embedding with ${embedder.name}`, some, total),
      source: {
        name: embedder.name,
        wording: (text) => embedder.wording(text, 'document'),
        // Who has not answered once is not waited for.
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
    throw new MemvaultError('interrupted', 'ended before all vectors were made', {
      hint: 'the index is up to date; the next one goes on with the vectors',
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

/** A passage is put under the title of its note: alone it often does not say what it is about. */
function wordsOf(document: NonNullable<ReturnType<OpenIndex['read']>>): string {
  // A claim has a full stop where its fact had none, and is no other text for that.
  const text = document.text.replace(/(?<=[^.])\.$/, '');
  return document.kind === 'text' && document.title !== document.text ? `${document.title}\n${text}` : text;
}

/** Throws what is not about the server. */
function whyNot(error: unknown, name: string): string {
  if (error instanceof LLMError) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `${name} was silent for ${PATIENCE_MS / 60_000} minutes`;
  throw error;
}

/** After a dream, which is done whatever becomes of the vectors: a person who ends it reads that in a line. */
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
