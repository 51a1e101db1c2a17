// Passes: a page as a whole, and standing claims across pages. What a model names is looked at a second time as all
// pairs are.
import { findSecrets } from '../../../language/secrets/secrets.ts';
import { reviewId } from '../../../model/bytes.ts';
import { compareFacts, type Fact } from '../../../model/fact.ts';
import type { Agreed, Move, Pass, Proposal, Proposals } from '../../../model/plan.ts';
import type { Look } from '../../../model/review.ts';
import { headsOf } from '../../../page/key-facts.ts';
import { foldName, toFileName } from '../../../page/page-name.ts';
import { isWholeClaim } from '../../../page/remove-claim.ts';
import type { PageText, View } from '../../../vault/view.ts';
import { isStandIn } from '../../engine.ts';
import { isOpen, LEAST_CLAIMS, type Task } from '../../passes.ts';
import type { Asked, Asker } from './asker.ts';
import type { Board, BoardClaim } from './board.ts';
import { firstLook, FULL, type OpenFact, readFirstLook, type Wording } from './first-look.ts';
import type { Counts } from './notices.ts';
import { passCalls, readPass, type ShownClaim } from './pass.ts';
import type { Prompts } from './prompts.ts';
import { isClosed, isHidden, LOOK_OF, type OpenPair } from './settle.ts';

/** Two claims that stand already; `older`: the fact that names the earlier. */
export interface StandingPair {
  readonly pair: OpenPair;
  readonly older: string;
  readonly isQueued: boolean;
}

/** What a pass shares with the batches of its dream. */
export interface PassContext {
  readonly view: View;
  readonly board: Board;
  readonly asker: Asker;
  readonly options: { readonly prompts: Prompts; readonly isPrivate: (fact: Fact) => boolean };
  readonly wording: Wording;
  /** What both looks agreed on; a pass adds to it. */
  readonly agreed: Agreed[];
  readonly mayGoOn: boolean;
  count(counts: Counts): void;
  stop(asked: Exclude<Asked, { readonly kind: 'answer' | 'cut' }>): void;
  settleStanding(pairs: readonly StandingPair[]): Promise<void>;
}

/** Fewer claims make no page of their own. */
const LEAST_PART = 8;
/** Claims that are compared across pages at a time. */
const COMPARED = 40;
/** Claims that are less alike are not compared. */
const LEAST_LIKE = 0.1;
type PageTask = Extract<Task, { readonly kind: 'page' }>;

/** A page as a whole; null where nobody could be asked. */
export async function passOver(
  { page: path, fixed }: PageTask,
  context: PassContext,
): Promise<Partial<Proposals> | null> {
  const { board } = context;
  board.follow(context.view);
  const page = context.view.pages.get(path);
  if (page === undefined) return null;
  const shown = page.claims.filter(isOpen).flatMap((claim): ShownClaim[] => {
    const own = claim.sides.length > 0 ? null : board.citing(claim.facts[0] ?? '');
    const isSeen =
      own !== null &&
      own.page === path &&
      own.facts.length > 0 &&
      !isHidden(claim.facts, context.view.factById, context.options) &&
      isShowable(own);
    return isSeen ? [{ fact: own.fact, text: claim.text, since: own.since, head: claim.head }] : [];
  });
  const heads = new Set(headsOf(page.text));
  const title = page.head.title;
  const calls = passCalls(title, shown, context.options.prompts.pass.text, context.asker.fits);
  const groups = new Map<string | null, string[]>();
  const pairs: OpenPair[] = [];
  let own: string | null = null;
  for (const call of calls) {
    const asked = await context.asker.ask(call.request, { label: title, answerTokens: call.answerTokens });
    if (asked.kind === 'cut') continue;
    if (asked.kind !== 'answer') return null;
    const said = readPass(asked.value, call, { title, heads });
    context.count({ pass: said.bad });
    for (const { head, facts } of said.groups) {
      groups.set(head, [...(groups.get(head) ?? []), ...facts]);
      if (head !== null) heads.add(head);
    }
    own ??= said.ownPage;
    for (const [one, other] of said.same) pairs.push(...standingPair(context, one, other, 'same'));
    for (const [old, by] of said.over) pairs.push(...standingPair(context, old, by, 'replaces'));
  }
  await context.settleStanding(pairs.map((pair) => ({ pair, older: pair.claim.fact, isQueued: false })));
  const pass: Pass = { kind: 'page', page: path, claims: shown.length, pairs: pairs.length };
  const split = own === null ? null : splitOff(context, page, own, groups.get(own) ?? []);
  const outline = [...groups].map(([head, facts]) => ({ head, facts }));
  return {
    pass,
    outlines: groups.size === 0 ? [] : [{ page: path, groups: outline, fixed }],
    ...split,
  };
}

