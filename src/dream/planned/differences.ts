// What an engine that decided some facts anew, as if for the first time, would have otherwise than it is now: as
// proposals that change what stands. Pages are not left, what is past stays so, and what it would only put elsewhere
// stays.
import { normalForm } from '../../markdown/normal-form.ts';
import { compareFacts } from '../../model/fact.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import type { Proposal } from '../../model/plan.ts';
import type { View } from '../../vault/view.ts';
import { claimOf } from './redoable.ts';

export interface Decided {
  readonly view: View;
  /** By fact, in a sentence. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** By fact; one that stays as it is has none. Facts without a new decision are not looked at. */
export function differences(
  now: View,
  { view: then, reasons }: Decided,
  asked: readonly string[],
): Map<string, Proposal> {
  const found = new Map<string, Proposal>();
  const touched = new Set<Claim>();
  const reasonOf = (fact: string): string => reasons.get(fact) ?? 'it was looked at again';
  const put = (proposal: Proposal, ...claims: readonly (Claim | undefined)[]): void => {
    found.set(proposal.fact, proposal);
    for (const claim of claims) if (claim) touched.add(claim);
  };
  const decided = asked.filter((fact) => then.ledger.has(fact));
  const open = new Set(asked);
  for (const fact of decided) {
    const [claim, target] = [standing(now, fact), otherOf(then, fact)];
    if (now.ledger.get(fact)?.as !== 'placed' || !claim || target === null) continue;
    const other = standing(now, target);
    if (!other || other === claim || isHistory(other)) continue;
    const [as, reason] = [then.ledger.get(fact)?.as, reasonOf(fact)];
    // A contradiction changes both, so both must be open; what two say of each other is said once, of the later.
    if (as === 'conflict' && (!open.has(target) || !isLater(now, fact, target))) continue;
    if (as === 'duplicate' && found.get(target)?.of !== undefined && claim.facts.includes(found.get(target)?.of ?? ''))
      continue;
    if (as === 'duplicate') put({ fact, as, of: target, reason }, claim, other);
    else if (as === 'superseded') put({ fact, as, by: target, reason }, claim, other);
    else if (as === 'conflict') put({ fact, as, with: target, reason }, claim, other);
  }
  for (const fact of decided) {
    const words = found.has(fact) ? null : changedWords(now, then, fact, touched);
    if (words !== null) put({ fact, as: 'placed', ...words, reason: reasonOf(fact) });
  }
  for (const fact of decided)
    if (now.ledger.get(fact)?.as === 'set-aside') put(setAsideAgain(now, then, fact, found, reasonOf(fact)));
  return found;
}

function standing({ pages, ledger }: View, fact: string): Claim | undefined {
  const page = pages.get(ledger.get(fact)?.page ?? '');
  return page && claimOf(page, fact);
}

/** What it repeats, what replaced it, what it contradicts. */
function otherOf({ ledger }: View, fact: string): string | null {
  const held = ledger.get(fact);
  return (
    (held?.as === 'duplicate'
      ? held.of
      : held?.as === 'superseded'
        ? held.by
        : held?.as === 'conflict'
          ? held.with
          : undefined) ?? null
  );
}

function isLater({ factById }: View, fact: string, other: string): boolean {
  const [a, b] = [factById.get(fact), factById.get(other)];
  return a !== undefined && b !== undefined && compareFacts(a, b) > 0;
}

/** Other words for a claim that cites it alone; or a claim of its own for what is no duplicate after all. */
function changedWords(
  now: View,
  then: View,
  fact: string,
  touched: ReadonlySet<Claim>,
): Pick<Proposal, 'page' | 'head' | 'text'> | null {
  const [claim, fresh, held] = [standing(now, fact), standing(then, fact), now.ledger.get(fact)];
  if (
    !claim ||
    !fresh ||
    !held ||
    touched.has(claim) ||
    then.ledger.get(fact)?.as !== 'placed' ||
    isHistory(fresh) ||
    fresh.sides.length > 0
  )
    return null;
  const words = { page: claim.page, head: fresh.head, text: fresh.text };
  const isSaid = normalForm(fresh.text) === normalForm(claim.text);
  if (held.as === 'placed') return claim.facts.length === 1 && fresh.facts.length === 1 && !isSaid ? words : null;
  const own = normalForm(now.factById.get(fact)?.text ?? '');
  const isAlone = !fresh.facts.some((other) => other !== fact && claim.facts.includes(other));
  return held.as === 'duplicate' && isAlone && !isSaid && own !== normalForm(claim.text) ? words : null;
}

function setAsideAgain(
  now: View,
  then: View,
  fact: string,
  found: ReadonlyMap<string, Proposal>,
  reason: string,
): Proposal {
  const [held, fresh] = [then.ledger.get(fact), standing(then, fact)];
  const of = held?.as === 'duplicate' ? (held.of ?? '') : '';
  if (held?.as === 'placed' && fresh && !isHistory(fresh))
    return { fact, as: 'placed', page: fresh.page, head: fresh.head, text: fresh.text, reason };
  const twin = standing(now, of);
  if ((twin && !isHistory(twin)) || found.get(of)?.as === 'placed') return { fact, as: 'duplicate', of, reason };
  return { fact, as: 'set-aside', reason: now.ledger.get(fact)?.reason ?? reason };
}
