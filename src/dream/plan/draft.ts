// A plan in the making as one value: what was decided of each fact or why it waits, and the claims of the pages as
// they will be once the plan is carried out. Every function of this folder reads it, and changes it in place. Pure.
import { whatItLacks } from '../../language/specifics.ts';
import { factDigest } from '../../model/bytes.ts';
import type { LedgerLine } from '../../model/disposition.ts';
import { compareFacts, type Fact } from '../../model/fact.ts';
import type { Claim } from '../../model/page.ts';
import { defined } from '../../model/json.ts';
import type { Change, Decision, Left, PlannedReview, Update } from '../../model/plan.ts';
import { parseCallout } from '../../page/conflict.ts';
import { pendingIds } from '../../vault/pending.ts';
import type { PlanInput } from '../engine.ts';

/** `side`: one of the claims of a callout. */
export type Stand = 'current' | 'side' | 'past';

/** One statement on a page, as it will be. */
export interface Standing {
  readonly page: string;
  readonly head: string | null;
  /** As the page has it today; null for one that the plan brings. */
  readonly today: (Pick<Standing, 'stand' | 'held' | 'facts'> & { readonly claim: Claim }) | null;
  /** Why the plan brings it. */
  readonly reason: string;
  /** Of one that the plan brings: a fact whose claim, in a section of a person's own, it takes the place of. */
  readonly beside?: string;
  text: string;
  facts: readonly string[];
  stand: Stand;
  /** Of a past one: the local days from which and to which it held; null where they cannot be read. */
  held: Claim['held'];
  /** The sides of its callout, itself among them; empty for any other. */
  sides: readonly Standing[];
}

export interface Draft extends PlanInput {
  readonly decisions: Map<string, Decision>;
  readonly left: Map<string, Left>;
  readonly notices: Set<string>;
  /** Words and footnotes of claims that are on pages already. */
  readonly edits: Change[];
  /** By page the facts whose citations go. */
  readonly off: Map<string, Set<string>>;
  readonly updates: Update[];
  /** Pairs about which nobody is asked, and that are not to be looked at again; by id. */
  readonly settledPairs: Map<string, PlannedReview>;
  /** Claims that stand today, by page; of the pages that were looked at. */
  readonly standing: Map<string, Standing[]>;
  /** Claims that the plan brings. */
  readonly brought: Standing[];
  /** The claim that the plan brings for a fact, or on which it sets it. */
  readonly broughtFor: Map<string, Standing>;
  /** Claims of facts that came off another, or were kept off one; by page, words and fields. */
  readonly alone: Map<string, Standing>;
  /** Facts of the batch, and those of them whose line is new or was edited. */
  readonly own: ReadonlySet<string>;
  readonly edited: ReadonlySet<string>;
}

export function startDraft(input: PlanInput): Draft {
  return {
    ...input,
    decisions: new Map(),
    left: new Map(),
    notices: new Set(),
    edits: [],
    off: new Map(),
    updates: [],
    settledPairs: new Map(),
    standing: new Map(),
    brought: [],
    broughtFor: new Map(),
    alone: new Map(),
    own: pendingIds(input.batch),
    edited: new Set(input.batch.facts.map(({ id }) => id)),
  };
}

// What becomes of each fact: one decision, or a reason to wait, and never two.

export type Choice = Pick<Decision, 'as' | 'page' | 'of' | 'by' | 'with' | 'reason'>;

type Decided = Pick<Choice, 'as'> & { readonly [key in 'page' | 'of' | 'by' | 'with']?: string | undefined };

/** What was decided, and no more of its line. */
export function choiceOf({ as, page, of, by, with: other }: Decided): Omit<Choice, 'reason'> {
  return { as, ...defined({ page, of, by, with: other }) };
}