/** Two claims of one page by facts of theirs, the earlier first; none where nobody may hold them against each other. */
function standingPair(context: PassContext, one: string, other: string, first: Look): OpenPair[] {
  const { board } = context;
  const known = [one, other].flatMap((id) => context.view.factById.get(id) ?? []).sort(compareFacts);
  const [older, newer] = known;
  // What the model has the wrong way round is asked by no order of facts.
  const isBackward = first === 'replaces' && older?.id !== one;
  const [claim, own] = [board.citing(older?.id ?? ''), board.citing(newer?.id ?? '')];
  if (!older || !newer || claim === null || own === null || claim === own || isBackward) return [];
  // One that waits for a person or a look may be settled by both looks; what was decided is not looked at again.
  const status = context.view.reviews.get(reviewId([claim.fact, newer.id]))?.status ?? 'withdrawn';
  if (status === 'approved' || status === 'expired' || isClosed(newer, claim, context.view)) return [];
  const base: Proposal = { fact: newer.id, as: 'placed', page: own.page, text: own.text, reason: 'seen together' };
  return [{ fact: newer, base, claim, looks: { first, second: null }, text: null, score: 0.6 }];
}

/** A part of a page that gets its own: a page beside it, linked both ways. */
function splitOff(
  context: PassContext,
  page: PageText,
  head: string,
  facts: readonly string[],
): (Pick<Proposals, 'pages' | 'related'> & { readonly moves: readonly Move[] }) | null {
  const path = `${page.path.slice(0, page.path.lastIndexOf('/'))}/${toFileName(head)}.md`;
  const isTaken = [...context.view.pages.keys()].some((other) => foldName(other) === foldName(path));
  const all = page.claims.filter(isOpen);
  const paired = new Set(context.agreed.flatMap((one) => (one.as === null ? [] : one.facts)));
  const going = facts.filter((fact) => {
    const claim = all.find((one) => one.facts.includes(fact));
    return claim !== undefined && isWholeClaim(page.text, claim.line) && !claim.facts.some((id) => paired.has(id));
  });
  if (isTaken || going.length < LEAST_PART || going.length > all.length / 2) return null;
  const reason = `claims about ${head} have a page of their own`;
  return {
    moves: going.map((fact) => ({ fact, page: path, reason })),
    pages: [{ page: path, type: page.head.type === '' ? 'note' : page.head.type, title: head, about: '' }],
    related: { [page.path]: [path], [path]: [page.path] },
  };
}

/** Standing claims across all pages, those that are likest, the earlier first; null where nobody could be asked. */
export async function compare(context: PassContext): Promise<Pick<Proposals, 'pass'> | null> {
  const { board } = context;
  board.follow(context.view);
  const likely = [...board.all()]
    .flatMap((own) => likeliest(context, own) ?? [])
    .sort((a, b) => b.score - a.score || (a.fact.id < b.fact.id ? -1 : 1))
    .slice(0, COMPARED)
    .sort((a, b) => compareFacts(a.fact, b.fact));
  const pairs: OpenPair[] = [];
  const none: Agreed[] = [];
  let shown = 0;
  for (let rest = likely; rest.length > 0 && context.mayGoOn;) {
    const look = firstLook(
      rest.map(({ fact, base }) => ({ fact, base })),
      FULL,
      board,
      context.wording,
      context.asker.fits,
    );
    const asked = look && (await context.asker.ask(look.request, { label: 'claims', answerTokens: look.answerTokens }));
    const count = look?.facts.length ?? 1;
    if (look !== null && asked?.kind === 'answer') {
      const { said, bad } = readFirstLook(asked.value, look);
      context.count({ form: bad });
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
  await context.settleStanding(pairs.map((pair) => ({ pair, older: pair.claim.fact, isQueued: false })));
  context.agreed.push(...none);
  return { pass: { kind: 'pairs', page: null, claims: shown, pairs: pairs.length } };
}

/** The earlier claim that a claim is likest to, where no pass over a page and no look has seen the two together. */
function likeliest(
  context: PassContext,
  own: BoardClaim,
): (OpenFact & { readonly claim: BoardClaim; readonly score: number }) | null {
  const fact = context.view.factById.get(own.fact);
  if (!fact || isHidden(own.facts, context.view.factById, context.options) || !isShowable(own)) return null;
  const found = context.board.nearest(fact, own.text, 6).find(({ claim, score }) => {
    const older = context.view.factById.get(claim.fact);
    const isOnPassed =
      claim.page === own.page && (context.view.pages.get(own.page)?.claims.filter(isOpen).length ?? 0) >= LEAST_CLAIMS;
    const status = context.view.reviews.get(reviewId([claim.fact, fact.id]))?.status ?? 'withdrawn';
    const isNew = older !== undefined && compareFacts(older, fact) < 0 && status === 'withdrawn';
    const isShownAsConflict = own.isSide && claim.isSide && own.page === claim.page;
    return (
      isNew &&
      !isShownAsConflict &&
      score >= LEAST_LIKE &&
      !isOnPassed &&
      !isHidden(claim.facts, context.view.factById, context.options) &&
      !isClosed(fact, claim, context.view)
    );
  });
  if (!found) return null;
  const base: Proposal = { fact: fact.id, as: 'placed', page: own.page, text: own.text, reason: 'it stands already' };
  return { fact, base, ...found };
}

/** A claim that a person typed may hold a secret, and one that is too long has no words. */
const isShowable = ({ fact, text }: BoardClaim): boolean =>
  !isStandIn({ id: fact, text }) && findSecrets(text).length === 0;
