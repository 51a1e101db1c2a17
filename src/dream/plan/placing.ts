// How a fact of a plan gets its place on a page, in the words that keep what is specific in it, and how claims part
// in time when one was said before and again after what came late between.
import { normalForm } from '../../language/normal-form.ts';
import { missingSpecifics, whatItLacks } from '../../language/specifics.ts';
import { factDigest } from '../../model/bytes.ts';
import { compareFacts, type Fact } from '../../model/fact.ts';
import type { Change, Proposal } from '../../model/plan.ts';
import { newPageProblem } from '../../page/page-name.ts';
import { isUndoneAsIs } from '../../vault/record-run.ts';
import { Account, type Choice } from '../collect.ts';
import type { PlanInput } from '../engine.ts';
import { ClaimsAhead, heldUntil, type Standing } from './claims-ahead.ts';

export interface Wording {
  readonly text: string;
  readonly head: string | null;
  readonly reason: string;
}

class Placing extends Account {
  protected readonly claims: ClaimsAhead;
  /** Words and footnotes of claims that are on pages already. */
  protected readonly edits: Change[] = [];
  /** Claims of facts that came off another, or were kept off one; by page, words and fields. */
  private readonly alone = new Map<string, Standing>();
  private edited: ReadonlySet<string> | undefined;

  constructor(input: PlanInput) {
    super(input);
    this.claims = new ClaimsAhead(input.view);
  }

  /** Where a fact stands, or will: null where no page cites it. */
  protected standingOf(fact: string): Standing | null {
    const page = this.pageCiting(fact);
    return this.claims.broughtWith(fact) ?? (page === null ? null : (this.claims.citing(page, fact) ?? null));
  }

  protected place(fact: Fact, proposal: Proposal): void {
    const page = proposal.page ?? '';
    if (this.waitsForPage(fact, page)) return;
    if (!this.input.isPagePath(page))
      return this.leaveFailed(
        fact,
        `it was to go on the page ${JSON.stringify(page)}, but ${newPageProblem(page) ?? 'that is in no zone'}`,
        'it was to go on a page that memvault does not write',
      );
    const wording = { text: this.wordingOf(fact, proposal.text), head: proposal.head || null, reason: proposal.reason };
    // What comes off a claim in this plan no engine has seen as a claim of its own.
    if (this.alone.size > 0) return this.placeAlone(fact, page, wording);
    this.settle(
      fact,
      { as: 'placed', page, reason: wording.reason },
      () => void this.claims.bring({ page, ...wording, facts: [fact.id] }, 'current'),
    );
  }

  /**
   * A claim of its own, off the one that it shared; one for all that this plan takes off their claims, or keeps off,
   * with the same words.
   */
  protected placeAlone(
    fact: Fact,
    page: string,
    wording: Wording,
    shared?: Standing,
    follow: () => void = () => undefined,
  ): void {
    const { text, reason } = wording;
    const leave = (): string[] => {
      const along = this.leaveClaim(shared, fact.id, reason);
      follow();
      return along;
    };
    const key = JSON.stringify([page, normalForm(text), fact.category, fact.fields]);
    const twin = this.alone.get(key);
    if (twin?.stand === 'current' && missingSpecifics(fact.text, twin.text).length === 0) {
      return this.settle(fact, { as: 'duplicate', page, of: twin.facts[0] ?? '', reason }, () => {
        for (const id of [fact.id, ...leave()]) this.claims.cite(twin, id);
      });
    }
    this.settle(fact, { as: 'placed', page, reason }, () => {
      this.alone.set(key, this.claims.bring({ page, ...wording, facts: [fact.id, ...leave()] }, 'current'));
    });
  }

  /**
   * The fact goes off a claim, and what it put right there goes along: its words replaced those, and the others' did
   * not. Gives what goes along. What was a duplicate of it there is one no more: the first that stays takes its place.
   */
  protected leaveClaim(claim: Standing | undefined, fact: string, reason: string): string[] {
    if (!claim) return [];
    const along = this.putRightBy(claim, fact);
    for (const id of [fact, ...along]) {
      this.edits.push({ kind: 'uncite', page: claim.page, claim: id, facts: [id], reason });
      this.claims.takeOff(claim, id);
    }
    const staying = this.stayingOn(claim);
    const base = staying.find((id) => this.isBase(claim, id)) ?? staying[0];
    for (const id of staying) {
      const former = this.orphanedFrom(claim, id, staying);
      if (former === null || this.decisions.has(id) || this.left.has(id)) continue;
      this.redecide(id, {
        ...(id === base ? this.likeOn(claim, former) : { as: 'duplicate', of: base ?? '' }),
        page: claim.page,
        reason: `${former} says something else now`,
      });
    }
    return along;
  }

