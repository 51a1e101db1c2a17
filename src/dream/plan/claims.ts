// Changes to claims within a plan: a claim goes to History or comes back, a fact leaves a shared claim, a claim splits
// in time around a late fact. Pure.
import { normalForm } from '../../language/normal-form.ts';
import { isEvent } from '../../language/profile.ts';
import { missingSpecifics } from '../../language/specifics.ts';
import { factDigest } from '../../model/bytes.ts';
import { eventDay, type Fact, firstDay } from '../../model/fact.ts';
import { isBareClaim } from '../../page/edit-claim.ts';
import { heldUntil } from '../../page/history.ts';
import { isUndoneAsIs } from '../../vault/record-run.ts';
import {
  allOn,
  basesOf,
  bring,
  type Choice,
  choiceOf,
  cite,
  type Draft,
  heldOf,
  isBase,
  isOlder,
  isPutRight,
  isRewordable,
  isSupersededBy,
  type Outcome,
  putRightBy,
  redecide,
  sidesAgainst,
  type Standing,
  standingOf,
  takeOff,
} from './draft.ts';

export interface Wording {
  readonly text: string;
  readonly head: string | null;
  readonly reason: string;
}

/** Gives a fact its own claim, off the shared one. */
export function placeAlone(
  draft: Draft,
  fact: Fact,
  { page, ...wording }: Wording & Pick<Standing, 'page' | 'beside'>,
  shared?: Standing,
  follow: () => void = () => undefined,
): Outcome {
  return {
    choice: { as: 'placed', page, reason: wording.reason },
    effect: () => {
      const along = shared ? leaveClaim(draft, shared, fact.id, wording.reason) : [];
      follow();
      bring(draft, { page, ...wording, facts: [fact.id, ...along] }, 'current');
    },
  };
}

/**
 * Takes the fact off a claim, together with the facts that it corrected there, since only its words replaced theirs.
 * Returns those. Its former duplicates on the claim get a new base: the first that stays.
 */
export function leaveClaim(draft: Draft, claim: Standing, fact: string, reason: string): string[] {
  const { page } = claim;
  const along = putRightBy(draft, claim, fact);
  for (const id of [fact, ...along]) uncite(draft, claim, id, reason);
  const staying = stayingOn(draft, claim);
  const base = staying.find((id) => isBase(draft, claim, id)) ?? staying[0] ?? '';
  for (const id of staying) {
    const former = orphanedFrom(draft, claim, id, staying);
    if (former === null || draft.decisions.has(id) || draft.left.has(id)) continue;
    redecide(draft, id, {
      ...(id === base ? likeOn(draft, claim, former) : { as: 'duplicate', of: base }),
      page,
      reason: `${former} says something else now`,
    });
  }
  return along;
}

export function uncite(draft: Draft, claim: Standing, id: string, reason: string): void {
  draft.edits.push({ kind: 'uncite', page: claim.page, claim: id, facts: [id], reason });
  takeOff(draft, claim, id);
}

/** Rewords a claim. `base`: a fact that it cites; `by`: the one that supplies the words. */
export function reword(
  { edits }: Draft,
  claim: Standing,
  { base, text, reason, by = base }: Omit<Wording, 'head'> & { readonly base: string; readonly by?: string },
): void {
  const { page, today } = claim;
  if (today !== null) edits.push({ kind: 'correct', page, claim: base, text, facts: [by], reason });
  claim.text = text;
}

/** The facts that a claim will still cite once the whole batch is decided. */
export function stayingOn({ batch, failing, undone, view, edited, decisions, left }: Draft, claim: Standing): string[] {
  const isEdited = (id: string): boolean => batch.unsaid.has(id) || edited.has(id);
  const isHeldBack = (id: string): boolean => {
    const fact = view.factById.get(id);
    return fact !== undefined && isUndoneAsIs(fact, undone.get(id) ?? []);
  };
  return (claim.today?.facts ?? []).filter(
    (id) =>
      claim.facts.includes(id) &&
      (!isEdited(id) || decisions.has(id) || left.has(id) || failing.has(id) || isHeldBack(id)),
  );
}

/**
 * The disposition of a fact that represents a claim instead of `like`: placed, superseded by the same fact, or in
 * conflict.
 */
export function likeOn({ view: { ledger } }: Draft, claim: Standing, like: string): Omit<Choice, 'reason'> {
  const held = ledger.get(like);
  const first = held?.as === 'duplicate' ? ledger.get(held.of ?? '') : held;
  if (claim.stand === 'past' && first?.as === 'superseded' && first.by !== undefined)
    return { as: 'superseded', by: first.by };
  return claim.stand === 'side' ? against(claim, first?.with) : { as: 'placed' };
}

