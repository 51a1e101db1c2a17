// What a scripted model server hears, and what its script has it do. Knows no protocol.
import type { IncomingHttpHeaders } from 'node:http';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** One question to the model. */
export interface ModelCall {
  /** From 1, in the order of their arrival. */
  readonly number: number;
  readonly model: string;
  /** All system messages together. */
  readonly system: string;
  /** All other messages together. */
  readonly prompt: string;
  /** What the answer has to conform to; null where none was given. */
  readonly schema: JsonSchema | null;
  /** Tokens of prompt and answer together, where the protocol says them. */
  readonly window: number | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
}

/** A model that answers. */
export interface Says {
  /**
   * A value is held against the schema of the call, as the grammar of a server holds a model; a text is sent as it is.
   */
  readonly says: string | object;
  /** What it thought aloud, where the server keeps that apart. */
  readonly thinking?: string;
  /** As the server counts them; else from the letters, and never more than the window. */
  readonly promptTokens?: number;
  /** It ended at a limit. */
  readonly cut?: boolean;
  /** Milliseconds before the first byte, that of the status included. */
  readonly waitMs?: number;
  /** Milliseconds before each piece. */
  readonly pieceMs?: number;
  /** What happens after half of the pieces. */
  readonly halfway?: 'drop' | 'stall' | { readonly error: string };
}

/** A server that does not let the model answer. */
export interface Refuses {
  readonly status: number;
  /** Its words; in the body as the protocol has it. */
  readonly error?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `drop`: the connection breaks before a status came. `stall`: nothing comes at all. `redirect`: go there. */
export type Act = Says | Refuses | { readonly does: 'drop' | 'stall' } | { readonly redirect: string };

export type Script = (call: ModelCall) => Act | Promise<Act>;

export interface ServerOptions {
  /** The models it has; any other is not found. */
  readonly models?: readonly string[];
  /** The key it wants; without one it wants none. */
  readonly key?: string;
  /** Tokens that its models were trained for. */
  readonly window?: number;
  /** Another than a free one. */
  readonly port?: number;
}

export interface ModelServer {
  /** As it is given to `--url`. */
  readonly url: string;
  readonly port: number;
  /** Questions to the model, also those that were refused. */
  readonly calls: readonly ModelCall[];
  /** All requests, such as `POST /api/chat`. */
  readonly requests: readonly string[];
  /** Ends all connections. Throws where the script or the client did what no real ones do. */
  close(): Promise<void>;
}

/** What servers of both kinds take for the number of tokens. */
export const countTokens = (text: string): number => Math.ceil(text.length / 4);

/** Pieces as a model gives them, a token each. */
export const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,4}/gu) ?? [];
