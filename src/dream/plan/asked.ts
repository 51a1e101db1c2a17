// The questions to a person after a plan: checks the reviews that an engine proposes. Pure. Nothing is asked twice, and
// nothing about past, forgotten or waiting facts or pairs that a person has settled.
import { reviewId } from '../../model/bytes.ts';
import { compareFacts, compareText } from '../../model/fact.ts';
import type { PlannedReview } from '../../model/plan.ts';
import { MAX_REVIEW_FACTS, QUESTIONS, type ReviewProposal } from '../../model/review.ts';
import { hasMergeMarkers } from '../../page/page.ts';
import { isLost, type View, zoneOf } from '../../vault/view.ts';

export interface Asking {
  readonly engine: string;
  readonly view: Pick<View, 'factById' | 'forgotten' | 'reviews' | 'apart'>;
  /** The claim that represents the fact after the plan, the same for facts of one claim; null if it is not current. */
  readonly standsFor: (fact: string) => object | null;
}

/**
 * Withdrawn reviews were undone with their run or lost their subject; queued ones wait to be asked. Both may be asked.
 */
const OPEN: ReadonlySet<string> = new Set(['withdrawn', 'queued']);

/** Highest score first. */
export function planReviews(proposed: readonly ReviewProposal[], asking: Asking): PlannedReview[] {
  const asked = new Map<string, PlannedReview>();
  for (const one of proposed) {
    const review = check(one, asking);
    if (review !== null && !asked.has(review.id)) asked.set(review.id, review);
  }
  return [...asked.values()].sort((a, b) => b.score - a.score || compareText(a.id, b.id));
}

/** A night's changes to a page as one question, for any number of facts. */
function checkPage({ kind, pairs = [], score }: ReviewProposal, { view, standsFor }: Asking): PlannedReview | null {
  const open = pairs.filter(({ facts }) => facts.every((id) => !view.forgotten.has(id) && standsFor(id) !== null));
  const facts = [...new Set(open.flatMap((pair) => pair.facts))];
  const id = reviewId(facts);
  if (open.length === 0 || !OPEN.has(view.reviews.get(id)?.status ?? 'withdrawn')) return null;
  return { id, kind, facts, pairs: open, reason: QUESTIONS.page, score };
}

function check(proposal: ReviewProposal, asking: Asking): PlannedReview | null {
  if (proposal.kind === 'page') return checkPage(proposal, asking);
  const { kind, facts: named, reason, score, looks } = proposal;
  const { engine, view, standsFor } = asking;
  const facts = [...new Set(named)]
    .flatMap((id) => view.factById.get(id) ?? [])
    .sort(compareFacts)
    .map(({ id }) => id);
  if (
    kind === 'skill' ||
    kind === 'lesson' ||
    facts.length !== named.length ||
    facts.length < 2 ||
    facts.length > MAX_REVIEW_FACTS
  )
    return null;
  if (facts.some((id) => view.forgotten.has(id)) || facts.some((a) => facts.some((b) => view.apart(a, b)))) return null;
  const id = reviewId(facts);
  if (!OPEN.has(view.reviews.get(id)?.status ?? 'withdrawn')) return null;
  const standing = facts.map(standsFor);
  if (standing.includes(null) || new Set(standing).size < facts.length) return null;
  const sure = Number.isFinite(score) ? Math.min(1, Math.max(0, score)) : 0;
  return {
    id,
    kind,
    facts,
    reason: engine.startsWith('rules/') ? reason : QUESTIONS[kind],
    score: sure,
    ...(looks === undefined ? {} : { looks }),
  };
}

// Questions about the future of the same earlier claim: one is asked per night, and the others wait. Whether a claim
// replaced another is a different question from whether it was itself replaced.

/**
 * Those that can be asked now and those that wait, highest score first, as `planned`. `before`: those asked earlier
 * today. Questions of other nights do not block any.
 */
export function withoutOverlaps(
  planned: readonly PlannedReview[],
  before: readonly Pick<PlannedReview, 'facts'>[],
  { standsFor }: Pick<Asking, 'standsFor'>,
): { readonly asked: readonly PlannedReview[]; readonly waiting: readonly PlannedReview[] } {
  const claimsOf = ({ facts }: { readonly facts: readonly string[] }): readonly object[] =>
    (facts.length === 2 ? facts.slice(0, 1) : facts).flatMap((id) => standsFor(id) ?? []);
  const taken = new Set<object>(before.flatMap(claimsOf));
  const waiting: PlannedReview[] = [];
  const asked: PlannedReview[] = [];
  for (const review of planned) {
    const claims = claimsOf(review);
    (claims.some((claim) => taken.has(claim)) ? waiting : asked).push(review);
    for (const claim of claims) taken.add(claim);
  }
  return { asked, waiting };
}

// Pages that a dream leaves alone, with the reasons for a person.

export interface Closed {
  /** Why a page must not be changed now; undefined if it may. */
  get(page: string): string | undefined;
  has(page: string): boolean;
  /** Each page and zone once. */
  readonly reasons: readonly string[];
}

export function closedPages({ pages, lost, merge }: Pick<View, 'pages' | 'lost' | 'merge'>): Closed {
  const unmerged = [...(merge?.paths ?? [])]
    .filter((path) => path.endsWith('.md'))
    .map((path): [string, string] => [path, `${path} is not merged yet; resolve it, then git add it`]);
  const withMarkers = [...pages.values()]
    .filter((page) => hasMergeMarkers(page.text))
    .map((page): [string, string] => [page.path, `${page.path} has git conflict markers; resolve them first`]);
  const marked = new Map([...unmerged, ...withMarkers]);
  const whyIfLost = (page: string): string => whyLost(lost.has(page) ? page : zoneOf(page));
  const get = (page: string): string | undefined => (isLost({ lost }, page) ? whyIfLost(page) : marked.get(page));
  return { get, has: (page) => get(page) !== undefined, reasons: [...marked.values(), ...[...lost].map(whyLost)] };
}

/** A missing zone does not mean that its claims were deleted, so nothing is concluded from it or created there. */
function whyLost(path: string): string {
  if (path.includes('/')) return `${path} leads out of the vault; put the page back, or delete the link if it is gone`;
  return `${path} is missing; restore it, or create an empty folder to confirm that its pages are gone`;
}
