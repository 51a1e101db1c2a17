// The breaker: a night may not change more than a person can look over. What would go beyond that is not done but
// asked, one question a page, and the facts are placed as they are. Counts per local day, all runs together, from the
// ledger alone. Pure.
import { statementKey } from '../language/slots/compare.ts';
import { addDays, startOf } from '../model/day.ts';
import { foldLedger } from '../model/disposition.ts';
import type { Fact } from '../model/fact.ts';
import { defined } from '../model/json.ts';
import { isHistory } from '../model/page.ts';
import type { Agreed, Proposal, Proposals } from '../model/plan.ts';
import type { ReviewPair, ReviewProposal } from '../model/review.ts';
import type { View } from '../vault/view.ts';

/** Of a page with no more claims any part may change in a night, of a larger one a share. */
const PAGE_CLAIMS = 20;
/** Existing claims that may change in a night, on all pages. */
const EXISTING = 50;
/** New facts of a night that may be folded or set aside, where there are `facts` or more. */
const NEW = { share: 0.5, facts: 10 };

const HELD = 'a person decides, as the night would change too much';

/** One change that counts: `pages` of the existing claims that go, and whether the fact itself gets no claim. */
interface Effect {
  readonly pair: ReviewPair;
  readonly page: string;
  readonly pages: readonly string[];
  readonly folds: boolean;
}

type Seen = Pick<View, 'factById' | 'ledger' | 'ledgerRead' | 'pages'>;

/**
 * The proposals with what goes too far as questions. `today`: the local day of the night; `share`: of the existing
 * claims of a page, that may change.
 */
export function holdBack(
  batch: readonly Fact[],
  said: Proposals,
  view: Seen,
  { today, share }: Pick<Night, 'today' | 'share'>,
): Proposals {
  const isExisting = knownBefore(view, today);
  const proposals = withoutSplit(said, { view, today, share, isExisting });
  const { agreed = [] } = proposals;
  const own = new Set(batch.map(({ id }) => id));
  const effects = new Map<Proposal | Agreed, Effect>();
  for (const proposal of proposals.proposals) {
    const effect = own.has(proposal.fact) ? effectOf(proposal, view, isExisting) : null;
    if (effect !== null) effects.set(proposal, effect);
  }
  for (const one of agreed) {
    const effect = effectOfAgreed(one, view);
    if (effect !== null) effects.set(one, effect);
  }
  const tooMuch = overLimits([...effects.values()], batch.length, { view, today, share, isExisting });
  const held = new Map([...effects].filter(([, effect]) => tooMuch(effect)));
  if (held.size === 0) return proposals;
  return {
    ...proposals,
    proposals: proposals.proposals.map((one) => (held.has(one) ? placedInstead(one, held.get(one)?.page ?? '') : one)),
    agreed: agreed.filter((one) => !held.has(one)),
    reviews: [...proposals.reviews, ...questions([...held.values()])],
  };
}

/** Claims go to other pages only where that is no great change of the page: nobody is asked about that. */
function withoutSplit(proposals: Proposals, night: Night): Proposals {
  const { moves = [], agreed = [], pass } = proposals;
  if (pass === undefined || moves.length === 0) return proposals;
  const { ledger } = night.view;
  const splits = moves.map(({ fact }): Effect => {
    const page = ledger.get(fact)?.page ?? '';
    return { pair: { facts: [fact, fact], as: 'superseded' }, page, pages: [page], folds: false };
  });
  const others = agreed.flatMap((one) => effectOfAgreed(one, night.view) ?? []);
  if (!splits.some(overLimits([...splits, ...others], 0, night))) return proposals;
  const { moves: _, ...rest } = proposals;
  const notice = `the model would move ${moves.length} claims to other pages, which is more than a night may move`;
  return { ...rest, pages: [], related: {}, notices: [...(proposals.notices ?? []), notice] };
}

/** Was a fact decided on an earlier day? */
function knownBefore({ ledgerRead }: Seen, today: string): (fact: string) => boolean {
  const start = startOf(today);
  const before = new Set(ledgerRead.lines.flatMap(({ fact, at }) => (at < start ? [fact] : [])));
  return (fact) => before.has(fact);
}

