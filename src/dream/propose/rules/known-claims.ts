// What the rules know of the pages while they go through batches: the claims in their own words and those of their
// facts, found by what they say; how full pages are, what they are called. Kept in step with the pages by their
// digests, and with each batch as it goes.
import { formKey, plainNegation, statementKey } from '../../../language/slots/compare.ts';
import { parseSlot, parseTurn } from '../../../language/slots/parse-slot.ts';
import type { Judged, Slot } from '../../../language/slots/slots.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { compareFacts, type Fact } from '../../../model/fact.ts';
import { type Claim, isHistory } from '../../../model/page.ts';
import { titleFromPath } from '../../../page/page.ts';
import type { PageText, View } from '../../../vault/view.ts';
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

/**
 * What the rules find in facts. Pages are learned again whenever a batch changed them, so each answer should be cached.
 */
export interface Findings {
  /** A fact's words as they appear on a page. */
  wordingOf(fact: Fact): string;
  keyOf(fact: Fact): string;
  senseOf(fact: Fact): Sense;
}

export interface MemoryFindings extends Findings {
  /** The names in a text. */
  mentionsIn(text: string): readonly string[];
  /** Whether a text still waits in the inbox. Nothing is placed on it: it is about to move. */
  isWaiting(page: PageText): boolean;
  /** Told of each claim that is added, changed or removed, so that it finds exactly these. */
  readonly near: Pick<Near, 'learn' | 'forget'>;
}

interface Known {
  /** Of the page as it was learned; nothing where it is about to change, so that it is learned anew. */
  digest: string | null;
  readonly claims: Set<KnownClaim>;
  /** As it was learned. */
  readonly page: PageText;
  readonly titles: readonly string[];
  readonly type: string;
}

export class KnownClaims {
  /** By what they say: equal words, the same single-valued slot, or its negation. */
  private readonly places = new Map<string, KnownClaim[]>();
  private readonly byFact = new Map<string, KnownClaim>();
  private readonly known = new Map<string, Known>();
  /** Claims of this batch. */
  private fresh = new Set<KnownClaim>();
  /** Claims on pages that are not as the page was when it was learned. */
  private readonly touched = new Set<KnownClaim>();
  private readonly titles = new Map<string, string>();
  private readonly counts = new Map<string, number>();
  private readonly findings: MemoryFindings;

