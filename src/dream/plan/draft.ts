// A plan in progress as one value: each fact's decision or reason to wait, and the claims as they will be. Every
// function of this folder reads it, and changes it in place. Pure.
import { whatItLacks } from '../../language/specifics.ts';
import { factDigest } from '../../model/bytes.ts';
import type { LedgerLine } from '../../model/disposition.ts';
import { compareFacts, type Fact, supersededAmong } from '../../model/fact.ts';
import type { Claim } from '../../model/page.ts';
import { defined } from '../../model/json.ts';
import type { Change, Decision, Left, PlannedReview, Update } from '../../model/plan.ts';
import { parseCallout } from '../../page/conflict.ts';
import { pendingIds } from '../../vault/pending.ts';
import type { PlanInput } from '../engine.ts';

/** `side`: one of the claims of a callout. */
export type Stand = 'current' | 'side' | 'past';

/** One future statement on a page. */
export interface Standing {
  readonly page: string;
  readonly head: string | null;
  /** Its current state on the page; null for a new claim. */
  readonly today: (Pick<Standing, 'stand' | 'held' | 'facts'> & { readonly claim: Claim }) | null;
  /** Why the plan adds it. */
  readonly reason: string;
  /** For a new claim: a fact of the claim that it goes before, such as the one that it replaces. */
  readonly beside?: string;
  text: string;
  facts: readonly string[];
  stand: Stand;
  /** For a past claim: the local days from and to which it held; null if unreadable. */
  held: Claim['held'];
  /** The sides of its callout, including itself; empty otherwise. */
  sides: readonly Standing[];
}

export interface Draft extends PlanInput {
  readonly decisions: Map<string, Decision>;
  readonly left: Map<string, Left>;
  readonly notices: Set<string>;
  /** Changes to the words and footnotes of existing claims. */
  readonly edits: Change[];
  /** By page, the facts whose citations are removed. */
  readonly off: Map<string, Set<string>>;
  readonly updates: Update[];
  /** Pairs that must not be asked or looked at again, by id. */
  readonly settledPairs: Map<string, PlannedReview>;
  /** Existing claims by page, for the pages examined. */
  readonly standing: Map<string, Standing[]>;
  /** New claims. */
  readonly brought: Standing[];
  /** By fact, the claim that the plan adds for it or cites it on. */
  readonly broughtFor: Map<string, Standing>;
  /** `own`: the batch's facts; `edited`: those whose line is new or edited. */
  readonly own: ReadonlySet<string>;
  readonly edited: ReadonlySet<string>;
  /** The facts that a fact's line says it supersedes. */
  readonly namedBy: (fact: string) => readonly string[];
}

export function startDraft(input: PlanInput): Draft {
  const { facts, factById } = input.view;
  const namedBy = supersededAmong(facts);
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
    own: pendingIds(input.batch),
    edited: new Set(input.batch.facts.map(({ id }) => id)),
    namedBy: (fact) => namedBy(factById.get(fact) ?? { id: fact, fields: {} }),
  };
}

// The disposition of each fact: exactly one decision or one reason to wait.

export type Choice = Pick<Decision, 'as' | 'page' | 'of' | 'by' | 'with' | 'reason'>;

type Decided = Pick<Choice, 'as'> & { readonly [key in 'page' | 'of' | 'by' | 'with']?: string | undefined };

/** The decision without the other fields of its line. */
export function choiceOf({ as, page, of, by, with: other }: Decided): Omit<Choice, 'reason'> {
  return { as, ...defined({ page, of, by, with: other }) };
}

/** The outcome for a fact: a decision, with its effect on the draft; or a reason to wait. */
export type Outcome =
  | Omit<Left, 'fact'>
  | {
      readonly choice: Choice;
      readonly effect?: () => void;
      /** Decided by hand, by a merge or by memvault itself, not by an engine, so an earlier undo does not block it. */
      readonly isGiven?: boolean;
      /** It was decided before, and these facts get the same decision. */
      readonly along?: readonly string[];
    };

/** The number of its own failures after which a fact is quarantined. */
const MAX_FAILURES = 3;

/** Records a failure of the fact itself. `kept`: the reason for the ledger, if `reason` quotes an engine. */
export function failed({ failures, view }: Draft, fact: Fact, reason: string, kept = reason): Outcome {
  const count = (failures.get(fact.id) ?? 0) + 1;
  // A cited fact is not quarantined, because the page must agree with the ledger.
  if (count >= MAX_FAILURES && !view.citedOn.has(fact.id))
    return { choice: { as: 'quarantined', reason: `failed ${count} times: ${kept}` }, isGiven: true };
  const stays = view.ledger.get(fact.id)?.as === 'quarantined' ? '; it stays quarantined' : '';
  return { reason: `${reason}${stays}`, why: 'own' };
}

/** A reason to wait if one of these pages must not be changed now. */
export function waitFor({ closed }: Draft, ...pages: readonly string[]): Outcome | undefined {
  const reason = pages.map((page) => closed.get(page)).find((why) => why !== undefined);
  return reason === undefined ? undefined : { reason, why: 'page' };
}

/** Records an outcome and applies its effect. A decision that a person undid is not repeated; the fact waits. */
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

/** The ledger line with the same decision about the fact that was undone. */
export function undoneBefore(draft: Draft, fact: Fact, choice: Choice): LedgerLine | undefined {
  const digest = factDigest(fact);
  return draft.undone.get(fact.id)?.find((line) => line.digest === digest && repeats(draft, choice, line));
}