/** What comes of one fact: a decision, with what else is done once it holds; or a reason to wait. */
export type Outcome =
  | Omit<Left, 'fact'>
  | {
      readonly choice: Choice;
      readonly effect?: () => void;
      /** A hand, a merge or memvault itself decided it, and no engine: what a person undid does not hold it back. */
      readonly isGiven?: boolean;
      /** It was decided before, and the same becomes of these. */
      readonly along?: readonly string[];
    };

/** So many failures of its own, and a fact is quarantined. */
const MAX_FAILURES = 3;

/** A failure of the fact's own. `kept`: the reason as the ledger may keep it, where the other quotes an engine. */
export function failed({ failures, view }: Draft, fact: Fact, reason: string, kept = reason): Outcome {
  const count = (failures.get(fact.id) ?? 0) + 1;
  // What a page cites is not quarantined: it stands there already, and a page must hold what the ledger says.
  if (count >= MAX_FAILURES && !view.citedOn.has(fact.id))
    return { choice: { as: 'quarantined', reason: `failed ${count} times: ${kept}` }, isGiven: true };
  const stays = view.ledger.get(fact.id)?.as === 'quarantined' ? '; it stays quarantined' : '';
  return { reason: `${reason}${stays}`, why: 'own' };
}

/** A reason to wait, where one of these pages must not be touched now. */
export function waitFor({ closed }: Draft, ...pages: readonly string[]): Outcome | undefined {
  const reason = pages.map((page) => closed.get(page)).find((why) => why !== undefined);
  return reason === undefined ? undefined : { reason, why: 'page' };
}

/** Records the outcome, and does what follows from it. What repeats a decision that a person undid waits. */
export function record(draft: Draft, fact: Fact, outcome: Outcome): void {
  const { id, day } = fact;
  if ('why' in outcome) return void draft.left.set(id, { fact: id, reason: outcome.reason, why: outcome.why });
  const { choice, effect, isGiven = false, along } = outcome;
  const facts = [fact, ...(along ?? []).flatMap((one) => draft.view.factById.get(one) ?? [])];
  const undone = isGiven ? undefined : facts.map((one) => undoneBefore(draft, one, choice)).find((line) => line);
  if (undone)
    return record(draft, fact, { reason: `${undone.run} decided the same, and it was undone`, why: 'undone' });
  effect?.();
  const isDecided = draft.decisions.has(id);
  if (along === undefined) {
    if (isDecided) throw new Error(`two dispositions for ${id}`);
    put(draft, id, { day, digest: factDigest(fact) }, choice);
  } else if (!isDecided || heldOf(draft, id)?.as !== choice.as) redecide(draft, id, choice);
}

/** The line that decided the same of the fact, and was taken back. */
export function undoneBefore(draft: Draft, fact: Fact, choice: Choice): LedgerLine | undefined {
  const digest = factDigest(fact);
  return draft.undone.get(fact.id)?.find((line) => line.digest === digest && repeats(draft, choice, line));
}

/**
 * What was replaced or contradicted by a fact of the same run is not placed alone while that one waits, or beside it
 * on the same page: that is half of what was undone.
 */
function repeats({ view, decisions, own }: Draft, choice: Choice, line: LedgerLine): boolean {
  if (line.page !== choice.page) return false;
  if (line.as === choice.as && line.of === choice.of && line.by === choice.by && line.with === choice.with) return true;
  const other = line.as === 'superseded' ? line.by : line.as === 'conflict' ? line.with : undefined;
  if (other === undefined || choice.as !== 'placed') return false;
  if (!view.ledgerRead.lines.some(({ fact, run }) => fact === other && run === line.run)) return false;
  const decided = decisions.get(other);
  return decided ? decided.page === line.page : own.has(other) || view.ledger.get(other)?.page === line.page;
}

/**
 * What becomes of a fact because another was decided: its own decision of before, of this plan or the ledger, holds
 * no more.
 */
