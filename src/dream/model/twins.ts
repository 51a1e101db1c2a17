// Wordings of a model that say word for word what another claim says: two statements of two people, or of two days, must
// not become equal by rewording, or the next dream would make one of them. Pure.
import { normalForm } from '../../markdown/normal-form.ts';
import { statementCore, statementKey } from '../../markdown/slots/slots.ts';
import type { Fact } from '../../model/fact.ts';
import { isHistory } from '../../model/page.ts';
import type { Proposal } from '../../model/plan.ts';
import type { View } from '../../vault/view.ts';

const ASCII = /^[\x20-\x7e]*$/;
/** What two equal statements may differ in. */
const SAYS_NOTHING = /\b(?:currently|presently|current|present|moment|remember|reminder|record)\b/g;

/** The proposals, each of which has the words of `base`, what the rules propose for its fact, where its own make it equal to another claim. */
export function withoutTwins(proposals: readonly Proposal[], base: ReadonlyMap<string, Proposal>, view: Pick<View, 'factById' | 'pages'>): Proposal[] {
  const reworded = proposals.filter(({ fact, text }) => text !== undefined && text !== base.get(fact)?.text && base.has(fact));
  if (reworded.length === 0) return [...proposals];
  const sought = new Map<string, Proposal[]>();
  for (const one of reworded) sought.set(roughly(one.text ?? ''), [...(sought.get(roughly(one.text ?? '')) ?? []), one]);
  const twins = new Set<Proposal>();
  const compare = (text: string, id: string): void => {
    const fact = view.factById.get(id);
    for (const one of fact ? (sought.get(roughly(text)) ?? []) : []) {
      if (one.fact !== id && fact && keyOf(one, view) === statementKey(text, fact)) twins.add(one);
    }
  };
  for (const { claims } of view.pages.values()) {
    for (const claim of claims) {
      if (isHistory(claim)) continue;
      for (const { text, facts: [first = ''] } of claim.sides.length > 0 ? claim.sides : [claim]) compare(text, first);
    }
  }
  for (const { fact, as, text } of proposals) if (as === 'placed' || as === 'conflict') compare(text ?? view.factById.get(fact)?.text ?? '', fact);
  return proposals.map((one) => (twins.has(one) ? inWordsOf(one, base.get(one.fact)) : one));
}

function inWordsOf({ text: _, ...proposal }: Proposal, base: Proposal | undefined): Proposal {
  return { ...proposal, ...(base?.text === undefined ? {} : { text: base.text }) };
}

function keyOf({ fact: id, text = '' }: Proposal, { factById }: Pick<View, 'factById'>): string | null {
  const fact: Fact | undefined = factById.get(id);
  return fact ? statementKey(text, fact) : null;
}

/** Equal statements share it, and few others do. */
function roughly(text: string): string {
  if (!ASCII.test(text)) return normalForm(statementCore(text));
  return (text.toLowerCase().replace(SAYS_NOTHING, '').match(/[a-z]{5,}|\d+/g) ?? []).join(' ');
}
