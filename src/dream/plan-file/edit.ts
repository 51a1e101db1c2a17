// What a person changes in a dream that was heard and not yet carried out: a fact is put off, or a decision
// rejected.
import { normalForm } from '../../language/normal-form.ts';
import { isSecret } from '../../language/secrets/secrets.ts';
import { CITED, type LedgerLine } from '../../model/disposition.ts';
import type { Fact } from '../../model/fact.ts';
import { defined } from '../../model/json.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import {
  type KeptApart,
  namedIn,
  type PageProposal,
  type PlanFile,
  type PlannedBatch,
  type Proposal,
  type Proposals,
} from '../../model/plan.ts';
import { titleFromPath } from '../../page/page.ts';
import { isWholeClaim } from '../../page/remove-claim.ts';
import { pendingIds, readPending } from '../../vault/pending.ts';
import type { PageText, View } from '../../vault/view.ts';
import { closedPages } from '../plan/asked.ts';

export const PUT_OFF = 'you put it off';
const OWN_CLAIM = 'you gave it a claim of its own';

/** What the engine said of a fact; undefined where it was not asked. */
export function proposalFor(file: PlanFile, fact: string): Proposal | undefined {
  for (const { proposals } of file.batches) {
    const found = proposals.proposals.find((one) => one.fact === fact);
    if (found) return found;
  }
  return undefined;
}

/**
 * The facts whose decision names one of these, or names one that does: they cannot be carried out without them. Without
 * these.
 */
export function restingOn(file: PlanFile, facts: ReadonlySet<string>): string[] {
  const all = file.batches.flatMap(({ proposals }) => proposals.proposals);
  const found = new Set(facts);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const proposal of all) if (namedIn(proposal).some((id) => found.has(id))) found.add(proposal.fact);
  }
  return [...found].filter((fact) => !facts.has(fact));
}

/** These stay pending. What a merge or a hand brought was in no engine's hands and is settled all the same. */
export function putOff(file: PlanFile, facts: ReadonlySet<string>): PlanFile {
  return eachBatch(file, ({ proposals, ...batch }) => {
    const waits = (proposals.waits ?? []).filter(({ fact }) => !facts.has(fact));
    const more = batch.facts.flatMap(({ fact }) =>
      facts.has(fact) ? [{ fact, reason: PUT_OFF, why: 'later' as const }] : [],
    );
    return { ...batch, proposals: { ...proposals, waits: [...waits, ...more] } };
  });
}

/**
 * The fact gets a claim of its own on the page, in its own words, and is kept apart from what it was to be joined with.
 */
export function ownClaim(file: PlanFile, fact: string, page: string): PlanFile {
  const head = proposalFor(file, fact)?.head;
  const proposal: Proposal = { fact, as: 'placed', page, ...defined({ head }), reason: OWN_CLAIM };
  return changed(file, proposal, (proposals) => withPage(proposals, page));
}

/** It replaces the claim of another fact, or says the same, and is kept apart from what it was to be joined with. */
export function aboutClaim(
  file: PlanFile,
  fact: string,
  { as, other, page }: { readonly as: 'replaces' | 'same'; readonly other: string; readonly page: string },
): PlanFile {
  const reason = 'you said what it is about';
  return changed(
    file,
    as === 'same'
      ? { fact, as: 'duplicate', of: other, reason }
      : { fact, as: 'placed', page, supersedes: [other], reason },
  );
}

/** On no page; search goes on finding it. */
export function setAside(file: PlanFile, fact: string): PlanFile {
  return changed(file, { fact, as: 'set-aside', reason: 'you set it aside' });
}

/** Another proposal in the place of the engine's, and what the fact was to be joined with beside is kept apart. */
function changed(file: PlanFile, proposal: Proposal, also = (proposals: Proposals): Proposals => proposals): PlanFile {
  const { fact, as } = proposal;
  const isAside = as === 'set-aside';
  return eachBatch(file, ({ proposals, ...batch }) => {
    const former = proposals.proposals.find((one) => one.fact === fact);
    if (former === undefined) return { ...batch, proposals };
    const named = new Set(namedIn(proposal));
    const apart = isAside ? [] : apartOf(former).filter(({ facts: [, other] }) => !named.has(other));
    for (const { facts } of apart) named.add(facts[1]);
    const isSettled = (facts: readonly string[]): boolean =>
      facts.includes(fact) && (isAside || facts.some((one) => named.has(one)));
    return {
      ...batch,
      proposals: also({
        ...proposals,
        proposals: proposals.proposals.map((one) => (one.fact === fact ? proposal : one)),
        reviews: proposals.reviews.filter(({ facts }) => !isSettled(facts)),
        ...(isAside ? {} : { apart: [...(proposals.apart ?? []), ...apart] }),
      }),
    };
  });
}

function apartOf(former: Proposal): KeptApart[] {
  const { fact, as, ends: _, frees: __, ...named } = former;
  const kind = as === 'duplicate' ? 'merge' : as === 'conflict' ? 'contradiction' : 'supersede';
  return [...new Set(namedIn({ fact, as, ...named }))]
    .filter((id) => id !== fact)
    .map((id) => ({ kind, facts: [fact, id] }));
}

/** A page that nobody proposed is described by its name; whoever plans knows which exist already. */
function withPage(proposals: Proposals, page: string): Proposals {
  if (proposals.pages.some((one) => one.page === page)) return proposals;
  const proposed: PageProposal = { page, type: 'note', title: titleFromPath(page), about: '' };
  return { ...proposals, pages: [...proposals.pages, proposed] };
}