  constructor(findings: MemoryFindings) {
    this.findings = findings;
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

  /** A claim that this batch brings. */
  bring(claim: KnownClaim): void {
    this.add(claim);
    this.fresh.add(claim);
  }

  /** A claim changes with this batch. It holds until the pages are followed again, whatever becomes of it. */
  change(claim: KnownClaim, by: Partial<KnownClaim>): void {
    const changed = { ...claim, ...by };
    this.remove(claim);
    this.add(changed);
    if (this.fresh.delete(claim)) this.fresh.add(changed);
    const page = this.known.get(claim.page);
    if (!page?.claims.delete(claim)) return;
    page.claims.add(changed);
    page.digest = null;
    this.touched.add(changed);
  }

  /** A fact comes to a claim with this batch; the same holds. */
  cite(claim: KnownClaim, fact: Fact): void {
    claim.facts.splice(placeIn(claim.facts, fact), 0, fact);
    this.byFact.set(fact.id, claim);
    this.findings.near.learn(claim);
    const page = this.known.get(claim.page);
    if (!page?.claims.has(claim)) return;
    page.digest = null;
    this.touched.add(claim);
  }

  add(claim: KnownClaim): void {
    for (const place of placesOf(claim)) {
      const list = this.places.get(place);
      if (list) list.push(claim);
      else this.places.set(place, [claim]);
    }
    for (const { id } of claim.facts) this.byFact.set(id, claim);
    this.findings.near.learn(claim);
  }

  remove(claim: KnownClaim): void {
    for (const place of placesOf(claim)) {
      const rest = this.at(place).filter((one) => one !== claim);
      if (rest.length > 0) this.places.set(place, rest);
      else this.places.delete(place);
    }
    for (const { id } of claim.facts) if (this.byFact.get(id) === claim) this.byFact.delete(id);
    // A claim that moved may have been added on its new page before it is removed from the old one.
    if (!this.byFact.has(claim.fact)) this.findings.near.forget(claim);
  }

  pageNamed(name: string): string | null {
    return this.titles.get(name.toLowerCase()) ?? null;
  }

  /** Of a page that is there. */
  titleOf(page: string): string | null {
    return this.known.get(page)?.page.head.title ?? null;
  }

  name(name: string, page: string): void {
    const title = name.toLowerCase();
    if (!this.titles.has(title)) this.titles.set(title, page);
  }

  /** Pages that cite facts and whose front matter says that they are of that type, in the order of their paths. */
  pagesOfType(type: string): readonly string[] {
    return [...this.known].flatMap(([path, page]) => (page.type === type ? [path] : [])).sort();
  }

  /**
   * Pages that mention a name. Few names are ever asked for, so they are looked for then: a claim that mentions one has
   * the last of its words, as written. `moving`: facts whose claims are about to leave their page.
   */
  pagesMentioning(name: string, moving: Pick<ReadonlySet<string>, 'has'>): readonly string[] {
    const last = name.slice(name.lastIndexOf(' ') + 1);
    const mentions = ({ claims }: PageText): boolean =>
      claims.some(
        ({ text, facts: [first = ''] }) =>
          text.includes(last) && !moving.has(first) && this.findings.mentionsIn(text).includes(name),
      );
    return [...this.known].flatMap(([path, { page }]) => (mentions(page) ? [path] : [])).sort();
  }

  /** Number of claims on a page, those of this batch included. */
  claimsOn(page: string): number {
    return this.counts.get(page) ?? 0;
  }

  count(page: string): void {
    this.counts.set(page, this.claimsOn(page) + 1);
  }

  /**
   * Brings it in step with the pages of a view, as they will be once the facts of `batch` that they cite are corrected.
   */
  follow(view: View, batch: readonly Fact[]): void {
    const { known, titles } = this;
    const edited = new Set(batch.flatMap(({ id }) => (view.citedOn.has(id) ? [id] : [])));
    const changing = new Set([...edited].flatMap((id) => view.citedOn.get(id) ?? []));
    this.settleFresh(view);
    const former = new Map<string, ReadonlySet<KnownClaim>>();
    for (const [path, page] of known) {
      if (view.pages.get(path)?.digest === page.digest && !changing.has(path)) continue;
      for (const title of page.titles) if (titles.get(title) === path) titles.delete(title);
      former.set(path, page.claims);
      known.delete(path);
      this.counts.delete(path);
    }
    const news = [...view.pages.values()].filter((page) => !known.has(page.path));
    for (const page of news) this.learn(page, view, edited, former.get(page.path) ?? new Set());
    for (const [path, gone] of former) if (!view.pages.has(path)) for (const claim of gone) this.remove(claim);
    this.touched.clear();
  }

  /** What a batch brought is on a page now; what waits for another batch is known by its words alone. */
  private settleFresh(view: View): void {
    const brought = this.fresh;
    this.fresh = new Set();
    for (const claim of brought) {
      this.remove(claim);
      if (view.citedOn.has(claim.fact) || claim.standing !== 'current') continue;
      const waiting = { ...claim, sense: { ...claim.sense, slot: null, turn: null, form: null } };
      this.bring(waiting);
    }
  }

  /** `former`: what was known of the page. Most claims of a page that changed are as they were. */
  private learn(page: PageText, view: View, edited: ReadonlySet<string>, former: ReadonlySet<KnownClaim>): void {
    const { findings } = this;
    const kept = new Map<string, KnownClaim>();
    for (const claim of former)
      if (claim.standing === 'current' && !this.touched.has(claim))
        kept.set(
          likeOf(
            claim.text,
            claim.facts.map(({ id }) => id),
          ),
          claim,
        );
    const isEdited = (claim: Claim): boolean => claim.facts.some((id) => edited.has(id));
    const own = new Set<KnownClaim>();
    for (const claim of page.claims) {
      const isPlain = !isHistory(claim) && claim.sides.length === 0 && !isEdited(claim);
      const same = isPlain ? kept.get(likeOf(claim.text, claim.facts)) : undefined;
      for (const one of same && !own.has(same) ? [same] : readClaims(claim, view, edited, findings)) own.add(one);
    }
    for (const claim of former) if (!own.has(claim)) this.remove(claim);
    for (const claim of own) if (!former.has(claim)) this.add(claim);
    const titles = findings.isWaiting(page) ? [] : titlesOf(page);
    for (const title of titles) this.name(title, page.path);
    this.counts.set(page.path, page.claims.length);
    this.known.set(page.path, {
      digest: page.claims.some(isEdited) ? null : page.digest,
      claims: own,
      page,
      titles,
      type: own.size > 0 ? page.head.type : '',
    });
  }
}

/** Claims with one of these say the same and rest on the same facts. */
function likeOf(text: string, facts: readonly string[]): string {
  return `${facts.length === 1 ? facts[0] : [...facts].sort().join(' ')} ${text}`;
}

function titlesOf(page: PageText): string[] {
  const { title, aliases } = page.head;
  return [...new Set([titleFromPath(page.path), title, ...aliases].map((name) => name.toLowerCase()))];
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
function readClaims(
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