export function redecide(draft: Draft, id: string, choice: Choice): void {
  const { factById, ledger } = draft.view;
  const [decided, held, fact] = [draft.decisions.get(id), ledger.get(id), factById.get(id)];
  const day = fact?.day ?? held?.day;
  // An edited line stays noticed: its digest is the one that was decided.
  const digest = decided?.digest ?? held?.digest ?? (fact && factDigest(fact));
  if (day !== undefined && digest !== undefined && !draft.left.has(id)) put(draft, id, { day, digest }, choice);
}

function put(
  { view, proposals, engine, own, decisions }: Draft,
  fact: string,
  { day, digest }: Pick<Decision, 'day' | 'digest'>,
  choice: Choice,
): void {
  const by = proposals.by?.[fact];
  decisions.set(fact, {
    fact,
    day,
    ...choice,
    digest,
    ...defined({
      again: view.ledger.get(fact)?.undoes,
      beside: own.has(fact) ? undefined : true,
      engine: by === engine ? undefined : by,
    }),
  });
}

/** What holds of a fact now: what this plan says, else the ledger. */
export function heldOf({ decisions, view }: Draft, fact: string): Decision | LedgerLine | undefined {
  return decisions.get(fact) ?? view.ledger.get(fact);
}

// The claims of the pages as they will be.

/** Where a fact stands, or will: null where no page cites it. */
export function standingOf(draft: Draft, fact: string): Standing | null {
  const page = pageCiting(draft, fact);
  return draft.broughtFor.get(fact) ?? (page === null ? null : (citing(draft, page, fact) ?? null));
}

/** The first on that page that will cite the fact, of those that stand there today. */
export function citing(draft: Draft, page: string, fact: string): Standing | undefined {
  return standingOn(draft, page).find(({ facts }) => facts.includes(fact));
}

function standingOn({ standing, view }: Draft, page: string): Standing[] {
  const known = standing.get(page) ?? (view.pages.get(page)?.claims ?? []).flatMap(standingsOf);
  standing.set(page, known);
  return known;
}

function standingsOf(claim: Claim): readonly Standing[] {
  const { page, head, held, facts, past } = claim;
  const stands = (text: string, cited: readonly string[], stand: Stand): Standing => {
    const today = { claim, stand, held: stand === 'side' ? null : held, facts: cited };
    return { page, head, text, facts: cited, stand, held: today.held, sides: [], reason: '', today };
  };
  if (claim.sides.length === 0) return [stands(claim.text, facts, past ? 'past' : 'current')];
  // A footnote that a person set behind the last side is that side's.
  const inSides = new Set(claim.sides.flatMap((side) => side.facts));
  const rest = facts.filter((fact) => !inSides.has(fact));
  const sides = claim.sides.map((side, index) =>
    stands(side.text, index === claim.sides.length - 1 ? [...side.facts, ...rest] : side.facts, 'side'),
  );
  for (const side of sides) side.sides = sides;
  return sides;
}

/** A fact by which a claim is found on its page: one that it cites today, and that no claim above it does. */
export function nameOf(draft: Draft, claim: Standing): string {
  const today = claim.today?.facts.filter((fact) => claim.facts.includes(fact)) ?? [];
  return today.find((fact) => citing(draft, claim.page, fact) === claim) ?? today[0] ?? claim.facts[0] ?? '';
}

/** Its own page where that cites it; a copy that somebody made elsewhere comes second. */
export function pageCiting({ view, batch }: Draft, id: string): string | null {
  const pages = view.citedOn.get(id) ?? [];
  const home = batch.doubled.get(id)?.home ?? view.ledger.get(id)?.page ?? '';
  return pages.includes(home) ? home : (pages[0] ?? null);
}

/** All of the pages that were looked at, then those that the plan brings. */
export function allStanding({ standing, brought }: Draft): Standing[] {
  return [...[...standing.values()].flat(), ...brought];
}

export function allOn(draft: Draft, page: string): Standing[] {
  return [...standingOn(draft, page), ...draft.brought.filter((one) => one.page === page)];
}

type Fresh = Pick<Standing, 'page' | 'head' | 'text' | 'facts' | 'reason' | 'beside'>;