/**
 * Whether the choice repeats an undone decision, or half of one: placing a fact alone that another of the same run
 * superseded or contradicted, while that one waits or is on the same page.
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

/** Changes a fact's earlier decision, of this plan or the ledger, because another fact was decided. */
export function redecide(draft: Draft, id: string, choice: Choice): void {
  const { factById, ledger } = draft.view;
  const [decided, held, fact] = [draft.decisions.get(id), ledger.get(id), factById.get(id)];
  const day = fact?.day ?? held?.day;
  // Keeps the digest of the decision, so that an edited line is still noticed.
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

/** The fact's current decision: in this plan, else in the ledger. */
export function heldOf({ decisions, view }: Draft, fact: string): Decision | LedgerLine | undefined {
  return decisions.get(fact) ?? view.ledger.get(fact);
}

// The future claims of pages.

/** The fact's future claim; null if no page cites it. */
export function standingOf(draft: Draft, fact: string): Standing | null {
  const page = pageCiting(draft, fact);
  return draft.broughtFor.get(fact) ?? (page === null ? null : (citing(draft, page, fact) ?? null));
}

/** The first existing claim on that page that will cite the fact. */
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
  // A footnote after the last side belongs to that side.
  const inSides = new Set(claim.sides.flatMap((side) => side.facts));
  const rest = facts.filter((fact) => !inSides.has(fact));
  const sides = claim.sides.map((side, index) =>
    stands(side.text, index === claim.sides.length - 1 ? [...side.facts, ...rest] : side.facts, 'side'),
  );
  for (const side of sides) side.sides = sides;
  return sides;
}

/** A fact that identifies a claim on its page: cited today, and not by an earlier claim. */
export function nameOf(draft: Draft, claim: Standing): string {
  const today = claim.today?.facts.filter((fact) => claim.facts.includes(fact)) ?? [];
  return today.find((fact) => citing(draft, claim.page, fact) === claim) ?? today[0] ?? claim.facts[0] ?? '';
}

/** The fact's home page if that cites it, else the first page that does. */
export function pageCiting({ view, batch }: Draft, id: string): string | null {
  const pages = view.citedOn.get(id) ?? [];
  const home = batch.doubled.get(id)?.home ?? view.ledger.get(id)?.page ?? '';
  return pages.includes(home) ? home : (pages[0] ?? null);
}

/** Existing claims of the examined pages, then the new ones. */
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

/** Makes a callout of both, or adds a side to an existing one. */
export function join(standing: Standing, side: Standing): void {
  const sides = [...(standing.sides.length === 0 ? [standing] : standing.sides), side];
  for (const one of sides) [one.sides, one.stand] = [sides, 'side'];
}

/** The other sides of its callout. */
export const sidesAgainst = (claim: Standing): Standing[] => claim.sides.filter((side) => side !== claim);

/**
 * Only list items and sides of callouts are memvault's to reword or move; paragraphs and quotes contain a person's
 * words.
 */
export function isRewordable({ view }: Draft, { page, today }: Standing): boolean {
  if (today === null || today.claim.sides.length > 0) return true;
  const line = view.pages.get(page)?.text.split('\n')[today.claim.line - 1] ?? '';
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line) || parseCallout(line) !== null;
}

/** Whether the first is older than the second. Facts no longer in a log are older. */
export function isOlder({ view }: Draft, first: string, second: string): boolean {
  const [a, b] = [first, second].map((id) => view.factById.get(id));
  return b !== undefined && (a === undefined || compareFacts(a, b) < 0);
}

// The facts of a claim, and their roles.

/**
 * Whether the claim represents this fact: not for a duplicate, nor for a fact corrected by a later one on the same
 * claim.
 */
export function isBase(draft: Draft, claim: Standing, id: string): boolean {
  const as = heldOf(draft, id)?.as;
  return as === 'placed' || as === 'conflict' || (as === 'superseded' && !isPutRight(draft, claim, id));
}

/** The facts that the claim represents. It moves with them, and so do the duplicates. */
export function basesOf(draft: Draft, claim: Standing): readonly [string, ...string[]] {
  const [first, ...others] = claim.facts.filter((id) => isBase(draft, claim, id));
  return first === undefined ? [claim.facts[0] ?? ''] : [first, ...others];
}

/** Whether the fact was superseded by another on the same claim. */
export function isPutRight(draft: Draft, claim: Standing, id: string): boolean {
  const held = heldOf(draft, id);
  return held?.as === 'superseded' && held.by !== undefined && claim.facts.includes(held.by);
}

/** The facts on the claim that this one corrected, directly or through others. */
export function putRightBy(draft: Draft, { facts }: Standing, fact: string): string[] {
  const chain = new Set([fact]);
  for (const by of chain) for (const id of facts) if (isSupersededBy(draft, id, by)) chain.add(id);
  return [...chain].slice(1);
}

export function isSupersededBy(draft: Draft, id: string, by: string): boolean {
  const held = heldOf(draft, id);
  return held?.as === 'superseded' && held.by === by;
}

/** The engine's wording if it keeps the fact's specifics, else the fact's own words. */
export function wordingOf({ notices }: Draft, fact: Fact, wording: string | undefined): string {
  if (wording === undefined || wording.trim() === '') return fact.text;
  const lacks = whatItLacks(fact.text, wording);
  if (lacks === null) return wording;
  notices.add(`the wording for ${fact.id} ${lacks}; the fact's own words are used`);
  return fact.text;
}
