// The port between a dream and what proposes: the embedded rules now, a model where there is one.
import type { LedgerLine } from '../model/disposition.ts';
import type { Fact } from '../model/fact.ts';
import { experienceKind } from '../model/experience.ts';
import { isLong } from '../model/limits.ts';
import type { Claim } from '../model/page.ts';
import { type Left, NO_USAGE, type Proposal, type Proposals, type SummaryLine, type Usage } from '../model/plan.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import type { ReviewLine, ReviewProposal } from '../model/review.ts';
import type { SummaryClaim } from '../page/memory-file.ts';
import type { LessonGroup } from '../vault/lessons.ts';
import type { Pending } from '../vault/pending.ts';
import type { View } from '../vault/view.ts';
import { type OverviewPage, type Task } from './due-passes.ts';

export interface Engine {
  /** Name and version for the ledger, such as `rules/1` or `ollama:qwen3:8b/first-look-1`. */
  readonly name: string;
  /** What the calls of all engines of this dream have cost so far; missing: nothing. */
  readonly usage?: Usage;
  /**
   * Proposes for the facts of one batch, with the pages in view. Changes nothing. Throws a MemvaultError for what is
   * no fact's fault (`model`, `interrupted`), which stops the dream; all else that it throws counts as brought out by
   * a fact of the batch, and the batch is proposed again in halves, by an engine made anew. Once `cancel` is
   * requested, it gives what is done, and names the rest among `waits`.
   */
  propose(batch: readonly Fact[], view: View, progress: Progress, cancel: Cancel): Promise<Proposals>;
  /**
   * `MEMORY.md` in its own words, from the claims worth showing, the most worth knowing first. Null where it has none.
   * Throws nothing.
   */
  summarise?(claims: readonly SummaryClaim[], progress: Progress, cancel: Cancel): Promise<Summarised>;
  /**
   * Looks over what is known: what it would change, with `pass`; null where nobody can be asked. Changes nothing.
   * Throws what `propose` does.
   */
  curate?(task: Task, view: View, progress: Progress, cancel: Cancel): Promise<Proposals | null>;
  /** Overviews of these pages, and a title and a description where they lack one. Throws nothing. */
  overviews?(pages: readonly OverviewPage[], progress: Progress, cancel: Cancel): Promise<WrittenOverviews>;
  /** What archived decisions teach, as questions to a person. Throws nothing. */
  lessons?(groups: readonly LessonGroup[], progress: Progress, cancel: Cancel): Promise<WrittenLessons>;
}

export interface WrittenLessons {
  readonly reviews: readonly ReviewProposal[];
  readonly notices: readonly string[];
}

export interface WrittenOverviews {
  readonly overviews: NonNullable<Proposals['overviews']>;
  readonly words: NonNullable<Proposals['words']>;
  readonly notices: readonly string[];
}

export interface Summarised {
  readonly lines: readonly SummaryLine[] | null;
  readonly notices: readonly string[];
}

/**
 * An engine sees the id of a fact that is too long in the place of its words: it is like no other, and says nothing.
 */
export const standIn = (fact: Fact): Fact => (isLong(fact.text) ? { ...fact, text: fact.id } : fact);

export const isStandIn = ({ id, text }: Pick<Fact, 'id' | 'text'>): boolean => id === text;

/**
 * The engine, which neither sees the words of facts and claims that are too long nor finds any for them: they are
 * placed as they are.
 */
export function withStandIns(engine: Engine): Engine {
  return {
    ...engine,
    propose: async (batch, view, ...others) => {
      const proposed = await engine.propose(batch.map(standIn), viewWithStandIns(view), ...others);
      const isLongFact = (id: string): boolean => isLong(view.factById.get(id)?.text ?? '');
      const wordless = ({ text, ...rest }: Proposal): Proposal =>
        text === undefined || isLongFact(rest.fact) ? rest : { ...rest, text };
      return {
        ...proposed,
        proposals: proposed.proposals.map(wordless),
        reviews: proposed.reviews.filter(({ facts }) => !facts.some(isLongFact)),
      };
    },
    curate: async (task, view, ...others) => (await engine.curate?.(task, viewWithStandIns(view), ...others)) ?? null,
    // It may change once it was asked.
    get name() {
      return engine.name;
    },
    get usage() {
      return engine.usage ?? NO_USAGE;
    },
  };
}

function viewWithStandIns(view: View): View {
  const changed = [...view.pages.values()].filter(({ claims }) => claims.some(({ text }) => isLong(text)));
  if (changed.length === 0 && !view.facts.some(({ text }) => isLong(text))) return view;
  const shorter = (claim: Claim): Claim =>
    isLong(claim.text) ? { ...claim, text: claim.facts[0] ?? '', sides: [] } : claim;
  const pages = new Map(view.pages);
  for (const page of changed)
    pages.set(page.path, {
      ...page,
      claims: page.claims.map(shorter),
      get head() {
        return page.head;
      },
    });
  const facts = view.facts.map(standIn);
  return { ...view, facts, factById: new Map(facts.map((fact) => [fact.id, fact])), pages };
}

// What a plan is made from.

export interface PlanInput {
  readonly engine: string;
  /** What the plan is about: every fact in it is decided, or named as left. */
  readonly batch: Pending;
  readonly proposals: Proposals;
  readonly view: View;
  /** May memvault write this page? */
  readonly isPagePath: (path: string) => boolean;
  /** Pages that must not be touched now, and why. */
  readonly closed: Pick<ReadonlyMap<string, string>, 'get' | 'has'>;
  /** What a person undid and must not be decided in the same way; by fact the lines that were taken back. */
  readonly undone: ReadonlyMap<string, readonly LedgerLine[]>;
  /** Facts that wait already in this dream, and why. */
  readonly waiting: ReadonlyMap<string, Left>;
  /** How often facts have failed of themselves before. */
  readonly failures: ReadonlyMap<string, number>;
  /** Facts of the batch that are known to fail, and what went wrong: nothing else is tried with them. */
  readonly failing: ReadonlyMap<string, string>;
  /** Pages that this dream has made already, where it has. */
  readonly created?: ReadonlySet<string>;
  /** So many new reviews at most. */
  readonly maxReviews: number;
  /** Questions that were asked on this day already. */
  readonly askedToday?: readonly Pick<ReviewLine, 'facts'>[];
  /** Facts of the batch that look like secrets: no word of them goes anywhere. */
  readonly secret: ReadonlySet<string>;
}

// Facts that no engine is asked about.

/** Experience is set aside as logged, not folded or placed, unless a page already cites it. */
export const isKeptAside = (fact: Fact, { citedOn }: Pick<View, 'citedOn'>): boolean =>
  experienceKind(fact) !== null && !citedOn.has(fact.id);

/** The reason in the ledger. */
export const KEPT_ASIDE = 'kept for skills and lessons';

/** Why a fact that looks like a secret is on no page. Says nothing of what it holds. */
export const SECRET = 'looks like a secret; remove it from the log, or see docs/security.md';
