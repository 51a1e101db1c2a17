// Facts that a model is asked about, gathered by the page that they would go to, what of a page one call should show,
// and what was taken of its answer.
import { isPlacedByKind } from '../../../language/profile.ts';
import type { ModelRequest } from '../../../llm/port.ts';
import { compareFacts, type Fact } from '../../../model/fact.ts';
import type { PageProposal, PageWords, Proposal } from '../../../model/plan.ts';
import type { ReviewProposal } from '../../../model/review.ts';
import { headsOf, isMonth } from '../../../page/key-facts.ts';
import type { Schema } from '../../../page/schema.ts';
import type { View } from '../../../vault/view.ts';
import { isStandIn } from '../../engine.ts';
import type { Nearness } from './nearness.ts';
import type { Board, BoardClaim } from './pairs.ts';

/** The page that the facts of a group would go to. */
interface GroupPage {
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
