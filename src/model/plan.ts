// A plan: what a dream will do, as a value that can be printed, stored and replayed.
// Every change carries a sentence that says why, and the facts it rests on.
import type { DispositionKind } from './disposition.ts';

/** What an engine says about one fact. Untrusted until the plan took it. */
export interface Proposal {
  readonly fact: string;
  readonly as: DispositionKind;
  /** The page it goes to, from the vault's root. */
  readonly page?: string;
  /** The `###` head it should stand under, where the page has heads. */
  readonly head?: string | null;
  /** The wording of the claim; the fact's own words where it is missing or drops a specific. */
  readonly text?: string;
  /** `duplicate`: the fact (pending or placed) whose claim says it already. */
  readonly of?: string;
  readonly reason: string;
}

/** What will stand in the ledger for one fact. */
export interface Decision {
  readonly fact: string;
  readonly day: string;
  readonly as: DispositionKind;
  readonly page?: string;
  readonly of?: string;
  readonly reason: string;
  readonly digest: string;
}

/** One thing that happens to one page. */
export type Change =
  | { readonly kind: 'create'; readonly page: string; readonly type: string; readonly title: string; readonly description: string; readonly facts: readonly string[]; readonly reason: string }
  | { readonly kind: 'add'; readonly page: string; readonly text: string; readonly facts: readonly string[]; readonly reason: string }
  | { readonly kind: 'cite'; readonly page: string; readonly claim: string; readonly facts: readonly string[]; readonly reason: string }
  | { readonly kind: 'correct'; readonly page: string; readonly claim: string; readonly text: string; readonly facts: readonly string[]; readonly reason: string }
  | { readonly kind: 'relate'; readonly page: string; readonly to: readonly string[]; readonly facts: readonly string[]; readonly reason: string };

export interface Plan {
  readonly version: 1;
  /** Engine and version, such as `rules/1`. */
  readonly engine: string;
  /** The local days whose facts are in it, ascending. */
  readonly days: readonly string[];
  readonly decisions: readonly Decision[];
  readonly changes: readonly Change[];
  /** Digest of each page as the plan saw it; null for a page that is to be created. */
  readonly pages: Readonly<Record<string, string | null>>;
}
