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
}

/** A claim in the History section is superseded: kept, dated, found on request. */
export function isHistory(claim: Claim): boolean {
  return claim.section === 'History';
}
