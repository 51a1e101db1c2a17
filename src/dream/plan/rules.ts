// One rule per disposition, for what a proposal may do. Whatever an engine says, a pinned claim stays unless the fact's
// own line supersedes it, what a person keeps apart stays apart, a claim represents a fact only if it keeps its
// specifics, and what cannot be done is placed as its own claim. Pure.
import { normalForm } from '../../language/normal-form.ts';
import { isEvent } from '../../language/profile.ts';
import { keepsSpecifics, missingSpecifics } from '../../language/specifics.ts';
import type { DispositionKind } from '../../model/disposition.ts';
import { eventDay, type Fact, firstDay } from '../../model/fact.ts';
import { defined } from '../../model/json.ts';
import type { Decision, Proposal } from '../../model/plan.ts';
import { heldUntil } from '../../page/history.ts';
import { isMonth } from '../../page/key-facts.ts';
import { newPageProblem } from '../../page/page-name.ts';
import { supersededThrough } from '../propose/rules/timeline.ts';
import { against, citeOn, endAt, part, placeAlone, reword, toHistory, type Wording, whyItStays } from './claims.ts';
import {
  basesOf,
  bring,
  cite,
  type Draft,
  failed,
  heldOf,
  isBase,
  isOlder,
  isPutRight,
  isRewordable,
  join,
  type Outcome,
  redecide,
  sidesAgainst,
  type Standing,
  standingOf,
  waitFor,
  nameOf,
  wordingOf,
} from './draft.ts';

export type Rule = (draft: Draft, fact: Fact, proposal: Proposal) => Outcome;

/** Engines must not decide this. */
const refuse: Rule = (draft, fact, { as }) =>
  failed(
    draft,
    fact,
    `the engine said ${as}, which this version cannot apply`,
    'the engine decided what this version cannot apply',
  );

/** All dispositions, with the rule for a fact that an engine proposes each for. */
export const RULES: Readonly<Record<DispositionKind, Rule>> = {
  placed: (draft, fact, proposal) => (proposal.corrects === undefined ? replace : putRight)(draft, fact, proposal),
  duplicate: fold,
  superseded: placeInThePast,
  conflict: contradict,
  'set-aside': (_draft, _fact, { reason }) => ({ choice: { as: 'set-aside', reason } }),
  quarantined: refuse,
  forgotten: refuse,
  pending: refuse,
};

/** `placed`: a claim of its own. */
function place(draft: Draft, fact: Fact, { page = '', text, head, beside, reason }: Proposal): Outcome {
  const wait = waitFor(draft, page);
  if (wait) return wait;
  if (!draft.isPagePath(page))
    return failed(
      draft,
      fact,
      `it was to go on the page ${JSON.stringify(page)}, but ${newPageProblem(page) ?? 'that is in no zone'}`,
      'it was to go on a page that memvault does not write',
    );
  const words = { text: wordingOf(draft, fact, text), head: head || null, reason };
  return placeAlone(draft, fact, { page, ...words, ...defined({ beside }) });
}

/** `placed`, superseding other claims. */
function replace(draft: Draft, fact: Fact, proposal: Proposal): Outcome {
  const { reason } = proposal;
  const targets = targetsOf(draft, fact, proposal);
  const [first] = targets;
  if (first === undefined) return place(draft, fact, proposal);
  const page = pageFor(draft, proposal, first);
  const isElsewhere = page !== first.page;
  const wait = waitFor(draft, page, ...targets.map((target) => target.page));
  if (wait) return wait;
  const head = isElsewhere || first.head === null || isMonth(first.head) ? proposal.head || null : first.head;
  const beside = isElsewhere ? {} : placeOf(draft, first);
  const text = wordingOf(draft, fact, proposal.text);
  return {
    choice: { as: 'placed', page, reason },
    effect: () => {
      bring(draft, { page, text, head, facts: [fact.id], reason, ...beside }, 'current');
      for (const target of targets) takePlaceOf(draft, target, fact, { page, text, reason });
    },
  };
}

/** A claim's replacement stands in its place. */
const placeOf = (draft: Draft, claim: Standing): Pick<Standing, 'beside'> =>
  claim.today === null ? defined({ beside: claim.beside }) : { beside: nameOf(draft, claim) };