function effectOf(proposal: Proposal, view: Seen, isExisting: (fact: string) => boolean): Effect | null {
  const { fact: id, as, of, supersedes = [], corrects, page = '', text } = proposal;
  const fact = view.factById.get(id);
  const gone = corrects === undefined ? supersedes : [corrects];
  const pages = gone.filter(isExisting).map((one) => view.ledger.get(one)?.page ?? '');
  const folds = as === 'set-aside' || (as === 'duplicate' && !isEqual(fact, view.factById.get(of ?? '')));
  if (!fact || fact.fields.supersedes !== undefined || (!folds && pages.length === 0)) return null;
  const [other = of ?? id] = gone;
  const home = view.ledger.get(other)?.page ?? page;
  const kind = as === 'set-aside' ? 'set-aside' : as === 'duplicate' ? 'duplicate' : 'superseded';
  const pair = { facts: [other, id] as const, as: kind } as const;
  return { pair: { ...pair, ...defined({ text: kind === 'duplicate' ? text : undefined }) }, page: home, pages, folds };
}

/** Two existing claims that become one, or of which one goes. */
function effectOfAgreed({ facts, as, text }: Agreed, { ledger }: Seen): Effect | null {
  if (as !== 'duplicate' && as !== 'superseded') return null;
  const page = ledger.get(facts[0])?.page ?? '';
  return { pair: { facts, as, ...defined({ text }) }, page, pages: [page], folds: false };
}

const isEqual = (a: Fact | undefined, b: Fact | undefined): boolean =>
  a !== undefined && b !== undefined && statementKey(a.text, a) === statementKey(b.text, b);

interface Night {
  readonly view: Seen;
  readonly today: string;
  readonly share: number;
  readonly isExisting: (fact: string) => boolean;
}

/** Says of an effect whether it is part of what goes too far. */
function overLimits(effects: readonly Effect[], facts: number, night: Night): (effect: Effect) => boolean {
  const spent = spentTonight(night);
  const changes = new Map(spent.pages);
  for (const { pages } of effects) for (const page of pages) changes.set(page, (changes.get(page) ?? 0) + 1);
  const all = [...changes.values()].reduce((sum, count) => sum + count, 0);
  const folds = spent.folds + effects.filter((effect) => effect.folds).length;
  const news = spent.facts + facts;
  const isOver = (page: string): boolean => {
    const claims = existingOn(page, night) + (spent.pages.get(page) ?? 0);
    return all > EXISTING || (claims > PAGE_CLAIMS && (changes.get(page) ?? 0) > claims * night.share);
  };
  const foldsTooMuch = news >= NEW.facts && folds > news * NEW.share;
  return ({ pages, folds: isFold }) => pages.some(isOver) || (isFold && foldsTooMuch);
}

function existingOn(path: string, { view, isExisting }: Night): number {
  const claims = view.pages.get(path)?.claims ?? [];
  return claims.filter((claim) => !isHistory(claim) && claim.facts.some(isExisting)).length;
}

/** What runs of this day did before: a person's own runs and explicit orders aside. */
function spentTonight({ view, today, isExisting }: Night): {
  readonly pages: ReadonlyMap<string, number>;
  readonly folds: number;
  readonly facts: number;
} {
  const [start, end] = [startOf(today), startOf(addDays(today, 1))];
  const tonight = new Map(
    view.ledgerRead.lines.flatMap((line) =>
      line.at >= start && line.at < end && line.engine.includes('/') ? [[line.fact, line] as const] : [],
    ),
  );
  // A claim that went to another page counts for the one that it left.
  const former = foldLedger(view.ledgerRead.lines.filter(({ at }) => at < start));
  const pages = new Map<string, number>();
  let [folds, facts] = [0, 0];
  for (const { fact, as, by, of, page: last = '' } of tonight.values()) {
    const { as: before, page = last } = former.get(fact) ?? {};
    const isExplicit = view.factById.get(by ?? '')?.fields.supersedes !== undefined;
    if (isExisting(fact)) {
      if ((as === 'superseded' || as === 'duplicate') && as !== before && !isExplicit)
        pages.set(page, (pages.get(page) ?? 0) + 1);
      continue;
    }
    facts++;
    if (as === 'set-aside' || (as === 'duplicate' && !isEqual(view.factById.get(fact), view.factById.get(of ?? ''))))
      folds++;
  }
  return { pages, folds, facts };
}

/** A claim of its own, where the rules would have it or beside what it was about. */
function placedInstead({ fact, page, head, reason }: Proposal, beside: string): Proposal {
  const home = page === undefined || page === '' ? beside : page;
  return { fact, as: 'placed', page: home, ...(head == null ? {} : { head }), reason: `${HELD} (${reason})` };
}

function questions(held: readonly Effect[]): ReviewProposal[] {
  const pages = new Map<string, ReviewPair[]>();
  for (const { page, pair } of held) pages.set(page, [...(pages.get(page) ?? []), pair]);
  return [...pages.values()].map((pairs) => ({
    kind: 'page',
    facts: [...new Set(pairs.flatMap(({ facts }) => facts))],
    pairs,
    reason: `a night would have changed ${pairs.length} claims at once`,
    score: 1,
  }));
}