/** The disposition of facts on a side: in conflict with `named` if that is on another side. */
export function against(claim: Standing, named: string | undefined): Omit<Choice, 'reason'> {
  const others = sidesAgainst(claim).flatMap(({ facts }) => facts);
  const other = named !== undefined && others.includes(named) ? named : others[0];
  return other === undefined ? { as: 'placed' } : { as: 'conflict', with: other };
}

/**
 * The fact of which it was a duplicate, if that leaves the claim. Null for an edited fact, which its own correction
 * settles.
 */
function orphanedFrom(
  { view: { ledger, factById } }: Draft,
  claim: Standing,
  id: string,
  staying: readonly string[],
): string | null {
  const [held, fact] = [ledger.get(id), factById.get(id)];
  if (!fact || held?.as !== 'duplicate' || held.page !== claim.page || held.digest !== factDigest(fact)) return null;
  const former = held.of ?? '';
  return claim.today?.facts.includes(former) === true && !staying.includes(former) ? former : null;
}

/** Splits off the claim's facts before `at` as a past claim, which ended on the day `to` because of the fact `by`. */
export function part(
  draft: Draft,
  claim: Standing,
  at: string,
  { by, to, reason }: { readonly by: string; readonly to: string; readonly reason: string },
): void {
  const { page } = claim;
  const { view } = draft;
  const before = claim.facts.filter((id) => isOlder(draft, id, at));
  const after = claim.facts.filter((id) => !before.includes(id));
  const isPlain =
    claim.stand !== 'side' &&
    isRewordable(draft, claim) &&
    !claim.facts.some((id) => view.pinned.has(id) || isPutRight(draft, claim, id));
  const [first] = before;
  if (first === undefined || after.length === 0 || !isPlain) return;
  const like = likeOn(draft, claim, basesOf(draft, claim)[0]);
  const from = claim.held?.from ?? firstDay(before, view.factById) ?? to;
  const base = after.find((id) => isBase(draft, claim, id)) ?? after[0] ?? '';
  const orphaned = after.filter((id) => id === base || before.includes(heldOf(draft, id)?.of ?? ''));
  for (const id of before)
    if (claim.today === null) takeOff(draft, claim, id);
    else uncite(draft, claim, id, reason);
  const [text, words] = [wordsOf(draft, before, claim.text), wordsOf(draft, after, claim.text)];
  bring(draft, { page, text, head: null, facts: before, reason }, 'past', heldUntil(from, to));
  for (const id of before)
    redecide(
      draft,
      id,
      id === first ? { as: 'superseded', page, by, reason } : { as: 'duplicate', page, of: first, reason },
    );
  for (const id of orphaned)
    if (id !== base || !isBase(draft, claim, id))
      redecide(draft, id, { ...(id === base ? like : { as: 'duplicate', of: base }), page, reason });
  if (claim.held !== null) claim.held = heldUntil(firstDay(after, view.factById) ?? to, claim.held.to);
  if (words !== claim.text) reword(draft, claim, { base, text: words, reason });
}

/**
 * The claim's text if it is that of one of these facts; else the text of the first one, unless that lacks specifics of
 * another.
 */
function wordsOf({ view }: Draft, facts: readonly string[], text: string): string {
  const said = facts.map((id) => view.factById.get(id)?.text ?? text);
  const [first = text] = said;
  const isOwn = said.some((words) => normalForm(words) === normalForm(text));
  return isOwn || said.some((words) => missingSpecifics(words, first).length > 0) ? text : first;
}

const FREED = 'what took its place says something else now';

/**
 * Handles the claims that an edited fact no longer replaces: each becomes current again, or past with the next
 * successor. The same for the fact's own claim. What it corrected on its claim stays corrected.
 */
export function free(draft: Draft, { id: edited }: Fact, freed: readonly string[], claim: Standing | null): void {
  const { view } = draft;
  const held = view.ledger.get(edited);
  const own = new Set([edited, ...(claim === null ? [] : putRightBy(draft, claim, edited))]);
  const staying = claim === null ? [] : stayingOn(draft, claim).filter((id) => !own.has(id));
  const next =
    staying.find((id) => claim && isBase(draft, claim, id)) ??
    staying[0] ??
    (held?.as === 'superseded' ? held.by : undefined);
  for (const id of freed.filter((one) => !own.has(one))) {
    const past = standingOf(draft, id);
    const isIts = past?.stand === 'past' && past.today !== null && isSupersededBy(draft, id, edited);
    if (isIts && !view.forgotten.has(id)) release(draft, past, next);
  }
  if (!freed.includes(edited) || claim === null || staying.length > 0) return;
  if (claim.stand === 'past') revive(draft, claim, edited);
  else if (claim.stand === 'side') for (const side of claim.sides) makePlain(draft, side, FREED, edited);
}