/** `page`: that of the replacement. */
export function takePlaceOf(
  draft: Draft,
  target: Standing,
  fact: Fact,
  { page, text, reason }: Pick<Wording, 'text' | 'reason'> & { readonly page: string },
): void {
  draft.updates.push({ kind: 'update', page: target.page, fact: fact.id, from: target.text, to: text });
  toHistory(draft, target, fact, { page, reason });
}

/** The claims that it replaces, as far as allowed. */
export function targetsOf(draft: Draft, fact: Fact, { supersedes = [] }: Proposal): Standing[] {
  const { factById, forgotten } = draft.view;
  const waits = (id: string): boolean => factById.has(id) && !forgotten.has(id) && standingOf(draft, id) === null;
  const named = supersededThrough(fact.id, draft.namedBy, waits);
  const targets = new Set<Standing>();
  for (const id of supersedes) {
    const claim = id === fact.id ? null : standingOf(draft, id);
    if (claim?.stand === 'past') continue;
    const isNamed = claim?.facts.some((one) => named.has(one)) === true;
    const why = claim === null ? `no page cites ${id}` : whyItStays(draft, claim, fact, { inOrder: !isNamed, isNamed });
    if (claim !== null && why === null) targets.add(claim);
    else draft.notices.add(`${fact.id} does not replace the claim of ${id}: ${why ?? ''}; it gets its own claim`);
  }
  return [...targets];
}

/** The current claim of a fact that another names, or why it must not be touched. */
function currentOf(draft: Draft, named: string, by: Fact, inOrder: boolean): Standing | string {
  const claim = named === by.id ? null : standingOf(draft, named);
  if (claim === null) return `no page cites ${named}`;
  return claim.stand === 'past' ? 'that is past' : (whyItStays(draft, claim, by, { inOrder }) ?? claim);
}

/** `placed`, replacing a claim's words in place, without history. */
function putRight(draft: Draft, fact: Fact, proposal: Proposal): Outcome {
  const { corrects: old = '', reason } = proposal;
  const claim = currentOf(draft, old, fact, true);
  if (typeof claim === 'string') {
    draft.notices.add(`${fact.id} does not correct the claim of ${old}: ${claim}; it is placed beside it`);
    return place(draft, fact, proposal);
  }
  const { page } = claim;
  const wait = waitFor(draft, page);
  if (wait) return wait;
  const text = wordingOf(draft, fact, proposal.text);
  const [base] = basesOf(draft, claim);
  const like = claim.stand === 'side' ? against(claim, heldOf(draft, base)?.with) : { as: 'placed' as const };
  return {
    choice: { ...like, page, reason },
    effect: () => {
      draft.updates.push({ kind: 'correction', page, fact: fact.id, from: claim.text, to: text });
      if (claim.today !== null) draft.edits.push({ kind: 'cite', page, claim: base, facts: [fact.id], reason });
      reword(draft, claim, { base, text, reason, by: fact.id });
      for (const id of claim.facts)
        if (!isPutRight(draft, claim, id)) redecide(draft, id, { as: 'superseded', page, by: fact.id, reason });
      for (const id of sidesAgainst(claim).flatMap(({ facts }) => facts))
        if (heldOf(draft, id)?.as === 'conflict' && heldOf(draft, id)?.with === base)
          redecide(draft, id, { as: 'conflict', page, with: fact.id, reason });
      cite(draft, claim, fact.id);
    },
  };
}

/** `conflict`: makes the contradicted claim a callout with both. */
function contradict(draft: Draft, fact: Fact, proposal: Proposal): Outcome {
  const { with: other, reason } = proposal;
  if (other === undefined) return refuse(draft, fact, proposal);
  const claim = currentOf(draft, other, fact, false);
  if (typeof claim === 'string') {
    draft.notices.add(`${fact.id} is not put against the claim of ${other}: ${claim}; it is placed beside it`);
    return place(draft, fact, { ...proposal, page: pageFor(draft, proposal, standingOf(draft, other)) });
  }
  const { page } = claim;
  const wait = waitFor(draft, page);
  if (wait) return wait;
  const text = wordingOf(draft, fact, proposal.text);
  const bases = basesOf(draft, claim);
  return {
    choice: { as: 'conflict', page, with: bases[0], reason },
    effect: () => {
      draft.updates.push({ kind: 'conflict', page, fact: fact.id, from: claim.text, to: text });
      const { head } = claim;
      join(claim, bring(draft, { page, text, head, facts: [fact.id], reason }, 'side'));
      oppose(draft, bases, page, fact.id, reason);
    },
  };
}

