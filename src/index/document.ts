// What search finds: one document for each fact that no page cites, each claim, each passage of prose.
import type { Fact } from '../model/fact.ts';

export interface Source {
  readonly id: string;
  /** The daily log and line of the fact; null when no log holds it any more. */
  readonly path: string | null;
  readonly line: number | null;
}

/** A document as people see it: what is read back from the markdown for a hit. */
export interface FoundDocument {
  readonly kind: 'fact' | 'claim' | 'text';
  /** The fact, the first fact that a claim cites, or computed from a passage. */
  readonly id: string;
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** The local day that it speaks of; null for undated prose. */
  readonly date: string | null;
  /**
   * The local day of the log that the fact stands in, of a claim its newest; null for prose and where no log holds one.
   */
  readonly logged: string | null;
  /** `HH:MM` of the entry, for the order within a day. */
  readonly time: string | null;
  readonly text: string;
  readonly category: string | null;
  readonly tags: readonly string[];
  /** The title of the file it stands in. */
  readonly title: string;
  readonly project: string | null;
  readonly superseded: boolean;
  /** The local days from which and to which a superseded claim held, where its line says so. */
  readonly held: { readonly from: string; readonly to: string } | null;
  /** The facts that a claim cites. */
  readonly sources: readonly Source[];
  /** The fact, or those of a claim that a log holds: what tells how sure it is. Empty for prose. */
  readonly facts: readonly Pick<Fact, 'id' | 'category' | 'fields' | 'day'>[];
}
