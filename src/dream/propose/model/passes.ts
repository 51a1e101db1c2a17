// Passes: over a whole page, and over existing claims of different pages. The pairs that a model names get a second
// look, like all pairs.
import { reviewId } from '../../../model/bytes.ts';
import { compareFacts } from '../../../model/fact.ts';
import type { Agreed, Move, Proposals } from '../../../model/plan.ts';
import type { Look } from '../../../model/review.ts';
import { isWholeClaim } from '../../../page/edit-claim.ts';
import { headsOf } from '../../../page/key-facts.ts';
import { foldName, toFileName } from '../../../page/page-name.ts';
import type { PageText } from '../../../vault/view.ts';
import { isOpen, LEAST_FOR_PASS, type Task } from '../../due-passes.ts';
import type { BoardClaim } from './board.ts';
import type { Looking } from './engine.ts';
import { type OpenFact, readFirstLook } from './looks.ts';
import { passCalls, readPass, type ShownClaim } from './pass.ts';
import { asItStands, isClosed, LOOK_OF, type OpenPair } from './settle.ts';

/** A pass may move this share of the claims to other pages. */
const MOST_MOVED = 0.2;
/** Titles of other pages that a model is shown. */
const MOST_OTHERS = 40;
/** The least claims for a page of its own. */
const LEAST_PART = 8;
/** The least score of a pair to compare. */
const LEAST_LIKE = 0.1;

/** A pass over a whole page; null if the model could not be asked. */
export async function passOver(
  { page: path, fixed }: Extract<Task, { readonly kind: 'page' }>,
  context: Looking,
): Promise<Partial<Proposals> | null> {
  const page = context.view.pages.get(path);
  if (page === undefined) return null;
  const shown = page.claims.filter(isOpen).flatMap((claim): ShownClaim[] => {
    const own = claim.sides.length > 0 ? null : context.board.citing(claim.facts[0] ?? '');
    const isSeen = own !== null && own.page === path && context.board.mayBeShown(own);
    return isSeen ? [{ fact: own.fact, text: claim.text, since: own.since, head: claim.head }] : [];
  });
  const heads = new Set(headsOf(page.text));
  const title = page.head.title;
  const others = otherPages(path, context);
  const calls = passCalls({ title, others: [...others.keys()] }, shown, {
    system: context.options.prompts.pass.text,
    fits: context.asks.fits,
  });
  const groups = new Map<string | null, string[]>();
  const pairs: OpenPair[] = [];
  const moves: Move[] = [];
  let own: string | null = null;
  for (const call of calls) {
    const asked = await context.asks.ask(call.request, title);
    if (asked.kind === 'cut') continue;
    if (asked.kind !== 'answer') return null;
    const said = readPass(asked.value, call, { title, heads });
    context.count('pass', said.bad);
    for (const { head, facts } of said.groups) {
      groups.set(head, [...(groups.get(head) ?? []), ...facts]);
      if (head !== null) heads.add(head);
    }
    own ??= said.ownPage;
    for (const [one, other] of said.same) pairs.push(...standingPair(context, one, other, 'same'));
    for (const { fact, page: to } of said.elsewhere) {
      const other = others.get(to);
      if (other === undefined) context.count('pass');
      else moves.push({ fact, page: other, reason: `belongs on the page ${to}` });
    }
    for (const [old, by] of said.over) pairs.push(...standingPair(context, old, by, 'replaces'));
  }
  await context.settleStanding(pairs);
  const outline = [...groups].map(([head, facts]) => ({ head, facts }));
  const split = own === null ? null : splitOff(context, page, own, groups.get(own) ?? []);
  const going = movable(context, page, moves).slice(0, Math.floor(shown.length * MOST_MOVED));
  return {
    pass: { kind: 'page', page: path, claims: shown.length, pairs: pairs.length },
    outlines: groups.size === 0 ? [] : [{ page: path, groups: outline, fixed }],
    ...(split ?? (going.length > 0 && { moves: going })),
  };
}

/** By title, the pages that claims of this one may go to, the longest first. */
function otherPages(path: string, { view, board }: Looking): Map<string, string> {
  const pages = [...view.pages.values()].filter(
    (page) =>
      page.path !== path &&
      page.claims.filter(isOpen).some(({ facts: [fact = ''] }) => {
        const own = board.citing(fact);
        return own !== null && board.mayBeShown(own);
      }),
  );
  return new Map(
    pages
      .sort((a, b) => b.claims.length - a.claims.length || (a.path < b.path ? -1 : 1))
      .slice(0, MOST_OTHERS)
      .map((page) => [page.head.title, page.path]),
  );
}

/** The moves of claims that have a line of their own and are in no pair that both looks agree on. */
function movable({ agreed }: Looking, page: PageText, moves: readonly Move[]): readonly Move[] {
  const paired = new Set(agreed.flatMap((one) => (one.as === null ? [] : one.facts)));
  return moves.filter(({ fact }) => {
    const claim = page.claims.find((one) => isOpen(one) && one.facts.includes(fact));
    return claim !== undefined && isWholeClaim(page.text, claim.line) && !claim.facts.some((id) => paired.has(id));
  });
}

