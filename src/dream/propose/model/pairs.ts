// The pairs of claims that a model is asked about once all facts of a batch have a proposal, and the current claims
// of the pages as they will then stand.
import { findSecrets } from '../../../language/secrets/secrets.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { reviewId } from '../../../model/bytes.ts';
import { compareFacts, eventDay, type Fact } from '../../../model/fact.ts';
import { type Claim, isHistory } from '../../../model/page.ts';
import type { Proposal, Proposals } from '../../../model/plan.ts';
import type { ReviewProposal } from '../../../model/review.ts';
import type { Schema } from '../../../page/schema.ts';
import type { View } from '../../../vault/view.ts';
import { type Bag, bagOf, likeness } from '../rules/near.ts';
import { createStem, type Stem } from '../rules/terms.ts';
import {
  type Around,
  type ClassifyInput,
  gatherByPage,
  type GroupClaim,
  isSettled,
  mayMove,
  namedIn,
  type OpenFact,
  type Sheaf,
} from './groups.ts';
import { createNearness } from './nearness.ts';
import { mayMeet, type Stated } from './support.ts';

/** A claim as it will stand, by the fact that names it. */
export interface PairClaim extends Stated {
  readonly fact: Fact;
  /** It is the batch's own, and nothing else is decided of it than its place. */
  readonly isNew: boolean;
}

export interface Pair {
  /** The earlier one. */
  readonly older: PairClaim;
  readonly newer: PairClaim;
  /** What a person would be asked about the two, if anything. */
  readonly review: ReviewProposal | null;
  /** What is to be found out: `any`, where a person would be asked. */
  readonly about: 'any' | 'duplicate' | 'change';
  readonly likeness: number;
}

/** Claims of a page that are compared, the last ones. */
const CLAIMS_OF_PAGE = 400;
/** A word in more claims than that finds none. */
const COMMON = 40;

/** At most `maxPairs`, the most telling first. None of which a side looks like a secret: that goes to no model. */
export function findPairs({
  batch,
  proposals,
  reviews,
  view,
  limits,
}: Pick<ClassifyInput, 'batch' | 'proposals' | 'reviews' | 'view' | 'limits'>): Pair[] {
  const stem = createStem();
  const claims = claimsAround({ batch, proposals, view });
  const byFact = new Map(claims.flatMap((claim) => claim.facts.map((fact) => [fact.id, claim] as const)));
  const pairs = new Map<string, Pair>();
  for (const review of [...reviews].sort((a, b) => b.score - a.score)) {
    const [a, b] = review.facts.map((id) => claimOf(id, byFact, view));
    const pair =
      review.facts.length === 2 && a && b
        ? pairOf(a, b, { review, about: 'any', likeness: likeness(bagOf(a.text, stem), bagOf(b.text, stem)) })
        : null;
    if (pair !== null && isOpen(pair, view) && !pairs.has(keyOf(pair))) pairs.set(keyOf(pair), pair);
  }
  const alike = alikeAmong(claims, limits, stem).filter((pair) => isOpen(pair, view) && !pairs.has(keyOf(pair)));
  for (const pair of alike.sort((a, b) => b.likeness - a.likeness || compareFacts(a.newer.fact, b.newer.fact)))
    pairs.set(keyOf(pair), pair);
  return firstOf(
    [...pairs.values()],
    limits.maxPairs,
    ({ older, newer }) => !looksSecret(older.text) && !looksSecret(newer.text),
  );
}

/** Looks no further than it must. */
function firstOf<T>(all: readonly T[], most: number, may: (one: T) => boolean): T[] {
  const first: T[] = [];
  for (const one of all) {
    if (first.length >= most) break;
    if (may(one)) first.push(one);
  }
  return first;
}

const looksSecret = (text: string): boolean => findSecrets(text).length > 0;

export const keyOf = ({ older, newer }: Pair): string => reviewId([older.fact.id, newer.fact.id]);

