// Turns an engine's proposals into a plan. Pure: it validates, decides, gives reasons, and never loses a fact. Whatever
// an engine says, every fact of the batch gets exactly one disposition, or is listed as left.
import type { Fact } from '../../model/fact.ts';
import { defined } from '../../model/json.ts';
import { namedIn, type Plan, type PlannedReview, type Proposal } from '../../model/plan.ts';
import { makeNamePage, newPageProblem } from '../../page/page-name.ts';
import { proposeSkills } from '../../vault/derived-pages.ts';
import { checkLessons } from '../../vault/lessons.ts';
import { isDecided } from '../../vault/view.ts';
import { isKeptAside, KEPT_ASIDE, type PlanInput } from '../engine.ts';
import { daysOf } from '../run.ts';
import { planReviews, withoutOverlaps } from './asked.ts';
import { changesOf } from './changes.ts';
import { type Draft, failed, heldOf, type Outcome, record, standingOf, startDraft } from './draft.ts';
import { RULES } from './rules.ts';
import {
  correct,
  holdBack,
  isCorrection,
  keepApart,
  move,
  settleAgreed,
  settleCited,
  settleClash,
  settleDoubled,
  settleRemoved,
  settleRestated,
  settleUnsaid,
} from './settle.ts';

/** Throws if a fact would be lost or counted twice, which is a defect of memvault, never of an engine. */
export function makePlan(given: PlanInput): Plan {
  const draft = startDraft(withPageNames({ ...given, engine: deciderOf(given) }));
  const { batch, view, proposals, left } = draft;
  const said = proposalsByFact(draft);
  const waits = new Map((proposals.waits ?? []).map((one) => [one.fact, one]));
  for (const words of proposals.notices ?? []) draft.notices.add(words);
  const open = new Set(draft.own);
  const each = (id: string, decide: (fact: Fact) => Outcome): void => {
    const fact = view.factById.get(id);
    if (!fact || !open.delete(id)) return;
    const defect = draft.failing.get(id);
    const wait = waits.get(id);
    if (draft.secret.has(id)) record(draft, fact, holdBack(draft, fact));
    else if (isKeptAside(fact, view)) record(draft, fact, { choice: { as: 'set-aside', reason: KEPT_ASIDE } });
    else if (defect !== undefined) record(draft, fact, failed(draft, fact, `${UNDECIDED}: ${defect}`, UNDECIDED));
    else record(draft, fact, wait ?? decide(fact));
  };
  for (const [id, home] of batch.doubled)
    if (!draft.edited.has(id)) each(id, (fact) => settleDoubled(draft, fact, home));
  for (const [id, page] of batch.cited) each(id, (fact) => settleCited(draft, fact, page));
  for (const { id } of batch.removed) each(id, (fact) => settleRemoved(draft, fact));
  for (const [id, page] of batch.unsaid) each(id, (fact) => settleUnsaid(draft, fact, page));
  for (const [id, restated] of batch.restated) each(id, (fact) => settleRestated(draft, fact, restated));
  // One settled along with another is no longer open, but its own effect still has to happen.
  for (const [id, clash] of batch.clashes) each(id, (fact) => settleClash(draft, fact, clash));
  // Corrections first, so that new facts are compared with the corrected words.
  const corrections = batch.facts.filter((fact) => isCorrection(draft, fact));
  for (const { id } of corrections) each(id, (fact) => correct(draft, fact, said.get(id)));
  const visited = new Set<string>();
  const take = (id: string): void => {
    if (!draft.edited.has(id) || visited.has(id)) return;
    visited.add(id);
    const proposal = said.get(id);
    // Facts that it names are decided first, even if they come later.
    if (proposal) for (const other of namedIn(proposal)) take(other);
    each(id, (fact) =>
      proposal ? RULES[proposal.as](draft, fact, proposal) : failed(draft, fact, 'the engine said nothing of it'),
    );
  };
  for (const { id } of batch.facts) take(id);
  // A fact that waits for the other half of an undone decision may be free once that half is on another page.
  for (let waiting = Infinity; left.size < waiting;) {
    waiting = left.size;
    const again = batch.facts.filter((fact) => left.get(fact.id)?.why === 'undone' && !corrections.includes(fact));
    for (const { id } of again) if (left.delete(id) && visited.delete(id)) open.add(id);
    for (const { id } of again) take(id);
  }
  for (const one of proposals.moves ?? []) move(draft, one);
  for (const one of proposals.agreed ?? []) settleAgreed(draft, one);
  for (const pair of proposals.apart ?? []) keepApart(draft, pair);
  return finish(draft);
}

const UNDECIDED = 'memvault could not decide it';

/** The engine that decided the facts: the only one named per fact, else the engine itself. */
function deciderOf({ engine, proposals: { proposals, by = {} } }: PlanInput): string {
  const [first, ...others] = new Set(proposals.map(({ fact }) => by[fact] ?? engine));
  return first === undefined || others.length > 0 ? engine : first;
}

