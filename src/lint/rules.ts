// The rules of `lint`: proofs first, then editorial rules. Also selects rules by name.
import { MemvaultError } from '../model/errors.ts';
import { nearest } from '../model/text.ts';
import { checksOf, type Rule } from './rule.ts';
import { catalogue, frontMatter, gaps, longPages, ownParts, stale, tagsFile } from './rules/pages.ts';
import { citations, conflicts, contradictions, overview, relativeDates, specifics } from './rules/claims.ts';
import { confinedRule, forgotten, likelySecrets } from './rules/privacy.ts';
import { conservation, removedByHand } from './rules/conservation.ts';
import { damaged, logIds, logsUntouched } from './rules/logs.ts';
import { experience } from './rules/experience.ts';
import { links, unlinked } from './rules/links.ts';
import { pending, runLog } from './rules/runs.ts';

/** Guarantees. Their findings can never be accepted. */
export const PROOFS: readonly Rule[] = [
  conservation,
  specifics,
  logsUntouched,
  pending,
  confinedRule,
  forgotten,
  removedByHand,
  citations,
  overview,
  experience,
  damaged,
  logIds,
  runLog,
  ownParts,
];

/** Editorial rules, for the notes that lint checks. `lint --baseline` accepts all but their errors. */
export const EDITORIAL: readonly Rule[] = [
  links,
  unlinked,
  catalogue,
  frontMatter,
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

/** What `--rule` takes: each rule, and each kind as `rule/kind`. */
export const RULE_NAMES: readonly string[] = RULES.flatMap((rule) =>
  'kinds' in rule ? [rule.name, ...checksOf(rule).map(({ label }) => label)] : [rule.name],
);

export const isEditorial = (name: string): boolean => EDITORIAL.some((rule) => rule.name === name);

/**
 * The rules with these names; all if none is given. If only kinds of a rule are named, it has only those. Throws
 * `usage` for an unknown name, with the closest ones.
 */
export function resolveRules(names: readonly string[]): readonly Rule[] {
  if (names.length === 0) return RULES;
  for (const name of names) {
    if (RULE_NAMES.includes(name)) continue;
    const near = nearestRules(name);
    throw new MemvaultError('usage', `no such rule: ${JSON.stringify(name)}`, {
      hint:
        near.length === 0
          ? `the rules are ${RULES.map((rule) => rule.name).join(', ')}`
          : `did you mean ${near.join(' or ')}?`,
      data: { rules: RULE_NAMES },
    });
  }
  return RULES.flatMap((rule) => {
    if (names.includes(rule.name)) return [rule];
    if (!('kinds' in rule)) return [];
    const kinds = Object.entries(rule.kinds).filter(([kind]) => names.includes(`${rule.name}/${kind}`));
    return kinds.length === 0 ? [] : [{ ...rule, kinds: Object.fromEntries(kinds) }];
  });
}

/** The rule or kind with the closest spelling; failing that, those that share most words with the name. */
function nearestRules(name: string): readonly string[] {
  const near = nearest(name, RULE_NAMES);
  if (near !== null) return [near];
  const asked = wordsOf(name);
  const shares = RULE_NAMES.map((known) => {
    const words = wordsOf(known);
    const shared = words.filter((word) => asked.includes(word)).length;
    return { known, share: shared / (new Set([...words, ...asked]).size || 1) };
  });
  const most = Math.max(...shares.map(({ share }) => share));
  return most === 0 ? [] : shares.filter(({ share }) => share === most).map(({ known }) => known);
}

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''));
