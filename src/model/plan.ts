// A plan: what a dream will do, as a value that can be printed, stored and replayed. Every change has a sentence that
// says why, and the facts that it rests on.
import type { DispositionKind } from './disposition.ts';
import type { OverviewPart } from './page.ts';
import type { ReviewKind, ReviewProposal } from './review.ts';

/** An engine's proposal for one fact. Untrusted until the planner accepts it. */
export interface Proposal {
  readonly fact: string;
  readonly as: DispositionKind;
  /** Its page, relative to the vault's root; not needed for `duplicate` and `set-aside`. */
  readonly page?: string;
  /** The `###` heading for it, if the page has headings. */
  readonly head?: string | null;
  /** `placed`: only its category says where it belongs, so it may go to the page of what it repeats or replaces. */
  readonly isLoose?: true;
  /**
   * `placed`: a fact whose claim on that page it may repeat or replace; it goes right before it, whatever `head` says.
   */
  readonly beside?: string;
  /** The wording of the claim; if it is missing or drops a specific, the fact's own words are used. */
  readonly text?: string;
  /** `duplicate`: the fact (of this batch or placed before) whose claim already says it. */
  readonly of?: string;
  /** `placed`: the facts whose claims it replaces and moves to History. */
  readonly supersedes?: readonly string[];
  /** `placed`: the fact whose claim it corrects: the words are replaced in place, without History. */
  readonly corrects?: string;
  /** `superseded`, for a fact that arrived late: the fact whose claim followed it. */
  readonly by?: string;
  /**
   * `superseded`: the fact whose claim preceded it; the days of that claim end with this one's. A fact of the claim of
   * `by` means that the value held before and again after.
   */
  readonly after?: string;
  /** `superseded`: facts of other claims in History that ended with this one, in addition to `after`. */
  readonly ends?: readonly string[];
  /**
   * `conflict`: the fact that it contradicts. `superseded`: a fact of the claim of `by` that it contradicted until
   * then.
   */
  readonly with?: string;
  /**
   * For an edited fact: the facts whose claims it used to replace but no longer does; the fact itself if nothing
   * replaces it any more.
   */
  readonly frees?: readonly string[];
  /** One sentence for the user. */
  readonly reason: string;
}

/** The other facts that a proposal names. */
export function namedIn({
  of,
  supersedes = [],
  corrects,
  by,
  after,
  ends = [],
  with: other,
  frees = [],
}: Proposal): readonly string[] {
  return [of, ...supersedes, corrects, by, after, ...ends, other, ...frees].filter((id) => id !== undefined);
}

/** Those that wait, and all whose proposals name one of them, directly or through others. */
export function withDependents(
  proposals: readonly Proposal[],
  waiting: ReadonlyMap<string, Left>,
): ReadonlyMap<string, Left> {
  const all = new Map(waiting);
  for (let before = -1; before !== all.size;) {
    before = all.size;
    for (const proposal of proposals) {
      const other = namedIn(proposal).flatMap((id) => all.get(id) ?? [])[0];
      if (other !== undefined && !all.has(proposal.fact)) all.set(proposal.fact, { ...other, fact: proposal.fact });
    }
  }
  return all;
}

/** A page to be created. */
export interface PageProposal {
  readonly page: string;
  readonly type: string;
  readonly title: string;
  /** Its description; empty for none. */
  readonly about: string;
}

/** An engine's words for a memvault page. Untrusted until the planner accepts them. */
export interface PageWords {
  /** Only for a page created in this dream. */
  readonly title?: string;
  /** Its description, one line. */
  readonly about?: string;
}

/** Model calls and their cost. */
export interface Usage {
  readonly calls: number;
  /** Tokens of prompts and answers, as counted by the server. */
  readonly tokens: number;
}

export const NO_USAGE: Usage = { calls: 0, tokens: 0 };

/** One line of `MEMORY.md` in an engine's words. Untrusted until checked against its claims. */
export interface SummaryLine {
  /** The heading above it. */
  readonly group: string;
  readonly text: string;
  /**
   * Facts of the claims that it rests on, at least one per claim; all of them if the record must tell which lines
   * depend on a fact. Never empty.
   */
  readonly facts: readonly string[];
}

