// The kinds of repairs of `lint --fix`, in the order in which they are made on a page.
import type { Repairer } from './repair.ts';
import { cardRepairs } from './repairs/cards.ts';
import { frontMatterRepairs } from './repairs/front-matter.ts';
import { linkRepairs, relatedRepairs } from './repairs/links.ts';
import { sourceRepairs } from './repairs/sources.ts';

export const REPAIRERS: readonly Repairer[] = [
  linkRepairs,
  cardRepairs,
  sourceRepairs,
  frontMatterRepairs,
  relatedRepairs,
];

/**
 * Rules of which `lint --fix` may repair findings: those of the repairers, and two that it sees to by itself, making
 * index.md anew and taking out what was forgotten.
 */
export const REPAIRED_RULES: ReadonlySet<string> = new Set([
  ...REPAIRERS.flatMap(({ rules }) => rules),
  'catalogue',
  'forgotten',
]);

/** The repairers that answer findings of one of these rules, in their order. */
export function repairersFor(rules: readonly { readonly name: string }[]): readonly Repairer[] {
  const names = new Set(rules.map(({ name }) => name));
  return REPAIRERS.filter((repairer) => repairer.rules.some((rule) => names.has(rule)));
}
