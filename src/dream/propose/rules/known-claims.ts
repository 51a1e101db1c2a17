// The claims that the rules know, found by what they say: in equal words, of one thing that has one value, or denied.
// Of those on pages and of those that a batch brings. Holds no text but that of the claims; decides nothing.
import { formKey } from '../../../language/slots/equal.ts';
import { plainNegation } from '../../../language/slots/negation.ts';
import { parseSlot, parseTurns } from '../../../language/slots/parse-slot.ts';
import { parseSwitch } from '../../../language/slots/switch.ts';
import type { Judged, Slot } from '../../../language/slots/types.ts';
import { compareFacts, type Fact } from '../../../model/fact.ts';
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
  /** The slot is not in its words: it is that of the claim whose value it switched from. */
  readonly lent: boolean;
  /**
   * The keys of slots that are otherwise from it on: an event, or that something is over, which is no value of them
   * itself.
   */
  readonly turns: readonly string[];
  /** What it leaves, where it says what was switched from. */
  readonly leaves: string | null;
  /** The key of what it says or denies; null where it does so in no plain way. */
  readonly form: string | null;
  readonly denies: boolean;
}

export function senseOf(judged: Judged): Sense {
  const slot = parseSlot(judged);
  const switched = parseSwitch(judged);
  const denial = plainNegation(judged.text);
  return {
    judged,
    slot,
    lent: false,
    turns: parseTurns(judged).map(({ key }) => key),
    leaves: switched?.leaves ?? null,
    form: denial && formKey(denial.form, judged.text, judged),
    denies: denial?.negated ?? false,
  };
}

/** The sense of a statement that switches, once the claim that it leaves is known. */
export function lendSlot(sense: Sense, left: Slot | null): Sense {
  const switched = parseSwitch(sense.judged);
  if (switched === null || left === null || sense.slot !== null) return sense;
  const at = left.held.lastIndexOf(left.value);
  const held = at < 0 ? left.held : left.held.slice(0, at) + switched.value + left.held.slice(at + left.value.length);
  return { ...sense, lent: true, slot: { ...left, value: switched.value, held, negated: false, changed: true } };
}

export class KnownClaims {
  private readonly byKey = new Map<string, KnownClaim[]>();
  private readonly bySlot = new Map<string, KnownClaim[]>();
  private readonly byHeld = new Map<string, KnownClaim[]>();
  private readonly byTurn = new Map<string, KnownClaim[]>();
  private readonly byForm = new Map<string, KnownClaim[]>();
  private readonly byFact = new Map<string, KnownClaim>();

  add(claim: KnownClaim): void {
    for (const [map, key] of this.places(claim)) {
      const list = map.get(key);
      if (list) list.push(claim);
      else map.set(key, [claim]);
    }
    for (const { id } of claim.facts) this.byFact.set(id, claim);
  }

  remove(claim: KnownClaim): void {
    for (const [map, key] of this.places(claim)) {
      const rest = map.get(key)?.filter((one) => one !== claim) ?? [];
      if (rest.length > 0) map.set(key, rest);
      else map.delete(key);
    }
    for (const { id } of claim.facts) if (this.byFact.get(id) === claim) this.byFact.delete(id);
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
  }

  equal(key: string): readonly KnownClaim[] {
    return this.byKey.get(key) ?? [];
  }

  citing(fact: string): KnownClaim | null {
    return this.byFact.get(fact) ?? null;
  }

  inSlot(key: string): readonly KnownClaim[] {
    return this.bySlot.get(key) ?? [];
  }

  holding(held: string): readonly KnownClaim[] {
    return this.byHeld.get(held) ?? [];
  }

  /** All that could speak of the same thing, each once. */
  about(key: string, { slot, turns, leaves, form }: Sense): KnownClaim[] {
    const found = new Set(this.equal(key));
    const take = (claims: readonly KnownClaim[] | undefined): void => claims?.forEach((claim) => found.add(claim));
    if (slot) take(this.bySlot.get(slot.key));
    if (slot) take(this.byTurn.get(slot.key));
    for (const key of turns) take(this.bySlot.get(key));
    if (leaves !== null)
      for (const claim of this.byHeld.get(leaves) ?? [])
        take(claim.sense.slot ? this.bySlot.get(claim.sense.slot.key) : [claim]);
    if (form !== null) take(this.byForm.get(form));
    return [...found];
  }

  private *places({ keys, sense: { slot, turns, form } }: KnownClaim): Generator<[Map<string, KnownClaim[]>, string]> {
    for (const key of keys) yield [this.byKey, key];
    if (slot) yield [this.bySlot, slot.key];
    if (slot) yield [this.byHeld, slot.held];
    for (const key of new Set(turns)) yield [this.byTurn, key];
    if (form !== null) yield [this.byForm, form];
  }
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

/** In the order in which they happened; mostly they stand so already. */
export function inOrder(facts: readonly Fact[]): Fact[] {
  const isSorted = facts.every((fact, at) => at === 0 || compareFacts(facts[at - 1] ?? fact, fact) <= 0);
  return isSorted ? [...facts] : [...facts].sort(compareFacts);
}