  /**
   * The facts that a claim will cite once all of this batch that goes off it, or takes its words along, has been
   * decided.
   */
  protected stayingOn(claim: Standing): string[] {
    const { batch, failing, undone, view } = this.input;
    const isEdited = (id: string): boolean =>
      batch.unsaid.has(id) || (this.edited ??= new Set(batch.facts.map((one) => one.id))).has(id);
    const isHeldBack = (fact: Fact | undefined): boolean =>
      fact !== undefined && isUndoneAsIs(fact, undone.get(fact.id) ?? []);
    const today = (claim.today?.facts ?? []).filter((id) => claim.facts.includes(id));
    return today.filter(
      (id) =>
        !isEdited(id) ||
        this.decisions.has(id) ||
        this.left.has(id) ||
        failing.has(id) ||
        isHeldBack(view.factById.get(id)),
    );
  }

  /**
   * Does the claim stand for this fact first of all? Not for one that says the same, nor for one that a later fact on
   * it put right.
   */
  protected isBase(claim: Standing, id: string): boolean {
    const as = this.heldOf(id)?.as;
    return as === 'placed' || as === 'conflict' || (as === 'superseded' && !this.isPutRight(claim, id));
  }

  /** Was the fact replaced by another that the same claim cites? */
  protected isPutRight(claim: Standing, id: string): boolean {
    const held = this.heldOf(id);
    return held?.as === 'superseded' && held.by !== undefined && claim.facts.includes(held.by);
  }

  /** What the claim cites that this fact put right, and what those did before. */
  protected putRightBy({ facts }: Standing, fact: string): string[] {
    const chain = new Set([fact]);
    for (const by of chain)
      for (const id of facts) if (this.heldOf(id)?.as === 'superseded' && this.heldOf(id)?.by === by) chain.add(id);
    return [...chain].slice(1);
  }

  /**
   * What a fact is that alone stands for a claim, as `like` did before: placed, replaced by what replaced that one, in
   * conflict.
   */
  protected likeOn(claim: Standing, like: string): Pick<Choice, 'as' | 'by' | 'with'> {
    const held = this.input.view.ledger.get(like);
    const first = held?.as === 'duplicate' ? this.input.view.ledger.get(held.of ?? '') : held;
    if (claim.stand === 'past' && first?.as === 'superseded' && first.by !== undefined)
      return { as: 'superseded', by: first.by };
    if (claim.stand !== 'side') return { as: 'placed' };
    const other = claim.sides.filter((side) => side !== claim).flatMap(({ facts }) => facts);
    const against = first?.with !== undefined && other.includes(first.with) ? first.with : other[0];
    return against === undefined ? { as: 'placed' } : { as: 'conflict', with: against };
  }

  protected wordingOf(fact: Fact, wording: string | undefined): string {
    if (wording === undefined || wording.trim() === '') return fact.text;
    const lacks = whatItLacks(fact.text, wording);
    if (lacks === null) return wording;
    this.notice(`the wording for ${fact.id} ${lacks}; the fact's own words are used`);
    return fact.text;
  }

  /** Its own page where that cites it; a copy that somebody made elsewhere comes second. */
  protected pageCiting(id: string): string | null {
    const { view, batch } = this.input;
    const pages = view.citedOn.get(id) ?? [];
    const home = batch.doubled.get(id)?.home ?? view.ledger.get(id)?.page ?? '';
    return pages.includes(home) ? home : (pages[0] ?? null);
  }

  /** Did the first happen before the second? What is not in a log any more did. */
  protected isOlder(first: string, second: string): boolean {
    const [a, b] = [first, second].map((id) => this.input.view.factById.get(id));
    return b !== undefined && (a === undefined || compareFacts(a, b) < 0);
  }

  /**
   * What it was a duplicate of, if that stays on the claim no more. An edited one is none: its own correction settles
   * it.
   */
  private orphanedFrom(claim: Standing, id: string, staying: readonly string[]): string | null {
    const { ledger, factById } = this.input.view;
    const [held, fact] = [ledger.get(id), factById.get(id)];
    if (!fact || held?.as !== 'duplicate' || held.page !== claim.page || held.digest !== factDigest(fact)) return null;
    const former = held.of ?? '';
    return claim.today?.facts.includes(former) === true && !staying.includes(former) ? former : null;
  }
}

const FREED = 'what took its place says something else now';

export class Parting extends Placing {
  /** Those that the claim stands for: it goes where they go, and the duplicates with them. */
  protected basesOf(claim: Standing): string[] {
    const bases = claim.facts.filter((id) => this.isBase(claim, id));
    return bases.length === 0 ? claim.facts.slice(0, 1) : bases;
  }

