// The rules of `lint`: first those that prove invariants, in their order, then those of good editing; and which of them a
// person asked for.
import { MemvaultError } from '../model/errors.ts';
import { nearest } from '../model/nearest.ts';
import type { Rule } from './rule.ts';
import { citations } from './rules/citations.ts';
import { confinedRule } from './rules/confined.ts';
import { conservation } from './rules/conservation.ts';
import { equalIds } from './rules/equal-ids.ts';
import { fencedFacts } from './rules/fenced-facts.ts';
import { forgotten } from './rules/forgotten.ts';
import { frontMatter } from './rules/front-matter.ts';
import { keptLines } from './rules/kept-lines.ts';
import { logsUntouched } from './rules/logs-untouched.ts';
import { mergeMarkers } from './rules/merge-markers.ts';
import { ownParts } from './rules/own-parts.ts';
import { pending } from './rules/pending.ts';
import { purged } from './rules/purged.ts';
import { removedByHand } from './rules/removed-by-hand.ts';
import { runLog } from './rules/run-log.ts';
import { specifics } from './rules/specifics.ts';
import { tornTail } from './rules/torn-tail.ts';

/** What must hold: it is looked for everywhere, and nothing that they find is ever accepted. */
export const PROOFS: readonly Rule[] = [
  conservation, specifics, logsUntouched, pending, confinedRule, forgotten, purged, removedByHand, citations,
  tornTail, keptLines, equalIds, fencedFacts, runLog, mergeMarkers, ownParts,
];

/** What a good editor would say, of the notes that lint looks at. `lint --baseline` accepts what they find now, errors excepted. */
export const EDITORIAL: readonly Rule[] = [
  frontMatter,
];

export const RULES: readonly Rule[] = [...PROOFS, ...EDITORIAL];

export const isEditorial = (name: string): boolean => EDITORIAL.some((rule) => rule.name === name);

/** The rules of those names; all without a name. Throws `usage` for an unknown one, with the nearest. */
export function resolveRules(names: readonly string[]): readonly Rule[] {
  if (names.length === 0) return RULES;
  const known = RULES.map((rule) => rule.name);
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    throw new MemvaultError('usage', `there is no rule ${JSON.stringify(name)}`, { hint: near === null ? `the rules are ${known.join(', ')}` : `did you mean ${near}?`, data: { rules: known } });
  }
  return RULES.filter((rule) => names.includes(rule.name));
}
