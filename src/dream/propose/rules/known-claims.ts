// The claims that the rules know, in their own words and in those of the facts that they cite, found by what they
// say: in equal words, of one thing that has one value, or denying it.
import { formKey, plainNegation, statementKey } from '../../../language/slots/equal.ts';
import { parseSlot, parseTurn } from '../../../language/slots/parse-slot.ts';
import type { Judged, Slot } from '../../../language/slots/slots.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { compareFacts, type Fact } from '../../../model/fact.ts';
import { type Claim, isHistory } from '../../../model/page.ts';
import type { View } from '../../../vault/view.ts';
import type { Near } from './near.ts';
import { placeIn, type Standing } from './timeline.ts';

export interface KnownClaim {
  /** The fact that stands for it in a proposal. */
  readonly fact: string;
  /** The facts that it cites, in the order in which they happened. Never empty. */
  readonly facts: Fact[];
  readonly page: string;
  readonly text: string;
  /** Statements that are equal to it, or to one of its facts that it stands for, have one of these. */
  readonly keys: readonly string[];
  readonly standing: Standing;
  /** In History: the fact that took its place, where it is known. */
  readonly by: string | null;
  readonly sense: Sense;
}

/** What a statement says to the rules. */
export interface Sense {
  readonly judged: Judged;
  readonly slot: Slot | null;
  /** The key of the slot that is otherwise from an event on; null for none. The event is no value of it itself. */
  readonly turn: string | null;
  /** The key of what it says or denies; null where it does so in no plain way. */
  readonly form: string | null;
  readonly denies: boolean;
}

export function senseOf(judged: Judged): Sense {
  const slot = parseSlot(judged);
  const denial = plainNegation(judged.text);
  return {
    judged,
    slot,
    turn: parseTurn(judged)?.key ?? null,
    form: denial && formKey(denial.form, judged.text, judged),
    denies: denial?.negated ?? false,
  };
}

export class KnownClaims {
  private readonly places = new Map<string, KnownClaim[]>();
  private readonly byFact = new Map<string, KnownClaim>();
  private readonly near: Pick<Near, 'learn' | 'forget'>;

  /** `near` hears of each claim that comes, changes or goes, so that it finds just those that are here. */
  constructor(near: Pick<Near, 'learn' | 'forget'>) {
    this.near = near;
  }

  add(claim: KnownClaim): void {
    for (const place of placesOf(claim)) {
      const list = this.places.get(place);
      if (list) list.push(claim);
      else this.places.set(place, [claim]);
    }
    for (const { id } of claim.facts) this.byFact.set(id, claim);
    this.near.learn(claim);
  }

  remove(claim: KnownClaim): void {
    for (const place of placesOf(claim)) {
      const rest = this.at(place).filter((one) => one !== claim);
      if (rest.length > 0) this.places.set(place, rest);
      else this.places.delete(place);
    }
    for (const { id } of claim.facts) if (this.byFact.get(id) === claim) this.byFact.delete(id);
    this.near.forget(claim);
  }

  replace(claim: KnownClaim, by: Partial<KnownClaim>): KnownClaim {
    const changed = { ...claim, ...by };
    this.remove(claim);
    this.add(changed);
    return changed;
  }

  /** One more fact on a claim. */
  cite(claim: KnownClaim, fact: Fact): void {
    claim.facts.splice(placeIn(claim.facts, fact), 0, fact);
    this.byFact.set(fact.id, claim);
    this.near.learn(claim);
  }

  equal(key: string): readonly KnownClaim[] {
    return this.at(`key ${key}`);
  }

  citing(fact: string): KnownClaim | null {
    return this.byFact.get(fact) ?? null;
  }

  inSlot(key: string): readonly KnownClaim[] {
    return this.at(`slot ${key}`);
  }

  /** All that could speak of the same thing, each once. */
  about(key: string, { slot, turn, form }: Sense): KnownClaim[] {
    const places = [`key ${key}`];
    if (slot) places.push(`slot ${slot.key}`, `turn ${slot.key}`);
    if (turn !== null) places.push(`slot ${turn}`);
    if (form !== null) places.push(`form ${form}`);
    return [...new Set(places.flatMap((place) => this.at(place)))];
  }

  private at(place: string): readonly KnownClaim[] {
    return this.places.get(place) ?? [];
  }
}