/** One proposal per fact. Drops unknown facts; of two proposals the first counts. Adds a notice for each. */
function proposalsByFact({ edited, proposals, notices }: Draft): Map<string, Proposal> {
  const said = new Map<string, Proposal>();
  for (const proposal of proposals.proposals) {
    if (!edited.has(proposal.fact)) notices.add(`the engine mentioned ${proposal.fact}, which is not in this batch`);
    else if (said.has(proposal.fact)) notices.add(`the engine decided ${proposal.fact} twice; the first counts`);
    else said.set(proposal.fact, proposal);
  }
  return said;
}

function finish(draft: Draft): Plan {
  const { engine, proposals, decisions, left, own } = draft;
  for (const id of own) if (decisions.has(id) === left.has(id)) throw new Error(`the plan does not account for ${id}`);
  const decided = [...decisions.values()];
  const changes = changesOf(draft);
  const pages = [...new Set(changes.map(({ page }) => page))].sort();
  return {
    version: 1,
    engine,
    days: daysOf(decided),
    decisions: decided,
    changes,
    pages: Object.fromEntries(pages.map((page) => [page, draft.view.pages.get(page)?.digest ?? null])),
    left: [...left.values()],
    notices: [...draft.notices],
    reviews: reviewsOf(draft),
    updates: draft.updates,
    ...defined({ pass: proposals.pass }),
  };
}

/** The reviews to ask, queue or settle. */
function reviewsOf(draft: Draft): PlannedReview[] {
  const { engine, view, proposals, maxReviews, askedToday = [], settledPairs } = draft;
  const standsFor = (fact: string): object | null => {
    const claim = draft.left.has(fact) || heldOf(draft, fact)?.as === 'superseded' ? null : standingOf(draft, fact);
    return claim?.stand === 'past' ? null : claim;
  };
  const asking = { engine, view, standsFor };
  const open = withoutOverlaps(
    planReviews(proposals.reviews, asking).filter(({ id }) => !settledPairs.has(id)),
    askedToday,
    asking,
  );
  const asked = open.asked.slice(0, Math.max(0, maxReviews));
  const known = new Set([...settledPairs.keys(), ...asked.map(({ id }) => id)]);
  const isKnown = ({ id, looks }: PlannedReview): boolean => {
    const line = view.reviews.get(id);
    return line?.status === 'queued' && (line.looks?.second ?? null) === (looks?.second ?? null);
  };
  // Questions beyond the nightly limit are queued.
  const later = [...open.waiting, ...open.asked.slice(asked.length), ...planReviews(proposals.queued ?? [], asking)];
  const queued = later
    .filter((review) => !known.has(review.id) && known.add(review.id) && !isKnown(review))
    .map((review): PlannedReview => ({ ...review, status: 'queued' }));
  const isKnownPath = (id: string): boolean =>
    draft.decisions.get(id)?.as === 'set-aside' || (!draft.own.has(id) && isDecided(view, id));
  const derived = [...proposeSkills(view, isKnownPath), ...checkLessons(view, proposals.reviews)];
  return [...asked, ...derived.slice(0, Math.max(0, maxReviews - asked.length)), ...queued, ...settledPairs.values()];
}

// Normalises page names in proposals: a name that differs from an existing page only by case or Unicode form means that
// page; of two such new names the first counts.

/** The same proposals with normalised page names, and without new pages of invalid names. */
function withPageNames(input: PlanInput): PlanInput {
  const { view, isPagePath, proposals } = input;
  const { heads, tags, related, words, overviews } = proposals;
  const nameOf = makeNamePage(view.pages, isPagePath);
  // Invalid names stay as proposed.
  const spell = (page: string): string => {
    const named = nameOf(page);
    return 'page' in named ? named.page : (named.near[0] ?? page);
  };
  const named = proposals.proposals.map((one) => (one.page === undefined ? one : { ...one, page: spell(one.page) }));
  const pages = proposals.pages.map((one) => ({ ...one, page: spell(one.page) }));
  const byPage = <T>(values: Readonly<Record<string, T>>, join: (one: T, other: T) => T): Record<string, T> => {
    const all = new Map<string, T>();
    for (const [page, value] of Object.entries(values)) {
      const [name, known] = [spell(page), all.get(spell(page))];
      all.set(name, known === undefined ? value : join(known, value));
    }
    return Object.fromEntries(all);
  };
  const unite = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];
  return {
    ...input,
    proposals: {
      ...proposals,
      proposals: named,
      pages: pages.filter(({ page }, at) => pages.findIndex((one) => one.page === page) === at),
      heads: byPage(heads, (one, other) => ({ ...other, ...one })),
      tags: byPage(tags, unite),
      related: byPage(Object.fromEntries(Object.entries(related).map(([page, to]) => [page, to.map(spell)])), unite),
      ...(words && { words: byPage(words, (one) => one) }),
      ...(overviews && { overviews: byPage(overviews, (one) => one) }),
    },
    isPagePath: (path) => isPagePath(path) && (view.pages.has(path) || newPageProblem(path) === null),
  };
}
