// Facts that a model is asked about, gathered by the page that they would go to, and what of a page one call shows:
// so much as fits, however large page and vault are. Pure.
import { isPlacedByKind } from '../../../language/profile.ts';
import { compareFacts, type Fact } from '../../../model/fact.ts';
import type { PageProposal, Proposal } from '../../../model/plan.ts';
import { headsOf, isMonth } from '../../../page/key-facts.ts';
import type { Schema } from '../../../page/schema.ts';
import type { View } from '../../../vault/view.ts';
import { isStandIn } from '../../engine.ts';
import type { Board, BoardClaim } from './board.ts';
import type { Nearness } from './nearness.ts';
import type { Group, GroupPage } from './types.ts';

// Which facts the rules settle, so that no model is asked about them: what is plain, what a person said, what is past.

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

/** Is what the rules propose for a fact final? */
export function isSettled(fact: Fact, base: Proposal, view: Pick<View, 'citedOn' | 'pinned'>): boolean {
  // An equal statement, small talk, what came late: nothing is left to decide. An edited line keeps its place.
  if (isStandIn(fact) || (base.as !== 'placed' && base.as !== 'conflict')) return true;
  if (base.page === undefined || view.citedOn.has(fact.id)) return true;
  // A person's own word on what it replaces, and what a person holds fast.
  return fact.fields.supersedes !== undefined || [fact.id, ...namedIn(base)].some((id) => view.pinned.has(id));
}

/** Facts and claims that one call shows, at most. */
export interface Size {
  readonly facts: number;
  readonly claims: number;
}

export const FULL: Size = { facts: 20, claims: 40 };
/** Claims that are shown beside one fact, and with each further one: a night's cost is that of its facts. */
const BESIDE = { first: 12, more: 4 };
const OTHER_PAGES = 8;
const HEADS = 30;
const ABOUT = 300;

/** A fact that is open, with what the rules propose. */
export interface OpenFact {
  readonly fact: Fact;
  readonly base: Proposal;
}

/** All that is asked about one page, in the order in which it happened. */
export interface Sheaf {
  readonly page: GroupPage;
  readonly facts: readonly OpenFact[];
  readonly heads: readonly string[];
}

/** By page, in the order of their first facts. */
export function gatherByPage(
  open: readonly OpenFact[],
  pages: readonly PageProposal[],
  view: Pick<View, 'pages'>,
): Sheaf[] {
  const news = new Map(pages.map((page) => [page.page, page]));
  const byPage = new Map<string, OpenFact[]>();
  for (const one of [...open].sort((a, b) => compareFacts(a.fact, b.fact))) {
    const path = one.base.page ?? '';
    const list = byPage.get(path);
    if (list) list.push(one);
    else byPage.set(path, [one]);
  }
  return [...byPage].map(([path, facts]) => ({
    page: pageOf(path, view, news),
    facts,
    heads: headsFor(path, facts, view),
  }));
}

function pageOf(path: string, { pages }: Pick<View, 'pages'>, news: ReadonlyMap<string, PageProposal>): GroupPage {
  const page = pages.get(path);
  if (page)
    return { path, title: page.head.title.slice(0, ABOUT), about: page.head.description.slice(0, ABOUT), isNew: false };
  const { title = path, about = '' } = news.get(path) ?? {};
  return { path, title: title.slice(0, ABOUT), about: about.slice(0, ABOUT), isNew: true };
}

/** Those of the page, and those that the rules give its new claims. Months are no heads that anybody chooses. */
function headsFor(path: string, facts: readonly OpenFact[], { pages }: Pick<View, 'pages'>): string[] {
  const page = pages.get(path);
  const all = [...(page ? headsOf(page.text) : []), ...facts.flatMap(({ base }) => base.head ?? [])];
  return [...new Set(all)].filter((head) => head !== '' && !isMonth(head)).slice(0, HEADS);
}

export interface Around {
  readonly board: Board;
  readonly nearness: Nearness;
  /** May this claim be shown to these facts? Not where another fact is known to take it away. */
  readonly isOpen: (claim: BoardClaim) => boolean;
  /** Pages that facts may go to. */
  readonly otherPages: readonly { readonly path: string; readonly title: string }[];
}

/** The first facts of a sheaf as one call, no more than `size` says. */
export function cutGroup(
  { page, facts, heads }: Sheaf,
  size: Size,
  { board, nearness, isOpen, otherPages }: Around,
): Group {
  const first = facts.slice(0, size.facts);
  const most = Math.min(size.claims, BESIDE.first + BESIDE.more * (first.length - 1));
  const named = new Set(first.flatMap(({ base }) => namedIn(base)));
  const claims = nearness.nearest(
    first.map(({ fact }) => fact.text),
    board.claimsOn(page.path).filter(isOpen),
    most,
    (claim) => claim.facts.some((id) => named.has(id)),
  );
  return {
    page,
    heads,
    claims: claims.map((claim, at) => ({ id: `c${at + 1}`, ...claim })),
    facts: first.map(({ fact, base }, at) => ({ id: `f${at + 1}`, fact, base, text: base.text ?? fact.text })),
    otherPages: nearness.mentioned(
      first.map(({ fact }) => fact),
      otherPages.filter(({ path }) => path !== page.path),
      OTHER_PAGES,
    ),
  };
}

/**
 * The sizes that are tried, the greatest first, so that a prompt fits: fewer claims, then fewer facts, then fewer
 * claims yet.
 */
export function* sizesFrom({ facts, claims }: Size, length: number): Generator<Size> {
  for (let count = Math.min(facts, length); count > 1; count = Math.floor(count / 2)) {
    yield { facts: count, claims };
    yield { facts: count, claims: Math.ceil(claims / 2) };
  }
  // Of a short page that was halved there may be none left to count from, and its facts go one by one all the same.
  for (let shown = Math.max(claims, 2); shown > 1; shown = Math.floor(shown / 2)) yield { facts: 1, claims: shown };
}

/** What is asked after a call of this size was cut off: half of it; null where it is small enough already. */
export function halfOf({ facts, claims }: Size): Size | null {
  if (facts > 1) return { facts: Math.ceil(facts / 2), claims };
  return claims > 3 ? { facts, claims: Math.floor(claims / 2) } : null;
}

/** Has nobody chosen its page, by a project, by its kind or by what the schema says of its category? */
export function mayMove(fact: Fact, { routes }: Pick<Schema, 'routes'>): boolean {
  return (fact.fields.project ?? '').trim() === '' && !isPlacedByKind(fact) && !routes.has(fact.category.toLowerCase());
}