/** By what a claim is found. */
function placesOf({ keys, sense: { slot, turn, form } }: KnownClaim): string[] {
  const places = keys.map((key) => `key ${key}`);
  if (slot) places.push(`slot ${slot.key}`);
  if (turn !== null) places.push(`turn ${turn}`);
  if (form !== null) places.push(`form ${form}`);
  return places;
}

/**
 * The fact that stands for a claim names it, unless that one lies on the other side of a new fact than `nearest`, a
 * fact of it.
 */
export function nameBeside({ fact, facts }: KnownClaim, nearest: Fact, newcomer: Fact): string {
  const own = facts.find(({ id }) => id === fact);
  return own !== undefined && compareFacts(own, newcomer) > 0 === compareFacts(nearest, newcomer) > 0
    ? fact
    : nearest.id;
}

/**
 * What the rules find in facts. Pages are learned anew with every batch that changed them, so each answer should be
 * found once.
 */
export interface Findings {
  /** A fact's words as they stand on a page. */
  wordingOf(fact: Fact): string;
  keyOf(fact: Fact): string;
  senseOf(fact: Fact): Sense;
}

/** A claim of one fact, in its own words. */
export const claimOf = (
  fact: Fact,
  { wordingOf, keyOf, senseOf }: Findings,
  where: Pick<KnownClaim, 'page' | 'standing' | 'by'>,
): KnownClaim => ({
  fact: fact.id,
  facts: [fact],
  text: wordingOf(fact),
  keys: [keyOf(fact)],
  sense: senseOf(fact),
  ...where,
});

/**
 * The claim as the rules know it; each side of a callout by itself, and each fact of `edited`, which takes its new
 * words along.
 */
export function readClaims(
  claim: Claim,
  view: Pick<View, 'factById' | 'ledger'>,
  edited: ReadonlySet<string>,
  findings: Findings,
): KnownClaim[] {
  if (claim.sides.length > 0)
    return claim.sides.flatMap(({ text, facts }) =>
      readClaim({ page: claim.page, text, facts }, 'side', view, edited, findings),
    );
  return readClaim(claim, isHistory(claim) ? 'past' : 'current', view, edited, findings);
}

function readClaim(
  { page, text, facts }: Pick<Claim, 'page' | 'text' | 'facts'>,
  standing: Standing,
  { factById, ledger }: Pick<View, 'factById' | 'ledger'>,
  edited: ReadonlySet<string>,
  findings: Findings,
): KnownClaim[] {
  const known = facts.flatMap((id) => factById.get(id) ?? []);
  const by =
    standing === 'past' ? (facts.map((id) => ledger.get(id)?.by).find((id) => id !== undefined) ?? null) : null;
  const staying = known.filter(({ id }) => !edited.has(id));
  const [first] = staying;
  const moving = known
    .filter(({ id }) => edited.has(id))
    .map((fact) => claimOf(fact, findings, { page, standing, by }));
  if (!first) return moving;
  const isOwn = text === findings.wordingOf(first) || text === first.text;
  // What another fact on it put right it does not say.
  const isPutRight = ({ id }: Fact): boolean =>
    ledger.get(id)?.as === 'superseded' && facts.includes(ledger.get(id)?.by ?? '');
  const said = staying.filter(
    (fact) =>
      !isPutRight(fact) &&
      ((isOwn && fact === first) ||
        text === findings.wordingOf(fact) ||
        missingSpecifics(fact.text, text).length === 0),
  );
  const keys = [isOwn ? findings.keyOf(first) : statementKey(text, first), ...said.map(findings.keyOf)];
  const sense = mostTelling([
    isOwn ? findings.senseOf(first) : senseOfWords(text, first),
    ...said.map(findings.senseOf),
  ]);
  return [
    {
      fact: first.id,
      facts: [...staying].sort(compareFacts),
      page,
      text,
      keys: [...new Set(keys)],
      standing,
      by,
      sense,
    },
    ...moving,
  ];
}

/** A reworded claim means what it says now, whatever the value in its fact's fields. */
function senseOfWords(text: string, fact: Fact): Sense {
  const {
    category,
    day,
    fields: { value: _value, ...fields },
  } = fact;
  return senseOf({ text, fields, category, day });
}

function mostTelling(senses: readonly Sense[]): Sense {
  const [own] = senses;
  if (!own) throw new Error('a claim without a sense');
  if (own.slot !== null) return own;
  return (
    senses.find(({ slot }) => slot !== null) ?? senses.find(({ form, turn }) => form !== null || turn !== null) ?? own
  );
}
