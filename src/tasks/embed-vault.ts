// When vectors are made: after an index was brought up to date for its own sake, and after a dream. Loaded only where
// embeddings are set up.
import { EMBED_BATCH } from '../llm/embed.ts';
import { secretsIn } from '../context/secrets.ts';
import { refresh } from '../index/refresh.ts';
import { embedMissing } from '../index/vectors/embed-missing.ts';
import { pruneVectors } from '../index/vectors/store.ts';
import type { OpenIndex, RefreshOptions } from '../index/view.ts';
import { LLMError } from '../llm/errors.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Cancel, IndexFiles } from '../model/ports.ts';
import { plural } from '../model/text.ts';
import { indexFiles } from '../vault/read-index-files.ts';
import type { Context } from './context.ts';
import { chooseEmbedder, type EmbedChoice, type EmbedContext } from './embed-model.ts';
import { refreshOptions } from './refresh-index.ts';

// The vectors of an index that was brought up to date: those that are missing are made. The index is good without them,
// so a server that is away costs one line.

export interface EmbedIndex {
  readonly files: IndexFiles;
  readonly index: Pick<OpenIndex, 'tables' | 'read'>;
  readonly cancel: Cancel;
  /** The index as it is afterwards: what was forgotten meanwhile must not keep a vector. */
  readonly again: () => Promise<Pick<OpenIndex, 'tables' | 'close'>>;
}

/** Silence after which a call is given up: a small machine may have to load the model first. */
const PATIENCE_MS = 300_000;

/**
 * To be called where `retrieve.embeddings` is not `off`. Throws `interrupted`, and nothing that is about the model;
 * gives how many vectors were made.
 */
export async function embedIndex(context: EmbedContext, { files, index, cancel, again }: EmbedIndex): Promise<number> {
  const { answer, vault } = context;
  const chosen = chosenOrWhy(context);
  if (chosen === null) return 0;
  const { embedder } = chosen;
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
        // No model sees a secret, wherever it stands.
        return document === null || secrets.hit(document) ? null : wordsOf(document);
      },
      heard: (some, total) => progress.update(`embedding with ${embedder.name}`, some, total),
      source: {
        name: embedder.name,
        wording: (text) => embedder.wording(text, 'document'),
        // Each call has a signal of its own, so that a long run leaves none behind on that of the whole. Who has not
        // answered once is not waited for.
        embed: async (texts) => {
          const vectors = await embedder.embed(texts, 'document', {
            signal: signalOf(cancel),
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
          (error instanceof LLMError && error.hint !== undefined ? ` (${error.hint})` : ''),
      );
  }
  if (made > 0) await pruneAfter(files, again);
  if (cancel.requested)
    throw new MemvaultError('interrupted', 'ended before all vectors were made', {
      hint: 'the index is up to date; the next one goes on with the vectors',
    });
  return made;
}

async function pruneAfter(files: IndexFiles, again: EmbedIndex['again']): Promise<void> {
  const now = await again();
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
    if (!(error instanceof MemvaultError)) throw error;
    context.answer.remark(
      `${error.message}: no vectors are made.${error.hint === undefined ? '' : ` (${error.hint})`}`,
    );
    return null;
  }
}

/** A passage is put under the title of its note: alone it often does not say what it is about. */
function wordsOf(document: NonNullable<ReturnType<OpenIndex['read']>>): string {
  // A claim has a full stop where its fact had none, and is no other text for that.
  const text = document.text.replace(/(?<=[^.])\.$/, '');
  return document.kind === 'text' && document.title !== document.text ? `${document.title}\n${text}` : text;
}

function signalOf({ signal }: Cancel): AbortSignal {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  return signal === undefined ? patience : AbortSignal.any([signal, patience]);
}

/** Throws what is not about the server. */
function whyNot(error: unknown, name: string): string {
  if (error instanceof LLMError) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `${name} was silent for ${PATIENCE_MS / 60_000} minutes`;
  throw error;
}

export interface InHand {
  readonly files: IndexFiles;
  readonly index: OpenIndex;
  readonly options: RefreshOptions;
  /** Null for one of its own. */
  readonly cancel: Cancel | null;
}

/** For an index in hand, which stays open. Throws `interrupted`. */
export async function embedInHand(context: Context, { files, index, options, cancel }: InHand): Promise<void> {
  await embedIndex(context, {
    files,
    index,
    cancel: cancel ?? context.world.cancellable(),
    again: async () => await refresh(files, options),
  });
}

/** After a dream, which is done whatever becomes of the vectors: a person who ends it reads that in a line. */
export async function embedAfterDream(context: Context): Promise<void> {
  const files = indexFiles(context.vault);
  const options = await refreshOptions(context, { look: 'quick', write: 'cheap' });
  const index = await refresh(files, options);
  try {
    await embedInHand(context, { files, index, options, cancel: null });
  } catch (error) {
    if (!(error instanceof MemvaultError) || error.code !== 'interrupted') throw error;
    context.answer.remark(`${error.message}; the next index goes on.`);
  } finally {
    index.close();
  }
}
