// A plan: what a dream will do, as a value that can be printed, stored and replayed.
// Every change carries a sentence that says why, and the facts it rests on.
import type { DispositionKind } from './disposition.ts';
import type { OverviewPart } from './page.ts';
import type { ReviewKind, ReviewProposal } from './review.ts';

/** What an engine says about one fact. Untrusted until the plan took it. */
export interface Proposal {
  readonly fact: string;
  readonly as: DispositionKind;
  /** The page it goes to, from the vault's root; not needed for `duplicate` and `set-aside`. */
  readonly page?: string;
  /** The `###` head it should stand under, where the page has heads. */
  readonly head?: string | null;
  /** The wording of the claim; the fact's own words where it is missing or drops a specific. */
  readonly text?: string;
  /** `duplicate`: the fact (of this batch or placed before) whose claim says it already. */
  readonly of?: string;
  /** `placed`: the facts whose claims it replaces; they go to History. */
  readonly supersedes?: readonly string[];
  /** `placed`: the fact whose claim it puts right: the words are replaced in place, without a history. */
  readonly corrects?: string;
  /** `superseded`, for a fact that came late: the fact whose claim followed it. */
  readonly by?: string;
  /**
   * `superseded`: the fact whose claim it followed; its days end with this one's. Of the claim of `by`: it was said
   * before and again after.
   */
  readonly after?: string;
  /** `superseded`: facts of other claims in History that ended with this one, beside `after`. */
  readonly ends?: readonly string[];
  /**
   * `conflict`: the fact that it contradicts. `superseded`: a fact of the claim of `by` that it contradicted until
   * then.
   */
  readonly with?: string;
  /**
   * An edited fact: the facts whose claims it took the place of and does not any more; itself where nothing takes its
   * own place any more.
   */
  readonly frees?: readonly string[];
  /** One sentence for a person. */
  readonly reason: string;
}

/** The facts that a proposal names beside its own. */
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

/** What a page that does not exist yet is to be. */
export interface PageProposal {
  readonly page: string;
  readonly type: string;
  readonly title: string;
  /** Its description; empty for none. */
  readonly about: string;
}

/** Words for a page of memvault's, from an engine. Untrusted until the plan took them. */
export interface PageWords {
  /** Of a page that this dream made. */
  readonly title?: string;
  /** Its description, one line. */
  readonly about?: string;
}

/** Calls of a model and what they cost. */
export interface Usage {
  readonly calls: number;
  /** Of prompts and answers, as the server counted them. */
  readonly tokens: number;
}

export const NO_USAGE: Usage = { calls: 0, tokens: 0 };

/** One line of `MEMORY.md` in an engine's words. Untrusted until it was held against its claims. */
export interface SummaryLine {
  /** The heading that it stands under. */
  readonly group: string;
  readonly text: string;
  /**
   * Facts of the claims that it rests on, at least one of each: all of them, where it is to be known which line falls
   * with a fact. Never empty.
   */
  readonly facts: readonly string[];
}

/** An engine's answer for one batch. */
export interface Proposals {
  readonly proposals: readonly Proposal[];
  readonly pages: readonly PageProposal[];
  /** Claims that stand under no head yet and get one: by page, by fact. */
  readonly heads: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Tags that say what a page is about: by page. */
  readonly tags: Readonly<Record<string, readonly string[]>>;
  /** Pages that should name each other: by page, the pages to link to. */
  readonly related: Readonly<Record<string, readonly string[]>>;
  /** What only a person can decide. */
  readonly reviews: readonly ReviewProposal[];
  /** Claims that go to another page, by a fact that names each. */
  readonly moves?: readonly Move[];
  /** Pages whose claims are put in order. */
  readonly outlines?: readonly Outline[];
  /** They come from a pass over what is known, not from new facts. */
  readonly pass?: Pass;
  /** Pairs that a look is still to come at: nobody is asked about them yet. */
  readonly queued?: readonly ReviewProposal[];
  /** Pairs of earlier nights that were looked at now. */
  readonly agreed?: readonly Agreed[];
  /** Words for pages; by page. */
  readonly words?: Readonly<Record<string, PageWords>>;
  /** Overviews; by page. */
  readonly overviews?: Readonly<Record<string, readonly OverviewPart[]>>;
  /**
   * Facts that nobody could be asked about this time, and why: they stay pending, and count as no failure of theirs.
   */
  readonly waits?: readonly Left[];
  /** Facts that another engine than the one of the answer decided: by fact its name and version. */
  readonly by?: Readonly<Record<string, string>>;
  /** Those of them about which the engine of the answer was asked in vain: to ask it again is of no use. */
  readonly leftOut?: readonly string[];
  /** What was not taken of an answer and what was done instead, for a person; without words of an error or a model. */
  readonly notices?: readonly string[];
  /**
   * Pairs that are not to be joined, from a person who looked at what an engine proposed: for good, as a rejected
   * review is. No engine says this.
   */
  readonly apart?: readonly KeptApart[];
  /** What it cost. */
  readonly usage?: Usage;
  /** What it cost when it was said, for an answer that is carried out later. */
  readonly paid?: Usage;
}