export function bring(draft: Draft, fresh: Fresh, stand: Stand, held: Standing['held'] = null): Standing {
  const standing: Standing = { ...fresh, today: null, stand, held, sides: [] };
  draft.brought.push(standing);
  for (const fact of fresh.facts) draft.broughtFor.set(fact, standing);
  return standing;
}

export function cite({ broughtFor }: Draft, standing: Standing, fact: string): void {
  if (standing.facts.includes(fact)) return;
  standing.facts = [...standing.facts, fact];
  broughtFor.set(fact, standing);
}

export function takeOff({ broughtFor }: Draft, standing: Standing, fact: string): void {
  if (broughtFor.get(fact) === standing) broughtFor.delete(fact);
  standing.facts = standing.facts.filter((id) => id !== fact);
}

/** A callout of both; one more side where the first is one. */
export function join(standing: Standing, side: Standing): void {
  const sides = [...(standing.sides.length === 0 ? [standing] : standing.sides), side];
  for (const one of sides) [one.sides, one.stand] = [sides, 'side'];
}

/** The other sides of its callout. */
export const sidesAgainst = (claim: Standing): Standing[] => claim.sides.filter((side) => side !== claim);

/**
 * Only an item of a list, or a side of a callout, is memvault's to reword or to move; a paragraph or a quote holds a
 * person's words too.
 */
export function isRewordable({ view }: Draft, { page, today }: Standing): boolean {
  if (today === null || today.claim.sides.length > 0) return true;
  const line = view.pages.get(page)?.text.split('\n')[today.claim.line - 1] ?? '';
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line) || parseCallout(line) !== null;
}

/** Did the first happen before the second? What is not in a log any more did. */
export function isOlder({ view }: Draft, first: string, second: string): boolean {
  const [a, b] = [first, second].map((id) => view.factById.get(id));
  return b !== undefined && (a === undefined || compareFacts(a, b) < 0);
}

// The facts of a claim, and what each is to it.

/**
 * Does the claim stand for this fact first of all? Not for one that says the same, nor for one that a later fact on
 * it put right.
 */
export function isBase(draft: Draft, claim: Standing, id: string): boolean {
  const as = heldOf(draft, id)?.as;
  return as === 'placed' || as === 'conflict' || (as === 'superseded' && !isPutRight(draft, claim, id));
}

/** Those that the claim stands for: it goes where they go, and the duplicates with them. */
export function basesOf(draft: Draft, claim: Standing): readonly [string, ...string[]] {
  const [first, ...others] = claim.facts.filter((id) => isBase(draft, claim, id));
  return first === undefined ? [claim.facts[0] ?? ''] : [first, ...others];
}

/** Was the fact replaced by another that the same claim cites? */
export function isPutRight(draft: Draft, claim: Standing, id: string): boolean {
  const held = heldOf(draft, id);
  return held?.as === 'superseded' && held.by !== undefined && claim.facts.includes(held.by);
}

/** What the claim cites that this fact put right, and what those did before. */
export function putRightBy(draft: Draft, { facts }: Standing, fact: string): string[] {
  const chain = new Set([fact]);
  for (const by of chain) for (const id of facts) if (isSupersededBy(draft, id, by)) chain.add(id);
  return [...chain].slice(1);
}

export function isSupersededBy(draft: Draft, id: string, by: string): boolean {
  const held = heldOf(draft, id);
  return held?.as === 'superseded' && held.by === by;
}

/** The engine's wording where it keeps what is specific in the fact, else the fact's own words. */
export function wordingOf({ notices }: Draft, fact: Fact, wording: string | undefined): string {
  if (wording === undefined || wording.trim() === '') return fact.text;
  const lacks = whatItLacks(fact.text, wording);
  if (lacks === null) return wording;
  notices.add(`the wording for ${fact.id} ${lacks}; the fact's own words are used`);
  return fact.text;
}
