// The nouns of extraction by rules. Nothing here reads or decides.

/** Who speaks, and about what. */
export interface Teller {
  /** As the facts call the person: the name of the transcript, else "User". */
  readonly name: string;
  /** The talk is with an assistant: what the person wants now is a task and no goal. */
  readonly assisted: boolean;
  readonly project: string | null;
  /** Local day of the turn; null where the format does not say. */
  readonly day: string | null;
}

/** One thing that was said, with what it is about. */
export interface Found {
  readonly kind: string;
  readonly key: string;
  readonly value: string;
  /** Stands alone. */
  readonly text: string;
  /** `2023-05-07`, `2023-05` or `2023`. */
  readonly at: string | null;
  readonly persons: readonly string[];
  readonly confidence: number;
}
