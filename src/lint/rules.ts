// The rules of `lint`: proofs first, then editorial rules. Also selects rules by name.
import { MemvaultError } from '../model/errors.ts';
import { nearest } from '../model/text.ts';
import { checksOf, type Rule } from './rule.ts';
import { catalogue } from './rules/catalogue.ts';
import { citations } from './rules/citations.ts';
import { confinedRule } from './rules/confined.ts';
import { conflicts } from './rules/conflicts.ts';
import { conservation } from './rules/conservation.ts';
import { contradictions } from './rules/contradictions.ts';
import { damaged } from './rules/damaged.ts';
import { experience } from './rules/experience.ts';
import { forgotten } from './rules/forgotten.ts';
import { frontMatter } from './rules/front-matter.ts';
import { gaps } from './rules/gaps.ts';
import { likelySecrets } from './rules/likely-secrets.ts';
import { links } from './rules/links.ts';
import { logIds } from './rules/log-ids.ts';
import { logsUntouched } from './rules/logs-untouched.ts';
import { longPages } from './rules/long-pages.ts';
import { overview } from './rules/overview.ts';
import { ownParts } from './rules/own-parts.ts';
import { pending } from './rules/pending.ts';
import { relativeDates } from './rules/relative-dates.ts';
import { removedByHand } from './rules/removed-by-hand.ts';
import { runLog } from './rules/run-log.ts';
import { specifics } from './rules/specifics.ts';
import { stale } from './rules/stale.ts';
import { tagsFile } from './rules/tags-file.ts';
import { unlinked } from './rules/unlinked.ts';

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