/** Marks the claim's base facts as contradicting the fact, unless already in conflict. */
export function oppose(draft: Draft, bases: readonly string[], page: string, fact: string, reason: string): void {
  for (const id of bases)
    if (heldOf(draft, id)?.as !== 'conflict') redecide(draft, id, { as: 'conflict', page, with: fact, reason });
}

/** `superseded`: it came late, and its successor is known. */
function placeInThePast(draft: Draft, fact: Fact, proposal: Proposal): Outcome {
  const { by, after, with: beside, ends = [], reason } = proposal;
  if (by === undefined) return refuse(draft, fact, proposal);
  const next = by === fact.id ? null : standingOf(draft, by);
  const why = next === null ? `no page cites ${by}` : whyNotPast(draft, fact, by, next);
  if (next === null || why !== null) {
    draft.notices.add(`${fact.id} cannot be placed before ${by}: ${why ?? ''}; it is placed as current`);
    return place(draft, fact, { ...proposal, page: pageFor(draft, proposal, next) });
  }
  // A claim ended by an event is past on its own page.
  const page = isEvent(draft.view.factById.get(by)) ? pageFor(draft, proposal, next) : next.page;
  const wait = waitFor(draft, page);
  if (wait) return wait;
  const text = wordingOf(draft, fact, proposal.text);
  return {
    choice: { as: 'superseded', page, by, reason },
    effect: () => {
      const from = eventDay(fact);
      const later = next.facts.filter((id) => isOlder(draft, fact.id, id));
      const isContradicted = beside !== undefined && standingOf(draft, beside) === next;
      const to = firstDay(isContradicted ? [by] : later, draft.view.factById) ?? from;
      if (isContradicted) part(draft, next, by, { by, to, reason });
      else if (after !== undefined && standingOf(draft, after) === next)
        part(draft, next, fact.id, { by: fact.id, to: from, reason });
      else if (after !== undefined) for (const one of [after, ...ends]) endAt(draft, fact, one, page, reason);
      bring(draft, { page, text, head: null, facts: [fact.id], reason }, 'past', heldUntil(from, to));
    },
  };
}

function whyNotPast(draft: Draft, fact: Fact, by: string, next: Standing): string | null {
  const { view } = draft;
  if (!draft.isPagePath(next.page)) return `${next.page} is in no zone`;
  const isNamed = draft.namedBy(by).includes(fact.id);
  if (!isNamed && view.pinned.has(fact.id)) return 'it is pinned';
  if ([by, ...next.facts].some((id) => view.apart(fact.id, id))) return 'a person keeps them apart';
  return isNamed || isOlder(draft, fact.id, by) ? null : 'it is not older';
}

/** The page for a claim of its own: the engine's choice, else that of the related claim. */
function pageFor({ isPagePath }: Draft, { page }: Proposal, claim: Standing | null): string {
  return page !== undefined && isPagePath(page) ? page : (claim?.page ?? page ?? '');
}

/** `duplicate`: adds a footnote to a claim that already says it, or makes one sentence for both. */
function fold(draft: Draft, fact: Fact, proposal: Proposal): Outcome {
  const { of = '', text, head, reason } = proposal;
  const claim = of === fact.id ? null : standingOf(draft, of);
  if (claim === null) return waitWith(draft, fact, of);
  const { page } = claim;
  const wait = waitFor(draft, page);
  if (wait) return wait;
  const joint = text !== undefined && keepsSpecifics(text, [claim.text, fact.text]) ? text : null;
  const why = whyNotFolded(draft, fact, of, claim, joint);
  const follower = claim.facts.some((id) => draft.view.apart(id, fact.id)) ? null : followerOf(draft, claim);
  if (follower !== null && whyItStays(draft, follower, fact) === null)
    return replace(draft, fact, { ...proposal, as: 'placed', page, supersedes: follower.facts.slice(0, 1) });
  if (why !== null) {
    draft.notices.add(`${why}; it gets a claim of its own`);
    return placeAlone(draft, fact, {
      page,
      text: wordingOf(draft, fact, text),
      head: head ?? claim.head,
      reason: `its words are not those of ${of}`,
    });
  }
  if (claim.stand === 'past') return repeatPast(draft, fact, of, claim, reason);
  const first =
    claim.today === null ? (claim.facts.find((id) => isBase(draft, claim, id)) ?? claim.facts[0] ?? of) : of;
  return {
    choice: { as: 'duplicate', page, of: first, reason },
    effect: () => {
      citeOn(draft, claim, of, fact, reason);
      if (joint !== null) sayBoth(draft, claim, joint, reason);
    },
  };
}