function release(draft: Draft, past: Standing, next: string | undefined): void {
  const follower = next === undefined ? null : standingOf(draft, next);
  const to =
    follower &&
    firstDay(
      follower.facts.filter((id) => past.facts.every((other) => isOlder(draft, other, id))),
      draft.view.factById,
    );
  if (next === undefined || !to) return revive(draft, past);
  past.held = heldUntil(past.held?.from ?? to, to);
  redecideBases(draft, past, 'superseded', { as: 'superseded', by: next, reason: FREED });
}

function revive(draft: Draft, past: Standing, except?: string): void {
  const bases = basesOf(draft, past);
  past.stand = 'current';
  past.held = null;
  for (const id of bases) if (id !== except) redecide(draft, id, { as: 'placed', page: past.page, reason: FREED });
}

/** Makes a side a plain claim again. */
function makePlain(draft: Draft, side: Standing, reason: string, except?: string): void {
  redecideBases(draft, side, 'conflict', { as: 'placed', reason }, except);
  [side.stand, side.sides] = ['current', []];
}

/** Redecides the claim's base facts whose disposition was `was`. */
function redecideBases(
  draft: Draft,
  claim: Standing,
  was: Choice['as'],
  { as, ...choice }: Omit<Choice, 'page'>,
  except?: string,
): void {
  for (const id of basesOf(draft, claim))
    if (id !== except && heldOf(draft, id)?.as === was) redecide(draft, id, { as, page: claim.page, ...choice });
}

/** Moves the claim to History, on the page of its successor if it may leave its own. */
export function toHistory(
  draft: Draft,
  claim: Standing,
  by: Fact,
  { page: wanted, reason }: { readonly page: string; readonly reason: string },
): void {
  const page = pastPage(draft, claim, { by, page: wanted });
  const bases = basesOf(draft, claim);
  const to = eventDay(by);
  const held = heldUntil(firstDay(claim.facts, draft.view.factById) ?? to, to);
  if (page !== claim.page)
    moveToPast(draft, claim, { page, held, reason }, (id) =>
      bases.includes(id) ? { as: 'superseded', by: by.id } : null,
    );
  else for (const id of bases) redecide(draft, id, { as: 'superseded', page, by: by.id, reason });
  claim.held = held;
  claim.stand = 'past';
  leaveCallout(draft, claim, 'what it contradicted was replaced');
}

/** Moves it to another page's History, with the past claims that it had replaced. */
function moveToPast(
  draft: Draft,
  claim: Standing,
  { page, held, reason }: Pick<Standing, 'page' | 'held' | 'reason'>,
  choose: (id: string) => Omit<Choice, 'reason'> | null,
): void {
  const { text, facts } = claim;
  const before = allOn(draft, claim.page).filter(
    (one) =>
      one !== claim && one.stand === 'past' && one.facts.some((id) => facts.includes(heldOf(draft, id)?.by ?? '')),
  );
  follow(draft, claim, page, reason, choose);
  bring(draft, { page, text, head: null, facts: takeAway(draft, claim, page), reason }, 'past', held);
  for (const one of before)
    if (mayLeave(draft, one)) moveToPast(draft, one, { page, held: one.held, reason }, () => null);
}

/**
 * The page for a claim that the fact `by` on `page` superseded: its own if an event ended it, or if it must not leave.
 */
export const pastPage = (
  draft: Draft,
  claim: Standing,
  { by, page }: { readonly by: Fact; readonly page: string },
): string => (isEvent(by) || !mayLeave(draft, claim) ? claim.page : page);

/**
 * Whether a claim may leave its page. Not a side of a callout, not if a person wrote around it or links to it, and not
 * if one of its facts is cited elsewhere or still undecided.
 */
function mayLeave(draft: Draft, { page, facts, stand, held, today }: Standing): boolean {
  const { view, left, edited, batch } = draft;
  const isOpen = (id: string): boolean =>
    left.has(id) || ((edited.has(id) || batch.unsaid.has(id)) && !draft.decisions.has(id));
  if (stand === 'side' || (stand === 'past' && held === null) || facts.some(isOpen)) return false;
  if (today === null) return true;
  const known = view.pages.get(page);
  const isOnlyHere = (id: string): boolean =>
    view.factById.has(id) &&
    !view.forgotten.has(id) &&
    view.citedOn.get(id)?.length === 1 &&
    known?.claims.filter((one) => one.facts.includes(id)).length === 1;
  return known !== undefined && isBareClaim(known.text, today.claim.line) && facts.every(isOnlyHere);
}

