// The claims as the rules know them, in their own words and those of their facts. Found by what they say: equal words,
// the same single-valued slot, or its negation.
import { formKey, plainNegation, statementKey } from '../../../language/slots/compare.ts';
import { parseSlot, parseTurn } from '../../../language/slots/parse-slot.ts';
import type { Judged, Slot } from '../../../language/slots/slots.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { compareFacts, type Fact } from '../../../model/fact.ts';
import { type Claim, isHistory } from '../../../model/page.ts';
import type { View } from '../../../vault/view.ts';
import type { Near } from './near.ts';
import { placeIn, type Standing } from './timeline.ts';

export interface KnownClaim {
  /** The fact that identifies it in a proposal. */
  readonly fact: string;
  /** The facts that it cites, in chronological order. Never empty. */
  readonly facts: Fact[];
  readonly page: string;
  readonly text: string;
  /** Statements equal to it, or to one of the facts it stands for, have one of these keys. */
  readonly keys: readonly string[];
  readonly standing: Standing;
  /** In History: the fact that replaced it, if known. */
  readonly by: string | null;
  readonly sense: Sense;
}

/** What a statement means to the rules. */
export interface Sense {
  readonly judged: Judged;
  readonly slot: Slot | null;
  /** The key of the slot that this event changes; null for none. The event itself is not a value of the slot. */
  readonly turn: string | null;
  /** The key of what it affirms or negates; null if it does neither in a plain form. */
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

  /** `near` is told of each claim that is added, changed or removed, so that it finds exactly these. */
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
    // A claim that moved may have been added on its new page before it is removed from the old one.
    if (!this.byFact.has(claim.fact)) this.near.forget(claim);
  }

  replace(claim: KnownClaim, by: Partial<KnownClaim>): KnownClaim {
    const changed = { ...claim, ...by };
    this.remove(claim);
    this.add(changed);
    return changed;
  }

  /** Adds a fact to a claim. */
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

  /** All claims that may be about the same thing, each once. */
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

/** The lookup keys of a claim. */
function placesOf({ keys, sense: { slot, turn, form } }: KnownClaim): string[] {
  const places = keys.map((key) => `key ${key}`);
  if (slot) places.push(`slot ${slot.key}`);
  if (turn !== null) places.push(`turn ${turn}`);
  if (form !== null) places.push(`form ${form}`);
  return places;
}

/**
 * The name of a claim in a proposal: its usual fact, unless that is on the other side of the new fact in time than
 * `nearest`.
 */
export function nameBeside({ fact, facts }: KnownClaim, nearest: Fact, newcomer: Fact): string {
  const own = facts.find(({ id }) => id === fact);
  return own !== undefined && compareFacts(own, newcomer) > 0 === compareFacts(nearest, newcomer) > 0
    ? fact
    : nearest.id;
}

/**
 * What the rules find in facts. Pages are learned again whenever a batch changed them, so each answer should be cached.
 */
export interface Findings {
  /** A fact's words as they appear on a page. */
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
 * A claim as the rules know it. Sides of a callout are separate claims, and so are facts in `edited`, which have new
 * words.
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
  // A fact that another one on the claim corrected is no longer said.
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

/** A reworded claim means what it says, not what its fact's `value` field says. */
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
