// What a bundle is made of: hits as a search gives them, and the items of the bundle as `--json` prints them.

/** A place in a daily log. */
export interface Place {
  readonly id: string;
  readonly path: string | null;
  /** 1-based. */
  readonly line: number | null;
}

/** A hit of a search, as far as a bundle needs it. */
export interface Found {
  readonly id: string;
  readonly kind: 'fact' | 'claim' | 'text';
  /** From the vault's root. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The local day that it speaks of. */
  readonly date: string | null;
  /** The day on which it was logged, where that is another. */
  readonly logged?: string;
  readonly score: number;
  readonly text: string;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly title: string;
  /** The facts that a claim cites. */
  readonly sources: readonly Place[];
  /** Nobody has looked at it for long. */
  readonly faded?: true;
  readonly superseded?: true;
  readonly held?: { readonly from: string; readonly to: string };
}

/**
 * Why something is in the bundle: it always is; it answers the question; it stands next to what does in the same
 * session.
 */
export type Why = 'always' | 'match' | 'before' | 'after';

export interface Item {
  /** `core`: of `persona.md`, `user.md` or MEMORY.md. */
  readonly kind: 'core' | Found['kind'];
  /** Null for what is `core`. */
  readonly id: string | null;
  readonly path: string;
  readonly line: number;
  readonly date: string | null;
  readonly logged?: string;
  readonly score: number | null;
  readonly text: string;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly why: Why;
  /** The id of the match that it stands next to. */
  readonly of?: string;
  readonly faded?: true;
  readonly superseded?: true;
  readonly held?: { readonly from: string; readonly to: string };
  /** Other places that say the same. */
  readonly also?: readonly {
    readonly id: string;
    readonly path: string;
    readonly line: number;
    readonly date: string | null;
  }[];
}