/** Repeats a past claim: the fact is past, too, and may make the claim begin earlier. */
function repeatPast(draft: Draft, fact: Fact, of: string, claim: Standing, reason: string): Outcome {
  const [base] = basesOf(draft, claim);
  const held = heldOf(draft, base);
  const { page } = claim;
  return {
    choice:
      held?.as === 'superseded' && held.by !== undefined
        ? { as: 'superseded', page, by: held.by, reason }
        : { as: 'duplicate', page, of: base, reason },
    effect: () => citeOn(draft, claim, of, fact, reason),
  };
}

/** The current claim that followed a past one in this plan: a fact that repeats the past one replaces it. */
function followerOf(draft: Draft, claim: Standing): Standing | null {
  const seen = new Set<Standing>();
  for (let one: Standing | null = claim; one !== null && !seen.has(one);) {
    if (one.stand !== 'past') return one === claim ? null : one;
    seen.add(one);
    const decided: readonly Decision[] = basesOf(draft, one).flatMap((id) => draft.decisions.get(id) ?? []);
    const by = decided.find(({ as }) => as === 'superseded')?.by;
    one = by === undefined ? null : standingOf(draft, by);
  }
  return null;
}

/** `joint`: one sentence for both; without it the claim must already contain everything in the fact. */
function whyNotFolded(draft: Draft, fact: Fact, of: string, claim: Standing, joint: string | null): string | null {
  const missing = joint === null ? missingSpecifics(fact.text, claim.text) : [];
  if (missing.length > 0) return `the claim of ${of} does not say ${missing.join(', ')}, which ${fact.id} does`;
  if (isPutRight(draft, claim, of) && normalForm(fact.text) !== normalForm(claim.text))
    return `the claim of ${of} was put right, and ${fact.id} says what it said before`;
  if (claim.facts.some((id) => draft.view.apart(id, fact.id)))
    return `a person keeps ${fact.id} and the claim of ${of} apart`;
  const held = claim.stand === 'past' ? heldOf(draft, basesOf(draft, claim)[0]) : undefined;
  const why = held?.as === 'superseded' && held.by !== undefined ? whyNotPast(draft, fact, held.by, claim) : null;
  return why === null ? null : `the claim of ${of} is past, and ${fact.id} is not: ${why}`;
}

/** The fact that it repeats is on no page, so it waits with that. */
function waitWith(draft: Draft, fact: Fact, of: string): Outcome {
  const first = of === fact.id ? undefined : (draft.left.get(of) ?? draft.waiting.get(of));
  if (!first)
    return failed(
      draft,
      fact,
      `the engine called it a duplicate of ${of}, which no page cites`,
      'the engine called it a duplicate of what no page cites',
    );
  const why = first.why === 'own' ? 'other' : first.why;
  return { reason: `it says the same as ${of}, which waits: ${first.reason}`, why };
}

/** Rewords the claim with a sentence that keeps the specifics of everything it represents. */
export function sayBoth(draft: Draft, claim: Standing, text: string, reason: string): void {
  const said = [claim.text, ...textsOf(draft, claim)];
  if (text === claim.text || !keepsSpecifics(text, said) || !isRewordable(draft, claim)) return;
  reword(draft, claim, { base: basesOf(draft, claim)[0], text, reason });
}

/** The texts of the facts that it represents. */
export function textsOf(draft: Draft, claim: Standing): string[] {
  const stated = claim.facts.filter((id) => !isPutRight(draft, claim, id));
  return stated.flatMap((id) => draft.view.factById.get(id)?.text ?? []);
}