/** Nobody has settled it, and the two may be held against each other. */
function isOpen({ older, newer }: Pair, view: ClassifyInput['view']): boolean {
  const status = view.reviews.get(reviewId([older.fact.id, newer.fact.id]))?.status ?? 'withdrawn';
  return status === 'withdrawn' && newer.facts.every((fact) => mayMeet(fact, older.facts, view));
}

function pairOf(a: PairClaim, b: PairClaim, more: Pick<Pair, 'review' | 'about' | 'likeness'>): Pair | null {
  if (a === b || a.fact.id === b.fact.id) return null;
  const [older, newer] = compareFacts(a.fact, b.fact) < 0 ? [a, b] : [b, a];
  return { older, newer, ...more };
}

/** Also of a page that the batch does not touch. */
function claimOf(id: string, byFact: ReadonlyMap<string, PairClaim>, view: ClassifyInput['view']): PairClaim | null {
  const known = byFact.get(id);
  const fact = view.factById.get(id);
  if (known || !fact) return known ?? null;
  const claim = (view.citedOn.get(id) ?? [])
    .flatMap((path) => view.pages.get(path)?.claims ?? [])
    .find((one) => one.facts.includes(id) && !isHistory(one));
  if (!claim || claim.sides.length > 0) return null;
  return { fact, text: claim.text, facts: claim.facts.flatMap((one) => view.factById.get(one) ?? []), isNew: false };
}

/**
 * The current claims of the pages that the batch touches, and those that it brings. What it moves to History or puts
 * right is none.
 */
function claimsAround({ batch, proposals, view }: Pick<ClassifyInput, 'batch' | 'proposals' | 'view'>): PairClaim[] {
  const facts = new Map(batch.map((fact) => [fact.id, fact]));
  const moved = new Set(
    proposals.flatMap(({ supersedes = [], corrects, with: other }) => [...supersedes, corrects, other]),
  );
  const isPlain = ({ as, fact, corrects }: Proposal): boolean =>
    as === 'placed' && corrects === undefined && !moved.has(fact) && !view.citedOn.has(fact);
  const fresh = proposals.filter(isPlain).flatMap(({ fact: id, text, supersedes = [] }): PairClaim[] => {
    const fact = facts.get(id);
    return fact ? [{ fact, text: text ?? fact.text, facts: [fact], isNew: supersedes.length === 0 }] : [];
  });
  const pages = [...new Set(proposals.flatMap(({ page }) => page ?? []))];
  const standing = pages.flatMap((path) =>
    (view.pages.get(path)?.claims ?? [])
      .filter((claim) => !isHistory(claim) && claim.sides.length === 0 && !claim.facts.some((id) => moved.has(id)))
      .slice(-CLAIMS_OF_PAGE),
  );
  return [
    ...standing.flatMap(({ text, facts: cited }): PairClaim[] => {
      const known = cited.flatMap((id) => view.factById.get(id) ?? []);
      const [first] = known;
      return first && known.length === cited.length ? [{ fact: first, text, facts: known, isNew: false }] : [];
    }),
    ...fresh,
  ];
}

/** Each has a number, a date or a name that the other has not: rows of a list, however alike they are. */
const saysOther = (a: string, b: string): boolean =>
  [missingSpecifics(a, b), missingSpecifics(b, a)].every((missing) => missing.some((one) => one !== 'not'));