/** An engine's answer for one batch. */
export interface Proposals {
  readonly proposals: readonly Proposal[];
  readonly pages: readonly PageProposal[];
  /** Headings for claims without one: by page and fact. */
  readonly heads: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Topic tags, by page. */
  readonly tags: Readonly<Record<string, readonly string[]>>;
  /** Pages to link to, by page. */
  readonly related: Readonly<Record<string, readonly string[]>>;
  /** Questions that only a person can decide. */
  readonly reviews: readonly ReviewProposal[];
  /** Claims that move to another page, each named by a fact. */
  readonly moves?: readonly Move[];
  /** New orders of the claims on pages. */
  readonly outlines?: readonly Outline[];
  /** Set if they come from a pass over existing claims rather than from new facts. */
  readonly pass?: Pass;
  /** Pairs that still await a second look: nobody is asked about them yet. */
  readonly queued?: readonly ReviewProposal[];
  /** Queued pairs of earlier nights that were looked at now. */
  readonly agreed?: readonly Agreed[];
  /** Titles and descriptions, by page. */
  readonly words?: Readonly<Record<string, PageWords>>;
  /** Overviews, by page. */
  readonly overviews?: Readonly<Record<string, readonly OverviewPart[]>>;
  /** Facts that could not be asked about this time, and why: they stay pending without counting as failed. */
  readonly waits?: readonly Left[];
  /** Facts decided by another engine than the answer's, with its name and version. */
  readonly by?: Readonly<Record<string, string>>;
  /** What was rejected from an answer and what was done instead, for the user; without words of an error or a model. */
  readonly notices?: readonly string[];
  /**
   * Pairs that a person reviewing the proposals keeps apart, permanently as with a rejected review. Never set by an
   * engine.
   */
  readonly apart?: readonly KeptApart[];
  /** Its original cost, for an answer that is applied later. */
  readonly paid?: Usage;
}

export const NO_PROPOSALS: Proposals = { proposals: [], pages: [], heads: {}, tags: {}, related: {}, reviews: [] };

/** A current claim that belongs on another page, with all of its facts. */
export interface Move {
  readonly fact: string;
  readonly page: string;
  /** Its heading there. */
  readonly head?: string | null;
  readonly reason: string;
}

/** The new order of a page's claims: groups in order, and the claims in each. */
export interface Outline {
  readonly page: string;
  readonly groups: readonly {
    /** The `###` heading; null for directly below `## Key Facts`. */
    readonly head: string | null;
    /** One fact per claim. */
    readonly facts: readonly string[];
  }[];
  /** A person's own headings, which stay in place. */
  readonly fixed: readonly string[];
}

/** The scope of a pass: one whole page, or pairs of claims across all pages. */
export interface Pass {
  readonly kind: 'page' | 'pairs';
  /** For kind `page`; else null. */
  readonly page: string | null;
  /** Number of claims shown. */
  readonly claims: number;
  /** Number of pairs compared. */
  readonly pairs: number;
}

/** The possible outcomes for two claims of earlier nights. */
export const AGREEABLE = ['duplicate', 'superseded', 'conflict'] as const;

/** The outcome for a queued pair; both facts already have claims. */
export interface Agreed {
  /** Its facts, the earlier first. */
  readonly facts: readonly [string, string];
  /** What both looks say about the later fact; null if both stay. */
  readonly as: (typeof AGREEABLE)[number] | null;
  /** `duplicate`: the sentence that replaces both. */
  readonly text?: string;
  readonly reason: string;
}

/** Two facts that a person keeps apart, and what had been proposed. */
export interface KeptApart {
  readonly kind: ReviewKind;
  readonly facts: readonly [string, string];
}

/** The ledger entry to be written for one fact. */
export interface Decision {
  readonly fact: string;
  readonly day: string;
  readonly as: DispositionKind;
  readonly page?: string;
  readonly of?: string;
  readonly by?: string;
  readonly with?: string;
  readonly reason: string;
  readonly digest: string;
  /** The run whose decision on this fact was undone, so that a plan that repeats it still gets a different id. */
  readonly again?: string;
  /** It was not in the batch: it is changed by the decision on another fact. */
  readonly beside?: boolean;
  /** Name and version of what decided it, if not the plan's engine. */
  readonly engine?: string;
}

/**
 * Why a fact waits: `own`, it failed by itself (after three times it is quarantined); `page`, its page cannot be
 * written now; `undone`, a person undid exactly that; `other`, it depends on a waiting fact; `model`, a model did not
 * answer or must no longer be asked; `later`, a person postponed it.
 */
export type WhyLeft = 'own' | 'page' | 'undone' | 'other' | 'model' | 'later';

/** A fact that stays pending. */
export interface Left {
  readonly fact: string;
  /** One sentence for the user. */
  readonly reason: string;
  readonly why: WhyLeft;
}

interface Grounds {
  readonly page: string;
  readonly facts: readonly string[];
  /** One sentence for the user. */
  readonly reason: string;
}

