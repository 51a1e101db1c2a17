// The claims on a page, as nouns.

/** One statement on a page that cites the facts it rests on. */
export interface Claim {
  /** The page, from the vault's root. */
  readonly page: string;
  /** 1-based line of the page. */
  readonly line: number;
  /** The `##` section it stands in, as written, or empty before the first. */
  readonly section: string;
  /** The `###` head above it, or null. */
  readonly head: string | null;
  /** The statement without list mark, footnotes and escapes. */
  readonly text: string;
  /** Ids of the facts it cites, in the order they stand. Never empty. */
  readonly facts: readonly string[];
  /**
   * It stands in History, or a person struck the whole statement through, wherever it stands: kept, found on request,
   * no longer so.
   */
  readonly past: boolean;
  /**
   * Of a past one: the local days from which and to which it held; null where they cannot be read, and for a current
   * one.
   */
  readonly held: { readonly from: string; readonly to: string } | null;
  /** The sides of a callout of conflicting claims; empty for every other claim. */
  readonly sides: readonly Side[];
}

/** One of the claims that contradict each other in a callout. */
export interface Side {
  readonly text: string;
  readonly facts: readonly string[];
  /** The local day in brackets behind it, or null. */
  readonly day: string | null;
}

/** Is the claim past? The one answer to it: not the section tells, for a person may strike a claim where it stands. */
export function isHistory(claim: Pick<Claim, 'past'>): boolean {
  return claim.past;
}