/** A pair of two claims of one page, earlier first; empty if they must not be compared. */
function standingPair(context: Looking, one: string, other: string, first: Look): OpenPair[] {
  const [older, newer] = [one, other].flatMap((id) => context.view.factById.get(id) ?? []).sort(compareFacts);
  const pair = context.standing(older, newer);
  // A claimed replacement in the wrong order is dropped.
  if (pair === null || (first === 'replaces' && older?.id !== one)) return [];
  // A pending pair may be settled by both looks; a decided one is not looked at again.
  const status = statusOf(context, pair);
  return status === 'approved' || status === 'expired' ? [] : [{ ...pair, looks: { first, second: null } }];
}

/** The status of the review of the pair. */
const statusOf = (context: Looking, { claim, fact }: Pick<OpenPair, 'claim' | 'fact'>) =>
  context.view.reviews.get(reviewId([claim.fact, fact.id]))?.status ?? 'withdrawn';

/** Moves part of a page to a new page next to it, linked both ways. */
function splitOff(
  context: Looking,
  page: PageText,
  head: string,
  facts: readonly string[],
): (Pick<Proposals, 'pages' | 'related'> & { readonly moves: readonly Move[] }) | null {
  const path = `${page.path.slice(0, page.path.lastIndexOf('/'))}/${toFileName(head)}.md`;
  const isTaken = [...context.view.pages.keys()].some((other) => foldName(other) === foldName(path));
  const reason = `claims about ${head} have a page of their own`;
  const going = movable(
    context,
    page,
    facts.map((fact) => ({ fact, page: path, reason })),
  );
  if (isTaken || going.length < LEAST_PART || going.length > page.claims.filter(isOpen).length / 2) return null;
  return {
    moves: going,
    pages: [{ page: path, type: page.head.type === '' ? 'note' : page.head.type, title: head, about: '' }],
    related: { [page.path]: [path], [path]: [page.path] },
  };
}

/**
 * A pass over the most similar existing claims of all pages, in chronological order; null if the model could not be
 * asked.
 */
export async function compare(most: number, context: Looking): Promise<Pick<Proposals, 'pass'> | null> {
  const likely = [...context.board.all()]
    .flatMap((own) => likeliest(context, own) ?? [])
    .sort((a, b) => b.score - a.score || (a.fact.id < b.fact.id ? -1 : 1))
    .slice(0, most)
    .sort((a, b) => compareFacts(a.fact, b.fact));
  const pairs: OpenPair[] = [];
  const none: Agreed[] = [];
  let shown = 0;
  for (let rest = likely; rest.length > 0 && context.mayGoOn;) {
    const look = context.lookFor(rest);
    const asked = look && (await context.asks.ask(look.request, 'claims'));
    const count = look?.facts.length ?? 1;
    if (look !== null && asked?.kind === 'answer') {
      const { said, bad } = readFirstLook(asked.value, look);
      context.count('form', bad);
      for (const { fact, claim } of rest.slice(0, count)) {
        const own = said.get(fact.id);
        const named = own?.other == null ? [] : standingPair(context, own.other, fact.id, LOOK_OF[own.as]);
        const isNamed = named.some((pair) => pair.claim.fact === claim.fact);
        if (own !== undefined && !isNamed) none.push({ facts: [claim.fact, fact.id], as: null, reason: 'both stay' });
        pairs.push(...named);
      }
      shown += count;
    } else if (asked && asked.kind !== 'answer' && asked.kind !== 'cut') {
      context.stop(asked);
      break;
    }
    rest = rest.slice(count);
  }
  if (likely.length > 0 && shown === 0) return null;
  await context.settleStanding(pairs);
  context.agreed.push(...none);
  return { pass: { kind: 'pairs', page: null, claims: shown, pairs: pairs.length } };
}

/** The most similar earlier claim that was not yet compared with this one by a page pass or a look. */
function likeliest(
  context: Looking,
  own: BoardClaim,
): (OpenFact & { readonly claim: BoardClaim; readonly score: number }) | null {
  const fact = context.view.factById.get(own.fact);
  if (!fact || !context.board.mayBeShown(own)) return null;
  const isOfPass = (context.view.pages.get(own.page)?.claims.filter(isOpen).length ?? 0) >= LEAST_FOR_PASS;
  const found = context.board.nearest(fact, own.text, 6).find(({ claim, score }) => {
    const older = context.view.factById.get(claim.fact);
    return (
      older !== undefined &&
      compareFacts(older, fact) < 0 &&
      !(own.isSide && claim.isSide && own.page === claim.page) &&
      statusOf(context, { claim, fact }) === 'withdrawn' &&
      score >= LEAST_LIKE &&
      !(isOfPass && claim.page === own.page) &&
      !context.board.hides(claim.facts) &&
      !isClosed(fact, claim, context.view)
    );
  });
  return found ? { fact, base: asItStands(fact, own), ...found } : null;
}