/** A change to one page. */
export type Change = Grounds &
  (
    | { readonly kind: 'create'; readonly type: string; readonly title: string; readonly about: string }
    /**
     * `beside`: a fact of a claim on the page; the new claim goes right before it, whatever `head` says.
     */
    | { readonly kind: 'add'; readonly text: string; readonly head: string | null; readonly beside?: string }
    | { readonly kind: 'cite'; readonly claim: string }
    | { readonly kind: 'uncite'; readonly claim: string }
    /** Removes the line of the claim that cites `claim`. */
    | { readonly kind: 'remove'; readonly claim: string }
    | { readonly kind: 'unsource' }
    /**
     * Moves the claim that cites `claim`, or a side of a callout, to History with the local days between which it held.
     */
    | { readonly kind: 'supersede'; readonly claim: string; readonly from: string; readonly to: string }
    /** Adds a claim directly to History. */
    | { readonly kind: 'past'; readonly text: string; readonly from: string; readonly to: string }
    /** Changes the days of the claim in History that cites `claim`. */
    | { readonly kind: 'redate'; readonly claim: string; readonly from: string; readonly to: string }
    /**
     * Turns the claim that cites `claim` into a callout with this text, cited by `facts`, as another side; an existing
     * callout gets one more side.
     */
    | { readonly kind: 'conflict'; readonly claim: string; readonly text: string }
    /** Turns the callout that cites `claim` back into plain claims, one for each side. */
    | { readonly kind: 'settle'; readonly claim: string }
    /** Makes the claim in History that cites `claim` current again. */
    | { readonly kind: 'revive'; readonly claim: string; readonly head: string | null }
    | { readonly kind: 'correct'; readonly claim: string; readonly text: string }
    | { readonly kind: 'arrange'; readonly heads: Readonly<Record<string, string>> }
    | { readonly kind: 'outline'; readonly groups: Outline['groups']; readonly fixed: readonly string[] }
    | { readonly kind: 'tag'; readonly tags: readonly string[] }
    | { readonly kind: 'relate'; readonly to: readonly string[] }
    /** Sets a description on a page without one, and a new title on a page created in this dream. */
    | { readonly kind: 'describe'; readonly about?: string; readonly title?: string }
    /** Replaces the overview of the page. */
    | { readonly kind: 'overview'; readonly parts: readonly OverviewPart[] }
  );

export interface Plan {
  readonly version: 1;
  /** Engine and version, such as `rules/1`. */
  readonly engine: string;
  /** The local days of its facts, ascending. */
  readonly days: readonly string[];
  readonly decisions: readonly Decision[];
  readonly changes: readonly Change[];
  /** Digest of each page as planned; null for a page to be created. */
  readonly pages: Readonly<Record<string, string | null>>;
  /** Facts of the batch that must wait, and why; they stay pending. */
  readonly left: readonly Left[];
  /** What was rejected from an engine's answer, and what was done instead. */
  readonly notices: readonly string[];
  /** Questions for the user, most urgent first. */
  readonly reviews: readonly PlannedReview[];
  /** Changes to what is current, for the user, in chronological order. */
  readonly updates: readonly Update[];
  /**
   * `MEMORY.md` in an engine's words, each line checked against its claims. Claims that it does not cover appear in
   * their own words.
   */
  readonly summary?: readonly SummaryLine[];
  /** Set for a pass over existing claims; otherwise facts were decided. */
  readonly pass?: Pass;
}

export interface PlannedReview extends ReviewProposal {
  readonly id: string;
  readonly kind: ReviewKind;
  /** Set if nobody is asked: decided by a person's action or by two looks, or still awaiting a look. */
  readonly status?: 'queued' | 'approved' | 'rejected' | 'expired';
}

/** `updated: "…" → "…"`, or two conflicting claims. */
export interface Update {
  readonly kind: 'update' | 'conflict' | 'correction';
  readonly page: string;
  /** The fact that caused it. */
  readonly fact: string;
  readonly from: string;
  readonly to: string;
}

// The engine's answers of a dream, batch by batch, as a value that can be printed, stored, edited by a person and
// replayed without the engine. Contains proposals, never changes: a replay plans again and validates everything.

/** One batch. */
export interface PlannedBatch {
  /** Name and version of the engine. */
  readonly engine: string;
  /** The facts that it was asked about, in order. */
  readonly facts: readonly PlannedFact[];
  /** Facts of the batch settled without the engine: results of a merge or a manual edit, and likely secrets. */
  readonly settled: readonly PlannedFact[];
  readonly proposals: Proposals;
  readonly summary: readonly SummaryLine[] | null;
}

export interface PlannedFact {
  readonly fact: string;
  readonly day: string;
  /** Its own words, for readers of the file; empty for a likely secret. Ignored on replay. */
  readonly says: string;
  /** Digest of its content, to detect a line edited since. */
  readonly digest: string;
}

/** `dream --plan FILE`. */
export interface PlanFile {
  readonly type: 'memvault/plan';
  readonly version: 1;
  /** Start of the dream, ISO in UTC: a replay has the same run ids and times. */
  readonly start: string;
  /** The local day of the start; facts of this day or later are not included. */
  readonly today: string;
  /** The options of the dream. */
  readonly options: {
    readonly maxDays: number;
    readonly reviews: number;
    readonly repeatUndone: boolean;
    readonly retry: boolean;
  };
  readonly batches: readonly PlannedBatch[];
  /** Digest of each affected page before the dream; null for none. */
  readonly pages: Readonly<Record<string, string | null>>;
}
