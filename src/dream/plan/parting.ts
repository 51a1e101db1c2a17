// Claims that part in time: one that was said before and again after what came late between, and those that an edited
// fact took the place of and does not any more. Pure.
import { normalForm } from '../../language/normal-form.ts';
import { missingSpecifics } from '../../language/specifics.ts';
import type { Fact } from '../../model/fact.ts';
import type { Choice } from '../collect.ts';
import { heldUntil, type Standing } from './claims-ahead.ts';
import { Placing } from './placing.ts';

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