export const NO_PROPOSALS: Proposals = { proposals: [], pages: [], heads: {}, tags: {}, related: {}, reviews: [] };

/** A current claim that belongs on another page, with all facts that it rests on. */
export interface Move {
  readonly fact: string;
  readonly page: string;
  /** The heading that it stands under there. */
  readonly head?: string | null;
  readonly reason: string;
}

/** How the claims of a page are to stand: the groups in their order, the claims of each in theirs. */
export interface Outline {
  readonly page: string;
  readonly groups: readonly {
    /** The `###` heading; null for directly below `## Key Facts`. */
    readonly head: string | null;
    /** A fact of each claim. */
    readonly facts: readonly string[];
  }[];
  /** Headings of a person's own: they stay where they are. */
  readonly fixed: readonly string[];
}

/** What a run looked over: one page as a whole, or pairs of claims across all pages. */
export interface Pass {
  readonly kind: 'page' | 'pairs';
  /** Of `page`; else null. */
  readonly page: string | null;
  /** Claims that were shown. */
  readonly claims: number;
  /** Pairs that were compared. */
  readonly pairs: number;
}

/** What two claims of earlier nights may become. */
export const AGREEABLE = ['duplicate', 'superseded', 'conflict'] as const;

/** What became of a queued pair, both of which have claims already. */
export interface Agreed {
  /** Its facts, the earlier first. */
  readonly facts: readonly [string, string];
  /** What both looks find the later to be to the earlier; null where both stay. */
  readonly as: (typeof AGREEABLE)[number] | null;
  /** `duplicate`: the sentence that stands for both. */
  readonly text?: string;
  readonly reason: string;
}

/** Two facts that a person keeps apart, and what had been proposed to come of them. */
export interface KeptApart {
  readonly kind: ReviewKind;
  readonly facts: readonly [string, string];
}

/** What will stand in the ledger for one fact. */
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
  /** The run whose decision on this fact was undone: a plan that repeats it is another plan all the same. */
  readonly again?: string;
  /** It was not in the batch: what became of another fact changed what becomes of this one. */
  readonly beside?: boolean;
  /** Name and version of what decided it, where that is not the plan's engine. */
  readonly engine?: string;
}

/**
 * Why a fact waits: `own`, it failed of itself (three such times and it is quarantined); `page`, its page cannot
 * be written now; `undone`, a person took just that back; `other`, it goes where a fact goes that waits; `model`,
 * a model did not answer or may not be asked any more; `later`, a person put it off.
 */
export type WhyLeft = 'own' | 'page' | 'undone' | 'other' | 'model' | 'later';

/** A fact that stays pending. */
export interface Left {
  readonly fact: string;
  /** One sentence for a person. */
  readonly reason: string;
  readonly why: WhyLeft;
}

interface Grounds {
  readonly page: string;
  readonly facts: readonly string[];
  /** One sentence for a person. */
  readonly reason: string;
}