  /**
   * What the claim cites of before the fact `at` is a claim of the past of its own, which ended on the day `to` for the
   * fact `by`.
   */
  protected part(
    claim: Standing,
    at: string,
    { by, to, reason }: { readonly by: string; readonly to: string; readonly reason: string },
  ): void {
    const { page } = claim;
    const before = claim.facts.filter((id) => this.isOlder(id, at));
    const after = claim.facts.filter((id) => !before.includes(id));
    const isPlain =
      claim.stand !== 'side' &&
      this.claims.isRewordable(claim) &&
      !claim.facts.some((id) => this.input.view.pinned.has(id) || this.isPutRight(claim, id));
    const [first] = before;
    if (first === undefined || after.length === 0 || !isPlain) return;
    const like = this.likeOn(claim, this.basesOf(claim)[0] ?? first);
    const from = claim.held?.from ?? this.claims.firstDay(before) ?? to;
    const base = after.find((id) => this.isBase(claim, id)) ?? after[0] ?? '';
    const orphaned = after.filter((id) => id === base || before.includes(this.heldOf(id)?.of ?? ''));
    for (const id of before) {
      if (claim.today !== null) this.edits.push({ kind: 'uncite', page, claim: id, facts: [id], reason });
      this.claims.takeOff(claim, id);
    }
    const [text, words] = [this.wordsOf(before, claim.text), this.wordsOf(after, claim.text)];
    this.claims.bring({ page, text, head: null, facts: before, reason }, 'past', heldUntil(from, to));
    for (const id of before)
      this.redecide(
        id,
        id === first ? { as: 'superseded', page, by, reason } : { as: 'duplicate', page, of: first, reason },
      );
    for (const id of orphaned)
      if (id !== base || !this.isBase(claim, id))
        this.redecide(id, { ...(id === base ? like : { as: 'duplicate' as const, of: base }), page, reason });
    if (claim.held !== null) claim.held = heldUntil(this.claims.firstDay(after) ?? to, claim.held.to);
    if (words === claim.text) return;
    if (claim.today !== null)
      this.edits.push({ kind: 'correct', page, claim: base, text: words, facts: [base], reason });
    claim.text = words;
  }

  /**
   * The words of a claim, where they are those of one of these facts; else those of the first, unless they drop what
   * another says.
   */
  private wordsOf(facts: readonly string[], text: string): string {
    const said = facts.map((id) => this.input.view.factById.get(id)?.text ?? text);
    const [first = text] = said;
    const isOwn = said.some((words) => normalForm(words) === normalForm(text));
    return isOwn || said.some((words) => missingSpecifics(words, first).length > 0) ? text : first;
  }

  /**
   * An edited fact says something else: of these, whose place it took, each is current again, or past for what follows
   * next. Itself among them: it is past no more. What it put right stays so, on its claim.
   */
  protected free(fact: Fact, freed: readonly string[], claim: Standing | null): void {
    const { view } = this.input;
    const held = view.ledger.get(fact.id);
    const own = new Set([fact.id, ...(claim === null ? [] : this.putRightBy(claim, fact.id))]);
    const staying = claim === null ? [] : this.stayingOn(claim).filter((id) => !own.has(id));
    const next =
      staying.find((id) => claim && this.isBase(claim, id)) ??
      staying[0] ??
      (held?.as === 'superseded' ? held.by : undefined);
    for (const id of freed.filter((one) => !own.has(one))) {
      const past = this.standingOf(id);
      const isIts =
        past?.stand === 'past' &&
        past.today !== null &&
        this.heldOf(id)?.as === 'superseded' &&
        this.heldOf(id)?.by === fact.id;
      if (!past || !isIts || view.forgotten.has(id)) continue;
      this.release(past, next ?? null);
    }
    if (!freed.includes(fact.id) || claim === null || staying.length > 0) return;
    if (claim.stand === 'past') this.revive(claim, fact.id);
    else if (claim.stand === 'side') this.dissolve(claim, fact.id);
  }

  private release(past: Standing, next: string | null): void {
    const follower = next === null ? null : this.standingOf(next);
    const to =
      follower &&
      this.claims.firstDay(follower.facts.filter((id) => past.facts.every((other) => this.isOlder(other, id))));
    if (next === null || !to) return this.revive(past);
    past.held = heldUntil(past.held?.from ?? to, to);
    for (const id of this.basesOf(past))
      if (this.heldOf(id)?.as === 'superseded')
        this.redecide(id, { as: 'superseded', page: past.page, by: next, reason: FREED });
  }

  /** What a callout held against each other are plain claims again. */
  private dissolve(side: Standing, except: string): void {
    for (const one of side.sides) {
      for (const id of this.basesOf(one))
        if (id !== except && this.heldOf(id)?.as === 'conflict')
          this.redecide(id, { as: 'placed', page: one.page, reason: FREED });
      [one.stand, one.sides] = ['current', []];
    }
  }

  private revive(past: Standing, except?: string): void {
    const bases = this.basesOf(past);
    past.stand = 'current';
    past.held = null;
    const choice: Choice = { as: 'placed', page: past.page, reason: FREED };
    for (const id of bases) if (id !== except) this.redecide(id, choice);
  }
}