/** Updates the facts of a claim that moves; facts corrected within the claim stay so. */
export function follow(
  draft: Draft,
  claim: Standing,
  page: string,
  reason: string,
  choose: (id: string) => Omit<Choice, 'reason'> | null,
): void {
  for (const id of claim.facts) {
    const held = heldOf(draft, id);
    const chosen = isPutRight(draft, claim, id) ? null : choose(id);
    if (chosen !== null) redecide(draft, id, { ...chosen, page, reason });
    else if (held && claim.page !== page) redecide(draft, id, { ...choiceOf(held), page, reason });
  }
}

/** Removes the claim with its line; returns the facts that it cited. */
export function takeAway(draft: Draft, claim: Standing, to: string): readonly string[] {
  const { page, facts } = claim;
  const reason = 'it is elsewhere now';
  if (claim.today !== null) draft.edits.push({ kind: 'remove', page, claim: facts[0] ?? '', facts, reason });
  const known = facts.filter((id) => draft.view.citedOn.get(id)?.includes(page));
  if (page !== to && known.length > 0) draft.edits.push({ kind: 'unsource', page, facts: known, reason });
  for (const id of facts) takeOff(draft, claim, id);
  leaveCallout(draft, claim, 'what it contradicted stands elsewhere now');
  return facts;
}

/** If two sides remain, the other becomes a plain claim. */
export function leaveCallout(draft: Draft, claim: Standing, reason: string): void {
  const others = sidesAgainst(claim);
  claim.sides = [];
  const [last] = others;
  if (others.length === 1 && last) makePlain(draft, last, reason);
  else for (const other of others) other.sides = others;
}

/** Adds a footnote. If the claim now begins earlier, the previous one ends earlier. */
export function citeOn(draft: Draft, claim: Standing, of: string, fact: Fact, reason: string): void {
  const { page, held } = claim;
  const day = eventDay(fact);
  const began = claim.stand === 'past' ? held?.from : firstDay(claim.facts, draft.view.factById);
  if (claim.today !== null) draft.edits.push({ kind: 'cite', page, claim: of, facts: [fact.id], reason });
  const { facts } = claim;
  cite(draft, claim, fact.id);
  if (began === undefined || day >= began) return;
  if (held !== null) claim.held = { ...held, from: day };
  for (const before of allOn(draft, page)) {
    const ends =
      before !== claim &&
      before.stand === 'past' &&
      before.held?.to === began &&
      basesOf(draft, before).some((id) => facts.includes(heldOf(draft, id)?.by ?? ''));
    if (ends && before.held !== null) before.held = heldUntil(before.held.from, day);
  }
}

/** Ends the preceding claim where a late one begins. */
export function endAt(draft: Draft, fact: Fact, after: string, page: string, reason: string): void {
  const claim = standingOf(draft, after);
  const day = eventDay(fact);
  const isBefore =
    claim !== null &&
    claim.page === page &&
    claim.stand === 'past' &&
    claim.held !== null &&
    claim.held.from <= day &&
    isOlder(draft, after, fact.id) &&
    !claim.facts.some((id) => draft.view.apart(id, fact.id));
  if (!isBefore)
    return void draft.notices.add(`${fact.id} does not follow the claim of ${after}; the days of that stay`);
  claim.held = heldUntil(claim.held?.from ?? day, day);
  redecideBases(draft, claim, 'superseded', { as: 'superseded', by: fact.id, reason });
}

/**
 * Why a current claim must not be superseded, contradicted or reworded because of this fact; null if it may. `isNamed`:
 * the fact's line says that it supersedes it, which is a person's word.
 */
export function whyItStays(
  draft: Draft,
  claim: Standing,
  fact: Fact,
  { inOrder = true, isNamed = false }: { readonly inOrder?: boolean; readonly isNamed?: boolean } = {},
): string | null {
  const { view, isPagePath, left } = draft;
  const { facts, page } = claim;
  if (!isPagePath(page)) return `${page} is in no zone`;
  if (!isNamed && facts.some((id) => view.pinned.has(id))) return 'it is pinned';
  if (facts.some((id) => view.apart(id, fact.id))) return 'a person keeps them apart';
  if (inOrder && !facts.every((id) => isOlder(draft, id, fact.id))) return 'it is not older';
  if (facts.some((id) => view.forgotten.has(id))) return 'a fact on it was forgotten';
  if (!isRewordable(draft, claim)) return 'a person wrote part of its text';
  const bases = basesOf(draft, claim);
  if (bases.some((id) => left.has(id))) return 'it waits';
  const statements = new Set(bases.map((id) => normalForm(view.factById.get(id)?.text ?? '')));
  return statements.size > 1 ? 'it says more than that' : null;
}
