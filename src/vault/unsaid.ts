// Facts that a claim cites and does not say, though its words are another fact's: one clone corrected the claim,
// the other put an equal fact on it as it was. A claim that a person reworded is nobody's words and left alone.
import { normalForm } from '../markdown/normal-form.ts';
import { missingSpecifics } from '../markdown/specifics.ts';
import { type Claim, isHistory } from '../model/page.ts';
import type { PageText, View } from './view.ts';

/** The facts of a page that their one claim there does not say. */
export type UnsaidOn = (page: PageText, view: Pick<View, 'facts' | 'factById'>) => ReadonlySet<string>;

/** A page is looked at once, as long as it and the facts are the same. */
export function rememberUnsaid(): UnsaidOn {
  const known = new WeakMap<PageText, { readonly facts: View['facts']; readonly found: ReadonlySet<string> }>();
  return (page, view) => {
    const held = known.get(page);
    if (held?.facts === view.facts) return held.found;
    const found = findUnsaid(page, view.factById);
    known.set(page, { facts: view.facts, found });
    return found;
  };
}

function findUnsaid({ claims }: PageText, factById: View['factById']): Set<string> {
  const shared = claims
    .filter((claim) => !isHistory(claim))
    .flatMap(statementsOf)
    .filter(({ facts }) => facts.length > 1);
  const lacking = shared.flatMap((claim) => unsaidBy(claim, factById));
  return new Set(lacking.filter((id) => claims.filter((claim) => claim.facts.includes(id)).length === 1));
}

type Statement = Pick<Claim, 'text' | 'facts'>;

/** Of a callout each side is a statement of its own. */
const statementsOf = (claim: Claim): readonly Statement[] => (claim.sides.length === 0 ? [claim] : claim.sides);

function unsaidBy(claim: Statement, factById: View['factById']): string[] {
  const lacking = claim.facts.filter(
    (id) => missingSpecifics(factById.get(id)?.text ?? claim.text, claim.text).length > 0,
  );
  if (lacking.length === 0) return [];
  const words = normalForm(claim.text);
  const isAnothers = claim.facts.some(
    (id) => !lacking.includes(id) && normalForm(factById.get(id)?.text ?? '') === words,
  );
  return isAnothers ? lacking : [];
}