/** Pairs of a new claim and another that share so many words. */
function alikeAmong(
  claims: readonly PairClaim[],
  { nearDuplicate, contradiction }: Pick<ClassifyInput['limits'], 'nearDuplicate' | 'contradiction'>,
  stem: Stem,
): Pair[] {
  const bags = new Map<PairClaim, Bag>(claims.map((claim) => [claim, bagOf(claim.text, stem)]));
  const postings = new Map<string, PairClaim[]>();
  for (const [claim, { words }] of bags) {
    for (const word of words) {
      const list = postings.get(word);
      if (list) list.push(claim);
      else postings.set(word, [claim]);
    }
  }
  const found = new Map<string, Pair>();
  for (const claim of claims.filter(({ isNew }) => isNew)) {
    const own = bags.get(claim) ?? { text: '', words: new Set() };
    const lists = [...own.words].map((word) => postings.get(word) ?? []).filter(({ length }) => length <= COMMON);
    for (const other of new Set(lists.flat())) {
      const like = likeness(own, bags.get(other) ?? own);
      if (other === claim || like < Math.min(contradiction, nearDuplicate)) continue;
      const about = like >= nearDuplicate ? 'duplicate' : 'change';
      if (about === 'duplicate' && saysOther(other.text, claim.text)) continue;
      const pair = pairOf(other, claim, { review: null, about, likeness: like });
      if (pair) found.set(keyOf(pair), pair);
    }
  }
  return [...found.values()];
}

// What an answer names by a letter and a number, such as "p3", "P03" or 3. Takes any value.

/** The one of that number in a list that counts from 1; undefined where the value names none. */
export function numbered<T>(list: readonly T[], value: unknown, letter: string): T | undefined {
  const digits =
    typeof value === 'string' || typeof value === 'number'
      ? new RegExp(`^\\s*${letter}?0*(\\d{1,4})\\s*$`, 'i').exec(String(value))?.[1]
      : undefined;
  return list[Number(digits ?? 0) - 1];
}

// What of a batch is put before a model, in which order, and what stands around it: the rules' proposals divided into
// what they settle and what is open.

export interface OpenCases {
  readonly sheaves: readonly Sheaf[];
  readonly board: Board;
  /** By fact what the rules propose. */
  readonly base: ReadonlyMap<string, Proposal>;
  /** What a call about these facts of a sheaf may show. */
  around(sheaf: Sheaf): Around;
}

export function openCases(
  batch: readonly Fact[],
  ruled: Proposals,
  view: View,
  schema: Pick<Schema, 'routes'>,
): OpenCases {
  const base = new Map(ruled.proposals.map((proposal) => [proposal.fact, proposal]));
  const board = createBoard(view);
  const open: OpenFact[] = [];
  for (const fact of [...batch].sort(compareFacts)) {
    const proposal = base.get(fact.id);
    if (!proposal) continue;
    if (isSettled(fact, proposal, view)) board.apply(fact, proposal);
    else open.push({ fact, base: proposal });
  }
  const sheaves = gatherByPage(open, ruled.pages, view);
  const nearness = createNearness();
  // A claim that the rules take away for a fact of one page is no other page's to name.
  const namers = new Map<string, Set<string>>();
  for (const { fact, base: proposal } of open)
    for (const id of namedIn(proposal)) namers.set(id, (namers.get(id) ?? new Set()).add(fact.id));
  const pages = [
    ...[...view.pages.values()]
      .filter(({ claims }) => claims.length > 0)
      .map(({ path, head: { title } }) => ({ path, title })),
    ...ruled.pages.map(({ page, title }) => ({ path: page, title })),
  ];
  return {
    sheaves,
    board,
    base,
    around: ({ facts }) => {
      const own = new Set(facts.map(({ fact }) => fact.id));
      return {
        board,
        nearness,
        isOpen: ({ facts: cited }) => cited.every((id) => [...(namers.get(id) ?? [])].every((namer) => own.has(namer))),
        otherPages: facts.every(({ fact }) => mayMove(fact, schema)) ? pages : [],
      };
    },
  };
}

/** A claim without the name that it has in one call. */
export type BoardClaim = Omit<GroupClaim, 'id'>;

export interface Board {
  /** The current claims of a page, in its order; new ones last. */
  claimsOn(page: string): readonly BoardClaim[];
  /** The claim that cites a fact, on any page. */
  citing(fact: string): BoardClaim | null;
  /** What the proposal for a fact does to claims. */
  apply(fact: Fact, proposal: Proposal): void;
}

