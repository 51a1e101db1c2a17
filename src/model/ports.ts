// What the program reaches the world through. main builds these once; every room gets them passed in.

/** A fresh fact id: ten base-32 characters. */
export type NewId = () => string;

/** Receives progress while something long goes on. Never receives an answer. */
export interface Progress {
  /** `done` of `total` things; total 0 when it is not known. `tokens`: of a model, so far. */
  update(label: string, done: number, total: number, tokens?: number): void;
  /** Takes the progress line away again. */
  end(): void;
}

/**
 * Checked between steps of anything long; says whether a person pressed Ctrl-C or a signal came that ends a program.
 */
export interface Cancel {
  readonly requested: boolean;
  /** Aborts at that moment: for what waits on somebody else. */
  readonly signal?: AbortSignal;
}

export interface FileStat {
  readonly size: number;
  readonly mtimeMs: number;
}

/**
 * A file of the vault as a walk sees it: its path from the vault's root, with `/`; its time is that of any change,
 * which nobody can set.
 */
export interface FoundFile extends FileStat {
  readonly path: string;
}
