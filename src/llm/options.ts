// What a model is made from. The rooms above resolve it; nothing of llm/ reads a setting or the process's environment.
import type { Sleep } from './retry.ts';

export interface ModelOptions {
  /** As its server names it; null where none is chosen. */
  readonly model: string | null;
  /** Address of the server; null for that of the environment, else of this machine. */
  readonly url: string | null;
  /** Program and arguments, for the engine `command`. */
  readonly command: string | null;
  /** Tokens of prompt and answer together. */
  readonly numCtx: number;
  readonly temperature: number;
  /** Keys, addresses and proxies are read from it; the engine `command` passes it on. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder in which the engine `command` runs its program, absolute. */
  readonly cwd: string;
  /** As node names it. */
  readonly platform: string;
  /**
   * Told of each group of processes that is started; gives the way to say that it has ended. One that has not ends with
   * memvault, however that ends.
   */
  readonly startsGroup?: (leader: number) => () => void;
  /** How long it waits between two tries; a test waits less. */
  readonly sleep?: Sleep;
}
