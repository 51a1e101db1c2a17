// The rules of `lint`: first those that prove invariants, in their order, then those of good editing; and which of them
// a person asked for.
import { MemvaultError } from '../model/errors.ts';
import { nearest } from '../model/text.ts';
import type { Rule } from './rule.ts';
import { aliasLinks } from './rules/alias-links.ts';
import { ambiguousLinks } from './rules/ambiguous-links.ts';
import { anchors } from './rules/anchors.ts';
import { backLinks } from './rules/back-links.ts';
import { brokenLinks } from './rules/broken-links.ts';
import { catalogue } from './rules/catalogue.ts';
import { citations } from './rules/citations.ts';
import { confinedRule } from './rules/confined.ts';
import { conflicts } from './rules/conflicts.ts';
import { conservation } from './rules/conservation.ts';
import { contradictions } from './rules/contradictions.ts';
import { equalIds } from './rules/equal-ids.ts';
import { fencedFacts } from './rules/fenced-facts.ts';
import { forgotten } from './rules/forgotten.ts';
import { frontMatter } from './rules/front-matter.ts';
import { gaps } from './rules/gaps.ts';
import { islands } from './rules/islands.ts';
import { keptLines } from './rules/kept-lines.ts';
import { likelySecrets } from './rules/likely-secrets.ts';
import { linkCase } from './rules/link-case.ts';
import { logsUntouched } from './rules/logs-untouched.ts';
import { longPages } from './rules/long-pages.ts';
import { mergeMarkers } from './rules/merge-markers.ts';
import { missingFiles } from './rules/missing-files.ts';
import { orphans } from './rules/orphans.ts';
import { ownParts } from './rules/own-parts.ts';
import { pending } from './rules/pending.ts';
import { purged } from './rules/purged.ts';
import { relativeDates } from './rules/relative-dates.ts';
import { removedByHand } from './rules/removed-by-hand.ts';
import { runLog } from './rules/run-log.ts';
import { specifics } from './rules/specifics.ts';
import { stale } from './rules/stale.ts';
import { tagsFile } from './rules/tags-file.ts';
import { thinOverview } from './rules/thin-overview.ts';
import { tornTail } from './rules/torn-tail.ts';

/** What must hold: it is looked for everywhere, and nothing that they find is ever accepted. */
export const PROOFS: readonly Rule[] = [
  conservation,
  specifics,
  logsUntouched,
  pending,
  confinedRule,
  forgotten,
  purged,
  removedByHand,
  citations,
  tornTail,
  keptLines,
  equalIds,
  fencedFacts,
  runLog,
  mergeMarkers,
  ownParts,
];

/**
 * What a good editor would say, of the notes that lint looks at. `lint --baseline` accepts what they find now, errors
 * excepted.
 */
export const EDITORIAL: readonly Rule[] = [
  brokenLinks,
  missingFiles,
  anchors,
  aliasLinks,
  ambiguousLinks,
  linkCase,
  backLinks,
  orphans,
  islands,
  catalogue,
  frontMatter,
  thinOverview,
  stale,
  conflicts,
  relativeDates,
  longPages,
  gaps,
  likelySecrets,
  tagsFile,
  contradictions,
];

export const RULES: readonly Rule[] = [...PROOFS, ...EDITORIAL];

export const isEditorial = (name: string): boolean => EDITORIAL.some((rule) => rule.name === name);

/** The rules of those names; all without a name. Throws `usage` for an unknown one, with the nearest. */
export function resolveRules(names: readonly string[]): readonly Rule[] {
  if (names.length === 0) return RULES;
  const known = RULES.map((rule) => rule.name);
  for (const name of names) {
    if (known.includes(name)) continue;
    const several = name.split(',').map((one) => one.trim());
    if (several.length > 1 && several.every((one) => known.includes(one)))
      throw new MemvaultError('usage', '--rule takes one name at a time', {
        hint: `write ${several.map((one) => `--rule ${one}`).join(' ')}`,
        data: { rules: known },
      });
    const near = nearest(name, known);
    throw new MemvaultError('usage', `there is no rule ${JSON.stringify(name)}`, {
      hint: near === null ? `the rules are ${known.join(', ')}` : `did you mean ${near}?`,
      data: { rules: known },
    });
  }
  return RULES.filter((rule) => names.includes(rule.name));
}
