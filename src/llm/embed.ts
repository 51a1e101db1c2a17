// Makes what turns texts into vectors: in batches, with the words that the model wants, tried again where that is worth
// it. A text that the server makes no vector of costs the others of its batch nothing.
import { createCall, isTooLong, type EmbedServer } from './embed-call.ts';
import type { Embedder, Embedding, EmbedKind, EmbedOptions } from './embed-port.ts';
import { prefixOf } from './embed-prefix.ts';
import { readVectors } from './embed-vectors.ts';
import { Refused } from './failures.ts';
import { withRetries } from './retry.ts';

/** Multilingual, and small enough for a machine without a graphics card; docs/embeddings.md has the numbers. */
const USUAL_MODEL = 'embeddinggemma';

/** Characters: what is further behind changes a vector little, and most models do not read it. */
const MOST_LETTERS = 4000;

/** A text that is too long is halved until it is this short. */
const LEAST_LETTERS = 100;

const modelOf = (kind: EmbedServer, model: string | null): string | null =>
  model ?? (kind === 'ollama' ? USUAL_MODEL : null);

/** What an embedder calls itself: vectors by two names never meet. `model`: as the settings have it. */
export function embedderName(kind: EmbedServer, model: string | null): string {
  const named = modelOf(kind, model);
  return named === null ? 'openai' : `${kind}:${named.replace(/:latest$/, '')}`;
}

/** Reaches for nothing until `embed`. Throws `settings` where an address is none. */
export function createEmbedder(kind: EmbedServer, options: EmbedOptions): Embedder {
  const model = modelOf(kind, options.model);
  const call = createCall(kind, model, options);
  let dimensions: number | null = null;

  const wording = (text: string, of: EmbedKind): string => prefixOf(model ?? '', of) + shortened(text, MOST_LETTERS);

  /** `letters`: how much of a text is sent. */
  async function batch(
    texts: readonly string[],
    of: EmbedKind,
    embedding: Embedding,
    letters: number,
  ): Promise<(Float32Array | null)[]> {
    try {
      const sent = texts.map((text) => wording(shortened(text, letters), of));
      const vectors = readVectors(
        await withRetries(() => call(sent, embedding.signal), embedding, options.sleep),
        texts.length,
        dimensions,
      );
      dimensions ??= vectors.find((vector) => vector !== null)?.length ?? null;
      return vectors;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (texts.length > 1) {
        const half = Math.ceil(texts.length / 2);
        return [
          ...(await batch(texts.slice(0, half), of, embedding, letters)),
          ...(await batch(texts.slice(half), of, embedding, letters)),
        ];
      }
      const shorter = Math.floor(Math.min(letters, texts[0]?.length ?? 0) / 2);
      return isTooLong(error) && shorter >= LEAST_LETTERS ? await batch(texts, of, embedding, shorter) : [null];
    }
  }

  return {
    name: embedderName(kind, options.model),
    get dimensions() {
      return dimensions;
    },
    wording,
    embed: async (texts, of, embedding) => {
      const vectors: (Float32Array | null)[] = [];
      for (let at = 0; at < texts.length; at += options.batch)
        vectors.push(...(await batch(texts.slice(at, at + options.batch), of, embedding, MOST_LETTERS)));
      return vectors;
    },
  };
}

/** Never ends within a letter that takes two units. */
function shortened(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const last = text.charCodeAt(letters - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? letters - 1 : letters);
}
