// What the parts of the model's engine say to each other: a group that one call is about, what was taken of an answer,
// and how a model is asked within its limits. Nouns only.
import type { ModelRequest } from '../../../llm/port.ts';
import type { Fact } from '../../../model/fact.ts';
import type { PageWords, Proposal } from '../../../model/plan.ts';
import type { ReviewProposal } from '../../../model/review.ts';
import type { View } from '../../../vault/view.ts';

/** The page that the facts of a group would go to. */
export interface GroupPage {
  /** From the vault's root. */
  readonly path: string;
  readonly title: string;
  /** What it is about; empty where nothing says so. */
  readonly about: string;
  /** It does not exist yet. */
  readonly isNew: boolean;
}

/** A current claim of the page, as the model sees it; also one that an earlier call of this batch has brought. */
export interface GroupClaim {
  /** `c1`, `c2` …: its name in this call. */
  readonly id: string;
  /** The fact that stands for it in a proposal. */
  readonly fact: string;
  /** The facts that it cites. Never empty. */
  readonly facts: readonly string[];
  readonly text: string;
  /** The `###` head that it stands under. */
  readonly head: string | null;
  /** The local day of its first fact. */
  readonly since: string;
  /** A side of a callout of claims that contradict each other. */
  readonly isSide: boolean;
}

/** A fact that the model is asked about. */
export interface GroupFact {
  /** `f1`, `f2` …: its name in this call. */
  readonly id: string;
  readonly fact: Fact;
  /** What the rules propose. */
  readonly base: Proposal;
  /** The wording of the rules. */
  readonly text: string;
}

/** What one call is about. */
export interface Group {
  readonly page: GroupPage;
  /** Of a long page those that are nearest to the facts, in the order of the page. */
  readonly claims: readonly GroupClaim[];
  /** In the order in which they happened. Never empty. */
  readonly facts: readonly GroupFact[];
  /** The `###` heads of the page, in their order. */
  readonly heads: readonly string[];
  /** Pages that a fact may go to instead. */
  readonly otherPages: readonly { readonly path: string; readonly title: string }[];
}

/** What was not taken, counted by kind. The kinds are the taker's own words, such as `wording`. */
export type Counts = Readonly<Record<string, number>>;

/** What was taken of one answer. */
export interface Taken {
  /** By the id of the fact (not `f1`). One for each fact of the group that is not among `missing`. */
  readonly proposals: ReadonlyMap<string, Proposal>;
  readonly reviews: readonly ReviewProposal[];
  /** Words for the page. */
  readonly words: PageWords | null;
  /** Ids of facts that the answer left out, or spoke of badly in form: worth asking again. */
  readonly missing: readonly string[];
  readonly bad: Counts;
}

/** What came of one call. No words of an error or a server are in it. */
export type Asked =
  /** `value`: the JSON of the answer; undefined where it held none. */
  | { readonly kind: 'answer'; readonly value: unknown }
  /** The prompt did not fit, or the answer ended at a limit. */
  | { readonly kind: 'cut'; readonly what: 'prompt' | 'answer' }
  /**
   * `all`: not only this call would fail. `wasMade`: it was tried; else an earlier one failed so that none is.
   * `reason`: one sentence of memvault's own.
   */
  | { readonly kind: 'failed'; readonly all: boolean; readonly wasMade: boolean; readonly reason: string }
  /** A limit is reached: nothing was asked. */
  | { readonly kind: 'limit'; readonly reason: string }
  /** A person pressed Ctrl-C. */
  | { readonly kind: 'stopped' };

/**
 * The way to the model for all that a dream asks: counts calls and tokens, keeps the limits, watches for silence.
 * Throws nothing.
 */
export interface Asker {
  /** Does a prompt fit, with so many tokens left for its answer? */
  fits(request: Pick<ModelRequest, 'system' | 'prompt' | 'schema'>, answerTokens: number): boolean;
  /** `label`: what is being done, for the progress line, such as the title of a page. */
  ask(request: ModelRequest, about: { readonly label: string; readonly answerTokens: number }): Promise<Asked>;
}

export interface TakeContext {
  /** May memvault write this page? */
  readonly isPagePath: (path: string) => boolean;
}

/** The bands of likeness in which pairs are put before a model. */
export interface PairLimits {
  readonly nearDuplicate: number;
  readonly contradiction: number;
  /** Whether a replacement that the rules would ask about is applied where the model agrees. */
  readonly applyAgreed: boolean;
  /** Pairs in all, at most. */
  readonly maxPairs: number;
}

/** What pairs are looked for in, once all facts of the batch have a proposal. */
export interface ClassifyInput {
  readonly batch: readonly Fact[];
  readonly proposals: readonly Proposal[];
  /** What would be asked of a person. */
  readonly reviews: readonly ReviewProposal[];
  readonly view: View;
  readonly limits: PairLimits;
  /** The system prompt. */
  readonly prompt: string;
  /** That of the statements that stand for three claims and more. */
  readonly mergePrompt: string;
  readonly asker: Asker;
  /** May another call be made about pairs? */
  readonly mayAsk: () => boolean;
}

export interface Classified {
  /** Those of the batch, in their order, changed where model and rules agree. */
  readonly proposals: readonly Proposal[];
  /** What is asked of a person now. */
  readonly reviews: readonly ReviewProposal[];
  readonly notices: readonly string[];
  /** Pairs that were put before the model. */
  readonly asked: number;
}
