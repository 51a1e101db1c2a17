// Wordings of a model that say word for word what another claim says, or by which the rules would find that it speaks
// of the same as another: two statements must not come to that by rewording, or the next dream would settle them. Pure.
import { normalForm } from '../../../language/normal-form.ts';
import { statementKey } from '../../../language/slots/equal.ts';
import { parseSlot } from '../../../language/slots/parse-slot.ts';
import { statementCore } from '../../../language/slots/subject.ts';
import type { Fact } from '../../../model/fact.ts';
import { isHistory } from '../../../model/page.ts';
import type { Proposal } from '../../../model/plan.ts';
import type { View } from '../../../vault/view.ts';

const ASCII = /^[\x20-\x7e]*$/;
/** What two equal statements may differ in. */
const SAYS_NOTHING = /\b(?:currently|presently|current|present|moment|remember|reminder|record)\b/g;

/**
 * The proposals, each of which has the words of `base`, what the rules propose for its fact, where its own make it
 * equal to another claim.
 */
export function withoutTwins(
  proposals: readonly Proposal[],
  base: ReadonlyMap<string, Proposal>,
  view: Pick<View, 'factById' | 'pages'>,
): Proposal[] {
  const reworded = proposals.filter(
    ({ fact, text }) => text !== undefined && text !== base.get(fact)?.text && base.has(fact),
  );
  if (reworded.length === 0) return [...proposals];
  const sought = new Map<string, Proposal[]>();
  for (const one of reworded)
    sought.set(roughly(one.text ?? ''), [...(sought.get(roughly(one.text ?? '')) ?? []), one]);
  const twins = new Set<Proposal>();
  const compare = (text: string, id: string): void => {
    const fact = view.factById.get(id);
    for (const one of fact ? (sought.get(roughly(text)) ?? []) : []) {
      if (one.fact !== id && fact && keyOf(one, view) === statementKey(text, fact)) twins.add(one);
    }
  };
  // What a claim that goes spoke of is free.
  const gone = new Set(proposals.flatMap(({ supersedes = [] }) => supersedes));
  const gained = gainedSlots(reworded, base, view);
  const speaksOf = (text: string, id: string): void => {
    const fact = gained.size > 0 && !gone.has(id) ? view.factById.get(id) : undefined;
    for (const one of fact ? (gained.get(slotKey(text, fact) ?? '') ?? []) : []) if (one.fact !== id) twins.add(one);
  };
  for (const { claims } of view.pages.values()) {
    for (const claim of claims) {
      if (isHistory(claim)) continue;
      for (const {
        text,
        facts: [first = ''],
      } of claim.sides.length > 0 ? claim.sides : [claim]) {
        compare(text, first);
        speaksOf(text, first);
      }
    }
  }
  for (const { fact, as, text = view.factById.get(fact)?.text ?? '' } of proposals) {
    if (as !== 'placed' && as !== 'conflict') continue;
    compare(text, fact);
    speaksOf(text, fact);
  }
  return proposals.map((one) => (twins.has(one) ? inWordsOf(one, base.get(one.fact)) : one));
}

/** Wordings in which the rules find what they do not find in the words of `base`, by what they find. */
function gainedSlots(
  reworded: readonly Proposal[],
  base: ReadonlyMap<string, Proposal>,
  { factById }: Pick<View, 'factById'>,
): Map<string, Proposal[]> {
  const gained = new Map<string, Proposal[]>();
  for (const one of reworded) {
    const fact = factById.get(one.fact);
    const key = fact && slotKey(one.text ?? '', fact);
    if (!fact || !key || slotKey(base.get(one.fact)?.text ?? fact.text, fact) !== null) continue;
    gained.set(key, [...(gained.get(key) ?? []), one]);
  }
  return gained;
}

const slotKey = (text: string, { fields, category }: Fact): string | null =>
  parseSlot({ text, fields, category })?.key ?? null;

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
  return (
    text
      .toLowerCase()
      .replace(SAYS_NOTHING, '')
      .match(/[a-z]{5,}|\d+/g) ?? []
  ).join(' ');
}