export function createBoard(view: View): Board {
  const pages = new Map<string, BoardClaim[]>();
  const pageOf = new Map<string, string>();
  const secrets = new Map<string, boolean>();
  const looksSecret = (text: string): boolean => {
    const known = secrets.get(text) ?? findSecrets(text).length > 0;
    secrets.set(text, known);
    return known;
  };
  const read = (path: string): BoardClaim[] => {
    const known = pages.get(path);
    if (known) return known;
    const claims = (view.pages.get(path)?.claims ?? []).flatMap((claim) => readClaim(claim, view));
    pages.set(path, claims);
    return claims;
  };
  const find = (fact: string): { claims: BoardClaim[]; at: number } | null => {
    for (const path of [...(pageOf.has(fact) ? [pageOf.get(fact) ?? ''] : []), ...(view.citedOn.get(fact) ?? [])]) {
      const claims = read(path);
      const at = claims.findIndex(({ facts }) => facts.includes(fact));
      if (at >= 0) return { claims, at };
    }
    return null;
  };
  const change = (fact: string, by: (claim: BoardClaim) => BoardClaim | null): void => {
    const found = find(fact);
    const claim = found?.claims[found.at];
    if (!found || !claim) return;
    const changed = by(claim);
    found.claims.splice(found.at, 1, ...(changed === null ? [] : [changed]));
  };
  const add = (fact: Fact, { page, text, head }: Proposal, isSide: boolean): void => {
    if (page === undefined) return;
    read(page).push({
      fact: fact.id,
      facts: [fact.id],
      text: text ?? fact.text,
      head: head ?? null,
      since: eventDay(fact),
      isSide,
    });
    pageOf.set(fact.id, page);
  };
  const cite = (of: string, fact: Fact, text?: string): void => {
    const found = find(of);
    const page = pageOf.get(of) ?? view.citedOn.get(of)?.[0];
    if (!found || page === undefined) return;
    change(of, (claim) => ({ ...claim, text: text ?? claim.text, facts: [...claim.facts, fact.id] }));
    pageOf.set(fact.id, page);
  };
  return {
    claimsOn: (page) => read(page).filter(({ text }) => !looksSecret(text)),
    citing: (fact) => {
      const found = find(fact);
      return found?.claims[found.at] ?? null;
    },
    apply: (fact, proposal) => {
      const { as, of, corrects, supersedes = [], with: other } = proposal;
      // Its claim stands already, with the words of before or after.
      if (find(fact.id) !== null && as === 'placed')
        return change(fact.id, (claim) => ({ ...claim, text: proposal.text ?? claim.text }));
      if (as === 'duplicate' && of !== undefined) cite(of, fact);
      if (as === 'conflict' && other !== undefined) {
        change(other, (claim) => ({ ...claim, isSide: true }));
        add(fact, proposal, true);
      }
      if (as !== 'placed') return;
      if (corrects !== undefined && find(corrects) !== null) return cite(corrects, fact, proposal.text);
      for (const id of supersedes) change(id, () => null);
      add(fact, proposal, false);
    },
  };
}

function readClaim(claim: Claim, view: Pick<View, 'factById'>): BoardClaim[] {
  if (isHistory(claim)) return [];
  const said = claim.sides.length > 0 ? claim.sides : [claim];
  return said.flatMap(({ text, facts }) => {
    const days = facts
      .flatMap((id) => view.factById.get(id) ?? [])
      .map(eventDay)
      .sort();
    const first = facts.find((id) => view.factById.has(id));
    // What no log holds any more cannot be named in a proposal.
    return first === undefined
      ? []
      : [{ fact: first, facts, text, head: claim.head, since: days[0] ?? '', isSide: claim.sides.length > 0 }];
  });
}