const eachBatch = (file: PlanFile, change: (batch: PlannedBatch) => PlannedBatch): PlanFile => ({
  ...file,
  batches: file.batches.map(change),
});

// What a person changes in a plan that decides anew: a change is not made, for good or for this time. What stands is
// the decision of before, so nothing here is put back: it is left out.

/** What would be other than it is. `decided`: facts that the plan came to a decision about. */
export function changesOf({ batches }: PlanFile, decided: ReadonlySet<string>): Proposal[] {
  return batches
    .flatMap(({ proposals }) => proposals.proposals)
    .filter(({ fact, as }) => as !== 'set-aside' && decided.has(fact));
}

// What an older engine, or an older version of it, decided and may be proposed anew. Never what a person decided:
// what they fixed, reviewed, pinned, took off a page, forgot or put in their own words.

export interface RedoWishes {
  /** From this local day on. */
  readonly since: string;
  readonly today: string;
  /** Name and version of what would decide it now. */
  readonly engine: string;
  /** The words that a run gave to the claim of a fact, where that is known still. */
  readonly written: (run: string, fact: string) => string | undefined;
}

export interface Redoable {
  /** What the engine is asked about again. */
  readonly ask: ReadonlySet<string>;
  /** What stays as it is, and is looked at all the same. */
  readonly keep: ReadonlySet<string>;
}

const BY_HAND = 'removed by hand';
const KINDS: ReadonlySet<string> = new Set([...CITED, 'set-aside']);

export function findRedoable(view: View, wishes: RedoWishes): Redoable {
  const old = oldFacts(view, wishes);
  const ask = new Set<string>();
  for (const id of old) {
    const held = view.ledger.get(id);
    if (held?.as === 'set-aside' || (held !== undefined && isOpen(held, view, old, wishes))) ask.add(id);
  }
  return { ask, keep: new Set([...old].filter((id) => !ask.has(id))) };
}

function oldFacts(view: View, { since, today, engine }: RedoWishes): Set<string> {
  const byHand = decidedByHand(view);
  const pending = pendingIds(readPending(view, today));
  const closed = closedPages(view);
  const isOld = ({ id, day }: Fact): boolean => {
    const held = view.ledger.get(id);
    if (
      held === undefined ||
      day < since ||
      day >= today ||
      pending.has(id) ||
      view.forgotten.has(id) ||
      byHand.has(id)
    )
      return false;
    if (!KINDS.has(held.as) || !isOlder(held.engine, engine)) return false;
    if (held.as === 'set-aside') return held.reason !== BY_HAND;
    const pages = view.citedOn.get(id) ?? [];
    return held.page !== undefined && pages.length === 1 && pages[0] === held.page && !closed.has(held.page);
  };
  return new Set(view.facts.filter((fact) => isOld(fact) && !isSecret(fact)).map(({ id }) => id));
}

/** What a person ever decided, whatever followed from other decisions since. */
export function decidedByHand({ ledgerRead }: Pick<View, 'ledgerRead'>): Set<string> {
  return new Set(
    ledgerRead.lines.flatMap(({ engine, fact }) => (engine === 'fix' || engine === 'review' ? [fact] : [])),
  );
}

/** A person's names are no engine's, and what a model decided the rules do not decide better. */
function isOlder(held: string, now: string): boolean {
  const isRules = (name: string): boolean => name.startsWith('rules/');
  return held !== now && held.includes('/') && (!isRules(now) || isRules(held));
}

/** May its claim be judged anew: current, memvault's in form and words, nothing of a person's on it? */
function isOpen(held: LedgerLine, view: View, old: ReadonlySet<string>, { written }: RedoWishes): boolean {
  const page = view.pages.get(held.page ?? '');
  const claim = page && claimOf(page, held.fact);
  if (!page || !claim || (held.as !== 'placed' && held.as !== 'duplicate') || !isPlain(page, claim)) return false;
  if (claim.facts.some((id) => view.pinned.has(id) || view.forgotten.has(id))) return false;
  const bases = claim.facts.flatMap((id) => (view.ledger.get(id)?.as === 'placed' ? (view.ledger.get(id) ?? []) : []));
  const [base] = bases;
  if (base === undefined || bases.length > 1) return false;
  const fact = view.factById.get(base.fact);
  const isOwn =
    fact !== undefined && (sameWords(claim.text, fact.text) || sameWords(claim.text, written(base.run, base.fact)));
  return isOwn && (held.as === 'duplicate' || claim.facts.every((id) => old.has(id)));
}

/** The one claim of the page that cites it; undefined where there are more. */
export function claimOf({ claims }: PageText, fact: string): Claim | undefined {
  const citing = claims.filter((claim) => claim.facts.includes(fact));
  return citing.length === 1 ? citing[0] : undefined;
}

/** A current claim that is one item of a list. */
export function isPlain(page: PageText, claim: Claim): boolean {
  return !isHistory(claim) && claim.sides.length === 0 && isWholeClaim(page.text, claim.line);
}

/** Dates that memvault set beside a relative one are its own. */
const DATES = / ?\([^()]*\d{4}[^()]*\)/g;

/** To the letter: a person may have changed no more than one. */
function sameWords(claim: string, words: string | undefined): boolean {
  if (words === undefined) return false;
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return (
    plain(claim) === plain(words) ||
    (normalForm(claim) !== '' && plain(claim.replace(DATES, '')) === plain(words.replace(DATES, '')))
  );
}