/** One thing that happens to one page. */
export type Change = Grounds &
  (
    | { readonly kind: 'create'; readonly type: string; readonly title: string; readonly about: string }
    /**
     * `beside`: a fact whose claim stands in a section of a person's own; the new one takes its place there, whatever
     * `head` says.
     */
    | { readonly kind: 'add'; readonly text: string; readonly head: string | null; readonly beside?: string }
    | { readonly kind: 'cite'; readonly claim: string }
    | { readonly kind: 'uncite'; readonly claim: string }
    /** The claim that cites `claim` goes, with its line. */
    | { readonly kind: 'remove'; readonly claim: string }
    | { readonly kind: 'unsource' }
    /**
     * The claim that cites `claim`, a side of a callout too, goes to History: it held from one local day to the other.
     */
    | { readonly kind: 'supersede'; readonly claim: string; readonly from: string; readonly to: string }
    /** A claim that goes to History at once. */
    | { readonly kind: 'past'; readonly text: string; readonly from: string; readonly to: string }
    /** Other days for the claim in History that cites `claim`. */
    | { readonly kind: 'redate'; readonly claim: string; readonly from: string; readonly to: string }
    /**
     * The claim that cites `claim` becomes a callout with this text, cited by `facts`, as another side; one that is a
     * callout gets one more.
     */
    | { readonly kind: 'conflict'; readonly claim: string; readonly text: string }
    /** The callout that cites `claim` becomes plain claims again, one for each side. */
    | { readonly kind: 'settle'; readonly claim: string }
    /** The claim in History that cites `claim` is current again. */
    | { readonly kind: 'revive'; readonly claim: string; readonly head: string | null }
    | { readonly kind: 'correct'; readonly claim: string; readonly text: string }
    | { readonly kind: 'arrange'; readonly heads: Readonly<Record<string, string>> }
    | { readonly kind: 'outline'; readonly groups: Outline['groups']; readonly fixed: readonly string[] }
    | { readonly kind: 'tag'; readonly tags: readonly string[] }
    | { readonly kind: 'relate'; readonly to: readonly string[] }
    /** A description for a page that has none, and another title for one that was made in this dream. */
    | { readonly kind: 'describe'; readonly about?: string; readonly title?: string }
    /** The overview of the page, in the place of the one that it has. */
    | { readonly kind: 'overview'; readonly parts: readonly OverviewPart[] }
  );

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
  /** Facts of the batch that must wait, and why; they stay pending. */
  readonly left: readonly Left[];
  /** What an engine said that was not taken, and what was done instead. */
  readonly notices: readonly string[];
  /** What a person is asked, the most pressing first. */
  readonly reviews: readonly PlannedReview[];
  /** What changed in what is current, for a person: in the order in which it happened. */
  readonly updates: readonly Update[];
  /**
   * `MEMORY.md` in an engine's words, each line held against its claims. Without it, and for what it leaves out, claims
   * stand there as they are.
   */
  readonly summary?: readonly SummaryLine[];
  /** A pass over what is known; without it, facts were decided. */
  readonly pass?: Pass;
}

export interface PlannedReview extends ReviewProposal {
  readonly id: string;
  readonly kind: ReviewKind;
  /** Where nobody is asked: decided by what a person did or by two looks, or a look is still to come. */
  readonly status?: 'queued' | 'approved' | 'rejected' | 'expired';
}

/** `updated: "…" → "…"`, or two claims that contradict each other. */
export interface Update {
  readonly kind: 'update' | 'conflict' | 'correction';
  readonly page: string;
  /** The fact that brought it. */
  readonly fact: string;
  readonly from: string;
  readonly to: string;
}

// What a dream heard from its engine, batch by batch, as a value that is printed, stored, edited by a person and
// replayed without the engine. It holds proposals, never changes: who replays it plans anew, and validates all of it.

/** What a proposal in it may come to. */
export const PROPOSABLE = ['placed', 'duplicate', 'superseded', 'conflict', 'set-aside'] as const;

/** One batch. */
export interface PlannedBatch {
  /** Name and version of the engine. */
  readonly engine: string;
  /** The facts that it was asked about, in their order. */
  readonly facts: readonly PlannedFact[];
  /** Facts that memvault settled in it without asking: what a merge or a hand brought, what looks like a secret. */
  readonly settled: readonly PlannedFact[];
  readonly proposals: Proposals;
  readonly summary: readonly SummaryLine[] | null;
}

export interface PlannedFact {
  readonly fact: string;
  readonly day: string;
  /** Its own words, for whoever reads the file; empty for what looks like a secret. Never taken from here. */
  readonly says: string;
  /** Digest of its content: a line that was edited since is not what was planned. */
  readonly digest: string;
}

/** `dream --plan FILE`. */
export interface PlanFile {
  readonly type: 'memvault/plan';
  readonly version: 1;
  /** Start of the dream, ISO in UTC: a replay has the same run ids and times. */
  readonly start: string;
  /** The local day of the start: its facts and later ones are not in it. */
  readonly today: string;
  /** What the dream was asked for. */
  readonly options: {
    readonly maxDays: number;
    readonly reviews: number;
    readonly repeatUndone: boolean;
    readonly retry: boolean;
  };
  readonly batches: readonly PlannedBatch[];
  /** Digest of each page that it touches as it was before; null for none. */
  readonly pages: Readonly<Record<string, string | null>>;
}
